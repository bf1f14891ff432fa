//! The component with the displacement that a character is to make.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use crate::collider::Dimension;

/// The displacement that a [`CharacterMover`](crate::CharacterMover) is to make in the next run. It is not a velocity.
///
/// Each run takes it and leaves zero, so a game in a fixed schedule may add up the displacements of several ticks.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec3;
/// # use bevy_time::Time;
/// use bevy_gjk::dim3::prelude::*;
///
/// fn walk(time: Res<Time>, mut motions: Query<&mut MoverMotion>) {
///     for mut motion in &mut motions {
///         motion.displacement += Vec3::new(4.0, 0.0, 0.0) * time.delta_secs();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(walk);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
pub struct MoverMotion<D: Dimension> {
    /// The displacement that is wanted. If it is not finite, the mover stays where it is, and
    /// [`MoverState::end`](crate::MoverState::end) says so.
    pub displacement: D::Vector,
    /// Whether [one-way platforms](crate::OneWayPlatform) are ignored by this move: to drop down through the one on which
    /// the mover stands. One run is enough, even if the displacement is zero: the mover does not stand on it any more, and
    /// until it has left it, or rises, or stands again, that platform is passable, and what is at the same height.
    pub drop_through: bool,
}

impl<D: Dimension> MoverMotion<D> {
    /// Creates a motion.
    pub fn new(displacement: D::Vector) -> Self {
        Self { displacement, drop_through: false }
    }
}
