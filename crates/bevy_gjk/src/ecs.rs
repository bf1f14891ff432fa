//! What several rooms use of the ECS: walks through the hierarchy, queries that see disabled entities, names and
//! numbers in texts, the entities that were warned of, and detection on demand.

pub(crate) mod ancestors;
pub(crate) mod detect;
#[cfg(any(feature = "meshes", feature = "sprites", feature = "picking"))]
pub(crate) mod feature_plugins;
pub(crate) mod names;
pub(crate) mod numbers;
#[cfg(feature = "recorder")]
pub(crate) mod transform_numbers;
pub(crate) mod unfiltered;
pub(crate) mod warned_entities;

pub(crate) use ancestors::ancestors;
pub use detect::{DetectCollisions, detect_collisions, read_colliders};
pub use names::{Describe, EntityNames, NameSource, NamedEntity};
pub(crate) use unfiltered::UnfilteredQuery;
