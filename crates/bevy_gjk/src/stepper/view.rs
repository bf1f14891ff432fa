//! What the viewer sees: a plane of the world, across the line of sight, in pixels of the view.

use bevy_camera::Camera;
use bevy_ecs::prelude::Query;
use bevy_math::{Quat, Rect, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;

/// The view of the app's first camera.
pub(super) struct View<'w> {
    camera: &'w Camera,
    transform: &'w GlobalTransform,
    /// The view in pixels, y down.
    pub(super) rect: Rect,
    /// How what faces the viewer is turned.
    pub(super) rotation: Quat,
    pub(super) right: Vec3,
    pub(super) up: Vec3,
    /// A point of the plane, and where it is seen.
    anchor: Vec3,
    anchor_pixel: Vec2,
    /// How long a pixel is in the plane.
    pub(super) pixel: f32,
    /// Where the viewer is, unless everything is seen from the same direction.
    eye: Option<Vec3>,
}

impl<'w> View<'w> {
    /// The view of the active camera that is drawn first, and the plane through a point.
    ///
    /// Where the point is behind the camera, the plane is some way before it.
    pub(super) fn of_first(cameras: &'w Query<(&Camera, &GlobalTransform)>, point: Vec3) -> Option<Self> {
        let active = cameras.iter().filter(|(camera, _)| camera.is_active);
        let (camera, transform) = active.min_by_key(|(camera, _)| camera.order)?;
        let rect = camera.logical_viewport_rect()?;
        let rotation = transform.rotation();
        let (right, up) = (rotation * Vec3::X, rotation * Vec3::Y);
        let project = |point| camera.world_to_viewport(transform, point).ok();
        let before = transform.translation() + transform.forward() * 10.0;
        let (anchor, anchor_pixel) = [point, before]
            .into_iter()
            .find_map(|point| project(point).map(|pixel| (point, pixel)).filter(|(_, it)| it.is_finite()))?;
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

    /// Where a point of the world is seen, if it is before the camera.
    pub(super) fn pixel_of(&self, point: Vec3) -> Option<Vec2> {
        self.camera.world_to_viewport(self.transform, point).ok().filter(|pixel| pixel.is_finite())
    }

    /// The point of the plane that is seen here.
    pub(super) fn point_at(&self, pixel: Vec2) -> Vec3 {
        let off = (pixel - self.anchor_pixel) * self.pixel;
        self.anchor + self.right * off.x - self.up * off.y
    }
    /// A point nearer to the viewer that is seen in the same place, and how much smaller things have to be there
    /// to look the same: the whole way to the viewer is 1.
    ///
    /// What lies on top of another has to be nearer: in space, of lines at the same depth the first stays.
    pub(super) fn lifted(&self, point: Vec3, by: f32) -> (Vec3, f32) {
        match self.eye {
            Some(eye) => (eye + (point - eye) * (1.0 - by), 1.0 - by),
            None => (point + self.right.cross(self.up) * (LIFT * self.pixel * by), 1.0),
        }
    }
}

/// In pixels, where there is no whole way to the viewer.
const LIFT: f32 = 100.0;
