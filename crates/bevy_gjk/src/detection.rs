//! What touches: the table of placed colliders, the pairs whose AABBs overlap, their tests, and the contact graph.
//!
//! In the order of a run: the table of [`proxies`] is brought up to date, the [`broad_phase`] finds the pairs whose
//! AABBs overlap, the [`narrow_phase`] tests them, and [`contacts`] keeps which of them touch or are near.
//! [`collisions`] is the façade that users read. Of the ECS, this room knows [`Entity`](bevy_ecs::prelude::Entity) and
//! nothing else: the world is read in `frame`.

pub(crate) mod broad_phase;
mod cell_touches;
mod collisions;
pub(crate) mod contacts;
mod end_reason;
mod hot_loops;
pub(crate) mod narrow_phase;
pub(crate) mod proxies;
#[cfg(feature = "recorder")]
mod tape;
mod tasks;

pub use cell_touches::CellTouch;
pub(crate) use cell_touches::{CellTouches, RememberedCell};
pub use collisions::{Collisions, Proximity, Touch, TouchContact};
pub use end_reason::EndReason;
pub use proxies::{Colliders, PlacedCollider, SourcePart, SurfaceFace};
#[cfg(feature = "recorder")]
pub(crate) use tape::Tape;
#[cfg(feature = "recorder")]
pub use tape::{RecordedEvent, RecordedHit, RecordedKind, RecordedQuery, RecordedQueryKind};
