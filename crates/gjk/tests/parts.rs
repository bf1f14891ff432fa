//! Compounds and meshes answer as the best of their parts.

mod common;

use common::Dice;
use gjk::*;

/// A bowl of triangles, as a grid over the xz plane.
fn bowl() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut corners, mut indices) = (Vec::new(), Vec::new());
    for z in 0..9u32 {
        for x in 0..9u32 {
            let (u, v) = (x as f32 - 4.0, z as f32 - 4.0);
            corners.push(Vec3::new(u, 0.1 * (u * u + v * v), v));
            if x < 8 && z < 8 {
                let i = z * 9 + x;
                indices.extend([[i, i + 1, i + 9], [i + 1, i + 10, i + 9]]);
            }
        }
    }
    (corners, indices)
}

#[test]
fn a_mesh_answers_as_its_best_triangle() {
    let (corners, indices) = bowl();
    let mesh = Composite(triangles(&corners, &indices));
    let each = || triangles(&corners, &indices);
    let mut dice = Dice(47);
    let mut met = 0;
    for _ in 0..200 {
        let (solid, point) = (dice.solid(3.0), dice.vec3(5.0));
        assert_eq!(mesh.intersects(&*solid), each().any(|part| intersects(&part, &*solid)));
        let deepest = each().filter_map(|part| contact(&part, &*solid)).map(|c| c.depth);
        assert_eq!(mesh.contact(&*solid).map(|(_, c)| c.depth), deepest.reduce(f32::max));
        met += usize::from(mesh.intersects(&*solid));
        assert_eq!(mesh.closest_points(&*solid).is_none(), mesh.intersects(&*solid));
        let nearest = each().map(|part| nearest_point(&part, point).distance).reduce(f32::min);
        assert_eq!(mesh.nearest_point(point).map(|(_, found)| found.distance), nearest);
        let hit = mesh.ray_cast(point, Vec3::NEG_Y, 9.0).map(|(_, hit)| hit.distance);
        let first = each().filter_map(|part| ray_cast(&part, point, Vec3::NEG_Y, 9.0)).map(|h| h.distance);
        assert_eq!(hit, first.reduce(f32::min));
        let (down, still) = (Vec3::new(0.5, -2.0, 0.1), Vec3::ZERO);
        let hit = mesh.cast(still, &*solid, down, 3.0).map(|(_, hit)| hit.time);
        let first = each().filter_map(|part| cast(&part, still, &*solid, down, 3.0)).map(|hit| hit.time);
        assert_eq!(hit, first.reduce(f32::min));
    }
    assert!(met > 10);
    let bounds = mesh.aabb().unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 3.2, 4.0)));
}

#[test]
fn nothing_at_all_meets_nothing() {
    let nothing = Composite::<&[Sphere]>(&[]);
    let ball = Sphere::new(1.0);
    assert!(!nothing.intersects(&ball) && nothing.contact(&ball).is_none());
    assert!(nothing.closest_points(&ball).is_none() && nothing.aabb::<Vec3>().is_none());
    assert!(nothing.ray_cast(Vec3::ZERO, Vec3::X, 1.0).is_none());
}

#[test]
fn a_triangle_of_a_corner_that_is_not_there_is_passed_over() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let indices = [[0, 1, 9], [0, 1, 2]];
    let mesh = Composite(triangles(&corners, &indices));
    let (index, closest) = mesh.closest_points(&Point::new([Vec3::new(0.2, 0.2, 2.0)])).unwrap();
    assert_eq!((index, closest.distance), (1, 2.0));
    assert_eq!(mesh.nearest_point(Vec3::new(0.2, 0.2, -2.0)).unwrap().0, 1);
}
