//! Compares the recordings of two peers, tick by tick.

use bevy_app::App;
use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::World;
use core::fmt;
use std::collections::BTreeMap;

use super::CollisionReplay;
use crate::collider::AffineOf;
use crate::detection::Collisions;
use crate::recording::components::{Mapper, to_bytes};
use crate::recording::{Recordable, Recording, RecordingError};
use crate::state::{ColliderName, CollisionState, StateDifference};

/// The first thing in which two peers differ: see [`Recording::first_difference`]. It is printed as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerDifference {
    /// The tick.
    pub tick: u64,
    /// In what the two differ after it, or where a collider is that has the same key on both sides.
    pub difference: StateDifference,
}

impl fmt::Display for PeerDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after tick {}: {}", self.tick, self.difference)
    }
}

impl<D: Recordable> Recording<D> {
    /// Plays the recordings of two peers, such as a client and a server, side by side, and returns the first tick that
    /// both have and in which they differ, by
    /// [`CollisionState::first_difference`](crate::state::CollisionState::first_difference); `None` if they do not.
    ///
    /// Of a tick that was run again, the last run counts. Colliders are known by their
    /// [`CollisionOrder`](crate::CollisionOrder); those without one are the same only if their entities are.
    ///
    /// # Errors
    /// If one of the two is damaged, and what precedes the damage does not differ.
    pub fn first_difference(self, other: Self) -> Result<Option<PeerDifference>, RecordingError> {
        let runs = [last_runs(&self), last_runs(&other)];
        let mut peers = [self, other].map(CollisionReplay::<D>::app);
        for (&tick, &run) in &runs[0].0 {
            let Some(&other_run) = runs[1].0.get(&tick) else { continue };
            for (peer, run) in peers.iter_mut().zip([run, other_run]) {
                play_to::<D>(peer, run)?;
            }
            let [one, other] = peers.each_ref().map(|peer| Peer::<D>::of(peer.world()));
            let moved = one.places.iter().find(|(key, place)| {
                other.places.get(key).is_some_and(|other| to_bytes(*place) != to_bytes(other))
            });
            let moved = moved.map(|(&key, _)| StateDifference::Place(ColliderName::Key(key)));
            if let Some(difference) = one.state.first_difference(&other.state).or(moved) {
                return Ok(Some(PeerDifference { tick, difference }));
            }
        }
        let [one, other] = runs;
        one.1.or(other.1).map_or(Ok(None), Err)
    }
}

/// Returns the last run of each tick, and what ends the recording if it is damaged.
fn last_runs<D: Recordable>(recording: &Recording<D>) -> (BTreeMap<u64, u64>, Option<RecordingError>) {
    let mut runs = BTreeMap::new();
    let read = recording.each_run(|run| {
        runs.insert(run.tick, run.run);
        true
    });
    (runs, read.err())
}

/// Plays a recording forwards until a run has been played.
fn play_to<D: Recordable>(peer: &mut App, run: u64) -> Result<(), RecordingError> {
    while peer.world().get_resource::<CollisionReplay<D>>().is_some_and(|replay| replay.next_run() <= run) {
        if CollisionReplay::<D>::step(peer.world_mut())?.is_none() {
            break;
        }
    }
    Ok(())
}

/// What two peers compare after a tick.
struct Peer<D: Recordable> {
    /// With the entities of the recording.
    state: CollisionState<D>,
    /// Where the colliders with a key are.
    places: BTreeMap<u64, AffineOf<D>>,
}

impl<D: Recordable> Peer<D> {
    fn of(world: &World) -> Self {
        let (Some(collisions), Some(replay)) =
            (world.get_resource::<Collisions<D>>(), world.get_resource::<CollisionReplay<D>>())
        else {
            return Self { state: CollisionState::default(), places: BTreeMap::new() };
        };
        let mut state = collisions.save();
        state.map_entities(&mut Mapper(&mut |own| replay.recorded_entity(own).unwrap_or(own)));
        let colliders = &collisions.colliders;
        let keyed =
            colliders.iter().filter_map(|it| Some((colliders.order_of(it.entity()).key()?, *it.affine())));
        Self { state, places: keyed.collect() }
    }
}
