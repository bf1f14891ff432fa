//! A pair in linear motion.
//!
//! The signed distance of two convex bodies that move along straight lines is a convex function of time: at
//! each time the direction that separates them best proves a line below it. So bodies that
//! separate never meet again, and the zero of the line is a time until which they are apart (conservative
//! advancement).

use glam::DVec3;

use super::{Pair, nearest, signed_depth_of};
use crate::case::Dimension;

/// The cap of the advancement steps. Reaching it makes the answer unknown, never wrong.
const STEPS: usize = 200;
/// The distance that counts as touching, relative to the size.
const NEAR: f64 = 1e-8;

/// A pair whose second body moves relative to the first.
#[derive(Clone, Debug)]
pub struct MovingPair {
    start: Pair,
    velocity: DVec3,
}

/// The first time at which a moving pair touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstContact {
    /// The pair is proven not to touch.
    Never,
    /// The pair touches at this time, and not before.
    From(f64),
    /// The oracle cannot decide.
    Unknown,
}

impl MovingPair {
    /// Creates a moving pair from the velocity of the second body minus that of the first.
    pub fn new(start: Pair, velocity: DVec3) -> Self {
        Self { start, velocity }
    }

    /// Returns the pair at a time.
    pub fn at(&self, time: f64) -> Pair {
        self.start.shifted(self.velocity * time)
    }

    /// Computes when the pair first touches between two times. Goes back in time if `to` is before `from`.
    pub fn first_contact(&self, from: f64, to: f64) -> FirstContact {
        let sense = (to - from).signum();
        let (mut time, size) = (from, self.start.size());
        for _ in 0..STEPS {
            let near = nearest(&self.at(time), 1e-10 * size);
            if -near.low <= NEAR * size {
                return FirstContact::From(time);
            }
            if near.high >= 0.0 {
                return FirstContact::Unknown;
            }
            let closing = -near.normal.dot(self.velocity) * sense;
            if closing <= 0.0 {
                return FirstContact::Never;
            }
            let next = time - sense * near.high / closing;
            if (to - next) * sense < 0.0 {
                return FirstContact::Never;
            }
            if next == time {
                return FirstContact::From(time);
            }
            time = next;
        }
        FirstContact::Unknown
    }

    /// Returns whether the pair provably overlaps by more than `depth` at some time from `from` to `to`. `from` must
    /// be the time of first contact, with the pair separated before.
    pub fn overlaps_by(&self, depth: f64, from: f64, to: f64, dimension: Dimension) -> bool {
        let size = self.start.size();
        let until = match self.first_contact(to, from) {
            FirstContact::From(until) => until,
            _ => to,
        };
        // Any direction proves an upper bound at all times; those just outside of the overlap give tight ones.
        let margin = 1e-7 * size / self.velocity.length();
        let bound = |time: f64| {
            let near = nearest(&self.at(time), 0.0);
            (time, near.high, -near.normal.dot(self.velocity))
        };
        let (enter, reach, growth) = bound(from - margin);
        let (leave, other_reach, other_growth) = bound(until + margin);
        let crossing =
            (other_reach - other_growth * leave - reach + growth * enter) / (growth - other_growth);
        let latest = if until < to { crossing.clamp(from, to) } else { to };
        let most = [from, latest, to].map(|time| {
            (reach + growth * (time - enter)).min(if until < to {
                other_reach + other_growth * (time - leave)
            } else {
                f64::INFINITY
            })
        });
        if most.iter().all(|&most| most <= depth) {
            return false;
        }
        // The depth is a concave function of time.
        let depth_at = |time: f64| signed_depth_of(&self.at(time), dimension);
        let (mut low, mut high) = (from, until);
        for _ in 0..24 {
            let (one, other) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
            let (of_one, of_other) = (depth_at(one), depth_at(other));
            if of_one.low.max(of_other.low) > depth {
                return true;
            }
            if of_one.high < of_other.high {
                low = one;
            } else {
                high = other;
            }
        }
        depth_at(high).low > depth
    }
}
