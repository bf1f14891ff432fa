//! The shapes, one file each.
//!
//! A shape is centered on its origin, unless it is made of points, and its axis of symmetry is the y axis, as for
//! the primitives of `bevy_shape`. The constructors of shapes of a size do not check it, so that they stay `const`;
//! their method `validate` does.

mod ball;
mod capsule;
mod circular_sector;
mod circular_segment;
mod cone;
mod conical_frustum;
#[cfg(feature = "alloc")]
mod convex_polygon;
mod corners;
mod cylinder;
mod ellipsoid;
mod extrusion;
mod half_space;
#[cfg(feature = "alloc")]
mod hull;
#[cfg(feature = "alloc")]
mod inscribed;
mod orthotope;
#[cfg(feature = "alloc")]
mod point_set;
mod revolution;
mod rhombus;
#[cfg(feature = "serde")]
mod stored_arc;
#[cfg(feature = "alloc")]
mod straight_corners;
#[cfg(feature = "alloc")]
mod winding;

pub use ball::{Ball, Circle, Sphere};
pub use capsule::{Capsule, Capsule2, Capsule3};
pub use circular_sector::CircularSector;
pub use circular_segment::CircularSegment;
pub use cone::Cone;
pub use conical_frustum::ConicalFrustum;
#[cfg(feature = "alloc")]
pub use convex_polygon::ConvexPolygon;
pub use corners::{Corners, Point, Segment, Tetrahedron, Triangle};
pub use cylinder::Cylinder;
pub use ellipsoid::{Ellipse, Ellipsoid};
pub use extrusion::Extrusion;
pub use half_space::HalfSpace;
#[cfg(feature = "alloc")]
pub use hull::Hull;
pub use orthotope::{Cuboid, Orthotope, Rectangle};
pub use rhombus::Rhombus;

use core::fmt;

use crate::math::{Scalar, Vector, Wide, ops};
use crate::support::hints::Vertex;

/// The largest number of corners of a regular polygon: see `ConvexPolygon::MAX_REGULAR_CORNERS`.
const MAX_REGULAR_CORNERS: usize = 8192;

/// The reason why sizes or points do not make a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A size is NaN or infinite.
    NotFinite,
    /// A size is negative.
    Negative,
    /// A hull has no points.
    Empty,
    /// The corner with this index has a coordinate that is NaN or infinite.
    CornerNotFinite(usize),
    /// A polygon has this many corners, fewer than three.
    TooFewCorners(usize),
    /// A regular polygon has this many corners, more than [`ConvexPolygon::MAX_REGULAR_CORNERS`].
    TooManyCorners(usize),
    /// The corner with this index repeats the one before it, and without such corners fewer than three are left.
    RepeatedCorner(usize),
    /// The boundary turns inward at the corner with this index.
    ConcaveCorner(usize),
    /// A circular sector covers more than half of its disc, so that it is concave.
    SectorTooWide,
    /// No corner is concave, but the boundary winds around more than once. It first crosses itself on the edge to
    /// the corner with this index.
    SelfIntersecting(usize),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "a size is NaN or infinite"),
            Self::Negative => write!(f, "a size is negative"),
            Self::Empty => write!(f, "a hull of no points"),
            Self::CornerNotFinite(i) => write!(f, "corner {i} is NaN or infinite"),
            Self::TooFewCorners(n) => write!(f, "a polygon of {n} corners, fewer than 3"),
            Self::TooManyCorners(n) => {
                write!(f, "a regular polygon of {n} corners, more than {MAX_REGULAR_CORNERS}; use a circle")
            }
            Self::RepeatedCorner(i) => {
                write!(f, "corner {i} repeats the one before it, and fewer than 3 are left")
            }
            Self::ConcaveCorner(i) => write!(f, "the polygon is concave at corner {i}"),
            Self::SectorTooWide => write!(
                f,
                "a circular sector of more than half a disc is concave; its half angle may be π/2 radians at most"
            ),
            Self::SelfIntersecting(i) => write!(f, "the boundary crosses itself on the edge to corner {i}"),
        }
    }
}

impl core::error::Error for ShapeError {}

/// Checks that a size is finite and not negative.
fn validate_size<S: Scalar>(size: S) -> Result<(), ShapeError> {
    if !size.is_finite() {
        Err(ShapeError::NotFinite)
    } else if size < S::ZERO {
        Err(ShapeError::Negative)
    } else {
        Ok(())
    }
}

/// Checks each coordinate of a size.
fn validate_sizes<V: Vector>(sizes: V) -> Result<(), ShapeError> {
    (0..V::DIMENSION).try_for_each(|index| validate_size(sizes.element(index)))
}

/// Checks that all corners are finite.
fn validate_corners<V: Vector>(corners: &[V]) -> Result<(), ShapeError> {
    match corners.iter().position(|corner| !corner.is_finite()) {
        Some(index) => Err(ShapeError::CornerNotFinite(index)),
        None => Ok(()),
    }
}

/// Returns the index of the point farthest along a direction, the first of several.
#[inline]
fn farthest<V: Vector>(points: &[V], direction: V) -> usize {
    let mut best = 0;
    let mut most = points[0].dot(direction);
    for (index, point) in points.iter().enumerate().skip(1) {
        let along = point.dot(direction);
        if along > most {
            best = index;
            most = along;
        }
    }
    best
}

/// Visits the points whose dot product with a direction is at most `tolerance` less than the largest; their index is
/// their id.
#[inline]
fn visit_farthest<V: Vector>(
    points: impl Iterator<Item = V> + Clone,
    direction: V,
    tolerance: V::Scalar,
    visit: &mut dyn FnMut(Vertex<V>),
) {
    let most = points
        .clone()
        .map(|point| point.dot(direction))
        .reduce(|most, along| if along > most { along } else { most });
    for (index, point) in points.enumerate() {
        if most.is_some_and(|most| most - point.dot(direction) <= tolerance) {
            visit(Vertex { point, id: index as u32 });
        }
    }
}

/// Returns an origin for a shape made of points: zero, or one of its points if the shape lies farther from zero than
/// eight times its half extents.
///
/// Relative to it, the dot products that find the farthest point keep their precision. At that distance the
/// differences of the points are exact in `f32`. A single point needs none, and is placed as a [`Point`] is.
#[cfg(feature = "alloc")]
fn local_origin<V: Vector>(points: &[V], half_extents: V) -> V {
    let (first, size) = (points[0], half_extents.max_element());
    let far = first.max(-first).max_element() > V::Scalar::narrow(8.0) * size;
    if far && size > V::Scalar::ZERO { first } else { V::ZERO }
}

/// Returns the length of a vector, without underflow of the squares.
#[inline(always)]
fn length<V: Vector>(vector: V) -> V::Scalar {
    V::Scalar::narrow(ops::f64::sqrt(vector.widen().dot(vector.widen())))
}

/// Returns the largest distance of points from the origin.
fn bounding_radius<V: Vector>(points: &[V]) -> V::Scalar {
    let squares = points.iter().map(|point| point.widen().dot(point.widen()));
    let most = squares.fold(0.0, |most, square| if square > most { square } else { most });
    V::Scalar::narrow(ops::f64::sqrt(most))
}

/// Returns the half extents of the AABB of points.
fn half_extents<V: Vector>(points: &[V]) -> V {
    let (low, high) =
        points.iter().fold((points[0], points[0]), |(low, high), &point| (low.min(point), high.max(point)));
    (high - low) * V::Scalar::HALF
}
