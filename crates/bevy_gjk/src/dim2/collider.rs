//! The collider component of the plane.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use gjk::{Support, Vec2};

#[cfg(feature = "overlay")]
use crate::collider::Pen;
use crate::collider::Shape;
use crate::collider::{
    BoundingVolumes, ColliderPart, ColliderShape, CustomShape, Simplices, compound, rounded,
};
use crate::dim2::ConvexShape;
use crate::dim2::Dim2;
use crate::error::ColliderError;

/// Gives an entity a shape in the plane, which its `GlobalTransform` places: turned, scaled, mirrored and
/// sheared exactly as what is drawn.
///
/// It is a description, which code, scene files and inspectors may write; the next run of the systems checks
/// it. What is no shape, as a polygon that is concave, rests, with a warning that says why.
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
/// With `bsn!`; every field of a shape is named, as in plain Rust:
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
///             Collider::circle(3.0) TouchOnly
///         ]
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[type_path = "bevy_gjk::dim2"]
#[non_exhaustive]
pub enum Collider {
    /// A disc around the origin.
    Circle {
        /// Its radius.
        radius: f32,
    },
    /// An ellipse around the origin.
    Ellipse {
        /// Its half axes.
        half_size: Vec2,
    },
    /// A rectangle around the origin.
    Rectangle {
        /// Half its sides.
        half_size: Vec2,
    },
    /// The points between two.
    Segment {
        /// One end.
        a: Vec2,
        /// The other end.
        b: Vec2,
    },
    /// All points near a segment on the y axis around the origin.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// How near.
        radius: f32,
    },
    /// The points between three.
    Triangle {
        /// These three, in any order.
        corners: [Vec2; 3],
    },
    /// A polygon with equal sides and angles around the origin, its first corner up.
    RegularPolygon {
        /// The distance of the corners from the origin.
        circumradius: f32,
        /// The number of corners.
        sides: u32,
    },
    /// A convex polygon. For areas of any other outline there is [`TriMesh`](Self::TriMesh).
    Polygon {
        /// Its corners, in either orientation.
        corners: Vec<Vec2>,
    },
    /// The convex hull of points; they may lie in a line.
    Hull {
        /// The points, in any order.
        points: Vec<Vec2>,
    },
    /// A slice of a disc around the origin, symmetric about +y.
    CircularSector {
        /// The radius of the disc.
        radius: f32,
        /// The angle to either side of +y in radians, at most a right angle.
        half_angle: f32,
    },
    /// What a chord cuts off a disc around the origin, symmetric about +y.
    CircularSegment {
        /// The radius of the disc.
        radius: f32,
        /// The angle to either side of +y in radians.
        half_angle: f32,
    },
    /// All on one side of a line, without end: the ground, a wall. It is the same at any distance from the origin.
    HalfSpace {
        /// Points out of it, across the line; of any length but zero.
        normal: Vec2,
        /// What `normal · x` is on the line: for a normal of length 1 its distance from the origin.
        offset: f32,
    },
    /// An area of triangles that share corners: of any outline, with holes or without.
    TriMesh {
        /// The corners.
        vertices: Vec<Vec2>,
        /// Of each triangle the indices of its corners among these, in either orientation.
        triangles: Vec<[u32; 3]>,
    },
    /// A line from point to point. It has no inside, also where it is closed.
    Polyline {
        /// The points, at least two.
        vertices: Vec<Vec2>,
        /// Whether it goes on from the last one to the first.
        closed: bool,
    },
    /// Several shapes as one.
    Compound {
        /// The shapes, and where they stand. They may overlap.
        parts: Vec<ColliderPart<Self>>,
    },
    /// One shape or several, and all points within a radius of them.
    Rounded {
        /// The shapes, and where they stand; any but half-spaces.
        parts: Vec<ColliderPart<Self>>,
        /// How near, in the space of this collider.
        radius: f32,
    },
    /// A shape of one's own. Files hold it without its function, and what is read from them rests.
    Custom(#[reflect(ignore)] CustomShape<Vec2>),
}

/// A disc of radius 0.5.
impl Default for Collider {
    fn default() -> Self {
        Self::circle(0.5)
    }
}

impl Collider {
    /// A disc.
    pub const fn circle(radius: f32) -> Self {
        Self::Circle { radius }
    }

    /// An ellipse with these half axes.
    pub const fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self::Ellipse { half_size: Vec2::new(half_width, half_height) }
    }

    /// A rectangle with these full sides.
    pub const fn rectangle(width: f32, height: f32) -> Self {
        Self::Rectangle { half_size: Vec2::new(width * 0.5, height * 0.5) }
    }

    /// The points between two.
    pub const fn segment(a: Vec2, b: Vec2) -> Self {
        Self::Segment { a, b }
    }

    /// A capsule along y: the full length of its straight sides comes second, as in `bevy_shape`.
    pub const fn capsule(radius: f32, length: f32) -> Self {
        Self::Capsule { half_length: length * 0.5, radius }
    }

    /// A triangle.
    pub const fn triangle(a: Vec2, b: Vec2, c: Vec2) -> Self {
        Self::Triangle { corners: [a, b, c] }
    }

    /// A regular polygon with its corners on a circle, the first one up.
    pub const fn regular_polygon(circumradius: f32, sides: u32) -> Self {
        Self::RegularPolygon { circumradius, sides }
    }

    /// A convex polygon, its corners in either orientation.
    pub fn polygon(corners: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Polygon { corners: corners.into_iter().collect() }
    }

    /// The convex hull of points in any order.
    pub fn hull(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Hull { points: points.into_iter().collect() }
    }

    /// All points `x` with `normal · x ≤ offset`: what lies on the inner side of a line.
    pub const fn half_space(normal: Vec2, offset: f32) -> Self {
        Self::HalfSpace { normal, offset }
    }

    /// Triangles that share corners, which each of them names by their indices.
    pub fn tri_mesh(
        vertices: impl IntoIterator<Item = Vec2>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        Self::TriMesh { vertices: vertices.into_iter().collect(), triangles: triangles.into_iter().collect() }
    }

    /// A line from point to point, open at its ends.
    pub fn polyline(vertices: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Polyline { vertices: vertices.into_iter().collect(), closed: false }
    }

    /// The same, and back from the last point to the first.
    pub fn closed_polyline(vertices: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Polyline { vertices: vertices.into_iter().collect(), closed: true }
    }

    /// A shape, and all points within a radius of it: a box with round edges, a thick line.
    pub fn rounded(shape: impl Into<Self>, radius: f32) -> Self {
        Self::Rounded {
            parts: vec![ColliderPart { transform: Transform::IDENTITY, shape: shape.into() }],
            radius,
        }
    }

    /// Several shapes as one: each has its place, as a child entity has.
    pub fn compound(parts: impl IntoIterator<Item = impl Into<ColliderPart<Self>>>) -> Self {
        Self::Compound { parts: parts.into_iter().map(Into::into).collect() }
    }

    /// A shape of one's own: one function makes it. See [`CustomShape`].
    pub fn custom(shape: impl Support<Vec2> + Send + Sync + 'static) -> Self {
        Self::Custom(CustomShape::new(shape))
    }
}

impl Shape<Dim2> for Collider {
    type ConvexShape = ConvexShape;

    fn prepare(&self) -> Result<ColliderShape<Dim2>, ColliderError> {
        match self {
            Self::Compound { parts } => compound(parts),
            Self::Rounded { parts, radius } => rounded(parts, *radius, ConvexShape::Rounded),
            Self::TriMesh { vertices, triangles } => {
                let triangle = |corners| ConvexShape::Triangle(gjk::Triangle::new(corners));
                Simplices::form(vertices, triangles.clone(), triangle)
            }
            Self::Polyline { vertices, closed } => {
                let segment = |corners| ConvexShape::Segment(gjk::Segment::new(corners));
                Simplices::chain(vertices, *closed, segment)
            }
            convex => ConvexShape::new(convex).map(ColliderShape::Convex),
        }
    }

    #[inline]
    fn kind(shape: &ConvexShape) -> u8 {
        shape.kind()
    }

    fn enclose(shape: &ConvexShape, affine: &gjk::Affine2) -> BoundingVolumes<Vec2> {
        shape.enclose(affine)
    }

    #[cfg(feature = "overlay")]
    fn outline(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec2>) {
        super::outline::draw(shape, sides, pen);
    }

    #[cfg(feature = "overlay")]
    fn points(&self) -> &[Vec2] {
        match self {
            Self::Triangle { corners } => corners,
            Self::Polygon { corners } => corners,
            Self::Hull { points } => points,
            Self::TriMesh { vertices, .. } | Self::Polyline { vertices, .. } => vertices,
            _ => &[],
        }
    }
}
