//! The header of a recording: JSON that anybody can read.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::recording::records::VERSION;
use crate::recording::{Recordable, RecordingError};

/// What a recording says of itself: the first chunk of a file, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecordingHeader {
    /// The version of the format.
    pub version: u32,
    /// The version of `bevy_gjk` that wrote it.
    #[serde(default)]
    pub bevy_gjk: String,
    /// The number of coordinates: 2 or 3.
    pub dimension: u32,
    /// Where it was written: the processor and the system, on which the last bits of numbers may depend.
    #[serde(default)]
    pub target: String,
    /// Whether the feature `libm` was on: then the numbers do not depend on the target.
    #[serde(default)]
    pub libm: bool,
    /// The names of entities, by their ids, when the file was begun.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

impl RecordingHeader {
    /// Creates the header of what is recorded now.
    pub(super) fn new<D: Recordable>() -> Self {
        Self {
            version: VERSION,
            bevy_gjk: env!("CARGO_PKG_VERSION").into(),
            dimension: <D::Vector as gjk::Vector>::DIMENSION as u32,
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            libm: cfg!(feature = "libm"),
            names: BTreeMap::new(),
        }
    }

    /// Reads a header, and checks that the rest of the file can be read.
    pub(super) fn read<D: Recordable>(json: &[u8], offset: u64) -> Result<Self, RecordingError> {
        let malformed = |_| RecordingError::Malformed(offset, "the header is not JSON as it should be");
        // The version first: a later one may have other fields.
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let Version { version } = serde_json::from_slice(json).map_err(malformed)?;
        if version > VERSION {
            return Err(RecordingError::Newer { found: version, readable: VERSION });
        }
        let header: Self = serde_json::from_slice(json).map_err(malformed)?;
        if header.dimension != Self::new::<D>().dimension {
            return Err(RecordingError::Dimension(header.dimension));
        }
        Ok(header)
    }
}
