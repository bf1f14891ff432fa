//! Why a state cannot be restored.

use core::fmt;

use bevy_ecs::prelude::Entity;

/// The reason why a [`CollisionState`](crate::state::CollisionState) was not restored. The present state is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// It was written by a version of the plugin with another layout.
    Version {
        /// The version of the state.
        found: u32,
        /// The version that this plugin reads.
        expected: u32,
    },
    /// It is that of another dimension: 2 or 3.
    Dimension(u32),
    /// An entity of a pair, or a grid of which a cell is touched, does not exist.
    NoSuchEntity(Entity),
    /// Two of its entities are the same one, which a faulty mapping makes of them.
    SameEntity(Entity),
    /// What it says of this entity contains a NaN or an infinity.
    NotFinite(Entity),
    /// The world has no plugin of this dimension.
    NoPlugin,
    /// It contradicts itself, as a file that was cut off or edited may.
    Malformed,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found, expected } => {
                write!(
                    f,
                    "the collision state has version {found}, and this version of bevy_gjk reads {expected}"
                )
            }
            Self::Dimension(dimension) => write!(f, "the collision state is that of {dimension}D collisions"),
            Self::NoSuchEntity(entity) => write!(
                f,
                "in the collision state, entity {entity} touches others, and it does not exist: if it came back under \
                 another id, map the state with MapEntities; if it is gone for good, leave it out with retain"
            ),
            Self::SameEntity(entity) => {
                write!(f, "two entities of the collision state were mapped to the same one, {entity}")
            }
            Self::NotFinite(entity) => {
                write!(f, "what the collision state says of entity {entity} contains a NaN or an infinity")
            }
            Self::NoPlugin => {
                f.write_str("the world has no CollisionPlugin of the dimension of the collision state")
            }
            Self::Malformed => {
                f.write_str("the collision state contradicts itself: it was cut off or edited")
            }
        }
    }
}

impl core::error::Error for RestoreError {}
