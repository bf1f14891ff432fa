//! The log of ticks: each event is presented once, however often its tick is run.

use std::collections::VecDeque;

use bevy_app::{App, Plugin};
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::event::Event;
use bevy_ecs::message::Message;
use bevy_ecs::prelude::{Resource, World};
use core::marker::PhantomData;
use core::ops::RangeInclusive;

use crate::collider::Dimension;
use crate::events::CollisionEvent;

/// A message, and an event for observers: something happened in a tick, and is presented for the first time. Sounds,
/// particles and scores belong here. See [`CollisionLog`].
#[derive(Event, Clone, Copy, Debug, PartialEq)]
pub struct CollisionPresented<D: Dimension> {
    /// The tick in which it happened.
    pub tick: u64,
    /// What happened.
    pub event: CollisionEvent<D>,
}

/// A message, and an event for observers: what was presented has not happened after all, since its tick was run again.
/// See [`CollisionLog`].
#[derive(Event, Clone, Copy, Debug, PartialEq)]
pub struct CollisionRetracted<D: Dimension> {
    /// The tick in which it was thought to have happened.
    pub tick: u64,
    /// What was presented.
    pub event: CollisionEvent<D>,
}

impl<D: Dimension> Message for CollisionPresented<D> {}
impl<D: Dimension> Message for CollisionRetracted<D> {}

/// Adds the resource [`CollisionLog`] and its messages to an app.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// // The game is rolled back by at most 12 ticks.
/// App::new().add_plugins((CollisionPlugin::in_schedule(FixedPostUpdate), CollisionLogPlugin::new(12)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CollisionLogPlugin<D: Dimension> {
    ticks: usize,
    dimension: PhantomData<D>,
}

impl<D: Dimension> CollisionLogPlugin<D> {
    /// Creates a plugin whose log keeps the events of `ticks` ticks, at least one. Choose the largest number of ticks
    /// by which the game is rolled back.
    pub fn new(ticks: usize) -> Self {
        Self { ticks, dimension: PhantomData }
    }
}

impl<D: Dimension> Plugin for CollisionLogPlugin<D> {
    fn build(&self, app: &mut App) {
        app.insert_resource(CollisionLog::<D>::new(self.ticks))
            .add_message::<CollisionPresented<D>>()
            .add_message::<CollisionRetracted<D>>();
    }
}

/// The events of one tick.
#[derive(Clone, Debug)]
struct Tick<D: Dimension> {
    number: u64,
    /// As the last run of the tick found them.
    events: Vec<CollisionEvent<D>>,
    /// Each of them as it was presented.
    presented: Vec<Logged<D>>,
}

/// An event, and the keys of both entities.
#[derive(Clone, Copy, Debug)]
struct Logged<D: Dimension> {
    event: CollisionEvent<D>,
    keys: [Option<u64>; 2],
}

impl<D: Dimension> Logged<D> {
    /// Returns whether it is the same event as another one of the tick, whatever their numbers.
    fn is_same(&self, other: &Self) -> bool {
        let [entities, others] = [self, other].map(|logged| logged.event.entities());
        let is_same = |a: usize, b: usize| match (self.keys[a], other.keys[b]) {
            (Some(one), Some(two)) => one == two,
            _ => entities[a] == others[b],
        };
        self.event.is_started() == other.event.is_started()
            && (is_same(0, 0) && is_same(1, 1) || is_same(0, 1) && is_same(1, 0))
    }
}

/// A resource: the events of the last ticks, by which each is presented once, although rollback runs ticks again.
///
/// Name the tick before each run by [`begin_tick`](Self::begin_tick). A tick that is run again replaces what is logged
/// of it. Only the difference is sent, in [`CollisionSystems::Events`](crate::CollisionSystems::Events): what is new as
/// [`CollisionPresented`], what has not happened after all as [`CollisionRetracted`], each as a message and to
/// observers, retractions first. The ordinary events come in each run: the rules of the game, which are rolled back as
/// well, belong there.
///
/// Two events of a tick are the same if both are starts or both are ends, of the same two colliders: that the contact,
/// or the reason, is another one is not reported. Colliders that have a key are the same if their
/// [keys](crate::CollisionOrder) are, so what is spawned again when a tick is run again needs no mapping; others are
/// the same if their entities are. Where such an entity comes back under another id, map the log as well: it implements
/// [`MapEntities`].
///
/// What was presented once may name an entity that is gone: that of the bullet before it was spawned again. It is
/// retracted under the names under which it was presented, unless the log was mapped since, so a game finds the sound
/// by them that it has started. To find the present entity, keep the key, not the entity. [`events`](Self::events)
/// names those of the last run.
///
/// Events of ticks that are no longer kept are final: running such a tick again sends nothing.
#[derive(Resource, Clone, Debug)]
#[doc(alias("rollback", "resimulation", "netcode"))]
pub struct CollisionLog<D: Dimension> {
    capacity: usize,
    /// The ticks, ascending.
    ticks: VecDeque<Tick<D>>,
    /// The last tick that is no longer kept.
    last_final: Option<u64>,
    tick: u64,
    /// Whether the next run is the first one of the tick.
    begins: bool,
    /// The events of a run.
    recorded: Vec<Logged<D>>,
}

impl<D: Dimension> CollisionLog<D> {
    /// Creates a log that keeps `ticks` ticks, at least one.
    fn new(ticks: usize) -> Self {
        Self {
            capacity: ticks.max(1),
            ticks: VecDeque::new(),
            last_final: None,
            tick: 0,
            begins: true,
            recorded: Vec::new(),
        }
    }

    /// Names the tick to which the events of the next run belong. If it was run before, these take the place of what is
    /// logged of it. Further runs without another call add to the same tick.
    pub fn begin_tick(&mut self, tick: u64) {
        (self.tick, self.begins) = (tick, true);
    }

    /// Returns the ticks that are kept; `None` if none is.
    pub fn kept(&self) -> Option<RangeInclusive<u64>> {
        Some(self.ticks.front()?.number..=self.ticks.back()?.number)
    }

    /// Returns the events of a tick, as it was last run, or `None` if it is not [kept](Self::kept).
    pub fn events(&self, tick: u64) -> Option<&[CollisionEvent<D>]> {
        let index = self.ticks.binary_search_by_key(&tick, |kept| kept.number).ok()?;
        Some(&self.ticks[index].events)
    }

    /// Records an event of the run.
    pub(crate) fn record(&mut self, event: CollisionEvent<D>, keys: [Option<u64>; 2]) {
        self.recorded.push(Logged { event, keys });
    }

    /// Ends a run, and returns what it presents and what it retracts.
    pub(crate) fn end_run(&mut self) -> Changes<D> {
        let tick = self.tick;
        let replaces = core::mem::take(&mut self.begins);
        let mut changes = Changes { tick, presented: Vec::new(), retracted: Vec::new() };
        if self.last_final.is_some_and(|last| tick <= last) {
            self.recorded.clear();
            return changes;
        }
        let index = match self.ticks.binary_search_by_key(&tick, |kept| kept.number) {
            Ok(index) => index,
            Err(index) => {
                self.ticks.insert(index, Tick { number: tick, events: Vec::new(), presented: Vec::new() });
                index
            }
        };
        let Tick { events, presented, .. } = &mut self.ticks[index];
        // Mostly the run finds the same events in the same order, so each is the first of those that are left.
        let mut left = VecDeque::new();
        if replaces {
            events.clear();
            left.extend(presented.drain(..));
        }
        for new in self.recorded.drain(..) {
            events.push(new.event);
            let same = left.iter().position(|old| new.is_same(old)).and_then(|index| left.remove(index));
            changes.presented.extend(same.is_none().then_some(new.event));
            presented.push(Logged { event: same.map_or(new.event, |old| old.event), ..new });
        }
        changes.retracted.extend(left.into_iter().map(|old| old.event));
        while self.ticks.len() > self.capacity {
            self.last_final = self.ticks.pop_front().map(|tick| tick.number);
        }
        changes
    }
}

impl<D: Dimension> MapEntities for CollisionLog<D> {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        for Tick { events, presented, .. } in &mut self.ticks {
            for event in events.iter_mut().chain(presented.iter_mut().map(|logged| &mut logged.event)) {
                let (CollisionEvent::Started { a, b, .. } | CollisionEvent::Ended { a, b, .. }) = event;
                (*a, *b) = (mapper.get_mapped(*a), mapper.get_mapped(*b));
            }
        }
    }
}

/// What a run of a tick changes of what was presented.
pub(crate) struct Changes<D: Dimension> {
    tick: u64,
    presented: Vec<CollisionEvent<D>>,
    retracted: Vec<CollisionEvent<D>>,
}

impl<D: Dimension> Changes<D> {
    /// Returns whether there is nothing to send.
    pub(crate) fn is_empty(&self) -> bool {
        self.presented.is_empty() && self.retracted.is_empty()
    }

    /// Writes the messages, and triggers the observers.
    pub(crate) fn send(self, world: &mut World) {
        let Self { tick, presented, retracted } = self;
        for event in retracted {
            let retracted = CollisionRetracted { tick, event };
            world.write_message(retracted);
            world.trigger(retracted);
        }
        for event in presented {
            let presented = CollisionPresented { tick, event };
            world.write_message(presented);
            world.trigger(presented);
        }
    }
}
