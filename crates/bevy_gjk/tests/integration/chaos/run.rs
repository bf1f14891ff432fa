//! A run: in each frame the world is changed, the app updated, and its events compared with the reference.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy_app::TaskPoolPlugin;
use bevy_ecs::intern::Interned;
use bevy_transform::systems::{mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms};
use bevy_transform::{TransformPlugin, TransformSystems};

use crate::chaos::compare;
use crate::chaos::composed::misplaced;
use crate::chaos::dimension::{Chaotic, once_in};
use crate::chaos::editor::Editor;
use crate::chaos::edits::{self, Edit};
use crate::chaos::observers::{Dice, act_on_ended, act_on_started, meddle};
use crate::chaos::oracle::{errors_of, fault_of_push};
use crate::chaos::record::{self, Record};
use crate::chaos::reference::{Expected, GRAVEST_FIRST, Reference};
use crate::common::prelude::*;

/// The approximate numbers of entities, each for [`PERIOD`] frames: with few, none becomes static.
const CROWDS: [usize; 3] = [60, 16, 110];
/// The number of frames with about the same number of entities.
const PERIOD: u64 = 250;
/// One of this many changed touches gets the full check of its contact.
const SAMPLE: u32 = 10;

/// Reads a number from the environment.
pub fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// The counts of a run so far.
#[derive(Default)]
pub struct Tally {
    pub frames: u64,
    edits: BTreeMap<&'static str, u64>,
    started: u64,
    ended: BTreeMap<EndReason, u64>,
    received: u64,
    acted: u64,
    asked: u64,
    either: u64,
    either_by_rounding: u64,
    contacts: u64,
    undecided: u64,
    worst: f64,
    /// The hash of all events, to the last bit.
    pub hash: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frames, started, ended, received, acted, asked, either, either_by_rounding, .. } = self;
        let Self { contacts, undecided, worst, edits, .. } = self;
        writeln!(f, "{frames} frames, {} edits, {acted} by observers", edits.values().sum::<u64>())?;
        writeln!(f, "  {started} touches began, ended {ended:?}, observers received {received}")?;
        writeln!(
            f,
            "  {asked} pairs judged, {either} too near to tell, {either_by_rounding} of them by rounding"
        )?;
        write!(f, "  {contacts} contacts judged, {undecided} undecided, worst {worst:.3} of what is allowed")
    }
}

impl Tally {
    /// Asserts that enough happened for the run to be meaningful.
    fn assert_much_happened<D: Chaotic>(&self, edits: &[Edit<D>]) {
        assert!(self.started > self.frames, "{} touches began", self.started);
        for reason in GRAVEST_FIRST {
            let count = self.ended.get(&reason).copied().unwrap_or(0);
            assert!(count * 200 > self.frames, "{reason:?}: {count}");
        }
        for edit in edits {
            let count = self.edits.get(edit.name).copied().unwrap_or(0);
            assert!(count * 1000 > self.frames, "{}: {count}", edit.name);
        }
        let solid = self.either - self.either_by_rounding;
        assert!(solid * 1000 < self.asked, "{solid} of {} pairs are too close to decide", self.asked);
    }
}

/// A schedule that only the test runs.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CustomSchedule;

pub struct Chaos<D: Chaotic> {
    app: App,
    schedule: Interned<dyn ScheduleLabel>,
    random: Random,
    edits: Vec<Edit<D>>,
    reference: Reference<D>,
    tally: Tally,
    /// The number of frames left without edits.
    idle_frames: u32,
    /// Whether colliders leap in these.
    leaps_when_idle: bool,
    test: &'static str,
    seed: u64,
}

impl<D: Chaotic> Chaos<D> {
    /// Creates a world whose collision systems run in `PostUpdate` or in a schedule of the test.
    pub fn new(test: &'static str, seed: u64, schedule: impl ScheduleLabel) -> Self {
        Self::in_app(App::new(), test, seed, schedule, edits::all())
    }

    /// Creates the same with a disabling component that the app registered.
    pub fn with_disabling(test: &'static str, seed: u64, schedule: impl ScheduleLabel) -> Self {
        let mut app = App::new();
        app.world_mut().register_disabling_component::<record::Asleep>();
        let mut edits = edits::all();
        edits.extend(edits::with_disabling_component());
        Self::in_app(app, test, seed, schedule, edits)
    }

    fn in_app(
        mut app: App,
        test: &'static str,
        seed: u64,
        schedule: impl ScheduleLabel,
        edits: Vec<Edit<D>>,
    ) -> Self {
        let schedule = schedule.intern();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin));
        app.add_plugins(CollisionPlugin::<D>::in_schedule(schedule));
        app.init_resource::<Record<D>>();
        app.insert_resource(Dice { random: Random(!seed), left: 0 });
        use CollisionSystems::{BroadPhase, Events, NarrowPhase, Prepare};
        // Records the world just before the systems run. In schedules that propagate the transforms, that is done
        // before, too.
        if schedule == PostUpdate.intern() {
            app.add_systems(
                schedule,
                record::record_world::<D>.after(TransformSystems::Propagate).before(Prepare),
            );
        } else {
            let propagate = (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain();
            app.add_systems(schedule, (propagate, record::record_world::<D>).chain().before(Prepare));
        }
        let read = record::read::<D>.after(NarrowPhase).before(Events);
        let meddlers = (
            meddle::<D>("the bounds").after(Prepare).before(BroadPhase),
            meddle::<D>("the broad phase").after(BroadPhase).before(NarrowPhase),
            meddle::<D>("the narrow phase").after(NarrowPhase).before(record::read::<D>),
        );
        app.add_systems(schedule, read).add_systems(schedule, meddlers);
        app.add_observer(record::record_started::<D>(false, false));
        app.add_observer(record::record_ended::<D>(false, false));
        app.add_observer(record::record_despawned::<D>);
        app.add_observer(act_on_started::<D>);
        app.add_observer(act_on_ended::<D>);
        app.finish();
        app.cleanup();
        let (reference, tally) = (Reference::default(), Tally::default());
        // The first numbers of similar seeds are similar.
        let mut random = Random(seed);
        (0..8).for_each(|_| {
            random.next();
        });
        Self {
            app,
            schedule,
            random,
            edits,
            reference,
            tally,
            idle_frames: 0,
            leaps_when_idle: false,
            test,
            seed,
        }
    }

    /// Runs every system on one thread.
    #[must_use]
    pub fn on_one_thread(mut self) -> Self {
        self.app.edit_schedule(self.schedule, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
        self
    }

    /// The counts of a run so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Prints the counts, and asserts that enough happened.
    pub fn end(&self) {
        println!("{}, seed {}: {}", self.test, self.seed, self.tally);
        if self.tally.frames >= 1000 {
            self.tally.assert_much_happened(&self.edits);
        }
    }

    /// Runs a frame, and panics if anything differs from the reference.
    pub fn frame(&mut self) {
        let frame = self.tally.frames;
        self.tally.frames += 1;
        self.edit();
        let update = std::panic::AssertUnwindSafe(|| self.update());
        let outcome = std::panic::catch_unwind(update);
        let record = std::mem::take(&mut *self.app.world_mut().resource_mut::<Record<D>>());
        let faults = match outcome {
            Ok(()) => self.judge(&record),
            Err(_) => vec!["it panicked".into()],
        };
        assert!(
            faults.is_empty(),
            "frame {frame} of {}\n  edits:\n    {}\n  faults:\n    {}\nagain: CHAOS_SEED={} CHAOS_FRAMES={} cargo \
             test --test integration {}",
            D::NAME,
            record.edits.join("\n    "),
            faults.join("\n    "),
            self.seed,
            frame + 1,
            self.test,
        );
    }

    /// Runs the systems.
    fn update(&mut self) {
        if self.schedule == PostUpdate.intern() {
            return self.app.update();
        }
        // An app may run a schedule more or less often than it updates.
        (0..self.random.below(3)).for_each(|_| self.app.update());
        self.app.world_mut().run_schedule(self.schedule);
    }

    /// Makes a handful of edits, or none for a while, so that colliders become static. What drifts goes on drifting.
    fn edit(&mut self) {
        let world = self.app.world_mut();
        world.resource_mut::<Dice>().left = 4;
        let mut editor = Editor::<D>::new(world, &mut self.random);
        let mut made = Vec::new();
        editor.drift();
        if self.idle_frames > 0 {
            self.idle_frames -= 1;
            if self.leaps_when_idle && once_in(editor.random, 5) {
                made.extend(edits::leap(&mut editor));
            }
        } else if once_in(editor.random, 60) {
            self.idle_frames = editor.random.below(60);
            // In half of the times, a few colliders go on among those at rest.
            self.leaps_when_idle = once_in(editor.random, 2);
            if self.leaps_when_idle {
                made.extend((0..6).filter_map(|_| edits::begin_to_drift(&mut editor)));
            }
        } else {
            let crowd = editor.all().len();
            let target = CROWDS[(self.tally.frames / PERIOD % CROWDS.len() as u64) as usize];
            if crowd > 2 * target {
                made.extend(edits::despawn_down_to(&mut editor, target));
            }
            let missing = target.saturating_sub(crowd);
            let spawned = if self.tally.frames == 1 { missing } else { missing.min(2) };
            made.extend((0..spawned).filter_map(|_| edits::spawn(&mut editor)));
            for _ in 0..1 + editor.random.below(6) {
                let edit = &self.edits[edits::choose(&self.edits, editor.random)];
                if let Some(what) = edit.make(&mut editor) {
                    *self.tally.edits.entry(edit.name).or_default() += 1;
                    made.push(what);
                }
            }
        }
        let mut record = self.app.world_mut().resource_mut::<Record<D>>();
        // Despawns before the frame are not events of the frame.
        record.received.clear();
        record.edits = made;
    }

    /// Returns all differences from the reference.
    fn judge(&mut self, record: &Record<D>) -> Vec<String> {
        let mut messages = self.app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>();
        let reported: Vec<CollisionEvent<D>> = messages.drain().collect();
        let collisions = self.app.resource::<Collisions<D>>();
        let mut faults = misplaced(&record.seen);
        let touches = compare::reported_pairs(record, &mut faults);
        let expected = self.reference.step(&record.seen, &touches);
        compare::messages(&reported, &expected, &mut faults);
        compare::collisions(collisions, record, &self.reference.touching, &mut faults);
        compare::contacts_of_messages(&reported, collisions, &mut faults);
        compare::observers(&reported, record, &mut faults);
        if !expected.flickering.is_empty() {
            faults.push(format!("changed their mind, though nothing moved: {:?}", expected.flickering));
        }
        self.check_contacts(record, &expected, &mut faults);

        let tally = &mut self.tally;
        tally.started += expected.started.len() as u64;
        expected.ended.iter().for_each(|(_, reason)| *tally.ended.entry(*reason).or_default() += 1);
        reported.iter().for_each(|event| hash_event(event, &mut tally.hash));
        tally.received += record.received.len() as u64;
        tally.acted += record.edits.iter().filter(|edit| edit.starts_with(' ')).count() as u64;
        tally.asked = self.reference.asked;
        (tally.either, tally.either_by_rounding) = (self.reference.either, self.reference.either_by_rounding);
        faults
    }

    /// Checks the contacts of all changed pairs: each by a cheap test, and some by the full one.
    fn check_contacts(&mut self, record: &Record<D>, expected: &Expected, faults: &mut Vec<String>) {
        let tally = &mut self.tally;
        for touch in &record.touches {
            let pair = [record::id(touch.entity), record::id(touch.other)];
            let Some([a, b]) = self.reference.oracle_shape(pair).filter(|_| expected.changed.contains(&pair))
            else {
                continue;
            };
            if let Some(fault) = fault_of_push::<D>(a, b, &touch.contact) {
                faults.push(format!("the contact of {pair:?}: {fault}, {a:?} {b:?}"));
            } else if let (Some(a), Some(b)) = (a.bounded(), b.bounded())
                && once_in(&mut self.random, SAMPLE)
            {
                let errors = errors_of::<D>(a, b, &touch.contact);
                tally.contacts += 1;
                tally.undecided += u64::from(errors.undecided);
                tally.worst = tally.worst.max(errors.worst());
                if !errors.faults().is_empty() {
                    let what = (a.shape.clone(), b.shape.clone(), touch.contact);
                    faults
                        .push(format!("the contact of {pair:?}: {:?} {errors:?} {what:?}", errors.faults()));
                }
            }
        }
    }
}

/// Adds an event to a hash.
fn hash_event<D: Chaotic>(event: &CollisionEvent<D>, hash: &mut u64) {
    let mut hasher = DefaultHasher::new();
    hash.hash(&mut hasher);
    event.entities().map(record::id).hash(&mut hasher);
    match event {
        CollisionEvent::Ended { reason, .. } => reason.hash(&mut hasher),
        CollisionEvent::Started { contact, .. } => {
            let points = [contact.on_a, contact.on_b, contact.normal].map(D::coordinates);
            points.map(|point| point.map(f32::to_bits)).hash(&mut hasher);
            contact.depth.to_bits().hash(&mut hasher);
        }
    }
    *hash = hasher.finish();
}
