//! The phases of collision detection as system sets, and a clock for each.

use bevy_ecs::prelude::SystemSet;

#[cfg(feature = "diagnostics")]
mod clock;

#[cfg(feature = "diagnostics")]
pub(crate) use clock::{Clock, timed};

/// The phases of collision detection, in the order in which they run; both dimensions share them.
///
/// In `PostUpdate`, observers and systems that are ordered after a phase may despawn anything, in whatever order the
/// plugins were added. Bevy's renderer inserts into new and changed entities by commands, and those abort the app if
/// the entity is gone. So [`Events`](Self::Events) comes after all systems that are not ordered after a phase, and
/// systems that are, and queue commands, come after the others that do.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn score(collisions: Res<Collisions>) { /* reads the touches of this frame */ }
///
/// let mut app = App::new();
/// app.add_plugins(CollisionPlugin::default());
/// app.add_systems(PostUpdate, score.after(CollisionSystems::NarrowPhase));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionSystems {
    /// Reads colliders and transforms, and computes the AABBs of those that changed. In all schedules but
    /// `PostUpdate` the transforms are propagated first, so that all motion before this set is taken into account.
    Prepare,
    /// Moves the [characters](crate::CharacterMover), and whatever systems of your own move by a
    /// [`ColliderMover`](crate::ColliderMover). What is moved here is where it went in all later phases of the same
    /// run.
    Movers,
    /// Finds the pairs whose AABBs overlap.
    BroadPhase,
    /// Asks the [filters](crate::CollisionFilter) about the pairs.
    Filter,
    /// Tests which pairs touch or are near. After this set [`Collisions`](crate::Collisions) is up to date.
    NarrowPhase,
    /// Writes the events and triggers the observers. Systems that react belong after this set.
    Events,
    /// Draws the overlay, if there is one.
    Overlay,
}

impl CollisionSystems {
    /// All phases, in their order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Prepare,
        Self::Movers,
        Self::BroadPhase,
        Self::Filter,
        Self::NarrowPhase,
        Self::Events,
        Self::Overlay,
    ];
}

/// Returns the system unchanged: without the feature `diagnostics` there are no clocks.
#[cfg(not(feature = "diagnostics"))]
#[expect(clippy::extra_unused_type_parameters, reason = "has the signature of the version with a clock")]
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
