//! The scenes: many bodies about a unit large, the same for everybody.

mod level;
mod mixed;

pub use level::level;

use std::f32::consts::PI;

use bevy::prelude::*;
use clap::ValueEnum;
use oracle::case::{Dimension, Form};
use oracle::family::Dice;

use crate::course::{Course, Room};

/// What is in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Balls of one size in motion.
    Balls,
    /// Shapes of many kinds, moving and turning.
    Mixed,
    /// Many shapes at rest and a few in motion.
    Still,
}

/// What part a body has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Moves, and meets everybody.
    Mover,
    /// Rests, and meets only those who move.
    Still,
    /// A collider of its parent's body, for engines that have bodies.
    Part,
}

/// A body before it is spawned.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its shape.
    pub shape: Form,
    /// Its part.
    pub role: Role,
    /// Where it begins.
    pub place: Transform,
    /// How it moves, if it does.
    pub course: Option<Course>,
}

/// A room full of bodies.
pub struct Scene {
    /// Where.
    pub dimension: Dimension,
    /// The room.
    pub room: Room,
    /// The bodies.
    pub bodies: Vec<Body>,
}

/// How many bodies move among those at rest.
pub const MOVERS: usize = 100;
/// The distance of neighbours at rest, before they are shifted a little.
const SPACING: f32 = 1.45;

impl Scene {
    /// So many bodies; of a still scene, so many at rest and [`MOVERS`] others.
    pub fn new(kind: Kind, dimension: Dimension, count: usize) -> Self {
        let dice = &mut Dice::new(count as u64, if dimension == Dimension::Plane { 2 } else { 3 });
        let axes = if dimension == Dimension::Plane { 2.0 } else { 3.0 };
        let mut bodies = Vec::new();
        let side = if kind == Kind::Still {
            let row = (count as f32).powf(1.0 / axes).ceil();
            rest(&mut bodies, dice, dimension, count, row as usize);
            row * SPACING
        } else {
            (space_of_each(kind, dimension) * count as f32).powf(1.0 / axes)
        };
        let half = Vec3::splat(side * 0.5);
        let room = Room(if dimension == Dimension::Plane { half.with_z(0.0) } else { half });
        let movers = if kind == Kind::Still { MOVERS } else { count };
        bodies.extend((0..movers).map(|_| mover(dice, kind, dimension, room)));
        Self { dimension, room, bodies }
    }
}

/// The area or volume for each body with which each touches about one other.
fn space_of_each(kind: Kind, dimension: Dimension) -> f32 {
    match (kind, dimension) {
        (Kind::Mixed | Kind::Still, Dimension::Plane) => 2.36,
        (Kind::Mixed | Kind::Still, Dimension::Space) => 2.26,
        (Kind::Balls, Dimension::Plane) => PI,
        (Kind::Balls, Dimension::Space) => 4.0 / 3.0 * PI,
    }
}

fn mover(dice: &mut Dice, kind: Kind, dimension: Dimension, room: Room) -> Body {
    let turns = kind != Kind::Balls;
    let shape = if turns { mixed::shape(dice, dimension) } else { Form::Ball(0.5) };
    let place = Transform::from_translation(dice.vector(dimension) * room.0);
    // A tenth of the radius on average, three units a second.
    let speed = dice.between(0.02, 0.08);
    let velocity = dice.direction(dimension) * speed;
    let turn = turns.then(|| {
        let axis = if dimension == Dimension::Plane { Vec3::Z } else { dice.direction(dimension) };
        Quat::from_axis_angle(axis, dice.between(0.01, 0.04) * dice.pick(&[-1.0, 1.0]))
    });
    let course = Some(Course { place, velocity, turn });
    Body { shape, role: Role::Mover, place, course }
}

/// Bodies at rest, each near its place in a grid.
fn rest(bodies: &mut Vec<Body>, dice: &mut Dice, dimension: Dimension, count: usize, row: usize) {
    let middle = (row as f32 - 1.0) * 0.5;
    for index in 0..count {
        let cell = [index % row, index / row % row, index / (row * row)].map(|axis| axis as f32 - middle);
        let cell = Vec3::from(cell) * SPACING;
        let cell = if dimension == Dimension::Plane { cell.with_z(0.0) } else { cell };
        let place = Transform::from_translation(cell + dice.vector(dimension) * 0.2);
        let shape = mixed::shape(dice, dimension);
        bodies.push(Body { shape, role: Role::Still, place, course: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_stay_in_the_room() {
        let mut scene = Scene::new(Kind::Mixed, Dimension::Space, 50);
        for body in &mut scene.bodies {
            let course = body.course.as_mut().expect("a mover");
            for _ in 0..500 {
                course.step(scene.room);
                assert!(course.place.translation.abs().cmple(scene.room.0 * 1.001).all());
            }
        }
    }

    #[test]
    fn the_plane_is_flat() {
        for kind in [Kind::Balls, Kind::Mixed, Kind::Still] {
            let scene = Scene::new(kind, Dimension::Plane, 100);
            assert!(scene.bodies.iter().all(|body| body.place.translation.z == 0.0));
        }
    }
}
