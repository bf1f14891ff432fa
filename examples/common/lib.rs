//! What the examples share: a window where there is a display and a run without one where there is not,
//! screenshots, motion that is written in scene files, labels on the screen.

pub mod body;
pub mod cli;
pub mod hull_of;
pub mod label;
pub mod motion;
pub mod overlay_keys;
pub mod report;
pub mod scene;
pub mod stage;
pub mod walk;
