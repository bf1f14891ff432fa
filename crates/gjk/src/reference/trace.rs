//! What an observer sees of a question being answered.

mod polytope;
#[cfg(feature = "alloc")]
mod recording;
#[cfg(feature = "alloc")]
mod text;

use core::fmt;

use crate::math::Vector;
use crate::reference::DifferencePoint;
pub(crate) use polytope::Faces;
pub use polytope::Polytope;
#[cfg(feature = "alloc")]
pub use recording::{Algorithm, Trace, TraceEntry};

/// Why a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stop {
    /// The simplex holds the origin: the shapes overlap.
    OriginEnclosed,
    /// The simplex comes within the tolerance of the origin: the shapes touch.
    OriginTouched,
    /// Not even the farthest point along the direction passes the origin: the shapes are apart.
    OriginNotPassed,
    /// The lower and the upper bound of the answer met.
    Converged,
    /// The support point is a vertex that the simplex or polytope already has: nothing lies beyond it.
    RepeatedSupport,
    /// The new point brought the answer no nearer: the support points' precision is exhausted.
    NoProgress,
    /// The shapes have no extent across the direction found: their difference is flat.
    Flat,
    /// The limit of steps was reached.
    IterationCap,
    /// A shape gave a support point with a NaN or infinity.
    NotFinite,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OriginEnclosed => "origin enclosed: overlapping",
            Self::OriginTouched => "origin on the simplex: touching",
            Self::OriginNotPassed => "origin not passed: apart",
            Self::Converged => "the bounds met",
            Self::RepeatedSupport => "repeated support: nothing lies beyond",
            Self::NoProgress => "no progress: precision exhausted",
            Self::Flat => "the difference is flat",
            Self::IterationCap => "limit of steps reached",
            Self::NotFinite => "a support point is not finite",
        })
    }
}

/// How far an answer can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// To the stated precision.
    Converged,
    /// To the precision of the shapes' own support points, which was reached first.
    Stalled,
    /// The limit of steps came first. The answer is the best found: a distance is not too small, a depth is
    /// enough to separate.
    IterationCap,
    /// A shape gave a NaN or infinity; the answer means nothing.
    NotFinite,
}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::NoProgress => Self::Stalled,
            Stop::IterationCap => Self::IterationCap,
            Stop::NotFinite => Self::NotFinite,
            _ => Self::Converged,
        }
    }
}

/// One step of GJK or EPA.
#[derive(Clone, Copy, Debug)]
pub enum Step<'s, V: Vector> {
    /// Both shapes were asked for a support point.
    Support {
        /// The search direction: along it for the first shape, against it for the second.
        direction: V,
        /// The point of the difference.
        point: DifferencePoint<V>,
    },
    /// GJK found the point of the simplex that is nearest to the origin and dropped the other vertices.
    Simplex {
        /// The vertices that carry the nearest point.
        vertices: &'s [DifferencePoint<V>],
        /// Their weights.
        weights: &'s [f64],
        /// The nearest point.
        nearest: V::Wide,
    },
    /// EPA chose the facet of its polytope that is nearest to the origin.
    Facet {
        /// The facet's vertices: two in the plane, three in space.
        vertices: &'s [DifferencePoint<V>],
        /// Its outward unit normal.
        normal: V::Wide,
        /// Its distance from the origin: a lower bound of the depth.
        distance: f64,
        /// The polytope that it is a facet of.
        polytope: Polytope<'s, V>,
    },
    /// GJK ended.
    GjkStop(Stop),
    /// EPA ended.
    EpaStop(Stop),
}

/// Receives every step of a question. Any `FnMut(Step<V>)` is one.
pub trait Observer<V: Vector> {
    /// Whether to look at all; where not, the calls are compiled away.
    const ACTIVE: bool = true;
    /// One step.
    fn observe(&mut self, step: Step<'_, V>);
}

/// The observer that is not there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<V: Vector> Observer<V> for Unobserved {
    const ACTIVE: bool = false;
    #[inline(always)]
    fn observe(&mut self, _: Step<'_, V>) {}
}

impl<V: Vector, F: FnMut(Step<'_, V>)> Observer<V> for F {
    fn observe(&mut self, step: Step<'_, V>) {
        self(step);
    }
}
