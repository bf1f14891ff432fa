//! Scenes written in code with `bsn!`.

use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use bevy::scene::{Scene, ScenePlugin, WorldSceneExt, bsn};

use crate::common::prelude::*;

fn app() -> App {
    let mut app = common::app();
    app.add_plugins((AssetPlugin::default(), ScenePlugin));
    app
}

/// Returns the values of a component on an entity and its descendants.
fn all<C: Component + Clone>(app: &mut App) -> Vec<C> {
    app.world_mut().query::<&C>().iter(app.world()).cloned().collect()
}

#[test]
fn a_scene_spawns_colliders_and_layers() {
    let mut app = app();
    let scene = bsn! {
        #Ship
        NoSelfCollision
        dim2::Collider::Capsule { half_length: 2.0, radius: 0.5 }
        CollisionLayers { memberships: {LayerMask::layer(1)} }
        ProximityMargin(0.25)
        Children [
            dim2::Collider::circle(0.75) ColliderDisabled
            --
            dim2::Collider::Polygon { corners: {vec![Vec2::ZERO, Vec2::X, Vec2::Y]} }
        ]
    };
    let ship = app.world_mut().spawn_scene(scene).unwrap().id();
    app.spawn((dim2::Collider::circle(1.0), at_x(1.0)));
    app.update();
    let root = app.world().entity(ship);
    assert_eq!(root.get::<dim2::Collider>(), Some(&dim2::Collider::capsule(0.5, 4.0)));
    let layers = CollisionLayers { memberships: LayerMask::layer(1), ..default() };
    assert_eq!(root.get::<CollisionLayers>(), Some(&layers));
    assert_eq!(root.get::<ProximityMargin>(), Some(&ProximityMargin(0.25)));
    assert!(all::<dim2::Collider>(&mut app).contains(&dim2::Collider::circle(0.75)));
    assert_eq!(all::<ColliderDisabled>(&mut app).len(), 1);
    // The other circle touches the two that are not disabled, and they do not touch each other.
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 2);
}

fn boulder() -> impl Scene {
    bsn! {
        dim3::Collider::Cylinder { radius: 1.0, half_height: 4.0 }
        Transform
    }
}

#[test]
fn a_scene_that_includes_another_replaces_its_collider() {
    let mut app = app();
    let scene = bsn! {
        @boulder()
        dim3::Collider::Cylinder { radius: 2.0, half_height: 4.0 }
        CollisionLayers::default()
    };
    let entity = app.world_mut().spawn_scene(scene).unwrap().id();
    let collider = app.world().get::<dim3::Collider>(entity);
    assert_eq!(collider, Some(&dim3::Collider::cylinder(2.0, 8.0)));
    app.update();
    assert!(app.resource::<Collisions<Dim3>>().colliders().get(entity).is_some());
}
