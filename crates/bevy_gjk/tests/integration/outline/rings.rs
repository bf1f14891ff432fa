//! Outlines as tools write them, and what is wrong with some.

use super::areas::parts;
use crate::common::prelude::*;

fn points(coordinates: &[[f32; 2]]) -> Vec<Vec2> {
    coordinates.iter().copied().map(Vec2::from).collect()
}

/// Returns the area of all parts.
fn area(collider: &dim2::Collider) -> f32 {
    let of_part = |corners: &Vec<Vec2>| -> f32 {
        corners.windows(2).map(|side| 0.5 * (side[0] - corners[0]).perp_dot(side[1] - corners[0])).sum()
    };
    parts(collider).iter().map(of_part).sum()
}

#[test]
fn a_lake_like_a_star_has_an_island() {
    let star = |outer: f32, inner: f32| {
        (0..10).map(move |index| {
            let radius = if index % 2 == 0 { outer } else { inner };
            Vec2::from_angle(index as f32 * core::f32::consts::PI / 5.0) * radius
        })
    };
    let mut app = app();
    let lake = app.spawn((dim2::Collider::outlines([star(10.0, 5.0), star(2.0, 1.0)]), at_xy(100.0, 0.0)));
    app.update();
    let mut is_wet = |x: f32, y: f32| app.query::<Dim2>().contains(lake, Vec2::new(100.0 + x, y));
    assert!(is_wet(3.0, 0.0) && is_wet(9.0, 0.0) && is_wet(-4.0, 0.5));
    assert!(!is_wet(0.0, 0.0) && !is_wet(1.5, 0.0), "the island");
    assert!(!is_wet(-8.0, 0.0), "between two points of the star");
}

#[test]
fn rings_of_other_tools_are_the_same_area() {
    let square = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    let hole = points(&[[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]]);
    let closed = |ring: &[Vec2]| ring.iter().chain(ring.first()).copied().collect::<Vec<_>>();
    let reversed = |ring: &[Vec2]| ring.iter().rev().copied().collect::<Vec<_>>();
    // Tiled: open, y down. GeoJSON: closed, holes clockwise. SVG: holes either way, points repeated.
    let tiled = vec![square.clone(), hole.clone()];
    let geojson = vec![closed(&square), closed(&reversed(&hole))];
    let svg = vec![reversed(&square), hole.iter().flat_map(|&point| [point, point]).collect()];
    // A seam from the outer ring to the hole and back: one ring, as some tools write holes.
    let seam = vec![square.iter().chain([&square[0]]).chain(&hole).chain([&hole[0]]).copied().collect()];
    // Points on a line, and a spike.
    let mut spike = square.clone();
    spike.splice(1..1, points(&[[1.0, 0.0], [2.0, 0.0], [2.0, -3.0], [2.0, 0.0]]));
    for contours in [tiled, geojson, svg, seam, vec![spike, hole.clone()]] {
        assert_eq!(area(&dim2::Collider::outlines(contours.clone())), 12.0, "{contours:?}");
    }
    // Two that overlap are apart where both are, and equal ones are nothing.
    let aside: Vec<_> = square.iter().map(|point| *point + Vec2::new(2.0, 0.0)).collect();
    assert_eq!(area(&dim2::Collider::outlines([square.clone(), aside])), 16.0);
    let bow_tie = points(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(area(&dim2::Collider::outline(bow_tie)), 2.0);
}

#[test]
fn an_l_is_two_parts_with_the_points_that_were_given() {
    let corner = points(&[[0.1, 0.2], [3.3, 0.2], [3.3, 1.1], [1.2, 1.1], [1.2, 3.7], [0.1, 3.7]]);
    let parts = parts(&dim2::Collider::outline(corner.clone()));
    assert_eq!(parts.len(), 2);
    assert!(parts.iter().flatten().all(|found| corner.iter().any(|point| point.distance(*found) < 1e-6)));
}

#[test]
fn bad_outlines_give_errors_that_name_the_place() {
    let error = |contours: Vec<Vec<Vec2>>| {
        Shape::<Dim2>::prepare(&dim2::Collider::Outline { contours }).unwrap_err().to_string()
    };
    let square = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let with = |bad: f32| vec![square.clone(), points(&[[0.0, 0.0], [1.0, 1.0], [bad, 0.0]])];
    for bad in each([f32::NAN, f32::INFINITY, f32::NEG_INFINITY]) {
        assert_eq!(error(with(bad)), "point 2 of contour 1 is NaN or infinite");
    }
    let nothing = "an outline that encloses no area";
    let line = points(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]);
    for contours in [vec![], vec![vec![]], vec![vec![Vec2::ONE; 9]], vec![line], vec![square.clone(); 2]] {
        assert_eq!(error(contours), nothing);
    }
    // A scribble crosses itself in about a ninth of the pairs of its edges.
    let mut random = Random(3);
    let scribble: Vec<_> = (0..3000).map(|_| Vec2::new(random.unit(), random.unit())).collect();
    assert_eq!(error(vec![scribble]), "an outline that crosses itself in too many places");
}

#[test]
fn outlines_of_any_size_and_place_are_cut() {
    let quarter = [[0.0, 3.0], [0.5, 0.5], [3.0, 0.0], [0.5, -0.5]];
    let star = quarter.into_iter().chain(quarter.map(|[x, y]| [-x, -y])).collect::<Vec<_>>();
    for size in each([1e-18, 1e-3, 1.0, 1e6, 1e18_f32]) {
        let points = points(&star).into_iter().map(|point| point * size);
        assert_near(area(&dim2::Collider::outline(points)) / (size * size), 6.0, 1e-5);
    }
    // The numbers near both ends of the range of `f32` make no trouble.
    for size in [f32::MAX, 1e30, 1e-38, 1e-44] {
        let points = points(&star).into_iter().map(|point| point.clamp(Vec2::NEG_ONE, Vec2::ONE) * size);
        let _ = Shape::<Dim2>::prepare(&dim2::Collider::outline(points));
    }
    let far = points(&star).into_iter().map(|point| point * 10.0 + Vec2::new(1e4, -1e4));
    assert!((area(&dim2::Collider::outline(far)) - 600.0).abs() < 0.1);
}

#[test]
fn long_outlines_take_no_quadratic_time() {
    // With a sweep that compares all pairs these would take minutes.
    let count = 40_000;
    let star = (0..count).map(|index| {
        let radius = if index % 2 == 0 { 1.0 } else { 0.3 };
        Vec2::from_angle(index as f32 / count as f32 * core::f32::consts::TAU) * radius
    });
    assert!(parts(&dim2::Collider::outline(star)).len() >= count / 2);
    // Of these, all triangles of a first cut meet in one point.
    let parabola = (0..=count).map(|index| {
        let x = index as f32 / count as f32 - 1.0;
        Vec2::new(x, x * x)
    });
    assert!(!parts(&dim2::Collider::outline(parabola)).is_empty());
}

#[test]
fn an_extruded_outline_is_solid_where_the_outline_is() {
    let ring = [
        points(&[[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]]),
        points(&[[-2.0, -2.0], [2.0, -2.0], [0.0, 2.0]]),
    ];
    let mut app = app();
    let solid = app.spawn(dim3::Collider::extrusion(dim2::Collider::outlines(ring), 2.0));
    app.update();
    let mut is_inside = |x: f32, y: f32, z: f32| app.query::<Dim3>().contains(solid, Vec3::new(x, y, z));
    assert!(is_inside(3.0, 0.0, 0.9) && is_inside(1.9, 1.9, -0.9));
    assert!(!is_inside(0.0, 0.0, 0.0) && !is_inside(3.0, 0.0, 1.1));
}

#[test]
fn a_polygon_of_bevy_may_be_concave() {
    let corner = points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    let collider = dim2::Collider::from(bevy_shape::Polygon { vertices: corner });
    assert_eq!(area(&collider), 3.0);
    let square = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let collider = dim2::Collider::from(bevy_shape::Polygon { vertices: square.clone() });
    assert_eq!(collider, dim2::Collider::polygon(square));
}
