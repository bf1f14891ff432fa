//! Who walks where: each walker keeps its heading, turns a little, and looks for another way where it does not get on.

use bevy::math::Vec3;
use oracle::case::Dimension;
use oracle::family::Dice;

use super::Solids;
use crate::course::Room;
use crate::mover::{Question, RATE, SKIN};

/// So many walk.
pub const CROWD: usize = 1_000;

/// Between these, in units a second.
const SPEED: [f32; 2] = [2.0, 6.0];
/// By how much a heading changes in a frame.
const WANDERING: f32 = 0.05;
/// One in so many that do not get on looks for another way, in each frame.
const PATIENCE: usize = 30;

/// Those who walk.
pub struct Crowd {
    walkers: Vec<Walker>,
    dimension: Dimension,
    room: Room,
    /// The motion that is added to each way.
    fall: Vec3,
    dice: Dice,
}

struct Walker {
    at: Vec3,
    heading: Vec3,
    speed: f32,
}

impl Crowd {
    /// Everybody begins where nothing is nearer than twice the skin. With a `fall` they walk on the ground: their
    /// headings are horizontal, and this motion is added in each frame.
    pub fn new(dimension: Dimension, room: Room, solids: &Solids, fall: Option<Vec3>) -> Self {
        let mut dice = Dice::new(7, CROWD as u64);
        let mut walkers = Vec::with_capacity(CROWD);
        let needed = 2.0 * f64::from(SKIN);
        while walkers.len() < CROWD {
            let at = dice.vector(dimension) * room.0;
            if solids.clearance(at, needed) >= needed {
                let speed = dice.between(SPEED[0], SPEED[1]) / RATE;
                let heading = heading(&mut dice, dimension, fall.is_some());
                walkers.push(Walker { at, heading, speed });
            }
        }
        Self { walkers, dimension, room, fall: fall.unwrap_or(Vec3::ZERO), dice }
    }

    /// What they want in this frame.
    pub fn questions(&self) -> Vec<Question> {
        let question = |walker: &Walker| {
            let motion = walker.heading * walker.speed + self.fall;
            Question { at: walker.at, motion }
        };
        self.walkers.iter().map(question).collect()
    }

    /// Puts them where they came to, and lets them think about the next frame.
    pub fn go_on(&mut self, ends: &[Vec3]) {
        let is_on_ground = self.fall != Vec3::ZERO;
        for (walker, &end) in self.walkers.iter_mut().zip(ends) {
            let progress = (end - walker.at).dot(walker.heading) / walker.speed;
            walker.at = end;
            let wander = self.dice.vector(self.dimension) * WANDERING;
            let turned = walker.heading + if is_on_ground { wander.with_y(0.0) } else { wander };
            walker.heading = turned.normalize_or(walker.heading);
            if progress < 0.5 && self.dice.once_in(PATIENCE) {
                walker.heading = heading(&mut self.dice, self.dimension, is_on_ground);
            }
            for axis in 0..3 {
                if end[axis].abs() > self.room.0[axis] && walker.heading[axis] * end[axis] > 0.0 {
                    walker.heading[axis] = -walker.heading[axis];
                }
            }
        }
    }
}

fn heading(dice: &mut Dice, dimension: Dimension, is_on_ground: bool) -> Vec3 {
    let direction = dice.direction(dimension);
    if is_on_ground { direction.with_y(0.0).normalize_or(Vec3::X) } else { direction }
}
