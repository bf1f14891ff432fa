//! Draws contacts with their normals and depths, and the closest points of near pairs.

use bevy_color::Color;
use bevy_ecs::prelude::{Local, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Quat, Vec2, Vec3};

use crate::collider::Dimension;
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::label::{Labels, Place};
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, Views};
use crate::detection::Collisions;
use crate::detection::contacts::PairState;

// Sizes of marks in logical pixels, at a mark size of 1. Tuning constants.
const CROSS: f32 = 3.0;
const ARROW: f32 = 16.0;
const ARROW_TIP: f32 = 5.0;

/// Draws each contact and each near pair of the contact graph.
pub(super) fn draw_contacts<D: Dimension>(
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut labels: Local<Labels>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let views = views.update(&gizmos.config.render_layers);
    labels.clear();
    let show_touching = overlay.contacts || overlay.normals || overlay.depths;
    let [contact_color, normal_color, depth_color, near_color] =
        [overlay.contact_color, overlay.normal_color, overlay.depth_color, overlay.near_color].map(linear);
    let to_vec3 = |point: D::Vector| Vec3::from_array(D::coordinates(point));
    for pair in collisions.contacts.iter(&collisions.colliders) {
        let (on_a, on_b, normal, depth) = match pair.state {
            PairState::Touching | PairState::Swept(_) if show_touching => {
                let Some(touch) = collisions.touch(pair, pair.entities[0]) else { continue };
                let contact = touch.contact();
                (to_vec3(contact.on_a), to_vec3(contact.on_b), to_vec3(contact.normal), Some(contact.depth))
            }
            PairState::Near(closest) if overlay.near => {
                (to_vec3(closest.on_a), to_vec3(closest.on_b), to_vec3(closest.normal), None)
            }
            _ => continue,
        };
        let Some(view) = views.first_seeing(&Aabb::around(on_a, on_b)) else { continue };
        // Points behind the camera are not drawn.
        let Some(pixel) = view.pixel_at(on_b) else { continue };
        let mark = pixel * overlay.mark_size;
        let outward = (view.rotation.inverse() * normal).truncate().normalize_or_zero();
        let Some(depth) = depth else {
            gizmos.line(on_a, on_b, near_color);
            // Short strokes at the ends, perpendicular to the line.
            let across = view.rotation * outward.perp().extend(0.0) * CROSS * mark;
            for end in [on_a, on_b] {
                gizmos.line(end - across, end + across, near_color);
            }
            let center = (on_a + on_b) * 0.5;
            let place = Place { point: center, pixel, outward: outward.perp(), color: near_color };
            labels.write(&mut gizmos, view, place, on_a.distance(on_b));
            continue;
        };
        if overlay.contacts {
            for point in [on_a, on_b] {
                cross(&mut gizmos, point, CROSS * mark, view.rotation, contact_color);
            }
            gizmos.line(on_a, on_b, contact_color);
        }
        let tip = on_b + normal * (ARROW * mark).max(depth);
        if overlay.normals {
            arrow(&mut gizmos, [on_b, tip], ARROW_TIP * mark, view.rotation, normal_color);
        }
        if overlay.depths {
            // Beyond the tip of the arrow, so that the numbers of several contacts of a shape do not overlap.
            let place = Place { point: tip, pixel, outward, color: depth_color };
            labels.write(&mut gizmos, view, place, depth);
        }
    }
}

/// Draws a small cross that faces the camera.
pub(super) fn cross(
    gizmos: &mut Gizmos<CollisionGizmos>,
    point: Vec3,
    size: f32,
    facing: Quat,
    color: Color,
) {
    for arm in [Vec2::new(size, size), Vec2::new(size, -size)].map(|arm| facing * arm.extend(0.0)) {
        gizmos.line(point - arm, point + arm, color);
    }
}

/// Draws an arrow whose head faces the camera.
pub(super) fn arrow(
    gizmos: &mut Gizmos<CollisionGizmos>,
    [from, to]: [Vec3; 2],
    head: f32,
    facing: Quat,
    color: Color,
) {
    gizmos.line(from, to, color);
    let back = (from - to).normalize_or_zero() * head;
    let aside = (facing * Vec3::Z).cross(back).normalize_or(facing * Vec3::X) * (0.6 * head);
    gizmos.linestrip([to + back + aside, to, to + back - aside], color);
}
