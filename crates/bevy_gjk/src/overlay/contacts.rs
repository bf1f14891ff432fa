//! Where colliders touch, in which direction they would part, and how deep they overlap.

use core::fmt::Write;

use bevy_camera::Camera;
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Quat, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;

use super::CollisionGizmos;
use crate::collisions::Collisions;
use crate::dimension::Dimension;

/// On the screen in logical pixels, at a mark size of 1.
const CROSS: f32 = 3.0;
const ARROW: f32 = 16.0;
const ARROW_TIP: f32 = 5.0;
const TEXT: f32 = 13.0;

/// Draws each contact as the systems hold it.
pub(super) fn draw_contacts<D: Dimension>(
    collisions: Res<Collisions<D>>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    mut gizmos: Gizmos<CollisionGizmos>,
    mut label: Local<String>,
) {
    let overlay = gizmos.config_ext;
    let Some(view) = View::of_first(&cameras) else { return };
    for touch in collisions.iter() {
        let contact = touch.contact;
        let at = |point: D::Vector| Vec3::from_array(D::coordinates(point));
        let (on_a, on_b, normal) = (at(contact.on_a), at(contact.on_b), at(contact.normal));
        // What is behind the camera is not drawn.
        let Some(pixel) = view.pixel_at(on_b).map(|pixel| pixel * overlay.mark_size) else { continue };
        if overlay.contacts {
            for point in [on_a, on_b] {
                cross(&mut gizmos, point, CROSS * pixel, view.rotation);
            }
            gizmos.line(on_a, on_b, overlay.contact_color);
        }
        let tip = on_b + normal * (ARROW * pixel).max(contact.depth);
        if overlay.normals {
            gizmos.arrow(on_b, tip, overlay.normal_color).with_tip_length(ARROW_TIP * pixel);
        }
        if overlay.depths {
            label.clear();
            // Writing to a string cannot fail.
            let _ = write!(label, "{:.*}", decimals(contact.depth), contact.depth);
            let place = Isometry3d::new(tip, view.rotation);
            // Beyond the arrow's tip, so that the numbers of one shape's contacts keep apart.
            let outward = (view.rotation.inverse() * normal).truncate().normalize_or_zero();
            let anchor = Vec2::new(-0.6, -0.9) * outward;
            gizmos.text(place, &label, TEXT * pixel, anchor, overlay.depth_color);
        }
    }
}

/// Three digits are enough to tell depths apart, and short enough to read in a crowd.
fn decimals(depth: f32) -> usize {
    match depth {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    }
}

/// How the app's first camera looks at the world, so that marks have the same size on every screen.
struct View<'w> {
    camera: &'w Camera,
    transform: &'w GlobalTransform,
    rotation: Quat,
}

impl<'w> View<'w> {
    /// The active camera that is drawn first: what comes on top is usually not the world.
    fn of_first(cameras: &'w Query<(&Camera, &GlobalTransform)>) -> Option<Self> {
        let active = cameras.iter().filter(|(camera, _)| camera.is_active);
        let (camera, transform) = active.min_by_key(|(camera, _)| camera.order)?;
        Some(Self { camera, transform, rotation: transform.rotation() })
    }

    /// How long a logical pixel is in the world, near a point.
    fn pixel_at(&self, point: Vec3) -> Option<f32> {
        let project = |point| self.camera.world_to_viewport(self.transform, point).ok();
        let right = self.rotation * Vec3::X;
        let pixels = project(point)?.distance(project(point + right)?);
        (pixels > 0.0).then(|| 1.0 / pixels)
    }
}

/// A small cross that faces the viewer.
fn cross(gizmos: &mut Gizmos<CollisionGizmos>, point: Vec3, size: f32, facing: Quat) {
    let color = gizmos.config_ext.contact_color;
    for arm in [Vec3::new(size, size, 0.0), Vec3::new(size, -size, 0.0)].map(|arm| facing * arm) {
        gizmos.line(point - arm, point + arm, color);
    }
}
