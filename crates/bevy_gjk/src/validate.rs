//! What can be wrong with a collider, and the warning that says so.

use core::fmt;

use gjk::ShapeError;

/// Why a collider rests: it takes no part in collisions until this is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColliderError {
    /// The description is of no convex shape.
    Shape(ShapeError),
    /// A custom shape with nothing in it: such shapes are not written to scene files.
    NoCustomShape,
    /// The entity's `GlobalTransform` holds a NaN or an infinity.
    TransformNotFinite,
    /// The shape, placed by the entity's `GlobalTransform`, reaches out of the range of `f32`.
    TooLarge,
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::NoCustomShape => write!(f, "a custom shape without a support function"),
            Self::TransformNotFinite => write!(f, "its GlobalTransform holds a NaN or an infinity"),
            Self::TooLarge => write!(f, "where its GlobalTransform places it, it exceeds the range of f32"),
        }
    }
}

impl core::error::Error for ColliderError {}

impl From<ShapeError> for ColliderError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
