//! The queries on all colliders.

mod forms;
mod histories;
mod kinds;
mod limits;
mod one_verdict;

use core::ops::ControlFlow;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Aabb, Affine2, Circle, HalfSpace, Point, Rectangle, Segment, Support, Vec2};
use bevy_gjk::{ColliderError, detect_collisions, dim3, gjk, queries::PairQuery};
use bevy_math::{Dir2, Vec3};
use bevy_transform::components::Transform;

use crate::common::{app, set};

const ALL: &QueryFilter = &QueryFilter::ALL;

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn place(x: f32, y: f32) -> Affine2 {
    Affine2::from_translation(Vec2::new(x, y))
}

fn spawn(app: &mut App, collider: Collider, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((collider, at(x, y))).id()
}

/// Runs a query as a system would.
fn ask<T: 'static>(app: &mut App, question: impl Fn(&CollisionQuery) -> T + Send + Sync + 'static) -> T {
    app.world_mut().run_system_once(move |query: CollisionQuery| question(&query)).unwrap()
}

/// Spawns a row of disks of radius 1 at x = 0, 5, 10 and 15.
fn row() -> (App, [Entity; 4]) {
    let mut app = app();
    let row = [0.0, 5.0, 10.0, 15.0].map(|x| spawn(&mut app, Collider::circle(1.0), x, 0.0));
    app.update();
    (app, row)
}
