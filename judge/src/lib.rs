//! An `f64` oracle that judges [`gjk`] on hard cases.
//!
//! * [`case`]: two shapes and where they are, in plain `f32` numbers. Nothing here depends on the crate.
//! * [`oracle`]: the signed distance of a case, in `f64`, between two proven bounds.
//! * [`subject`]: what the crate answers to the same case.
//! * [`verdict`]: whether the answers are as right as they must be.
//! * [`family`]: the kinds of hard cases, each a function of a seeded random number generator.
//! * [`tally`]: the sums, and the table.
//!
//! The oracle shares no code and no algorithm with the crate. It knows a shape as the hull of a few
//! ellipsoids (points are ellipsoids of no size, a cylinder is the hull of two discs), so that one support
//! function in `f64` serves all. Distances come from Wolfe's nearest point algorithm, depths from a branch
//! and bound over the sphere of directions; both end with a lower and an upper bound that are proven by the
//! support function alone. A case whose bounds stay apart is counted as undecided and is not judged.

pub mod case;
pub mod family;
pub mod oracle;
pub mod subject;
pub mod tally;
pub mod verdict;
