//! Makes chunks out of what runs have changed: off the main thread, where there are threads.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::Entity;
use bevy_platform::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::recording::columns::{History, write_planes};
use crate::recording::components::{COLLIDER, COLLIDER_OF_BOXES, NAME, to_bytes};
use crate::recording::container::{Kind, write_chunks};
use crate::recording::records::{
    GlobalNumbers, Keyframe, KeyframeEntity, Numbers, Refused, Rows, Run, Runs, SavedState,
};
use crate::recording::sink::Sink;

/// The most runs of a chunk: what a game that crashes loses of a stream. Tuning constant.
const RUNS_OF_CHUNK: usize = 60;
/// The most bytes of a chunk before it is compressed, roughly. Tuning constant.
const BYTES_OF_CHUNK: usize = 2 << 20;
/// After how many runs a keyframe is due even if little has changed. Tuning constant.
const RUNS_OF_SEGMENT: u64 = 600;

/// What one run hands over: its record, and the numbers that changed before it.
pub(super) struct RunInput {
    /// The state at the beginning of the run, if a keyframe is due.
    pub(super) keyframe: Option<SavedState>,
    pub(super) run: Run,
    pub(super) transforms: Vec<(Entity, Numbers)>,
    /// `None` if it is what the transform alone makes of it.
    pub(super) globals: Vec<(Entity, Option<GlobalNumbers>)>,
}

/// What is recorded of an entity now.
#[derive(Default)]
struct Known {
    row: u32,
    transform: Option<Numbers>,
    global: Option<GlobalNumbers>,
    components: BTreeMap<u8, Vec<u8>>,
    transform_history: History<10>,
    global_history: History<12>,
}

/// Makes chunks out of what runs have changed.
pub(super) struct Encoder {
    known: EntityHashMap<Known>,
    refused: Refused,
    /// The number of the next run.
    next_run: u64,
    /// The row of the next entity.
    next_row: u32,
    /// The rows that changed in the last run, of transforms and of global transforms.
    last_rows: [Vec<u32>; 2],
    /// The chunk that is being made.
    runs: Vec<Run>,
    transforms: Vec<[u32; 10]>,
    globals: Vec<[u32; 12]>,
    /// The bytes of the components in that chunk.
    component_bytes: usize,
    /// The bytes of the last keyframe, and the runs since.
    keyframe_bytes: usize,
    runs_since_keyframe: u64,
    bytes_since_keyframe: usize,
    /// Tells the main thread to save the state of the next run.
    wants_keyframe: Arc<AtomicBool>,
    pub(super) sink: Sink,
}

impl Encoder {
    pub(super) fn new(sink: Sink, wants_keyframe: Arc<AtomicBool>) -> Self {
        Self {
            known: EntityHashMap::default(),
            refused: Refused::default(),
            next_run: 0,
            next_row: 0,
            last_rows: Default::default(),
            runs: Vec::new(),
            transforms: Vec::new(),
            globals: Vec::new(),
            component_bytes: 0,
            keyframe_bytes: 0,
            runs_since_keyframe: 0,
            bytes_since_keyframe: 0,
            wants_keyframe,
            sink,
        }
    }

    /// Adds a run.
    pub(super) fn push(&mut self, input: RunInput) {
        let RunInput { keyframe, mut run, transforms, globals } = input;
        if let Some(state) = keyframe {
            self.begin_segment(state);
        }
        for &entity in &run.entered {
            let row = self.next_row;
            self.next_row += 1;
            self.known.insert(entity, Known { row, ..Known::default() });
        }
        for (entity, number, value) in &run.components {
            self.note_component(*entity, *number, value.as_deref());
        }
        self.component_bytes +=
            run.components.iter().map(|it| it.2.as_ref().map_or(0, Vec::len)).sum::<usize>();
        self.write_numbers(&mut run, transforms, globals);
        if run.refused.as_ref() == Some(&self.refused) {
            run.refused = None;
        }
        if let Some(refused) = &run.refused {
            self.refused.clone_from(refused);
        }
        for (entity, _) in &run.left {
            self.known.remove(entity);
        }
        self.runs.push(run);
        self.next_run += 1;
        self.runs_since_keyframe += 1;
        let bytes = 40 * self.transforms.len() + 48 * self.globals.len() + self.component_bytes;
        if self.runs.len() >= RUNS_OF_CHUNK || bytes >= BYTES_OF_CHUNK {
            self.flush();
        }
    }

    /// Notes a component, for keyframes.
    fn note_component(&mut self, entity: Entity, number: u8, value: Option<&[u8]>) {
        let Some(known) = self.known.get_mut(&entity) else { return };
        match value {
            Some(value) => _ = known.components.insert(number, value.to_vec()),
            None => _ = known.components.remove(&number),
        }
        match number {
            COLLIDER => _ = known.components.remove(&COLLIDER_OF_BOXES),
            COLLIDER_OF_BOXES => _ = known.components.remove(&COLLIDER),
            _ => {}
        }
    }

    /// Notes the numbers that changed.
    fn write_numbers(
        &mut self,
        run: &mut Run,
        transforms: Vec<(Entity, Numbers)>,
        globals: Vec<(Entity, Option<GlobalNumbers>)>,
    ) {
        let (mut moved, mut placed) = (Vec::new(), Vec::new());
        for (entity, numbers) in transforms {
            let Some(known) = self.known.get_mut(&entity) else { continue };
            known.transform = Some(numbers);
            moved.push((known.row, known.transform_history.encode(numbers)));
        }
        for (entity, numbers) in globals {
            let Some(known) = self.known.get_mut(&entity) else { continue };
            known.global = numbers;
            match numbers {
                Some(numbers) => placed.push((known.row, known.global_history.encode(numbers))),
                None => run.derived.push(entity),
            }
        }
        run.transforms = rows(&mut moved, &mut self.last_rows[0]);
        run.globals = rows(&mut placed, &mut self.last_rows[1]);
        self.transforms.extend(moved.into_iter().map(|(_, distances)| distances));
        self.globals.extend(placed.into_iter().map(|(_, distances)| distances));
    }

    /// Begins with a keyframe what can be read without all before it.
    fn begin_segment(&mut self, state: SavedState) {
        self.flush();
        let mut entities: Vec<_> = self.known.iter_mut().collect();
        entities.sort_unstable_by_key(|(entity, _)| entity.to_bits());
        let entity = |(row, (&entity, known)): (u32, (&Entity, &mut Known))| {
            known.row = row;
            known.transform_history = known.transform.map(History::still).unwrap_or_default();
            known.global_history = known.global.map(History::still).unwrap_or_default();
            let components =
                known.components.iter().map(|(&number, value)| (number, value.clone())).collect();
            KeyframeEntity { entity, transform: known.transform, global: known.global, components }
        };
        let entities: Vec<_> = (0..).zip(entities).map(entity).collect();
        self.next_row = entities.len() as u32;
        self.last_rows = Default::default();
        let keyframe = Keyframe { run: self.next_run, entities, refused: self.refused.clone(), state };
        let mut chunk = Vec::new();
        write_chunks(&mut chunk, Kind::Keyframe, &to_bytes(&keyframe));
        self.keyframe_bytes = chunk.len();
        (self.runs_since_keyframe, self.bytes_since_keyframe) = (0, 0);
        self.sink.begin_segment(self.next_run, &chunk);
    }

    /// Hands over the chunk that is being made.
    pub(super) fn flush(&mut self) {
        if self.runs.is_empty() {
            return;
        }
        let mut planes = Vec::new();
        write_planes(&self.transforms, &mut planes);
        write_planes(&self.globals, &mut planes);
        let runs = Runs { runs: core::mem::take(&mut self.runs), planes };
        let mut chunk = Vec::new();
        write_chunks(&mut chunk, Kind::Runs, &to_bytes(&runs));
        self.transforms.clear();
        self.globals.clear();
        self.component_bytes = 0;
        self.bytes_since_keyframe += chunk.len();
        self.sink.append(&chunk, runs.runs.len() as u64);
        // Keyframes take at most half of a recording, and less than that of what hardly changes.
        let is_due = self.bytes_since_keyframe >= self.keyframe_bytes.max(self.sink.segment_size())
            || self.runs_since_keyframe >= RUNS_OF_SEGMENT
                && 4 * self.bytes_since_keyframe >= self.keyframe_bytes;
        if is_due {
            self.wants_keyframe.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the names of all recorded entities that have one.
    pub(super) fn names(&self) -> BTreeMap<String, String> {
        let name =
            |known: &Known| known.components.get(&NAME).map(|name| String::from_utf8_lossy(name).into());
        self.known.iter().filter_map(|(entity, known)| Some((entity.to_string(), name(known)?))).collect()
    }

    /// Returns the recording so far as a file.
    pub(super) fn file(&mut self) -> Vec<u8> {
        self.flush();
        self.sink.file(self.names())
    }
}

/// Sorts what changed by its rows, and returns these as they are written.
fn rows<T>(changed: &mut [(u32, T)], last: &mut Vec<u32>) -> Rows {
    changed.sort_unstable_by_key(|&(row, _)| row);
    if changed.is_empty() {
        return Rows::None;
    }
    if changed.iter().map(|&(row, _)| row).eq(last.iter().copied()) {
        return Rows::Same;
    }
    last.clear();
    last.extend(changed.iter().map(|&(row, _)| row));
    let before = core::iter::once(None).chain(last.iter().copied().map(Some));
    let distance =
        |(&row, before): (&u32, Option<u32>)| before.map_or(row, |before| row.wrapping_sub(before + 1));
    Rows::Distances(last.iter().zip(before).map(distance).collect())
}
