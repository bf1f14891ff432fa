//! This project: with contacts, and with `TouchOnly` on every collider, which asks for yes or no alone.

mod plane;
mod space;

use judge::case::Dimension;

use crate::engine::Engine;

/// Its settings.
pub fn engines(dimension: Dimension) -> impl IntoIterator<Item = Engine> {
    match dimension {
        Dimension::Plane => plane::ENGINES,
        Dimension::Space => space::ENGINES,
    }
}
