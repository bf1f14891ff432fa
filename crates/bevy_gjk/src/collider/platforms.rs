//! What characters stand on: platforms that are solid from one side, and conveyors.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use gjk::Vector;

use crate::collider::Dimension;

/// Makes a collider solid for a [`CharacterMover`](crate::CharacterMover) only from one side: the character stands on
/// it, and jumps through it from below.
///
/// - A part of it is solid for a move that begins outside of the part, at a distance of the skin, and hits it from the
///   side of `direction`. Parts are those of a [compound](crate::CompoundCollider), a polyline, a height field, and the
///   cells of a grid, each on its own.
/// - An outline, a 2D mesh, an extrusion and a closed mesh count as a whole. For a move that begins in one, no part of
///   it is solid. So it has no ground inside, and what has jumped into it falls out below.
/// - It is never a wall for a mover that comes along beside it: an edge that is too steep to walk over counts only for
///   a motion that comes from above the surface.
/// - A platform that moves is compared at the place where it was in the run before. So a rising one lifts the
///   characters that stand on it and passes through all others.
/// - [`MoverMotion::drop_through`](crate::MoverMotion::drop_through) ignores all of them for one move, and the one that
///   the mover stands on until the mover has left it.
///
/// It is ignored, with a warning, while its `direction` is zero or not finite, or its `max_angle` is negative, not
/// finite or more than a whole turn.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let place = Transform::from_xyz(0.0, 32.0, 0.0);
///     commands.spawn((Collider::rectangle(48.0, 4.0), OneWayPlatform::default(), place));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
#[doc(alias("one-way", "one-way platform", "jump-through"))]
pub struct OneWayPlatform<D: Dimension> {
    /// The direction from the platform to its solid side, in the world, of any length. It does not turn with the
    /// entity.
    pub direction: D::Vector,
    /// The largest angle, in radians, between `direction` and the normal of a hit that counts as from that side.
    pub max_angle: f32,
}

impl<D: Dimension> Default for OneWayPlatform<D> {
    /// Solid from above, within 60 degrees.
    fn default() -> Self {
        Self { direction: D::Vector::axis(1), max_angle: 60f32.to_radians() }
    }
}

impl<D: Dimension> OneWayPlatform<D> {
    /// Checks its numbers.
    ///
    /// # Errors
    /// Returns what is wrong with them.
    pub(crate) fn checked(self) -> Result<Self, &'static str> {
        if !self.direction.is_finite() || self.direction == D::Vector::ZERO {
            return Err("its direction is zero or not finite");
        }
        if !(self.max_angle.is_finite() && self.max_angle >= 0.0) {
            return Err("its max_angle is negative or not finite");
        }
        if self.max_angle > core::f32::consts::TAU {
            return Err("its max_angle is more than a whole turn: it is in radians");
        }
        Ok(self)
    }

    /// Returns whether a hit comes from the solid side, so that the platform blocks the mover. `normal` is the unit
    /// normal of the surface, towards the mover.
    pub(crate) fn blocks_towards(&self, normal: D::Wide) -> bool {
        use gjk::Wide;
        let direction = self.direction.widen();
        let length = direction.dot(direction).sqrt();
        direction.dot(normal) >= length * f64::from(self.max_angle).min(core::f64::consts::PI).cos()
    }
}

/// The velocity at which a collider's surface carries a [`CharacterMover`](crate::CharacterMover) that stands on it: a
/// conveyor belt. It is in world units per second of `Time`, and in the directions of the world: it does not turn with
/// the entity. On a slope that is ground, its horizontal part is kept uphill, too.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Collider::rectangle(100.0, 8.0), SurfaceVelocity::new(Vec2::X * 30.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("conveyor", "platform"))]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct SurfaceVelocity<D: Dimension> {
    /// The velocity of the surface. While it is not finite, it is ignored, with a warning.
    pub velocity: D::Vector,
}

impl<D: Dimension> SurfaceVelocity<D> {
    /// Creates a conveyor of this velocity.
    pub const fn new(velocity: D::Vector) -> Self {
        Self { velocity }
    }

    /// Checks its velocity.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub(crate) fn checked(self) -> Result<Self, &'static str> {
        if self.velocity.is_finite() { Ok(self) } else { Err("its velocity is not finite") }
    }
}
