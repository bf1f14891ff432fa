//! Phase one: where each collider stands, and the box around it.
//!
//! Of what did not change, only the ticks of its components are read; what ticks do not tell, messages of removed
//! components do; and colliders are counted, so that nothing is missed: where the numbers do not agree, all are
//! looked at.

use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Allow, Entity, Has, Query, ResMut};
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Bounds, Vector};

mod rows;
mod warnings;
mod watch;

use crate::collider::{ColliderTerms, Colliders, Enclosure, Form, Glance, PlacedCollider};
use crate::collisions::Collisions;
use crate::dimension::{Dimension, Shape, is_finite};
use crate::events::EndReason;
use crate::filter::Families;
use crate::validate::ColliderError;
use rows::{All, Changed, Row, changed_rows, row, rows};
pub(crate) use warnings::Warned;
use warnings::Warnings;
use watch::Watch;

/// A tight box around a shape, larger by what rounding and the tolerance of touching may amount to.
#[inline]
pub(crate) fn grown<V: Vector<Scalar = f32>>(Bounds { min, max }: Bounds<V>) -> Bounds<V> {
    let size = (max - min).max_element();
    let reach = max.max(-min).max_element().max(0.0);
    let margin = V::splat(1e-6 * size + 4.0 * f32::EPSILON * reach);
    Bounds { min: min - margin, max: max + margin }
}

/// A box with a margin around.
fn widened<V: Vector<Scalar = f32>>(Bounds { min, max }: Bounds<V>, margin: f32) -> Bounds<V> {
    // Larger by what the rounding of the sum may amount to. It may reach beyond the range of `f32`, but the
    // margin itself must not: an infinity times the zeros of an axis is no number.
    let reach = max.max(-min).max_element().max(0.0);
    let margin = V::splat((margin + f32::EPSILON * (margin + reach)).min(f32::MAX));
    Bounds { min: min - margin, max: max + margin }
}

/// Computes the box of a collider's shape where its transform places it, with its margin around; and how it looks
/// at a glance.
///
/// # Errors
/// Why it rests.
#[inline]
pub(crate) fn place<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    glance: &mut Glance,
) -> Result<(), ColliderError> {
    if collider.reshaped {
        reshape(collider)?;
    }
    let shift = collider.affine.translation();
    let Enclosure { bounds: Bounds { min, max }, centre, radius, is_ball } = collider.around;
    let mut bounds = grown(Bounds { min: min + shift, max: max + shift });
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        let placed = shift.is_finite();
        return Err(if placed { ColliderError::TooLarge } else { ColliderError::TransformNotFinite });
    }
    if collider.terms.margin > 0.0 {
        bounds = widened(bounds, collider.terms.margin);
    }
    collider.bounds = bounds;
    *glance = Glance::new(collider, D::coordinates(centre + shift), radius, is_ball);
    Ok(())
}

/// Computes what surrounds a collider's shape at the origin, under all of its transform but the translation: for
/// what moves without turning, that stays.
fn reshape<D: Dimension>(collider: &mut PlacedCollider<D>) -> Result<(), ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let linear = collider.affine.with_translation(D::Vector::ZERO);
    if !is_finite::<D::Vector>(&linear) {
        return Err(ColliderError::TransformNotFinite);
    }
    collider.around = match form {
        Form::Convex(shape) => D::Collider::enclose(shape, &linear),
        Form::Parts(parts) => Enclosure::of_box(parts.bounds(&linear)),
    };
    collider.reshaped = false;
    Ok(())
}

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one: whether
/// it has all that makes a collider.
type Lost<'w, 's, D> =
    Query<'w, 's, (Has<<D as Dimension>::Collider>, Has<GlobalTransform>), Allow<Disabled>>;

/// Brings the table of colliders up to date with the world.
pub(crate) fn update_bounds<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    all: All<D>,
    mut watch: Watch<D>,
    families: Families,
    names: Query<NameOrEntity>,
    entities: &Entities,
    lost: Lost<D>,
) {
    let Collisions { colliders, warned, .. } = &mut *collisions;
    let mut warnings = Warnings { warned, names: &names, entities };
    let reason = |entity| {
        if !entities.contains(entity) {
            EndReason::Despawned
        } else if lost.get(entity).is_ok_and(|has| has != (true, true)) {
            EndReason::Removed
        } else {
            EndReason::Disabled
        }
    };
    colliders.begin();
    let any_family = families.any();
    let families_changed = watch.families_changed() && (any_family || colliders.has_families);
    let family = |entity| if any_family { families.of(entity) } else { None };

    // What went comes first: another entity may have the index of one that is gone.
    let none_is_forgotten = watch.suspects(|entity| match row(&all, entity) {
        Some(row) => note(colliders, &row, family(entity), &mut warnings),
        None => colliders.leave(entity, reason(entity)),
    });
    let count = changed_rows(&all, |row| {
        let Changed { shape, terms, .. } = row.changed;
        if shape || terms || !colliders.note_move(row.entity, D::affine(row.transform)) {
            note(colliders, &row, family(row.entity), &mut warnings);
        }
    });
    // Who comes without a message has a new tick. So if the numbers agree, nobody went without one.
    if !none_is_forgotten || families_changed || count != Some(colliders.count_of_taken()) {
        colliders.has_families = any_family;
        rows(&all).for_each(|row| note(colliders, &row, family(row.entity), &mut warnings));
        colliders.sweep(reason);
    }
    let all = warnings.any_collider();
    colliders.place_all(all, |entity, state| warnings.collider::<D>(entity, state));
}

/// Notes how a collider is now.
fn note<D: Dimension>(
    colliders: &mut Colliders<D>,
    row: &Row<D>,
    family: Option<Entity>,
    warnings: &mut Warnings,
) {
    let terms = ColliderTerms {
        layers: row.layers.copied().unwrap_or_default(),
        margin: row.margin.map_or(0.0, |&margin| warnings.margin(row.entity, margin)),
        touch_only: row.touch_only,
        exceptions: row.exceptions.map_or(&[], |exceptions| &exceptions.0),
        family,
    };
    let affine = (row.changed.transform, || D::affine(row.transform));
    colliders.note(row.entity, (row.changed.shape, row.shape), affine, &terms);
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Circle, Support, Vec2};

    use super::grown;

    #[test]
    fn the_box_is_tight() {
        let turned = Affine2::from_angle(0.7) * Affine2::from_scale(Vec2::new(3.0, -1.0));
        let bounds = grown(Circle::new(1.0).placed(turned).bounds());
        let (sin, cos) = 0.7f32.sin_cos();
        let exact =
            (Vec2::new(3.0 * cos, 3.0 * sin).powf(2.0) + Vec2::new(sin, cos).powf(2.0)).map(f32::sqrt);
        assert!((bounds.max - exact).abs().max_element() < 1e-5, "{bounds:?} {exact}");
        assert!(bounds.max.cmpge(exact).all());
    }
}
