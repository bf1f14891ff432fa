//! Closed meshes make colliders with an inside.

use bevy_mesh::MeshBuilder;
use bevy_mesh::Meshable;
use bevy_shape::{Cone, ConicalFrustum, Cylinder, Tetrahedron, Torus};

use super::*;

/// The seams of Bevy's meshes are open by a rounding, and their vertices are duplicated where normals differ.
#[test]
fn the_closed_meshes_of_bevy_have_an_inside() {
    let frustum = ConicalFrustum { radius_top: 0.5, radius_bottom: 1.0, height: 2.0 };
    let meshes: [(&str, Mesh, Vec3); 9] = [
        ("cuboid", Cuboid::new(2.0, 2.0, 2.0).into(), Vec3::ZERO),
        ("ico sphere", Sphere::new(1.0).mesh().ico(3).unwrap(), Vec3::ZERO),
        ("sphere of latitudes", Sphere::new(1.0).mesh().uv(24, 12), Vec3::ZERO),
        ("cylinder", Cylinder::new(1.0, 2.0).into(), Vec3::ZERO),
        ("capsule", Capsule3d::new(1.0, 2.0).into(), Vec3::ZERO),
        ("cone", Cone::new(1.0, 2.0).into(), Vec3::ZERO),
        ("frustum", frustum.mesh().build(), Vec3::ZERO),
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
fn an_open_mesh_collides_as_a_surface_and_a_warning_names_the_edge() {
    let warnings = warnings(|| {
        let (mut app, _) = app();
        let mesh = add(&mut app, Plane3d::new(Vec3::Y, Vec2::splat(2.0)));
        let floor = app.spawn((Mesh3d(mesh), ColliderFromMesh::Solid));
        app.updates(2);
        assert!(matches!(collider(&app, floor), Some(Collider::TriMesh { .. })));
    });
    assert_one_warning(&warnings, &["open edge"]);
}

/// A beak that sinks into a head, as a mesh of its own and joined to it.
#[test]
fn a_closed_mesh_that_crosses_itself_collides_as_a_surface_with_one_warning() {
    let moved = |mesh: Mesh, x: f32| mesh.translated_by(Vec3::X * x);
    let mut duck = Mesh::from(Sphere::new(1.0)).with_removed_attribute(Mesh::ATTRIBUTE_UV_0);
    let beak = Mesh::from(Cuboid::new(0.5, 0.4, 0.4)).with_removed_attribute(Mesh::ATTRIBUTE_UV_0);
    duck.merge(&moved(beak, 1.0)).unwrap();
    let warnings = warnings(|| {
        let (mut app, _) = app();
        let mesh = add(&mut app, duck);
        let duck = app.spawn((Mesh3d(mesh), ColliderFromMesh::Solid, Name::new("duck")));
        let probe = |x: f32| (Collider::sphere(0.05), Transform::from_xyz(x, 0.0, 0.0));
        let [on_beak, on_head, beside] = [1.25, -1.0, 1.4].map(|x| app.spawn(probe(x)));
        app.updates(2);
        assert!(matches!(collider(&app, duck), Some(Collider::TriMesh { .. })));
        let collisions = app.resource::<Collisions>();
        assert_eq!(collisions.error_of(duck), None);
        assert!(collisions.contains(duck, on_beak) && collisions.contains(duck, on_head));
        assert!(!collisions.contains(duck, beside));
    });
    assert_one_warning(&warnings, &["\"duck\"", "crosses itself", "ColliderFromMesh::Triangles"]);
}
