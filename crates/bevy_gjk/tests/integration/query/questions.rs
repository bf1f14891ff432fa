//! The queries on all colliders.

mod forms;
mod histories;
mod kinds;
mod limits;
mod one_verdict;

use core::ops::ControlFlow;

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Aabb, Circle, HalfSpace, Point, Rectangle, Segment};
use bevy_gjk::{ColliderError, detect_collisions};

use crate::common::basics::*;

const ALL: &QueryFilter = &QueryFilter::ALL;

fn place(x: f32, y: f32) -> Affine2 {
    Affine2::from_translation(Vec2::new(x, y))
}

fn spawn(app: &mut App, collider: Collider, x: f32, y: f32) -> Entity {
    app.spawn((collider, at_xy(x, y)))
}

/// Spawns a row of disks of radius 1 at x = 0, 5, 10 and 15.
fn row() -> (App, [Entity; 4]) {
    let mut app = app();
    let row = [0.0, 5.0, 10.0, 15.0].map(|x| spawn(&mut app, Collider::circle(1.0), x, 0.0));
    app.update();
    (app, row)
}
