//! Simplices whose results are known.

use glam::{DVec2, DVec3};

use crate::simplex::Solve;

#[test]
fn of_equally_near_facets_the_first_is_taken() {
    assert_eq!(DVec2::nearest(&[DVec2::X; 3], false).weights, [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(DVec3::nearest(&[DVec3::X; 3], true).weights, [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(DVec3::nearest(&[DVec3::X; 4], false).weights, [1.0, 0.0, 0.0, 0.0]);
    // The nearest point is a vertex that two edges share.
    let corner = [DVec2::new(3.0, 1.0), DVec2::Y, DVec2::new(-3.0, 1.0)];
    assert_eq!(DVec2::nearest(&corner, true).weights, [0.0, 1.0, 0.0, 0.0]);
    // Both edges at the new vertex are as near as each other: the first one is kept.
    let edges = [DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0), DVec2::new(0.0, 0.0)];
    let nearest = DVec2::nearest_incrementally(3, |at| edges[at]);
    assert_eq!((nearest.point, nearest.vertex_mask), (DVec2::ZERO, 0b100));
}

#[test]
fn a_number_that_is_none_leads_to_a_vertex() {
    let nan = DVec3::splat(f64::NAN);
    let nearest = DVec3::nearest(&[nan, DVec3::X], false);
    assert!(nearest.weights == [1.0, 0.0, 0.0, 0.0] && !nearest.encloses);
    for at in 0..4 {
        let mut points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|vertex| vertex - DVec3::splat(0.1));
        points[at] = nan;
        for exhaustive in [false, true] {
            let nearest = DVec3::nearest(&points, exhaustive);
            assert!(!nearest.encloses, "vertex {at}");
            assert_eq!(nearest.weights.iter().sum::<f64>(), 1.0, "vertex {at}: {nearest:?}");
        }
        let nearest = DVec3::nearest_incrementally(4, |index| points[index]);
        assert!(!nearest.encloses && nearest.vertex_mask & 0b1000 != 0, "vertex {at}: {nearest:?}");
    }
}

#[test]
fn the_content_is_that_of_the_parallelotope() {
    assert_eq!(DVec2::content([DVec2::new(2.0, 1.0), DVec2::new(1.0, 3.0), DVec2::ZERO]), 5.0);
    assert_eq!(DVec2::content([DVec2::new(1.0, 3.0), DVec2::new(2.0, 1.0), DVec2::ZERO]), 5.0);
    let edges = [DVec3::X * 2.0, DVec3::new(1.0, 3.0, 0.0), DVec3::new(7.0, 5.0, -4.0)];
    assert_eq!(DVec3::content(edges), 24.0);
}

#[test]
fn the_nearest_point_of_a_tetrahedron_is_inside_on_a_face_an_edge_or_a_vertex() {
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let nearest = |origin: DVec3| {
        let nearest = DVec3::nearest(&tetrahedron.map(|vertex| vertex - origin), false);
        (nearest.point + origin, nearest.weights.map(|weight| weight > 0.0), nearest.encloses)
    };
    let inside = DVec3::splat(0.1);
    let (point, vertex_mask, encloses) = nearest(inside);
    assert!((point - inside).length() < 1e-15 && vertex_mask == [true; 4] && encloses);
    assert_eq!(
        nearest(DVec3::new(0.25, 0.25, -1.0)),
        (DVec3::new(0.25, 0.25, 0.0), [true, true, true, false], false)
    );
    assert_eq!(
        nearest(DVec3::new(0.5, -1.0, -1.0)),
        (DVec3::new(0.5, 0.0, 0.0), [true, true, false, false], false)
    );
    assert_eq!(nearest(DVec3::new(3.0, -1.0, -1.0)), (DVec3::X, [false, true, false, false], false));
}

#[test]
fn flat_simplices_have_the_right_nearest_point() {
    // Four coplanar points, one of them inside the triangle of the others.
    let flat =
        [DVec3::new(-1.0, -1.0, 2.0), DVec3::new(3.0, -1.0, 2.0), DVec3::new(-1.0, 3.0, 2.0), DVec3::Z * 2.0];
    assert!((DVec3::nearest(&flat, false).point - DVec3::Z * 2.0).length() < 1e-15);
    // Three collinear points, the origin beside their line.
    let line = [DVec2::new(-1.0, 1.0), DVec2::new(2.0, 1.0), DVec2::new(0.5, 1.0)];
    assert!((DVec2::nearest(&line, false).point - DVec2::Y).length() < 1e-15);
    // Four coincident points.
    assert_eq!(DVec3::nearest(&[DVec3::X; 4], false).point, DVec3::X);
}
