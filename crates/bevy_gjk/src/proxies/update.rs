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
use crate::compound::{Compounds, HierarchyQueries};
use crate::end_reason::EndReason;
use crate::filter::SelfCollisionGroups;
use crate::proxies::Colliders;
use crate::unfiltered::UnfilteredQuery;
pub(crate) use removal::RemovalDetector;
use rows::{
    ColliderCounts, ColliderRow, ColliderRows, CompoundRoots, changed_rows, compound_root, row, rows,
};
pub(crate) use warnings::Warned;
use warnings::Warnings;

/// Whether an entity has all that makes a collider.
type Needed<D> = (Has<<D as Dimension>::Collider>, Has<GlobalTransform>);

/// What is asked of an entity that is not found among the colliders any more, also of a disabled one.
#[derive(SystemParam)]
pub(crate) struct LostColliders<'w, 's, D: Dimension> {
    entities: &'w Entities,
    components: UnfilteredQuery<'w, 's, Needed<D>>,
}

impl<D: Dimension> LostColliders<'_, '_, D> {
    /// Why it takes part no more.
    fn reason(&self, entity: Entity, compounds: &Compounds<D>) -> EndReason {
        if !self.entities.contains(entity) {
            return EndReason::Despawned;
        }
        let complete = self.components.get(entity).is_ok_and(|has| has == (true, true));
        // A part of a whole is no collider of its own, and a whole without parts is none at all.
        if compounds.is_disabled(entity) || complete && !compounds.contains(entity) {
            EndReason::Disabled
        } else {
            EndReason::Removed
        }
    }
}

/// The entities that are colliders, and what is asked of them.
#[derive(SystemParam)]
pub(crate) struct ColliderQueries<'w, 's, D: Dimension> {
    all: ColliderRows<'w, 's, D>,
    compound_roots: CompoundRoots<'w, 's>,
    groups: SelfCollisionGroups<'w, 's>,
    names: Query<'w, 's, NameOrEntity>,
    lost: LostColliders<'w, 's, D>,
}

/// Brings the table of colliders up to date with the world.
pub(crate) fn update<D: Dimension>(
    colliders: &mut Colliders<D>,
    warned: &mut Warned,
    compounds: &mut Compounds<D>,
    hierarchy: &HierarchyQueries<D>,
    mut watch: RemovalDetector<D>,
    ColliderQueries { all, compound_roots, groups, names, lost }: ColliderQueries<D>,
) {
    let mut warnings = Warnings { warned, names: &names, entities: lost.entities };
    // Whoever is mended is to be told of.
    let report_all = warnings.any_collider();
    colliders.begin(report_all);
    compounds.find(hierarchy, |part, error| warnings.part::<D>(part, error));
    let any_group = groups.any();
    let groups_changed = watch.groups_changed() && (any_group || colliders.has_groups);
    let group = |entity| if any_group { groups.of(entity) } else { None };

    let mut count_of_wholes = 0;
    for compound in compounds.iter_mut() {
        let (entity, changed) = (compound.entity(), compound.take_changed());
        if let (Some(form), Some((transform, settings))) =
            (compound.shape(), compound_root(&compound_roots, entity))
        {
            let settings = settings.read(entity, group(entity), &mut warnings);
            let frame_changed = compound.take_frame_changed();
            if frame_changed {
                colliders.reframe(entity, &compound.affine(&transform));
            }
            let affine = (transform.is_changed() || frame_changed, || compound.affine(&transform));
            colliders.upsert(entity, (changed, || Ok(form)), affine, &settings);
            count_of_wholes += 1;
        }
    }
    let compounds = &*compounds;
    // What went comes first: another entity may have the index of one that is gone.
    let mut look_at = |entity, needs_volumes| match row(&all, entity) {
        Some(mut row) if !compounds.contains(entity) => {
            row.changed.shape |= needs_volumes;
            upsert(colliders, &row, group(entity), &mut warnings);
        }
        // Unless it is a whole.
        _ if !colliders.is_noted(entity) => colliders.remove(entity, lost.reason(entity, compounds)),
        _ => {}
    };
    compounds.members().for_each(|entity| look_at(entity, false));
    compounds.former_members().for_each(|entity| look_at(entity, true));
    let mut no_removal = compounds.is_empty();
    let none_is_forgotten = watch.removed_or_disabled(|entity| {
        no_removal = false;
        look_at(entity, false);
    });
    let counts = ColliderCounts::of::<D>(&all);
    let is_settled = watch.are_unchanged(counts) && no_removal;
    colliders.make_room(counts.map_or(0, |counts| counts.all));
    let mut moved = colliders.take_moved();
    changed_rows(
        &all,
        !is_settled,
        &mut (&mut *colliders, &mut warnings),
        |(colliders, _), entity, transform| colliders.push_move(entity, transform, &mut moved),
        |(colliders, warnings), row| {
            if !compounds.contains(row.entity) {
                upsert(colliders, &row, group(row.entity), warnings);
            }
        },
    );
    colliders.apply_moves(&moved, report_all, |entity, state| warnings.collider::<D>(entity, state));
    colliders.keep_moved(moved);
    // Who comes without a message has a new tick. So if the numbers agree, nobody went without one.
    let held = || compounds.members().filter(|&entity| all.contains(entity)).count();
    let agrees = counts.is_some_and(|counts| counts.all + count_of_wholes == colliders.occupied() + held());
    if !agrees || !none_is_forgotten || groups_changed {
        colliders.has_groups = any_group;
        for row in rows(&all).filter(|row| !compounds.contains(row.entity)) {
            upsert(colliders, &row, group(row.entity), &mut warnings);
        }
        colliders.remove_unseen(|entity| lost.reason(entity, compounds));
    }
    colliders.update_aabbs(report_all, |entity, state| warnings.collider::<D>(entity, state));
}

/// Notes how a collider is now.
fn upsert<D: Dimension>(
    colliders: &mut Colliders<D>,
    row: &ColliderRow<D>,
    group: Option<Entity>,
    warnings: &mut Warnings,
) {
    let settings = row.settings.read(row.entity, group, warnings);
    let affine = (row.changed.transform, || D::affine(row.transform));
    colliders.upsert(row.entity, (row.changed.shape, || row.shape.prepare()), affine, &settings);
}
