//! Updates the table of colliders from the world, in the phase `Prepare`.
//!
//! For components that did not change, only their change ticks are read. Messages report what ticks do not show:
//! removed components and disabled entities. As a safeguard the colliders are counted, and if the numbers differ, all
//! entities are visited.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{DetectChanges, Entity, Query};
use bevy_ecs::system::SystemParam;

mod absence;
mod not_placed;
mod removal;
mod rows;
mod ticks;
mod warnings;

use crate::collider::{ColliderError, ColliderShape, CollisionSpace, CompositeShape, Dimension, Shape};
use crate::detection::EndReason;
use crate::detection::proxies::{Colliders, Warned};
use crate::frame::compounds::{Compounds, HierarchyQueries};
use crate::frame::inherited::{Inherited, InheritedQueries};
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
    inherited: InheritedQueries<'w, 's>,
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
    queries: &ColliderQueries<D>,
) {
    let warnings = Warnings { warned, names: &queries.names, entities: queries.absent.entities };
    // An entity that was warned of has to be reported when it is valid again.
    let report_valid = warnings.any_collider();
    colliders.begin(report_valid);
    compounds.find(hierarchy, |part, error| warnings.part::<D>(part, error));
    let inherits = queries.inherited.any();

    let mut reader = WorldReader { colliders, queries, warnings, inherits };
    let compound_count = reader.update_compounds(compounds);
    let compounds = &*compounds;
    let all_messages_read = reader.update_without_ticks(compounds, &mut removals)
        & reader.update_heirs(compounds, hierarchy, &mut removals);
    let count = rows::count::<D>(&queries.all);
    reader.colliders.make_room(count.unwrap_or(0));
    reader.update_changed_rows(compounds, report_valid);
    // Each new collider has a new tick, so if the numbers agree, none was removed without a message.
    let member_count = || compounds.members().filter(|&entity| queries.all.contains(entity)).count();
    let counts_agree =
        count.is_some_and(|count| count + compound_count == reader.colliders.occupied() + member_count());
    if !counts_agree || !all_messages_read {
        reader.update_all_rows(compounds);
    }
    let WorldReader { colliders, mut warnings, .. } = reader;
    colliders.inherits &= inherits;
    colliders.update_aabbs(report_valid, |entity, state| warnings.collider::<D>(entity, state));
}

/// Reads the world into the table of colliders.
struct WorldReader<'r, 'w, 's, D: Dimension> {
    colliders: &'r mut Colliders<D>,
    queries: &'r ColliderQueries<'w, 's, D>,
    warnings: Warnings<'r, 'w, 's>,
    /// Whether there is anything to inherit.
    inherits: bool,
}

impl<D: Dimension> WorldReader<'_, '_, '_, D> {
    /// Updates the colliders of all compounds that have a shape, and returns their number.
    fn update_compounds(&mut self, compounds: &mut Compounds<D>) -> usize {
        let ColliderQueries { compound_roots, places, .. } = self.queries;
        let mut count = 0;
        for compound in compounds.iter_mut() {
            let (entity, mut changed) = (compound.entity(), compound.take_changed());
            let (Some(shape), Some((transform, settings))) =
                (compound.shape(), compound_root(compound_roots, entity))
            else {
                continue;
            };
            let settings = settings.read(entity, self.inherited(entity), &mut self.warnings);
            if settings.swept.is_some()
                && !self.colliders.is_first_run_after_restore()
                && let Some(part) = compound.moved_parts().next()
            {
                self.warnings.part_of_swept::<D>(entity, part);
            }
            let frame_changed = compound.take_frame_changed();
            if frame_changed {
                self.colliders.change_frame(entity, &compound.affine(&transform));
            }
            let affine = (transform.is_changed() || frame_changed, || compound.affine(&transform));
            let is_missing = places.is_missing::<D>(entity, &transform);
            if changed {
                let error = shape.composite().and_then(CompositeShape::grid_error);
                self.warnings.cells::<D>(entity, error);
            }
            changed |= is_missing;
            self.begin_anew_if_placed(entity, is_missing);
            self.begin_anew_in_space(entity, settings.space);
            let shape = || if is_missing { Err(ColliderError::NotPlaced) } else { Ok(shape) };
            self.colliders.insert_or_update(entity, (changed, shape), affine, &settings);
            count += 1;
        }
        count
    }

    /// Updates the colliders that may have changed without a new tick. Returns `false` if messages of removed
    /// components were lost.
    fn update_without_ticks(&mut self, compounds: &Compounds<D>, removals: &mut RemovalDetector<D>) -> bool {
        let unread = self.colliders.take_unread();
        let mut not_placed: Vec<_> = self.warnings.warned.not_placed().collect();
        not_placed.sort_unstable();
        // Removals come first: another entity may have the index of a despawned one.
        compounds.members().for_each(|entity| self.refresh(entity, false, compounds));
        compounds.former_members().for_each(|entity| self.refresh(entity, true, compounds));
        // What has got its place has no new tick if that is the origin.
        not_placed.iter().for_each(|&entity| self.refresh(entity, false, compounds));
        unread.into_iter().for_each(|entity| self.refresh(entity, true, compounds));
        removals.removed_or_disabled(|entity| self.refresh(entity, false, compounds))
    }

    /// Updates the colliders that may inherit something else than before. Returns `false` if messages of removed
    /// components were lost.
    fn update_heirs(
        &mut self,
        compounds: &Compounds<D>,
        hierarchy: &HierarchyQueries<D>,
        removals: &mut RemovalDetector<D>,
    ) -> bool {
        if !self.inherits && !self.colliders.inherits {
            return true;
        }
        let (mut waiting, mut seen) = (Vec::new(), EntityHashSet::default());
        removals.inheritance_changed(|changed| {
            waiting.push(changed);
            while let Some(entity) = waiting.pop() {
                if seen.insert(entity) {
                    self.refresh(entity, false, compounds);
                    waiting.extend(hierarchy.children_of(entity));
                }
            }
        })
    }

    /// Updates the collider of an entity, whether or not anything changed, or removes it.
    fn refresh(&mut self, entity: Entity, shape_changed: bool, compounds: &Compounds<D>) {
        match row(&self.queries.all, entity) {
            Some(mut row) if !compounds.contains(entity) => {
                row.changed.shape |= shape_changed;
                self.update_row(&row);
            }
            // Unless it is a compound, which was updated before.
            _ if !self.colliders.is_visited(entity) => {
                self.colliders.remove(entity, self.queries.absent.absence(entity, compounds).into());
            }
            _ => {}
        }
    }

    /// Updates the colliders of which a component changed. A function of its own, since its loop needs all registers.
    #[inline(never)]
    fn update_changed_rows(&mut self, compounds: &Compounds<D>, report_valid: bool) {
        let mut moves = self.colliders.take_move_list();
        changed_rows(
            &self.queries.all,
            self,
            |reader, entity, transform| reader.colliders.push_move(entity, transform, &mut moves),
            |reader, row| {
                if !compounds.contains(row.entity) {
                    reader.update_row(&row);
                }
            },
        );
        let warnings = &mut self.warnings;
        self.colliders
            .apply_moves(&moves, report_valid, |entity, state| warnings.collider::<D>(entity, state));
        self.colliders.return_move_list(moves);
    }

    /// Updates all colliders, and removes those that are gone.
    fn update_all_rows(&mut self, compounds: &Compounds<D>) {
        let ColliderQueries { all, absent, .. } = self.queries;
        for row in rows(all).filter(|row| !compounds.contains(row.entity)) {
            self.update_row(&row);
        }
        self.colliders.remove_unvisited(|entity| absent.absence(entity, compounds).into());
    }

    /// Updates one collider from its components.
    fn update_row(&mut self, row: &ColliderRow<D>) {
        let settings = row.settings.read(row.entity, self.inherited(row.entity), &mut self.warnings);
        let affine = (row.changed.transform, || D::affine(row.transform));
        let is_missing = self.queries.places.is_missing::<D>(row.entity, row.transform);
        self.begin_anew_if_placed(row.entity, is_missing);
        self.begin_anew_in_space(row.entity, settings.space);
        let mut grid_error = None;
        let shape = || {
            if is_missing {
                return Err(ColliderError::NotPlaced);
            }
            let shape = row.shape.prepare();
            let parts = shape.as_ref().ok().and_then(ColliderShape::composite);
            grid_error = Some(parts.and_then(CompositeShape::grid_error));
            shape
        };
        let shape = (row.changed.shape || is_missing, shape);
        self.colliders.insert_or_update(row.entity, shape, affine, &settings);
        if let Some(grid_error) = grid_error {
            self.warnings.cells::<D>(row.entity, grid_error);
        }
    }

    /// Removes a collider that had no place and has got one: it is inserted anew, so that it is not swept from the
    /// origin.
    fn begin_anew_if_placed(&mut self, entity: Entity, is_missing: bool) {
        if !is_missing && self.warnings.warned.is_not_placed(entity) {
            self.warnings.warned.forget(entity);
            self.colliders.remove(entity, EndReason::Invalid);
        }
    }

    /// Removes a collider that was in another space: it is inserted anew, so that nothing of the past follows it, and
    /// the grids and trees have each slot in one space.
    fn begin_anew_in_space(&mut self, entity: Entity, space: CollisionSpace) {
        if self.inherits || self.colliders.inherits {
            let before = self.colliders.slot_of(entity).map(|slot| self.colliders.at(slot).space());
            if before.is_some_and(|before| before != space) {
                self.colliders.remove(entity, EndReason::Filtered);
            }
        }
    }

    /// Returns what an entity inherits.
    fn inherited(&self, entity: Entity) -> Inherited {
        if self.inherits { self.queries.inherited.of(entity) } else { Inherited::default() }
    }
}
