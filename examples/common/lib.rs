//! What the examples share: a window where there is a display and a run without one where there is not,
//! screenshots, one look, words on the screen, motion that is written in scene files, keys and scripts for players.

pub mod body;
pub mod cli;
pub mod controls;
pub mod hull_of;
pub mod label;
pub mod look;
pub mod motion;
pub mod never_inside;
pub mod overlay_keys;
pub mod report;
pub mod scene;
pub mod stage;
pub mod tint;
pub mod trail;
pub mod walk;
pub mod why;
