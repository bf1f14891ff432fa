//! Which pairs may meet, beyond layers: families, single exceptions, and the user's own filters.

mod exceptions;
mod family;
mod user;

pub use exceptions::CollisionExceptions;
pub(crate) use family::Families;
pub use family::NoSelfCollision;
pub use user::CollisionFilter;
