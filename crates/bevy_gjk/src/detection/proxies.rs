//! The proxies: the world AABB, bounding spheres, layers and flags of each collider.
//!
//! A [proxy] holds what the broad phase and the culling of the narrow phase read of a collider: its AABB, its
//! bounding and inscribed spheres, its layers and flags, in one cache line. A [placed collider](placed) holds what
//! the tests read: the checked shape and the affine map that places it. The [table] stores both in parallel arrays,
//! indexed by slot, and `frame/read_world.rs` brings it up to date with the world.

mod compute_proxy;
mod corner;
mod order;
mod placed;
mod proxy;
mod settings;
mod swept_motion;
mod table;
mod warned;

pub(crate) use corner::Corner;
pub(crate) use order::EntityOrder;
pub(crate) use placed::State;
pub use placed::{PlacedCollider, SourcePart, SurfaceFace};
pub(crate) use proxy::{HasAabb, MAX_COORDINATE, Proxy, SphereTest, flag};
pub(crate) use settings::{ColliderSettings, FilterReason};
pub(crate) use swept_motion::{rotational_bound, swept_bounds};
pub use table::Colliders;
pub(crate) use table::{Fingerprints, NO_FINGERPRINT, RestoredPlace};
pub(crate) use warned::Warned;
