//! Why a touch ended.

use bevy_reflect::Reflect;
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// Why a touch ended, or ceased to be near.
///
/// Where several are true, of one entity or of both, the first of these is told: [`Despawned`](Self::Despawned),
/// [`Removed`](Self::Removed), [`Disabled`](Self::Disabled), [`Invalid`](Self::Invalid),
/// [`Filtered`](Self::Filtered), [`Touched`](Self::Touched), [`Separated`](Self::Separated).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[non_exhaustive]
pub enum EndReason {
    /// The two moved apart.
    Separated,
    /// One of them, or both, does not exist any more.
    Despawned,
    /// One of them lost its collider.
    Removed,
    /// One of them was disabled: by [`ColliderDisabled`](crate::ColliderDisabled), Bevy's `Disabled`, or a component
    /// that the app registered by `World::register_disabling_component`.
    Disabled,
    /// Something does not let them meet any more: [`CollisionLayers`](crate::CollisionLayers),
    /// [`CollisionExceptions`](crate::CollisionExceptions), [`NoSelfCollision`](crate::NoSelfCollision) or a
    /// [`CollisionFilter`](crate::CollisionFilter).
    Filtered,
    /// The collider or the transform of one of them became invalid; a warning says how.
    Invalid,
    /// The two are not near any more, for they touch. Touches never end so.
    Touched,
}
