//! A hash of numbers: of what a collider is made of, by which a restored state knows what has not changed, and of a
//! whole state.

use core::fmt::{self, Debug, Write};

use gjk::{Affine, Vector};

use crate::collider::{AffineOf, Dimension};

/// A hash of numbers. It is the same on all platforms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentHash(u64);

impl ContentHash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn add(&mut self, number: u64) {
        // Each step is invertible, so two that differ stay different until others are added.
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    /// Adds a number of a shape or a place. Both zeros are the same.
    #[inline]
    pub(crate) fn add_f32(&mut self, number: f32) {
        self.add((number + 0.0).to_bits().into());
    }

    /// Adds the coordinates of a vector.
    #[inline]
    pub(crate) fn add_vector<D: Dimension>(&mut self, vector: D::Vector) {
        let [x, y, z] = D::coordinates(vector).map(|number| u64::from((number + 0.0).to_bits()));
        self.add(x | y << 32);
        if D::Vector::DIMENSION == 3 {
            self.add(z);
        }
    }

    /// Adds a map.
    #[inline]
    pub(crate) fn add_affine<D: Dimension>(&mut self, affine: &AffineOf<D>) {
        (0..D::Vector::DIMENSION).for_each(|index| self.add_vector::<D>(affine.column(index)));
        self.add_vector::<D>(affine.translation());
    }

    /// Adds all that `Debug` shows of a value.
    pub(crate) fn add_shown(&mut self, value: &impl Debug) {
        // It never fails: `write_str` does not.
        let _ = write!(self, "{value:?}");
    }

    /// Returns the hash: never 0.
    pub(crate) fn finish(self) -> u64 {
        self.0.max(1)
    }
}

impl Write for ContentHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for chunk in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(bytes));
        }
        Ok(())
    }
}
