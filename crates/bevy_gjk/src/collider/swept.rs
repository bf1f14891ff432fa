//! Continuous collision detection for fast colliders.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

/// Sweeps a collider along its path since the last run of the systems (continuous collision detection), so that it
/// does not tunnel through others: for bullets, dashes, and colliders that move farther in a frame than their size.
///
/// If one collider of a pair is swept, the two touch if they meet anywhere along the path. The touch begins in that
/// frame, with the contact at the time of impact, and [`time`](crate::Touch::time) is that time as a fraction of the
/// path, from 0 to 1. If the two overlap at the start, it is 0, and the contact is that at the start. Of several walls that
/// it meets in one run, [`first_touch`](crate::Collisions::first_touch) is the first. The touch ends like any other, in the
/// first frame whose path does not meet the other collider.
///
/// A collider that is not swept is tested at its position at the end of the frame. If both are swept, both move.
/// Proximity is tested at the end of the path. A touch has no [manifold](crate::Touch::manifold) if the two no
/// longer touch at the end of the path.
///
/// # The path
/// A translation is a straight line at constant speed and is tested as a whole, at any speed, as precisely as any
/// cast. A rotation turns at a
/// constant rate through the smaller angle, and the scale changes linearly: a sprite that is flipped by a scale of −1 passes through a
/// scale of 0, and does not turn round. Both are followed by conservative
/// advancement, which misses nothing: the tolerance is 1/10,000 of the size of the smaller collider, or 1/512 of the
/// distance that the rotation moves the farthest point in a frame if that is more. Colliders that pass within this
/// distance count as touching. Half-spaces do not turn along the path.
///
/// If a run is interrupted, as by [`detect_collisions`](crate::detect_collisions) between two of its phases, no part of
/// the path is lost: the next test covers the straight line from where the collider was last tested.
///
/// The first run with a collider does not sweep it, and neither does the first one after a [`reset`](Self::reset).
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
///     // Only the first collider on its path is hit.
///     let Some(first) = collisions.first_touch(hit.entity) else { return };
///     if first.other == hit.other {
///         println!("the bullet hits {} at {}", hit.other, hit.contact.on_b);
///         commands.entity(hit.entity).despawn();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[component(summary_tick)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("bullet", "tunnelling", "tunneling", "CCD", "continuous collision detection"))]
pub struct SweptCollider {
    /// The number of resets: changing it triggers change detection.
    #[reflect(default)]
    #[cfg_attr(feature = "serialize", serde(default))]
    resets: u32,
}

impl SweptCollider {
    /// Skips the sweep in the next run of the systems, because the entity was teleported and did not move along a path.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_gjk::SweptCollider;
    ///
    /// fn teleport(mut travelers: Query<(&mut Transform, &mut SweptCollider)>) {
    ///     for (mut transform, mut swept) in &mut travelers {
    ///         transform.translation.x = -transform.translation.x;
    ///         swept.reset();
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(teleport);
    /// ```
    pub fn reset(&mut self) {
        self.resets = self.resets.wrapping_add(1);
    }

    /// Returns the number of resets.
    pub(crate) fn resets(&self) -> u32 {
        self.resets
    }
}
