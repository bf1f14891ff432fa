//! Phase one: where each collider stands, and the box around it.
//!
//! Of what did not change, only the ticks of its components are read; what ticks do not tell, messages of removed
//! components do; and colliders are counted, so that nothing is missed: where the numbers do not agree, all are
//! looked at.

use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Allow, DetectChanges, Entity, Has, Query, ResMut};
use bevy_ecs::system::SystemParam;
use bevy_math::Vec4;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Bounds, Plane, Scalar, Support, Vector, Wide};

mod boxes;
mod rows;
mod ticks;
mod warnings;
mod watch;

use crate::collider::{Colliders, Enclosure, Form, Glance, PlacedCollider};
use crate::collisions::Collisions;
use crate::compound::{Descent, Wholes};
use crate::dimension::{Dimension, Shape, is_finite};
use crate::events::EndReason;
use crate::filter::Families;
use crate::validate::ColliderError;
use boxes::{from_lanes, grown_lanes, lanes};
pub(crate) use boxes::{grown, widened};
use rows::{All, Census, Heads, Row, changed_rows, head, row, rows};
pub(crate) use warnings::Warned;
use warnings::Warnings;
use watch::Watch;

/// Computes how a collider looks at a glance where its transform places it: the box around it, with its margin, and of
/// a swept one that of all its way.
///
/// `turned` tells whether its map differs from the last one by more than the translation. What does not change is not
/// written: other threads may have that line of memory at hand.
///
/// # Errors
/// Why it rests.
#[inline(always)]
pub(crate) fn place<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    glance: &mut Glance,
    turned: bool,
) -> Result<(), ColliderError> {
    if (turned || collider.reshaped)
        && let Err(error) = surround(collider)
    {
        collider.reshaped = true;
        return Err(error);
    }
    if collider.endless || collider.motion().is_some() {
        return place_thoroughly(collider, glance);
    }
    let shift = collider.affine.translation();
    let Bounds { min, max } = collider.tight;
    let mut corners = grown_lanes::<D::Vector>([min, max].map(|corner| lanes(corner) + lanes(shift)));
    let [low, high] = corners;
    // What is finite becomes nothing, whatever else becomes no number.
    if low * 0.0 + high * 0.0 != Vec4::ZERO {
        let placed = shift.is_finite();
        return Err(if placed { ColliderError::TooLarge } else { ColliderError::TransformNotFinite });
    }
    if collider.margin > 0.0 {
        let [min, max]: [D::Vector; 2] = corners.map(from_lanes);
        let Bounds { min, max } = widened(Bounds { min, max }, collider.margin);
        corners = [min, max].map(lanes);
    }
    let centre = D::coordinates(collider.centre + shift);
    *glance = Glance::new(collider, corners, centre, collider.radius, collider.inner_radius());
    Ok(())
}

/// Computes what surrounds a collider's shape at the origin, under all of its transform but the translation: for
/// what moves without turning, that stays.
#[inline(always)]
fn surround<D: Dimension>(collider: &mut PlacedCollider<D>) -> Result<(), ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let linear = collider.affine.with_translation(D::Vector::ZERO);
    if !is_finite::<D::Vector>(&linear) {
        return Err(ColliderError::TransformNotFinite);
    }
    collider.surround(match form {
        Form::Convex(shape) => D::Collider::enclose(shape, &linear),
        Form::Parts(parts) => Enclosure::of_box(parts.bounds(&linear)),
    });
    Ok(())
}

/// The box around a collider that was placed; around all of its way, if it is swept.
pub(crate) fn around<D: Dimension>(collider: &PlacedCollider<D>) -> Bounds<D::Vector> {
    if let Some(motion) = collider.motion() {
        return motion.around;
    }
    if collider.endless
        && let Ok(form) = &collider.shape
    {
        return standing(form, &collider.affine, collider.margin).unwrap_or_default();
    }
    let shift = collider.affine.translation();
    let Bounds { min, max } = collider.tight;
    widened(grown(Bounds { min: min + shift, max: max + shift }), collider.margin)
}

/// Does the same for what has no end, or is under way.
fn place_thoroughly<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    glance: &mut Glance,
) -> Result<(), ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let margin = collider.margin;
    let mut bounds = standing(form, &collider.affine, margin)?;
    if let Some(motion) = collider.motion() {
        let at_start = standing(form, &motion.start, margin).unwrap_or(bounds);
        bounds = motion.bounds(at_start, bounds, collider.affine.translation());
    }
    collider.keep_way(bounds);
    *glance = Glance::new(collider, [bounds.min, bounds.max].map(lanes), [0.0; 3], f32::NAN, 0.0);
    Ok(())
}

/// The box of a form where a map places it, with a margin around.
fn standing<D: Dimension>(
    form: &Form<D>,
    affine: &<D::Vector as Vector>::Affine,
    margin: f32,
) -> Result<Bounds<D::Vector>, ColliderError> {
    if !is_finite::<D::Vector>(affine) {
        return Err(ColliderError::TransformNotFinite);
    }
    if let Form::Convex(shape) = form
        && let Some(plane) = shape.placed(*affine).half_space()
    {
        return endless(&plane, margin);
    }
    let bounds = form.bounds(affine);
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return Err(ColliderError::TooLarge);
    }
    Ok(widened(bounds, margin))
}

/// The box of a half-space, with a margin around. Only across an axis it has an end: the tolerance of touching
/// is a matter of the other shape alone.
fn endless<V: Vector<Scalar = f32>>(plane: &Plane<V>, margin: f32) -> Result<Bounds<V>, ColliderError> {
    if !(plane.point.is_finite() && plane.normal.is_finite()) {
        return Err(ColliderError::Flattened);
    }
    let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
    if !point.is_finite() {
        return Err(ColliderError::TooLarge);
    }
    let mut bounds = Bounds { min: V::ZERO, max: V::ZERO };
    for index in 0..V::DIMENSION {
        let (axis, at) = (V::axis(index), point.element(index));
        let room = margin + 4.0 * f32::EPSILON * (margin + at.abs());
        let [low, high] =
            [-1.0, 1.0].map(|sign| if normal == axis * sign { at + sign * room } else { sign * f32::FAR });
        bounds.min = bounds.min + axis * low.max(-f32::FAR);
        bounds.max = bounds.max + axis * high.min(f32::FAR);
    }
    Ok(bounds)
}

/// Whether an entity has all that makes a collider.
type Needed<D> = (Has<<D as Dimension>::Collider>, Has<GlobalTransform>);

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one.
#[derive(SystemParam)]
pub(crate) struct Lost<'w, 's, D: Dimension> {
    entities: &'w Entities,
    components: Query<'w, 's, Needed<D>, Allow<Disabled>>,
}

impl<D: Dimension> Lost<'_, '_, D> {
    /// Why it takes part no more.
    fn reason(&self, entity: Entity, wholes: &Wholes<D>) -> EndReason {
        if !self.entities.contains(entity) {
            return EndReason::Despawned;
        }
        let complete = self.components.get(entity).is_ok_and(|has| has == (true, true));
        // A part of a whole is no collider of its own, and a whole without parts is none at all.
        if wholes.is_disabled(entity) || complete && !wholes.holds(entity) {
            EndReason::Disabled
        } else {
            EndReason::Removed
        }
    }
}

/// The entities that are colliders, and what is asked of them.
#[derive(SystemParam)]
pub(crate) struct Sight<'w, 's, D: Dimension> {
    all: All<'w, 's, D>,
    heads: Heads<'w, 's>,
    families: Families<'w, 's>,
    names: Query<'w, 's, NameOrEntity>,
    lost: Lost<'w, 's, D>,
}

/// Brings the table of colliders up to date with the world.
pub(crate) fn update_bounds<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut wholes: ResMut<Wholes<D>>,
    descent: Descent<D>,
    mut watch: Watch<D>,
    Sight { all, heads, families, names, lost }: Sight<D>,
) {
    let Collisions { colliders, warned, .. } = &mut *collisions;
    let mut warnings = Warnings { warned, names: &names, entities: lost.entities };
    // Whoever is mended is to be told of.
    let tell_all = warnings.any_collider();
    colliders.begin(tell_all);
    wholes.find(&descent, |part, error| warnings.part::<D>(part, error));
    let any_family = families.any();
    let families_changed = watch.families_changed() && (any_family || colliders.has_families);
    let family = |entity| if any_family { families.of(entity) } else { None };

    let mut count_of_wholes = 0;
    for whole in wholes.iter_mut() {
        let (entity, changed) = (whole.entity(), whole.take_changed());
        if let (Some(form), Some((transform, others))) = (whole.form(), head(&heads, entity)) {
            let terms = others.read(entity, family(entity), &mut warnings);
            let affine = (transform.is_changed(), || D::affine(&transform));
            colliders.note(entity, (changed, || Ok(form)), affine, &terms);
            count_of_wholes += 1;
        }
    }
    let wholes = &*wholes;
    // What went comes first: another entity may have the index of one that is gone.
    let mut look = |entity, reshaped| match row(&all, entity) {
        Some(mut row) if !wholes.holds(entity) => {
            row.changed.shape |= reshaped;
            note(colliders, &row, family(entity), &mut warnings);
        }
        // Unless it is a whole.
        _ if !colliders.is_noted(entity) => colliders.leave(entity, lost.reason(entity, wholes)),
        _ => {}
    };
    wholes.members().for_each(|entity| look(entity, false));
    wholes.left().for_each(|entity| look(entity, true));
    let mut is_calm = wholes.are_none();
    let none_is_forgotten = watch.suspects(|entity| {
        is_calm = false;
        look(entity, false);
    });
    let census = Census::of::<D>(&all);
    let is_settled = watch.counts_again(census) && is_calm;
    colliders.make_room(census.map_or(0, |census| census.all));
    let mut movers = colliders.take_movers();
    changed_rows(
        &all,
        !is_settled,
        &mut (&mut *colliders, &mut warnings),
        |(colliders, _), entity, transform| colliders.note_move(entity, transform, &mut movers),
        |(colliders, warnings), row| {
            if !wholes.holds(row.entity) {
                note(colliders, &row, family(row.entity), warnings);
            }
        },
    );
    colliders.follow(&movers, tell_all, |entity, state| warnings.collider::<D>(entity, state));
    colliders.keep_movers(movers);
    // Who comes without a message has a new tick. So if the numbers agree, nobody went without one.
    let held = || wholes.members().filter(|&entity| all.contains(entity)).count();
    let agrees =
        census.is_some_and(|census| census.all + count_of_wholes == colliders.count_of_taken() + held());
    if !agrees || !none_is_forgotten || families_changed {
        colliders.has_families = any_family;
        for row in rows(&all).filter(|row| !wholes.holds(row.entity)) {
            note(colliders, &row, family(row.entity), &mut warnings);
        }
        colliders.sweep(|entity| lost.reason(entity, wholes));
    }
    colliders.place_all(tell_all, |entity, state| warnings.collider::<D>(entity, state));
}

/// Notes how a collider is now.
fn note<D: Dimension>(
    colliders: &mut Colliders<D>,
    row: &Row<D>,
    family: Option<Entity>,
    warnings: &mut Warnings,
) {
    let terms = row.others.read(row.entity, family, warnings);
    let affine = (row.changed.transform, || D::affine(row.transform));
    colliders.note(row.entity, (row.changed.shape, || row.shape.prepare()), affine, &terms);
}
