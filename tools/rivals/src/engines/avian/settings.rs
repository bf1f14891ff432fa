//! avian's settings.

use bevy::prelude::*;

use super::avian::physics_transform::PhysicsTransformConfig;
use super::avian::prelude::*;
use super::collider;
use crate::engine::{Engine, Finds, place};
use crate::scene::{Body, Role};
use crate::touches::Touches;

/// Lean, and as the book says.
pub const ENGINES: [Engine; 2] = [
    Engine { name: "avian lean", finds: Finds::Contacts, lean: true, lag: 0, install: lean, spawn },
    // `FixedPostUpdate` comes before `Update`, in which our bodies move.
    Engine { name: "avian default", finds: Finds::Contacts, lean: false, lag: 1, install: whole, spawn },
];

/// Two colliders without a body belong to the same none, and never meet: so all that move are kinematic.
fn spawn(world: &mut World, body: &Body) -> Entity {
    let collider = collider(&body.shape);
    match body.role {
        Role::Mover => place(world, body, (RigidBody::Kinematic, collider, Sensor, CollisionEventsEnabled)),
        Role::Still => place(world, body, (RigidBody::Static, collider)),
        Role::Part => place(world, body, (collider, Sensor, CollisionEventsEnabled)),
    }
}

fn whole(app: &mut App) {
    app.add_plugins(PhysicsPlugins::default()).add_systems(Last, note);
}

/// No solver, no masses, no joints, no sleep, no writing back, no margins, no recycling or matching of contacts.
fn lean(app: &mut App) {
    app.insert_resource(PhysicsTransformConfig { position_to_transform: false, ..default() })
        .insert_resource(NarrowPhaseConfig {
            // Its docs ask for a small positive one: with 0, exactly touching is apart.
            contact_tolerance: 1e-6,
            // A recycled contact goes on to touch until the bodies have moved by this much: the default saves a
            // twentieth of the time, and four touches in a thousand of moving circles are over.
            recycle_distance: 0.0,
            match_contacts: false,
            ..default()
        })
        .add_plugins((
            PhysicsSchedulePlugin::new(PostUpdate),
            PhysicsTransformPlugin::new(PostUpdate),
            // Even flat scenes need it: it makes `ColliderOf`.
            ColliderHierarchyPlugin,
            ColliderTransformPlugin::new(PostUpdate),
            ColliderBackendPlugin::<Collider>::new(PostUpdate),
            ColliderTreePlugin::<Collider>::default(),
            BroadPhaseCorePlugin,
            BvhBroadPhasePlugin::<()>::default(),
            NarrowPhasePlugin::<Collider>::new(PhysicsSchedule),
        ))
        // Its docs: the best for speed, if nobody asks the tree during the step.
        .insert_resource(ColliderTreeOptimization { optimize_in_place: true, ..default() })
        // The set that waits for the tree, which the solver's plugin would have put in its place.
        .configure_sets(PhysicsSchedule, SolverSystems::Finalize.in_set(PhysicsStepSystems::Solver))
        .add_systems(Last, note);
}

fn note(
    mut touches: ResMut<Touches>,
    mut starts: MessageReader<CollisionStart>,
    mut ends: MessageReader<CollisionEnd>,
) {
    touches.started.extend(starts.read().map(|start| [start.collider1, start.collider2]));
    touches.ended.extend(ends.read().map(|end| [end.collider1, end.collider2]));
}
