//! Walks up the hierarchy, which also end where the hierarchy has a cycle.

use bevy_ecs::prelude::Entity;

/// Returns an entity and its ancestors, nearest first.
///
/// Bevy does not forbid cycles in a hierarchy, so the walk stops after one: it remembers the entity at every power of
/// two of steps and ends when it meets that one again (cycle detection after Brent, "An improved Monte Carlo
/// factorization algorithm", 1980). Entities of a cycle may be returned more than once.
pub(crate) fn ancestors(
    entity: Entity,
    parent_of: impl Fn(Entity) -> Option<Entity>,
) -> impl Iterator<Item = Entity> {
    let (mut steps, mut remembered) = (0_u32, None);
    core::iter::successors(Some(entity), move |&entity| {
        steps += 1;
        if steps.is_power_of_two() {
            remembered = Some(entity);
        }
        parent_of(entity).filter(|parent| Some(*parent) != remembered)
    })
}

#[cfg(test)]
mod tests {
    use bevy_ecs::prelude::World;

    use super::*;

    #[test]
    fn a_walk_visits_every_ancestor_and_ends_in_a_cycle() {
        let mut world = World::new();
        let entities: Vec<_> = (0..20).map(|_| world.spawn_empty().id()).collect();
        for count in 1..=entities.len() {
            // Each entity's parent is the next one; that of the last one is none, or the one at `back`.
            for back in (0..count).map(Some).chain([None]) {
                let parent_of = |entity: Entity| {
                    let index = entities.iter().position(|other| *other == entity)?;
                    if index + 1 < count {
                        Some(entities[index + 1])
                    } else {
                        back.map(|back| entities[back])
                    }
                };
                let walk: Vec<_> = ancestors(entities[0], parent_of).take(10 * count).collect();
                assert_eq!(walk[..count], entities[..count]);
                assert!(walk.len() <= if back.is_some() { 4 * count } else { count }, "{count} {back:?}");
            }
        }
    }
}
