//! Reads recordings: hostile ones, too.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::Entity;
use core::marker::PhantomData;
use core::time::Duration;

use crate::detection::proxies::EntityOrder;
use crate::detection::{RecordedEvent, RecordedQuery};
use crate::recording::columns::{History, read_planes};
use crate::recording::container::{Chunk, Kind, MAGIC, index_offset, read_content};
use crate::recording::records::{GlobalNumbers, IndexEntry, Keyframe, Numbers, Rows, Run, Runs};
use crate::recording::{Recordable, RecordingError, RecordingHeader};

/// A recording that was read: what a game did with its colliders.
///
/// ```
/// use bevy_gjk::recording::{Recording, RecordingError};
/// use bevy_gjk::Dim2;
///
/// let error = Recording::<Dim2>::read(b"\x89PNG".to_vec()).unwrap_err();
/// assert_eq!(error, RecordingError::NotARecording);
/// ```
#[derive(Clone, Debug)]
pub struct Recording<D: Recordable> {
    file: Vec<u8>,
    header: RecordingHeader,
    segments: Vec<IndexEntry>,
    damage: Option<RecordingError>,
    dimension: PhantomData<D>,
}

/// What one run of a recording was about.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRun {
    /// Its number, from 0 for the first run that was recorded.
    pub run: u64,
    /// The tick that the game has named, or the number of the run.
    pub tick: u64,
    /// `Time::elapsed`; zero without a clock.
    pub elapsed: Duration,
    /// What began and ended in it, in the order in which it was sent.
    pub events: Vec<RecordedEvent>,
    /// What systems asked after it, sorted by their names.
    pub queries: Vec<RecordedQuery>,
    /// The lines of the game.
    pub notes: Vec<String>,
}

impl RecordedRun {
    /// Takes what a run was about.
    pub(super) fn of(run: Run, number: u64) -> Self {
        let Run { tick, time, events, queries, notes, .. } = run;
        let elapsed = time.map_or(Duration::ZERO, |[elapsed, _]| elapsed);
        Self { run: number, tick, elapsed, events, queries, notes }
    }
}

/// A keyframe and the runs after it, with all numbers.
pub(crate) struct Segment {
    pub(super) keyframe: Keyframe,
    pub(super) runs: Vec<DecodedRun>,
}

/// A run with its numbers.
#[derive(Default)]
pub(super) struct DecodedRun {
    pub(super) run: Run,
    pub(super) transforms: Vec<(Entity, Numbers)>,
    pub(super) globals: Vec<(Entity, GlobalNumbers)>,
}

impl<D: Recordable> Recording<D> {
    /// Reads a file. Of one that is cut off or damaged, it reads what precedes the damage, which
    /// [`damage`](Self::damage) then tells.
    ///
    /// # Errors
    /// If nothing of it can be read.
    pub fn read(file: Vec<u8>) -> Result<Self, RecordingError> {
        if !file.starts_with(&MAGIC) {
            return Err(RecordingError::NotARecording);
        }
        let start = MAGIC.len() as u64;
        let (header, start) = match read_content(&file, start)? {
            Some((Kind::Header, json, end)) => (RecordingHeader::read::<D>(&json, start)?, end),
            Some(_) => return Err(RecordingError::Malformed(start, "it should be the header")),
            None => return Err(RecordingError::Empty),
        };
        let mut recording = Self { file, header, segments: Vec::new(), damage: None, dimension: PhantomData };
        match recording.read_index(start) {
            Some(segments) => recording.segments = segments,
            None => recording.find_segments(start),
        }
        if recording.runs().is_empty() {
            return Err(recording.damage.unwrap_or(RecordingError::Empty));
        }
        Ok(recording)
    }

    /// Reads the index at the end; `None` if there is none, or if it is not one of this file.
    fn read_index(&self, start: u64) -> Option<Vec<IndexEntry>> {
        let Ok(Some((Kind::Index, content, _))) = read_content(&self.file, index_offset(&self.file)?) else {
            return None;
        };
        let entries = postcard::from_bytes::<Vec<IndexEntry>>(&content).ok()?;
        let is_keyframe = |entry: &IndexEntry| {
            entry.offset >= start
                && Chunk::at(&self.file, entry.offset)
                    .is_ok_and(|it| it.is_some_and(|it| it.kind == Kind::Keyframe))
        };
        let follows = |pair: &[IndexEntry]| {
            pair[0].offset < pair[1].offset && pair[0].run.checked_add(pair[0].runs) == Some(pair[1].run)
        };
        let last_run = entries.last().and_then(|last| last.run.checked_add(last.runs));
        let is_right =
            last_run.is_some() && entries.iter().all(is_keyframe) && entries.windows(2).all(follows);
        is_right.then_some(entries)
    }

    /// Finds the keyframes by going through all chunks, up to the first damage.
    fn find_segments(&mut self, start: u64) {
        let mut offset = start;
        let mut next_run = None;
        loop {
            match read_content(&self.file, offset) {
                Ok(Some((kind, content, end))) => {
                    let found = match kind {
                        Kind::Keyframe => decode::<Keyframe>(&content, offset).map(|keyframe| {
                            let is_next = next_run.is_none_or(|next| next == keyframe.run);
                            self.segments.push(IndexEntry { offset, run: keyframe.run, runs: 0 });
                            is_next
                        }),
                        Kind::Runs => decode::<Runs>(&content, offset).map(|runs| {
                            let segment = self.segments.last_mut();
                            let count = runs.runs.len() as u64;
                            segment.map(|segment| segment.runs = segment.runs.saturating_add(count)).is_some()
                        }),
                        _ => Ok(true),
                    };
                    match found {
                        Ok(true) => {}
                        Ok(false) => {
                            self.damage = Some(RecordingError::Malformed(offset, "it does not follow"));
                            return;
                        }
                        Err(error) => {
                            self.damage = Some(error);
                            return;
                        }
                    }
                    let last = self.segments.last();
                    next_run = last.and_then(|segment| segment.run.checked_add(segment.runs));
                    offset = end;
                }
                Ok(None) => return,
                Err(error) => {
                    self.damage = Some(error);
                    return;
                }
            }
        }
    }

    /// Returns what the recording says of itself.
    pub fn header(&self) -> &RecordingHeader {
        &self.header
    }

    /// Returns where the file is damaged or cut off, as far as that is known: a file with an index is read where it is
    /// needed.
    pub fn damage(&self) -> Option<&RecordingError> {
        self.damage.as_ref()
    }

    /// Returns the numbers of the runs that it holds. Of a ring, the first ones are missing.
    pub fn runs(&self) -> core::ops::Range<u64> {
        let start = self.segments.first().map_or(0, |segment| segment.run);
        start..self.segments.last().map_or(start, |segment| segment.run.saturating_add(segment.runs))
    }

    /// Calls `visit` for each run, until that returns `false`: what was sent, asked and noted, for time lines and
    /// searches.
    ///
    /// # Errors
    /// If a part of the file cannot be read. All runs before it have been visited.
    pub fn each_run(&self, mut visit: impl FnMut(RecordedRun) -> bool) -> Result<(), RecordingError> {
        for index in 0..self.segments.len() {
            let (segment, damage) = self.segment(index)?;
            for (decoded, index) in segment.runs.into_iter().zip(0..) {
                let run = segment.keyframe.run.saturating_add(index);
                if !visit(RecordedRun::of(decoded.run, run)) {
                    return Ok(());
                }
            }
            if let Some(damage) = damage {
                return Err(damage);
            }
        }
        Ok(())
    }

    /// Returns the index of the segment with a run, or of the last one before it.
    pub(super) fn segment_of(&self, run: u64) -> usize {
        self.segments.partition_point(|segment| segment.run <= run).saturating_sub(1)
    }

    /// Returns the number of the first run of a segment.
    pub(super) fn first_run_of(&self, index: usize) -> u64 {
        self.segments.get(index).map_or(0, |segment| segment.run)
    }

    /// Returns all entities of what can be read, in their order.
    pub(super) fn entities(&self) -> Vec<Entity> {
        let mut all = EntityHashSet::default();
        for (segment, _) in (0..self.segments.len()).map_while(|index| self.segment(index).ok()) {
            all.extend(segment.keyframe.entities.iter().map(|entity| entity.entity));
            all.extend(&segment.keyframe.state.entities);
            for DecodedRun { run, .. } in &segment.runs {
                all.extend(run.entered.iter().chain(run.restored.iter().flat_map(|state| &state.entities)));
            }
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable_by_key(|&entity| EntityOrder::of(entity, None));
        all
    }

    /// Reads a segment, or what precedes the damage in it.
    ///
    /// # Errors
    /// If not even its keyframe can be read.
    pub(super) fn segment(&self, index: usize) -> Result<(Segment, Option<RecordingError>), RecordingError> {
        let offset = self.segments.get(index).ok_or(RecordingError::Empty)?.offset;
        let (keyframe, mut offset) = match read_content(&self.file, offset)? {
            Some((Kind::Keyframe, content, end)) => (decode::<Keyframe>(&content, offset)?, end),
            _ => return Err(RecordingError::Malformed(offset, "it should be a keyframe")),
        };
        let mut decoder = Decoder::new(&keyframe);
        let mut runs = Vec::new();
        let damage = loop {
            match read_content(&self.file, offset) {
                Ok(Some((Kind::Runs, content, end))) => {
                    match decode(&content, offset).and_then(|chunk| decoder.decode(chunk, offset, &mut runs))
                    {
                        Ok(()) => offset = end,
                        Err(error) => break Some(error),
                    }
                }
                Ok(Some((Kind::Unknown | Kind::Header, _, end))) => offset = end,
                Ok(Some((Kind::Keyframe | Kind::Index, ..)) | None) => break None,
                Err(error) => break Some(error),
            }
        };
        Ok((Segment { keyframe, runs }, damage))
    }
}

/// Reads what a chunk holds.
fn decode<T: serde::de::DeserializeOwned>(content: &[u8], offset: u64) -> Result<T, RecordingError> {
    let (value, rest) = postcard::take_from_bytes(content)
        .map_err(|_| RecordingError::Malformed(offset, "it does not hold what its kind says"))?;
    if rest.is_empty() {
        Ok(value)
    } else {
        Err(RecordingError::Malformed(offset, "it goes on behind its end"))
    }
}

/// The entities of a segment by their rows, and the histories of their numbers.
struct Decoder {
    rows: Vec<(Entity, History<10>, History<12>)>,
    /// The rows that changed in the last run, of transforms and of global transforms.
    last_rows: [Vec<u32>; 2],
}

impl Decoder {
    fn new(keyframe: &Keyframe) -> Self {
        let row = |entity: &crate::recording::records::KeyframeEntity| {
            let transform = entity.transform.map(History::still).unwrap_or_default();
            (entity.entity, transform, entity.global.map(History::still).unwrap_or_default())
        };
        Self { rows: keyframe.entities.iter().map(row).collect(), last_rows: Default::default() }
    }

    /// Appends the runs of a chunk.
    fn decode(
        &mut self,
        chunk: Runs,
        offset: u64,
        decoded: &mut Vec<DecodedRun>,
    ) -> Result<(), RecordingError> {
        let malformed = RecordingError::Malformed(offset, "its numbers are not those of its rows");
        let mut rows_of_runs = Vec::with_capacity(chunk.runs.len());
        let [mut transforms, mut globals] = [0; 2];
        let mut row_count = self.rows.len();
        for run in &chunk.runs {
            row_count += run.entered.len();
            let [moved, placed] = &mut self.last_rows;
            transforms += count_rows(&run.transforms, moved);
            globals += count_rows(&run.globals, placed);
            // Before they are copied: a file that says "the same rows" often is small.
            if 40 * transforms + 48 * globals > chunk.planes.len() {
                return Err(malformed);
            }
            let moved = read_rows(&run.transforms, moved, row_count).ok_or(malformed.clone())?;
            let placed = read_rows(&run.globals, placed, row_count).ok_or(malformed.clone())?;
            rows_of_runs.push([moved, placed]);
        }
        let numbers = read_planes::<10>(&chunk.planes, transforms)
            .and_then(|(transforms, rest)| Some((transforms, read_planes::<12>(rest, globals)?)));
        let Some((transforms, (globals, []))) = numbers else { return Err(malformed) };
        let (mut transforms, mut globals) = (transforms.into_iter(), globals.into_iter());
        for (run, [moved, placed]) in chunk.runs.into_iter().zip(rows_of_runs) {
            for &entity in &run.entered {
                self.rows.push((entity, History::default(), History::default()));
            }
            let moved = moved.into_iter().zip(&mut transforms).map(|(row, distances)| {
                let (entity, history, _) = &mut self.rows[row as usize];
                (*entity, history.decode(distances))
            });
            let moved: Vec<_> = moved.collect();
            let placed = placed.into_iter().zip(&mut globals).map(|(row, distances)| {
                let (entity, _, history) = &mut self.rows[row as usize];
                (*entity, history.decode(distances))
            });
            let placed: Vec<_> = placed.collect();
            decoded.push(DecodedRun { run, transforms: moved, globals: placed });
        }
        Ok(())
    }
}

/// Returns how many rows changed.
fn count_rows(rows: &Rows, last: &[u32]) -> usize {
    match rows {
        Rows::None => 0,
        Rows::Same => last.len(),
        Rows::Distances(distances) => distances.len(),
    }
}

/// Returns the rows that changed; `None` if there are no such rows.
fn read_rows(rows: &Rows, last: &mut Vec<u32>, row_count: usize) -> Option<Vec<u32>> {
    let distances = match rows {
        Rows::None => return Some(Vec::new()),
        Rows::Same => return Some(last.clone()),
        Rows::Distances(distances) => distances,
    };
    last.clear();
    let mut next = 0u32;
    for &distance in distances {
        let row = next.checked_add(distance).filter(|&row| (row as usize) < row_count)?;
        last.push(row);
        next = row.checked_add(1)?;
    }
    Some(last.clone())
}
