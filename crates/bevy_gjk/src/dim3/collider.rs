//! The collider component of space.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use gjk::{Support, Vec2, Vec3};

#[cfg(feature = "overlay")]
use crate::collider::Pen;
use crate::collider::Shape;
use crate::collider::{
    BoundingVolumes, ColliderPart, ColliderShape, CustomShape, Simplices, compound, rounded,
};
use crate::dim2;
use crate::dim3::ConvexShape;
use crate::dim3::Dim3;
use crate::dim3::extruded::extruded;
use crate::dim3::height_field::HeightField;
use crate::error::ColliderError;

/// Gives an entity a shape in space, which its `GlobalTransform` places: turned, scaled, mirrored and
/// sheared exactly as what is drawn.
///
/// It is a description, which code, scene files and inspectors may write; the next run of the systems checks
/// it. What is no shape, as a triangle with a corner that is not there, rests, with a warning that says why.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim3::Collider;
/// use bevy_math::Vec3;
/// use bevy_shape::Cone;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Collider::sphere(0.5));
///     commands.spawn(Collider::Cylinder { radius: 0.5, half_height: 2.0 });
///     commands.spawn(Collider::hull([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE]));
///     commands.spawn(Collider::from(Cone::new(1.0, 2.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
///
/// In a scene file:
///
/// ```ron
/// "bevy_gjk::dim3::Collider": Cuboid(half_size: (2.0, 0.5, 1.0)),
/// ```
///
/// With `bsn!`; every field of a shape is named, as in plain Rust:
///
/// ```
/// use bevy::prelude::*;
/// use bevy::scene::{Scene, bsn};
/// use bevy_gjk::dim3::prelude::*;
///
/// fn barrel() -> impl Scene {
///     bsn! {
///         Collider::Cylinder { radius: 0.4, half_height: 0.6 }
///         CollisionLayers { memberships: {LayerMask::layer(1)} }
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
#[type_path = "bevy_gjk::dim3"]
#[non_exhaustive]
pub enum Collider {
    /// A ball around the origin.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// An ellipsoid around the origin.
    Ellipsoid {
        /// Its half axes.
        half_size: Vec3,
    },
    /// A box around the origin.
    Cuboid {
        /// Half its sides.
        half_size: Vec3,
    },
    /// The points between two.
    Segment {
        /// One end.
        a: Vec3,
        /// The other end.
        b: Vec3,
    },
    /// All points near a segment on the y axis around the origin.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// How near.
        radius: f32,
    },
    /// A cylinder along the y axis around the origin.
    Cylinder {
        /// Its radius.
        radius: f32,
        /// Half its height.
        half_height: f32,
    },
    /// A cone along the y axis around the origin, its tip up.
    Cone {
        /// The radius of its base.
        radius: f32,
        /// Half its height.
        half_height: f32,
    },
    /// A cone with its tip cut off, along the y axis around the origin.
    ConicalFrustum {
        /// The radius of its upper face.
        radius_top: f32,
        /// The radius of its lower face.
        radius_bottom: f32,
        /// Half its height.
        half_height: f32,
    },
    /// The points between three.
    Triangle {
        /// These three, in any order.
        corners: [Vec3; 3],
    },
    /// The points between four.
    Tetrahedron {
        /// These four, in any order.
        corners: [Vec3; 4],
    },
    /// The convex hull of points; they may lie in a plane or in a line.
    Hull {
        /// The points, in any order.
        points: Vec<Vec3>,
    },
    /// A shape of the plane, drawn out along z to both sides.
    Extrusion {
        /// The shape in x and y.
        base: dim2::Collider,
        /// How far to either side.
        half_depth: f32,
    },
    /// All on one side of a plane, without end: the ground, a wall. It is the same at any distance from the origin.
    HalfSpace {
        /// Points out of it, across the plane; of any length but zero.
        normal: Vec3,
        /// What `normal · x` is on the plane: for a normal of length 1 its distance from the origin.
        offset: f32,
    },
    /// A surface of triangles that share corners: a level, a terrain. It has no inside, also where it is closed: what
    /// is within, and touches none of the triangles, does not touch it.
    TriMesh {
        /// The corners.
        vertices: Vec<Vec3>,
        /// Of each triangle the indices of its corners among these, in either orientation.
        triangles: Vec<[u32; 3]>,
    },
    /// A terrain over a rectangle around the origin in x and z, with y as its height. It is a surface: what is wholly
    /// below does not touch it.
    ///
    /// It is the same as Bevy's mesh of a `Plane3d` with subdivisions whose vertices have been raised to these
    /// heights.
    HeightField {
        /// The heights at the corners of a grid, row by row: along x within a row, and the rows along z.
        heights: Vec<f32>,
        /// How many corners there are in a row; at least two, as well as rows.
        columns: u32,
        /// The sides of the rectangle along x and z.
        size: Vec2,
    },
    /// A line from point to point.
    Polyline {
        /// The points, at least two.
        vertices: Vec<Vec3>,
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
    Custom(#[reflect(ignore)] CustomShape<Vec3>),
}

/// A ball of radius 0.5.
impl Default for Collider {
    fn default() -> Self {
        Self::sphere(0.5)
    }
}

impl Collider {
    /// A ball.
    pub const fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// An ellipsoid with these half axes.
    pub const fn ellipsoid(x: f32, y: f32, z: f32) -> Self {
        Self::Ellipsoid { half_size: Vec3::new(x, y, z) }
    }

    /// A box with these full sides.
    pub const fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::Cuboid { half_size: Vec3::new(x * 0.5, y * 0.5, z * 0.5) }
    }

    /// The points between two.
    pub const fn segment(a: Vec3, b: Vec3) -> Self {
        Self::Segment { a, b }
    }

    /// A capsule along y: the full length of its straight part comes second, as in `bevy_shape`.
    pub const fn capsule(radius: f32, length: f32) -> Self {
        Self::Capsule { half_length: length * 0.5, radius }
    }

    /// A cylinder along y with this full height.
    pub const fn cylinder(radius: f32, height: f32) -> Self {
        Self::Cylinder { radius, half_height: height * 0.5 }
    }

    /// A cone along y with this full height.
    pub const fn cone(radius: f32, height: f32) -> Self {
        Self::Cone { radius, half_height: height * 0.5 }
    }

    /// A triangle.
    pub const fn triangle(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self::Triangle { corners: [a, b, c] }
    }

    /// A tetrahedron.
    pub const fn tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Self {
        Self::Tetrahedron { corners: [a, b, c, d] }
    }

    /// The convex hull of points in any order.
    pub fn hull(points: impl IntoIterator<Item = Vec3>) -> Self {
        Self::Hull { points: points.into_iter().collect() }
    }

    /// A shape of the plane drawn out along z, to this full depth.
    pub fn extrusion(base: impl Into<dim2::Collider>, depth: f32) -> Self {
        Self::Extrusion { base: base.into(), half_depth: depth * 0.5 }
    }

    /// All points `x` with `normal · x ≤ offset`: what lies on the inner side of a plane.
    pub const fn half_space(normal: Vec3, offset: f32) -> Self {
        Self::HalfSpace { normal, offset }
    }

    /// A surface of triangles that share corners, which each of them names by their indices.
    pub fn tri_mesh(
        vertices: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        Self::TriMesh { vertices: vertices.into_iter().collect(), triangles: triangles.into_iter().collect() }
    }

    /// A terrain of this size along x and z: its heights row by row, with so many in each. See
    /// [`HeightField`](Self::HeightField).
    pub fn height_field(heights: impl IntoIterator<Item = f32>, columns: u32, size: Vec2) -> Self {
        Self::HeightField { heights: heights.into_iter().collect(), columns, size }
    }

    /// A line from point to point, open at its ends.
    pub fn polyline(vertices: impl IntoIterator<Item = Vec3>) -> Self {
        Self::Polyline { vertices: vertices.into_iter().collect(), closed: false }
    }

    /// The same, and back from the last point to the first.
    pub fn closed_polyline(vertices: impl IntoIterator<Item = Vec3>) -> Self {
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
    pub fn custom(shape: impl Support<Vec3> + Send + Sync + 'static) -> Self {
        Self::Custom(CustomShape::new(shape))
    }
}

impl Shape<Dim3> for Collider {
    type ConvexShape = ConvexShape;

    fn prepare(&self) -> Result<ColliderShape<Dim3>, ColliderError> {
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
            Self::HeightField { heights, columns, size } => HeightField::form(heights, *columns, *size),
            Self::Extrusion { base, half_depth } => extruded(base, *half_depth),
            convex => ConvexShape::new(convex).map(ColliderShape::Convex),
        }
    }

    #[inline]
    fn kind(shape: &ConvexShape) -> u8 {
        shape.kind()
    }

    fn enclose(shape: &ConvexShape, affine: &gjk::Affine3A) -> BoundingVolumes<Vec3> {
        shape.enclose(affine)
    }

    #[cfg(feature = "overlay")]
    fn outline(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec3>) {
        super::outline::draw(shape, sides, pen);
    }

    #[cfg(feature = "overlay")]
    fn points(&self) -> &[Vec3] {
        match self {
            Self::Triangle { corners } => corners,
            Self::Tetrahedron { corners } => corners,
            Self::Hull { points } => points,
            Self::TriMesh { vertices, .. } | Self::Polyline { vertices, .. } => vertices,
            _ => &[],
        }
    }
}
