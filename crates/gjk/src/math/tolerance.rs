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
//! The [**core touching distance**](crate::minkowski::MinkowskiDifference::core_touching_distance) is the same limit for
//! the cores, the shapes without their convex radii: the sum of the radii plus the touching distance. GJK measures cores, so it compares with this
//! one.
//!
//! This file holds the constants that several files share: [`EPSILON_F32`], [`EPSILON_F64`], [`TOUCH`],
//! [`TOUCHING_BAND`], [`MAX_TILT`], [`FLAT_SIMPLEX`] and [`NORMAL_PRECISION`]. Any other constant stays in the file that uses it, and is listed here;
//! `tools/oracle/tests/integration/tolerances.rs` compares this list with the source. "Square" says that a value is compared
//! with a square. The **feature tolerance** is [`FEATURE_TOLERANCE`](crate::support::hints::FEATURE_TOLERANCE) times the
//! size of a shape.
//!
//! # Reference
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `gjk/bounds.rs` | | | |
//! | `MAX_SIMPLEX_ROUNDING` | 8 | touching distance | more than the rounding of a simplex explains |
//! | `SAFE_AXIS_SQUARES` | 1e-12..1e12 | square | times 1e-13 to 1e13, squares are in the range of `f32` |
//! | `simplex/incremental.rs` | | | |
//! | `FLAT_TRIANGLE` | 1e-18 | sine, square | the normal of a triangle has 7 digits left |
//! | `simplex/triangle.rs` | | | |
//! | `MAX_REACH` | 4 | longest edge, square | a nearest point farther than 2 edges away is rounding |
//! | `epa/penetration.rs` | | | |
//! | `ALMOST_TOUCHING` | 4 | touching distance | GJK's witness points are better than EPA's there |
//! | literal | 0.5 | normal, square | a smaller normal is none |
//! | `separation.rs` | | | |
//! | `IN_RANGE_SQUARES` | 1e75 | square | a tenth of the largest `f32`, with room for sums of a few such numbers |
//! | `epa/expand_3d.rs` | | | |
//! | `MAX_COSINE` | 0.94 | cosine | normals 20° apart are different results of EPA |
//! | `COPLANAR` | 1e-3 | precision | no new face is a sliver, no answer changes |
//! | `SAFE_NORMAL_SQUARES` | 1e-16..1e16 | square | times 1e-11 to 1e11, squares are in the range of `f32` |
//!
//! # Math, support functions and shapes
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `math/affine.rs` | | | |
//! | `SIMILARITY` | 4 | `EPSILON` | rounding of the products in a rotation matrix |
//! | `math/unit.rs` | | | |
//! | `SAFE_UNIT_SQUARES` | 1e-20..1e20 | square | no coordinate that matters has underflowed |
//! | `support/hints.rs` | | | |
//! | `FEATURE_TOLERANCE` | 5e-3 | half extent | public: which vertices belong to a supporting feature |
//! | `shape/revolution.rs` | | | |
//! | `LEVEL_TILT` | 1e-2 | feature tolerance | a smaller tilt of a rim has no direction |
//! | `shape/circular_sector.rs` | | | |
//! | `RIGHT_ANGLE_ROUNDING` | 1e-4 | radian | a right angle that a thousand angles add up to |
//! | `shape/straight_corners.rs` | | | |
//! | `STRAIGHT_CORNER` | 4 `f32::EPSILON` | coordinate and half extent | three rounded corners on a line |
//!
//! # Accelerations
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `fast/bounding_spheres.rs` | | | |
//! | `MARGIN` | 1 + 1e-5 | sum of radii | ten times rounding and touching distance together |
//! | `fast/sat/polygons.rs` | | | |
//! | `COORDINATE_ROUNDING` | 24 `f32::EPSILON` | coordinate | a few products and sums, and the vertices |
//! | `MAX_MISALIGNMENT` | 2 | touching distance | witness points may be out of line by this |
//! | `NEGLIGIBLE_MISALIGNMENT` | 0.25 | touching distance | no need to correct the witness points |
//! | `NEAR_CENTERS` | 0.25 | size, square | centers are near, so another order of tests pays |
//! | `SIZES` | 1e-16..=1e18 | length | products of two coordinates stay in the range of `f32` |
//! | `fast/sat/polygon_distance.rs` | | | |
//! | `MAX_GAP` | 0.5 | touching distance | equals [`precision`] |
//! | `fast/sat/zonotopes_2d.rs` | | | |
//! | `PARALLEL_2D` | 1e-24 | sine, square | rounding of cross products in `f64` |
//! | literal | 1e-14 | size, square | rounding of the sum over the edges |
//! | `fast/sat/zonotopes_3d.rs` | | | |
//! | `PARALLEL_3D` | 1e-14 | sine, square | rounding of `f32` directions |
//! | `fast/sat/parallelograms.rs` | | | |
//! | `SEPARATION_ERROR` | 5e-6 | size | the band around touching, and twice six roundings of `f32` |
//! | `UNDERFLOW_AREA` | 1e-36 | area | products that underflow in `f32` |
//!
//! # Questions
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `query/range.rs` | | | |
//! | literal | HALF, 0.5 | normal, square | a smaller normal is none |
//! | `query/manifold.rs` | | | |
//! | `ON_EDGE` | 1e-3 | feature tolerance | a vertex on an edge |
//! | literal | 1e-6 | largest number, feature tolerance | no point of the manifold exceeds the range |
//! | `query/manifold/convex_hull.rs` | | | |
//! | `MIN_TURN` | 1e-4 | sine | a vertex that stands out by rounding only |
//! | `query/manifold/clip_plane.rs` | | | |
//! | `SHARP_CORNER` | 0.25 | cosine, square | of 60 degrees; what passes a corner is at most twice `ON_EDGE` away |
//! | `query/manifold/face_plane.rs` | | | |
//! | `MAX_DEVIATION` | 1e-4 | feature tolerance | a face bent by less is flat |
//! | `query/manifold/clip_2d.rs` | | | |
//! | `MIN_SPAN` | 1e-2 | feature tolerance | a shorter span is a single point |
//! | `query/manifold/prune.rs` | | | |
//! | literal | 1e-6 | measure | among equals the first stays chosen |
//! | `query/face_normal.rs` | | | |
//! | `OFFSET` | 1/64 | half extent | the distance of the rays from the point is far above the precision of contacts |
//! | `OFFSET_ROUNDINGS` | 4096 | `EPSILON` · coordinate | the same, far from the origin |
//! | `FLATNESS` | 1/8192 | offset | beyond an edge, the height of a face differs by more |
//! | `MAX_SLOPE` | 32 | tangent | heights on steeper faces are not precise |
//! | `SAME_SLOPE` | 5e-3 | tangent | faces whose slopes differ by less count as one |
//! | `TURN` | 0.9998, 0.02 | cosine, sine | rays to the same face |
//! | literal | 0.5 | normal, square | a smaller normal is none |
//! | `query/cast/advance.rs` | | | |
//! | `PRECISE_NORMAL_DISTANCE` | 1e-4 | size | from this core distance on a normal is precise |
//! | `WAY_ROUNDING` | 0.5 | `EPSILON` · way | the rounding of a direction |
//! | `GRAZING` | 1e-4 | sine | a way along a surface, where rounding decides the hit |
//! | literal | 8 | touching distance | a normal still separates the shapes |
//! | literal | 0.9 | speed | a normal is replaced only by one that closes clearly faster |
//! | `query/signed_distance.rs` | | | |
//! | literal | 0.5 | normal, square | a smaller normal is none |
//! | `query/half_space.rs` | | | |
//! | `OPPOSED` | 1e-6 | sine | two half-spaces that face each other, up to rounding |

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

/// The half width of the band around touching, in touching distances. Within the band, rounding may make two searches of
/// one pair come to different verdicts, so the verdict of one of them counts by definition: that of the reference search
/// in `search/near_touching.rs`.
///
/// Verdicts of searches that start from different simplices were seen to differ at up to 1.8 touching distances. The
/// separating axis tests of zonotopes overestimate the touching distance, at most by the number of dimensions, so
/// they leave a wider band to the search.
pub(crate) const TOUCHING_BAND: f64 = 8.0;

/// The error of a lower bound, relative to the size of the pair, at which a search in `f64` ends. A direction that is wrong
/// by an angle changes the distance by about the square of the angle, which is lost in the rounding of `f64` (1e-16) for
/// angles up to 1e-8. Ten times that.
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
