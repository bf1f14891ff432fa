//! Parts of a disc as they are stored: what is computed from their sizes is not.

use crate::shape::{CircularSector, CircularSegment, ShapeError};

/// The sizes of a part of a disc.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Slice {
    radius: f32,
    half_angle: f32,
}

macro_rules! slice {
    ($part:ident) => {
        impl From<$part> for Slice {
            fn from(part: $part) -> Self {
                Self { radius: part.disc_radius(), half_angle: part.half_angle() }
            }
        }
        impl TryFrom<Slice> for $part {
            type Error = ShapeError;
            fn try_from(slice: Slice) -> Result<Self, ShapeError> {
                Self::new(slice.radius, slice.half_angle)
            }
        }
    };
}

slice!(CircularSector);
slice!(CircularSegment);
