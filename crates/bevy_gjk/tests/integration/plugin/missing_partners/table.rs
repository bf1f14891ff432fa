//! Every public component with what it can lack.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use bevy_gjk::{
    BubbleCollisions, ColliderDisabled, ColliderGizmo, CollisionExceptions, CollisionLayers,
    CompoundCollider, NoSelfCollision, ProximityMargin, SweptCollider,
    assets::{ColliderFromMesh, ColliderFromSprite, CollidersFromScene},
    dim2, dim3,
    picking::CollisionPickingCamera,
    stepper::StepThrough,
};

use super::*;

/// One thing that a public component can lack.
struct Lack {
    component: &'static str,
    spawn: fn(&mut World) -> Entity,
    /// What the warning says.
    says: &'static str,
    /// Inserts what is missing.
    cure: fn(&mut World, Entity),
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
    Lack {
        component: "BubbleCollisions",
        spawn: |world| spawn(world, BubbleCollisions),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CharacterMover",
        spawn: |world| spawn(world, dim3::CharacterMover::default()),
        says: "no 3D Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "CharacterMover",
        spawn: |world| spawn(world, (dim3::CharacterMover::default(), dim2::Collider::circle(1.0))),
        says: "not a 3D one",
        cure: insert_sphere,
    },
    Lack {
        component: "Collider",
        spawn: |world| {
            let entity = spawn(world, dim2::Collider::circle(1.0));
            world.entity_mut(entity).remove::<GlobalTransform>();
            entity
        },
        says: "no GlobalTransform",
        cure: |world, entity| _ = world.entity_mut(entity).insert(GlobalTransform::default()),
    },
    Lack {
        component: "ColliderDisabled",
        spawn: |world| spawn(world, ColliderDisabled),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "ColliderDisabled",
        spawn: |world| {
            let entity = spawn(world, ColliderDisabled);
            add_child_with_collider(world, entity);
            entity
        },
        says: "CompoundCollider",
        cure: |world, entity| _ = world.entity_mut(entity).insert(CompoundCollider),
    },
    Lack {
        component: "ColliderFromMesh",
        spawn: |world| spawn(world, ColliderFromMesh::Box),
        says: "neither Mesh2d nor Mesh3d",
        cure: insert_mesh,
    },
    Lack {
        component: "ColliderFromMesh",
        spawn: |world| {
            let entity = spawn(world, ColliderFromMesh::Box);
            add_child_with_mesh(world, entity);
            entity
        },
        says: "CollidersFromScene",
        cure: insert_mesh,
    },
    Lack {
        component: "ColliderFromSprite",
        spawn: |world| spawn(world, ColliderFromSprite::Rectangle),
        says: "no Sprite",
        cure: insert_sprite,
    },
    Lack {
        component: "ColliderFromSprite",
        spawn: |world| {
            let parent = world.spawn((Name::new("body"), Transform::default())).id();
            insert_sprite(world, parent);
            spawn(world, (ColliderFromSprite::Rectangle, ChildOf(parent)))
        },
        says: "\"body\" above it",
        cure: insert_sprite,
    },
    Lack {
        component: "ColliderGizmo",
        spawn: |world| spawn(world, ColliderGizmo::default()),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollidersFromScene",
        spawn: |world| spawn(world, CollidersFromScene::default()),
        says: "no mesh below it",
        cure: add_child_with_mesh,
    },
    Lack {
        component: "CollisionExceptions",
        spawn: |world| spawn(world, CollisionExceptions::default()),
        says: "no Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollisionLayers",
        spawn: |world| {
            let entity = spawn(world, CollisionLayers::default());
            add_child_with_collider(world, entity);
            entity
        },
        says: "each entity with a Collider",
        cure: insert_circle,
    },
    Lack {
        component: "CollisionPickingCamera",
        spawn: |world| spawn(world, CollisionPickingCamera),
        says: "no Camera",
        cure: |world, entity| _ = world.entity_mut(entity).insert(Camera::default()),
    },
    Lack {
        component: "CompoundCollider",
        spawn: |world| spawn(world, CompoundCollider),
        says: "no Collider on it or below it",
        cure: add_child_with_collider,
    },
    Lack {
        component: "MoveTrace",
        spawn: |world| spawn(world, dim3::MoveTrace::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "MoverMotion",
        spawn: |world| spawn(world, dim3::MoverMotion::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "MoverState",
        spawn: |world| spawn(world, dim3::MoverState::default()),
        says: "no 3D CharacterMover",
        cure: insert_character,
    },
    Lack {
        component: "NoSelfCollision",
        spawn: |world| spawn(world, NoSelfCollision),
        says: "no Collider on it or below it",
        cure: add_child_with_collider,
    },
    Lack {
        component: "OneWayPlatform",
        spawn: |world| spawn(world, dim2::OneWayPlatform::default()),
        says: "no 2D Collider",
        cure: insert_circle,
    },
    Lack {
        component: "ProximityMargin",
        spawn: |world| spawn(world, ProximityMargin(1.0)),
        says: "no Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "StepThrough",
        spawn: |world| spawn(world, StepThrough(Entity::PLACEHOLDER)),
        says: "no Collider",
        cure: insert_sphere,
    },
    Lack {
        component: "SurfaceVelocity",
        spawn: |world| spawn(world, (dim2::SurfaceVelocity::default(), dim3::Collider::sphere(1.0))),
        says: "not a 2D one",
        cure: insert_circle,
    },
    Lack {
        component: "SweptCollider",
        spawn: |world| spawn(world, SweptCollider::default()),
        says: "no Collider",
        cure: insert_circle,
    },
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
        assert_one(&lines, &[lack.component, lack.says, "\"faulty\"", &entity.to_string()]);
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
