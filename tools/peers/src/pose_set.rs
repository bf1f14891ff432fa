//! Generates the pose sets: separated, nearly touching or overlapping, random or in motion.
//!
//! The position of the first shape is within ten units of the origin, and both rotations are random. The
//! second shape is put on a random line through the centre of the first: at the point where the shapes just
//! touch, plus a gap that depends on the pose set. So all kinds of features meet, about as often as in a
//! game.

use std::f64::consts::TAU;

use glam::{DMat3, DQuat, DVec3};
use oracle::case::Dimension;
use oracle::distance::{Pair, nearest};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::ground_truth::placed;
use crate::pose::{Pose, PosePair};
use crate::query::PoseSet;
use crate::workload::Workload;

/// The number of pairs in the moving pose sets.
pub const MOVING_PAIRS: usize = 64;
/// The number of frames of the motion, a closed loop.
pub const FRAMES: usize = 32;

/// Returns the poses of a set. Those in motion are ordered by frame, [`MOVING_PAIRS`] in each.
pub fn poses(workload: &Workload, pose_set: PoseSet, pairs: usize) -> Vec<PosePair> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed_of(workload.name).wrapping_add(pose_set as u64));
    if pose_set.is_moving() {
        let orbits: Vec<_> = (0..MOVING_PAIRS).map(|_| Orbit::new(workload, pose_set, &mut rng)).collect();
        (0..FRAMES).flat_map(|frame| orbits.iter().map(move |orbit| orbit.at(frame))).collect()
    } else {
        (0..pairs).map(|_| ExactPoses::new(workload, pose_set, &mut rng).poses()).collect()
    }
}

/// Returns a seed that differs between the names of the workloads.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// Returns a point of the cube or square with coordinates from -1 to 1.
fn point(rng: &mut Pcg64Mcg, dimension: Dimension) -> DVec3 {
    let thickness = if dimension == Dimension::Plane { 0.0 } else { 1.0 };
    DVec3::from_array([1.0, 1.0, thickness].map(|side| side * rng.random_range(-1.0..1.0)))
}

/// Returns a uniformly distributed rotation; in 2D about z.
fn rotation(rng: &mut Pcg64Mcg, dimension: Dimension) -> DQuat {
    match dimension {
        Dimension::Plane => DQuat::from_rotation_z(rng.random_range(0.0..TAU)),
        Dimension::Space => rng.random(),
    }
}

/// Returns a uniformly distributed unit vector.
fn direction(rng: &mut Pcg64Mcg, dimension: Dimension) -> DVec3 {
    rotation(rng, dimension) * DVec3::X
}

/// The poses of a pair before they are rounded to `f32`.
struct ExactPoses {
    position_a: DVec3,
    rotation_a: DQuat,
    position_b: DVec3,
    rotation_b: DQuat,
}

impl ExactPoses {
    fn new(workload: &Workload, pose_set: PoseSet, rng: &mut Pcg64Mcg) -> Self {
        let dimension = workload.dimension;
        let position_a = point(rng, dimension) * 10.0;
        let (rotation_a, rotation_b) = (rotation(rng, dimension), rotation(rng, dimension));
        let line = direction(rng, dimension);
        let touching = touching_distance(workload, rotation_a, rotation_b, line);
        let gap = match pose_set {
            PoseSet::Separated => rng.random_range(0.1..1.5),
            PoseSet::Near => rng.random_range(-0.02..0.02),
            PoseSet::Overlap => -touching * rng.random_range(0.05..0.6),
            // Wide enough that the motion does not change whether the shapes intersect.
            PoseSet::MovingApart => rng.random_range(0.15..1.5),
            PoseSet::MovingOverlap => -touching * rng.random_range(0.15..0.4),
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

/// Returns the distance from the first shape's centre to the second's, along a line, at which they just
/// touch.
///
/// By conservative advancement: the separating plane bounds how far the second shape can approach without
/// touching.
fn touching_distance(workload: &Workload, rotation_a: DQuat, rotation_b: DQuat, line: DVec3) -> f64 {
    let dimension = workload.dimension;
    let body = |form, rotation| placed(form, dimension, DMat3::from_quat(rotation), DVec3::ZERO);
    let pair = Pair::of(body(&workload.a, rotation_a), body(&workload.b, rotation_b));
    let mut distance_along = pair.reach(line);
    for _ in 0..100 {
        let found = nearest(&pair.shifted(line * distance_along), 1e-9);
        let (distance, approach) = (-found.high, found.normal.dot(line));
        if distance < 1e-7 || !(approach > 0.0) {
            break;
        }
        distance_along -= distance / approach;
    }
    distance_along
}

/// A small closed orbit of the second shape of a pair, with a wobble: about a hundredth of a unit and half a
/// degree from frame to frame.
struct Orbit {
    center: ExactPoses,
    radii: [DVec3; 2],
    axis: DVec3,
    phase: f64,
}

impl Orbit {
    const RADIUS: f64 = 0.05;
    const WOBBLE: f64 = 0.045;

    fn new(workload: &Workload, pose_set: PoseSet, rng: &mut Pcg64Mcg) -> Self {
        let dimension = workload.dimension;
        let flat = dimension == Dimension::Plane;
        Self {
            center: ExactPoses::new(workload, pose_set, rng),
            radii: [direction(rng, dimension), direction(rng, dimension)],
            axis: if flat { DVec3::Z } else { direction(rng, dimension) },
            phase: rng.random_range(0.0..TAU),
        }
    }

    fn at(&self, frame: usize) -> PosePair {
        let angle = TAU * frame as f64 / FRAMES as f64;
        let offset = (self.radii[0] * angle.cos() + self.radii[1] * angle.sin()) * Self::RADIUS;
        let wobble = DQuat::from_axis_angle(self.axis, Self::WOBBLE * (angle + self.phase).sin());
        let ExactPoses { position_a, rotation_a, position_b, rotation_b } = self.center;
        let moved = ExactPoses {
            position_a,
            rotation_a,
            position_b: position_b + offset,
            rotation_b: wobble * rotation_b,
        };
        moved.poses()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground_truth::GroundTruth;
    use crate::query::POSE_SETS;
    use crate::workload::workloads;

    #[test]
    fn generated_poses_fit_their_set() {
        for mut workload in workloads() {
            workload.prepare(5, |_, _| true);
            for pose_set in POSE_SETS {
                for poses in workload.poses(pose_set).iter().take(2 * MOVING_PAIRS) {
                    let distance = GroundTruth::new(&workload, poses).distance;
                    let fits = match pose_set {
                        PoseSet::Separated => distance > 0.0,
                        PoseSet::Near => distance.abs() < 0.0201,
                        PoseSet::MovingApart => distance > 0.0,
                        PoseSet::Overlap | PoseSet::MovingOverlap => distance < 0.0,
                    };
                    assert!(fits, "{} {pose_set}: {distance}", workload.name);
                }
            }
        }
    }
}
