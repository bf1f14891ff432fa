//! What the `break_` tests share.

#[path = "movement/character_mover/level.rs"]
#[allow(dead_code)]
pub mod level;

pub use level::Level;

use crate::common::prelude::*;

pub fn approx(one: f32, two: f32, tolerance: f32) -> bool {
    (one - two).abs() <= tolerance
}

/// An app with single-threaded schedules would be needed for warnings; here the default is used with updates inside.
pub fn quiet(app: &mut App) {
    app.edit_schedule(bevy_app::PostUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
}
