//! The reasons why touches and proximities end. Where each is found is in the head of
//! `detection/contacts/transitions.rs`.

use core::fmt;

use bevy_reflect::Reflect;
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// The reason why two colliders no longer touch, or are no longer near.
///
/// If several apply, to one entity or to both, the first one in the order of the variants is reported, which is also
/// their `Ord`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum EndReason {
    /// At least one of the two was despawned.
    Despawned,
    /// At least one of the two lost its collider.
    Removed,
    /// At least one of the two was disabled: by [`ColliderDisabled`](crate::ColliderDisabled), Bevy's `Disabled`, or a
    /// component that the app registered by `World::register_disabling_component`.
    Disabled,
    /// The collider or the transform of at least one of the two became invalid; a warning names the cause.
    Invalid,
    /// A filter refuses the pair, or one of the two has changed its [`CollisionSpace`](crate::CollisionSpace):
    /// [`CollisionLayers`](crate::CollisionLayers), [`CollisionExceptions`](crate::CollisionExceptions),
    /// [`NoSelfCollision`](crate::NoSelfCollision), a [`CollisionFilter`](crate::CollisionFilter) or a
    /// [`ContactFilter`](crate::ContactFilter).
    Filtered,
    /// The two were near and touch now. Only proximities end for this reason.
    Touched,
    /// The two moved apart.
    Separated,
}

/// Half a sentence, such as `they moved apart`.
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Despawned => "one of them was despawned",
            Self::Removed => "one of them lost its collider",
            Self::Disabled => "one of them was disabled",
            Self::Invalid => "one of them became invalid",
            Self::Filtered => "a filter refuses the pair",
            Self::Touched => "they touch",
            Self::Separated => "they moved apart",
        })
    }
}
