//! An `f64` oracle that judges [`gjk`] on hard cases.
//!
//! * [`case`]: two shapes and where they are, in plain `f32` numbers. Nothing here depends on the crate.
//! * [`oracle`]: the signed distance of a case, in `f64`, between two proven bounds.
//! * [`subject`]: the crate's own shapes, and what it answers about a pair at rest.
//! * [`verdict`]: whether those answers are as right as they must be.
//! * [`check`]: the other kinds of questions, each asked and judged in a file of its own: from a warm cache,
//!   bounds, points, rays, casts, manifolds, half-spaces, and the accelerations against the reference.
//! * [`family`]: the kinds of hard cases, each a function of a seeded random number generator.
//! * [`examine`](mod@examine): all of it for one case. Nothing is sampled: every case is asked every
//!   question.
//! * [`tally`]: the sums, and the tables.
//!
//! The oracle shares no code and no algorithm with the crate. It knows a shape as a tree of sums and hulls of
//! points, ellipsoids and arcs (a cylinder is the sum of a disc and a segment, a sector the hull of an arc
//! and a point), so that one support function in `f64` serves all. Distances come from Wolfe's nearest point
//! algorithm, depths from a branch and bound over the sphere of directions; both end with a lower and an
//! upper bound that are proven by the support function alone. A case whose bounds stay apart is counted as
//! undecided and is not judged.

pub mod case;
pub mod check;
pub mod examine;
pub mod family;
pub mod oracle;
pub mod subject;
pub mod tally;
pub mod verdict;
