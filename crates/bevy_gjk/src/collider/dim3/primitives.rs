//! Converts the 3D primitives of `bevy_shape` into colliders.
//!
//! All convex primitives convert, except the unbounded `Line3d`, and so do polylines, bounding volumes and view
//! frustums. `Torus` is not a union of a few convex shapes: make a mesh of it, and a collider from the mesh by
//! `ColliderFromMesh::Triangles`.

use bevy_shape::{
    Aabb3d, BoundingSphere, Capsule3d, Cone, ConicalFrustum, Cuboid, Cylinder, Extrusion, HalfSpace,
    InfinitePlane3d, Plane3d, Polyline3d, Primitive2d, Segment3d, Sphere, Tetrahedron, Triangle3d,
    ViewFrustum,
};
use gjk::{DVec3, Vec3};
use glam::DQuat;

use crate::collider::dim2;
use crate::collider::dim3::Collider;
use crate::collider::shared_constructors::from_primitives;

from_primitives! {
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
    // A rectangle without thickness, as large as Bevy's mesh of the plane. Computed in `f64`, whose quaternions have
    // the same bits on all processors.
    Plane3d(it) => {
        let rotation = DQuat::from_rotation_arc(DVec3::Y, it.normal.as_dvec3().normalize());
        let corner = |x: f32, z: f32| {
            (rotation * Vec3::new(x * it.half_size.x, 0.0, z * it.half_size.y).as_dvec3()).as_vec3()
        };
        Self::hull([corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)])
    };
    // The normal points out of the solid side.
    InfinitePlane3d(it) => Self::half_space(*it.normal, 0.0);
    // The normal of Bevy's half-space points inward.
    HalfSpace(it) => Self::half_space(-Vec3::from(it.normal()), it.d());
    // A frustum without corners is invalid, and the systems warn.
    ViewFrustum(it) => Self::hull(corners(&it).into_iter().flatten());
    // Cuboids are centered at the origin.
    Aabb3d(it) => {
        let (min, max) = (Vec3::from(it.min), Vec3::from(it.max));
        if min == -max {
            Self::Cuboid { half_size: max }
        } else {
            let [x, y, z] = [0, 1, 2].map(|axis| [min[axis], max[axis]]);
            Self::hull(x.into_iter().flat_map(|x| y.into_iter().flat_map(move |y| z.map(|z| Vec3::new(x, y, z)))))
        }
    };
    BoundingSphere(it) => {
        let center = Vec3::from(it.center);
        if center == Vec3::ZERO {
            it.sphere.into()
        } else {
            Self::rounded(Self::segment(center, center), it.sphere.radius)
        }
    };
    Polyline3d(it) => Self::Polyline { vertices: it.vertices, closed: false };
}

/// Returns the corners of a frustum; none where its sides have none in common.
///
/// In `f64`, since the cross product of `Vec3A`, by which Bevy computes them, rounds differently on some processors.
fn corners(frustum: &ViewFrustum) -> Option<[Vec3; 8]> {
    let sides = frustum.half_spaces.map(|side| (Vec3::from(side.normal()).as_dvec3(), f64::from(side.d())));
    let [left, right, top, bottom, near, far] = sides;
    let corner = |(a, of_a): (DVec3, f64), (b, of_b): (DVec3, f64), (c, of_c): (DVec3, f64)| {
        // Cramer's rule.
        let determinant = a.dot(b.cross(c));
        let point = -(b.cross(c) * of_a + c.cross(a) * of_b + a.cross(b) * of_c) / determinant;
        // The volume of three unit normals: below rounding, the planes have no common corner.
        (determinant.abs() >= f64::from(f32::EPSILON)).then(|| point.as_vec3())
    };
    Some([
        corner(top, left, near)?,
        corner(top, right, near)?,
        corner(bottom, right, near)?,
        corner(bottom, left, near)?,
        corner(top, left, far)?,
        corner(top, right, far)?,
        corner(bottom, right, far)?,
        corner(bottom, left, far)?,
    ])
}

impl<T: Primitive2d + Into<dim2::Collider>> From<Extrusion<T>> for Collider {
    fn from(it: Extrusion<T>) -> Self {
        Self::Extrusion { base: it.base_shape.into(), half_depth: it.half_depth }
    }
}

#[cfg(test)]
mod tests {
    use bevy_math::Vec2;
    use bevy_shape::{Polyline2d, RegularPolygon};
    use gjk::Support;

    use super::*;
    use crate::collider::{Dim3, Shape};

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

    fn support(collider: impl Into<Collider>, direction: Vec3) -> Vec3 {
        Shape::<Dim3>::prepare(&collider.into()).unwrap().convex().unwrap().support(direction)
    }

    #[test]
    fn planes_convert_to_rectangles_or_half_spaces() {
        let slab = Plane3d::new(Vec3::Z, Vec2::new(2.0, 3.0));
        assert!(support(slab, Vec3::new(1.0, 1.0, 9.0)).distance(Vec3::new(2.0, 3.0, 0.0)) < 1e-6);
        let ground: Collider = InfinitePlane3d::default().into();
        assert_eq!(ground, Collider::half_space(Vec3::Y, 0.0));
        // All points with z ≤ 8, as documented in Bevy.
        let half: Collider = HalfSpace::new(Vec3::NEG_Z.extend(8.0)).into();
        assert_eq!(half, Collider::half_space(Vec3::Z, 8.0));
        let walls: Collider = Extrusion::new(Polyline2d::new([Vec2::ZERO, Vec2::X, Vec2::ONE]), 2.0).into();
        assert_eq!(Shape::<Dim3>::prepare(&walls).unwrap().len(), 2);
    }

    #[test]
    fn bounding_volumes_convert_at_their_positions() {
        assert_eq!(Collider::from(Aabb3d::new(Vec3::ZERO, Vec3::ONE)), Cuboid::from_length(2.0).into());
        let (min, max) = (Vec3::new(1.0, -2.0, 3.0), Vec3::new(4.0, -1.0, 5.0));
        let aside = Aabb3d::from_min_max(min, max);
        assert_eq!(support(aside, Vec3::ONE), max);
        assert_eq!(support(aside, Vec3::NEG_ONE), min);
        assert_eq!(support(aside, Vec3::new(1.0, -1.0, 1.0)), Vec3::new(4.0, -2.0, 5.0));
        assert_eq!(Collider::from(BoundingSphere::new(Vec3::ZERO, 2.0)), Sphere::new(2.0).into());
        let aside = BoundingSphere::new(Vec3::new(3.0, 1.0, 0.0), 2.0);
        assert!(support(aside, Vec3::X).distance(Vec3::new(5.0, 1.0, 0.0)) < 1e-6);
        assert!(support(aside, Vec3::NEG_Z).distance(Vec3::new(3.0, 1.0, -2.0)) < 1e-6);
    }

    #[test]
    fn a_view_frustum_converts_to_the_hull_of_its_corners() {
        let sides =
            [[1.0, 0.0, 0.0, 2.0], [-1.0, 0.0, 0.0, 2.0], [0.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]];
        let ends = [[0.0, 0.0, -1.0, -0.5], [0.0, 0.0, 1.0, 5.0]];
        let mut planes = sides.into_iter().chain(ends).map(|plane| HalfSpace::new(plane.into()));
        let seen = ViewFrustum { half_spaces: core::array::from_fn(|_| planes.next().unwrap()) };
        assert!(support(seen, Vec3::new(1.0, 1.0, 1.0)).distance(Vec3::new(2.0, 1.0, -0.5)) < 1e-5);
        assert!(support(seen, Vec3::new(-1.0, 1.0, -1.0)).distance(Vec3::new(-2.0, 1.0, -5.0)) < 1e-5);
        assert!(Shape::<Dim3>::prepare(&Collider::from(ViewFrustum::default())).is_err());
    }
}
