//! The engines, each in its settings. Both dimensions of an engine are one source, compiled against the
//! crate, or the module, that the module above it names.

mod avian;
mod ours;
mod rapier;

use oracle::case::Dimension;

use crate::engine::{Engine, NONE};
use crate::mover::{Character, Mover};

/// All of them; the empty app comes first, and ours next.
pub fn engines(dimension: Dimension) -> Vec<Engine> {
    let [ours, avian, rapier]: [&[Engine]; 3] = match dimension {
        Dimension::Plane => [&ours::plane::ENGINES, &avian::plane::ENGINES, &rapier::plane::ENGINES],
        Dimension::Space => [&ours::space::ENGINES, &avian::space::ENGINES, &rapier::space::ENGINES],
    };
    [&[NONE], ours, avian, rapier].concat()
}

/// What the engines offer to move a shape along walls; ours comes first.
pub fn movers(dimension: Dimension) -> Vec<Mover> {
    let movers: [&[Mover]; 3] = match dimension {
        Dimension::Plane => [&ours::plane::MOVERS, &avian::plane::MOVERS, &rapier::plane::MOVERS],
        Dimension::Space => [&ours::space::MOVERS, &avian::space::MOVERS, &rapier::space::MOVERS],
    };
    movers.concat()
}

/// The components of the engines that move a character; ours comes first. avian has none.
pub fn characters(dimension: Dimension) -> [Character; 2] {
    match dimension {
        Dimension::Plane => [ours::plane::CHARACTER, rapier::plane::CHARACTER],
        Dimension::Space => [ours::space::CHARACTER, rapier::space::CHARACTER],
    }
}
