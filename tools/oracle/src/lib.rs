//! An `f64` oracle that checks the answers of [`gjk`] on hard cases.
//!
//! * [`case`]: two shapes with their affine maps, as `f32` numbers. This module does not depend on `gjk`.
//! * [`distance`]: computes proven lower and upper bounds of the signed distance of a case, in `f64`.
//! * [`subject`]: builds the shapes of `gjk` and runs the three static pair queries (intersection, closest points, contact).
//! * [`verdict`]: compares those answers with the oracle and the documented tolerances.
//! * [`check`]: the other kinds of queries, one file each: warm caches, AABBs, points, rays, shape casts, manifolds,
//!   half-spaces, observed queries, and the accelerations against the reference algorithms.
//! * [`family`]: the families of hard cases, each a function of a seeded random number generator.
//! * [`examine`](mod@examine): runs every query on one case. Nothing is sampled: every case goes through
//!   every query.
//! * [`tally`]: the totals over many cases, and the printed tables.
//!
//! The oracle shares no code and no algorithm with `gjk`. It represents a shape as a tree of Minkowski sums and
//! convex hulls of points, ellipsoids and arcs (a cylinder is the sum of a disc and a segment, a sector the hull
//! of an arc and a point), so that one `f64` support function covers all shapes. Distances come from Wolfe's nearest point
//! algorithm, depths from a branch and bound over the sphere of directions; both return a lower and an
//! upper bound that are proven by the support function alone. A case whose bounds stay too far apart is counted
//! as undecided and is not judged.

/// Calls a function that is generic over the vectors of `gjk` with that of a dimension.
macro_rules! in_dimension {
    ($dimension:expr, $call:ident($($argument:expr),*)) => {
        match $dimension {
            $crate::case::Dimension::Plane => $call::<gjk::Vec2>($($argument),*),
            $crate::case::Dimension::Space => $call::<gjk::Vec3>($($argument),*),
        }
    };
}

pub mod case;
pub mod check;
pub mod distance;
pub mod examine;
pub mod family;
pub mod subject;
pub mod tally;
pub mod verdict;
