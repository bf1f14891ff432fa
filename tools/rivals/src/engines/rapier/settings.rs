//! rapier's settings.

use bevy::prelude::*;

use super::collider;
use super::rapier::plugin::{RapierConfiguration, SimulationMode};
use super::rapier::prelude::*;
use super::rapier::rapier::dynamics::IntegrationParameters;
use crate::engine::{Engine, Finds, place};
use crate::scene::{Body, Role};
use crate::touches::Touches;

/// Lean, in the mode for collisions alone, with contacts, and as the book says.
pub const ENGINES: [Engine; 4] = [
    Engine {
        name: "rapier lean",
        finds: Finds::Touches,
        lean: true,
        lag: 0,
        install: |app| lean(app, SimulationMode::Full),
        spawn: spawn_sensor,
    },
    Engine {
        name: "rapier collision-only",
        finds: Finds::Touches,
        lean: true,
        lag: 0,
        install: |app| lean(app, SimulationMode::CollisionOnly),
        spawn: spawn_sensor,
    },
    Engine {
        name: "rapier contacts",
        finds: Finds::Contacts,
        lean: true,
        lag: 0,
        install: |app| lean(app, SimulationMode::CollisionOnly),
        spawn: spawn_solid,
    },
    // Position-based bodies take `Transform` as the place to be in the next step.
    Engine { name: "rapier default", finds: Finds::Touches, lean: false, lag: 1, install: whole, spawn },
];

/// All types: two colliders without a body count as fixed, and fixed ones do not meet otherwise.
fn told() -> impl Bundle {
    (ActiveEvents::COLLISION_EVENTS, ActiveCollisionTypes::all())
}

/// Without a body a collider is where its `GlobalTransform` says, at once.
fn spawn_sensor(world: &mut World, body: &Body) -> Entity {
    let collider = collider(&body.shape);
    if body.role.tells() {
        place(world, body, (collider, Sensor, told()))
    } else {
        place(world, body, collider)
    }
}

fn spawn_solid(world: &mut World, body: &Body) -> Entity {
    let collider = collider(&body.shape);
    if body.role.tells() { place(world, body, (collider, told())) } else { place(world, body, collider) }
}

fn spawn(world: &mut World, body: &Body) -> Entity {
    let collider = collider(&body.shape);
    match body.role {
        Role::Mover => place(world, body, (collider, Sensor, told(), RigidBody::KinematicPositionBased)),
        Role::Still => place(world, body, (collider, RigidBody::Fixed)),
        Role::Part => place(world, body, (collider, Sensor, told())),
    }
}

fn whole(app: &mut App) {
    app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default()).add_systems(Last, note);
}

/// Nothing is written back, and contacts are those of what touches, neither of what will soon nor of what did a
/// twentieth of a unit ago. The schedule is one in which Bevy has propagated transforms: the plugin's own
/// propagation, in `PostUpdate` before Bevy's, does not reach the children of what has just moved.
fn lean(app: &mut App, simulation_mode: SimulationMode) {
    let context = RapierContextInitialization::InitializeDefaultRapierContext {
        integration_parameters: IntegrationParameters {
            // With 0, contacts that exactly touch are apart.
            normalized_prediction_distance: 1e-6,
            normalized_contact_recycle_distance: 0.0,
            ..default()
        },
        rapier_configuration: RapierConfiguration { simulation_mode, ..RapierConfiguration::new(1.0) },
        broad_phase_optimization_strategy: default(),
    };
    let sets = [PhysicsSet::SyncBackend, PhysicsSet::StepSimulation].into_iter().collect();
    let plugin = RapierPhysicsPlugin::<NoUserData>::default();
    app.insert_resource(TimestepMode::Fixed { dt: 1.0 / 64.0, substeps: 1 })
        .add_plugins(
            plugin.in_schedule(Last).with_physics_sets_systems(sets).with_custom_initialization(context),
        )
        .add_systems(Last, note.after(PhysicsSet::StepSimulation));
}

fn note(mut touches: ResMut<Touches>, mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        match *event {
            CollisionEvent::Started(one, other, _) => touches.started.push([one, other]),
            CollisionEvent::Stopped(one, other, _) => touches.ended.push([one, other]),
        }
    }
}
