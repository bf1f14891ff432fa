//! Characters: `CharacterMover` in levels in which movers are known to fail.
//!
//! Each test names the report that it comes from, where there is one.

mod bad_numbers;
mod clearances;
mod company;
mod crowd;
mod crushed;
mod downhill;
mod drops;
mod exact_limits;
mod ground_velocity;
mod level;
mod many_parts;
mod one_way;
#[cfg(feature = "outlines")]
mod one_way_areas;
mod other_schedule;
mod parents;
mod person;
mod platforms;
mod slopes;
mod standing;
mod starts;
mod surroundings;
mod terrain;
mod tiles;
mod traces;
mod turning;
mod vehicles;
mod walker;
mod wedged;
mod wedges;

/// What tests of characters import.
mod prelude {
    pub use super::level::Level;
    pub use super::person::*;
    pub use super::walker::Walker;
    pub use crate::common::prelude::*;
}
