//! Which colliders care about each other.

use core::ops::{BitAnd, BitOr, Not};

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

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
pub struct LayerMask(pub u32);

impl LayerMask {
    /// No layer.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self(u32::MAX);

    /// The set of one layer, by its number from 0 to 31.
    #[inline]
    pub const fn layer(number: u32) -> Self {
        assert!(number < 32, "there are 32 layers, numbered from 0");
        Self(1 << number)
    }

    /// Whether some layer is in both sets.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for LayerMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
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

/// The layers that a collider is in, and those it collides with. Both of a pair must agree.
///
/// An entity without this component is in layer 0 and collides with all.
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
#[reflect(Component, Debug, Default, Clone, PartialEq, Hash)]
pub struct CollisionLayers {
    /// The layers that it is in.
    pub memberships: LayerMask,
    /// The layers that it collides with.
    pub filters: LayerMask,
}

impl CollisionLayers {
    /// In `memberships`, colliding with `filters`.
    pub fn new(memberships: impl Into<LayerMask>, filters: impl Into<LayerMask>) -> Self {
        Self { memberships: memberships.into(), filters: filters.into() }
    }

    /// Whether two colliders may collide: each is in a layer that the other collides with.
    #[inline]
    pub const fn interacts_with(self, other: Self) -> bool {
        self.memberships.overlaps(other.filters) && other.memberships.overlaps(self.filters)
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self { memberships: LayerMask::layer(0), filters: LayerMask::ALL }
    }
}
