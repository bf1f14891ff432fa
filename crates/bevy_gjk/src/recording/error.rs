//! Why a recording cannot be read.

use core::fmt;

/// Why a recording cannot be read, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingError {
    /// The file does not begin as a recording does.
    NotARecording,
    /// A later version of this crate has written it.
    Newer {
        /// The version of the format in the file.
        found: u32,
        /// The latest version that can be read.
        readable: u32,
    },
    /// It is of colliders of the other dimension: as many coordinates as this.
    Dimension(u32),
    /// The file ends within a chunk that begins at this offset in bytes.
    CutOff(u64),
    /// The bytes of the chunk at this offset are not those that were written.
    Damaged(u64),
    /// The chunk at this offset is intact and does not say what it should: what is wrong with it.
    Malformed(u64, &'static str),
    /// There is no complete second of the game in the file.
    Empty,
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotARecording => f.write_str("this is not a recording of bevy_gjk"),
            Self::Newer { found, readable } => write!(
                f,
                "the recording has version {found} of the format, and this bevy_gjk reads versions up to \
                 {readable}: update it"
            ),
            Self::Dimension(dimension) => write!(
                f,
                "the recording is of {dimension}D colliders: read it as `Recording<Dim{dimension}>`"
            ),
            Self::CutOff(offset) => write!(f, "the file is cut off in the chunk at byte {offset}"),
            Self::Damaged(offset) => write!(f, "the chunk at byte {offset} is damaged"),
            Self::Malformed(offset, what) => write!(f, "the chunk at byte {offset} is malformed: {what}"),
            Self::Empty => f.write_str("the recording holds no run of the game"),
        }
    }
}

impl core::error::Error for RecordingError {}
