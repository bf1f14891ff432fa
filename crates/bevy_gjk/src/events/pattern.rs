//! Event patterns: observers of the events whose other entity has certain components, by Bevy's `EventPattern`.

use core::marker::PhantomData;
use core::ops::Deref;

use bevy_ecs::bundle::Bundle;
use bevy_ecs::event::{
    EntityComponentsTrigger, EntityEvent, Event, EventPattern, PropagateEntityTrigger, SetEntityEventTarget,
};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::events::{CollisionEnded, CollisionStarted, ProximityEnded, ProximityStarted};

mod sealed {
    /// Seals [`ObservedEvent`](super::ObservedEvent): only events of this crate implement it.
    pub trait Sealed {}
}

/// The entity events of pairs: [`CollisionStarted`], [`CollisionEnded`], [`ProximityStarted`] and [`ProximityEnded`].
pub trait ObservedEvent:
    sealed::Sealed
    + SetEntityEventTarget
    + for<'a> Event<Trigger<'a> = PropagateEntityTrigger<false, Self, &'static ChildOf>>
{
}

macro_rules! observed_events {
    ($($event:ident)*) => {
        $(impl<D: Dimension> sealed::Sealed for $event<D> {}
        impl<D: Dimension> ObservedEvent for $event<D> {})*
    };
}

observed_events!(CollisionStarted CollisionEnded ProximityStarted ProximityEnded);

/// An [`EventPattern`] for the event `E` of a pair whose other entity has a component of the bundle `C`. Use it by
/// the names of a prelude: `CollisionStartedWith<C>`, `CollisionEndedWith<C>`, `ProximityStartedWith<C>` and
/// `ProximityEndedWith<C>`.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_app::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// #[derive(Component)]
/// struct Enemy;
///
/// #[derive(Component)]
/// struct Health(i32);
///
/// fn take_damage(hit: On<CollisionStartedWith<Enemy>>, mut health: Query<&mut Health>) {
///     if let Ok(mut health) = health.get_mut(hit.entity) {
///         println!("{} was hit by the enemy {} at {}", hit.entity, hit.other, hit.contact.on_a);
///         health.0 -= 1;
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let circle = || (Collider::circle(1.0), Transform::default());
/// let player = app.world_mut().spawn((circle(), Health(3))).observe(take_damage).id();
/// app.world_mut().spawn((circle(), Enemy));
/// app.world_mut().spawn(circle()); // not an enemy
/// app.update();
/// assert_eq!(app.world().get::<Health>(player).unwrap().0, 2);
/// ```
///
/// The observer receives a [`MatchedEvent`], which has all fields of `E`. Observers of an entity and global ones can
/// use the pattern. Bevy looks up such observers by component, so they cost nothing for all other pairs.
///
/// # Which entities match
/// - A bundle of several components matches an entity that has **any** of them, as it does in all patterns of Bevy
///   ([`Add<(A, B)>`](bevy_ecs::lifecycle::Add)); the observer runs once even if the entity has several. For "all of
///   them", observe one and ask a `Query` for the rest. `()` matches all.
/// - The components are those that `other` has when the observers run. If it was despawned, they are those that it
///   had then: the touches of a despawned enemy end as touches of an enemy. This holds if the observer existed when
///   the systems ran last before the despawn.
/// - Only `other` itself counts, not its parents. Of a [`CompoundCollider`](crate::CompoundCollider) `other` is the
///   entity with that component; of other hierarchies it is the child with the `Collider`, and that is where the
///   component has to be.
///
/// # Order and bubbling
/// For each event of each entity, observers of `E` itself run first, those of patterns next, and then the commands of
/// both are applied. With [`BubbleCollisions`](crate::BubbleCollisions) matched events bubble up to parents, too: as
/// far as `E` itself did, or until an observer of the pattern decides otherwise by [`MatchedEvent::propagate`]. So
/// `propagate(false)` on `E` stops both events, and on the matched event it stops that one alone.
pub struct EventWith<E: ObservedEvent, C: Bundle>(PhantomData<fn() -> (E, C)>);

impl<E: ObservedEvent, C: Bundle> EventPattern for EventWith<E, C> {
    type Event = MatchedEvent<E>;
    type Components = C;
}

/// The event that an observer of an [`EventWith`] pattern receives: the event `E`, whose fields it has by [`Deref`].
///
/// Its [trigger](bevy_ecs::observer::On::trigger) lists components of the other entity for which there are observers;
/// it has no archetypes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchedEvent<E> {
    pub(super) event: E,
    pub(super) original_target: Entity,
    pub(super) propagates: bool,
}

impl<E: ObservedEvent> MatchedEvent<E> {
    /// Returns the entity that the event was sent to, before it bubbled up to a parent.
    pub fn original_event_target(&self) -> Entity {
        self.original_target
    }

    /// Sets whether observers of the same pattern on the parent of [`event_target`](EntityEvent::event_target)
    /// receive the event, too. By default they do if the entity has [`BubbleCollisions`](crate::BubbleCollisions).
    pub fn propagate(&mut self, should_propagate: bool) {
        self.propagates = should_propagate;
    }

    /// Returns whether observers of the same pattern on the parent will receive the event.
    pub fn get_propagate(&self) -> bool {
        self.propagates
    }
}

impl<E> Deref for MatchedEvent<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.event
    }
}

impl<E: ObservedEvent> Event for MatchedEvent<E> {
    type Trigger<'a> = EntityComponentsTrigger<'a>;
}

impl<E: ObservedEvent> EntityEvent for MatchedEvent<E> {
    fn event_target(&self) -> Entity {
        self.event.event_target()
    }
}
