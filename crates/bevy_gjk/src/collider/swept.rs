//! Fast movers.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// Sweeps a collider along its way since the systems last ran, so that it meets what it would otherwise have
/// flown through: for bullets, dashes, and whatever moves farther in a frame than it is large.
///
/// Two colliders of which one is swept touch if they meet anywhere on the way. The touch begins in that frame,
/// with the contact of the first impact, and its [`time`](crate::Touch::time) tells where on the way that was,
/// from 0 to 1: of several walls, the first has the least. If they meet at the start already, it is 0, and the
/// contact is that at the start. The touch ends as any other, when the way of a later frame does not meet.
///
/// What is not swept counts as standing where it is at the end of the frame. If both are swept, both move.
/// What is near is judged at the end of the way. A touch on the way has no
/// [manifold](crate::Collisions::manifold), unless the two still touch at the end of it.
///
/// # What way
/// Along a straight line at a steady pace, which is exact: one is as little missed at ten lengths a frame as at
/// ten thousand. What turns is taken to turn steadily and the shorter way round; stretching is steady, too.
/// These are followed in steps that miss nothing, to a ten-thousandth of the size of the smaller of both, or
/// to a 512th of how far turning moves the farthest point in a frame if that is more: what passes as near as
/// this counts as touched. Half-spaces do not turn on the way.
///
/// Where a run is cut short, as by [`detect_collisions`](crate::detect_collisions) between two of its phases, nothing of
/// the way is lost: the next test is of the straight line from where the collider was last tested.
///
/// The first run with a collider does not sweep it, and after a [`reset`](Self::reset) the next does not.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn shoot(mut commands: Commands) {
///     commands.spawn((Collider::circle(2.0), SweptCollider::default())).observe(hit);
/// }
///
/// fn hit(hit: On<CollisionStarted>, collisions: Res<Collisions>, mut commands: Commands) {
///     // Others may have been met on the same way.
///     let first = collisions.collisions_with(hit.entity).all(|touch| hit.time <= touch.time);
///     if first {
///         println!("the bullet hits {} at {}", hit.other, hit.contact.on_a);
///         commands.entity(hit.entity).despawn();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct SweptCollider {
    /// How often it was reset: what changes it is noticed.
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    resets: u32,
}

impl SweptCollider {
    /// Tells that the entity was put where it is, and did not move there: the next run of the systems does not
    /// sweep it.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_gjk::SweptCollider;
    ///
    /// fn teleport(mut travellers: Query<(&mut Transform, &mut SweptCollider)>) {
    ///     for (mut transform, mut swept) in &mut travellers {
    ///         transform.translation.x = -transform.translation.x;
    ///         swept.reset();
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(teleport);
    /// ```
    pub fn reset(&mut self) {
        self.resets = self.resets.wrapping_add(1);
    }
}
