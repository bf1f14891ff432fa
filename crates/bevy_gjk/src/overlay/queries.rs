//! What was asked of the colliders in this frame: rays, and shapes that move.

use bevy_ecs::prelude::{Local, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;

use crate::collider::Dimension;
use crate::overlay::CollisionGizmos;
use crate::overlay::contacts::{arrow, cross};
use crate::overlay::settings::linear;
use crate::overlay::view::{Extent, Views};
use crate::query::log::{Asked, Hit, Log, QueryLog};

/// On the screen in logical pixels, at a mark size of 1.
const CROSS: f32 = 4.0;
const ARROW: f32 = 14.0;
const ARROW_TIP: f32 = 4.0;

/// Draws the questions and forgets them.
pub(super) fn draw_queries<D: Dimension>(
    log: Res<QueryLog<D>>,
    mut views: Views,
    mut drawn: Local<Log>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let shown = gizmos.config.enabled && overlay.queries;
    if !(log.take(&mut drawn, shown) && shown) {
        return;
    }
    let eyes = views.look(&gizmos.config.render_layers);
    let [color, hit_color] = [overlay.query_color, overlay.contact_color].map(linear);
    for Asked { from, to, hit, outline } in &drawn.asked {
        let Some(view) = eyes.first(&Extent::around(*from, *to)) else { continue };
        gizmos.line(*from, *to, color);
        for by in [Vec3::ZERO, to - from].into_iter().take(2 * usize::from(!outline.is_empty())) {
            gizmos.linestrip(drawn.points[outline.clone()].iter().map(|point| point + by), color);
        }
        if let Some(Hit { point, normal }) = hit
            && let Some(pixel) = view.pixel_at(*point).map(|pixel| pixel * overlay.mark_size)
        {
            cross(&mut gizmos, *point, CROSS * pixel, view.rotation, hit_color);
            arrow(
                &mut gizmos,
                [*point, point + normal * ARROW * pixel],
                ARROW_TIP * pixel,
                view.rotation,
                color,
            );
        }
    }
}
