//! The phases of collision detection as system sets, and the clock of each.

use bevy_ecs::prelude::SystemSet;

#[cfg(feature = "diagnostics")]
mod clock;

#[cfg(feature = "diagnostics")]
pub(crate) use clock::{Clock, timed};

/// The phases of collision detection, in the order in which they run; both dimensions share them.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn score(collisions: Res<Collisions>) { /* what touches is known here, in this frame */ }
///
/// let mut app = App::new();
/// app.add_plugins(CollisionPlugin::default());
/// app.add_systems(PostUpdate, score.after(CollisionSystems::NarrowPhase));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionSystems {
    /// Notes where the colliders are, and computes the boxes around those that changed. In all schedules but
    /// `PostUpdate` the transforms are propagated first, so that what moves before this set is seen where it
    /// went.
    Bounds,
    /// Finds the pairs whose boxes overlap.
    BroadPhase,
    /// Asks the [filters](crate::CollisionFilter) about the pairs.
    Filter,
    /// Finds which of these touch or are near: from here on [`Collisions`](crate::Collisions) is right.
    NarrowPhase,
    /// Writes the events and triggers the observers.
    Events,
    /// Draws the overlay, if there is one.
    Overlay,
}

/// Without the feature `diagnostics` no system has a clock.
#[cfg(not(feature = "diagnostics"))]
#[expect(clippy::extra_unused_type_parameters, reason = "called as the one with a clock is")]
pub(crate) fn timed<D: crate::collider::Dimension, S, M>(
    _: &mut bevy_app::App,
    _: CollisionSystems,
    system: S,
) -> S
where
    S: bevy_ecs::prelude::IntoSystem<(), (), M>,
{
    system
}
