//! Proven bounds of the signed distance of two bodies, in `f64`.
//!
//! Let `D` be the set of all differences `a - b`. For a unit vector `n`, the support value
//! `h(n) = max n·d over D` is how far b must move along `n` to leave a: it is negative when `n` separates them.
//! The code calls `h(n)` the reach along `n`. The least `h(n)` over all
//! `n` is the depth of an overlap, or minus the distance. So every direction proves an upper bound of the
//! signed depth. A point of `D` proves an upper bound of the distance ([`nearest()`]), and points of `D` that
//! cover a whole cell of directions prove a lower bound of the depth ([`least_reach`]). A moving pair is a
//! [`MovingPair`].

mod body;
mod branch_and_bound;
mod matrix_game;
mod moving_pair;
mod nearest;
mod pair;
mod set;

pub use body::Body;
pub use branch_and_bound::{Effort, least_reach};
pub use matrix_game::maximin;
pub use moving_pair::{FirstContact, MovingPair};
pub use nearest::nearest;
pub use pair::Pair;
pub use set::Set;

use crate::case::{Case, Dimension};
use glam::DVec3;

/// Lower and upper bounds of the signed depth of a pair. The depth of separated bodies is minus their distance.
#[derive(Clone, Copy, Debug)]
pub struct Bracket {
    /// The lower bound of the signed depth.
    pub low: f64,
    /// The upper bound of the signed depth: the reach along `normal`.
    pub high: f64,
    /// The unit normal, from a to b, that proves `high`.
    pub normal: DVec3,
}

impl Bracket {
    /// Returns the difference between both bounds.
    pub fn gap(&self) -> f64 {
        self.high - self.low
    }
}

/// Computes bounds of the signed depth of a case.
pub fn signed_depth(case: &Case) -> Bracket {
    let pair = Pair::new(case);
    signed_depth_of(&pair, case.dimension)
}

/// Computes bounds of the signed depth of a pair of bodies.
pub fn signed_depth_of(pair: &Pair, dimension: Dimension) -> Bracket {
    let size = pair.size();
    let near = nearest(pair, 1e-10 * size);
    if near.high < 0.0 && near.gap() <= 1e-8 * size {
        return near;
    }
    let found = least_reach(pair, dimension, Effort::new(pair, dimension, near.high < 0.0));
    // Both pairs of bounds are proven, so take the tighter bound of each kind.
    let best = if found.high < near.high { found } else { near };
    Bracket { low: found.low.max(near.low), ..best }
}
