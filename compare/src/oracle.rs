//! What is true of a pair, in `f64`, by the oracle that judges the crate elsewhere: it shares no code with
//! it, and proves its bounds.

use glam::DVec3;
use judge::oracle::{Body, Pair, signed_depth_of};

use crate::pose::{Pose, PosePair};
use crate::shape::Shape;
use crate::workload::Workload;

/// What is true of a pair.
pub struct Truth {
    pair: Pair,
    /// The distance, or minus the depth.
    pub distance: f64,
    /// The larger half diagonal of the boxes around the two, the measure of all errors.
    pub size: f64,
}

impl Truth {
    /// Looks closely.
    pub fn new(workload: &Workload, poses: &PosePair) -> Self {
        let body = |shape: &Shape, pose: &Pose| Body {
            set: shape.set(workload.dimension, pose.turn()),
            position: pose.position.as_dvec3(),
        };
        let pair = Pair::of(body(&workload.a, &poses.a), body(&workload.b, &poses.b));
        let depth = signed_depth_of(&pair, workload.dimension);
        Self { distance: -0.5 * (depth.low + depth.high), size: pair.size(), pair }
    }

    /// How far the second shape must move along a normal to leave the first.
    pub fn depth_along(&self, normal: DVec3) -> f64 {
        self.pair.reach(normal.normalize_or_zero())
    }
}
