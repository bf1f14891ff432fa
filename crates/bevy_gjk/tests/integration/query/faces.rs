//! Which face of a collider a ray or a cast has hit.

use bevy_gjk::grid::CellKind;
use bevy_gjk::queries::SurfaceFace;
use bevy_math::{UVec2, UVec3};

use crate::common::prelude::*;

/// A map that turns, stretches and mirrors.
fn crooked() -> Transform {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.4, -0.7, 1.1);
    Transform::from_xyz(3.0, -2.0, 5.0).with_rotation(turn).with_scale(Vec3::new(2.0, 0.5, -1.5))
}

/// Returns the face that a ray hits that comes to a point of the collider from outside, both in local coordinates.
fn hit3(collider: dim3::Collider, place: Transform, at: Vec3, outward: Vec3) -> SurfaceFace<Dim3> {
    let mut app = app();
    app.spawn((collider, place));
    app.update();
    let map = GlobalTransform::from(place).affine();
    let [from, to] = [at + outward, at].map(|point| map.transform_point3(point));
    let query = app.query::<Dim3>();
    let hit = query.cast_ray(from, Dir3::new(to - from).unwrap(), 1e3, &QueryFilter::ALL).unwrap();
    assert!(hit.point.distance(to) < 1e-3, "{} for {to}", hit.point);
    let face = hit.face(&query).unwrap();
    assert!(face.normal.dot(hit.normal) > 0.999, "{} for {}", face.normal, hit.normal);
    face
}

fn hit2(collider: dim2::Collider, place: Transform, at: Vec2, outward: Vec2) -> SurfaceFace<Dim2> {
    let mut app = app();
    app.spawn((collider, place));
    app.update();
    let map = GlobalTransform::from(place).affine();
    let [from, to] = [at + outward, at].map(|point| map.transform_point3(point.extend(0.0)).truncate());
    let query = app.query::<Dim2>();
    let hit = query.cast_ray(from, Dir2::new(to - from).unwrap(), 1e3, &QueryFilter::ALL).unwrap();
    assert!(hit.point.distance(to) < 1e-3, "{} for {to}", hit.point);
    hit.face(&query).unwrap()
}

fn assert_near_3(one: Vec3, two: Vec3) {
    assert!(one.distance(two) < 1e-4, "{one} for {two}");
}

#[test]
fn each_side_of_a_box_is_known_with_its_corners() {
    for place in [Transform::IDENTITY, crooked()] {
        for (axis, sign) in Vec3::AXES.into_iter().flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let side = axis * sign;
            let at = side + (Vec3::ONE - axis) * Vec3::new(0.3, -0.2, 0.6);
            let face = hit3(dim3::Collider::cuboid(2.0, 2.0, 2.0), place, at, side);
            assert_near_3(face.local_normal, side);
            assert_eq!(
                (face.source.index, face.cell, face.barycentric, face.is_back),
                (0, None, None, false)
            );
            let back = GlobalTransform::from(place).affine().inverse();
            let local: Vec<_> = face.corners.iter().map(|&corner| back.transform_point3(corner)).collect();
            assert_eq!(local.len(), 4);
            assert!(local.iter().all(|corner| (corner.dot(side) - 1.0).abs() < 1e-4), "{local:?}");
            // Around the face, counterclockwise in the world.
            for index in 0..4 {
                let [a, b, c] = [0, 1, 2].map(|step| face.corners[(index + step) % 4]);
                assert!((b - a).cross(c - b).dot(face.normal) > 0.0);
            }
        }
    }
}

#[test]
fn a_triangle_of_a_mesh_is_known_with_the_weights_of_its_corners() {
    let vertices = [Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::new(2.0, 2.0, 1.0)];
    let triangles = [[0, 1, 2], [2, 1, 3]];
    let meshes = [dim3::Collider::tri_mesh(vertices, triangles), {
        let part = (Transform::IDENTITY, dim3::Collider::tri_mesh(vertices, triangles));
        dim3::Collider::compound([(Transform::from_xyz(-9.0, 0.0, 0.0), dim3::Collider::sphere(0.5)), part])
    }];
    for (mesh, place) in meshes.iter().flat_map(|mesh| [(mesh, Transform::IDENTITY), (mesh, crooked())]) {
        let is_compound = matches!(mesh, dim3::Collider::Compound { .. });
        for (index, triangle) in triangles.iter().enumerate() {
            let corners = triangle.map(|vertex: u32| vertices[vertex as usize]);
            let front = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            for (weights, side) in [([0.2, 0.3, 0.5], 1.0), ([0.6, 0.3, 0.1], -1.0)] {
                let at: Vec3 = corners.iter().zip(weights).map(|(&corner, weight)| corner * weight).sum();
                let face = hit3(mesh.clone(), place, at, front * side);
                assert_eq!(face.source.index as usize, index + usize::from(is_compound));
                let found = face.barycentric.unwrap();
                assert!(found.iter().zip(weights).all(|(one, two)| (one - two).abs() < 1e-4), "{found:?}");
                assert_eq!(face.is_back, side < 0.0, "{place:?}");
                assert_near_3(face.local_normal, front * side);
                let map = GlobalTransform::from(place).affine();
                let world = corners.map(|corner| map.transform_point3(corner));
                assert!(face.corners.iter().zip(world).all(|(one, two)| one.distance(two) < 1e-4));
            }
        }
    }
}

#[test]
fn a_solid_has_no_back_and_a_height_field_has_triangles_by_row() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| corner * 3.0);
    let solid = dim3::Collider::solid(corners, [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]);
    let face = hit3(solid, crooked(), Vec3::new(0.5, 0.5, 0.0), Vec3::NEG_Z);
    assert_eq!((face.source.index, face.is_back), (0, false));
    assert_near_3(face.local_normal, Vec3::NEG_Z);
    let field = dim3::Collider::height_field([0.0; 12], 4, Vec2::new(3.0, 2.0));
    // The third cell of the second row: the triangle at its near corner is the second one.
    let face = hit3(field, Transform::IDENTITY, Vec3::new(0.7, 0.0, 0.1), Vec3::Y);
    assert_eq!((face.source.index, face.is_back), (2 * (3 + 2) + 1, false));
}

#[test]
fn faces_of_hulls_and_edges_of_polygons_have_their_corners() {
    // A prism over a pentagon.
    let ring = || (0..5).map(|at| Vec2::from_angle(at as f32 * core::f32::consts::TAU / 5.0));
    let prism = dim3::Collider::hull(ring().flat_map(|at| [at.extend(1.0), at.extend(-1.0)]));
    let top = hit3(prism.clone(), crooked(), Vec3::new(0.1, 0.2, 1.0), Vec3::Z);
    assert_eq!(top.corners.len(), 5);
    let side = hit3(
        prism,
        crooked(),
        (Vec3::X + ring().nth(1).unwrap().extend(0.0)) * 0.5,
        Vec3::new(1.0, 0.7, 0.0),
    );
    assert_eq!(side.corners.len(), 4);
    let polygon = dim2::Collider::polygon([Vec2::ZERO, Vec2::X * 3.0, Vec2::new(2.0, 2.0), Vec2::Y * 2.0]);
    let edge = hit2(polygon, Transform::IDENTITY, Vec2::new(2.5, 1.0), Vec2::new(2.0, 1.0));
    assert_eq!(edge.corners, [Vec2::X * 3.0, Vec2::new(2.0, 2.0)]);
    assert!((edge.local_normal - Vec2::new(2.0, 1.0).normalize()).length() < 1e-5);
    let rounded = dim2::Collider::rounded(dim2::Collider::rectangle(2.0, 2.0), 0.5);
    let edge = hit2(rounded.clone(), Transform::IDENTITY, Vec2::new(0.3, 1.5), Vec2::Y);
    assert_eq!(edge.corners, [Vec2::new(1.0, 1.5), Vec2::new(-1.0, 1.5)]);
    // Round all over, or at a round corner.
    let corner = hit2(rounded, Transform::IDENTITY, Vec2::ONE + Vec2::splat(0.5 * 0.5_f32.sqrt()), Vec2::ONE);
    assert!(corner.corners.len() < 2 && corner.barycentric.is_none());
    let ball = hit3(dim3::Collider::sphere(1.0), crooked(), Vec3::Y, Vec3::Y);
    assert!(ball.corners.is_empty());
    assert!(ball.local_normal.y > 0.9999, "{}", ball.local_normal);
}

#[test]
fn a_segment_in_2d_has_two_sides_and_a_triangle_of_an_area_has_weights() {
    let line = dim2::Collider::polyline([Vec2::ZERO, Vec2::X * 2.0, Vec2::new(4.0, 0.0)]);
    for (side, is_back) in [(Vec2::NEG_Y, false), (Vec2::Y, true)] {
        let face = hit2(line.clone(), Transform::from_scale(Vec3::new(1.0, -1.0, 1.0)), Vec2::X * 3.0, side);
        assert_eq!((face.source.index, face.is_back), (1, is_back));
        assert_eq!(face.corners, [Vec2::X * 2.0, Vec2::X * 4.0]);
    }
    let corners = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE];
    let area = dim2::Collider::tri_mesh(corners, [[0, 1, 2], [1, 3, 2]]);
    let face = hit2(area, Transform::IDENTITY, Vec2::new(1.0, 0.25), Vec2::X);
    assert_eq!((face.source.index, face.is_back, face.corners), (1, false, vec![Vec2::X, Vec2::ONE]));
    let weights = face.barycentric.unwrap();
    assert!((weights[0] - 0.75).abs() < 1e-5 && (weights[1] - 0.25).abs() < 1e-5, "{weights:?}");
}

#[test]
fn the_cell_and_its_side_are_known() {
    let mut grid =
        dim3::CellGrid::new(UVec3::new(4, 4, 4), 0.5, [CellKind { tag: 7, ..CellKind::<Dim3>::full() }]);
    grid.set(UVec3::new(1, 2, 3), 1).unwrap();
    // In a part that is placed by itself, too.
    let part = Transform::from_xyz(1.0, 0.0, 0.0).with_rotation(Quat::from_rotation_x(0.5));
    let compound = dim3::Collider::compound([(part, dim3::Collider::Grid(grid.clone()))]);
    let center = grid.center(UVec3::new(1, 2, 3));
    for side in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z] {
        let at = center + side * 0.25 + Vec3::splat(0.05) * (Vec3::ONE - side.abs());
        for (collider, at, outward) in [
            (dim3::Collider::Grid(grid.clone()), at, side),
            (compound.clone(), part * at, part.rotation * side),
        ] {
            let face = hit3(collider, crooked(), at, outward);
            let cell = face.cell.unwrap();
            assert_eq!((cell.cell, cell.kind, cell.tag), (UVec3::new(1, 2, 3), 1, 7));
            assert_near_3(face.local_normal, side);
        }
    }
    let mut tiles = dim2::CellGrid::new(UVec2::new(3, 3), 16.0, [CellKind::<Dim2>::slope()]);
    tiles.set(UVec2::new(1, 1), 1).unwrap();
    let face =
        hit2(dim2::Collider::Grid(tiles), Transform::IDENTITY, Vec2::splat(24.0), Vec2::new(-1.0, 1.0));
    assert_eq!(face.cell.map(|cell| cell.cell), Some(UVec2::new(1, 1)));
    assert!((face.local_normal - Vec2::new(-1.0, 1.0).normalize()).length() < 1e-4);
}

#[test]
fn the_faces_of_casts_and_of_the_nearest_are_known() {
    let mut app = app();
    let floor = app.spawn(dim3::Collider::tri_mesh([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0], [[0, 1, 2]]));
    app.update();
    let query = app.query::<Dim3>();
    let ball = gjk::Sphere::new(0.5).placed(Affine3A::from_translation(Vec3::new(1.0, 3.0, 2.0)));
    let hit = query.cast_shape(&ball, Dir3::NEG_Y, 10.0, &QueryFilter::ALL).unwrap();
    let near = query.nearest(&ball, 10.0, &QueryFilter::ALL).unwrap();
    for face in [hit.face(&query).unwrap(), near.face(&query).unwrap()] {
        assert_eq!((face.source.entity, face.normal, face.is_back), (floor, Vec3::Y, false));
        let weights = face.barycentric.unwrap();
        assert!(
            weights.iter().zip([0.25, 0.5, 0.25]).all(|(one, two)| (one - two).abs() < 1e-4),
            "{weights:?}"
        );
    }
    // What no longer takes part has no face.
    app.despawn(floor);
    app.update();
    assert_eq!(hit.face(&app.query::<Dim3>()), None);
}
