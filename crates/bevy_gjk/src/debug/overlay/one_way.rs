//! Draws the solid sides of one-way platforms: a line along the side, and an arrow out of it.

use bevy_ecs::prelude::{Entity, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;

use crate::collider::Dimension;
use crate::collider::OneWayPlatform;
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::contacts::arrow;
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, Views};
use crate::detection::Collisions;

// Sizes of marks in logical pixels, at a mark size of 1. Tuning constants.
const ARROW: f32 = 22.0;
const ARROW_TIP: f32 = 7.0;

/// Marks the solid side of each one-way platform, at its AABB.
pub(super) fn draw_one_way<D: Dimension>(
    platforms: Query<(Entity, &OneWayPlatform<D>)>,
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let color = linear(overlay.one_way_color);
    let views = views.update(&gizmos.config.render_layers);
    for (entity, platform) in &platforms {
        // A half-space has no middle where the side could be marked.
        let placed = collisions.colliders().get(entity).filter(|placed| !placed.is_half_space);
        let Some(placed) = placed else { continue };
        let aabb = Aabb::of::<D>(&placed.bounds());
        let Some(view) = views.first_seeing(&aabb) else { continue };
        let direction = Vec3::from_array(D::coordinates(platform.direction)).normalize_or_zero();
        let (center, half) = (0.5 * (aabb.min + aabb.max), 0.5 * (aabb.max - aabb.min));
        // Up to a plane that bounds the box: its support point along the direction, above the middle.
        let side = center + direction * direction.abs().dot(half);
        if direction == Vec3::ZERO || !side.is_finite() {
            continue;
        }
        let Some(pixel) = view.pixel_at(side) else { continue };
        let mark = pixel * overlay.mark_size;
        let tangents: &[Vec3] = match D::NAME {
            "2D" => &[Vec3::new(-direction.y, direction.x, 0.0)],
            _ => &<[Vec3; 2]>::from(direction.any_orthonormal_pair()),
        };
        for &tangent in tangents {
            // As far as the box reaches along the side.
            let reach = tangent * tangent.abs().dot(half - half * direction.abs());
            gizmos.line(side - reach, side + reach, color);
        }
        let tip = side + direction * (ARROW * mark);
        arrow(&mut gizmos, [side, tip], ARROW_TIP * mark, view.rotation, color);
    }
}
