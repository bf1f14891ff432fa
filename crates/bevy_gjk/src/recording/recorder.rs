//! The recorder: a resource that collects what happens in each run and sends it to its worker.

use bevy_ecs::change_detection::{DetectChangesMut, Tick};
use bevy_ecs::prelude::{Mut, QueryState, Ref, Resource, With, World};
use bevy_platform::sync::atomic::{AtomicBool, Ordering};
use bevy_time::Time;
use bevy_transform::components::Transform;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};

use crate::collider::Dimension;
use crate::detection::contacts::PairKind;
use crate::detection::{Collisions, Tape};
use crate::ecs::transform_numbers::numbers;
use crate::movement::{CharacterMover, MoverState};
use crate::recording::Recordable;
use crate::recording::components::{Since, to_bytes};
use crate::recording::encoder::{Encoder, RunInput};
use crate::recording::records::{MovedCharacter, Refused, Run, SavedState};
use crate::recording::watcher::Watcher;
use crate::recording::worker::{Order, Worker};
use crate::state::CollisionState;

/// A resource: records what a game does with its colliders, to be looked at later, anywhere, or played again.
///
/// [`CollisionRecorderPlugin`](crate::recording::CollisionRecorderPlugin) adds it. It keeps the last seconds in memory
/// until it is asked to [write](Self::write) them, or writes to a file from the start. The module
/// [`recording`](crate::recording) says what is in a recording, and how it is played.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn report(mut recorder: ResMut<CollisionRecorder>, lost: Query<Entity, Added<Lost>>) {
///     for entity in &lost {
///         recorder.note(format!("{entity} fell out of the level"));
///         recorder.write("lost.gjkrec");
///     }
/// }
/// # #[derive(Component)] struct Lost;
/// # bevy_ecs::system::assert_is_system(report);
/// ```
#[derive(Resource)]
#[doc(alias("replay", "record", "bug report"))]
pub struct CollisionRecorder<D: Recordable> {
    /// `None` if nothing can be recorded.
    worker: Option<Worker>,
    /// Set by the worker.
    wants_keyframe: Arc<AtomicBool>,
    world: Option<WorldReader<D>>,
    /// The run that has begun last, until the next one begins: events are sent at its end.
    run: Option<RunInput>,
    /// The tick that the game has named, if it has, and the number of the next run.
    tick: Option<u64>,
    next_run: u64,
    notes: Vec<String>,
    orders: Vec<Order>,
    /// The number of restored states.
    restores: u32,
}

/// What reads the world.
struct WorldReader<D: Recordable> {
    watcher: Watcher<D>,
    characters: QueryState<MovedData<D>, With<CharacterMover<D>>>,
    /// The tick of the world at which it was read last.
    last_read: Option<Tick>,
}

/// What is recorded of a character after a run.
type MovedData<D> = (bevy_ecs::prelude::Entity, Ref<'static, MoverState<D>>, &'static Transform);

impl<D: Recordable> CollisionRecorder<D> {
    /// Creates a recorder whose worker encodes to what `encoder` makes of a flag.
    pub(super) fn new(encoder: impl FnOnce(Arc<AtomicBool>) -> Option<Encoder>) -> Self {
        let wants_keyframe = Arc::new(AtomicBool::new(true));
        Self {
            worker: encoder(wants_keyframe.clone()).and_then(Worker::start),
            wants_keyframe,
            world: None,
            run: None,
            tick: None,
            next_run: 0,
            notes: Vec::new(),
            orders: Vec::new(),
            restores: 0,
        }
    }

    /// Returns whether it records: not with a budget of 0, nor if the file cannot be created. A warning has said so.
    pub fn is_recording(&self) -> bool {
        self.worker.is_some()
    }

    /// Names the tick to which the next runs belong, as the ticks of two peers are compared. Without it, that is the
    /// number of the run.
    pub fn begin_tick(&mut self, tick: u64) {
        self.tick = Some(tick);
    }

    /// Adds a line to the next run: what the game has to say about it.
    pub fn note(&mut self, line: impl Into<String>) {
        if self.is_recording() {
            self.notes.push(line.into());
        }
    }

    /// Writes what is kept in memory to a file, at the end of the frame. The game does not wait for it; if the file
    /// cannot be written, a warning says so. A recorder that writes to a file from the start has nothing in memory.
    pub fn write(&mut self, path: impl Into<PathBuf>) {
        self.orders.push(Order::Write(path.into()));
    }

    /// Returns what is kept in memory as a file, with all runs so far: for a game that sends it somewhere. It waits
    /// until that is compressed. It is empty if nothing is kept.
    pub fn file(world: &mut World) -> Vec<u8> {
        let (sender, receiver) = mpsc::channel();
        let ordered = world.try_resource_scope(|world, mut recorder: Mut<Self>| {
            recorder.orders.push(Order::Bytes(sender));
            recorder.execute_orders(world);
        });
        ordered.and_then(|()| receiver.recv().ok()).unwrap_or_default()
    }

    /// Begins a run: hands over the one before, and reads what has changed since then.
    fn begin_run(&mut self, world: &mut World) {
        if self.worker.is_none() {
            return;
        }
        self.end_last_run(world);
        // Whatever is written from now on has a later tick.
        let now = world.increment_change_tick();
        let reader = self.world.get_or_insert_with(|| WorldReader {
            watcher: Watcher::new(world),
            characters: QueryState::new(world),
            last_read: None,
        });
        let since = reader.last_read.replace(now).map_or(Since::Ever, |last| Since::Tick(last, now));
        let changes = reader.watcher.find(world, since);
        let Some(mut collisions) = world.get_resource_mut::<Collisions<D>>() else { return };
        let collisions = collisions.bypass_change_detection();
        let tape = collisions.tape.get_or_insert_default();
        **tape = Tape::default();
        // A state that was restored is the one that is saved until the next run.
        let was_restored = core::mem::replace(&mut self.restores, collisions.restores) != collisions.restores;
        let is_first = self.next_run == 0;
        let wants_keyframe = is_first || !was_restored && self.wants_keyframe.load(Ordering::Relaxed);
        if wants_keyframe {
            self.wants_keyframe.store(false, Ordering::Relaxed);
        }
        let saved = (was_restored || wants_keyframe).then(|| saved(&collisions.save()));
        let keeps_places = collisions.keeps_previous_places;
        let (keyframe, restored) = if wants_keyframe { (saved, None) } else { (None, saved) };
        let time = world.get_resource::<Time>().map(|time| [time.elapsed(), time.delta()]);
        let run = Run {
            tick: self.tick.unwrap_or(self.next_run),
            time,
            keeps_places,
            restored,
            entered: changes.entered,
            left: changes.left,
            components: changes.components,
            notes: core::mem::take(&mut self.notes),
            ..Run::default()
        };
        let (transforms, globals) = (changes.transforms, changes.globals);
        self.run = Some(RunInput { keyframe, run, transforms, globals });
        self.next_run += 1;
    }

    /// Notes which pairs the filters of the app have refused.
    fn note_refused(&mut self, collisions: &Collisions<D>) {
        let Some(input) = &mut self.run else { return };
        let Collisions { contacts, colliders, .. } = collisions;
        let mut refused = Refused::default();
        if contacts.filtered_count > 0 {
            let edges = contacts.graph.iter();
            let edges = edges.filter(|&edge| contacts.graph.state(edge).last_filtered_run == colliders.run);
            refused.pairs.extend(
                edges.map(|edge| contacts.graph.pair(edge).slots.map(|slot| colliders.at(slot).entity)),
            );
            refused.pairs.sort_unstable();
        }
        input.run.refused = Some(refused);
    }

    /// Notes what the run made of the characters, and which contacts a filter has refused.
    fn note_outcome(&mut self, world: &World) {
        let (Some(input), Some(reader)) = (&mut self.run, &mut self.world) else { return };
        let Some(Collisions { contacts, colliders, tape, .. }) = world.get_resource::<Collisions<D>>() else {
            return;
        };
        let edges = contacts.graph.iter();
        let edges = edges.filter(|&edge| contacts.graph.flags(edge).kind == PairKind::FilteredByContact);
        let pair = |edge| contacts.graph.pair(edge).slots.map(|slot| colliders.at(slot).entity);
        let mut refused: Vec<_> = edges.map(pair).collect();
        refused.sort_unstable();
        let recorded = input.run.refused.get_or_insert_default();
        recorded.contacts = refused;
        recorded.sees_contacts = tape.as_ref().is_some_and(|tape| tape.sees_contacts);
        let Some(last_read) = reader.last_read else { return };
        let since = Since::Tick(last_read, world.read_change_tick());
        for (entity, state, transform) in reader.characters.iter(world) {
            if since.includes(bevy_ecs::change_detection::DetectChanges::last_changed(&state)) {
                let (transform, state) = (numbers(transform), to_bytes(&*state));
                input.run.characters.push(MovedCharacter { entity, transform, state });
            }
        }
        input.run.characters.sort_unstable_by_key(|moved| moved.entity);
    }

    /// Hands over the last run, with what was sent and asked since.
    fn end_last_run(&mut self, world: &mut World) {
        let (Some(mut input), Some(worker)) = (self.run.take(), &mut self.worker) else { return };
        if let Some(mut collisions) = world.get_resource_mut::<Collisions<D>>()
            && let Some(tape) = &mut collisions.bypass_change_detection().tape
        {
            input.run.moves_before_characters = tape.moves_before_characters;
            input.run.moves = core::mem::take(&mut tape.moves);
            input.run.events = core::mem::take(&mut tape.events);
            input.run.queries = tape.take_queries();
        }
        worker.order(Order::Run(Box::new(input)));
    }

    /// Does what was asked for, after all runs so far.
    fn execute_orders(&mut self, world: &mut World) {
        if self.orders.is_empty() {
            return;
        }
        self.end_last_run(world);
        for order in self.orders.drain(..) {
            if let Some(worker) = &mut self.worker {
                worker.order(order);
            }
        }
    }
}

/// Writes a state.
fn saved<D: Recordable>(state: &CollisionState<D>) -> SavedState {
    let mut entities: Vec<_> = state.named_entities().collect();
    entities.sort_unstable();
    entities.dedup();
    SavedState { entities, bytes: to_bytes(state) }
}

/// A system: begins a run, before the world is read.
pub(super) fn begin_run<D: Recordable>(world: &mut World) {
    let _ =
        world.try_resource_scope(|world, mut recorder: Mut<CollisionRecorder<D>>| recorder.begin_run(world));
}

/// A system: notes which pairs were refused, between the filters and the narrow phase.
pub(super) fn note_refused<D: Recordable>(
    mut recorder: bevy_ecs::prelude::ResMut<CollisionRecorder<D>>,
    collisions: bevy_ecs::prelude::Res<Collisions<D>>,
) {
    recorder.note_refused(&collisions);
}

/// A system: notes what the run came to, between the narrow phase and the events.
pub(super) fn note_outcome<D: Recordable>(world: &mut World) {
    let _ = world
        .try_resource_scope(|world, mut recorder: Mut<CollisionRecorder<D>>| recorder.note_outcome(world));
}

/// A system: does what was asked for, at the end of the frame.
pub(super) fn execute_orders<D: Recordable>(world: &mut World) {
    let _ = world
        .try_resource_scope(|world, mut recorder: Mut<CollisionRecorder<D>>| recorder.execute_orders(world));
}

/// A condition: something was asked for.
pub(super) fn has_orders<D: Recordable>(recorder: bevy_ecs::prelude::Res<CollisionRecorder<D>>) -> bool {
    !recorder.orders.is_empty()
}

impl<D: Recordable> core::fmt::Debug for CollisionRecorder<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (dimension, next_run) = (<D as Dimension>::NAME, self.next_run);
        f.debug_struct("CollisionRecorder")
            .field("dimension", &dimension)
            .field("next_run", &next_run)
            .finish_non_exhaustive()
    }
}
