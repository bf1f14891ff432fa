//! User-defined shapes, given by their support function.

use core::fmt;
use std::sync::Arc;

use bevy_platform::sync::atomic::{AtomicU64, Ordering};
use bevy_reflect::{Reflect, TypePath};
use gjk::{Space, Support};

use crate::collider::ColliderError;

type Shared<V> = Arc<dyn Support<V> + Send + Sync>;

/// A user-defined convex shape, given by its support function. Clones share it, and two are equal if they do. The
/// default has none: a collider with it is invalid.
///
/// The support function is enough for every question. What else a shape may tell is in [`gjk::support::hints`], and
/// [`gjk::guide`] adds it step by step: [manifolds](crate::Touch::manifold) of several points need `support_feature`.
///
/// ```
/// use bevy_gjk::dim2::Collider;
/// use gjk::{Support, Vec2};
///
/// /// All points with |x| + |y| ≤ 1.
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
#[derive(Clone, Default, PartialEq, Reflect)]
#[reflect(opaque, Clone, Debug, PartialEq)]
#[reflect(where V: TypePath)]
pub struct CustomShape<V: Space>(Option<Custom<V>>);

/// The number of custom shapes so far.
static CUSTOM_SHAPES: AtomicU64 = AtomicU64::new(0);

impl<V: Space> CustomShape<V> {
    /// Creates a shape from its support function.
    pub fn new(shape: impl Support<V> + Send + Sync + 'static) -> Self {
        Self(Some(Custom(Arc::new(shape), CUSTOM_SHAPES.fetch_add(1, Ordering::Relaxed))))
    }

    /// Returns the shape, or an error if there is no support function.
    pub(crate) fn prepare(&self) -> Result<Custom<V>, ColliderError> {
        self.0.clone().ok_or(ColliderError::NoCustomShape)
    }
}

impl<V> PartialEq for Custom<V> {
    fn eq(&self, other: &Self) -> bool {
        self.1 == other.1
    }
}

impl<V: Space> fmt::Debug for CustomShape<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "CustomShape(..)" } else { "CustomShape(none)" })
    }
}

/// A custom shape that has a support function.
#[derive(Clone)]
pub struct Custom<V>(
    pub(crate) Shared<V>,
    /// Its number, which no other one of the program has.
    pub(crate) u64,
);

impl<V: Space> fmt::Debug for Custom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Custom({})", self.1)
    }
}

/// Serializes to a unit: a function cannot be written to a file.
#[cfg(feature = "serialize")]
impl<V: Space> serde::Serialize for CustomShape<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

/// Deserializes to a shape without a support function.
#[cfg(feature = "serialize")]
impl<'de, V: Space> serde::Deserialize<'de> for CustomShape<V> {
    fn deserialize<S: serde::Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        <()>::deserialize(deserializer).map(|()| Self::default())
    }
}
