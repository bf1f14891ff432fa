//! Composite shapes: a compound or a triangle mesh answers as the best of its parts, by brute force over them.

use gjk::*;

use crate::common::Rng;

/// Returns the vertices and the triangles of a paraboloid over a grid in the xz plane.
fn bowl() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for z in 0..9u32 {
        for x in 0..9u32 {
            let (u, v) = (x as f32 - 4.0, z as f32 - 4.0);
            vertices.push(Vec3::new(u, 0.1 * (u * u + v * v), v));
            if x < 8 && z < 8 {
                let i = z * 9 + x;
                indices.extend([[i, i + 1, i + 9], [i + 1, i + 10, i + 9]]);
            }
        }
    }
    (vertices, indices)
}

#[test]
fn a_mesh_answers_as_its_best_triangle_does() {
    let (vertices, indices) = bowl();
    let mesh = Composite(triangles(&vertices, &indices));
    let each = || triangles(&vertices, &indices);
    let mut rng = Rng(47);
    let mut hits = 0;
    for _ in 0..200 {
        let (shape, point) = (rng.shape_3d(3.0), rng.vec3(5.0));
        assert_eq!(mesh.intersects(&*shape), each().any(|part| intersects(&part, &*shape)));
        let deepest = each().filter_map(|part| contact(&part, &*shape)).map(|c| c.depth);
        assert_eq!(mesh.contact(&*shape).map(|(_, c)| c.depth), deepest.reduce(f32::max));
        hits += usize::from(mesh.intersects(&*shape));
        assert_eq!(mesh.closest_points(&*shape).is_none(), mesh.intersects(&*shape));
        let nearest = each().map(|part| nearest_point(&part, point).distance).reduce(f32::min);
        assert_eq!(mesh.nearest_point(point).map(|(_, found)| found.distance), nearest);
        let hit = mesh.ray_cast(point, Vec3::NEG_Y, 9.0).map(|(_, hit)| hit.distance);
        let first = each().filter_map(|part| ray_cast(&part, point, Vec3::NEG_Y, 9.0)).map(|h| h.distance);
        assert_eq!(hit, first.reduce(f32::min));
        let (velocity, fixed) = (Vec3::new(0.5, -2.0, 0.1), Vec3::ZERO);
        let hit = mesh.cast(fixed, &*shape, velocity, 3.0).map(|(_, hit)| hit.time);
        let first = each().filter_map(|part| cast(&part, fixed, &*shape, velocity, 3.0)).map(|hit| hit.time);
        assert_eq!(hit, first.reduce(f32::min));
    }
    assert!(hits > 10);
    let bounds = mesh.aabb().unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 3.2, 4.0)));
}

#[test]
fn an_empty_composite_touches_nothing() {
    let empty = Composite::<&[Sphere]>(&[]);
    let ball = Sphere::new(1.0);
    assert!(!empty.intersects(&ball) && empty.contact(&ball).is_none());
    assert!(empty.closest_points(&ball).is_none() && empty.aabb::<Vec3>().is_none());
    assert!(empty.ray_cast(Vec3::ZERO, Vec3::X, 1.0).is_none());
}

#[test]
fn triangles_with_an_index_out_of_range_are_skipped() {
    let vertices = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let indices = [[0, 1, 9], [0, 1, 2]];
    let mesh = Composite(triangles(&vertices, &indices));
    let (index, closest) = mesh.closest_points(&Point::new([Vec3::new(0.2, 0.2, 2.0)])).unwrap();
    assert_eq!((index, closest.distance), (1, 2.0));
    assert_eq!(mesh.nearest_point(Vec3::new(0.2, 0.2, -2.0)).unwrap().0, 1);
}
