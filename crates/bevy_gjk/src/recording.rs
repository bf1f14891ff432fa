//! A moment in a file: what a game did with its colliders, to be looked at, compared and played again, anywhere.
//!
//! A [`CollisionRecorder`] records all that the runs of a game depend on, and what they came to:
//!
//! | recorded | how |
//! |---|---|
//! | colliders and all components that the plugin reads, and those of entities above them | when they change |
//! | `Transform`s, and `GlobalTransform`s that are not what the `Transform` alone makes of them | when they change |
//! | the state of the plugin, a [`CollisionState`](crate::state::CollisionState) | in keyframes, and when one is restored |
//! | what filters refused, what [`ColliderMover`](crate::ColliderMover)s moved, what became of characters | in each run |
//! | events of touches, proximities and cells | in each run |
//! | queries and their answers, with the system that asked | in each run |
//! | `Name`s, ticks, `Time`, and lines that the game adds by [`CollisionRecorder::note`] | in each run |
//!
//! **A recording holds names of the game**: `Name`s of colliders, names of systems that asked, and its own lines.
//!
//! What cannot be written is the function of a [`CustomShape`](crate::shape::CustomShape): its AABB in the coordinates
//! of the collider stands for it, and its events are not compared when the recording is played. Of components that
//! disable entities, only Bevy's `Disabled` is recorded.
//!
//! A [`Recording`] is read from a file, also from one that is cut off or damaged: what precedes the damage can be used.
//! Files of this version are read by every later one.

mod columns;
mod components;
mod container;
mod encoder;
mod error;
mod header;
mod plugin;
mod reader;
mod recordable;
mod recorder;
mod records;
mod replay;
mod sink;
mod text;
mod watcher;
mod worker;

pub use crate::detection::{RecordedEvent, RecordedHit, RecordedKind, RecordedQuery, RecordedQueryKind};
pub use error::RecordingError;
pub use header::RecordingHeader;
pub use plugin::CollisionRecorderPlugin;
pub use reader::{RecordedRun, Recording};
pub use recordable::Recordable;
pub use recorder::CollisionRecorder;
pub use replay::{CollisionReplay, PeerDifference, PlayedRun, ReplayDifference, ReplayRun};
