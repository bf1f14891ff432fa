//! What an engine says of touches.

use bevy::prelude::*;

/// The touches that began and ended since this was last emptied, each pair once, in any order.
#[derive(Resource, Default)]
pub struct Touches {
    /// Those that began.
    pub started: Vec<[Entity; 2]>,
    /// Those that ended.
    pub ended: Vec<[Entity; 2]>,
}

impl Touches {
    /// Forgets them, and keeps the room.
    pub fn clear(&mut self) {
        self.started.clear();
        self.ended.clear();
    }
}
