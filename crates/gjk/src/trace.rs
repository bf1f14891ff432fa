//! The steps of GJK and EPA, as an [`Observer`] sees them.
//!
//! The loops call the observer at every support point, simplex, facet and stop. `Trace` records the steps and
//! prints them like a worked example. Without an observer, the calls are compiled away.

mod polytope;
#[cfg(feature = "alloc")]
mod recording;
#[cfg(feature = "alloc")]
mod text;

use core::fmt;

use crate::math::Vector;
pub use crate::minkowski::DifferencePoint;
pub(crate) use polytope::Faces;
pub use polytope::Polytope;
#[cfg(feature = "alloc")]
pub use recording::{Algorithm, Trace, TraceEntry};

/// The reason why a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stop {
    /// The simplex contains the origin: the shapes overlap.
    OriginEnclosed,
    /// The simplex comes within the tolerance of the origin: the shapes touch.
    OriginTouched,
    /// The direction is a separating axis, because the support point along it does not pass the origin: the shapes are
    /// apart.
    SeparatingAxis,
    /// The lower and the upper bound of the answer met.
    Converged,
    /// The support point is a vertex of the simplex already: nothing lies beyond it.
    RepeatedSupport,
    /// The new point did not improve the answer: the precision of the support points is exhausted.
    NoProgress,
    /// The Minkowski difference is flat: it has no volume (in 2D no area).
    Flat,
    /// The limit of iterations was reached.
    IterationCap,
    /// A support point has a NaN or infinity.
    NotFinite,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OriginEnclosed => "origin enclosed: overlapping",
            Self::OriginTouched => "origin on the simplex: touching",
            Self::SeparatingAxis => "separating axis: apart",
            Self::Converged => "the bounds met",
            Self::RepeatedSupport => "repeated support: nothing lies beyond",
            Self::NoProgress => "no progress: precision exhausted",
            Self::Flat => "the difference is flat",
            Self::IterationCap => "limit of steps reached",
            Self::NotFinite => "a support point is not finite",
        })
    }
}

/// How accurate an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// Accurate to the stated precision.
    Converged,
    /// Accurate to the precision of the support points, which was exhausted first.
    Stalled,
    /// The limit of iterations was reached. The answer is the best found: a distance is not too small, and a
    /// depth is enough to separate the shapes.
    IterationCap,
    /// A coordinate or length of the answer exceeds the largest number of the scalar, and is clamped to it. The
    /// normal is accurate.
    OutOfRange,
    /// A support point has a NaN or infinity; the answer is meaningless, though its numbers are finite.
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
    /// A support point was computed.
    Support {
        /// The direction for the first shape; the second is asked along its opposite.
        direction: V,
        /// The support point of the Minkowski difference.
        point: DifferencePoint<V>,
    },
    /// GJK found the point of the simplex nearest to the origin, and dropped the vertices that do not
    /// contribute.
    Simplex {
        /// The vertices that contribute to the nearest point.
        vertices: &'s [DifferencePoint<V>],
        /// Their weights.
        weights: &'s [f64],
        /// The nearest point.
        nearest: V::Wide,
    },
    /// EPA chose a facet of its polytope, as a rule the one nearest to the origin.
    Facet {
        /// The vertices of the facet: two in 2D, three in 3D.
        vertices: &'s [DifferencePoint<V>],
        /// The outward unit normal.
        normal: V::Wide,
        /// The signed distance of its plane from the origin; that of the nearest facet is a lower bound of
        /// the depth.
        distance: f64,
        /// The polytope of the facet.
        polytope: Polytope<'s, V>,
    },
    /// GJK ended.
    GjkStop(Stop),
    /// EPA ended.
    EpaStop(Stop),
}

/// Receives every step of a query. Any `FnMut(Step<V>)` is an observer.
pub trait Observer<V: Vector> {
    /// Whether the observer is called; if not, the calls are compiled away.
    const ACTIVE: bool = true;
    /// Receives a step.
    fn observe(&mut self, step: Step<'_, V>);
}

/// The absence of an observer.
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
