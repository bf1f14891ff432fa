//! An app without a renderer, and helpers for the tests.
#![allow(dead_code, reason = "each test file is a crate of its own and uses a part of this")]

pub mod histories;
pub mod warnings;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_gjk::{CollisionEvent, CollisionPlugin, Dim2, Dim3, Dimension};
use bevy_math::{EulerRot, Quat, Vec3};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use gjk::Vector;

pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TransformPlugin,
        CollisionPlugin::<Dim2>::default(),
        CollisionPlugin::<Dim3>::default(),
    ));
    app
}

/// Returns a random transform with any rotation and scale, mirrored or not, and optionally flat. In 2D it only
/// rotates about the z axis.
pub fn anywhere<D: Dimension>(random: &mut Random, reach: f32, flat: bool) -> Transform {
    let mut range = |by: f32| random.range(-by, by);
    let translation = Vec3::new(range(reach), range(reach), range(reach));
    let tilt = if D::Vector::DIMENSION == 2 { 0.0 } else { 3.0 };
    let rotation = Quat::from_euler(EulerRot::XYZ, range(tilt), range(tilt), range(3.0));
    let mut scale = Vec3::new(range(1.5), range(1.5), range(1.5));
    if flat {
        scale.y = 0.0;
    }
    Transform { translation, rotation, scale }
}

/// Runs one frame and returns its events.
pub fn step<D: Dimension>(app: &mut App) -> Vec<CollisionEvent<D>> {
    app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().clear();
    app.update();
    app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().drain().collect()
}

/// The pairs that started to touch in a frame, and those that ceased to.
pub type FrameEvents = (Vec<[Entity; 2]>, Vec<([Entity; 2], bevy_gjk::EndReason)>);

/// Runs one frame and returns its 2D events.
pub fn step2(app: &mut App) -> FrameEvents {
    let mut started = Vec::new();
    let mut ended = Vec::new();
    for event in step::<Dim2>(app) {
        match event {
            CollisionEvent::Started { a, b, .. } => started.push([a, b]),
            CollisionEvent::Ended { a, b, reason } => ended.push(([a, b], reason)),
        }
    }
    (started, ended)
}

pub fn pair(one: Entity, two: Entity) -> [Entity; 2] {
    if one.index_u32() < two.index_u32() { [one, two] } else { [two, one] }
}

pub fn set(app: &mut App, entity: Entity, transform: Transform) {
    *app.world_mut().get_mut::<Transform>(entity).unwrap() = transform;
}

/// A pseudo-random number generator (PCG) with a fixed seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = ((self.0 >> 18) ^ self.0) >> 27;
        (mixed as u32).rotate_right((self.0 >> 59) as u32)
    }

    pub fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: u32) -> u32 {
        self.next() % count
    }
}
