//! Observers of collision events of a dimension whose plugin is missing.

use core::any::TypeId;

use bevy_ecs::observer::Observer;
use bevy_ecs::prelude::World;

use super::rule::{Finding, Rule, Scope};
use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::events::{CollisionEnded, CollisionStarted, ProximityEnded, ProximityStarted};

/// Adds the rule about observers, if the app does not have the plugin of the dimension.
pub(super) fn add_rules_of<D: Dimension>(world: &World, rules: &mut Vec<Rule>) {
    if world.contains_resource::<Collisions<D>>() {
        return;
    }
    // Bevy's own index of the observers answers for all of them at once.
    let rule = Rule::new([TypeId::of::<Observer>()], |it, _| {
        let keys = [
            it.world.event_key::<CollisionStarted<D>>(),
            it.world.event_key::<CollisionEnded<D>>(),
            it.world.event_key::<ProximityStarted<D>>(),
            it.world.event_key::<ProximityEnded<D>>(),
        ];
        let all = it.world.observers();
        let mut observers = keys.into_iter().flatten().filter_map(|key| all.try_get_observers(key));
        let Some(observers) = observers.next() else { return Finding::Complete };
        let mut entities: Vec<_> = observers.entity_observers().keys().copied().collect();
        entities.sort_unstable_by_key(|entity| entity.index_u32());
        let of_entity =
            entities.first().map_or(String::new(), |&entity| format!("entity {} has ", it.name(entity)));
        let dimension = D::NAME;
        Finding::Plugin(format!(
            "{of_entity}an observer of {dimension} collision events, but the {dimension} CollisionPlugin is missing: nothing \
             triggers it until that plugin is added"
        ))
    });
    rules.push(rule.in_scope(Scope::Any).about_all());
}
