//! The calls of [`Collisions`] that make up the phases, for systems that replace those of the plugin.

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{SimplexCache, Vector};

use crate::collider::{ColliderError, Dimension, Shape};
use crate::detection::contacts::PairState;
use crate::detection::narrow_phase::NarrowPhase;
use crate::detection::proxies::{ColliderSettings, Colliders, PlacedCollider};
use crate::detection::{Collisions, EndReason};
use crate::events::{CollisionEvent, PairMessage, ProximityEvent, into_message};

/// Writes colliders to the table, for a system that replaces
/// [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare); see [`Collisions::update_colliders`].
#[derive(Debug)]
pub struct ColliderWriter<'a, D: Dimension>(&'a mut Colliders<D>);

impl<D: Dimension> ColliderWriter<'_, D> {
    /// Writes the collider of an entity: its shape, its transform and its settings.
    ///
    /// # Errors
    /// Returns why the collider is invalid; it takes no part then. The caller may warn of it.
    pub fn write(
        &mut self,
        entity: Entity,
        shape: &D::Collider,
        affine: <D::Vector as Vector>::Affine,
        settings: &ColliderSettings,
    ) -> Result<(), ColliderError> {
        let slot = self.0.insert_or_update(entity, (true, || shape.prepare()), (true, || affine), settings);
        self.0.update_last(slot)
    }
}

/// Collects pairs, for a system that replaces [`CollisionSystems::BroadPhase`](crate::CollisionSystems::BroadPhase);
/// see [`Collisions::update_pairs`].
#[derive(Debug)]
pub struct PairWriter<'a, D: Dimension>(&'a mut NarrowPhase<D>, &'a Colliders<D>);

impl<D: Dimension> PairWriter<'_, D> {
    /// Adds a pair to be tested. Pairs that [should not collide](PlacedCollider::should_collide) are ignored, and so
    /// are repeated pairs.
    #[inline]
    pub fn push(&mut self, one: &PlacedCollider<D>, two: &PlacedCollider<D>) {
        if one.should_collide(two) {
            self.0.push(one, two, self.1);
        }
    }
}

/// # For systems that replace a phase
/// Each phase of the plugin is one of these calls. A system that replaces a phase makes the same call, with its own
/// closure; see [`CollisionPlugin::replace`](crate::CollisionPlugin::replace).
impl<D: Dimension> Collisions<D> {
    /// Returns the table of colliders: their AABBs, and which of them changed.
    pub fn colliders(&self) -> &Colliders<D> {
        &self.colliders
    }

    /// Updates all colliders: the call of [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare).
    ///
    /// `write` has to write every collider that takes part, changed or not. A collider that it does not write is
    /// removed, and its touches end with the reason that `reason` returns for its entity.
    pub fn update_colliders(
        &mut self,
        write: impl FnOnce(&mut ColliderWriter<D>),
        reason: impl Fn(Entity) -> EndReason,
    ) {
        self.colliders.begin(false);
        write(&mut ColliderWriter(&mut self.colliders));
        self.colliders.remove_unvisited(reason);
    }

    /// Finds the pairs that the narrow phase will test: the call of
    /// [`CollisionSystems::BroadPhase`](crate::CollisionSystems::BroadPhase).
    ///
    /// `search` has to push each pair whose AABBs overlap and of which at least one collider
    /// [changed](Colliders::changed); it may push others. Pairs of which neither changed keep their state.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn each_with_each(mut collisions: ResMut<Collisions>) {
    ///     collisions.update_pairs(|colliders, pairs| {
    ///         for changed in colliders.changed() {
    ///             let near = colliders.iter().filter(|other| other.bounds().overlaps(&changed.bounds()));
    ///             near.for_each(|other| pairs.push(changed, other));
    ///         }
    ///     });
    /// }
    ///
    /// # let mut app = App::new();
    /// app.add_plugins(CollisionPlugin::default().replace(CollisionSystems::BroadPhase, each_with_each));
    /// ```
    pub fn update_pairs(&mut self, search: impl FnOnce(&Colliders<D>, &mut PairWriter<D>)) {
        self.narrow_phase.begin_search(&mut self.contacts, &mut self.colliders);
        search(&self.colliders, &mut PairWriter(&mut self.narrow_phase, &self.colliders));
        self.narrow_phase.end_search(&mut self.contacts, &self.colliders, true);
        self.colliders.forget_changes();
    }

    /// Filters the pairs: the call of [`CollisionSystems::Filter`](crate::CollisionSystems::Filter).
    ///
    /// `allows` is asked about each pair that was found, touches or is near, with the entity that is lower in order
    /// first. A pair that no filter refuses in a run is allowed.
    pub fn filter_pairs(&mut self, allows: impl FnMut(Entity, Entity) -> bool) {
        self.narrow_phase.filter(&mut self.contacts, &self.colliders, allows);
    }

    /// Tests the pairs: the call of [`CollisionSystems::NarrowPhase`](crate::CollisionSystems::NarrowPhase). Touches
    /// and proximities of a changed collider end if their pair was not found again.
    ///
    /// `test` gets both colliders, that of the entity that is lower in order first, the simplex cache of the pair as
    /// the last test left it, and the state that the last test returned. It returns the new state. `now` becomes the
    /// [`Touch::since`] of touches that begin.
    ///
    /// [`Touch::since`]: crate::Touch::since
    pub fn test_pairs(
        &mut self,
        now: Duration,
        mut test: impl FnMut([&PlacedCollider<D>; 2], &mut SimplexCache<D::Vector>, &PairState<D>) -> PairState<D>,
    ) {
        self.narrow_phase.test_by(&mut self.contacts, &self.colliders, now, &mut test);
        self.colliders.end();
    }

    /// Takes the events since the last call, in order: the call of
    /// [`CollisionSystems::Events`](crate::CollisionSystems::Events).
    ///
    /// An app without that phase has to call it regularly, since events are kept until they are taken.
    pub fn take_events(
        &mut self,
        mut touching: impl FnMut(CollisionEvent<D>),
        mut near: impl FnMut(ProximityEvent<D>),
    ) {
        for (transition, _) in self.contacts.take_transitions() {
            match into_message(transition) {
                PairMessage::Collision(event) => touching(event),
                PairMessage::Proximity(event) => near(event),
            }
        }
    }
}
