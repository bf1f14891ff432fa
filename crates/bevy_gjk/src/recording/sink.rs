//! Where chunks go: into a ring in memory, or into a file.

use bevy_log::warn;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::Write;

use crate::recording::RecordingHeader;
use crate::recording::components::to_bytes;
use crate::recording::container::{Kind, MAGIC, write_chunks, write_end};
use crate::recording::records::IndexEntry;

/// How many segments a ring holds, at least. Tuning constant.
const SEGMENTS_OF_RING: usize = 16;
/// The bytes of a segment, unless keyframes are larger: of a ring the first ones at most. Tuning constant.
const SEGMENT: [usize; 2] = [16 << 10, 1 << 20];

/// Where chunks go.
pub(super) struct Sink {
    header: RecordingHeader,
    target: Target,
}

enum Target {
    Ring(Ring),
    File(Stream),
    /// A file that could not be written.
    Broken,
}

/// The last seconds, in memory.
struct Ring {
    /// The most bytes.
    budget: usize,
    segments: VecDeque<Segment>,
    has_warned: bool,
}

/// A keyframe, and the runs after it.
struct Segment {
    bytes: Vec<u8>,
    run: u64,
    runs: u64,
}

/// A file that is written from the start.
struct Stream {
    file: File,
    length: u64,
    entries: Vec<IndexEntry>,
}

impl Sink {
    /// Creates a ring of at most as many bytes.
    pub(super) fn ring(header: RecordingHeader, budget: usize) -> Self {
        Self { header, target: Target::Ring(Ring { budget, segments: VecDeque::new(), has_warned: false }) }
    }

    /// Creates what writes to a file.
    pub(super) fn file_at(header: RecordingHeader, file: File) -> Self {
        let start = start_of_file(&header);
        let mut sink = Self { header, target: Target::File(Stream { file, length: 0, entries: Vec::new() }) };
        sink.write(&start);
        sink
    }

    /// Returns how many bytes a segment should have.
    pub(super) fn segment_size(&self) -> usize {
        let [least, most] = SEGMENT;
        match &self.target {
            Target::Ring(ring) => (ring.budget / SEGMENTS_OF_RING).clamp(least, most),
            _ => most,
        }
    }

    /// Begins a segment with the chunks of a keyframe.
    pub(super) fn begin_segment(&mut self, run: u64, chunk: &[u8]) {
        match &mut self.target {
            Target::Ring(ring) => ring.segments.push_back(Segment { bytes: Vec::new(), run, runs: 0 }),
            Target::File(stream) => stream.entries.push(IndexEntry { offset: stream.length, run, runs: 0 }),
            Target::Broken => {}
        }
        self.append(chunk, 0);
    }

    /// Appends chunks that hold as many runs.
    pub(super) fn append(&mut self, chunk: &[u8], runs: u64) {
        match &mut self.target {
            Target::Ring(ring) => ring.append(chunk, runs),
            Target::File(stream) => {
                if let Some(entry) = stream.entries.last_mut() {
                    entry.runs += runs;
                }
                self.write(chunk);
            }
            Target::Broken => {}
        }
    }

    /// Writes to the file; if that fails, it is the end of the recording, and the game goes on.
    fn write(&mut self, bytes: &[u8]) {
        let Target::File(stream) = &mut self.target else { return };
        match stream.file.write_all(bytes) {
            Ok(()) => stream.length += bytes.len() as u64,
            Err(error) => {
                warn!(
                    "the recording ends after {} bytes, since its file cannot be written: {error}. The game goes on; \
                     what was written can be read",
                    stream.length
                );
                self.target = Target::Broken;
            }
        }
    }

    /// Returns the ring as a file with these names; nothing if it is no ring.
    pub(super) fn file(&self, names: BTreeMap<String, String>) -> Vec<u8> {
        let Target::Ring(ring) = &self.target else { return Vec::new() };
        let mut file = start_of_file(&RecordingHeader { names, ..self.header.clone() });
        let mut entries = Vec::new();
        for Segment { bytes, run, runs } in &ring.segments {
            entries.push(IndexEntry { offset: file.len() as u64, run: *run, runs: *runs });
            file.extend_from_slice(bytes);
        }
        let length = file.len() as u64;
        file.extend(end_of_file(&entries, length));
        file
    }

    /// Closes the file.
    pub(super) fn close(&mut self) {
        if let Target::File(Stream { length, entries, .. }) = &self.target {
            let end = end_of_file(entries, *length);
            self.write(&end);
        }
    }
}

impl Ring {
    fn append(&mut self, chunk: &[u8], runs: u64) {
        let Some(segment) = self.segments.back_mut() else { return };
        segment.bytes.extend_from_slice(chunk);
        segment.runs += runs;
        let size = |segments: &VecDeque<Segment>| segments.iter().map(|it| it.bytes.len()).sum::<usize>();
        while size(&self.segments) > self.budget && self.segments.len() > 1 {
            self.segments.pop_front();
        }
        let size = size(&self.segments);
        if size > 2 * self.budget && !core::mem::replace(&mut self.has_warned, true) {
            warn!(
                "the recorder needs {size} bytes for its last keyframe and the runs after it, and its budget is {}: \
                 it keeps that much all the same. Give CollisionRecorderPlugin::ring a larger budget",
                self.budget
            );
        }
    }
}

/// Returns the bytes before the first keyframe.
fn start_of_file(header: &RecordingHeader) -> Vec<u8> {
    let mut start = MAGIC.to_vec();
    let json = serde_json::to_vec_pretty(header).unwrap_or_default();
    write_chunks(&mut start, Kind::Header, &json);
    start
}

/// Returns the bytes behind the last run.
fn end_of_file(entries: &[IndexEntry], offset: u64) -> Vec<u8> {
    let mut end = Vec::new();
    write_chunks(&mut end, Kind::Index, &to_bytes(entries));
    write_end(&mut end, offset);
    end
}
