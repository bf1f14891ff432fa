//! Plays a recording again: builds its world, and drives today's code run by run.

use bevy_app::{App, Plugin};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, Mut, Res, ResMut, Resource, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::schedule::common_conditions::not;
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};
use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

mod apply;
mod difference;
mod peers;

use crate::collider::{CollisionFilter, ContactFilter, Dimension, FilteredContact};
use crate::detection::Collisions;
use crate::detection::proxies::EntityOrder;
use crate::ecs::names::{Describe, NameSource, Written};
use crate::ecs::transform_numbers::transform_of;
use crate::frame::CollisionSystems;
use crate::frame::pipeline::{move_characters, test_pairs, test_pairs_with_filter, update_proxies};
use crate::movement::{ColliderMover, has_characters};
use crate::plugin::{CollisionPlugin, add_systems};
use crate::recording::components::{Row, rows};
use crate::recording::reader::Segment;
use crate::recording::records::{Numbers, Run};
use crate::recording::{Recordable, RecordedRun, Recording, RecordingError};
pub use difference::ReplayDifference;
pub use peers::PeerDifference;

/// The schedule in which a [`CollisionReplay`] runs the collisions, once for each run of the recording.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplayRun;

/// A resource: plays a recording again, in the world in which it is.
///
/// [`app`](Self::app) makes a world without a window. In another one, [`install`](Self::install) it; the colliders are
/// spawned when it is played, and all queries, the overlay and the stepper see them.
///
/// ```no_run
/// use bevy_gjk::Dim2;
/// use bevy_gjk::recording::{CollisionReplay, Recording};
///
/// let recording = Recording::<Dim2>::read(std::fs::read("lost.gjkrec").unwrap()).unwrap();
/// let mut app = CollisionReplay::app(recording);
/// while let Some(played) = CollisionReplay::<Dim2>::step(app.world_mut()).unwrap() {
///     if let Some(difference) = played.difference {
///         println!("in tick {}: {difference}", played.tick);
///     }
/// }
/// ```
#[derive(Resource)]
#[doc(alias("replay", "playback", "regression"))]
pub struct CollisionReplay<D: Recordable> {
    recording: Arc<Recording<D>>,
    rows: Vec<Row>,
    /// All entities of the recording, in their order.
    recorded: Vec<Entity>,
    /// The entities of this world that stand for them, and the other way round.
    own_ids: EntityHashMap<Entity>,
    recorded_ids: EntityHashMap<Entity>,
    /// The recorded entities with AABBs in place of shapes.
    with_boxes: EntityHashSet,
    /// The segment that is played, and its index.
    segment: Option<(usize, Segment, Option<RecordingError>)>,
    /// The number of the next run.
    next_run: u64,
    /// Where entities of this world are, if that is other than their transforms alone say.
    globals: EntityHashMap<GlobalTransform>,
    /// The entities of this world that the recording has moved before this run.
    touched: Vec<Entity>,
    /// What a `ColliderMover` moves in this run before the characters, and after the first of them.
    moves: [Vec<(Entity, Numbers)>; 2],
    /// In what the state differs at the beginning of the run.
    state_difference: Option<ReplayDifference>,
    /// The run that was played last, as it was recorded.
    recorded_run: Option<RecordedRun>,
}

/// The result of a run that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedRun {
    /// Its number.
    pub run: u64,
    /// The tick of the game.
    pub tick: u64,
    /// In what it differs from the recorded one first.
    pub difference: Option<ReplayDifference>,
}

/// The pairs that the recorded filters refuse in this run.
#[derive(Resource, Default)]
struct RefusedPairs<D: Dimension> {
    pairs: Vec<[Entity; 2]>,
    contacts: Vec<[Entity; 2]>,
    sees_contacts: bool,
    dimension: PhantomData<D>,
}

/// Refuses what the recorded filters refused.
#[derive(SystemParam)]
struct RecordedVerdicts<'w, D: Recordable> {
    refused: Res<'w, RefusedPairs<D>>,
}

/// A condition: the game had a filter that sees contacts.
fn sees_contacts<D: Recordable>(refused: Res<RefusedPairs<D>>) -> bool {
    refused.sees_contacts
}

impl<D: Recordable> CollisionFilter for RecordedVerdicts<'_, D> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        self.refused.pairs.binary_search(&sorted([a, b])).is_err()
    }
}

impl<D: Recordable> ContactFilter<D> for RecordedVerdicts<'_, D> {
    fn is_concerned(&self, a: Entity, b: Entity) -> bool {
        self.refused.contacts.binary_search(&sorted([a, b])).is_ok()
    }

    fn allows(&self, _: &FilteredContact<D>) -> bool {
        false
    }
}

impl<D: Recordable> CollisionReplay<D> {
    /// Creates an app without a window that plays a recording.
    pub fn app(recording: impl Into<Arc<Recording<D>>>) -> App {
        let mut app = App::new();
        Self::install(&mut app, recording);
        app.finish();
        app.cleanup();
        app
    }

    /// Adds the replay to an app, and a `CollisionPlugin` that runs in the schedule [`ReplayRun`]; the app must not have
    /// one of this dimension itself.
    pub fn install(app: &mut App, recording: impl Into<Arc<Recording<D>>>) {
        let plugin = CollisionPlugin::<D>::in_schedule(ReplayRun)
            .with_filter::<RecordedVerdicts<D>>()
            .without(CollisionSystems::NarrowPhase)
            .without(CollisionSystems::Prepare)
            .without(CollisionSystems::Movers)
            .without(CollisionSystems::Overlay);
        app.add_plugins((plugin, EachFrame::<D>(PhantomData))).init_resource::<RefusedPairs<D>>();
        let (prepare, movers) = (CollisionSystems::Prepare, CollisionSystems::Movers);
        add_systems(app, ReplayRun.intern(), prepare, (place_as_recorded::<D>, update_proxies::<D>).chain());
        let characters = move_characters::<D>.run_if(has_characters::<D>);
        let moves = (make_moves::<D, 0>, characters, make_moves::<D, 1>).chain();
        add_systems(app, ReplayRun.intern(), movers, moves);
        let test = test_pairs::<D>.run_if(not(sees_contacts::<D>));
        let filtered = test_pairs_with_filter::<D, RecordedVerdicts<D>>.run_if(sees_contacts::<D>);
        add_systems(app, ReplayRun.intern(), CollisionSystems::NarrowPhase, (test, filtered).chain());
        app.insert_resource(Self::new(recording.into()));
    }

    fn new(recording: Arc<Recording<D>>) -> Self {
        Self {
            next_run: recording.runs().start,
            recorded: recording.entities(),
            recording,
            rows: rows::<D>().into(),
            own_ids: EntityHashMap::default(),
            recorded_ids: EntityHashMap::default(),
            with_boxes: EntityHashSet::default(),
            segment: None,
            globals: EntityHashMap::default(),
            touched: Vec::new(),
            moves: Default::default(),
            state_difference: None,
            recorded_run: None,
        }
    }

    /// Returns the recording.
    pub fn recording(&self) -> &Recording<D> {
        &self.recording
    }

    /// Returns the number of the run that [`step`](Self::step) plays next.
    pub fn next_run(&self) -> u64 {
        self.next_run
    }

    /// Returns the run that was played last, as it was recorded.
    pub fn recorded_run(&self) -> Option<&RecordedRun> {
        self.recorded_run.as_ref()
    }

    /// Returns the entity of this world that stands for a recorded one; after [`seek`](Self::seek) it may be another.
    pub fn entity(&self, recorded: Entity) -> Option<Entity> {
        self.own_ids.get(&recorded).copied()
    }

    /// Returns the recorded entity for which one of this world stands.
    pub fn recorded_entity(&self, own: Entity) -> Option<Entity> {
        self.recorded_ids.get(&own).copied()
    }

    /// Returns a text about the entities of the recording, with their names as they are now.
    pub fn text(world: &World, what: &impl Describe) -> String {
        let names = RecordedNames { world, replay: world.get_resource::<Self>() };
        Written(|f: &mut fmt::Formatter<'_>| what.describe(&names, f)).to_string()
    }

    /// Plays the next run: brings the world to where it was, and detects collisions. Returns what came of it; `None` at
    /// the end of the recording, or if there is no replay in the world.
    ///
    /// # Errors
    /// If the recording is damaged, and what precedes the damage has been played.
    pub fn step(world: &mut World) -> Result<Option<PlayedRun>, RecordingError> {
        let begun = world.try_resource_scope(|world, mut replay: Mut<Self>| replay.begin_run(world));
        let Some(run) = begun.unwrap_or(Ok(None))? else { return Ok(None) };
        // It is missing if the app was not made by `app` or `install`.
        let _ = world.try_run_schedule(ReplayRun);
        Ok(world.try_resource_scope(|world, mut replay: Mut<Self>| replay.end_run(world, run)))
    }

    /// Goes to a run, forwards or backwards, and plays it: [`step`](Self::step) plays the one after it next.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn seek(world: &mut World, run: u64) -> Result<(), RecordingError> {
        let Some(mut replay) = world.get_resource_mut::<Self>() else { return Ok(()) };
        let target = replay.recording.segment_of(run);
        let is_same = replay.segment.as_ref().is_some_and(|(index, ..)| *index == target);
        if !is_same || replay.next_run > run {
            replay.segment = None;
            replay.next_run = replay.recording.first_run_of(target);
        }
        while world.get_resource::<Self>().is_some_and(|replay| replay.next_run <= run) {
            if Self::step(world)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Loads the segment of the next run if that is another one, and brings the world to where it was before the run.
    fn begin_run(&mut self, world: &mut World) -> Result<Option<Run>, RecordingError> {
        let index = self.recording.segment_of(self.next_run);
        let loaded = self.segment.as_ref().map(|(loaded, ..)| *loaded);
        if loaded != Some(index) {
            if self.next_run >= self.recording.runs().end {
                return self.recording.damage().cloned().map_or(Ok(None), Err);
            }
            let (segment, damage) = self.recording.segment(index)?;
            // What was played until now goes on, unless it is from somewhere else.
            if loaded.is_some_and(|loaded| loaded + 1 == index) {
                self.state_difference = self.compare_state(world, &segment.keyframe.state);
            } else {
                self.begin_anew(world, &segment.keyframe);
            }
            self.segment = Some((index, segment, damage));
        }
        let Some((_, segment, damage)) = &mut self.segment else { return Ok(None) };
        let at = usize::try_from(self.next_run.wrapping_sub(segment.keyframe.run)).unwrap_or(usize::MAX);
        let Some(run) = segment.runs.get_mut(at).map(core::mem::take) else {
            return damage.clone().or_else(|| self.recording.damage().cloned()).map_or(Ok(None), Err);
        };
        self.next_run += 1;
        Ok(Some(self.apply(world, run)))
    }

    /// Compares what came of a run with what was recorded.
    fn end_run(&mut self, world: &mut World, run: Run) -> PlayedRun {
        let tape = world.get_resource_mut::<Collisions<D>>();
        let tape =
            tape.and_then(|mut it| Some(core::mem::take(&mut **it.bypass_change_detection().tape.as_mut()?)));
        let events = tape.map(|tape| tape.events).unwrap_or_default();
        let difference = self.state_difference.take();
        let difference = difference.or_else(|| self.compare_events(&run.events, &events));
        let difference = difference.or_else(|| self.compare_characters(world, &run.characters));
        let recorded = RecordedRun::of(run, self.next_run - 1);
        let played = PlayedRun { run: recorded.run, tick: recorded.tick, difference };
        self.recorded_run = Some(recorded);
        played
    }
}

/// Draws the overlay in each frame, whether or not a run is played in it.
struct EachFrame<D>(PhantomData<D>);

impl<D: Recordable> Plugin for EachFrame<D> {
    fn build(&self, _: &mut App) {}

    #[cfg(feature = "overlay")]
    fn finish(&self, app: &mut App) {
        crate::debug::overlay::install::<D>(app, bevy_app::PostUpdate.intern(), None);
    }
}

/// The names of the entities of a recording.
struct RecordedNames<'w, D: Recordable> {
    world: &'w World,
    replay: Option<&'w CollisionReplay<D>>,
}

impl<D: Recordable> NameSource for RecordedNames<'_, D> {
    fn name_of(&self, recorded: Entity) -> Option<&Name> {
        self.world.get(self.replay?.entity(recorded)?)
    }
}

/// Sorts a pair, so that it is found whichever entity comes first.
fn sorted([a, b]: [Entity; 2]) -> [Entity; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Returns entities of a world that stand for those of a recording, in the same order.
fn reserve(recorded: &[Entity], world: &World) -> Vec<(Entity, Entity)> {
    let count = u32::try_from(recorded.len()).unwrap_or(u32::MAX);
    let mut own: Vec<_> = world.entity_allocator().alloc_many(count).collect();
    own.sort_unstable_by_key(|&entity| EntityOrder::of(entity, None));
    recorded.iter().copied().zip(own).collect()
}

/// A system, after transforms were propagated: places what was elsewhere.
fn place_as_recorded<D: Recordable>(
    mut replay: ResMut<CollisionReplay<D>>,
    mut places: crate::ecs::UnfilteredQuery<(&'static Transform, &'static mut GlobalTransform)>,
) {
    let bits = |global: &GlobalTransform| global.affine().to_cols_array().map(f32::to_bits);
    let CollisionReplay { touched, globals, .. } = &mut *replay;
    for entity in touched.drain(..).chain(globals.keys().copied()) {
        let Ok((transform, mut global)) = places.get_mut(entity) else { continue };
        let recorded = globals.get(&entity).copied().unwrap_or_else(|| GlobalTransform::from(*transform));
        if bits(&global) != bits(&recorded) {
            *global = recorded;
        }
    }
}

/// A system: moves what was moved before the characters, or after the first of them.
fn make_moves<D: Recordable, const AFTER: usize>(
    mut replay: ResMut<CollisionReplay<D>>,
    mut mover: ColliderMover<D>,
) {
    for (entity, numbers) in core::mem::take(&mut replay.moves[AFTER]) {
        mover.place(entity, transform_of(&numbers));
    }
}
