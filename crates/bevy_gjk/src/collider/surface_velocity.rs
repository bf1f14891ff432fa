//! Conveyors.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use gjk::Vector;

use crate::collider::Dimension;

/// The velocity at which a collider's surface carries a [`CharacterMover`](crate::CharacterMover) that stands on it: a
/// conveyor belt. In units of the world per second of `Time`, and in the directions of the world: it does not turn with the
/// entity. On a slope that is ground, its horizontal part is kept uphill, too.
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
