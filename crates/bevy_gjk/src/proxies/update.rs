//! Phase one: where each collider stands, and the box around it.
//!
//! Of what did not change, only the ticks of its components are read; what ticks do not tell, messages of removed
//! components do; and colliders are counted, so that nothing is missed: where the numbers do not agree, all are
//! looked at.

use bevy_ecs::entity::Entities;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{DetectChanges, Entity, Has, Query};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;

mod removal;
mod rows;
mod ticks;
mod warnings;

use crate::collider::{Dimension, Shape};
use crate::compound::{Descent, Wholes};
use crate::end_reason::EndReason;
use crate::filter::Families;
use crate::proxies::Colliders;
use crate::unfiltered::UnfilteredQuery;
pub(crate) use removal::Watch;
use rows::{All, Census, Heads, Row, changed_rows, head, row, rows};
pub(crate) use warnings::Warned;
use warnings::Warnings;

/// Whether an entity has all that makes a collider.
type Needed<D> = (Has<<D as Dimension>::Collider>, Has<GlobalTransform>);

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one.
#[derive(SystemParam)]
pub(crate) struct Lost<'w, 's, D: Dimension> {
    entities: &'w Entities,
    components: UnfilteredQuery<'w, 's, Needed<D>>,
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
pub(crate) fn update<D: Dimension>(
    colliders: &mut Colliders<D>,
    warned: &mut Warned,
    wholes: &mut Wholes<D>,
    descent: &Descent<D>,
    mut watch: Watch<D>,
    Sight { all, heads, families, names, lost }: Sight<D>,
) {
    let mut warnings = Warnings { warned, names: &names, entities: lost.entities };
    // Whoever is mended is to be told of.
    let tell_all = warnings.any_collider();
    colliders.begin(tell_all);
    wholes.find(descent, |part, error| warnings.part::<D>(part, error));
    let any_family = families.any();
    let families_changed = watch.families_changed() && (any_family || colliders.has_families);
    let family = |entity| if any_family { families.of(entity) } else { None };

    let mut count_of_wholes = 0;
    for whole in wholes.iter_mut() {
        let (entity, changed) = (whole.entity(), whole.take_changed());
        if let (Some(form), Some((transform, others))) = (whole.form(), head(&heads, entity)) {
            let terms = others.read(entity, family(entity), &mut warnings);
            let reframed = whole.take_reframed();
            if reframed {
                colliders.reframe(entity, &whole.affine(&transform));
            }
            let affine = (transform.is_changed() || reframed, || whole.affine(&transform));
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
