//! Draws the names of the colliders, or the ids of those without a name, above their outlines.

use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec2;

use crate::collider::Dimension;
use crate::debug::overlay::marks::{Labels, Pen, Place};
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, Views};
use crate::debug::overlay::{ColliderGizmo, CollisionGizmos};
use crate::detection::Collisions;
use crate::ecs::{EntityNames, NameSource};

/// Writes the name of each valid collider that is seen, as many as fit on the screen without overlap.
pub(super) fn draw_names<D: Dimension>(
    collisions: Res<Collisions<D>>,
    names: EntityNames,
    overrides: Query<&ColliderGizmo>,
    mut views: Views,
    mut labels: Local<Labels>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let color = linear(gizmos.config_ext.name_color);
    let views = views.update(&gizmos.config.render_layers);
    labels.clear();
    // A half-space has no middle.
    for placed in collisions.colliders.all().filter(|placed| placed.is_active() && !placed.is_half_space) {
        let is_hidden = overrides.get(placed.entity).is_ok_and(|gizmo| !gizmo.visible);
        if is_hidden || !gizmos.config_ext.shows(placed.space()) {
            continue;
        }
        let aabb = Aabb::of::<D>(&placed.bounds());
        let point = (0.5 * (aabb.min + aabb.max)).with_y(aabb.max.y);
        if !point.is_finite() {
            continue;
        }
        let Some(mut pen) = Pen::at(&mut gizmos, views, &aabb, point) else { continue };
        let place = Place { point, outward: Vec2::Y, color };
        match names.name_of(placed.entity) {
            Some(name) => labels.write_text(&mut pen, place, name),
            None => labels.write_text(&mut pen, place, placed.entity),
        }
    }
}
