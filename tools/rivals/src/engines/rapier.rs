//! rapier, through `bevy_rapier`. Lean is bare sensors, without bodies and without writing back; collision-only the
//! same in `SimulationMode::CollisionOnly`; contacts the same again with colliders that are no sensors; default is
//! all of the plugin, with kinematic bodies as sensors.

mod plane;
mod space;

use oracle::case::Dimension;

use crate::engine::Engine;
use crate::mover::{Character, Mover};

/// Its settings.
pub fn engines(dimension: Dimension) -> impl IntoIterator<Item = Engine> {
    match dimension {
        Dimension::Plane => plane::ENGINES,
        Dimension::Space => space::ENGINES,
    }
}

/// What it offers to move a shape.
pub fn movers(dimension: Dimension) -> impl IntoIterator<Item = Mover> {
    match dimension {
        Dimension::Plane => plane::MOVERS,
        Dimension::Space => space::MOVERS,
    }
}

/// Its component that moves a character.
pub fn character(dimension: Dimension) -> Character {
    match dimension {
        Dimension::Plane => plane::CHARACTER,
        Dimension::Space => space::CHARACTER,
    }
}
