//! The engines, each in its settings. Both dimensions of an engine are one source, compiled against the
//! crate, or the module, that the module above it names.

pub mod avian;
pub mod ours;
pub mod rapier;

use judge::case::Dimension;

use crate::engine::{Engine, NONE};

/// All of them; the empty app comes first.
pub fn engines(dimension: Dimension) -> Vec<Engine> {
    let mut engines = vec![NONE];
    engines.extend(ours::engines(dimension));
    engines.extend(avian::engines(dimension));
    engines.extend(rapier::engines(dimension));
    engines
}
