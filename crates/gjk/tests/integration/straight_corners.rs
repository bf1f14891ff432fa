//! Corners that are straight up to rounding change no answer, and no polygon is refused for them.

use std::f32::consts::{FRAC_PI_2, TAU};

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{cast, closest_points, contact, face_normal, manifold};

/// Returns the corners with others on the sides, at random.
fn with_straight_corners(rng: &mut Rng, corners: &[Vec2]) -> Vec<Vec2> {
    let mut all = Vec::new();
    for (index, &from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let mut parts: Vec<f32> = (0..rng.below(4)).map(|_| rng.real(0.0, 1.0)).collect();
        // Near the ends, and near each other.
        match rng.below(6) {
            0 => parts.push(1e-6),
            1 => parts.push(1.0 - 1e-4),
            2 if !parts.is_empty() => parts.push(parts[0] + 1e-7),
            _ => {}
        }
        parts.sort_by(f32::total_cmp);
        all.push(from);
        all.extend(parts.into_iter().map(|part| from + (to - from) * part));
    }
    without_repeated(all)
}

/// Leaves out corners that rounding made equal to the one before them.
fn without_repeated(mut corners: Vec<Vec2>) -> Vec<Vec2> {
    corners.dedup();
    if corners.first() == corners.last() {
        corners.pop();
    }
    corners
}

/// Asserts that two polygons give the same answers about a shape.
fn assert_same_answers(
    one: &ConvexPolygon,
    other: &ConvexPolygon,
    shape: &dyn Support<Vec2>,
    velocity: Vec2,
) {
    let size = one.size().half_extents.max_element();
    let largest = other.corners().fold(0.0_f32, |most, corner| most.max(corner.abs().max_element()));
    // The corners are rounded, and of two that are that near to each other either may be left out.
    let near = |one: f32, other: f32| (one - other).abs() <= 2e-5 * size + 16.0 * f32::EPSILON * largest;
    let (a, b) = (contact(one, shape), contact(other, shape));
    assert_eq!(a.is_some(), b.is_some());
    if let (Some(a), Some(b)) = (a, b) {
        assert!(near(a.depth, b.depth) && a.normal.distance(b.normal) < 1e-4, "{a:?} {b:?}");
    }
    let (a, b) = (manifold(one, shape), manifold(other, shape));
    assert_eq!(a.map(|it| it.points().len()), b.map(|it| it.points().len()));
    let (a, b) = (closest_points(one, shape), closest_points(other, shape));
    assert_eq!(a.is_some(), b.is_some());
    if let (Some(a), Some(b)) = (a, b) {
        assert!(near(a.distance, b.distance), "{a:?} {b:?}");
    }
    let (a, b) = (cast(one, Vec2::ZERO, shape, velocity, 1.0), cast(other, Vec2::ZERO, shape, velocity, 1.0));
    assert_eq!(a.is_some(), b.is_some());
    if let (Some(a), Some(b)) = (a, b) {
        assert!(near(a.time * velocity.length(), b.time * velocity.length()), "{a:?} {b:?}");
        let normals =
            [(one, a), (other, b)].map(|(it, hit)| face_normal(it, hit.contact.on_a, hit.contact.normal));
        assert!(normals[0].distance(normals[1]) < 1e-3, "{normals:?}");
    }
}

/// Turns, scales and moves corners as a program in `f32` does.
fn place(corners: &[Vec2], angle: f32, size: f32, by: Vec2) -> Vec<Vec2> {
    corners.iter().map(|&corner| Vec2::from_angle(angle).rotate(corner * size) + by).collect()
}

#[test]
fn a_corner_that_is_straight_up_to_rounding_is_none() {
    let corners = [[0.0, 0.0], [0.1, 0.3], [0.3, 0.9], [-1.0, 2.0]].map(Vec2::from);
    let polygon = ConvexPolygon::new(corners).unwrap();
    assert_eq!(polygon, ConvexPolygon::new([corners[0], corners[2], corners[3]]).unwrap());
}

#[test]
fn polygons_with_corners_on_their_sides_answer_as_those_without() {
    let mut rng = Rng(3);
    for case in 0..4000 {
        let bare: Vec<Vec2> = match rng.below(3) {
            0 => {
                let (x, y) = (rng.real(0.05, 1.0), rng.real(0.05, 1.0));
                [[x, y], [-x, y], [-x, -y], [x, -y]].map(Vec2::from).into()
            }
            1 => {
                let count = 3 + rng.below(30);
                (0..count).map(|index| Vec2::from_angle(TAU * index as f32 / count as f32)).collect()
            }
            _ => ConvexPolygon::hull((0..6).map(|_| rng.vec2(1.0))).unwrap().corners().collect(),
        };
        let far = [0.0, 1.0, 10.0, 100.0, 1000.0][rng.below(5) as usize];
        let size = 10f32.powf(rng.real(-3.0, 3.0));
        let (angle, by) = (rng.real(-3.0, 3.0), rng.vec2(far * size));
        // On the sides before they are turned, and after.
        let mut all = match rng.below(2) {
            0 => place(&with_straight_corners(&mut rng, &bare), angle, size, by),
            _ => {
                let placed = place(&bare, angle, size, by);
                with_straight_corners(&mut rng, &placed)
            }
        };
        let bare = without_repeated(place(&bare, angle, size, by));
        all = without_repeated(all);
        if rng.below(2) == 0 {
            all.reverse();
        }
        let start = rng.below(all.len() as u64) as usize;
        all.rotate_left(start);
        let polygon = ConvexPolygon::new(all.iter().copied())
            .unwrap_or_else(|error| panic!("{case}: {error} {far} {all:?}"));
        let expected = ConvexPolygon::new(bare.iter().copied()).unwrap();
        assert_eq!(polygon.corners().len(), expected.corners().len(), "{case}: {far} {all:?}");
        // A stored polygon is read again as it is.
        assert_eq!(ConvexPolygon::new(polygon.corners()).unwrap().corners().len(), polygon.corners().len());
        if far <= 10.0 {
            let at = by + rng.vec2(2.0 * size);
            let map = Affine2::from_scale_angle_translation(Vec2::splat(size), rng.real(-3.0, 3.0), at);
            let other = Rectangle::new(1.0, 0.5).placed(map);
            assert_same_answers(&polygon, &expected, &other, (by - at) * 2.0);
        }
    }
}

#[test]
fn regular_polygons_may_have_the_middles_of_their_sides() {
    for sides in 3..200 {
        let corners: Vec<Vec2> = ConvexPolygon::regular(1.0, sides).unwrap().corners().collect();
        let middle = |index: usize| corners[index].midpoint(corners[(index + 1) % sides]);
        let all = (0..sides).flat_map(|index| [corners[index], middle(index)]);
        assert_eq!(ConvexPolygon::new(all).unwrap().corners().len(), sides);
    }
}

/// A polygon of so many corners that each is straight up to rounding still has its outline.
#[test]
fn a_circle_of_very_many_corners_stays_round() {
    for count in [1000, 10_000, 100_000] {
        let corners = (0..count).map(|index| Vec2::from_angle(TAU * index as f32 / count as f32));
        let polygon = ConvexPolygon::new(corners).unwrap();
        assert!(polygon.corners().len() >= 900);
        for step in 0..500 {
            let direction = Vec2::from_angle(TAU * step as f32 / 500.0);
            let most = polygon.support(direction).dot(direction);
            assert!((most - 1.0).abs() < 1e-5, "{count}: {most}");
        }
    }
    // Many corners on each of four sides.
    let side = |index: usize| {
        [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)][index % 4]
    };
    let on_side =
        |index: usize| (0..25_000).map(move |step| side(index).lerp(side(index + 1), step as f32 / 25_000.0));
    assert_eq!(ConvexPolygon::new((0..4).flat_map(on_side)).unwrap().corners().len(), 4);
}

#[test]
fn a_corner_that_turns_inward_by_a_thousandth_is_concave() {
    let mut rng = Rng(5);
    for case in 0..2000 {
        let (x, y) = (rng.real(0.05, 1.0), rng.real(0.05, 1.0));
        let inward = 1e-3 * x.max(y);
        let corners =
            [[x, y], [-x, y], [-x, -y], [x * rng.real(-0.7, 0.7), inward - y], [x, -y]].map(Vec2::from);
        let far = [0.0, 1.0, 10.0, 100.0, 1000.0][rng.below(5) as usize];
        let size = 10f32.powf(rng.real(-3.0, 3.0));
        let placed = place(&corners, rng.real(-3.0, 3.0), size, rng.vec2(far * size * x.max(y)));
        assert_eq!(ConvexPolygon::new(placed).unwrap_err(), ShapeError::ConcaveCorner(3), "{case}");
    }
}

#[test]
fn a_polygon_does_without_corners_that_repeat_the_one_before() {
    let mut rng = Rng(7);
    for case in 0..2000 {
        let count = 3 + rng.below(9) as usize;
        let size = 10f32.powf(rng.real(-3.0, 3.0));
        let away = [0.0, 1.0, 1000.0][rng.below(3) as usize] * size;
        let far = rng.vec2(away);
        let turn = if rng.below(2) == 0 { 1.0 } else { -1.0 };
        let corner = |at: usize| far + size * Vec2::from_angle(turn * at as f32 * TAU / count as f32);
        let corners: Vec<Vec2> = (0..count).map(corner).collect();
        let plain = ConvexPolygon::new(corners.iter().copied()).unwrap();
        let mut repeated: Vec<Vec2> = Vec::new();
        for &corner in &corners {
            repeated.extend((0..=rng.below(3)).map(|_| corner));
        }
        repeated.extend((0..rng.below(3)).map(|_| corners[0]));
        assert_eq!(ConvexPolygon::new(repeated), Ok(plain), "{case}");
    }
}

#[test]
fn a_right_angle_that_was_added_up_makes_half_a_disc() {
    let half = CircularSector::new(1.0, FRAC_PI_2).unwrap();
    for steps in 1..1000 {
        let sum = (0..steps).fold(0.0_f32, |sum, _| sum + FRAC_PI_2 / steps as f32);
        let sector = CircularSector::new(1.0, sum).unwrap();
        assert!(sector.half_angle() <= FRAC_PI_2);
        assert!(sector.support(Vec2::new(1.0, -0.1)).distance(half.support(Vec2::new(1.0, -0.1))) < 1e-4);
    }
    assert_eq!(CircularSector::new(1.0, FRAC_PI_2 * 1.001), Err(ShapeError::SectorTooWide));
}
