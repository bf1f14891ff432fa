//! What an engine offers to move a shape along walls, in one of its settings.

use std::hint::black_box;
use std::time::Instant;

use bevy::prelude::*;
use oracle::case::Form;
use report::stopwatch;

use crate::engine::Engine;

/// The shape that moves, upright: in 3D a person who is not tall.
pub const WALKER: Form = Form::Capsule { half_length: 0.5, radius: 0.3 };
/// The clearance that is to be kept, the default of this project and of avian.
pub const SKIN: f32 = 0.01;
/// How often a shape moves in a second. A power of two, so that a velocity is exact.
pub const RATE: f32 = 64.0;

/// Where the shape is, and how far it is to go.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Where it is.
    pub at: Vec3,
    /// How far it is to go.
    pub motion: Vec3,
}

/// Where a shape went.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// The places where it turned, or was put.
    pub turns: Vec<Vec3>,
    /// Where it ended.
    pub end: Vec3,
}

/// The answers to the questions of a frame, and how long each took.
#[derive(Clone, Debug, Default)]
pub struct Laps {
    /// Where the shape ended.
    pub ends: Vec<Vec3>,
    /// Microseconds by the clock on the wall, with a look at it.
    pub times: Vec<f64>,
    /// Microseconds of processor time of all together, with the looks at the clock.
    pub cpu: f64,
}

impl Laps {
    /// Asks all questions, and times each.
    pub fn time(&mut self, questions: &[Question], mut ask: impl FnMut(&Question) -> Vec3) {
        self.ends.clear();
        self.times.clear();
        let ((), span) = stopwatch::time(|| {
            for question in questions {
                let begin = Instant::now();
                let end = black_box(ask(black_box(question)));
                self.times.push(begin.elapsed().as_secs_f64() * 1e6);
                self.ends.push(end);
            }
        });
        self.cpu = span.cpu * 1e3;
    }
}

/// What an engine offers to move a shape along walls, in one of its settings.
#[derive(Clone, Copy)]
pub struct Mover {
    /// Its name in tables.
    pub name: &'static str,
    /// The engine that has the obstacles.
    pub engine: Engine,
    /// Answers the questions of a frame, and times each.
    pub answer: fn(&mut World, &[Question], &mut Laps),
    /// Answers the same, and tells the ways.
    pub ways: fn(&mut World, &[Question]) -> Vec<Way>,
}

/// A component of an engine that moves an entity as a character.
#[derive(Clone, Copy)]
pub struct Character {
    /// Its name in tables.
    pub name: &'static str,
    /// The engine that has the obstacles.
    pub engine: Engine,
    /// Spawns a character at a place.
    pub spawn: fn(&mut World, Vec3) -> Entity,
    /// Tells a character how far to go in the next update.
    pub go: fn(&mut World, Entity, Vec3),
}
