//! Draws contacts with their normals and depths, and the closest points of near pairs.

use bevy_ecs::prelude::{Local, Res};
use bevy_gizmos::gizmos::Gizmos;

use crate::collider::{Dimension, to_vec3};
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::marks::{Labels, Pen, Place};
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
    for pair in collisions.contacts.iter(&collisions.colliders) {
        if !overlay.shows(collisions.colliders.at(pair.slots[0]).space()) {
            continue;
        }
        let (points, depth) = match pair.state {
            PairState::Touching | PairState::Swept(_) if show_touching => {
                let Some(touch) = collisions.touch(pair, pair.entities[0]) else { continue };
                let contact = touch.contact();
                ([contact.on_a, contact.on_b, contact.normal], Some(contact.depth))
            }
            PairState::Near(closest) if overlay.near => ([closest.on_a, closest.on_b, closest.normal], None),
            _ => continue,
        };
        let [on_a, on_b, normal] = points.map(to_vec3::<D>);
        // Points behind the camera are not drawn.
        let Some(mut pen) = Pen::at(&mut gizmos, views, &Aabb::around(on_a, on_b), on_b) else { continue };
        let (mark, outward) = (pen.mark(), pen.on_screen(normal));
        let Some(depth) = depth else {
            pen.gizmos.line(on_a, on_b, near_color);
            // Short strokes at the ends, perpendicular to the line.
            let across = pen.view.rotation * outward.perp().extend(0.0) * CROSS * mark;
            for end in [on_a, on_b] {
                pen.gizmos.line(end - across, end + across, near_color);
            }
            let point = (on_a + on_b) * 0.5;
            let place = Place { point, outward: outward.perp(), color: near_color };
            labels.write_number(&mut pen, place, on_a.distance(on_b));
            continue;
        };
        if overlay.contacts {
            pen.cross(on_a, CROSS, contact_color);
            pen.cross(on_b, CROSS, contact_color);
            pen.gizmos.line(on_a, on_b, contact_color);
        }
        let tip = on_b + normal * (ARROW * mark).max(depth);
        if overlay.normals {
            pen.arrow([on_b, tip], ARROW_TIP, normal_color);
        }
        if overlay.depths {
            // Beyond the tip of the arrow, so that the numbers of several contacts of a shape do not overlap.
            labels.write_number(&mut pen, Place { point: tip, outward, color: depth_color }, depth);
        }
    }
}
