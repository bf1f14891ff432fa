//! Every convex primitive of space that `bevy_math` has makes a collider.

use bevy_math::primitives::{
    Capsule3d, Cone, ConicalFrustum, Cuboid, Cylinder, Extrusion, Primitive2d, Segment3d, Sphere,
    Tetrahedron, Triangle3d,
};

use super::Collider;
use crate::dim2;

macro_rules! from {
    ($($primitive:ident($it:ident) => $collider:expr;)*) => {
        $(impl From<$primitive> for Collider {
            fn from($it: $primitive) -> Self {
                $collider
            }
        })*
    };
}

from! {
    Sphere(it) => Self::Sphere { radius: it.radius };
    Cuboid(it) => Self::Cuboid { half_size: it.half_size };
    Segment3d(it) => Self::segment(it.vertices[0], it.vertices[1]);
    Capsule3d(it) => Self::Capsule { half_length: it.half_length, radius: it.radius };
    Cylinder(it) => Self::Cylinder { radius: it.radius, half_height: it.half_height };
    Cone(it) => Self::cone(it.radius, it.height);
    ConicalFrustum(it) => Self::ConicalFrustum {
        radius_top: it.radius_top,
        radius_bottom: it.radius_bottom,
        half_height: it.height * 0.5,
    };
    Triangle3d(it) => Self::Triangle { corners: it.vertices };
    Tetrahedron(it) => Self::Tetrahedron { corners: it.vertices };
}

impl<T: Primitive2d + Into<dim2::Collider>> From<Extrusion<T>> for Collider {
    fn from(it: Extrusion<T>) -> Self {
        Self::Extrusion { base: it.base_shape.into(), half_depth: it.half_depth }
    }
}

#[cfg(test)]
mod tests {
    use bevy_math::primitives::{ConicalFrustum, Extrusion, RegularPolygon};
    use gjk::{Support, Vec3};

    use super::super::Collider;
    use crate::dimension::{Dim3, Shape};

    #[test]
    fn frustums_and_extrusions_have_their_corners() {
        let support = |collider: Collider, direction| {
            Shape::<Dim3>::prepare(&collider).unwrap().convex().unwrap().support(direction)
        };
        let frustum = ConicalFrustum { radius_top: 1.0, radius_bottom: 2.0, height: 4.0 };
        assert_eq!(support(frustum.into(), Vec3::X), Vec3::new(2.0, -2.0, 0.0));
        assert_eq!(support(frustum.into(), Vec3::new(1.0, 1.0, 0.0)), Vec3::new(1.0, 2.0, 0.0));
        let prism = Extrusion::new(RegularPolygon::new(1.0, 4), 6.0);
        assert_eq!(support(prism.into(), Vec3::new(0.1, 1.0, -1.0)), Vec3::new(0.0, 1.0, -3.0));
    }
}
