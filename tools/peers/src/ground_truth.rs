//! The correct results for a pair, computed in `f64` by the oracle in `../oracle`, which shares no code with
//! the crate and proves its bounds.

use glam::DVec3;
use oracle::distance::{Body, Pair, signed_depth_of};

use crate::pose::{Pose, PosePair};
use crate::shape::Shape;
use crate::workload::Workload;

/// The correct results for a pair.
pub struct GroundTruth {
    pair: Pair,
    /// The distance, or minus the penetration depth.
    pub distance: f64,
    /// The size of the pair, to which errors are relative: the larger half diagonal of the two AABBs.
    pub size: f64,
}

impl GroundTruth {
    /// Computes the results for a pair.
    pub fn new(workload: &Workload, poses: &PosePair) -> Self {
        let body = |shape: &Shape, pose: &Pose| Body {
            set: shape.set(workload.dimension, pose.rotation_matrix()),
            position: pose.position.as_dvec3(),
        };
        let pair = Pair::of(body(&workload.a, &poses.a), body(&workload.b, &poses.b));
        let depth = signed_depth_of(&pair, workload.dimension);
        Self { distance: -0.5 * (depth.low + depth.high), size: pair.size(), pair }
    }

    /// Returns how far the second shape must move along a normal to separate from the first.
    pub fn depth_along(&self, normal: DVec3) -> f64 {
        self.pair.reach(normal.normalize_or_zero())
    }
}
