//! The errors of invalid colliders, with the texts of the warnings.
//!
//! Those of a description are found by `Shape::prepare`, of a convex shape in `dim2/convex_shape.rs` and
//! `dim3/convex_shape.rs`; those of a transform in `detection/proxies/compute_proxy.rs`. `frame/read_world/warnings.rs`
//! warns of them.

use core::fmt;

use gjk::ShapeError;

/// The largest number of convex parts of a collider: of the triangles of a mesh or a height field, of the segments of a
/// polyline, of all shapes in a compound.
///
/// Parts have 32-bit indices, and a sum of several counts must not overflow. A height field of 11,000 by 11,000 points,
/// half a gigabyte of heights, is within it.
pub(crate) const MAX_PARTS: u32 = 1 << 28;

/// The largest depth of parts within parts, by compounds and rounded shapes in each other.
///
/// Each level takes a stack frame wherever a description is read, checked or tested, of some kilobytes without
/// optimization. The threads of a task pool have two megabytes, and by hand one nests a few levels at most.
pub(crate) const MAX_NESTING: u32 = 32;

/// The reason why a collider is invalid. It takes no part in collisions until it is valid again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColliderError {
    /// The description does not define a convex shape.
    Shape(ShapeError),
    /// A compound has no parts.
    NoParts,
    /// A collider has this many convex parts, more than 2²⁸: triangles, segments, or shapes in a compound.
    TooManyParts(u64),
    /// Compounds or rounded shapes are nested more than 32 levels deep.
    NestedTooDeeply,
    /// The part with this index, of a compound or a rounded shape, does not define a convex shape.
    ShapeOfPart(u32, ShapeError),
    /// The transform of a part of a compound has a NaN or an infinity.
    PartNotFinite,
    /// A part of a compound, or of a rounded or extruded shape, is a half-space. All parts must be bounded.
    EndlessPart,
    /// A mesh has no triangles.
    NoFaces,
    /// A height field is nothing but holes: each of its triangles has a height that is NaN.
    AllHoles,
    /// The triangle of a mesh with this index has the index of a vertex that does not exist.
    NoSuchVertex(usize),
    /// An edge of a solid is open: no other triangle is beside it, so that there is no inside.
    OpenEdge {
        /// The index of the first triangle with an open edge.
        triangle: u32,
        /// The indices of the first vertices at both ends.
        edge: [u32; 2],
    },
    /// Two neighboring triangles of a solid are turned to different sides.
    TurnedTriangle([u32; 2]),
    /// Two triangles of a solid cross, or the shells that they belong to.
    CrossingTriangles([u32; 2]),
    /// A solid encloses no volume.
    NoVolume,
    /// A polyline has only this many vertices, fewer than two.
    TooFewVertices(usize),
    /// The heights of a height field do not fill all rows, or there are fewer than two rows or columns.
    NoGrid {
        /// The number of heights.
        heights: u32,
        /// The number of heights in a row.
        columns: u32,
    },
    /// A grid has no cells.
    NoCells,
    /// The sides of the cells of a grid are not positive, or not finite.
    CellSize,
    /// A point of an outline is NaN or infinite.
    OutlineNotFinite {
        /// The index of the contour.
        contour: usize,
        /// The index of the point in the contour.
        point: usize,
    },
    /// An outline encloses no area: by the even-odd rule, nothing of it is inside.
    NoArea,
    /// The polygons of a kind of cells are in no place inside of the cell.
    OutsideOfCell,
    /// The polygons of a kind of cells make no convex area.
    ConcaveCell,
    /// The contours of an outline cross in too many places: they cut each other into more than about 16,000 pieces, and
    /// 16 for each point.
    TooTangled,
    /// There is an outline, and `bevy_gjk` is built without its feature `outlines`.
    NoOutlines,
    /// The height with this index is infinite.
    HeightNotFinite(usize),
    /// The normal of a half-space is zero.
    NoNormal,
    /// A shape of several parts is used where a convex shape is needed.
    NotConvex,
    /// A custom shape has no support function. Scene files do not store it.
    NoCustomShape,
    /// The entity's `GlobalTransform` has never been computed: it is still the identity, and the `Transform`s of the
    /// entity and its ancestors say that it is elsewhere. Bevy computes none below an entity that is disabled or has no
    /// `Transform`, and none for an entity that was spawned disabled, until something of its hierarchy moves.
    NotPlaced,
    /// The entity's `GlobalTransform` has a NaN or an infinity.
    TransformNotFinite,
    /// The shape, placed by the entity's `GlobalTransform`, exceeds the range of `f32`.
    TooLarge,
    /// The entity's `GlobalTransform` flattens a half-space, so that none is left.
    Flattened,
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::NoParts => write!(f, "a compound without parts"),
            Self::TooManyParts(n) => {
                write!(f, "{n} convex parts, more than {MAX_PARTS}; divide it among several entities")
            }
            Self::NestedTooDeeply => {
                write!(
                    f,
                    "parts are nested more than {MAX_NESTING} levels deep; put the inner ones side by side"
                )
            }
            Self::ShapeOfPart(part, error) => write!(f, "part {part}: {error}"),
            Self::PartNotFinite => write!(f, "the transform of a part holds a NaN or an infinity"),
            Self::EndlessPart => write!(f, "a part is a half-space; make it a collider of its own"),
            Self::NoFaces => write!(f, "a mesh without triangles"),
            Self::AllHoles => write!(f, "heights that leave no triangle, since each would have a NaN"),
            Self::NoSuchVertex(i) => write!(f, "triangle {i} has a vertex that does not exist"),
            Self::OpenEdge { triangle, edge: [from, to] } => write!(
                f,
                "a solid with an open edge: triangle {triangle} has none beside it between the vertices {from} and {to}; \
                 close it, or use a mesh without an inside"
            ),
            Self::TurnedTriangle([one, other]) => write!(
                f,
                "a solid whose triangles {one} and {other} are turned to different sides; Collider::repaired_solid turns them alike"
            ),
            Self::CrossingTriangles([one, other]) => {
                write!(
                    f,
                    "a solid that crosses itself, where triangle {one} meets the shell of triangle {other}"
                )
            }
            Self::NoVolume => write!(f, "a solid without volume"),
            Self::TooFewVertices(n) => write!(f, "a polyline of {n} vertices, fewer than 2"),
            Self::NoGrid { heights, columns } => {
                write!(f, "{heights} heights do not make two rows or more of {columns}, two or more in each")
            }
            Self::NoCells => write!(f, "a grid without cells"),
            Self::CellSize => write!(f, "a grid whose cells have no positive and finite size"),
            Self::OutlineNotFinite { contour, point } => {
                write!(f, "point {point} of contour {contour} is NaN or infinite")
            }
            Self::NoArea => write!(f, "an outline that encloses no area"),
            Self::OutsideOfCell => write!(f, "nothing of it is inside of the cell"),
            Self::ConcaveCell => write!(f, "it makes no convex area, as a cell has to be"),
            Self::TooTangled => write!(f, "an outline that crosses itself in too many places"),
            Self::NoOutlines => {
                write!(f, "an outline, which needs the feature `outlines` of bevy_gjk")
            }
            Self::HeightNotFinite(i) => write!(f, "height {i} is infinite; only a NaN makes a hole"),
            Self::NoNormal => write!(f, "a half-space whose normal is zero"),
            Self::NotConvex => write!(f, "a shape of several parts, where a convex shape is needed"),
            Self::NoCustomShape => write!(f, "a custom shape without a support function"),
            Self::NotPlaced => write!(f, "its GlobalTransform has not been computed so far"),
            Self::TransformNotFinite => write!(f, "its GlobalTransform holds a NaN or an infinity"),
            Self::TooLarge => write!(f, "placed by its GlobalTransform, it exceeds the range of f32"),
            Self::Flattened => write!(f, "its GlobalTransform flattens a half-space, so that none is left"),
        }
    }
}

impl core::error::Error for ColliderError {}

impl From<ShapeError> for ColliderError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
