//! Where colliders touch, in which direction they would part, and how deep they overlap.

use core::fmt::Write;

use bevy_camera::{Camera, Camera3d};
use bevy_ecs::prelude::{Local, Query, Res, With};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Quat, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use gjk::Vector;

use super::CollisionGizmos;
use crate::collider::Proxies;
use crate::collisions::Collisions;
use crate::dimension::Dimension;

/// Draws each contact as the systems hold it.
pub(super) fn draw_contacts<D: Dimension>(
    proxies: Res<Proxies<D>>,
    collisions: Res<Collisions<D>>,
    cameras: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut gizmos: Gizmos<CollisionGizmos>,
    mut label: Local<String>,
) {
    let overlay = gizmos.config_ext;
    // Numbers in space face the camera, those in the plane lie in it.
    let camera =
        cameras.iter().find(|(camera, _)| camera.is_active).map(|(_, transform)| transform.rotation());
    let facing = camera.filter(|_| D::Vector::DIMENSION == 3).unwrap_or(Quat::IDENTITY);
    for (slots, contact) in collisions.touching() {
        let size = slots.map(|slot| {
            let bounds = proxies.get(slot).bounds;
            (bounds.max - bounds.min).max_element()
        });
        let unit = size[0].min(size[1]).max(0.1 * size[0].max(size[1])) * overlay.mark_size;
        let at = |point: D::Vector| Vec3::from_array(D::coordinates(point));
        let (on_a, on_b, normal) = (at(contact.on_a), at(contact.on_b), at(contact.normal));
        if overlay.contacts {
            for point in [on_a, on_b] {
                cross(&mut gizmos, point, 0.04 * unit, facing);
            }
            gizmos.line(on_a, on_b, overlay.contact_color);
        }
        let tip = on_b + normal * (0.25 * unit).max(contact.depth);
        if overlay.normals {
            gizmos.arrow(on_b, tip, overlay.normal_color).with_tip_length(0.08 * unit);
        }
        if overlay.depths {
            label.clear();
            // Writing to a string cannot fail.
            let _ = write!(label, "{:.3}", contact.depth);
            let place = Isometry3d::new(tip, facing);
            gizmos.text(place, &label, 0.15 * unit, Vec2::new(-0.6, 0.0), overlay.depth_color);
        }
    }
}

/// A small cross that faces the viewer.
fn cross(gizmos: &mut Gizmos<CollisionGizmos>, point: Vec3, size: f32, facing: Quat) {
    let color = gizmos.config_ext.contact_color;
    for arm in [Vec3::new(size, size, 0.0), Vec3::new(size, -size, 0.0)].map(|arm| facing * arm) {
        gizmos.line(point - arm, point + arm, color);
    }
}
