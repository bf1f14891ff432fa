//! The view of the first camera: conversions between pixels and a plane in the world that faces the camera.

use bevy_camera::Camera;
use bevy_ecs::prelude::Query;
use bevy_gjk::Dimension;
use bevy_math::{Quat, Rect, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;

/// The distance that a fraction of 1 stands for in [`View::lifted`] of an orthographic projection, in logical pixels.
/// Tuning constant.
const LIFT: f32 = 100.0;

/// The cameras of the app.
pub(crate) type Cameras<'w, 's> = Query<'w, 's, (&'static Camera, &'static GlobalTransform)>;

/// Returns the active camera with the lowest order.
pub(super) fn first_camera<'q>(cameras: &'q Cameras) -> Option<(&'q Camera, &'q GlobalTransform)> {
    cameras.iter().filter(|(camera, _)| camera.is_active).min_by_key(|(camera, _)| camera.order)
}

/// Returns the coordinates of a point in 3D.
pub(super) fn to_vec3<D: Dimension>(point: D::Vector) -> Vec3 {
    Vec3::from_array(D::coordinates(point))
}

/// Returns the AABB of the finite points, if there are any.
pub(super) fn bounds_of(points: impl Iterator<Item = Vec3>) -> Option<[Vec3; 2]> {
    let points = points.filter(|point| point.is_finite()).map(|point| [point; 2]);
    points.reduce(|one, two| [one[0].min(two[0]), one[1].max(two[1])])
}

/// Returns the center of the AABB of points; the origin if none is finite.
pub(super) fn center_of(points: impl Iterator<Item = Vec3>) -> Vec3 {
    bounds_of(points).map_or(Vec3::ZERO, |[min, max]| 0.5 * (min + max))
}

/// The view of a camera.
pub(crate) struct View<'w> {
    camera: &'w Camera,
    transform: &'w GlobalTransform,
    /// The viewport in logical pixels, y down.
    pub(crate) rect: Rect,
    /// The rotation of marks that face the camera.
    pub(super) rotation: Quat,
    pub(super) right: Vec3,
    pub(super) up: Vec3,
    /// A point of the plane, and its pixel.
    anchor: Vec3,
    anchor_pixel: Vec2,
    /// The size of a pixel in the plane, in world units.
    pub(super) pixel: f32,
    /// The position of the camera; `None` for an orthographic projection.
    eye: Option<Vec3>,
}

impl<'w> View<'w> {
    /// Creates the view of the [first camera](first_camera), with the plane through a point.
    ///
    /// If the point is behind the camera, the plane is 10 units before the camera.
    pub(crate) fn of_first(cameras: &'w Cameras, point: Vec3) -> Option<Self> {
        let (camera, transform) = first_camera(cameras)?;
        let rect = camera.logical_viewport_rect()?;
        let rotation = transform.rotation();
        let (right, up) = (rotation * Vec3::X, rotation * Vec3::Y);
        let project = |point| camera.world_to_viewport(transform, point).ok();
        let before = transform.translation() + transform.forward() * 10.0;
        let (anchor, anchor_pixel) = [point, before].into_iter().find_map(|point| {
            project(point).map(|pixel| (point, pixel)).filter(|(_, pixel)| pixel.is_finite())
        })?;
        let pixels = project(anchor + right)?.distance(anchor_pixel);
        let pixel = 1.0 / pixels;
        let perspective = camera.clip_from_view().w_axis.w == 0.0;
        (pixel > 0.0 && pixel.is_finite()).then_some(Self {
            camera,
            transform,
            rect,
            rotation,
            right,
            up,
            anchor,
            anchor_pixel,
            pixel,
            eye: perspective.then(|| transform.translation()),
        })
    }

    /// Returns the pixel of a point of the world, or `None` if the point is not before the camera.
    pub(crate) fn pixel_of(&self, point: Vec3) -> Option<Vec2> {
        self.camera.world_to_viewport(self.transform, point).ok().filter(|pixel| pixel.is_finite())
    }

    /// Returns the point of the plane at a pixel.
    pub(crate) fn point_at(&self, pixel: Vec2) -> Vec3 {
        let offset = (pixel - self.anchor_pixel) * self.pixel;
        self.anchor + self.right * offset.x - self.up * offset.y
    }

    /// Returns the unit vector to the camera.
    pub(super) fn toward(&self) -> Vec3 {
        self.right.cross(self.up)
    }

    /// Moves a point toward the camera without changing its pixel, and returns it with the factor by which sizes shrink
    /// there. `by` is the fraction of the distance to the camera.
    ///
    /// Lines on top of others have to be nearer: of lines at the same depth, the first one stays visible.
    pub(super) fn lifted(&self, point: Vec3, by: f32) -> (Vec3, f32) {
        match self.eye {
            Some(eye) => (eye + (point - eye) * (1.0 - by), 1.0 - by),
            None => (point + self.toward() * (LIFT * self.pixel * by), 1.0),
        }
    }
}
