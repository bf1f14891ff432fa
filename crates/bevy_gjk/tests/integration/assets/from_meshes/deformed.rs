//! Meshes that the renderer deforms: a collider does not follow them, and a warning names the way out.

use bevy_mesh::skinning::SkinnedMesh;
use bevy_reflect::Reflect;

use super::*;

/// Has the path of Bevy's component, which exists only with the feature `morph` of `bevy_mesh`.
#[derive(Component, Reflect)]
#[reflect(Component)]
#[type_path = "bevy_mesh::morph"]
struct MeshMorphWeights;

/// Returns the warnings of some frames.
fn run(app: &mut App) -> Vec<String> {
    warnings(|| app.updates(20))
}

#[test]
fn a_skinned_mesh_is_warned_of_once_and_colliders_on_its_joints_follow() {
    let (mut app, _) = app();
    let mesh = Mesh3d(add(&mut app, Cuboid::new(1.0, 1.0, 1.0)));
    let world = app.world_mut();
    let joint = world.spawn((Name::new("hand"), at_x(10.0))).id();
    let skin = SkinnedMesh { joints: vec![joint], ..Default::default() };
    let body = world.spawn((Name::new("body"), mesh.clone(), ColliderFromMesh::Box, skin.clone())).id();
    let probe = world.spawn((Collider::sphere(1.0), at_x(10.0))).id();
    let lines = run(&mut app);
    assert_one_warning(&lines, &[&body.to_string(), "\"body\"", "SkinnedMesh", "\"hand\"", "bind pose"]);
    // Bevy draws the mesh at the joint, and not where its entity is.
    app.remove::<(ColliderFromMesh, Collider)>(body);
    app.insert(joint, Collider::cuboid(1.0, 1.0, 1.0));
    let touches = |app: &App| app.resource::<Collisions>().contains(joint, probe);
    assert!(run(&mut app).is_empty());
    assert!(touches(&app));
    app.get_mut::<Transform>(joint).translation.x = 0.0;
    app.update();
    assert!(!touches(&app));

    // The joints come later, and from a scene.
    let lines = warnings(|| {
        let root = app.spawn((Transform::default(), CollidersFromScene::default()));
        let limb = app.spawn((Name::new("limb"), mesh, ChildOf(root)));
        app.update();
        app.insert(limb, skin);
        app.updates(20);
    });
    assert_one_warning(&lines, &["\"limb\""]);
}

#[test]
fn a_mesh_with_morph_targets_is_warned_of_once() {
    let (mut app, _) = app();
    app.register_type::<MeshMorphWeights>();
    let mesh = Mesh3d(add(&mut app, Cuboid::new(1.0, 1.0, 1.0)));
    app.spawn((Name::new("face"), mesh.clone(), ColliderFromMesh::Hull, MeshMorphWeights));
    app.spawn((Name::new("plain"), mesh, MeshMorphWeights));
    assert_one_warning(&run(&mut app), &["\"face\"", "morph targets"]);
}
