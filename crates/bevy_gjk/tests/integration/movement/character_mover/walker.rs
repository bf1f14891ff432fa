//! A character that falls, frame by frame.

use super::level::Level;
use crate::common::prelude::*;

/// A character in the loop of the book: on the ground it does not fall, and otherwise faster and faster.
pub struct Walker<D: Dimension> {
    pub level: Level<D>,
    pub character: Entity,
    pub dt: f32,
    pub speed_of_fall: f32,
    gravity: f32,
    up: D::Vector,
}

impl<D: Dimension> Walker<D> {
    /// Spawns a character that lands within so many frames.
    pub fn new(
        mut level: Level<D>,
        rate: u32,
        mover: CharacterMover<D>,
        body: impl Into<D::Collider>,
        place: Transform,
        frames: u32,
    ) -> Self {
        let character = level.character(mover, body, place);
        // A high step is one of a game whose unit is a pixel.
        let gravity = if mover.step_height > 1.0 { 1200.0 } else { 9.8 };
        let mut walker =
            Self { level, character, dt: 1.0 / rate as f32, speed_of_fall: 0.0, gravity, up: mover.up };
        for _ in 0..frames {
            walker.run(mover.up * 0.0);
        }
        assert!(walker.level.state(character).is_grounded(), "it has landed");
        walker
    }

    /// Runs a frame.
    pub fn run(&mut self, velocity: D::Vector) -> MoverState<D> {
        self.run_dropping(velocity, false)
    }

    /// Runs a frame in which the character drops through one-way platforms, or not.
    pub fn run_dropping(&mut self, velocity: D::Vector, drop_through: bool) -> MoverState<D> {
        let is_grounded = self.level.state(self.character).is_grounded();
        self.speed_of_fall = if is_grounded { 0.0 } else { self.speed_of_fall + self.gravity * self.dt };
        let displacement = (velocity - self.up * self.speed_of_fall) * self.dt;
        self.level.change(self.character, |motion: &mut MoverMotion<D>| {
            motion.displacement = displacement;
            motion.drop_through = drop_through;
        });
        self.level.app.update();
        self.level.state(self.character)
    }

    pub fn place(&self) -> D::Vector {
        self.level.place(self.character)
    }
}
