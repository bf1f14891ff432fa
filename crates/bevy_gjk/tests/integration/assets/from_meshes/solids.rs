//! Closed meshes make colliders with an inside.

use bevy_mesh::MeshBuilder;
use bevy_mesh::Meshable;
use bevy_shape::{Cone, ConicalFrustum, Cylinder, Tetrahedron, Torus};

use super::*;

/// The seams of Bevy's meshes are open by a rounding, and their vertices are duplicated where normals differ.
#[test]
fn the_closed_meshes_of_bevy_have_an_inside() {
    let meshes: [(&str, Mesh, Vec3); 9] = [
        ("cuboid", Cuboid::new(2.0, 2.0, 2.0).into(), Vec3::ZERO),
        ("ico sphere", Sphere::new(1.0).mesh().ico(3).unwrap(), Vec3::ZERO),
        ("sphere of latitudes", Sphere::new(1.0).mesh().uv(24, 12), Vec3::ZERO),
        ("cylinder", Cylinder::new(1.0, 2.0).into(), Vec3::ZERO),
        ("capsule", Capsule3d::new(1.0, 2.0).into(), Vec3::ZERO),
        ("cone", Cone::new(1.0, 2.0).into(), Vec3::ZERO),
        (
            "frustum",
            ConicalFrustum { radius_top: 0.5, radius_bottom: 1.0, height: 2.0 }.mesh().build(),
            Vec3::ZERO,
        ),
        ("torus", Torus::new(0.5, 1.5).into(), Vec3::X),
        ("tetrahedron", Tetrahedron::default().mesh().build(), Vec3::ZERO),
    ];
    for (name, mesh, inside) in meshes {
        let (mut app, _) = app();
        let mesh = add(&mut app, mesh);
        let body = app.spawn((Mesh3d(mesh), ColliderFromMesh::Solid));
        let probe = app.spawn((Collider::sphere(0.01), Transform::from_translation(inside)));
        let beside = app.spawn((Collider::sphere(0.01), Transform::from_xyz(5.0, 0.0, 0.0)));
        app.update();
        assert!(matches!(collider(&app, body), Some(Collider::Solid { .. })), "{name}");
        let collisions = app.resource::<Collisions>();
        assert_eq!(collisions.error_of(body), None, "{name}");
        assert!(collisions.contains(body, probe), "{name}");
        assert!(!collisions.contains(body, beside), "{name}");
    }
}

#[test]
fn an_open_mesh_gives_a_warning_that_names_the_edge() {
    let warnings = warnings(|| {
        let (mut app, _) = app();
        let mesh = add(&mut app, Plane3d::new(Vec3::Y, Vec2::splat(2.0)));
        let floor = app.spawn((Mesh3d(mesh), ColliderFromMesh::Solid));
        app.updates(2);
        assert_eq!(collider(&app, floor), None);
    });
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("open edge"), "{warnings:?}");
}
