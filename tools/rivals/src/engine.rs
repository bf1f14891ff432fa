//! An engine in one of its settings.

use bevy::prelude::*;

use crate::scene::{Body, Role};

/// What an engine finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// Nothing: the empty app.
    Nothing,
    /// Which pairs touch.
    Touches,
    /// Which pairs touch, and where.
    Contacts,
}

/// An engine in one of its settings.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Its name in tables.
    pub name: &'static str,
    /// What it finds out.
    pub finds: Finds,
    /// Whether these are the least settings with which it does; otherwise those of its own book.
    pub lean: bool,
    /// By how many updates its answers are late, by its order of systems: the truth of that frame is what it
    /// is held against.
    pub lag: usize,
    /// Adds its plugins, and a system in `Last` that notes what it says in
    /// [`Touches`](crate::touches::Touches).
    pub install: fn(&mut App),
    /// Spawns a body with all that the engine wants of it, at once.
    pub spawn: fn(&mut World, &Body) -> Entity,
}

impl Engine {
    /// Whether it is this project's.
    pub fn is_ours(&self) -> bool {
        self.name.starts_with("gjk")
    }

    /// Whether it is a rival.
    pub fn is_rival(&self) -> bool {
        self.finds != Finds::Nothing && !self.is_ours()
    }
}

/// Spawns a body with the parts that an engine wants: one archetype, as a game would do it.
pub fn place(world: &mut World, body: &Body, parts: impl Bundle) -> Entity {
    match &body.course {
        Some(course) => world.spawn((body.place, course.clone(), parts)).id(),
        None => world.spawn((body.place, parts)).id(),
    }
}

/// The empty app: Bevy, our mover and the propagation of transforms.
pub const NONE: Engine = Engine {
    name: "none",
    finds: Finds::Nothing,
    lean: true,
    lag: 0,
    install: |_| {},
    spawn: |world, body| place(world, body, ()),
};

impl Role {
    /// Whether it tells of touches.
    pub fn tells(self) -> bool {
        self != Self::Still
    }
}
