//! The mixes of poses: how far apart or how deep, random or in motion.
//!
//! The first shape is anywhere within ten units of the origin, both are turned at random, and the second is
//! put along a random line through the centre of the first: where it just touches, and from there by a gap
//! that the mix chooses. So every kind of feature meets every other, about as often as in a game.

use std::f64::consts::TAU;

use glam::{DMat3, DQuat, DVec3};
use judge::oracle::{Body, Pair, nearest};

use crate::dice::Dice;
use crate::pose::{Pose, PosePair};
use crate::question::Mix;
use crate::workload::Workload;

/// How many pairs move in the moving mixes.
pub const MOVING_PAIRS: usize = 64;
/// How many frames there are of the motion; the last leads to the first.
pub const FRAMES: usize = 32;

/// The poses of a mix. Those in motion are in the order of the frames, of [`MOVING_PAIRS`] each.
pub fn poses(workload: &Workload, mix: Mix, pairs: usize) -> Vec<PosePair> {
    let mut dice = Dice::new(seed_of(workload.name).wrapping_add(mix as u64));
    if mix.is_moving() {
        let orbits: Vec<_> = (0..MOVING_PAIRS).map(|_| Orbit::new(workload, mix, &mut dice)).collect();
        (0..FRAMES).flat_map(|frame| orbits.iter().map(move |orbit| orbit.at(frame))).collect()
    } else {
        (0..pairs).map(|_| Placed::new(workload, mix, &mut dice).poses()).collect()
    }
}

/// A number that tells the names of the workloads apart.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// A pair before its poses are rounded.
struct Placed {
    position_a: DVec3,
    rotation_a: DQuat,
    position_b: DVec3,
    rotation_b: DQuat,
}

impl Placed {
    fn new(workload: &Workload, mix: Mix, dice: &mut Dice) -> Self {
        let dimension = workload.dimension;
        let position_a = dice.point(dimension, 10.0);
        let (rotation_a, rotation_b) = (dice.rotation(dimension), dice.rotation(dimension));
        let line = dice.direction(dimension);
        let touching = touching(workload, rotation_a, rotation_b, line);
        let gap = match mix {
            Mix::Separated => dice.between(0.1, 1.5),
            Mix::Near => dice.between(-0.02, 0.02),
            Mix::Overlap => -touching * dice.between(0.05, 0.6),
            // So that the motion does not change whether they meet.
            Mix::MovingApart => dice.between(0.15, 1.5),
            Mix::MovingOverlap => -touching * dice.between(0.15, 0.4),
        };
        Self { position_a, rotation_a, position_b: position_a + line * (touching + gap), rotation_b }
    }

    fn poses(&self) -> PosePair {
        PosePair {
            a: Pose::new(self.position_a, self.rotation_a),
            b: Pose::new(self.position_b, self.rotation_b),
        }
    }
}

/// How far from the first shape's centre the second's is, along a line, when they just touch.
///
/// By conservative advancement: the plane between two separated shapes tells how far the second may come
/// nearer without touching.
fn touching(workload: &Workload, rotation_a: DQuat, rotation_b: DQuat, line: DVec3) -> f64 {
    let dimension = workload.dimension;
    let body = |set| Body { set, position: DVec3::ZERO };
    let pair = Pair::of(
        body(workload.a.set(dimension, DMat3::from_quat(rotation_a))),
        body(workload.b.set(dimension, DMat3::from_quat(rotation_b))),
    );
    let mut apart = pair.reach(line);
    for _ in 0..100 {
        let found = nearest(&pair.shifted(line * apart), 1e-9);
        let (distance, approach) = (-found.high, found.normal.dot(line));
        if distance < 1e-7 || !(approach > 0.0) {
            break;
        }
        apart -= distance / approach;
    }
    apart
}

/// The second shape of a pair on a small closed orbit about its place, wobbling: about a hundredth of a unit
/// and half a degree from frame to frame.
struct Orbit {
    middle: Placed,
    across: [DVec3; 2],
    axis: DVec3,
    phase: f64,
}

impl Orbit {
    const RADIUS: f64 = 0.05;
    const WOBBLE: f64 = 0.045;

    fn new(workload: &Workload, mix: Mix, dice: &mut Dice) -> Self {
        let dimension = workload.dimension;
        let flat = dimension == judge::case::Dimension::Plane;
        Self {
            middle: Placed::new(workload, mix, dice),
            across: [dice.direction(dimension), dice.direction(dimension)],
            axis: if flat { DVec3::Z } else { dice.direction(dimension) },
            phase: dice.between(0.0, TAU),
        }
    }

    fn at(&self, frame: usize) -> PosePair {
        let angle = TAU * frame as f64 / FRAMES as f64;
        let offset = (self.across[0] * angle.cos() + self.across[1] * angle.sin()) * Self::RADIUS;
        let turn = DQuat::from_axis_angle(self.axis, Self::WOBBLE * (angle + self.phase).sin());
        let Placed { position_a, rotation_a, position_b, rotation_b } = self.middle;
        let moved =
            Placed { position_a, rotation_a, position_b: position_b + offset, rotation_b: turn * rotation_b };
        moved.poses()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Truth;
    use crate::question::MIXES;
    use crate::workload::workloads;

    #[test]
    fn the_poses_are_as_the_mix_says() {
        for mut workload in workloads() {
            workload.choose_poses(5, |_| true);
            for mix in MIXES {
                for poses in workload.poses(mix).iter().take(2 * MOVING_PAIRS) {
                    let distance = Truth::new(&workload, poses).distance;
                    let right = match mix {
                        Mix::Separated => distance > 0.0,
                        Mix::Near => distance.abs() < 0.0201,
                        Mix::MovingApart => distance > 0.0,
                        Mix::Overlap | Mix::MovingOverlap => distance < 0.0,
                    };
                    assert!(right, "{} {mix}: {distance}", workload.name);
                }
            }
        }
    }
}
