//! Every public component with what it can lack.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use bevy_gjk::assets::{ColliderFromMesh, ColliderFromSprite, CollidersFromScene};
use bevy_gjk::picking::CollisionPickingCamera;

use super::*;

/// One thing that a public component can lack.
struct Lack {
    component: &'static str,
    /// What the warning says.
    says: &'static str,
    spawn: fn(&mut World) -> Entity,
    /// Inserts what is missing.
    cure: fn(&mut World, Entity),
}

/// Spawns what lacks something above what it does not belong on.
fn spawn_above(world: &mut World, bundle: impl Bundle, add_child: fn(&mut World, Entity)) -> Entity {
    let entity = spawn(world, bundle);
    add_child(world, entity);
    entity
}

/// What an entity with nothing but these components lacks.
macro_rules! lack {
    ($component:literal, $says:literal, $bundle:expr, $cure:expr) => {
        Lack { component: $component, says: $says, spawn: |world| spawn(world, $bundle), cure: $cure }
    };
}

fn insert_sphere(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert(dim3::Collider::sphere(1.0));
}

fn insert_character(world: &mut World, entity: Entity) {
    world.entity_mut(entity).insert((dim3::CharacterMover::default(), dim3::Collider::sphere(1.0)));
}

/// All public components of this crate, with what each of them can lack in an app with all plugins.
///
/// None of them can lack a feature, without which it does not exist. A missing plugin has tests of its own below.
const TABLE: &[Lack] = &[
    lack!("BubbleCollisions", "no Collider", BubbleCollisions, insert_circle),
    lack!("CharacterMover", "no 3D Collider", dim3::CharacterMover::default(), insert_sphere),
    lack!(
        "CharacterMover",
        "not a 3D one",
        (dim3::CharacterMover::default(), dim2::Collider::circle(1.0)),
        insert_sphere
    ),
    Lack {
        component: "Collider",
        says: "no GlobalTransform",
        spawn: |world| {
            let entity = spawn(world, dim2::Collider::circle(1.0));
            world.entity_mut(entity).remove::<GlobalTransform>();
            entity
        },
        cure: |world, entity| _ = world.entity_mut(entity).insert(GlobalTransform::default()),
    },
    lack!("ColliderDisabled", "no Collider", ColliderDisabled, insert_circle),
    Lack {
        component: "ColliderDisabled",
        says: "CompoundCollider",
        spawn: |world| spawn_above(world, ColliderDisabled, add_child_with_collider),
        cure: |world, entity| _ = world.entity_mut(entity).insert(CompoundCollider),
    },
    lack!("ColliderFromMesh", "neither Mesh2d nor Mesh3d", ColliderFromMesh::Box, insert_mesh),
    Lack {
        component: "ColliderFromMesh",
        says: "CollidersFromScene",
        spawn: |world| spawn_above(world, ColliderFromMesh::Box, add_child_with_mesh),
        cure: insert_mesh,
    },
    lack!("ColliderFromSprite", "no Sprite", ColliderFromSprite::Rectangle, insert_sprite),
    Lack {
        component: "ColliderFromSprite",
        says: "\"body\" above it",
        spawn: |world| {
            let parent = world.spawn((Name::new("body"), Transform::default())).id();
            insert_sprite(world, parent);
            spawn(world, (ColliderFromSprite::Rectangle, ChildOf(parent)))
        },
        cure: insert_sprite,
    },
    lack!("ColliderGizmo", "no Collider", ColliderGizmo::default(), insert_circle),
    lack!("CollidersFromScene", "no mesh below it", CollidersFromScene::default(), add_child_with_mesh),
    lack!("CollisionExceptions", "no Collider", CollisionExceptions::default(), insert_circle),
    Lack {
        component: "CollisionLayers",
        says: "each entity with a Collider",
        spawn: |world| spawn_above(world, CollisionLayers::default(), add_child_with_collider),
        cure: insert_circle,
    },
    lack!("CollisionOrder", "no Collider", CollisionOrder(1), insert_circle),
    lack!("CollisionPickingCamera", "no Camera", CollisionPickingCamera, |world, entity| _ =
        world.entity_mut(entity).insert(Camera::default())),
    lack!("CollisionSpace", "no Collider on it or below it", CollisionSpace(1), add_child_with_collider),
    lack!("CompoundCollider", "no Collider on it or below it", CompoundCollider, add_child_with_collider),
    lack!("MoveTrace", "no 3D CharacterMover", dim3::MoveTrace::default(), insert_character),
    lack!("MoverMotion", "no 3D CharacterMover", dim3::MoverMotion::default(), insert_character),
    lack!("MoverState", "no 3D CharacterMover", dim3::MoverState::default(), insert_character),
    lack!("NoSelfCollision", "no Collider on it or below it", NoSelfCollision, add_child_with_collider),
    lack!("OneWayPlatform", "no 2D Collider", dim2::OneWayPlatform::default(), insert_circle),
    lack!("ProximityMargin", "no Collider", ProximityMargin(1.0), insert_sphere),
    lack!(
        "SurfaceVelocity",
        "not a 2D one",
        (dim2::SurfaceVelocity::default(), dim3::Collider::sphere(1.0)),
        insert_circle
    ),
    lack!("SweptCollider", "no Collider", SweptCollider::default(), insert_circle),
    lack!("Touching", "no 2D Collider", dim2::Touching::default(), insert_circle),
];

#[test]
fn the_table_has_every_public_component() {
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = Vec::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices("\n#[derive(Component") {
            // The next line that is no attribute.
            let item = text[at + 1..].lines().find(|line| !line.starts_with(['#', ' ', ')'])).unwrap();
            let name = item.strip_prefix("pub struct ").or_else(|| item.strip_prefix("pub enum "));
            let name = name.map(|name| name.split(|it: char| !it.is_alphanumeric()).next().unwrap());
            found.extend(name.map(str::to_owned));
        }
    }
    found.sort_unstable();
    found.dedup();
    assert!(found.len() > 20, "{found:?}");
    let mut listed: Vec<_> = TABLE.iter().map(|lack| lack.component).collect();
    listed.dedup();
    assert_eq!(found, listed, "what can it lack?");
}

#[test]
fn a_component_without_its_partner_is_warned_of_once() {
    for lack in TABLE {
        let mut app = app();
        let entity = (lack.spawn)(app.world_mut());
        let lines = run(&mut app, 3 * LONG);
        assert_one_warning(&lines, &[lack.component, lack.says, "\"faulty\"", &entity.to_string()]);
        // The cure helps after the warning, too.
        (lack.cure)(app.world_mut(), entity);
        let lines = run(&mut app, LONG);
        assert!(lines.is_empty(), "{}: {lines:#?}", lack.component);
    }
}

#[test]
fn a_partner_that_arrives_some_frames_later_is_waited_for() {
    for lack in TABLE {
        let mut app = app();
        let mut lines = run(&mut app, SHORT);
        let entity = (lack.spawn)(app.world_mut());
        lines.extend(run(&mut app, SHORT));
        (lack.cure)(app.world_mut(), entity);
        lines.extend(run(&mut app, 2 * LONG));
        assert!(lines.is_empty(), "{}: {lines:#?}", lack.component);
    }
}
