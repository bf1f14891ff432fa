//! The correct results for a pair, computed in `f64` by the oracle, which shares no code with the crate and proves its
//! bounds.

use glam::{DMat3, DVec3};
use oracle::case::{Dimension, Form};
use oracle::distance::{Body, Pair, signed_depth_of};

use crate::pose::{Pose, PosePair};

use crate::workload::Workload;

/// Returns a shape with a rotation and a position; in 2D flat.
pub fn placed(form: &Form, dimension: Dimension, rotation: DMat3, position: DVec3) -> Body {
    let thickness = if dimension == Dimension::Plane { 0.0 } else { 1.0 };
    let flat = DMat3::from_diagonal(DVec3::new(1.0, 1.0, thickness));
    Body { set: form.set(rotation * flat, dimension), position }
}

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
        let body = |form: &Form, pose: &Pose| {
            placed(form, workload.dimension, pose.rotation_matrix(), pose.position.as_dvec3())
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
