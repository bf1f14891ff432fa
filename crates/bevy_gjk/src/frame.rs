//! One frame: the world is read into the table of colliders, and the phases run in their order.

pub(crate) mod compounds;
pub(crate) mod pipeline;
pub(crate) mod read_world;
mod self_collision;
mod systems;

#[cfg(feature = "diagnostics")]
pub(crate) use systems::Clock;
pub use systems::CollisionSystems;
pub(crate) use systems::timed;
