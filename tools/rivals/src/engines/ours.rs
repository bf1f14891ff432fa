//! This project: as it is, which tells what touches, and with all contacts read in every frame.

mod plane;
mod space;

use bevy::prelude::App;
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

/// Installs the same, and what measures it.
pub fn install_with_diagnostics(dimension: Dimension) -> fn(&mut App) {
    match dimension {
        Dimension::Plane => plane::install_with_diagnostics::<bevy_gjk::Dim2>,
        Dimension::Space => space::install_with_diagnostics::<bevy_gjk::Dim3>,
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
