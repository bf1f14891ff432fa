//! A user's own shape.

use core::fmt;
use std::sync::Arc;

use bevy_reflect::{Reflect, TypePath};
use gjk::{Space, Support};

use crate::error::ColliderError;

type Shared<V> = Arc<dyn Support<V> + Send + Sync>;

/// A shape that is known by its support function alone, shared between all that use it.
///
/// ```
/// use bevy_gjk::dim2::Collider;
/// use gjk::{Support, Vec2};
///
/// /// Where |x| + |y| is at most 1.
/// struct Diamond;
///
/// impl Support<Vec2> for Diamond {
///     fn support(&self, direction: Vec2) -> Vec2 {
///         let x = direction.x.abs() > direction.y.abs();
///         if x { Vec2::X.copysign(direction) } else { Vec2::new(0.0, 1f32.copysign(direction.y)) }
///     }
/// }
///
/// let collider = Collider::custom(Diamond);
/// # assert_eq!(collider, collider.clone());
/// ```
#[derive(Reflect)]
#[reflect(opaque, Clone, Debug, PartialEq)]
#[reflect(where V: TypePath)]
pub struct CustomShape<V: Space>(Option<Shared<V>>);

impl<V: Space> CustomShape<V> {
    /// The shape with this support function.
    pub fn new(shape: impl Support<V> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(shape)))
    }

    pub(crate) fn prepare(&self) -> Result<Custom<V>, ColliderError> {
        self.0.clone().map(Custom).ok_or(ColliderError::NoCustomShape)
    }
}

// By hand: `V` need not be any of these.
impl<V: Space> Clone for CustomShape<V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Without a support function: such a collider is invalid, and rests.
impl<V: Space> Default for CustomShape<V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V: Space> fmt::Debug for CustomShape<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "CustomShape(..)" } else { "CustomShape(none)" })
    }
}

/// Two are equal if they share one support function.
impl<V: Space> PartialEq for CustomShape<V> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (None, None) => true,
            _ => false,
        }
    }
}

/// A custom shape that is there.
#[derive(Clone)]
pub struct Custom<V>(pub(crate) Shared<V>);

impl<V: Space> fmt::Debug for Custom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Custom(..)")
    }
}

/// Files hold nothing of it: a function cannot be written down.
#[cfg(feature = "serialize")]
impl<V: Space> serde::Serialize for CustomShape<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

/// Without a support function.
#[cfg(feature = "serialize")]
impl<'de, V: Space> serde::Deserialize<'de> for CustomShape<V> {
    fn deserialize<S: serde::Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        <()>::deserialize(deserializer).map(|()| Self::default())
    }
}
