//! All that may happen to the world between two frames: one function each, which says what it did, or nothing
//! where there was nothing to do it to.

mod components;
mod hierarchy;
mod motion;
mod pairs;
mod population;
mod validity;

use crate::dimension::Chaotic;
use crate::editor::Editor;

pub use population::spawn;

/// What happens, how often among a thousand, and what does it.
pub struct Edit<D: Chaotic> {
    pub name: &'static str,
    weight: u32,
    make: fn(&mut Editor<D>) -> Option<String>,
}

macro_rules! edits {
    ($(#[$meta:meta])* $list:ident: $($weight:literal $module:ident::$name:ident;)*) => {
        $(#[$meta])*
        pub fn $list<D: Chaotic>() -> Vec<Edit<D>> {
            vec![$(Edit { name: stringify!($name), weight: $weight, make: $module::$name },)*]
        }
    };
}

edits! {
    /// The edits of all runs.
    all:
    40 population::spawn_child;
    20 population::spawn_group;
    40 population::spawn_twin;
    20 population::clone;
    40 population::despawn;
    20 population::despawn_both;
    30 population::despawn_and_reuse;
    20 population::spawn_and_despawn;
    10 population::despawn_children;
    3 population::spawn_swarm;
    8 population::cull;
    40 components::replace_collider;
    40 components::edit_collider;
    10 components::mark_changed;
    20 components::remove_collider;
    30 components::insert_collider;
    20 components::remove_and_insert_collider;
    10 components::replace_and_restore_collider;
    10 components::remove_with_requires;
    10 components::retain;
    10 components::remove_global_transform;
    30 components::switch_off;
    40 components::switch_on;
    20 components::hide;
    40 components::show;
    80 components::insert_layers;
    60 components::edit_layers;
    60 components::remove_layers;
    15 validity::spoil_collider;
    40 validity::mend_collider;
    15 validity::spoil_transform;
    60 validity::mend_transform;
    100 motion::nudge;
    60 motion::turn;
    60 motion::teleport;
    40 motion::rescale;
    30 motion::onto_another;
    40 motion::move_parent;
    20 motion::swap;
    25 motion::go_far;
    8 motion::grow_vast;
    40 motion::come_back;
    10 motion::leave_and_return;
    60 pairs::part_twice;
    100 pairs::graze;
    40 hierarchy::adopt;
    30 hierarchy::set_free;
    10 hierarchy::detach_all;
    10 hierarchy::swap_parent_and_child;
}

edits! {
    /// More edits, for a run with a component that disables entities.
    of_sleep:
    30 components::lull;
    60 components::wake;
    10 components::lull_and_wake;
    20 components::lull_one_and_wake_another;
}

impl<D: Chaotic> Edit<D> {
    /// Makes it.
    pub fn make(&self, editor: &mut Editor<D>) -> Option<String> {
        (self.make)(editor).map(|what| format!("{}: {what}", self.name))
    }
}

/// The number of a random one.
pub fn choose<D: Chaotic>(all: &[Edit<D>], random: &mut crate::common::Random) -> usize {
    let mut left = random.below(all.iter().map(|edit| edit.weight).sum());
    let index = all.iter().position(|edit| {
        let chosen = left < edit.weight;
        left = left.saturating_sub(edit.weight);
        chosen
    });
    index.unwrap_or(0)
}
