//! Move and slide: a crowd among obstacles at rest. Everybody answers the same questions, and an oracle judges.

mod characters;
mod crowd;
mod measure;
mod solids;
mod tables;

pub use characters::{Walks, walk};
pub use crowd::{CROWD, Crowd};
pub use measure::{Figures, Moves, measure};
pub use solids::{Faults, Solids};
pub use tables::report;

use oracle::case::Dimension;

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
            eprintln!("moves {dimension}");
            let moves = measure(dimension, obstacles, seconds, judged);
            eprintln!("characters {dimension}");
            let walks = walk(dimension, obstacles, seconds, judged);
            OfDimension { obstacles, dimension, moves, walks, judged }
        })
        .into()
}
