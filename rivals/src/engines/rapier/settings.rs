//! rapier's settings.

use bevy::prelude::*;

use super::collider;
use super::rapier::plugin::RapierConfiguration;
use super::rapier::prelude::*;
use super::rapier::rapier::dynamics::IntegrationParameters;
use crate::engine::{Engine, Finds, place};
use crate::scene::{Body, Role};
use crate::touches::Touches;

/// Lean, with contacts, and as the book says.
pub const ENGINES: [Engine; 3] = [
    Engine {
        name: "rapier lean",
        finds: Finds::Touches,
        lean: true,
        lag: 0,
        install: |app| lean(app, RapierContextInitialization::default()),
        spawn: spawn_sensor,
    },
    Engine {
        name: "rapier contacts",
        finds: Finds::Contacts,
        lean: true,
        lag: 0,
        install: |app| lean(app, exact()),
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

/// Contacts of what touches, neither of what will soon nor of what did a twentieth of a unit ago.
fn exact() -> RapierContextInitialization {
    RapierContextInitialization::InitializeDefaultRapierContext {
        integration_parameters: IntegrationParameters {
            normalized_prediction_distance: 0.0,
            normalized_contact_recycle_distance: 0.0,
            ..default()
        },
        rapier_configuration: RapierConfiguration::new(1.0),
    }
}

fn lean(app: &mut App, context: RapierContextInitialization) {
    let sets = [PhysicsSet::SyncBackend, PhysicsSet::StepSimulation].into_iter().collect();
    let plugin = RapierPhysicsPlugin::<NoUserData>::default();
    app.insert_resource(TimestepMode::Fixed { dt: 1.0 / 64.0, substeps: 1 })
        .add_plugins(plugin.with_physics_sets_systems(sets).with_custom_initialization(context))
        .add_systems(Last, note);
}

fn note(mut touches: ResMut<Touches>, mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        match *event {
            CollisionEvent::Started(one, other, _) => touches.started.push([one, other]),
            CollisionEvent::Stopped(one, other, _) => touches.ended.push([one, other]),
        }
    }
}
