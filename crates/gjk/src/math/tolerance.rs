//! The tolerances of the crate, and where their values come from.
//!
//! No tolerance is an absolute length. Each is a multiple of the size of a pair, or a pure number such as a
//! sine or a ratio of squares. So a pair gets the same verdict at any scale and at any place in the world. The
//! ranges of squares and sizes below choose between two ways to compute the same number, where one of them
//! would overflow or underflow.
//!
//! The **size** of a shape is its largest half extent, the largest coordinate of
//! [`Size::half_extents`](crate::support::hints::Size::half_extents). The size of a pair is the sum of both. Two files
//! measure it differently:
//!
//! * `fast/sat.rs` adds up the largest coordinates of all half edges of the zonotopes, and their radii. That is
//!   cheaper, and larger by at most the number of dimensions.
//! * `query/half_space.rs` has the size of the bounded shape alone.
//!
//! Three quantities follow from the size of a pair:
//!
//! * [`Vector::EPSILON`]` · size` bounds the rounding of a support point;
//! * [`precision`] is the gap between lower and upper bound at which the loops stop;
//! * [`touching_distance`] is the signed distance of the shapes up to which they count as touching.
//!
//! The [**core touching distance**](crate::minkowski::MinkowskiDifference::core_touching_distance) is the same limit
//! for the cores, the shapes without their convex radii: the sum of the radii plus the touching distance. GJK measures
//! cores, so it compares with this one.
//!
//! This file holds the constants that several files share. Any other constant stays in the file that uses it, with a
//! comment that says what it limits, in which unit, and where its value comes from. "Square" says there that a value is
//! compared with a square. The **feature tolerance** is [`FEATURE_TOLERANCE`](crate::support::hints::FEATURE_TOLERANCE)
//! times the size of a shape.

use crate::math::Vector;

/// The rounding of a support point in `f32`, relative to the size of its shape: two units in the last place,
/// for the matrix product and the sum that place a vertex.
pub(super) const EPSILON_F32: f64 = 2.0 * f32::EPSILON as f64;

/// The precision of a pair in `f64`, relative to its size. Support points are better than this by three
/// orders of magnitude; the rounding of the solvers, which work in `f64` too, is the limit.
pub(super) const EPSILON_F64: f64 = 1e-12;

/// The touching distance in multiples of [`precision`]: one for the rounding of the support points, and one
/// for the gap at which the loops stop. So neither of them makes shapes that touch exactly count as apart.
const TOUCH: f64 = 2.0;

/// The half width of the band around touching, in touching distances. Within the band, rounding may make two searches
/// of one pair come to different verdicts, so the verdict of one of them counts by definition: that of the reference
/// search in `search/near_touching.rs`.
///
/// Verdicts of searches that start from different simplices were seen to differ at up to 1.8 touching distances. The
/// separating axis tests of zonotopes overestimate the touching distance, at most by the number of dimensions, so
/// they leave a wider band to the search.
pub(crate) const TOUCHING_BAND: f64 = 8.0;

/// The error of a lower bound, relative to the size of the pair, at which a search in `f64` ends. A direction that is
/// wrong by an angle changes the distance by about the square of the angle, which is lost in the rounding of `f64`
/// (1e-16) for angles up to 1e-8. Ten times that.
const MAX_TILT: f64 = 1e-7;

/// The square of the sine below which the sign of a simplex' content is rounding: the ratio of the squared
/// area or volume to the product of the squared edges at one vertex.
///
/// A product of edges in `f64` has a relative error of a few times 1.1e-16, a triple product of one of about
/// 1e-15. At a sine of 1e-14, ten times that, the sign is still right; 1e-28 is its square.
pub(crate) const FLAT_SIMPLEX: f64 = 1e-28;

/// The precision of GJK as a multiple of [`precision`], where normals of near shapes are used to move them: the normal
/// needs a narrower gap between the bounds than the distance.
pub(crate) const NORMAL_PRECISION: f64 = 1e-3;

/// Returns the gap between the lower and upper bound of a distance at which the loops stop, for a pair of
/// this size.
#[inline(always)]
pub(crate) fn precision<V: Vector>(size: f64) -> f64 {
    V::EPSILON * size
}

/// Returns the signed distance up to which the shapes of a pair of this size count as touching.
#[inline(always)]
pub(crate) fn touching_distance<V: Vector>(size: f64) -> f64 {
    // A wrong shape may have a negative size; nothing may count on less than touching.
    TOUCH * V::EPSILON * size.abs()
}

/// Returns the half width of the band around touching for a pair of this touching distance: a length, from zero in both
/// directions. For `f32`, it is [`TOUCHING_BAND`] touching distances; for `f64`, that of the search's own rounding.
#[inline(always)]
pub(crate) fn touching_band<V: Vector>(touching_distance: f64) -> f64 {
    touching_distance * TOUCHING_BAND.max(MAX_TILT / (TOUCH * V::EPSILON))
}
