//! The queries on all colliders.

mod forms;
mod histories;
mod kinds;
mod limits;
mod one_verdict;

use core::ops::ControlFlow;

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Aabb, Circle, HalfSpace, Point, Rectangle, Segment};
use bevy_gjk::{ColliderError, detect_collisions, queries::PairQuery};

use crate::common::basics::*;

const ALL: &QueryFilter = &QueryFilter::ALL;

fn place(x: f32, y: f32) -> Affine2 {
    Affine2::from_translation(Vec2::new(x, y))
}

fn spawn(app: &mut App, collider: Collider, x: f32, y: f32) -> Entity {
    app.spawn((collider, at_xy(x, y)))
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
