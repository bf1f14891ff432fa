//! Collision filters beyond layers: self-collision groups, exceptions for single pairs, and user-defined filters.
//!
//! These are the components and traits. Layers, groups and exceptions are applied by `PlacedCollider::may_meet` when a
//! candidate is pushed, and the filters of the app by the narrow phase, in `apply_filters` and `apply_contact_filter`.

mod contact;
mod exceptions;
mod self_collision;
mod user;

pub use contact::{ContactFilter, FilteredContact};
pub use exceptions::CollisionExceptions;
pub use self_collision::NoSelfCollision;
pub(crate) use self_collision::SelfCollisionGroups;
pub use user::CollisionFilter;
