//! The distance of points and segments in 3D, in closed form (Ericson, *Real-Time Collision Detection*,
//! 5.1.9).
//!
//! Measured gain: `contact` of overlapping 3D capsules takes 4.8 times as long without it, of spheres 7.6 times.

use glam::DVec3;

use crate::fast::sat::{SatResult, ZonotopePair};
use crate::math::ops;
use crate::separation::CoreSeparation;

/// Computes the closest points of two segments, one of which may be a point. Declines segments that touch or cross:
/// there the difference of the witness points has no direction.
#[inline(always)]
pub(super) fn distance(pair: &ZonotopePair<DVec3>, touching_distance: f64) -> Option<CoreSeparation<DVec3>> {
    WitnessPoints::new(pair).separation(touching_distance)
}

/// Computes the closest points of two segments, unless they are apart by more than `clear_distance`: the sum of the
/// convex radii and the band around touching, beyond which no rounding could make the shapes touch.
#[inline(always)]
pub(super) fn penetration(
    pair: &ZonotopePair<DVec3>,
    clear_distance: f64,
    touching_distance: f64,
) -> SatResult<DVec3> {
    let witness = WitnessPoints::new(pair);
    if witness.distance_squared > clear_distance * clear_distance {
        return SatResult::Apart;
    }
    witness.separation(touching_distance).map_or(SatResult::Declined, SatResult::Found)
}

/// Returns the square of the distance of two segments.
#[inline(always)]
pub(super) fn distance_squared(pair: &ZonotopePair<DVec3>) -> f64 {
    WitnessPoints::new(pair).distance_squared
}

/// The witness points of two segments, each relative to its center.
struct WitnessPoints {
    on_a: DVec3,
    on_b: DVec3,
    displacement: DVec3,
    distance_squared: f64,
}

impl WitnessPoints {
    /// Computes the witness points and their distance.
    #[inline(always)]
    fn new(pair: &ZonotopePair<DVec3>) -> Self {
        let (on_a, on_b) = closest_points(pair);
        let displacement = pair.offset + (on_a - on_b);
        Self { on_a, on_b, displacement, distance_squared: displacement.dot(displacement) }
    }

    /// Returns the witness points with normal and distance, unless the segments touch.
    #[inline(always)]
    fn separation(self, touching_distance: f64) -> Option<CoreSeparation<DVec3>> {
        let Self { on_a, on_b, displacement, distance_squared } = self;
        let distance = ops::f64::sqrt(distance_squared);
        (distance > touching_distance).then(|| CoreSeparation {
            on_a,
            on_b,
            normal: displacement * (-1.0 / distance),
            distance,
        })
    }
}

/// Computes the closest points of two segments, each relative to its center.
#[inline(always)]
fn closest_points(pair: &ZonotopePair<DVec3>) -> (DVec3, DVec3) {
    let ZonotopePair { offset, a: [a, ..], b: [b, ..], counts } = *pair;
    match counts {
        [0, 0] => (DVec3::ZERO, DVec3::ZERO),
        [0, _] => (DVec3::ZERO, b * clamped_ratio(offset.dot(b), b.dot(b))),
        [_, 0] => (a * clamped_ratio(-offset.dot(a), a.dot(a)), DVec3::ZERO),
        _ => {
            let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
            let (to_a, to_b) = (offset.dot(a), offset.dot(b));
            // Any start is right for parallel segments.
            let on_a = clamped_ratio(ab * to_b - bb * to_a, aa * bb - ab * ab);
            let unbounded = (to_b + on_a * ab) / bb;
            if unbounded.abs() <= 1.0 {
                (a * on_a, b * unbounded)
            } else {
                let on_b = clamped_ratio(to_b + on_a * ab, bb);
                (a * clamped_ratio(on_b * ab - to_a, aa), b * on_b)
            }
        }
    }
}

/// Divides and clamps the ratio to the range from −1 to 1; returns 0 if the denominator is 0.
#[inline(always)]
fn clamped_ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { (numerator / denominator).clamp(-1.0, 1.0) } else { 0.0 }
}
