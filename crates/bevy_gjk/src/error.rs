//! What can be wrong with a collider, and the warning that says so.

use core::fmt;

use gjk::ShapeError;

/// Why a collider rests: it takes no part in collisions until this is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColliderError {
    /// The description is of no convex shape.
    Shape(ShapeError),
    /// A compound of nothing.
    NoParts,
    /// The transform of a part of a compound holds a NaN or an infinity.
    PartNotFinite,
    /// A part of another shape is a half-space: only as a collider of its own can a shape be endless.
    EndlessPart,
    /// A mesh of no triangles.
    NoFaces,
    /// A triangle of a mesh, the one with this index, has a vertex that does not exist.
    NoSuchVertex(usize),
    /// A chain of this many vertices, fewer than two.
    TooFewVertices(usize),
    /// This many heights do not fill rows with so many in each, or there are fewer than two rows or columns.
    NoGrid {
        /// How many heights there are.
        heights: u32,
        /// How many in a row.
        columns: u32,
    },
    /// The height with this index is NaN or infinite.
    HeightNotFinite(usize),
    /// The normal of a half-space is zero.
    NoNormal,
    /// Where a convex shape is needed, there is one of several parts.
    NotConvex,
    /// A custom shape with nothing in it: such shapes are not written to scene files.
    NoCustomShape,
    /// The entity's `GlobalTransform` holds a NaN or an infinity.
    TransformNotFinite,
    /// The shape, placed by the entity's `GlobalTransform`, reaches out of the range of `f32`.
    TooLarge,
    /// The entity's `GlobalTransform` flattens a half-space, which leaves none.
    Flattened,
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::NoParts => write!(f, "a compound without parts"),
            Self::PartNotFinite => write!(f, "the transform of a part holds a NaN or an infinity"),
            Self::EndlessPart => write!(f, "a part is a half-space, which has to be a collider of its own"),
            Self::NoFaces => write!(f, "a mesh without triangles"),
            Self::NoSuchVertex(i) => write!(f, "triangle {i} has a vertex that does not exist"),
            Self::TooFewVertices(n) => write!(f, "a polyline of {n} vertices, fewer than 2"),
            Self::NoGrid { heights, columns } => {
                write!(f, "{heights} heights do not make two rows or more of {columns}, two or more in each")
            }
            Self::HeightNotFinite(i) => write!(f, "height {i} is NaN or infinite"),
            Self::NoNormal => write!(f, "a half-space whose normal is zero"),
            Self::NotConvex => write!(f, "it is made of several parts where one convex shape is needed"),
            Self::NoCustomShape => write!(f, "a custom shape without a support function"),
            Self::TransformNotFinite => write!(f, "its GlobalTransform holds a NaN or an infinity"),
            Self::TooLarge => write!(f, "where its GlobalTransform places it, it exceeds the range of f32"),
            Self::Flattened => write!(f, "its GlobalTransform flattens a half-space, which leaves none"),
        }
    }
}

impl core::error::Error for ColliderError {}

impl From<ShapeError> for ColliderError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
