//! The 3D collider component.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use gjk::{Support, Vec2, Vec3};

#[cfg(feature = "overlay")]
use crate::collider::Pen;
use crate::collider::dim3::ConvexShape;
use crate::collider::dim3::extruded::extruded;
use crate::collider::dim3::height_field::HeightField;
use crate::collider::dim3::solid::SolidMesh;
use crate::collider::geometry::{Geometry, GeometryDetail, GeometryError, Surface};
use crate::collider::missing_plugin::look_for_plugin;
use crate::collider::shared_constructors::shared_constructors;
use crate::collider::{
    CellGrid, ColliderError, ColliderPart, ColliderShape, CustomShape, Dim3, Shape, Simplices, compound,
    dim2, rounded,
};

/// The 3D collider of an entity: a shape that its `GlobalTransform` places, under any rotation, scale, mirror and
/// shear.
///
/// It is a description that code, scene files and inspectors may write at any time; the next run of the plugin checks
/// it. An invalid description, such as a mesh with a missing vertex, gives a warning with the cause, and the collider
/// takes no part in collisions.
///
/// Functions take full lengths, as in `Collider::cuboid(x, y, z)`, or radii and semi-axes. The fields of variants are
/// half lengths, as in Bevy. Lengths are in the coordinates of the entity.
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
/// With `bsn!`, where every field of a shape is named, as in plain Rust:
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
#[component(summary_tick, on_add = look_for_plugin::<Dim3>)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[require(Transform)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[type_path = "bevy_gjk::dim3"]
#[non_exhaustive]
#[doc(alias("hitbox", "hurtbox", "sensor", "trigger"))]
pub enum Collider {
    /// A ball, centered at the origin.
    Sphere {
        /// The radius.
        radius: f32,
    },
    /// An ellipsoid, centered at the origin, with its axes along x, y and z.
    Ellipsoid {
        /// The semi-axes.
        half_size: Vec3,
    },
    /// A box, centered at the origin, with its sides along x, y and z.
    Cuboid {
        /// Half the side lengths.
        half_size: Vec3,
    },
    /// A line segment.
    Segment {
        /// The first end point.
        a: Vec3,
        /// The second end point.
        b: Vec3,
    },
    /// A capsule along the y axis, centered at the origin: all points within a radius of a segment.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// The radius.
        radius: f32,
    },
    /// A cylinder along the y axis, centered at the origin.
    Cylinder {
        /// The radius.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A cone along the y axis, centered at the origin, with its tip on +y.
    Cone {
        /// The radius of the base.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A conical frustum (a truncated cone) along the y axis, centered at the origin.
    ConicalFrustum {
        /// The radius of the upper face.
        radius_top: f32,
        /// The radius of the lower face.
        radius_bottom: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A triangle.
    Triangle {
        /// The corners, in any order.
        corners: [Vec3; 3],
    },
    /// A tetrahedron.
    Tetrahedron {
        /// The corners, in any order.
        corners: [Vec3; 4],
    },
    /// The convex hull of points, which may be coplanar or collinear.
    Hull {
        /// The points, in any order.
        points: Vec<Vec3>,
    },
    /// A 2D shape, extruded along z to both sides. A grid contributes only the shapes of its cells, without the layers
    /// and other settings of their kinds.
    Extrusion {
        /// The shape in x and y.
        base: dim2::Collider,
        /// Half the depth: the extent to either side.
        half_depth: f32,
    },
    /// All points on one side of a plane, unbounded: the ground, a wall. It is equally accurate at any distance from
    /// the origin.
    HalfSpace {
        /// The outward normal of the plane, of any length except zero.
        normal: Vec3,
        /// The value of `normal · x` on the plane: the distance from the origin if the normal has length 1.
        offset: f32,
    },
    /// A surface of triangles with shared vertices: a level, a terrain. It has no inside, even if it is closed: a
    /// collider inside that touches none of the triangles does not touch it. For a mesh with an inside, use a
    /// [`Solid`](Self::Solid).
    TriMesh {
        /// The vertices.
        vertices: Vec<Vec3>,
        /// The indices of the three vertices of each triangle, in either orientation.
        triangles: Vec<[u32; 3]>,
    },
    /// A closed surface of triangles, and all that it encloses: a rock, a building with its rooms.
    ///
    /// A collider that is entirely inside touches it, and the way out leads over the nearest faces. There may be
    /// several shells: one in another is a cavity if it is turned the other way, and filled if it is turned the same
    /// way. Which way the outermost shells are turned does not matter. Vertices at the same place count as one.
    ///
    /// These are errors that name the place: an open edge, a triangle that is turned against its neighbor, and
    /// triangles that cross each other.
    #[doc(alias("closed mesh", "watertight", "volume"))]
    Solid {
        /// The vertices.
        vertices: Vec<Vec3>,
        /// The indices of the three vertices of each triangle, all of a shell in the same orientation.
        triangles: Vec<[u32; 3]>,
    },
    /// A height field (terrain): heights along y over a rectangle in x and z, centered at the origin. It is a surface:
    /// a collider entirely below does not touch it.
    ///
    /// It equals Bevy's mesh of a subdivided `Plane3d` whose vertices are raised to these heights.
    ///
    /// A height that is NaN makes a hole, as tools for terrains write it: the triangles at its grid point do not exist.
    /// Rays pass there, and what falls, falls through.
    ///
    /// NaN is not equal to itself, so no collider with a hole is equal to itself either. RON has `NaN`. JSON has none:
    /// `serde_json` writes `null`, which cannot be read.
    #[doc(alias("terrain", "heightmap", "hole", "cave"))]
    HeightField {
        /// The heights at the grid points, row by row: along x within a row, the rows along z; NaN for a hole.
        heights: Vec<f32>,
        /// The number of grid points in a row. There are at least two columns and two rows.
        columns: u32,
        /// The side lengths of the rectangle along x and z.
        size: Vec2,
    },
    /// A chain of line segments.
    Polyline {
        /// The points, at least two.
        vertices: Vec<Vec3>,
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
    /// Cells of a few kinds: voxels. Each cell is a part, and can be written at any time.
    #[doc(alias("voxels", "blocks"))]
    Grid(CellGrid<Dim3>),
    /// A shape of your own. Files store it without its support function, so a collider read from a file is invalid.
    Custom(#[reflect(ignore)] CustomShape<Vec3>),
}

/// Creates a ball of radius 0.5.
impl Default for Collider {
    fn default() -> Self {
        Self::sphere(0.5)
    }
}

shared_constructors!(Dim3, Vec3, "3", "plane", "triangle mesh");

impl Collider {
    /// Creates a ball.
    pub const fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// Creates an ellipsoid from its semi-axes.
    pub const fn ellipsoid(x: f32, y: f32, z: f32) -> Self {
        Self::Ellipsoid { half_size: Vec3::new(x, y, z) }
    }

    /// Creates a box from its full side lengths.
    pub const fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::Cuboid { half_size: Vec3::new(x * 0.5, y * 0.5, z * 0.5) }
    }

    /// Creates a cylinder along y from its radius and its full height.
    pub const fn cylinder(radius: f32, height: f32) -> Self {
        Self::Cylinder { radius, half_height: height * 0.5 }
    }

    /// Creates a cone along y from the radius of its base and its full height.
    pub const fn cone(radius: f32, height: f32) -> Self {
        Self::Cone { radius, half_height: height * 0.5 }
    }

    /// Creates a tetrahedron.
    pub const fn tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Self {
        Self::Tetrahedron { corners: [a, b, c, d] }
    }
}

impl Shape<Dim3> for Collider {
    type ConvexShape = ConvexShape;

    fn prepare(&self) -> Result<ColliderShape<Dim3>, ColliderError> {
        match self {
            Self::Compound { parts } => compound(parts),
            Self::Grid(grid) => grid.prepare(),
            Self::Rounded { parts, radius } => rounded(parts, *radius, ConvexShape::Rounded),
            Self::TriMesh { vertices, triangles } => {
                let triangle = |corners| ConvexShape::Triangle(gjk::Triangle::new(corners));
                Simplices::from_faces(vertices, triangles.clone(), triangle)
            }
            Self::Polyline { vertices, closed } => {
                let segment = |corners| ConvexShape::Segment(gjk::Segment::new(corners));
                Simplices::from_polyline(vertices, *closed, segment)
            }
            Self::Solid { vertices, triangles } => SolidMesh::build(vertices, triangles),
            Self::HeightField { heights, columns, size } => HeightField::build(heights, *columns, *size),
            Self::Extrusion { base, half_depth } => extruded(base, *half_depth),
            convex => ConvexShape::new(convex).map(ColliderShape::Convex),
        }
    }

    fn add_convex(
        set: &dyn Support<Vec3>,
        translation: gjk::DVec3,
        surface: &mut Surface<Dim3>,
    ) -> Result<(), GeometryError> {
        surface.add_convex_3d(set, translation)
    }

    #[cfg(feature = "overlay")]
    fn draw(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec3>) {
        super::wireframe::draw(shape, sides, pen);
    }

    #[cfg(feature = "overlay")]
    fn points(&self) -> &[Vec3] {
        match self {
            Self::Triangle { corners } => corners,
            Self::Tetrahedron { corners } => corners,
            Self::Hull { points } => points,
            Self::TriMesh { vertices, .. }
            | Self::Solid { vertices, .. }
            | Self::Polyline { vertices, .. } => vertices,
            _ => &[],
        }
    }
}
