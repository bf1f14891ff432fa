//! Collision layers: 32 bits of membership and 32 bits of filter per collider.
//!
//! Two colliders interact if each one's memberships overlap the other one's filters, as in avian and rapier. Pairs that
//! do not are left out where the candidates are collected, in `detection/narrow_phase/candidates.rs`.

use core::ops::{BitAnd, BitOr, Not};

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// A set of up to 32 layers, one bit each.
///
/// ```
/// use bevy_gjk::LayerMask;
///
/// const PLAYER: LayerMask = LayerMask::layer(0);
/// const ENEMY: LayerMask = LayerMask::layer(1);
/// assert!((PLAYER | ENEMY).overlaps(ENEMY));
/// assert!(!(!ENEMY).overlaps(ENEMY));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
#[reflect(Debug, Default, Clone, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct LayerMask(pub u32);

impl LayerMask {
    /// No layer.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self(u32::MAX);

    /// Creates the set of one layer, given by its number from 0 to 31.
    ///
    /// # Panics
    /// If the number is 32 or more.
    #[inline]
    pub const fn layer(number: u32) -> Self {
        assert!(number < 32, "there are 32 layers, numbered from 0");
        Self(1 << number)
    }

    /// Returns whether the two sets have a layer in common.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl<L: Into<Self>> BitOr<L> for LayerMask {
    type Output = Self;
    fn bitor(self, other: L) -> Self {
        Self(self.0 | other.into().0)
    }
}

impl BitAnd for LayerMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for LayerMask {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<u32> for LayerMask {
    fn from(bits: u32) -> Self {
        Self(bits)
    }
}

/// Unites several sets, such as the variants of an enum made by [`collision_layers!`](crate::collision_layers).
impl<L: Into<LayerMask>, const N: usize> From<[L; N]> for LayerMask {
    fn from(layers: [L; N]) -> Self {
        layers.into_iter().fold(Self::NONE, |all, layer| all | layer.into())
    }
}

/// Defines an enum whose variants are layers, in order from layer 0. Colliders without [`CollisionLayers`] are in the
/// first one. More than 32 variants do not compile.
///
/// A variant and an array of variants convert into a [`LayerMask`]. A mask prints the names of its layers, as all texts
/// do: `layers 1 "Player", 2 "Enemy"`.
///
/// ```
/// use bevy_gjk::{CollisionLayers, LayerMask, collision_layers};
///
/// collision_layers! {
///     /// The layers of the game.
///     pub enum Layer {
///         Ground,
///         Player,
///         Enemy,
///     }
/// }
///
/// let player = CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Enemy]);
/// assert!(player.interacts_with(CollisionLayers::default()));
/// assert!(!player.interacts_with(player));
/// assert_eq!(Layer::Player | Layer::Enemy, LayerMask(0b110));
/// assert_eq!(!Layer::Ground, !LayerMask::layer(0));
/// assert_eq!((Layer::Player | Layer::Enemy).to_string(), "layers 1 \"Player\", 2 \"Enemy\"");
/// ```
///
/// ```compile_fail
/// # use bevy_gjk::collision_layers;
/// collision_layers! {
///     enum TooMany {
///         L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14, L15, L16,
///         L17, L18, L19, L20, L21, L22, L23, L24, L25, L26, L27, L28, L29, L30, L31, L32,
///     }
/// }
/// ```
#[macro_export]
macro_rules! collision_layers {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($(#[$of_variant:meta])* $variant:ident),* $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility enum $name {
            $($(#[$of_variant])* $variant),*
        }

        const _: () = assert!(
            [$(stringify!($variant)),*].len() <= 32,
            concat!("`", stringify!($name), "` has more than 32 layers"),
        );

        impl ::core::convert::From<$name> for $crate::LayerMask {
            fn from(layer: $name) -> Self {
                static NAMES: $crate::texts::LayerNames =
                    $crate::texts::LayerNames::new(&[$(stringify!($variant)),*]);
                NAMES.register();
                Self::layer(layer as u32)
            }
        }

        // The enum of the app may well be called `L`.
        impl<OtherLayers: ::core::convert::Into<$crate::LayerMask>> ::core::ops::BitOr<OtherLayers> for $name {
            type Output = $crate::LayerMask;
            fn bitor(self, other: OtherLayers) -> $crate::LayerMask {
                $crate::LayerMask::from(self) | other.into()
            }
        }

        impl ::core::ops::Not for $name {
            type Output = $crate::LayerMask;
            fn not(self) -> $crate::LayerMask {
                !$crate::LayerMask::from(self)
            }
        }
    };
}

/// The layers that a collider is in, and the layers that it collides with. Both colliders of a pair must agree.
///
/// An entity without this component is in layer 0 and collides with all layers. The component acts on the collider of
/// its own entity, not on those of entities below it. On an entity without a collider it does nothing, and a warning
/// says so. [`CollisionRules::why_apart`](crate::CollisionRules::why_apart) tells you whether layers keep two entities
/// apart.
///
/// ```
/// use bevy_gjk::{CollisionLayers, LayerMask};
///
/// let bullet = CollisionLayers::new(LayerMask::layer(2), LayerMask::layer(1));
/// let enemy = CollisionLayers::new(LayerMask::layer(1), LayerMask::ALL);
/// assert!(bullet.interacts_with(enemy));
/// assert!(!bullet.interacts_with(bullet));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[component(summary_tick)]
#[reflect(Component, Debug, Default, Clone, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("collision groups", "collision matrix", "mask"))]
pub struct CollisionLayers {
    /// The layers that the collider is in.
    pub memberships: LayerMask,
    /// The layers that the collider collides with.
    pub filters: LayerMask,
}

impl CollisionLayers {
    /// Creates the layers of a collider that is in `memberships` and collides with `filters`.
    pub fn new(memberships: impl Into<LayerMask>, filters: impl Into<LayerMask>) -> Self {
        Self { memberships: memberships.into(), filters: filters.into() }
    }

    /// Returns whether two colliders may collide: each is in a layer that the other one collides with.
    #[inline]
    pub const fn interacts_with(self, other: Self) -> bool {
        other.accepts(self) && self.accepts(other)
    }

    /// Returns whether this collider collides with a layer that the other one is in: one of the two directions of
    /// [`interacts_with`](Self::interacts_with).
    #[inline]
    pub const fn accepts(self, other: Self) -> bool {
        self.filters.overlaps(other.memberships)
    }

    /// Returns the layers of something of which one part has these layers, and another part those.
    pub(crate) fn union(self, other: Self) -> Self {
        Self { memberships: self.memberships | other.memberships, filters: self.filters | other.filters }
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self { memberships: LayerMask::layer(0), filters: LayerMask::ALL }
    }
}
