//! The edits between two frames: one function each, which returns what it did, or `None` if there was no
//! suitable entity.

mod components;
mod hierarchy;
mod motion;
mod pairs;
mod population;
mod validity;

use crate::chaos::dimension::Chaotic;
use crate::chaos::editor::Editor;

pub use motion::{begin_to_drift, leap};
pub use population::{despawn_down_to, spawn};

/// An edit: its name, its weight and its function.
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
    5 population::spawn_swarm;
    8 population::despawn_most;
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
    30 components::insert_collider_disabled;
    40 components::remove_collider_disabled;
    20 components::insert_disabled;
    40 components::remove_disabled;
    80 components::insert_layers;
    60 components::edit_layers;
    60 components::remove_layers;
    15 validity::invalidate_collider;
    40 validity::repair_collider;
    15 validity::invalidate_transform;
    60 validity::repair_transform;
    100 motion::nudge;
    60 motion::turn;
    60 motion::teleport;
    40 motion::rescale;
    30 motion::onto_another;
    40 motion::move_parent;
    20 motion::swap;
    25 motion::move_far_away;
    25 motion::begin_to_drift;
    15 motion::stop_drifting;
    20 motion::leap;
    10 motion::grow_large;
    20 components::become_half_space;
    8 motion::grow_out_of_range;
    40 motion::return_to_arena;
    10 motion::leave_and_return;
    60 pairs::end_for_two_reasons;
    100 pairs::graze;
    40 hierarchy::set_parent;
    30 hierarchy::remove_parent;
    10 hierarchy::detach_all;
    10 hierarchy::swap_parent_and_child;
}

edits! {
    /// More edits, for a run with a component that disables entities.
    with_disabling_component:
    30 components::disable_by_component;
    60 components::enable_by_component;
    10 components::disable_and_enable;
    40 components::disable_one_and_enable_another;
}

impl<D: Chaotic> Edit<D> {
    /// Makes the edit and returns its description.
    pub fn make(&self, editor: &mut Editor<D>) -> Option<String> {
        (self.make)(editor).map(|what| format!("{}: {what}", self.name))
    }
}

/// Returns the index of a random edit, by weight.
pub fn choose<D: Chaotic>(all: &[Edit<D>], random: &mut crate::common::Random) -> usize {
    let mut left = random.below(all.iter().map(|edit| edit.weight).sum());
    let index = all.iter().position(|edit| {
        let chosen = left < edit.weight;
        left = left.saturating_sub(edit.weight);
        chosen
    });
    index.unwrap_or(0)
}
