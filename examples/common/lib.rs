//! What the examples share: an app with a window or, without a display, a run of some frames; screenshots,
//! colours, texts on the screen, motion that is described in scene files, keys and scripts for players.

pub mod cells;
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
