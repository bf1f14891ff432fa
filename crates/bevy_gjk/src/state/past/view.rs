//! The table that shows the colliders of one tick.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy_ecs::prelude::{Mut, World};
use bevy_ecs::system::SystemState;
use fixedbitset::FixedBitSet;

use super::definition::Definition;
use super::{Change, Place, Tick};
use crate::collider::Dimension;
use crate::detection::broad_phase::BroadPhase;
use crate::detection::proxies::Colliders;
use crate::detection::{Collisions, EndReason};
use crate::query::CollisionQuery;

/// A world of its own with the colliders of one tick, so that a [`CollisionQuery`] answers questions about it.
pub(super) struct View<D: Dimension> {
    world: World,
    state: SystemState<CollisionQuery<'static, D>>,
    /// The number of the first tick whose changes are not shown.
    end: u64,
    /// What is shown in each slot.
    definitions: Vec<Option<Arc<Definition<D>>>>,
    /// The slots that may show something else than is kept of the ticks before `end`.
    stale: FixedBitSet,
}

impl<D: Dimension> Default for View<D> {
    fn default() -> Self {
        let mut world = World::new();
        world.init_resource::<Collisions<D>>();
        world.init_resource::<BroadPhase<D>>();
        let state = SystemState::new(&mut world);
        Self { world, state, end: 0, definitions: Vec::new(), stale: FixedBitSet::new() }
    }
}

impl<D: Dimension> View<D> {
    /// Notes that the last tick is forgotten, because it is run again.
    pub(super) fn forget_tick(&mut self, tick: &Tick<D>) {
        if tick.number < self.end {
            self.end = tick.number;
            self.mark_stale(tick);
        }
    }

    /// Notes that this tick and later ones are not kept yet.
    pub(super) fn begin_tick(&mut self, tick: u64) {
        self.end = self.end.min(tick);
    }

    /// Notes that the changes of the first tick become a part of what was before all ticks.
    pub(super) fn pass_tick(&mut self, tick: &Tick<D>) {
        if self.end <= tick.number {
            self.end = tick.number + 1;
            self.mark_stale(tick);
        }
    }

    fn mark_stale(&mut self, tick: &Tick<D>) {
        tick.changes.iter().for_each(|change| self.stale.grow_and_insert(change.slot as usize));
    }

    /// Shows the tick with this index, or the time between it and the next one.
    pub(super) fn show(
        &mut self,
        ticks: &VecDeque<Tick<D>>,
        index: usize,
        base: &[Option<Place<D>>],
        fraction: f32,
    ) {
        let end = ticks[index].number + 1;
        let [from, to] = [self.end.min(end), self.end.max(end)];
        for tick in ticks.iter().filter(|tick| (from..to).contains(&tick.number)) {
            self.mark_stale(tick);
        }
        self.end = end;
        let mut wanted: Vec<(u32, Option<&Place<D>>)> = Vec::new();
        let mut missing = self.stale.count_ones(..);
        for Change { slot, place } in ticks.range(..=index).rev().flat_map(|tick| &tick.changes) {
            if missing == 0 {
                break;
            }
            if self.stale.contains(*slot as usize) {
                self.stale.set(*slot as usize, false);
                missing -= 1;
                wanted.push((*slot, place.as_ref()));
            }
        }
        wanted.extend(self.stale.ones().map(|slot| (slot as u32, base.get(slot).and_then(Option::as_ref))));
        self.stale.clear();
        if !(wanted.is_empty() && fraction == 0.0) {
            self.place(&wanted, if fraction > 0.0 { &ticks[index + 1].changes } else { &[] }, fraction);
        }
    }

    /// Replaces what is in some slots, and moves what changes next by a fraction of its way.
    fn place(&mut self, wanted: &[(u32, Option<&Place<D>>)], next: &[Change<D>], fraction: f32) {
        let Self { world, definitions, stale, .. } = self;
        world.resource_scope(|world, mut broad_phase: Mut<BroadPhase<D>>| {
            let mut collisions = world.resource_mut::<Collisions<D>>();
            let colliders = &mut collisions.colliders;
            colliders.begin(false);
            // Removals come first: the entity of one slot may be that of another one in the other tick.
            for &(slot, place) in wanted {
                let slot = slot as usize;
                if definitions.len() <= slot {
                    definitions.resize(slot + 1, None);
                }
                let stays = |shown: &Arc<Definition<D>>| {
                    let is_same = |it: &Definition<D>| {
                        (it.entity, it.settings.space) == (shown.entity, shown.settings.space)
                    };
                    place.is_some_and(|place| is_same(&place.definition))
                };
                if let Some(shown) = definitions[slot].take_if(|shown| !stays(shown)) {
                    colliders.remove(shown.entity, EndReason::Removed);
                }
            }
            for &(slot, place) in wanted {
                if let Some(place) = place {
                    let shown = definitions[slot as usize].replace(place.definition.clone());
                    let is_same = shown.is_some_and(|shown| Arc::ptr_eq(&shown, &place.definition));
                    show(colliders, place, is_same);
                }
            }
            // All of it was valid.
            colliders.update_aabbs(false, |_, _| {});
            for Change { slot, place } in next {
                let (Some(shown), Some(place)) =
                    (definitions.get(*slot as usize).and_then(Option::as_ref), place)
                else {
                    continue;
                };
                let Some(collider) = colliders.get(shown.entity) else { continue };
                if Arc::ptr_eq(shown, &place.definition) {
                    let affine = D::between(collider.affine(), &place.affine, fraction);
                    show(colliders, &Place { definition: shown.clone(), affine, start: None }, true);
                    stale.grow_and_insert(*slot as usize);
                }
            }
            colliders.update_aabbs(false, |_, _| {});
            if colliders.any_changed() {
                broad_phase.update(colliders);
                colliders.forget_changes();
            }
        });
    }

    /// Returns the queries.
    pub(super) fn query(&mut self) -> Option<CollisionQuery<'_, D>> {
        self.state.get(&self.world).ok()
    }
}

/// Shows a collider, whose definition is shown already or not.
fn show<D: Dimension>(
    colliders: &mut Colliders<D>,
    Place { definition, affine, start }: &Place<D>,
    is_same: bool,
) {
    let shape = || definition.shape.clone();
    let slot = colliders.insert_or_update(
        definition.entity,
        (!is_same, shape),
        (true, || *affine),
        &definition.settings,
    );
    colliders.set_path(slot, start.as_deref().copied().unwrap_or(*affine));
}
