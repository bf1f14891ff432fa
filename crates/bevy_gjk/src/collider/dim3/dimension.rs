//! The 3D dimension.

use bevy_reflect::TypePath;
use bevy_transform::components::GlobalTransform;

use crate::collider::{Dimension, between3, change3};

/// The 3D dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, TypePath)]
#[type_path = "bevy_gjk"]
pub struct Dim3;

impl Dimension for Dim3 {
    type Vector = gjk::Vec3;
    type Wide = gjk::DVec3;
    type Direction = bevy_math::Dir3;
    type Collider = super::Collider;
    type Cell = bevy_math::UVec3;
    const NAME: &'static str = "3D";

    #[inline]
    fn affine(transform: &GlobalTransform) -> gjk::Affine3A {
        transform.affine()
    }

    fn mixes_depth(_: &GlobalTransform) -> bool {
        false
    }

    fn has_depth(_: &gjk::Affine3A) -> bool {
        false
    }

    #[inline]
    fn linear(column: impl Fn(usize) -> gjk::Vec3) -> gjk::Affine3A {
        gjk::Affine3A::from_mat3(glam::Mat3::from_cols(column(0), column(1), column(2)))
    }

    #[inline]
    fn compose(outer: &gjk::Affine3A, inner: &gjk::Affine3A) -> gjk::Affine3A {
        *outer * *inner
    }

    fn between(start: &gjk::Affine3A, end: &gjk::Affine3A, time: f32) -> gjk::Affine3A {
        between3(start, end, time)
    }

    fn change(start: &gjk::Affine3A, end: &gjk::Affine3A) -> (f32, gjk::Affine3A) {
        change3(start, end)
    }

    #[inline]
    fn coordinates(point: gjk::Vec3) -> [f32; 3] {
        point.to_array()
    }

    #[inline]
    fn outward([a, b, c]: [gjk::DVec3; 3]) -> gjk::DVec3 {
        (b - a).cross(c - a)
    }

    fn to_local(affine: &gjk::Affine3A, point: gjk::DVec3) -> Option<(gjk::DVec3, bool)> {
        let linear = affine.matrix3;
        let columns = [linear.x_axis, linear.y_axis, linear.z_axis].map(glam::Vec3A::as_dvec3);
        let linear = glam::DMat3::from_cols(columns[0], columns[1], columns[2]);
        let determinant = linear.determinant();
        let at = linear.inverse() * (point - affine.translation.as_dvec3());
        (determinant != 0.0 && at.is_finite()).then_some((at, determinant < 0.0))
    }

    #[inline]
    fn cell_coordinates(cell: bevy_math::UVec3) -> [u32; 3] {
        cell.to_array()
    }

    #[inline]
    fn cell_from(coordinates: [u32; 3]) -> bevy_math::UVec3 {
        coordinates.into()
    }
}
