//! One frame: the world is read into the table of colliders, and the phases run in their order.

pub(crate) mod compounds;
mod inherited;
mod phases;
pub(crate) mod pipeline;
pub(crate) mod read_world;

#[cfg(feature = "diagnostics")]
pub(crate) use phases::Clock;
pub use phases::CollisionSystems;
pub(crate) use phases::timed;
