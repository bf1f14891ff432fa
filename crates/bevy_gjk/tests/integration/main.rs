//! The tests of the plugin that can share a process, by the parts of the plugin.
//!
//! `cargo test --test integration movement::` runs those of one part. Beside this binary, `allocations` counts
//! allocations with an allocator of its own, and `determinism` runs processes of its own.

mod assets {
    mod bsn;
    #[cfg(feature = "meshes")]
    mod from_meshes;
    #[cfg(feature = "meshes")]
    mod from_scenes;
    #[cfg(feature = "sprites")]
    mod from_sprites;
    mod scene;
}
mod chaos;
mod collider {
    mod compound_entities;
    mod compounds;
    mod geometry;
    mod half_spaces;
    mod invalid;
    mod moving_parts;
    mod rounded;
    #[cfg(feature = "serialize")]
    mod serde;
    mod surfaces;
    mod transforms;
}
#[path = "../common/mod.rs"]
mod common;
mod debug {
    #[cfg(feature = "diagnostics")]
    mod diagnostics;
    #[cfg(feature = "overlay")]
    mod outlines;
    #[cfg(feature = "overlay")]
    mod overlay;
    #[cfg(all(feature = "overlay", feature = "diagnostics"))]
    mod overlay_cost;
    #[cfg(feature = "remote")]
    mod remote;
    mod why_apart;
}
mod detection {
    mod arena;
    mod brute_force;
    mod collisions;
    mod contacts_when_read;
    mod disabling;
    mod facts;
    mod filters;
    mod fuzz;
    mod lifecycle;
    mod near;
    mod order_of_spawning;
    mod swept;
}
mod events {
    mod event_patterns;
    mod observers;
    mod touching;
}
mod grid {
    mod from_polygons;
    mod gaps;
    mod groups;
    mod kinds;
    mod like_entities;
    mod moving;
    mod saved;
    mod seams;
    mod writing;
}
mod movement {
    mod character_mover;
    mod histories;
    mod move_and_slide;
}
mod outline {
    #[cfg(feature = "outlines")]
    mod areas;
    #[cfg(feature = "outlines")]
    mod rings;
    mod terrain_holes;
}
#[cfg(feature = "picking")]
mod picking;
mod plugin {
    mod hierarchy;
    mod lists;
    #[cfg(all(feature = "meshes", feature = "sprites", feature = "picking"))]
    mod missing_partners;
    mod plugins;
    mod schedules;
    mod shuffled;
}
mod query {
    mod ahead;
    mod brute_force;
    mod collider_mover;
    mod face_normals;
    mod faces;
    mod flaws;
    mod leaving;
    mod parts;
    mod placed_shapes;
    mod questions;
    mod seams;
}
#[cfg(feature = "recorder")]
mod recording {
    mod files;
    mod golden;
    mod played;
    mod recorder;
    mod scenes;
}
mod rooms;
mod solid {
    mod areas;
    mod as_shapes;
    mod checks;
    #[cfg(feature = "outlines")]
    mod convex;
    mod groups;
    mod meshes;
    mod moves;
    #[cfg(feature = "outlines")]
    mod shortest;
    mod verdicts;
    mod ways_out;
}
mod space {
    mod games;
    mod interest;
    mod rooms;
    mod rules;
    mod sub_apps;
}
mod state {
    mod delivery;
    #[cfg(feature = "serialize")]
    mod fields;
    pub mod game;
    mod log;
    mod order;
    mod past;
    mod peers;
    mod respawned;
    mod rollback;
    #[cfg(feature = "serialize")]
    mod serde;
    mod values;
}
