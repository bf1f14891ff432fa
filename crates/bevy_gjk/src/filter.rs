//! Which pairs may meet, beyond layers: families, single exceptions, and the user's own filters.

mod exceptions;
mod family;
mod user;

pub use exceptions::CollisionExceptions;
pub use family::NoSelfCollision;
pub(crate) use family::SelfCollisionGroups;
pub use user::CollisionFilter;
