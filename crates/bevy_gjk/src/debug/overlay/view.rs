//! The views of the active cameras: frustum culling of AABBs, and the size of a pixel at a point of the world.

use bevy_camera::Camera;
use bevy_camera::visibility::RenderLayers;
use bevy_ecs::prelude::{Local, Query};
use bevy_ecs::system::SystemParam;
use bevy_math::{Mat4, Quat, Vec2, Vec3, Vec4, Vec4Swizzles};
use bevy_transform::components::GlobalTransform;

use crate::collider::{Dimension, to_vec3};

/// The largest coordinate in culling, in world units. Its square is in the range of `f32`.
const MAX_COORDINATE: f32 = 1e18;

/// An AABB in 3D world space, also of 2D colliders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aabb {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl Aabb {
    /// Converts the AABB of a dimension.
    pub(super) fn of<D: Dimension>(bounds: &gjk::Aabb<D::Vector>) -> Self {
        let [min, max] = [bounds.min, bounds.max].map(to_vec3::<D>);
        Self { min, max }
    }

    /// Returns the AABB of two points.
    pub(super) fn around(one: Vec3, two: Vec3) -> Self {
        Self { min: one.min(two), max: one.max(two) }
    }

    /// Returns the size on the screen in logical pixels, given the pixels per world unit.
    pub(super) fn size_in_pixels(&self, pixels_per_unit: f32) -> f32 {
        (self.max - self.min).max_element() * pixels_per_unit
    }

    /// Returns the center and the half size, with infinite coordinates clamped.
    fn center_and_half_size(&self) -> (Vec3, Vec3) {
        let [min, max] = [self.min, self.max]
            .map(|end| end.clamp(Vec3::splat(-MAX_COORDINATE), Vec3::splat(MAX_COORDINATE)));
        (0.5 * (min + max), 0.5 * (max - min))
    }
}

/// The view of one camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    order: isize,
    /// The left, right, bottom and top planes of the frustum, with normals that point inward.
    planes: [Vec4; 4],
    clip_from_world: Mat4,
    /// The linear function that gives the depth of a point before the camera, or 1 for an orthographic projection.
    depth: Vec4,
    /// The logical pixels per world unit at depth 1.
    pixels_at_depth_1: f32,
    /// The size of the viewport in logical pixels.
    size: Vec2,
    /// The rotation that turns a mark in the xy plane to the camera.
    pub(super) rotation: Quat,
}

impl View {
    fn new(camera: &Camera, transform: &GlobalTransform) -> Option<Self> {
        let size = camera.logical_viewport_size()?;
        let clip_from_world = camera.clip_from_view() * transform.to_matrix().inverse();
        let [x, y, _, w] = [0, 1, 2, 3].map(|row| clip_from_world.row(row));
        Some(Self {
            order: camera.order,
            planes: [w + x, w - x, w + y, w - y],
            clip_from_world,
            depth: w,
            pixels_at_depth_1: 0.5 * size.y * y.xyz().length(),
            size,
            rotation: transform.rotation(),
        })
    }

    /// Returns whether an AABB may be visible: it is not entirely outside one of the planes of the frustum.
    fn sees(&self, aabb: &Aabb) -> bool {
        let (center, half_size) = aabb.center_and_half_size();
        self.planes.iter().all(|plane| {
            let radius = plane.xyz().abs().dot(half_size);
            plane.xyz().dot(center) + plane.w + radius >= 0.0
        })
    }

    /// Returns the logical pixels per world unit at the nearest point of an AABB.
    fn pixels_per_unit(&self, aabb: &Aabb) -> f32 {
        let (center, half_size) = aabb.center_and_half_size();
        let radius = self.depth.xyz().abs().dot(half_size);
        let nearest = self.depth.xyz().dot(center) + self.depth.w - radius;
        self.pixels_at_depth_1 / nearest.max(1e-6)
    }

    /// Returns the size of a logical pixel at a point, in world units, or `None` if the point is not before the camera.
    pub(super) fn pixel_at(&self, point: Vec3) -> Option<f32> {
        let depth = self.depth.dot(point.extend(1.0));
        (depth > 0.0 && self.pixels_at_depth_1 > 0.0).then(|| depth / self.pixels_at_depth_1)
    }

    /// Returns the position of a point in the viewport, in logical pixels from its center.
    pub(super) fn project(&self, point: Vec3) -> Vec2 {
        let clip = self.clip_from_world * point.extend(1.0);
        0.5 * self.size * clip.xy() / clip.w
    }

    /// Returns how a label at a visible point has to be moved to be entirely inside the viewport, in logical pixels;
    /// zero if the point is not visible. All positions are from the center of the viewport.
    pub(super) fn shift_inside(&self, point: Vec2, label_center: Vec2, label_size: Vec2) -> Vec2 {
        // `false` for a NaN.
        let is_visible = point.abs().cmple(0.5 * self.size).all();
        let room = (0.5 * (self.size - label_size)).max(Vec2::ZERO);
        if is_visible { label_center.clamp(-room, room) - label_center } else { Vec2::ZERO }
    }
}

/// A system parameter that gives the views of the active cameras.
#[derive(SystemParam)]
pub(super) struct Views<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform, Option<&'static RenderLayers>)>,
    views: Local<'s, Vec<View>>,
}

impl Views<'_, '_> {
    /// Computes the views of the active cameras that render these layers, sorted by their order: cameras that
    /// render later usually do not show the world.
    pub(super) fn update(&mut self, layers: &RenderLayers) -> ActiveViews<'_> {
        self.views.clear();
        for (camera, transform, camera_layers) in &self.cameras {
            if camera.is_active && camera_layers.unwrap_or_default().intersects(layers) {
                self.views.extend(View::new(camera, transform));
            }
        }
        self.views.sort_by_key(|view| view.order);
        ActiveViews(&self.views)
    }
}

/// The views of the active cameras.
#[derive(Clone, Copy)]
pub(super) struct ActiveViews<'v>(&'v [View]);

impl<'v> ActiveViews<'v> {
    /// Returns the first view in which an AABB may be visible.
    pub(super) fn first_seeing(self, aabb: &Aabb) -> Option<&'v View> {
        self.0.iter().find(|view| view.sees(aabb))
    }

    /// Returns the largest number of logical pixels per world unit of an AABB in any view, or `None` if no view
    /// sees it.
    pub(super) fn pixels_per_unit(self, aabb: &Aabb) -> Option<f32> {
        let visible = self.0.iter().filter(|view| view.sees(aabb)).map(|view| view.pixels_per_unit(aabb));
        visible.reduce(f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a perspective view of 800 by 600 pixels from z = 10.
    fn view() -> View {
        let mut camera = Camera::default();
        camera.computed.clip_from_view =
            glam::camera::rh::proj::directx::perspective_infinite_reverse(1.0, 800.0 / 600.0, 0.1);
        camera.computed.target_info = Some(bevy_camera::RenderTargetInfo {
            physical_size: bevy_math::UVec2::new(800, 600),
            scale_factor: 1.0,
        });
        View::new(&camera, &GlobalTransform::from_translation(Vec3::Z * 10.0)).unwrap()
    }

    #[test]
    fn a_label_at_the_edge_is_moved_inside() {
        let (view, size) = (view(), Vec2::new(100.0, 20.0));
        assert_eq!(view.shift_inside(Vec2::new(10.0, 20.0), Vec2::new(70.0, 20.0), size), Vec2::ZERO);
        let shift = view.shift_inside(Vec2::new(390.0, -295.0), Vec2::new(450.0, -310.0), size);
        assert_eq!(shift, Vec2::new(-100.0, 20.0));
        assert_eq!(view.shift_inside(Vec2::new(401.0, 0.0), Vec2::new(450.0, 0.0), size), Vec2::ZERO);
        assert_eq!(view.shift_inside(Vec2::NAN, Vec2::NAN, size), Vec2::ZERO);
    }

    #[test]
    fn a_view_sees_aabbs_in_its_frustum() {
        let view = view();
        let sees = |x: f32, y: f32, z: f32| {
            let center = Vec3::new(x, y, z);
            view.sees(&Aabb::around(center - 1.0, center + 1.0))
        };
        let edge = 10.0 * 0.5f32.tan();
        assert!(sees(0.0, 0.0, 0.0) && sees(0.0, edge + 0.9, 0.0) && sees(-edge * 4.0 / 3.0, 0.0, 0.0));
        assert!(!sees(0.0, edge + 2.0, 0.0) && !sees(0.0, 0.0, 20.0));
        assert!(sees(0.0, 0.0, 10.0), "around the camera");
        let infinite = Aabb::around(Vec3::splat(f32::NEG_INFINITY), Vec3::ZERO);
        assert!(view.sees(&infinite));
    }

    #[test]
    fn the_size_of_a_pixel_agrees_with_the_projection() {
        let view = view();
        for point in [Vec3::ZERO, Vec3::new(1.0, -2.0, 5.0)] {
            let pixel = view.pixel_at(point).unwrap();
            let moved = view.project(point + Vec3::Y * 100.0 * pixel) - view.project(point);
            assert!(moved.distance(Vec2::Y * 100.0) < 1e-2, "{moved}");
        }
        assert_eq!(view.pixel_at(Vec3::Z * 11.0), None);
    }
}
