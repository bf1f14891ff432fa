//! Collision filters beyond layers: self-collision groups, exceptions for single pairs, and user-defined filters.

mod contact;
mod exceptions;
mod self_collision;
mod user;

pub use contact::{ContactFilter, FilteredContact};
pub use exceptions::CollisionExceptions;
pub use self_collision::NoSelfCollision;
pub(crate) use self_collision::SelfCollisionGroups;
pub use user::CollisionFilter;
