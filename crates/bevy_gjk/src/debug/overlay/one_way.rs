//! Draws the solid sides of one-way platforms: a line along the side, and an arrow out of it.

use bevy_ecs::prelude::{Entity, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use gjk::Support;

use crate::collider::{CompositeShape, Dimension, OneWayPlatform, to_vec3};
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::marks::Pen;
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::shapes::each_visible_part;
use crate::debug::overlay::view::{Aabb, ActiveViews, Views};
use crate::detection::Collisions;
use crate::detection::proxies::PlacedCollider;

// Sizes of marks in logical pixels, at a mark size of 1. Tuning constants.
const ARROW: f32 = 22.0;
const ARROW_TIP: f32 = 7.0;

/// Marks the solid side of each one-way platform, at its AABB, and that of each cell that is one.
pub(super) fn draw_one_way<D: Dimension>(
    platforms: Query<(Entity, &OneWayPlatform<D>)>,
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let views = views.update(&gizmos.config.render_layers);
    for (entity, platform) in &platforms {
        // A half-space has no middle where the side could be marked, and cells are marked one by one.
        let placed = collisions.colliders().get(entity).filter(|it| gizmos.config_ext.shows(it.space()));
        if let Some(placed) = placed.filter(|placed| !placed.is_half_space && cells_of(placed).is_none()) {
            mark_side::<D>(&Aabb::of::<D>(&placed.bounds()), platform.direction, views, &mut gizmos);
        }
    }
    for placed in collisions.colliders().iter().filter(|it| gizmos.config_ext.shows(it.space())) {
        let Some(cells) = cells_of(placed) else { continue };
        let of_entity = platforms.get(placed.entity).ok().map(|(_, platform)| *platform);
        each_visible_part(cells, &placed.affine, views, &mut |index, part| {
            let of_kind = cells.grid_of(index).and_then(|(grid, index)| grid.cell_rules(index)?.one_way);
            if let Some(platform) = of_kind.or(of_entity) {
                mark_side::<D>(&Aabb::of::<D>(&part.aabb()), platform.direction, views, &mut gizmos);
            }
        });
    }
}

/// Returns the shape of a collider, if parts of it are cells.
fn cells_of<D: Dimension>(placed: &PlacedCollider<D>) -> Option<&CompositeShape<D>> {
    placed.shape.as_ref().ok()?.composite().filter(|composite| composite.has_cells())
}

/// Marks the side of an AABB that a direction points out of.
fn mark_side<D: Dimension>(
    aabb: &Aabb,
    direction: D::Vector,
    views: ActiveViews,
    gizmos: &mut Gizmos<CollisionGizmos>,
) {
    let color = linear(gizmos.config_ext.one_way_color);
    let direction = to_vec3::<D>(direction).normalize_or_zero();
    let (center, half) = (0.5 * (aabb.min + aabb.max), 0.5 * (aabb.max - aabb.min));
    // Up to a plane that bounds the box: its support point along the direction, above the middle.
    let side = center + direction * direction.abs().dot(half);
    if direction == Vec3::ZERO || !side.is_finite() {
        return;
    }
    let Some(mut pen) = Pen::at(gizmos, views, aabb, side) else { return };
    let tangents: &[Vec3] = match D::NAME {
        "2D" => &[Vec3::new(-direction.y, direction.x, 0.0)],
        _ => &<[Vec3; 2]>::from(direction.any_orthonormal_pair()),
    };
    for &tangent in tangents {
        // As far as the box reaches along the side.
        let reach = tangent * tangent.abs().dot(half - half * direction.abs());
        pen.gizmos.line(side - reach, side + reach, color);
    }
    let tip = side + direction * (ARROW * pen.mark());
    pen.arrow([side, tip], ARROW_TIP, color);
}
