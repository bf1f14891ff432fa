//! What the cameras see, so that nothing else is drawn, and how large a pixel is there.

use bevy_camera::Camera;
use bevy_camera::visibility::RenderLayers;
use bevy_ecs::prelude::{Local, Query};
use bevy_ecs::system::SystemParam;
use bevy_math::{Mat4, Quat, Vec2, Vec3, Vec4, Vec4Swizzles};
use bevy_transform::components::GlobalTransform;

use crate::collider::Dimension;

/// Beyond, nothing is told apart any more; squares of it are in the range of `f32`.
const MAX_COORDINATE: f32 = 1e18;

/// A box around something that may be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl Extent {
    pub(super) fn of<D: Dimension>(bounds: &gjk::Aabb<D::Vector>) -> Self {
        let [min, max] = [bounds.min, bounds.max].map(D::coordinates).map(Vec3::from_array);
        Self { min, max }
    }

    /// The smallest box around two points.
    pub(super) fn around(one: Vec3, two: Vec3) -> Self {
        Self { min: one.min(two), max: one.max(two) }
    }

    /// The middle and half the size. What has no end has one here.
    fn middle_and_half(&self) -> (Vec3, Vec3) {
        let [min, max] = [self.min, self.max]
            .map(|end| end.clamp(Vec3::splat(-MAX_COORDINATE), Vec3::splat(MAX_COORDINATE)));
        (0.5 * (min + max), 0.5 * (max - min))
    }
}

/// How one camera sees the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    order: isize,
    /// The half-spaces of what it sees: to the left, to the right, below and above, turned inwards.
    sides: [Vec4; 4],
    clip_from_world: Mat4,
    /// Of a point its distance from the camera, or 1 where all look equally large.
    depth: Vec4,
    /// How many logical pixels a unit of the world has at depth 1.
    pixels: f32,
    /// The size of the picture in logical pixels.
    size: Vec2,
    /// Turns what faces +z to the camera.
    pub(super) rotation: Quat,
}

impl View {
    fn new(camera: &Camera, transform: &GlobalTransform) -> Option<Self> {
        let size = camera.logical_viewport_size()?;
        let clip_from_world = camera.clip_from_view() * transform.to_matrix().inverse();
        let [x, y, _, w] = [0, 1, 2, 3].map(|row| clip_from_world.row(row));
        Some(Self {
            order: camera.order,
            sides: [w + x, w - x, w + y, w - y],
            clip_from_world,
            depth: w,
            pixels: 0.5 * size.y * y.xyz().length(),
            size,
            rotation: transform.rotation(),
        })
    }

    /// Whether something of a box may be in the picture.
    fn sees(&self, extent: &Extent) -> bool {
        let (middle, half) = extent.middle_and_half();
        self.sides.iter().all(|side| {
            let reach = side.xyz().abs().dot(half);
            side.xyz().dot(middle) + side.w + reach >= 0.0
        })
    }

    /// How many pixels a unit of the world has at most within a box.
    fn density(&self, extent: &Extent) -> f32 {
        let (middle, half) = extent.middle_and_half();
        let reach = self.depth.xyz().abs().dot(half);
        let nearest = self.depth.xyz().dot(middle) + self.depth.w - reach;
        self.pixels / nearest.max(1e-6)
    }

    /// How long a logical pixel is in the world, at a point; nothing for what is not before the camera.
    pub(super) fn pixel_at(&self, point: Vec3) -> Option<f32> {
        let depth = self.depth.dot(point.extend(1.0));
        (depth > 0.0 && self.pixels > 0.0).then(|| depth / self.pixels)
    }

    /// Where a point is in the picture, in logical pixels from its middle.
    pub(super) fn project(&self, point: Vec3) -> Vec2 {
        let clip = self.clip_from_world * point.extend(1.0);
        0.5 * self.size * clip.xy() / clip.w
    }
}

/// The cameras that are active and see the overlay.
#[derive(SystemParam)]
pub(super) struct Views<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform, Option<&'static RenderLayers>)>,
    views: Local<'s, Vec<View>>,
}

impl Views<'_, '_> {
    /// Looks where they are now. Of several, the one that is drawn first comes first: what comes on top is
    /// usually not the world.
    pub(super) fn look(&mut self, layers: &RenderLayers) -> Eyes<'_> {
        self.views.clear();
        for (camera, transform, own) in &self.cameras {
            if camera.is_active && own.unwrap_or_default().intersects(layers) {
                self.views.extend(View::new(camera, transform));
            }
        }
        self.views.sort_by_key(|view| view.order);
        Eyes(&self.views)
    }
}

/// What all of them see.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'v>(&'v [View]);

impl<'v> Eyes<'v> {
    /// The first that may see something of a box.
    pub(super) fn first(self, extent: &Extent) -> Option<&'v View> {
        self.0.iter().find(|view| view.sees(extent))
    }

    /// How many logical pixels a unit of the world has in a box, for the eye that is nearest; nothing if none
    /// sees it.
    pub(super) fn density(self, extent: &Extent) -> Option<f32> {
        let seen = self.0.iter().filter(|view| view.sees(extent)).map(|view| view.density(extent));
        seen.reduce(f32::max)
    }

    /// How large a box is on the screen, in logical pixels, at that density.
    pub(super) fn size(extent: &Extent, density: f32) -> f32 {
        (extent.max - extent.min).max_element() * density
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 800 by 600, seen from z = 10 by a wide lens.
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
    fn it_sees_what_is_in_the_picture() {
        let view = view();
        let ball = |x: f32, y: f32, z: f32| {
            let center = Vec3::new(x, y, z);
            view.sees(&Extent::around(center - 1.0, center + 1.0))
        };
        let edge = 10.0 * 0.5f32.tan();
        assert!(ball(0.0, 0.0, 0.0) && ball(0.0, edge + 0.9, 0.0) && ball(-edge * 4.0 / 3.0, 0.0, 0.0));
        assert!(!ball(0.0, edge + 2.0, 0.0) && !ball(0.0, 0.0, 20.0));
        assert!(ball(0.0, 0.0, 10.0), "around the camera");
        let endless = Extent::around(Vec3::splat(f32::NEG_INFINITY), Vec3::ZERO);
        assert!(view.sees(&endless));
    }

    #[test]
    fn a_pixel_is_what_projection_says() {
        let view = view();
        for point in [Vec3::ZERO, Vec3::new(1.0, -2.0, 5.0)] {
            let pixel = view.pixel_at(point).unwrap();
            let there = view.project(point + Vec3::Y * 100.0 * pixel) - view.project(point);
            assert!(there.distance(Vec2::Y * 100.0) < 1e-2, "{there}");
        }
        assert_eq!(view.pixel_at(Vec3::Z * 11.0), None);
    }
}
