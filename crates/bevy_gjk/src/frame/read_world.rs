//! Updates the table of colliders from the world, in the phase `Prepare`.
//!
//! For components that did not change, only their change ticks are read. Messages report what ticks do not show:
//! removed components and disabled entities. As a safeguard the colliders are counted, and if the numbers differ, all
//! entities are visited.

use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{DetectChanges, Entity, Query};
use bevy_ecs::system::SystemParam;

mod absence;
mod not_placed;
mod removal;
mod rows;
mod ticks;
mod warnings;

use crate::collider::{ColliderError, ColliderShape, CompositeShape, Dimension, Shape};
use crate::detection::EndReason;
use crate::detection::proxies::{Colliders, Warned};
use crate::frame::compounds::{Compounds, HierarchyQueries};
use crate::frame::self_collision::SelfCollisionGroups;
pub(crate) use absence::{Absence, AbsentColliders};
use not_placed::PlacementQueries;
pub(crate) use removal::RemovalDetector;
use rows::{ColliderRow, ColliderRows, CompoundRoots, changed_rows, compound_root, row, rows};
use warnings::Warnings;

/// The queries for all entities that are colliders.
#[derive(SystemParam)]
pub(crate) struct ColliderQueries<'w, 's, D: Dimension> {
    all: ColliderRows<'w, 's, D>,
    compound_roots: CompoundRoots<'w, 's>,
    groups: SelfCollisionGroups<'w, 's>,
    names: Query<'w, 's, NameOrEntity>,
    absent: AbsentColliders<'w, 's, D>,
    places: PlacementQueries<'w, 's>,
}

/// Updates the table of colliders from the world.
pub(crate) fn update<D: Dimension>(
    colliders: &mut Colliders<D>,
    warned: &mut Warned,
    compounds: &mut Compounds<D>,
    hierarchy: &HierarchyQueries<D>,
    mut removals: RemovalDetector<D>,
    ColliderQueries { all, compound_roots, groups, names, absent, places }: ColliderQueries<D>,
) {
    let mut warnings = Warnings { warned, names: &names, entities: absent.entities };
    // An entity that was warned of has to be reported when it is valid again.
    let report_valid = warnings.any_collider();
    colliders.begin(report_valid);
    compounds.find(hierarchy, |part, error| warnings.part::<D>(part, error));
    let any_group = groups.any();
    let groups_changed = removals.groups_changed() && (any_group || colliders.has_groups);
    let group = |entity| if any_group { groups.of(entity) } else { None };

    let compound_count =
        update_compounds(colliders, compounds, &compound_roots, &places, group, &mut warnings);
    let compounds = &*compounds;
    let unread = colliders.take_unread();
    let mut not_placed: Vec<_> = warnings.warned.not_placed().collect();
    not_placed.sort_unstable();
    // Removals come first: another entity may have the index of a despawned one.
    let mut refresh = |entity, shape_changed| match row(&all, entity) {
        Some(mut row) if !compounds.contains(entity) => {
            row.changed.shape |= shape_changed;
            update_row(colliders, &row, group(entity), &places, &mut warnings);
        }
        // Unless it is a compound, which was updated above.
        _ if !colliders.is_visited(entity) => {
            colliders.remove(entity, absent.absence(entity, compounds).into());
        }
        _ => {}
    };
    compounds.members().for_each(|entity| refresh(entity, false));
    compounds.former_members().for_each(|entity| refresh(entity, true));
    // What has got its place has no new tick if that is the origin.
    not_placed.iter().for_each(|&entity| refresh(entity, false));
    unread.into_iter().for_each(|entity| refresh(entity, true));
    let all_messages_read = removals.removed_or_disabled(|entity| refresh(entity, false));
    let count = rows::count::<D>(&all);
    colliders.make_room(count.unwrap_or(0));
    update_changed_rows(colliders, &all, compounds, &group, &places, (&mut warnings, report_valid));
    // Each new collider has a new tick, so if the numbers agree, none was removed without a message.
    let member_count = || compounds.members().filter(|&entity| all.contains(entity)).count();
    let counts_agree =
        count.is_some_and(|count| count + compound_count == colliders.occupied() + member_count());
    if !counts_agree || !all_messages_read || groups_changed {
        colliders.has_groups = any_group;
        for row in rows(&all).filter(|row| !compounds.contains(row.entity)) {
            update_row(colliders, &row, group(row.entity), &places, &mut warnings);
        }
        colliders.remove_unvisited(|entity| absent.absence(entity, compounds).into());
    }
    colliders.update_aabbs(report_valid, |entity, state| warnings.collider::<D>(entity, state));
}

/// Updates the colliders of which a component changed. A function of its own, since its loop needs all registers.
#[inline(never)]
fn update_changed_rows<D: Dimension>(
    colliders: &mut Colliders<D>,
    all: &ColliderRows<D>,
    compounds: &Compounds<D>,
    group: &impl Fn(Entity) -> Option<Entity>,
    places: &PlacementQueries,
    (warnings, report_valid): (&mut Warnings, bool),
) {
    let mut moves = colliders.take_move_list();
    changed_rows(
        all,
        &mut (&mut *colliders, &mut *warnings),
        |(colliders, _), entity, transform| colliders.push_move(entity, transform, &mut moves),
        |(colliders, warnings), row| {
            if !compounds.contains(row.entity) {
                update_row(colliders, &row, group(row.entity), places, warnings);
            }
        },
    );
    colliders.apply_moves(&moves, report_valid, |entity, state| warnings.collider::<D>(entity, state));
    colliders.return_move_list(moves);
}

/// Updates the colliders of all compounds that have a shape, and returns their number.
fn update_compounds<D: Dimension>(
    colliders: &mut Colliders<D>,
    compounds: &mut Compounds<D>,
    roots: &CompoundRoots,
    places: &PlacementQueries,
    group: impl Fn(Entity) -> Option<Entity>,
    warnings: &mut Warnings,
) -> usize {
    let mut count = 0;
    for compound in compounds.iter_mut() {
        let (entity, mut changed) = (compound.entity(), compound.take_changed());
        if let (Some(shape), Some((transform, settings))) = (compound.shape(), compound_root(roots, entity)) {
            let settings = settings.read(entity, group(entity), warnings);
            if settings.swept.is_some()
                && !colliders.is_first_run_after_restore()
                && let Some(part) = compound.moved_parts().next()
            {
                warnings.part_of_swept::<D>(entity, part);
            }
            let frame_changed = compound.take_frame_changed();
            if frame_changed {
                colliders.change_frame(entity, &compound.affine(&transform));
            }
            let affine = (transform.is_changed() || frame_changed, || compound.affine(&transform));
            let is_missing = places.is_missing::<D>(entity, &transform);
            if changed {
                warnings.cells::<D>(entity, shape.composite().and_then(CompositeShape::grid_error));
            }
            changed |= is_missing;
            begin_anew_if_placed(colliders, entity, is_missing, warnings);
            let shape = || if is_missing { Err(ColliderError::NotPlaced) } else { Ok(shape) };
            colliders.insert_or_update(entity, (changed, shape), affine, &settings);
            count += 1;
        }
    }
    count
}

/// Updates one collider from its components.
fn update_row<D: Dimension>(
    colliders: &mut Colliders<D>,
    row: &ColliderRow<D>,
    group: Option<Entity>,
    places: &PlacementQueries,
    warnings: &mut Warnings,
) {
    let settings = row.settings.read(row.entity, group, warnings);
    let affine = (row.changed.transform, || D::affine(row.transform));
    let is_missing = places.is_missing::<D>(row.entity, row.transform);
    begin_anew_if_placed(colliders, row.entity, is_missing, warnings);
    let mut grid_error = None;
    let shape = || {
        if is_missing {
            return Err(ColliderError::NotPlaced);
        }
        let shape = row.shape.prepare();
        grid_error =
            Some(shape.as_ref().ok().and_then(ColliderShape::composite).and_then(CompositeShape::grid_error));
        shape
    };
    colliders.insert_or_update(row.entity, (row.changed.shape || is_missing, shape), affine, &settings);
    if let Some(grid_error) = grid_error {
        warnings.cells::<D>(row.entity, grid_error);
    }
}

/// Removes a collider that had no place and has got one: it is inserted anew, so that it is not swept from the origin.
fn begin_anew_if_placed<D: Dimension>(
    colliders: &mut Colliders<D>,
    entity: Entity,
    is_missing: bool,
    warnings: &mut Warnings,
) {
    if !is_missing && warnings.warned.is_not_placed(entity) {
        warnings.warned.forget(entity);
        colliders.remove(entity, EndReason::Invalid);
    }
}
