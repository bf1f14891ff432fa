//! Checked 3D convex shapes, as the narrow phase tests them.

use gjk::Vec3;

use crate::collider::dim3::Collider;
use crate::collider::dim3::edges::Edges;
use crate::collider::{
    BoundingVolumes, ColliderError, Custom, Dim3, RoundedShape, checked, convex_shapes, dim2,
};

convex_shapes! {
    ($) Vec3; // `=> 0` is the field that has the support function.
    /// A checked convex shape, made from a [`Collider`]. Shapes larger than a triangle are boxed, to keep the enum
    /// small.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ConvexShape {
        /// A ball.
        Sphere(gjk::Sphere),
        /// An ellipsoid.
        Ellipsoid(gjk::Ellipsoid<Vec3>),
        /// A box.
        Cuboid(gjk::Cuboid),
        /// A line segment.
        Segment(gjk::Segment<Vec3>),
        /// A capsule.
        Capsule(gjk::Capsule3),
        /// A cylinder.
        Cylinder(gjk::Cylinder),
        /// A cone.
        Cone(gjk::Cone),
        /// A conical frustum.
        ConicalFrustum(gjk::ConicalFrustum),
        /// A triangle.
        Triangle(gjk::Triangle<Vec3>),
        /// A tetrahedron.
        Tetrahedron(Box<gjk::Tetrahedron>),
        /// The hull of points, and its edges for drawing.
        Hull(Box<(gjk::Hull<Vec3>, Edges)>) => 0,
        /// A 2D shape, extruded along z.
        Extrusion(Box<gjk::Extrusion<dim2::ConvexShape>>),
        /// A half-space: all points on one side of a plane.
        HalfSpace(gjk::HalfSpace<Vec3>),
        /// All points within a radius of another convex shape.
        Rounded(RoundedShape<Dim3>),
        /// A user-defined shape.
        Custom(Custom<Vec3>) => 0,
    }
}

impl ConvexShape {
    /// Checks the description of a convex shape and makes the shape.
    pub(crate) fn new(collider: &Collider) -> Result<Self, ColliderError> {
        Ok(match *collider {
            Collider::Sphere { radius } => Self::Sphere(checked!(gjk::Sphere::new(radius))),
            Collider::Ellipsoid { half_size } => {
                Self::Ellipsoid(checked!(gjk::Ellipsoid::from_half_size(half_size)))
            }
            Collider::Cuboid { half_size } => Self::Cuboid(checked!(gjk::Cuboid::from_half_size(half_size))),
            Collider::Segment { a, b } => Self::Segment(checked!(gjk::Segment::new([a, b]))),
            Collider::Capsule { half_length, radius } => {
                Self::Capsule(checked!(gjk::Capsule3::new(half_length, radius)))
            }
            Collider::Cylinder { radius, half_height } => {
                Self::Cylinder(checked!(gjk::Cylinder { radius, half_height }))
            }
            Collider::Cone { radius, half_height } => Self::Cone(checked!(gjk::Cone { radius, half_height })),
            Collider::ConicalFrustum { radius_top, radius_bottom, half_height } => {
                let frustum = gjk::ConicalFrustum { radius_top, radius_bottom, half_height };
                Self::ConicalFrustum(checked!(frustum))
            }
            Collider::Triangle { corners } => Self::Triangle(checked!(gjk::Triangle::new(corners))),
            Collider::Tetrahedron { corners } => {
                Self::Tetrahedron(checked!(gjk::Tetrahedron::new(corners)).into())
            }
            Collider::Hull { ref points } => {
                Self::Hull((gjk::Hull::new(points.iter().copied())?, Edges::default()).into())
            }
            Collider::HalfSpace { normal: Vec3::ZERO, .. } => return Err(ColliderError::NoNormal),
            Collider::HalfSpace { normal, offset } => {
                Self::HalfSpace(checked!(gjk::HalfSpace::new(normal, offset)))
            }
            // These are composite, or may be.
            Collider::Compound { .. }
            | Collider::Rounded { .. }
            | Collider::Grid(_)
            | Collider::TriMesh { .. }
            | Collider::Solid { .. }
            | Collider::Polyline { .. }
            | Collider::HeightField { .. }
            | Collider::Extrusion { .. } => return Err(ColliderError::NotConvex),
            Collider::Custom(ref shape) => Self::Custom(shape.prepare()?),
        })
    }
}
