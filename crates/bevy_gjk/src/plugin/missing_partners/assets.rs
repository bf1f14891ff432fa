//! Components that create colliders from assets, without the plugin, or on another entity than the mesh or the sprite.

use core::any::TypeId;

use bevy_ecs::prelude::{Entity, World};

use super::inspector::Inspector;
use super::rule::Rule;

#[cfg(feature = "meshes")]
mod deformed;
#[cfg(feature = "meshes")]
mod meshes;
#[cfg(feature = "sprites")]
mod sprites;

/// Adds all rules about assets.
pub(super) fn add_rules(world: &World, rules: &mut Vec<Rule>) {
    #[cfg(feature = "meshes")]
    {
        meshes::add_rules(world, rules);
        deformed::add_rules(world, rules);
    }
    #[cfg(feature = "sprites")]
    sprites::add_rules(world, rules);
}

/// Returns where else in the hierarchy of an entity there is one with any of these components, for a warning: `which is on
/// entity 3v0 below it`.
fn place_of(it: &Inspector, entity: Entity, components: &[TypeId]) -> Option<String> {
    let below =
        it.find_below(entity, components).map(|below| format!("on entity {} below it", it.name(below)));
    below.or_else(|| {
        it.find_above(entity, components).map(|above| format!("on entity {} above it", it.name(above)))
    })
}
