//! The proxies: for each collider where it stands, what bounds it, and whom it may touch.
//!
//! A [proxy](proxy) is what the broad phase and the culling of the narrow phase read of a collider: its AABB, its
//! bounding and inscribed spheres, its layers and flags, in one cache line. A [placed collider](placed) is what the
//! tests read: its checked shape and the map that places it. The [table] holds both, by slots, and
//! [update] brings it up to date with the world.

mod place;
mod placed;
mod proxy;
mod settings;
mod swept_motion;
mod table;
mod update;

pub use placed::PlacedCollider;
pub(crate) use placed::State;
pub(crate) use proxy::{HasAabb, MAX_COORDINATE, Proxy, SphereTest, flag};
pub use settings::ColliderSettings;
pub use table::Colliders;
pub(crate) use update::{ColliderQueries, RemovalDetector, Warned, update};
