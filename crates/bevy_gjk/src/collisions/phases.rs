//! What the phases do to the table: the plugin's own, and those that a user puts in their place.

use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{SimplexCache, Vector};

use crate::collider::{Dimension, Shape};
use crate::collisions::Collisions;
use crate::contacts::PairState;
use crate::end_reason::EndReason;
use crate::error::ColliderError;
use crate::events::into_event;
use crate::events::{CollisionEvent, ProximityEvent};
use crate::narrow_phase::NarrowPhase;
use crate::proxies::{ColliderSettings, Colliders, PlacedCollider};

/// Takes the colliders that a system in place of
/// [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds) found; see
/// [`Collisions::update_colliders`].
#[derive(Debug)]
pub struct ColliderWriter<'a, D: Dimension>(&'a mut Colliders<D>);

impl<D: Dimension> ColliderWriter<'_, D> {
    /// This entity takes part, with this shape, placed so, on these terms.
    ///
    /// # Errors
    /// Why the collider rests, if it is invalid. To warn of it is up to the caller.
    pub fn write(
        &mut self,
        entity: Entity,
        shape: &D::Collider,
        affine: <D::Vector as Vector>::Affine,
        terms: &ColliderSettings,
    ) -> Result<(), ColliderError> {
        let slot = self.0.upsert(entity, (true, || shape.prepare()), (true, || affine), terms);
        self.0.update_last(slot)
    }
}

/// Takes the pairs that a system in place of
/// [`CollisionSystems::BroadPhase`](crate::CollisionSystems::BroadPhase) found; see
/// [`Collisions::update_pairs`].
#[derive(Debug)]
pub struct PairWriter<'a, D: Dimension>(&'a mut NarrowPhase<D>);

impl<D: Dimension> PairWriter<'_, D> {
    /// These two are to be tested. What may not meet is passed over, and so is what was proposed before.
    #[inline]
    pub fn push(&mut self, one: &PlacedCollider<D>, two: &PlacedCollider<D>) {
        if one.may_meet(two) {
            self.0.push(one, two);
        }
    }
}

/// # For systems that replace a phase
/// Each phase of the plugin is one of these calls. A system of one's own in its place makes the same call,
/// with an answer of its own; see [`CollisionPlugin::replace`](crate::CollisionPlugin::replace).
impl<D: Dimension> Collisions<D> {
    /// The colliders that take part: their boxes, and which of them moved.
    pub fn colliders(&self) -> &Colliders<D> {
        &self.colliders
    }

    /// [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds): notes where all colliders are.
    ///
    /// `place` has to name every collider that takes part, moved or not. The touches of those that it does
    /// not name any more end, for the `reason` that is asked for.
    pub fn update_colliders(
        &mut self,
        write: impl FnOnce(&mut ColliderWriter<D>),
        reason: impl Fn(Entity) -> EndReason,
    ) {
        self.colliders.begin(false);
        write(&mut ColliderWriter(&mut self.colliders));
        self.colliders.remove_unseen(reason);
    }

    /// [`CollisionSystems::BroadPhase`](crate::CollisionSystems::BroadPhase): finds the pairs that the
    /// narrow phase will test.
    ///
    /// `search` has to propose each pair whose boxes overlap and of which at least one
    /// [moved](Colliders::moved); it may propose others. All pairs of which none moved stay as they are.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn each_with_each(mut collisions: ResMut<Collisions>) {
    ///     collisions.update_pairs(|colliders, pairs| {
    ///         for moved in colliders.moved() {
    ///             let near = colliders.iter().filter(|other| other.bounds().overlaps(&moved.bounds()));
    ///             near.for_each(|other| pairs.push(moved, other));
    ///         }
    ///     });
    /// }
    ///
    /// # let mut app = App::new();
    /// app.add_plugins(CollisionPlugin::default().replace(CollisionSystems::BroadPhase, each_with_each));
    /// ```
    pub fn update_pairs(&mut self, search: impl FnOnce(&Colliders<D>, &mut PairWriter<D>)) {
        self.narrow_phase.begin_search(&mut self.contacts, &mut self.colliders);
        search(&self.colliders, &mut PairWriter(&mut self.narrow_phase));
        self.narrow_phase.end_search(&mut self.contacts, &self.colliders, true);
        self.colliders.forget_changes();
    }

    /// [`CollisionSystems::Filter`](crate::CollisionSystems::Filter): asks about each pair that was
    /// found, or touched or was near until now, the entity with the lower index first, whether the two may meet. What
    /// no filter refuses in a run is allowed.
    pub fn filter_pairs(&mut self, allows: impl FnMut(Entity, Entity) -> bool) {
        self.narrow_phase.filter(&mut self.contacts, &self.colliders, allows);
    }

    /// [`CollisionSystems::NarrowPhase`](crate::CollisionSystems::NarrowPhase): gives each pair that was
    /// proposed a verdict. Pairs that touched or were near and were not proposed again, though one of them moved, end.
    ///
    /// `test` is given both colliders, that of the entity with the lower index first, what the last test of
    /// the pair left in its cache, and the verdict of that test. `now` is what [`Touch::since`] will say of
    /// what begins.
    ///
    /// [`Touch::since`]: crate::Touch::since
    pub fn test_pairs(
        &mut self,
        now: Duration,
        mut test: impl FnMut([&PlacedCollider<D>; 2], &mut SimplexCache<D::Vector>, &PairState<D>) -> PairState<D>,
    ) {
        self.narrow_phase.test(&mut self.contacts, &self.colliders, now, &mut test);
        self.colliders.end();
    }

    /// [`CollisionSystems::Events`](crate::CollisionSystems::Events): hands out what began and ended since
    /// the last call, in order. Without that phase it has to be called now and then, for what is not taken
    /// is kept.
    pub fn take_events(
        &mut self,
        mut touching: impl FnMut(CollisionEvent<D>),
        mut near: impl FnMut(ProximityEvent<D>),
    ) {
        for transition in self.contacts.take_transitions() {
            match into_event(transition) {
                Ok(event) => touching(event),
                Err(event) => near(event),
            }
        }
    }
}
