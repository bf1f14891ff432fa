//! Limits of descriptions, which hold whatever a file or an inspector asks for.
//!
//! They are checked before memory is allocated, and the error names the number. A description is only as large as what
//! was read, but what is made of it may not be: see also
//! [`ConvexPolygon::MAX_REGULAR_CORNERS`](gjk::ConvexPolygon::MAX_REGULAR_CORNERS).

use core::cell::Cell;

use crate::collider::error::{ColliderError, MAX_NESTING, MAX_PARTS};

/// Returns a number of parts, if it is within the limit.
///
/// # Errors
/// [`ColliderError::TooManyParts`].
pub(crate) fn part_count(count: u64) -> Result<u32, ColliderError> {
    let within = u32::try_from(count).ok().filter(|&count| count <= MAX_PARTS);
    within.ok_or(ColliderError::TooManyParts(count))
}

thread_local! {
    /// The number of levels that this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A level of parts within parts, as long as this is alive.
///
/// The levels are counted per thread, because the code that serde derives has no argument that could carry their
/// number.
pub(crate) struct NestedLevel(());

impl NestedLevel {
    /// Enters the next level.
    ///
    /// # Errors
    /// [`ColliderError::NestedTooDeeply`].
    pub(crate) fn enter() -> Result<Self, ColliderError> {
        let depth = DEPTH.get();
        if depth >= MAX_NESTING {
            return Err(ColliderError::NestedTooDeeply);
        }
        DEPTH.set(depth + 1);
        Ok(Self(()))
    }
}

impl Drop for NestedLevel {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Reads a part of a collider, one level deeper than what holds it.
#[cfg(feature = "serialize")]
pub(crate) fn deserialize_nested<'de, D, C>(deserializer: D) -> Result<C, D::Error>
where
    D: serde::Deserializer<'de>,
    C: serde::Deserialize<'de>,
{
    let _level = NestedLevel::enter().map_err(serde::de::Error::custom)?;
    C::deserialize(deserializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_parts_is_valid_up_to_the_limit() {
        assert_eq!(part_count(MAX_PARTS.into()), Ok(MAX_PARTS));
        for count in [u64::from(MAX_PARTS) + 1, 1 << 32, u64::MAX] {
            assert_eq!(part_count(count), Err(ColliderError::TooManyParts(count)));
        }
    }

    #[test]
    fn levels_are_left_when_they_are_dropped() {
        for _ in 0..2 {
            let levels: Vec<_> = (0..MAX_NESTING).map(|_| NestedLevel::enter().unwrap()).collect();
            assert_eq!(NestedLevel::enter().err(), Some(ColliderError::NestedTooDeeply));
            drop(levels);
        }
    }
}
