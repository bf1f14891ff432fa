//! The 2D collider component.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use gjk::{Support, Vec2};

#[cfg(feature = "overlay")]
use crate::collider::Pen;
use crate::collider::dim2::ConvexShape;
use crate::collider::dim2::area::{mesh_area, outline_area};
use crate::collider::geometry::{Geometry, GeometryDetail, GeometryError, Surface};
use crate::collider::missing_plugin::look_for_plugin;
use crate::collider::shared_constructors::shared_constructors;
use crate::collider::{
    CellGrid, ColliderError, ColliderPart, ColliderShape, CustomShape, Dim2, Shape, Simplices, compound,
    rounded,
};

/// The 2D collider of an entity: a shape that its `GlobalTransform` places, under any rotation, scale, mirror and
/// shear.
///
/// It is a description that code, scene files and inspectors may write at any time; the next run of the plugin checks
/// it. An invalid description, such as a concave polygon, gives a warning with the cause, and the collider takes no
/// part in collisions.
///
/// Functions take full lengths, as in `Collider::rectangle(width, height)`, or radii and semi-axes. The fields of
/// variants are half lengths, as in Bevy. Lengths are in the coordinates of the entity.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::Collider;
/// use bevy_math::Vec2;
/// use bevy_shape::RegularPolygon;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Collider::circle(0.5));
///     commands.spawn(Collider::Capsule { half_length: 1.0, radius: 0.25 });
///     commands.spawn(Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::new(0.5, 2.0)]));
///     commands.spawn(Collider::from(RegularPolygon::new(1.0, 6)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
///
/// In a scene file:
///
/// ```ron
/// "bevy_gjk::dim2::Collider": Rectangle(half_size: (2.0, 0.5)),
/// ```
///
/// With `bsn!`, where every field of a shape is named, as in plain Rust:
///
/// ```
/// use bevy::prelude::*;
/// use bevy::scene::{Scene, bsn};
/// use bevy_gjk::dim2::prelude::*;
///
/// fn ship() -> impl Scene {
///     bsn! {
///         Collider::Capsule { half_length: 12.0, radius: 4.0 }
///         CollisionLayers { memberships: {LayerMask::layer(1)} }
///         Children [
///             Collider::circle(3.0) ProximityMargin(1.0)
///         ]
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[component(summary_tick, on_add = look_for_plugin::<Dim2>)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[require(Transform)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[type_path = "bevy_gjk::dim2"]
#[non_exhaustive]
#[doc(alias("hitbox", "hurtbox", "sensor", "trigger"))]
pub enum Collider {
    /// A disc, centered at the origin.
    Circle {
        /// The radius.
        radius: f32,
    },
    /// An ellipse, centered at the origin, with its axes along x and y.
    Ellipse {
        /// The semi-axes.
        half_size: Vec2,
    },
    /// A rectangle, centered at the origin, with its sides along x and y.
    Rectangle {
        /// Half the side lengths.
        half_size: Vec2,
    },
    /// A line segment.
    Segment {
        /// The first end point.
        a: Vec2,
        /// The second end point.
        b: Vec2,
    },
    /// A capsule along the y axis, centered at the origin: all points within a radius of a segment.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// The radius.
        radius: f32,
    },
    /// A triangle.
    Triangle {
        /// The corners, in any order.
        corners: [Vec2; 3],
    },
    /// A regular polygon, centered at the origin, with its first corner on +y.
    RegularPolygon {
        /// The distance of the corners from the origin.
        circumradius: f32,
        /// The number of corners, from 3 to [8192](gjk::ConvexPolygon::MAX_REGULAR_CORNERS).
        sides: u32,
    },
    /// A convex polygon. For other areas use an [`Outline`](Self::Outline).
    Polygon {
        /// The corners, in either orientation.
        corners: Vec<Vec2>,
    },
    /// The convex hull of points, which may be collinear.
    Hull {
        /// The points, in any order.
        points: Vec<Vec2>,
    },
    /// A sector of a disc centered at the origin, symmetric about +y.
    CircularSector {
        /// The radius of the disc.
        radius: f32,
        /// The angle to either side of +y in radians, at most a right angle.
        half_angle: f32,
    },
    /// The part of a disc, centered at the origin, above a chord, symmetric about +y.
    CircularSegment {
        /// The radius of the disc.
        radius: f32,
        /// The angle to either side of +y in radians.
        half_angle: f32,
    },
    /// All points on one side of a line, unbounded: the ground, a wall. It is equally accurate at any distance from the
    /// origin.
    HalfSpace {
        /// The outward normal of the line, of any length except zero.
        normal: Vec2,
        /// The value of `normal · x` on the line: the distance from the origin if the normal has length 1.
        offset: f32,
    },
    /// A solid area of triangles with shared vertices, of any outline, with or without holes.
    TriMesh {
        /// The vertices.
        vertices: Vec<Vec2>,
        /// The indices of the three vertices of each triangle, in either orientation.
        triangles: Vec<[u32; 3]>,
    },
    /// A solid area of any outline: concave, with holes, in several pieces.
    ///
    /// A point is inside if a ray from it crosses the contours an odd number of times (the even-odd rule). So a contour
    /// in another one is a hole, whichever way they turn, and one in a hole is an island. A contour may cross itself
    /// and others. The last point may repeat the first; points may repeat others or lie on a line.
    ///
    /// The feature `outlines`, which is on by default, cuts it into convex parts; without it, the collider is invalid.
    /// The parts have no points of their own, except where contours cross.
    #[doc(alias("concave", "polygon with holes", "non-convex", "SVG path", "GeoJSON", "multipolygon"))]
    Outline {
        /// The points of each contour in order, all of them closed.
        contours: Vec<Vec<Vec2>>,
    },
    /// A chain of line segments. It has no interior, even if it is closed.
    Polyline {
        /// The points, at least two.
        vertices: Vec<Vec2>,
        /// Whether a segment joins the last point to the first.
        closed: bool,
    },
    /// A union of several shapes.
    Compound {
        /// The shapes and their transforms. They may overlap, and be compounds themselves, up to 32 levels deep.
        parts: Vec<ColliderPart<Self>>,
    },
    /// One or more shapes, and all points within a radius of them. A grid contributes only the shapes of its cells,
    /// without the layers and other settings of their kinds.
    Rounded {
        /// The shapes and their transforms; half-spaces are not allowed.
        parts: Vec<ColliderPart<Self>>,
        /// The radius, in local coordinates of this collider.
        radius: f32,
    },
    /// Cells of a few kinds: a tile map. Each cell is a part, and can be written at any time.
    #[doc(alias("tilemap", "tiles"))]
    Grid(CellGrid<Dim2>),
    /// A shape of your own. Files store it without its support function, so a collider read from a file is invalid.
    Custom(#[reflect(ignore)] CustomShape<Vec2>),
}

/// Creates a disc of radius 0.5.
impl Default for Collider {
    fn default() -> Self {
        Self::circle(0.5)
    }
}

shared_constructors!(Dim2, Vec2, "2", "line", "solid area");

impl Collider {
    /// Creates a disc.
    pub const fn circle(radius: f32) -> Self {
        Self::Circle { radius }
    }

    /// Creates an ellipse from its semi-axes.
    pub const fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self::Ellipse { half_size: Vec2::new(half_width, half_height) }
    }

    /// Creates a rectangle from its full side lengths.
    pub const fn rectangle(width: f32, height: f32) -> Self {
        Self::Rectangle { half_size: Vec2::new(width * 0.5, height * 0.5) }
    }

    /// Creates a regular polygon with its corners on a circle, the first one on +y.
    pub const fn regular_polygon(circumradius: f32, sides: u32) -> Self {
        Self::RegularPolygon { circumradius, sides }
    }

    /// Creates a convex polygon from its corners, in either orientation.
    pub fn polygon(corners: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Polygon { corners: corners.into_iter().collect() }
    }
}

impl Shape<Dim2> for Collider {
    type ConvexShape = ConvexShape;

    fn prepare(&self) -> Result<ColliderShape<Dim2>, ColliderError> {
        match self {
            Self::Compound { parts } => compound(parts),
            Self::Grid(grid) => grid.prepare(),
            Self::Rounded { parts, radius } => rounded(parts, *radius, ConvexShape::Rounded),
            Self::TriMesh { vertices, triangles } => mesh_area(vertices, triangles),
            Self::Outline { contours } => outline_area(contours),
            Self::Polyline { vertices, closed } => {
                let segment = |corners| ConvexShape::Segment(gjk::Segment::new(corners));
                Simplices::from_polyline(vertices, *closed, segment)
            }
            convex => ConvexShape::new(convex).map(ColliderShape::Convex),
        }
    }

    fn add_convex(
        set: &dyn Support<Vec2>,
        translation: gjk::DVec2,
        surface: &mut Surface<Dim2>,
    ) -> Result<(), GeometryError> {
        surface.add_convex_2d(set, translation)
    }

    #[cfg(feature = "overlay")]
    fn draw(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec2>) {
        super::wireframe::draw(shape, sides, pen);
    }

    #[cfg(feature = "overlay")]
    fn points(&self) -> &[Vec2] {
        match self {
            Self::Triangle { corners } => corners,
            Self::Polygon { corners } => corners,
            Self::Hull { points } => points,
            Self::Outline { contours } => contours.first().map_or(&[], Vec::as_slice),
            Self::TriMesh { vertices, .. } | Self::Polyline { vertices, .. } => vertices,
            _ => &[],
        }
    }
}
