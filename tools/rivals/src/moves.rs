//! Move and slide: a crowd among obstacles at rest. Everybody answers the same questions, and an oracle judges.

mod characters;
mod crowd;
mod measure;
mod solids;

pub use characters::{Walks, walk};
pub use crowd::{CROWD, Crowd};
pub use measure::{Figures, JUDGED_FRAMES, Moves, measure};
pub use solids::{Fault, Faults, Solids, TOLERANCE};

use oracle::case::Dimension;

/// So many obstacles are in a level.
pub const OBSTACLES: usize = 10_000;

/// What was measured in a dimension.
pub struct OfDimension {
    /// How many obstacles there were.
    pub obstacles: usize,
    /// The dimension.
    pub dimension: Dimension,
    /// Single moves.
    pub moves: Moves,
    /// Whole frames of apps with characters.
    pub walks: Vec<Walks>,
    /// How many frames were judged.
    pub judged: usize,
}

/// Measures both dimensions, each part for about `seconds`, and judges `judged` frames.
pub fn measure_all(obstacles: usize, seconds: f64, judged: usize) -> Vec<OfDimension> {
    [Dimension::Plane, Dimension::Space]
        .map(|dimension| {
            let name = crate::scene::name(dimension);
            eprintln!("moves {name}");
            let moves = measure(dimension, obstacles, seconds, judged);
            eprintln!("characters {name}");
            let walks = walk(dimension, obstacles, seconds, judged);
            OfDimension { obstacles, dimension, moves, walks, judged }
        })
        .into()
}
