//! What most tests import: the names of the plugin for both dimensions, those of Bevy, and the helpers.

pub use bevy_gjk::DetectCollisions;
pub use bevy_gjk::queries::{MoveResult, PlacedShape, PushResult};
pub use bevy_gjk::shape::{CustomShape, Shape};
pub use bevy_gjk::texts::ApartReason;
pub use bevy_gjk::*;

pub use super::basics::*;
