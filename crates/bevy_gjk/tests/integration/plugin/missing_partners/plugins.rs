//! Plugins that are missing, or in a schedule that does not run.

use bevy::ecs::schedule::common_conditions::run_once;
use bevy::ecs::system::{RunSystemError, RunSystemOnce};
use bevy::prelude::*;
use bevy::time::TimePlugin;
use bevy_gjk::assets::{
    ColliderFromMesh, ColliderFromSprite, CollidersFromScene, MeshColliderPlugin, SpriteColliderPlugin,
};
use bevy_gjk::picking::CollisionPickingCamera;

use super::*;

#[test]
fn components_of_a_dimension_without_its_plugin_are_warned_of_at_once() {
    let spawns: [fn(&mut World) -> Entity; 7] = [
        |world| spawn(world, dim3::CharacterMover::default()),
        |world| spawn(world, dim3::MoverMotion::default()),
        |world| spawn(world, dim3::MoverState::default()),
        |world| spawn(world, dim3::MoveTrace::default()),
        |world| spawn(world, dim3::OneWayPlatform::default()),
        |world| spawn(world, (dim3::SurfaceVelocity::default(), dim2::Collider::circle(1.0))),
        |world| spawn(world, dim3::Touching::default()),
    ];
    for faulty in spawns {
        let mut app = app_with(dim2::CollisionPlugin::default());
        faulty(app.world_mut());
        let lines = run(&mut app, 1);
        assert_one_warning(&lines, &["\"faulty\"", "the 3D CollisionPlugin is missing"]);
        faulty(app.world_mut());
        assert!(run(&mut app, LONG).is_empty(), "once for all entities");
    }
}

#[test]
fn a_collider_in_an_app_without_any_plugin_is_warned_of_once() {
    let circle = |world: &mut World| spawn(world, dim2::Collider::circle(1.0));
    let says = ["\"faulty\"", "the 2D CollisionPlugin is missing: add dim2::CollisionPlugin"];
    // Spawned before the first frame, in it, and in the schedule that looks for the plugin, which then runs already.
    let mut apps = [app_with(()), app_with(()), app_with(())];
    let circle_once = || (move |world: &mut World| _ = circle(world)).run_if(run_once);
    circle(apps[0].world_mut());
    apps[1].add_systems(Startup, circle_once());
    apps[2].add_systems(First, circle_once());
    assert!(run(&mut apps[2], LONG).is_empty());
    circle(apps[2].world_mut());
    for app in &mut apps {
        assert_one_warning(&run(app, LONG), &says);
        circle(app.world_mut());
        assert!(run(app, LONG).is_empty(), "once for all entities");
        spawn(app.world_mut(), dim3::Collider::sphere(1.0));
        assert_one_warning(&run(app, LONG), &["\"faulty\"", "add dim3::CollisionPlugin"]);
    }
}

#[test]
fn a_collider_that_is_spawned_before_its_plugin_is_added_is_not_warned_of() {
    let mut app = common::app_with(());
    spawn(app.world_mut(), dim2::Collider::circle(1.0));
    app.add_plugins(dim2::CollisionPlugin::default().without(CollisionSystems::Prepare));
    let mut app = finished(app);
    assert!(run(&mut app, LONG).is_empty());
    // Of the other dimension, the table of missing partners warns.
    let mut app = common::app_with(());
    spawn(app.world_mut(), dim2::Collider::circle(1.0));
    app.add_plugins(dim3::CollisionPlugin::default());
    assert_eq!(run(&mut finished(app), LONG).len(), 1);
    // A world without an app.
    let lines = warnings(|| _ = spawn(&mut World::new(), dim2::Collider::circle(1.0)));
    assert!(lines.is_empty());
}

#[test]
fn a_system_parameter_without_its_plugin_names_the_plugin() {
    let says = |result: Result<(), RunSystemError>, plugin| {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(plugin), "{error}");
    };
    let world = &mut World::new();
    says(world.run_system_once(|_: dim2::CollisionQuery| {}), "add dim2::CollisionPlugin");
    says(world.run_system_once(|_: dim3::ColliderMover| {}), "add dim3::CollisionPlugin");
    says(world.run_system_once(|_: dim2::CharacterQuery| {}), "add dim2::CollisionPlugin");
    says(world.run_system_once(|_: dim3::CollisionRules| {}), "add dim3::CollisionPlugin");
}

#[test]
fn sources_of_colliders_without_their_plugin_are_warned_of_at_once() {
    let a_box = |world: &mut World| spawn(world, (ColliderFromMesh::Box, Mesh3d::default()));
    // Without any plugin of meshes and sprites.
    let mut app = app_with(dim3::CollisionPlugin::default());
    a_box(app.world_mut());
    let lines = run(&mut app, 1);
    assert_one_warning(&lines, &["\"faulty\"", "ColliderFromMesh", "MeshColliderPlugin is missing"]);
    spawn(app.world_mut(), CollidersFromScene::default());
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["\"faulty\"", "CollidersFromScene", "MeshColliderPlugin is missing"]);
    let sprite = spawn(app.world_mut(), ColliderFromSprite::Rectangle);
    insert_sprite(app.world_mut(), sprite);
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["\"faulty\"", "ColliderFromSprite", "SpriteColliderPlugin is missing"]);

    // With that of the other dimension.
    let other = || app_with((dim2::CollisionPlugin::default(), MeshColliderPlugin::<Dim2>::default()));
    let mut app = other();
    a_box(app.world_mut());
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["\"faulty\"", "ColliderFromMesh", "MeshColliderPlugin of 3D is missing"]);
    // That warning hides no other: entities without a mesh are still named, each.
    for shape in [ColliderFromMesh::Box, ColliderFromMesh::Hull] {
        spawn(app.world_mut(), shape);
        assert_one_warning(&run(&mut app, LONG), &["\"faulty\"", "neither Mesh2d nor Mesh3d"]);
    }
    let mut app = other();
    let scene = spawn(app.world_mut(), CollidersFromScene::default());
    add_child_with_mesh(app.world_mut(), scene);
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["\"faulty\"", "CollidersFromScene", "MeshColliderPlugin of 3D is missing"]);
    spawn(app.world_mut(), CollidersFromScene::default());
    assert_one_warning(&run(&mut app, LONG), &["\"faulty\"", "there is no mesh below it"]);

    // Without a collision plugin, nothing runs that could look at entities; the plugins themselves speak up.
    let lines = warnings(|| {
        let mesh = MeshColliderPlugin::<Dim3>::default();
        let mut app =
            app_with((mesh, SpriteColliderPlugin::default(), dim3::CollisionPickingPlugin::default()));
        app.update();
    });
    let about =
        |words: &[&str]| lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
    assert_eq!(about(&["MeshColliderPlugin", "add the 3D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["SpriteColliderPlugin", "add the 2D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["CollisionPickingPlugin", "add the 3D CollisionPlugin"]), 1, "{lines:#?}");
    assert_eq!(about(&["CollisionPickingPlugin", "DefaultPickingPlugins"]), 1, "{lines:#?}");
}

#[test]
fn a_picking_camera_without_the_plugin_is_warned_of_at_once() {
    let mut app = app_with(dim3::CollisionPlugin::default());
    spawn(app.world_mut(), (CollisionPickingCamera, Camera::default()));
    assert_one_warning(&run(&mut app, 1), &["\"faulty\"", "CollisionPickingPlugin is missing"]);
}

#[test]
fn observers_of_a_dimension_without_its_plugin_are_warned_of_at_once() {
    let mut app = app_with(dim2::CollisionPlugin::default());
    app.world_mut().add_observer(|_: On<dim2::CollisionStarted>| {});
    assert!(run(&mut app, LONG).is_empty());
    let entity = spawn(app.world_mut(), dim2::Collider::circle(1.0));
    app.observe(entity, |_: On<dim3::CollisionEnded>| {});
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &["\"faulty\"", "observer", "the 3D CollisionPlugin is missing"]);
}

#[test]
fn a_plugin_in_a_schedule_that_does_not_run_is_warned_of_once() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Forgotten;

    let circle = |app: &mut App| spawn(app.world_mut(), dim2::Collider::circle(1.0));
    for plugin in [CollisionPlugin::<Dim2>::in_schedule(Forgotten), CollisionPlugin::in_schedule(FixedUpdate)]
    {
        let mut app = app_with(plugin);
        assert!(run(&mut app, LONG).is_empty(), "nothing is there that could touch");
        circle(&mut app);
        let lines = run(&mut app, LONG);
        assert_one_warning(&lines, &["\"faulty\"", "the schedule", "has not run"]);
    }
    // One that will run, one that is run by hand, and one that is run on demand.
    let mut app = app_with((CollisionPlugin::<Dim2>::in_schedule(FixedUpdate), TimePlugin));
    circle(&mut app);
    assert!(run(&mut app, LONG).is_empty());
    let mut app = app_with(CollisionPlugin::<Dim2>::in_schedule(Forgotten));
    circle(&mut app);
    app.world_mut().run_schedule(Forgotten);
    assert!(run(&mut app, LONG).is_empty());
    let mut app = app_with(CollisionPlugin::<Dim2>::in_schedule(DetectCollisions));
    circle(&mut app);
    assert!(run(&mut app, LONG).is_empty());
}

#[test]
fn an_overlay_key_without_gizmos_is_warned_of_once() {
    let lines = warnings(|| {
        let mut app = App::new();
        app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
        app.add_plugins((TransformPlugin, CollisionPlugins));
        app.finish();
    });
    assert_one_warning(&lines, &["GizmoPlugin"]);
}

#[test]
fn a_plugin_without_the_phase_bounds_looks_for_nothing() {
    let mut app = app_with(dim2::CollisionPlugin::default().without(CollisionSystems::Prepare));
    spawn(app.world_mut(), CollisionLayers::default());
    assert!(run(&mut app, LONG).is_empty());
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 0);
}

/// As in a test of a game, which calls `update` and never `finish`.
#[test]
fn a_missing_plugin_is_named_in_an_app_that_was_not_finished() {
    let unfinished = |transforms: bool| {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), dim3::CollisionPlugin::default()));
        if transforms {
            app.add_plugins(TransformPlugin);
        }
        app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
        app
    };
    let mut app = unfinished(true);
    let coin = spawn(app.world_mut(), dim2::Collider::circle(1.0));
    let lines = run(&mut app, 1);
    assert_one_warning(&lines, &[&format!("entity {coin} \"faulty\""), "the 2D CollisionPlugin is missing"]);
    spawn(app.world_mut(), dim2::Collider::circle(1.0));
    assert!(run(&mut app, LONG).is_empty(), "once for all entities");
    let mut app = unfinished(false);
    let ball = spawn(app.world_mut(), dim3::Collider::sphere(1.0));
    assert!(run(&mut app, LONG).is_empty(), "at the origin it makes no difference");
    app.insert(ball, at_x(9.0));
    let lines = run(&mut app, LONG);
    assert_one_warning(&lines, &[&format!("entity {ball} \"faulty\""), "add Bevy's TransformPlugin"]);
}
