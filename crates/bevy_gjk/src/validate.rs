//! What can be wrong with a collider, and the warning that says so.

use core::fmt;

use gjk::ShapeError;

/// Why a collider rests: it takes no part in collisions until this is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColliderError {
    /// The description is of no convex shape.
    Shape(ShapeError),
    /// A compound of nothing.
    NoParts,
    /// The transform of a part of a compound holds a NaN or an infinity.
    PartNotFinite,
    /// A part of a compound is a half-space: only as a collider of its own can a shape be endless.
    EndlessPart,
    /// Where a convex shape is needed, there is one of several parts.
    NotConvex,
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
            Self::NoParts => write!(f, "a compound without parts"),
            Self::PartNotFinite => write!(f, "the transform of a part holds a NaN or an infinity"),
            Self::EndlessPart => write!(f, "a part is a half-space, which has to be a collider of its own"),
            Self::NotConvex => write!(f, "it is made of several parts where one convex shape is needed"),
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
