//! The container of a recording: chunks of bytes, each with a kind, a length and a checksum.
//!
//! | bytes | of a file |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | chunks | first [`Kind::Header`], at the end [`Kind::Index`] |
//! | 16 | the offset of the index, and [`END_MAGIC`]; missing if the game ended without closing the file |
//!
//! | bytes | of a chunk |
//! |---|---|
//! | 4 | its kind, four letters |
//! | 2 | flags: [`COMPRESSED`], [`CONTINUED`] |
//! | 2 | zero |
//! | 4 | the length of what follows the checksum, at most [`MAX_CHUNK`] |
//! | 4 | the CRC-32 of all of the chunk but itself |
//! | length | if compressed, the length of the content before, in four bytes, and then the content by LZ4 |
//!
//! All numbers are little-endian. Readers skip kinds that they do not know.

use crate::recording::RecordingError;

/// The first bytes of a recording. The first one is no text, and the last one shows where line ends were converted.
pub(super) const MAGIC: [u8; 8] = *b"\x89GJKREC\n";
/// The last bytes of a recording that was closed.
const END_MAGIC: [u8; 8] = *b"GJKINDEX";
/// The most bytes of the content of a chunk: what is longer is continued in the next chunk.
pub(super) const MAX_CHUNK: usize = 4 << 20;
/// The most bytes of a piece before it is compressed: so that it fits into a chunk if it cannot be compressed.
const MAX_PIECE: usize = MAX_CHUNK - MAX_CHUNK / 64;
/// The most bytes of a content that is continued over several chunks.
const MAX_CONTENT: usize = 1 << 28;
/// The bytes of a chunk before its content.
const HEAD: usize = 16;
/// LZ4 makes of one byte at most as many.
const MAX_EXPANSION: usize = 256;

/// The content is compressed.
const COMPRESSED: u16 = 1;
/// The content goes on in the next chunk.
const CONTINUED: u16 = 2;

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What the file is, as JSON.
    Header,
    /// All that is known at the beginning of a run.
    Keyframe,
    /// Runs that follow one another.
    Runs,
    /// Where the keyframes are.
    Index,
    /// What a later version has added.
    Unknown,
}

impl Kind {
    fn letters(self) -> [u8; 4] {
        match self {
            Self::Header => *b"HEAD",
            Self::Keyframe => *b"KEYF",
            Self::Runs => *b"RUNS",
            Self::Index => *b"INDX",
            Self::Unknown => *b"????",
        }
    }

    fn of(letters: [u8; 4]) -> Self {
        let known = [Self::Header, Self::Keyframe, Self::Runs, Self::Index];
        known.into_iter().find(|kind| kind.letters() == letters).unwrap_or(Self::Unknown)
    }
}

/// Appends a content as chunks.
pub(super) fn write_chunks(file: &mut Vec<u8>, kind: Kind, content: &[u8]) {
    let mut rest = content;
    loop {
        let (piece, after) = rest.split_at(rest.len().min(MAX_PIECE));
        let compressed = lz4_flex::block::compress_prepend_size(piece);
        // The header stays readable, and what cannot be compressed is not.
        let is_compressed = kind != Kind::Header && compressed.len() < piece.len();
        let stored = if is_compressed { &compressed } else { piece };
        let flags = if is_compressed { COMPRESSED } else { 0 } | if after.is_empty() { 0 } else { CONTINUED };
        let mut head = [0; 12];
        head[..4].copy_from_slice(&kind.letters());
        head[4..6].copy_from_slice(&flags.to_le_bytes());
        head[8..].copy_from_slice(&(stored.len() as u32).to_le_bytes());
        file.extend_from_slice(&head);
        file.extend_from_slice(&checksum(&head, stored).to_le_bytes());
        file.extend_from_slice(stored);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
}

/// Appends what follows the index: its offset in the file.
pub(super) fn write_end(file: &mut Vec<u8>, index_offset: u64) {
    file.extend_from_slice(&index_offset.to_le_bytes());
    file.extend_from_slice(&END_MAGIC);
}

/// Returns the offset of the index, if the file was closed.
pub(super) fn index_offset(file: &[u8]) -> Option<u64> {
    let (rest, magic) = file.split_last_chunk::<8>()?;
    let (_, offset) = rest.split_last_chunk::<8>()?;
    (*magic == END_MAGIC).then(|| u64::from_le_bytes(*offset))
}

fn checksum(head: &[u8; 12], stored: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(head);
    sum.update(stored);
    sum.finalize()
}

/// A chunk in a file, whose content is not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk<'f> {
    pub(super) kind: Kind,
    flags: u16,
    offset: u64,
    stored: &'f [u8],
    /// The offset of what follows.
    pub(super) end: u64,
}

impl<'f> Chunk<'f> {
    /// Finds the chunk that begins at an offset; `None` at the end of the file.
    ///
    /// # Errors
    /// If it is cut off or not as it was written.
    pub(super) fn at(file: &'f [u8], offset: u64) -> Result<Option<Self>, RecordingError> {
        let rest = usize::try_from(offset).ok().and_then(|offset| file.get(offset..));
        let rest = rest.ok_or(RecordingError::CutOff(offset))?;
        if rest.is_empty() || rest.len() == 16 && rest.ends_with(&END_MAGIC) {
            return Ok(None);
        }
        let (head, rest) = rest.split_first_chunk::<12>().ok_or(RecordingError::CutOff(offset))?;
        let (sum, rest) = rest.split_first_chunk::<4>().ok_or(RecordingError::CutOff(offset))?;
        let [k0, k1, k2, k3, f0, f1, _, _, l0, l1, l2, l3] = *head;
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        if length > MAX_CHUNK {
            return Err(RecordingError::Damaged(offset));
        }
        let stored = rest.get(..length).ok_or(RecordingError::CutOff(offset))?;
        if checksum(head, stored) != u32::from_le_bytes(*sum) {
            return Err(RecordingError::Damaged(offset));
        }
        let end = offset + (HEAD + length) as u64;
        let (kind, flags) = (Kind::of([k0, k1, k2, k3]), u16::from_le_bytes([f0, f1]));
        Ok(Some(Self { kind, flags, offset, stored, end }))
    }

    /// Returns whether its content goes on in the next chunk.
    pub(super) fn is_continued(&self) -> bool {
        self.flags & CONTINUED != 0
    }

    /// Appends the content.
    fn read_into(&self, content: &mut Vec<u8>) -> Result<(), RecordingError> {
        let malformed = |what| RecordingError::Malformed(self.offset, what);
        if self.flags & COMPRESSED == 0 {
            content.extend_from_slice(self.stored);
            return Ok(());
        }
        let (length, packed) = self.stored.split_first_chunk::<4>().ok_or(malformed("it has no length"))?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_CHUNK || length > packed.len().saturating_mul(MAX_EXPANSION) {
            return Err(malformed("it claims to be longer than it can be"));
        }
        let start = content.len();
        content.resize(start + length, 0);
        match lz4_flex::block::decompress_into(packed, &mut content[start..]) {
            Ok(written) if written == length => Ok(()),
            _ => Err(malformed("it cannot be decompressed")),
        }
    }
}

/// Reads the content that begins with the chunk at an offset, and returns the offset of what follows; `None` at the end
/// of the file.
///
/// # Errors
/// If a chunk is cut off or not as it was written.
pub(super) fn read_content(file: &[u8], offset: u64) -> Result<Option<(Kind, Vec<u8>, u64)>, RecordingError> {
    let mut content = Vec::new();
    let Some(first) = Chunk::at(file, offset)? else { return Ok(None) };
    let mut chunk = first;
    loop {
        chunk.read_into(&mut content)?;
        if !chunk.is_continued() {
            return Ok(Some((first.kind, content, chunk.end)));
        }
        if content.len() > MAX_CONTENT {
            return Err(RecordingError::Malformed(offset, "it is too long"));
        }
        let next = Chunk::at(file, chunk.end)?.ok_or(RecordingError::CutOff(chunk.end))?;
        if next.kind != first.kind {
            return Err(RecordingError::Malformed(chunk.end, "it should continue the chunk before"));
        }
        chunk = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(contents: &[(Kind, Vec<u8>)]) -> Vec<u8> {
        let mut file = Vec::new();
        contents.iter().for_each(|(kind, content)| write_chunks(&mut file, *kind, content));
        file
    }

    fn read_all(file: &[u8]) -> Result<Vec<(Kind, Vec<u8>)>, RecordingError> {
        let (mut all, mut offset) = (Vec::new(), 0);
        while let Some((kind, content, end)) = read_content(file, offset)? {
            all.push((kind, content));
            offset = end;
        }
        Ok(all)
    }

    /// Content that cannot be compressed.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1u64;
        let next = |state: &mut u64| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*state >> 33) as u8
        };
        (0..length).map(|_| next(&mut state)).collect()
    }

    #[test]
    fn contents_of_any_length_are_read_as_they_were_written() {
        let lengths = [0, 1, 1000, MAX_PIECE - 1, MAX_PIECE, MAX_PIECE + 1, 2 * MAX_CHUNK + 7];
        let zeros = lengths.map(|length| (Kind::Runs, vec![0; length]));
        let noise = lengths.map(|length| (Kind::Keyframe, noise(length)));
        for contents in [zeros, noise] {
            let file = file(&contents);
            assert_eq!(read_all(&file).unwrap(), contents);
            let mut offset = 0;
            while let Some(chunk) = Chunk::at(&file, offset).unwrap() {
                assert!(chunk.stored.len() <= MAX_CHUNK);
                offset = chunk.end;
            }
        }
    }

    #[test]
    fn a_file_that_is_cut_off_anywhere_gives_what_precedes_the_cut() {
        let contents = [(Kind::Header, noise(40)), (Kind::Runs, vec![7; 90]), (Kind::Index, noise(9))];
        let file = file(&contents);
        for length in 0..file.len() {
            let (mut read, mut offset) = (0, 0);
            let error = loop {
                match read_content(&file[..length], offset) {
                    Ok(Some((kind, content, end))) => {
                        assert_eq!((kind, content), contents[read]);
                        read += 1;
                        offset = end;
                    }
                    Ok(None) => break None,
                    Err(error) => break Some(error),
                }
            };
            assert_eq!(
                error,
                (offset != length as u64).then_some(RecordingError::CutOff(offset)),
                "{length}"
            );
        }
    }

    #[test]
    fn no_flipped_bit_goes_unnoticed() {
        let file = file(&[(Kind::Runs, vec![7; 90]), (Kind::Keyframe, noise(50))]);
        for bit in 0..8 * file.len() {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read_all(&flipped).is_err(), "{bit}");
        }
    }

    #[test]
    fn a_length_that_nothing_follows_allocates_nothing() {
        // A chunk with a right checksum that claims to become 4 GiB, or all that is allowed, of a few bytes.
        for claimed in [u32::MAX, MAX_CHUNK as u32] {
            let mut stored = claimed.to_le_bytes().to_vec();
            stored.extend([0; 20]);
            let mut head = [0; 12];
            head[..4].copy_from_slice(b"RUNS");
            head[4] = COMPRESSED as u8;
            head[8..].copy_from_slice(&(stored.len() as u32).to_le_bytes());
            let mut file = head.to_vec();
            file.extend(checksum(&head, &stored).to_le_bytes());
            file.extend(&stored);
            assert!(matches!(read_all(&file), Err(RecordingError::Malformed(0, _))));
        }
        let mut file = b"RUNS\0\0\0\0".to_vec();
        file.extend(u32::MAX.to_le_bytes());
        file.extend([0; 9]);
        assert_eq!(read_all(&file), Err(RecordingError::Damaged(0)));
    }

    #[test]
    fn unknown_kinds_are_skipped_by_their_length() {
        let mut file = file(&[(Kind::Unknown, noise(33)), (Kind::Runs, vec![1])]);
        let kinds = read_all(&file).unwrap();
        assert_eq!(kinds.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), [Kind::Unknown, Kind::Runs]);
        assert_eq!(index_offset(&file), None);
        write_end(&mut file, 5);
        assert_eq!(index_offset(&file), Some(5));
        assert_eq!(read_all(&file).unwrap(), kinds);
    }
}
