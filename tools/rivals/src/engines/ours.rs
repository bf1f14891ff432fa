//! This project: as it is, which tells what touches, and with all contacts read in every frame.

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
