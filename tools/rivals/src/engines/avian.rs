//! avian: always with contacts. Lean is the fewest plugins that find touches, once a frame in `PostUpdate`;
//! default is the whole group in `FixedPostUpdate`, as in its book.

mod plane;
mod space;

use oracle::case::Dimension;

use crate::engine::Engine;
use crate::mover::Mover;

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
