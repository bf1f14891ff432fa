//! The errors of geometries.

use core::fmt;

use crate::collider::ColliderError;

/// Why there is no [`Geometry`](super::Geometry) of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GeometryError {
    /// The tolerance is this number, which is not positive and finite.
    Tolerance(f32),
    /// The tolerance is so small that there would be about this many triangles, or points of outlines. A larger one
    /// gives fewer.
    TooManyTriangles(u64),
    /// A half-space has no end: it needs
    /// [`GeometryDetail::half_space_bounds`](super::GeometryDetail::half_space_bounds), whose corners are finite.
    Endless,
    /// The place of the collider, or a point of its support function, is NaN or infinite.
    NotFinite,
    /// The collider is invalid.
    Collider(ColliderError),
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tolerance(tolerance) => {
                write!(f, "the tolerance of a geometry is {tolerance}: it has to be positive and finite")
            }
            Self::TooManyTriangles(count) => write!(
                f,
                "a geometry would have about {count} triangles, or points of outlines: choose a larger tolerance"
            ),
            Self::Endless => {
                f.write_str("a half-space has no end: set finite `half_space_bounds`, at which it is cut off")
            }
            Self::NotFinite => f.write_str("a point of the geometry is NaN or infinite"),
            Self::Collider(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GeometryError {}

impl From<ColliderError> for GeometryError {
    fn from(error: ColliderError) -> Self {
        Self::Collider(error)
    }
}
