//! The collider component of space.

use bevy_ecs::VariantDefaults;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use gjk::{Support, Vec3};

use super::Prepared;
use crate::collider::{ColliderPart, CustomShape, Enclosure, Form, compound};
use crate::dim2;
#[cfg(feature = "overlay")]
use crate::dimension::Pen;
use crate::dimension::{Dim3, Shape};
use crate::validate::ColliderError;

/// Gives an entity a shape in space, which its `GlobalTransform` places: turned, scaled, mirrored and
/// sheared exactly as what is drawn.
///
/// It is a description, which code, scene files and inspectors may write; the next run of the systems checks
/// it. What is no convex shape rests, with a warning that says why.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim3::Collider;
/// use bevy_math::{Vec3, primitives::Cone};
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
/// With `bsn!`, fields that are not named are zero:
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
#[derive(Component, Clone, Debug, PartialEq, Reflect, VariantDefaults)]
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
    /// Several shapes as one.
    Compound {
        /// The shapes, and where they stand. They may overlap.
        parts: Vec<ColliderPart<Self>>,
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

    /// A capsule along y: the full length of its straight part comes second, as in `bevy_math`.
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
    type Prepared = Prepared;

    fn prepare(&self) -> Result<Form<Dim3>, ColliderError> {
        match self {
            Self::Compound { parts } => compound(parts),
            convex => Prepared::new(convex).map(Form::Convex),
        }
    }

    fn enclose(shape: &Prepared, affine: &gjk::Affine3A) -> Enclosure<Vec3> {
        shape.enclose(affine)
    }

    #[cfg(feature = "overlay")]
    fn outline(shape: &Prepared, pen: &mut Pen<Vec3>) {
        super::outline::draw(shape, pen);
    }

    #[cfg(feature = "overlay")]
    fn points(&self) -> &[Vec3] {
        match self {
            Self::Triangle { corners } => corners,
            Self::Tetrahedron { corners } => corners,
            Self::Hull { points } => points,
            _ => &[],
        }
    }
}
