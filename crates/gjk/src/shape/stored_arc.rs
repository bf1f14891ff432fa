//! The serialized form of circular sectors and segments, without the fields that are computed from their sizes.

use crate::shape::{CircularSector, CircularSegment, ShapeError};

/// The sizes of a circular sector or segment.
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
