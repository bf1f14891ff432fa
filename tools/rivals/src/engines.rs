//! The engines, each in its settings. Both dimensions of an engine are one source, compiled against the
//! crate, or the module, that the module above it names.

pub mod avian;
pub mod ours;
pub mod rapier;

use oracle::case::Dimension;

use crate::engine::{Engine, NONE};
use crate::mover::{Character, Mover};

/// All of them; the empty app comes first.
pub fn engines(dimension: Dimension) -> Vec<Engine> {
    let mut engines = vec![NONE];
    engines.extend(ours::engines(dimension));
    engines.extend(avian::engines(dimension));
    engines.extend(rapier::engines(dimension));
    engines
}

/// What the engines offer to move a shape along walls; ours comes first.
pub fn movers(dimension: Dimension) -> Vec<Mover> {
    let mut movers = Vec::from_iter(ours::movers(dimension));
    movers.extend(avian::movers(dimension));
    movers.extend(rapier::movers(dimension));
    movers
}

/// The components of the engines that move a character; ours comes first. avian has none.
pub fn characters(dimension: Dimension) -> [Character; 2] {
    [ours::character(dimension), rapier::character(dimension)]
}
