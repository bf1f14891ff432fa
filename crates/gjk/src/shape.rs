//! The shapes, one file each. None of them knows who asks.
//!
//! All are centred on their origin, unless made of points, and stand along the y axis where they have one,
//! as the primitives of `bevy_shape` do. A shape with a size checks it with its `validate` method; the
//! constructors do not, so that they stay `const`.

mod ball;
mod capsule;
mod cone;
mod corners;
mod cylinder;
mod ellipsoid;
mod extrusion;
mod frustum;
mod half_space;
#[cfg(feature = "alloc")]
mod hull;
#[cfg(feature = "alloc")]
mod inner;
mod orthotope;
#[cfg(feature = "alloc")]
mod points;
#[cfg(feature = "alloc")]
mod polygon;
mod rhombus;
mod rims;
mod sector;
mod segment;
#[cfg(feature = "serde")]
mod slice;
#[cfg(feature = "alloc")]
mod turns;

pub use ball::{Ball, Circle, Sphere};
pub use capsule::{Capsule, Capsule2, Capsule3};
pub use cone::Cone;
pub use corners::{Corners, Point, Segment, Tetrahedron, Triangle};
pub use cylinder::Cylinder;
pub use ellipsoid::{Ellipse, Ellipsoid};
pub use extrusion::Extrusion;
pub use frustum::ConicalFrustum;
pub use half_space::HalfSpace;
#[cfg(feature = "alloc")]
pub use hull::Hull;
pub use orthotope::{Cuboid, Orthotope, Rectangle};
#[cfg(feature = "alloc")]
pub use polygon::ConvexPolygon;
pub use rhombus::Rhombus;
pub use sector::CircularSector;
pub use segment::CircularSegment;

use core::fmt;

use crate::ops;
use crate::support::Vertex;
use crate::vector::{Scalar, Vector, Wide};

/// Why something is not a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A size is NaN or infinite.
    NotFinite,
    /// A size is negative.
    Negative,
    /// A hull of no points at all.
    Empty,
    /// The corner with this index is NaN or infinite.
    CornerNotFinite(usize),
    /// A polygon with this many corners, fewer than three.
    TooFewCorners(usize),
    /// The corner with this index repeats the one before it.
    RepeatedCorner(usize),
    /// The outline turns the wrong way at the corner with this index. For a slice of a disc, that is the
    /// centre, 0.
    ConcaveCorner(usize),
    /// Every corner turns the right way, but the outline winds around more than once; it first crosses
    /// itself on the way to the corner with this index.
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
            Self::RepeatedCorner(i) => write!(f, "corner {i} repeats the one before it"),
            Self::ConcaveCorner(i) => write!(f, "the polygon is concave at corner {i}"),
            Self::SelfIntersecting(i) => write!(f, "the outline crosses itself before corner {i}"),
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

/// Checks that corners are finite.
fn validate_corners<V: Vector>(corners: &[V]) -> Result<(), ShapeError> {
    match corners.iter().position(|corner| !corner.is_finite()) {
        Some(index) => Err(ShapeError::CornerNotFinite(index)),
        None => Ok(()),
    }
}

/// The index of the point that lies farthest along a direction; the first of several.
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

/// Visits those of the points that lie within `slop` of the farthest along a direction, by their index.
#[inline]
fn visit_farthest<V: Vector>(
    points: impl Iterator<Item = V> + Clone,
    direction: V,
    slop: V::Scalar,
    visit: &mut dyn FnMut(Vertex<V>),
) {
    let most = points
        .clone()
        .map(|point| point.dot(direction))
        .reduce(|most, along| if along > most { along } else { most });
    for (index, point) in points.enumerate() {
        if most.is_some_and(|most| most - point.dot(direction) <= slop) {
            visit(Vertex { point, id: index as u32 });
        }
    }
}

/// An origin for a shape that is made of points: zero, or for a shape far from there one of its own points.
///
/// The products that find the farthest point then keep their digits. Where it is taken, the points differ
/// from it by numbers that `f32` can hold, so that nothing is rounded.
#[cfg(feature = "alloc")]
fn own_origin<V: Vector>(points: &[V], half_extents: V) -> V {
    let (first, size) = (points[0], half_extents.max_element());
    let far = first.max(-first).max_element() > V::Scalar::narrow(8.0) * size;
    if far { first } else { V::ZERO }
}

/// The length of a vector, however short.
#[inline(always)]
fn length<V: Vector>(vector: V) -> V::Scalar {
    V::Scalar::narrow(ops::f64::sqrt(vector.widen().dot(vector.widen())))
}

/// The largest distance of points from their origin.
#[cfg(feature = "alloc")]
fn bounding_radius<V: Vector>(points: &[V]) -> V::Scalar {
    let squares = points.iter().map(|point| point.widen().dot(point.widen()));
    let most = squares.fold(0.0, |most, square| if square > most { square } else { most });
    V::Scalar::narrow(ops::f64::sqrt(most))
}

/// Half the sides of the bounding box of points.
fn half_extents<V: Vector>(points: &[V]) -> V {
    let (low, high) =
        points.iter().fold((points[0], points[0]), |(low, high), &point| (low.min(point), high.max(point)));
    (high - low) * V::Scalar::HALF
}
