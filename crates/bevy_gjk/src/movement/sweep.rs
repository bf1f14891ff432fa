//! The sweep of the shape towards one convex part, by conservative advancement.
//!
//! The clearance is a convex function of the displacement (see [`SignedDistance`](gjk::SignedDistance)). Newton's
//! method on it never passes the first time at which it falls to a limit, and if the planes found meanwhile prove that
//! it does not, the sweep ends without a hit. The shape is swept as if it were rounded by the limit: exact for every
//! convex shape, and nothing is pulled back afterwards.
//!
//! A part has two [limits](Limits). Only a part whose clearance would fall below its minimum is hit, and where it would
//! is [`at_min`](Impact::at_min). The shape stops before, where the clearance is the skin:
//! [`at_stop`](Impact::at_stop).
//!
//! It is for translations only. For colliders that turn there is `character/platform_sweep.rs`.

use gjk::{Approach, Wide, time_of_impact};

use super::{Clearance, Limits, least_closing};
use crate::collider::Dimension;

/// The limit of iterations of Newton's method. Smooth shapes that graze each other take about twenty.
const MAX_NEWTON_ITERATIONS: u32 = 64;
/// The clearance above a limit at which the limit is reached, in tolerances.
pub(super) const ACCURACY: f64 = 1.0 / 16.0;
/// The same for the minimum, which decides what is hit first: on a floor towards which a shape sinks by less than that
/// on a whole face, the edge of the face ahead would be found before the face below.
const ACCURACY_OF_MIN: f64 = 1.0 / 4096.0;

/// The clearance at a time of a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<D: Dimension> {
    /// The part of the motion that is done.
    pub(super) time: f64,
    pub(super) clearance: Clearance<D>,
}

/// A motion that ends at a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact<D: Dimension> {
    /// When the clearance would fall to its minimum. The part for which this is first is the one to stop at, and the
    /// plane there is the one to slide along: at the seam between two faces of one floor, the nearest feature at the
    /// stop may still be an edge of the face ahead, with an inclined normal.
    pub(super) at_min: Moment<D>,
    /// Where the shape is to stop.
    pub(super) at_stop: Moment<D>,
}

impl<D: Dimension> Impact<D> {
    /// Returns the separation, at a time before the minimum, along the normal at the minimum: a lower bound of the
    /// clearance, and at least the minimum.
    pub(super) fn separation_at(&self, time: f64, motion: D::Wide) -> f64 {
        let at_min = &self.at_min;
        at_min.clearance.bound + at_min.clearance.normal.dot(motion) * (at_min.time - time)
    }

    /// Returns the time at which the shape stops, if it is to stop at another part at a time before its own: then, but
    /// not before it is at the plane of this part, up to the tolerance.
    pub(super) fn stop_time(&self, before: f64, motion: D::Wide, limits: &Limits) -> f64 {
        let (own, at_plane) = (self.at_stop.time, limits.stop_clearance + limits.tolerance);
        let is_at_plane = before < own && self.separation_at(before, motion) <= at_plane;
        if is_at_plane { before } else { own }
    }
}

/// Sweeps the shape towards a part. `measure` measures the clearance at a time of the motion, and `is_face` returns
/// whether a normal is that of a face of the part: then a shape that is at its limit rests on it, and does not sink to
/// the minimum on a long way over other faces.
pub(super) fn sweep<D: Dimension>(
    start: Clearance<D>,
    motion: D::Wide,
    limits: &Limits,
    is_face: impl FnOnce(D::Wide) -> bool,
    mut measure: impl FnMut(f64) -> Option<Clearance<D>>,
) -> Option<Impact<D>> {
    // The plane alone proves that most parts are no obstacle.
    if start.bound - start.normal.dot(motion).max(0.0) > limits.min_clearance {
        return None;
    }
    let least_closing = least_closing::<D>(motion);
    // At a clearance of none, the side of a neighbor may be a face, too.
    let rests = limits.stop_clearance > limits.tolerance
        && start.bound <= limits.stop_clearance + limits.tolerance
        && start.normal.dot(motion) > least_closing
        && is_face(start.normal);
    let start = Moment { time: 0.0, clearance: start };
    if rests {
        return Some(Impact { at_min: start, at_stop: start });
    }
    let mut advance = |start, limit, accuracy| {
        advance::<D>(start, motion, least_closing, limit, accuracy * limits.tolerance, &mut measure)
    };
    let at_stop = advance(start, limits.stop_clearance, ACCURACY)?;
    let at_min = advance(at_stop, limits.min_clearance, ACCURACY_OF_MIN)?;
    Some(Impact { at_min, at_stop })
}

/// Returns the first time at which the clearance has fallen to a limit and goes on falling, up to the accuracy.
fn advance<D: Dimension>(
    start: Moment<D>,
    motion: D::Wide,
    least_closing: f64,
    limit: f64,
    accuracy: f64,
    measure: &mut impl FnMut(f64) -> Option<Clearance<D>>,
) -> Option<Moment<D>> {
    let mut now = start;
    time_of_impact(start.time, 1.0, MAX_NEWTON_ITERATIONS, |time| {
        if time > now.time {
            let Some(clearance) = measure(time) else { return Approach::Never };
            now = Moment { time, clearance };
        }
        let closing = now.clearance.normal.dot(motion);
        // This also returns for a NaN.
        if !(closing > least_closing) {
            return Approach::Never;
        }
        let gap = now.clearance.bound - limit;
        if gap <= accuracy { Approach::Touching } else { Approach::of_gap(time, gap, closing) }
    })?;
    Some(now)
}
