//! Draws the ray casts and shape casts of the frame, from the [`QueryLog`].

use bevy_ecs::prelude::{Local, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;

use crate::collider::Dimension;
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::marks::Pen;
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, Views};
use crate::query::log::{LogEntries, LoggedHit, LoggedQuery, QueryLog};

// Sizes of marks in logical pixels, at a mark size of 1. Tuning constants.
const CROSS: f32 = 4.0;
const ARROW: f32 = 14.0;
const ARROW_TIP: f32 = 4.0;

/// Draws the logged queries and removes them from the log.
pub(super) fn draw_queries<D: Dimension>(
    log: Res<QueryLog<D>>,
    mut views: Views,
    mut entries: Local<LogEntries>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let enabled = gizmos.config.enabled && overlay.queries;
    if !(log.take(&mut entries, enabled) && enabled) {
        return;
    }
    let views = views.update(&gizmos.config.render_layers);
    let [color, hit_color] = [overlay.query_color, overlay.contact_color].map(linear);
    for LoggedQuery { from, to, hit, wireframe } in &entries.queries {
        let aabb = Aabb::around(*from, *to);
        if views.first_seeing(&aabb).is_none() {
            continue;
        }
        gizmos.line(*from, *to, color);
        // The wireframe of a cast shape at its start and at its end.
        for offset in [Vec3::ZERO, to - from].into_iter().take(2 * usize::from(!wireframe.is_empty())) {
            gizmos.linestrip(entries.points[wireframe.clone()].iter().map(|point| point + offset), color);
        }
        if let Some(LoggedHit { point, normal }) = *hit
            && let Some(mut pen) = Pen::at(&mut gizmos, views, &aabb, point)
        {
            pen.cross(point, CROSS, hit_color);
            pen.arrow([point, point + normal * ARROW * pen.mark()], ARROW_TIP, color);
        }
    }
}
