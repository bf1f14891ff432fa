//! Conversions between the AABBs of [`gjk`] and those of `bevy_shape`.

use bevy_shape::{Aabb2d, Aabb3d};
use gjk::{Aabb, Vec2, Vec3};

/// Converts between an axis-aligned bounding box of [`gjk`] and that of `bevy_shape`.
///
/// Rays need no conversion: pass `ray.origin` and `ray.direction` of a `Ray2d` or `Ray3d` to
/// [`CollisionQuery::cast_ray`](crate::CollisionQuery::cast_ray), which takes a `Dir2`, `Dir3` or vector.
///
/// ```
/// use bevy_gjk::{gjk::Vec2, shape::BevyAabb, shape::Aabb};
/// use bevy_shape::Aabb2d;
///
/// let screen = Aabb2d::new(Vec2::ZERO, Vec2::new(8.0, 4.5));
/// let bounds = Aabb::<Vec2>::from_bevy(screen);
/// assert_eq!(bounds.max, Vec2::new(8.0, 4.5));
/// assert_eq!(bounds.to_bevy(), screen);
/// ```
pub trait BevyAabb {
    /// The type in `bevy_shape`: `Aabb2d` or `Aabb3d`.
    type Bevy;

    /// Converts from the type of `bevy_shape`.
    fn from_bevy(aabb: Self::Bevy) -> Self;

    /// Converts to the type of `bevy_shape`.
    fn to_bevy(self) -> Self::Bevy;
}

impl BevyAabb for Aabb<Vec2> {
    type Bevy = Aabb2d;

    fn from_bevy(Aabb2d { min, max }: Aabb2d) -> Self {
        Self { min, max }
    }

    fn to_bevy(self) -> Aabb2d {
        Aabb2d { min: self.min, max: self.max }
    }
}

impl BevyAabb for Aabb<Vec3> {
    type Bevy = Aabb3d;

    fn from_bevy(Aabb3d { min, max }: Aabb3d) -> Self {
        Self { min: min.into(), max: max.into() }
    }

    fn to_bevy(self) -> Aabb3d {
        Aabb3d { min: self.min.into(), max: self.max.into() }
    }
}
