//! The 2D dimension.

use bevy_reflect::TypePath;
use bevy_transform::components::GlobalTransform;

use crate::collider::{Dimension, between2, change2};

/// The 2D dimension: colliders have x and y, and the z of an entity only orders what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, TypePath)]
#[type_path = "bevy_gjk"]
pub struct Dim2;

impl Dimension for Dim2 {
    type Vector = gjk::Vec2;
    type Wide = gjk::DVec2;
    type Direction = bevy_math::Dir2;
    type Collider = super::Collider;
    type Cell = bevy_math::UVec2;
    const NAME: &'static str = "2D";

    #[inline]
    fn affine(transform: &GlobalTransform) -> gjk::Affine2 {
        let affine = transform.affine();
        gjk::Affine2 {
            matrix2: glam::Mat2::from_cols(
                affine.matrix3.x_axis.truncate(),
                affine.matrix3.y_axis.truncate(),
            ),
            translation: affine.translation.truncate(),
        }
    }

    fn mixes_depth(transform: &GlobalTransform) -> bool {
        let z_axis = transform.affine().matrix3.z_axis;
        // Written so that NaN counts as mixing.
        !(z_axis.x == 0.0 && z_axis.y == 0.0)
    }

    fn has_depth(map: &gjk::Affine3A) -> bool {
        let columns = [map.matrix3.x_axis, map.matrix3.y_axis, map.translation];
        columns.iter().any(|column| column.z != 0.0)
    }

    #[inline]
    fn linear(column: impl Fn(usize) -> gjk::Vec2) -> gjk::Affine2 {
        gjk::Affine2::from_mat2(glam::Mat2::from_cols(column(0), column(1)))
    }

    #[inline]
    fn compose(outer: &gjk::Affine2, inner: &gjk::Affine2) -> gjk::Affine2 {
        *outer * *inner
    }

    fn between(start: &gjk::Affine2, end: &gjk::Affine2, time: f32) -> gjk::Affine2 {
        between2(start, end, time)
    }

    fn change(start: &gjk::Affine2, end: &gjk::Affine2) -> (f32, gjk::Affine2) {
        change2(start, end)
    }

    #[inline]
    fn coordinates(point: gjk::Vec2) -> [f32; 3] {
        [point.x, point.y, 0.0]
    }

    #[inline]
    fn outward([a, b, _]: [gjk::DVec2; 3]) -> gjk::DVec2 {
        -(b - a).perp()
    }

    fn to_local(affine: &gjk::Affine2, point: gjk::DVec2) -> Option<(gjk::DVec2, bool)> {
        let linear = affine.matrix2.as_dmat2();
        let determinant = linear.determinant();
        let at = linear.inverse() * (point - affine.translation.as_dvec2());
        (determinant != 0.0 && at.is_finite()).then_some((at, determinant < 0.0))
    }

    #[inline]
    fn cell_coordinates(cell: bevy_math::UVec2) -> [u32; 3] {
        [cell.x, cell.y, 0]
    }

    #[inline]
    fn cell_from([x, y, _]: [u32; 3]) -> bevy_math::UVec2 {
        bevy_math::UVec2::new(x, y)
    }
}
