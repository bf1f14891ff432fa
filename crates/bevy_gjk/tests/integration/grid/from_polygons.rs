//! Kinds from polygons that were drawn by hand.

use bevy_gjk::ColliderError;
use bevy_gjk::dim2::{CellKind, Collider};
use bevy_gjk::gjk::{Affine2, Circle, ConvexPolygon, Point, Support, Vec2, intersects};

use crate::common::random::Random;

fn polygon(corners: &[[f32; 2]]) -> Vec<Vec2> {
    corners.iter().copied().map(Vec2::from).collect()
}

fn rectangle(min: [f32; 2], max: [f32; 2]) -> Vec<Vec2> {
    polygon(&[min, [max[0], min[1]], max, [min[0], max[1]]])
}

/// The corners of the shape of a kind.
fn corners(polygons: &[Vec<Vec2>]) -> Vec<Vec2> {
    match CellKind::from_polygons(polygons.iter().cloned()).map(|kind| kind.shape) {
        Ok(Some(Collider::Polygon { corners })) => corners,
        other => panic!("{other:?}"),
    }
}

fn error(polygons: &[Vec<Vec2>]) -> Option<ColliderError> {
    CellKind::from_polygons(polygons.iter().cloned()).err()
}

#[test]
fn what_is_beyond_the_rim_of_the_cell_is_cut_off() {
    let full = corners(&[rectangle([-0.5, -0.5], [0.5, 0.5])]);
    assert_eq!(corners(&[rectangle([-0.5001, -0.57], [0.51, 0.5])]), full);
    assert_eq!(corners(&[rectangle([-30.0, -8.0], [2.0, 99.0])]), full);
    let half = corners(&[rectangle([-0.7, -0.5], [0.52, 0.0])]);
    assert!(half.iter().all(|corner| corner.x.abs() == 0.5 && [0.0, -0.5].contains(&corner.y)), "{half:?}");
    // A concave polygon whose dent is outside.
    let dent = polygon(&[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.9], [0.0, 0.6], [-0.5, 0.9]]);
    assert_eq!(corners(&[dent]), full);
    assert_eq!(error(&[rectangle([0.6, 0.0], [0.9, 0.3])]), Some(ColliderError::OutsideOfCell));
}

#[test]
fn polygons_of_one_cell_are_their_union() {
    let full = corners(&[rectangle([-0.5, -0.5], [0.5, 0.5])]);
    let (left, right) = (rectangle([-0.5, -0.5], [0.1, 0.5]), rectangle([0.1, -0.5], [0.5, 0.5]));
    assert_eq!(corners(&[left.clone(), right.clone()]), full);
    let of_left = corners(core::slice::from_ref(&left));
    assert_eq!(corners(&[left.clone(), left.clone()]), of_left);
    let (point, line) = (polygon(&[[0.2, 0.1]]), polygon(&[[0.2, 0.1], [0.3, 0.4]]));
    assert_eq!(corners(&[point.clone(), left.clone(), line.clone()]), of_left);
    assert_eq!(corners(&[rectangle([0.5, -0.5], [1.5, 0.5]), left.clone()]), of_left);
    assert_eq!(CellKind::from_polygons([point]), Ok(CellKind::default()));
    assert_eq!(error(&[line]), Some(ColliderError::NoArea));
    // The last corner repeats the first, and others the one before.
    let mut repeated = left.clone();
    repeated.insert(1, repeated[0]);
    repeated.push(repeated[0]);
    assert_eq!(corners(&[repeated]), corners(&[left]));
    // No union of these is convex: an L of two rectangles, one of one polygon, a bow tie, and two that are apart.
    let (post, foot) = (rectangle([-0.5, -0.5], [0.0, 0.5]), rectangle([-0.5, -0.5], [0.5, 0.0]));
    let bend = polygon(&[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.0], [0.0, 0.0], [0.0, 0.5], [-0.5, 0.5]]);
    let bow_tie = polygon(&[[-0.5, -0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, 0.5]]);
    let apart = [rectangle([-0.5, -0.5], [-0.1, 0.5]), rectangle([0.1, -0.5], [0.5, 0.5])];
    for concave in [&[post, foot][..], &[bend], &[bow_tie], &apart] {
        assert_eq!(error(concave), Some(ColliderError::ConcaveCell), "{concave:?}");
    }
    assert!(matches!(error(&[polygon(&[[0.0, f32::NAN]])]), Some(ColliderError::Shape(_))));
}

/// Random polygons, cut into strips that overlap, turned and mirrored: the shape has a point just if a polygon has it.
#[test]
fn the_shape_has_the_points_of_the_polygons_in_the_cell() {
    let mut random = Random(11);
    let mut counts = [0; 2];
    for case in 0..400 {
        let center = Vec2::new(random.range(-0.6, 0.6), random.range(-0.6, 0.6));
        let (count, radius) = (3 + random.below(9), random.range(0.2, 1.5));
        let turn = if random.below(2) == 0 { 1.0 } else { -1.0 };
        let start = random.range(0.0, 6.0);
        let corner = |at: u32| {
            center
                + radius * Vec2::from_angle(start + turn * at as f32 * std::f32::consts::TAU / count as f32)
        };
        let whole: Vec<Vec2> = (0..count).map(corner).collect();
        // A fan of triangles from the first corner, in any order, one of them twice.
        let mut fan: Vec<Vec<Vec2>> =
            (2..whole.len()).map(|at| vec![whole[0], whole[at - 1], whole[at]]).collect();
        fan.push(fan[0].clone());
        let last = fan.len() - 1;
        fan.swap(random.below(last as u32 + 1) as usize, last);
        let (one, other) = (CellKind::from_polygons([whole.clone()]), CellKind::from_polygons(fan));
        let (one, other) = match (one, other) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(_), _) => continue,
            // Slivers of the fan in the cell count as lines.
            (Ok(_), Err(error)) => panic!("{case}: {error}"),
        };
        let shape = |kind: &CellKind| match kind.shape.as_ref() {
            Some(Collider::Polygon { corners }) => ConvexPolygon::new(corners.iter().copied()).unwrap(),
            other => panic!("{other:?}"),
        };
        let (one, other) = (shape(&one), shape(&other));
        let drawn = ConvexPolygon::new(whole).unwrap();
        for _ in 0..50 {
            let point = Vec2::new(random.range(-0.7, 0.7), random.range(-0.7, 0.7));
            let has = |shape: &ConvexPolygon| intersects(shape, &Point::new([point]));
            let to_rim = (point.abs().max_element() - 0.5).abs();
            let ball = |radius: f32| Circle::new(radius).placed(Affine2::from_translation(point));
            // How far from the boundary of the polygon it is, too.
            let is_clear = |radius: f32| {
                to_rim > radius
                    && (drawn_has_all(&drawn, point, radius) || !intersects(&drawn, &ball(radius)))
            };
            let expected = has(&drawn) && point.abs().max_element() <= 0.5;
            if is_clear(1e-4) {
                assert_eq!(has(&one), expected, "{case}: {point}");
            }
            // Triangles of which only a sliver is in the cell are lines.
            if is_clear(0.03) {
                assert_eq!(has(&other), expected, "{case}: {point}");
                counts[usize::from(expected)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// Returns whether a polygon contains points all around another one.
fn drawn_has_all(polygon: &ConvexPolygon, point: Vec2, radius: f32) -> bool {
    (0..32).all(|at| {
        let around = point + radius * Vec2::from_angle(at as f32 * std::f32::consts::TAU / 32.0);
        intersects(polygon, &Point::new([around]))
    })
}
