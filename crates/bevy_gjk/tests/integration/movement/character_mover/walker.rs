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
    pub fn new(
        mut level: Level<D>,
        mover: CharacterMover<D>,
        body: impl Into<D::Collider>,
        place: Transform,
    ) -> Self {
        let character = level.character(mover, body, place);
        // A high step is one of a game whose unit is a pixel.
        let gravity = if mover.step_height > 1.0 { 1200.0 } else { 9.8 };
        let dt = 1.0 / level.rate as f32;
        Self { level, character, dt, speed_of_fall: 0.0, gravity, up: mover.up }
    }

    /// Runs this many frames without a motion, in which the character lands.
    pub fn land(mut self, frames: u32) -> Self {
        (0..frames).for_each(|_| _ = self.run(self.up * 0.0));
        assert!(self.is_grounded(), "it has landed");
        self
    }

    /// Runs a frame.
    pub fn run(&mut self, velocity: D::Vector) -> MoverState<D> {
        self.run_dropping(velocity, false)
    }

    /// Runs frames in each of which the character is on the ground.
    #[track_caller]
    pub fn run_on_ground(&mut self, velocity: D::Vector, frames: u32) {
        (0..frames).for_each(|_| assert!(self.run(velocity).is_grounded()));
    }

    /// Runs a frame in which the character drops through one-way platforms, or not.
    pub fn run_dropping(&mut self, velocity: D::Vector, drop_through: bool) -> MoverState<D> {
        self.speed_of_fall =
            if self.is_grounded() { 0.0 } else { self.speed_of_fall + self.gravity * self.dt };
        let displacement = (velocity - self.up * self.speed_of_fall) * self.dt;
        self.level.change(self.character, |motion: &mut MoverMotion<D>| {
            *motion = MoverMotion { displacement, drop_through };
        });
        self.level.app.update();
        self.level.state(self.character)
    }

    pub fn place(&self) -> D::Vector {
        self.level.place(self.character)
    }

    pub fn is_grounded(&self) -> bool {
        self.level.state(self.character).is_grounded()
    }
}
