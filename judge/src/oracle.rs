//! The signed distance of two bodies, in `f64`, between proven bounds.
//!
//! Let `D` be the set of all differences `a - b`. For a unit vector `n`, `h(n) = max n·d over D` says how
//! far b must move along `n` to leave a: it is negative when `n` separates them. The least `h(n)` over all
//! `n` is the depth of an overlap, or minus the distance. So every direction proves an upper bound of the
//! signed depth. A point of `D` proves an upper bound of the distance ([`nearest()`]), and points of `D` that
//! face a whole patch of directions prove a lower bound of the depth ([`least_reach`]). A moving pair is a
//! [`Path`].

mod body;
mod game;
mod nearest;
mod pair;
mod path;
mod set;
mod sphere;

pub use body::Body;
pub use game::maximin;
pub use nearest::nearest;
pub use pair::Pair;
pub use path::{ClipVertex, Path};
pub use set::Set;
pub use sphere::{Effort, least_reach};

use crate::case::{Case, Dimension};
use glam::DVec3;

/// What the oracle knows of a pair. The depth is negative when they are apart.
#[derive(Clone, Copy, Debug)]
pub struct Bracket {
    /// The signed depth is not less than this.
    pub low: f64,
    /// The signed depth is not more than this: the reach of `normal`.
    pub high: f64,
    /// The unit direction, from a to b, that proves `high`.
    pub normal: DVec3,
}

impl Bracket {
    /// How far apart the bounds are.
    pub fn gap(&self) -> f64 {
        self.high - self.low
    }
}

/// The signed depth of a case.
pub fn signed_depth(case: &Case) -> Bracket {
    let pair = Pair::new(case);
    signed_depth_of(&pair, case.dimension)
}

/// The signed depth of a pair of bodies.
pub fn signed_depth_of(pair: &Pair, dimension: Dimension) -> Bracket {
    let size = pair.size();
    let near = nearest(pair, 1e-10 * size);
    if near.high < 0.0 && near.gap() <= 1e-8 * size {
        return near;
    }
    let found = least_reach(pair, dimension, Effort::new(pair, dimension, near.high < 0.0));
    // Either proof holds, so the tighter of both.
    let best = if found.high < near.high { found } else { near };
    Bracket { low: found.low.max(near.low), ..best }
}
