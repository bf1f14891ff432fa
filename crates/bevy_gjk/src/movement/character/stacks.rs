//! Characters that stand on each other: the order in which they are moved, and which of them go along with whom.

use bevy_ecs::prelude::Entity;

use crate::detection::proxies::EntityOrder;

/// The limit of characters that stand on each other and are moved from the lowest up.
const MAX_STACK: usize = 64;

/// All characters, as they stood on each other after the last run.
#[derive(Default)]
pub(super) struct Stacks {
    /// The characters in the order in which they are moved, each with the number of characters below it.
    order: Vec<(u32, Entity)>,
    /// The characters that go along with the one that they stand on, each with that one, sorted.
    riders: Vec<(Entity, Entity)>,
}

impl Stacks {
    /// Replaces the characters. `below` returns the character that one stands on and whether that carries and pushes
    /// it, and `order_of` their order otherwise.
    pub(super) fn update(
        &mut self,
        characters: impl Iterator<Item = Entity>,
        below: impl Fn(Entity) -> Option<(Entity, bool)>,
        order_of: impl Fn(Entity) -> EntityOrder,
    ) {
        let Self { order, riders } = self;
        order.clear();
        riders.clear();
        for entity in characters {
            let all_below = core::iter::successors(below(entity), |&(lower, _)| below(lower));
            order.push((all_below.take(MAX_STACK - 1).count() as u32, entity));
            if let Some((lower, true)) = below(entity) {
                riders.push((entity, lower));
            }
        }
        order.sort_unstable_by_key(|&(count, entity)| (count, order_of(entity)));
        riders.sort_unstable();
    }

    /// Returns the characters, each after all that it stands on.
    pub(super) fn lowest_first(&self) -> impl Iterator<Item = Entity> {
        self.order.iter().map(|&(_, entity)| entity)
    }

    /// Returns whether a character goes along with another one, on which it stands directly or on others that do.
    pub(super) fn rides_on(&self, rider: Entity, lower: Entity) -> bool {
        let below = |rider: &Entity| {
            let index = self.riders.binary_search_by_key(rider, |&(rider, _)| rider).ok()?;
            Some(self.riders[index].1)
        };
        core::iter::successors(below(&rider), below).take(MAX_STACK).any(|entity| entity == lower)
    }

    /// Returns all characters that go along with another one.
    pub(super) fn riders_of(&self, lower: Entity) -> impl Iterator<Item = Entity> {
        self.riders.iter().map(|&(rider, _)| rider).filter(move |&rider| self.rides_on(rider, lower))
    }
}
