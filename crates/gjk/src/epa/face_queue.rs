//! The priority queue of EPA: the face of the polyhedron nearest to the origin.
//!
//! It is an array of one number for each face, in which distance and index are packed, and not a heap.
//! Finding the minimum of a few hundred numbers takes four at a time, and inserting or removing a face is a
//! single store.

use arrayvec::ArrayVec;

use crate::epa::polyhedron::MAX_FACES;

/// The bits of a key that hold the index of the face.
const INDEX_BITS: u64 = (1 << MAX_FACES.next_power_of_two().trailing_zeros()) - 1;

/// A priority queue of faces. The key of a face is the square of the distance of its plane from the origin,
/// with the sign of the distance, and with the index of the face in its lowest bits. The smallest key is that
/// of the nearest face.
///
/// The remaining 43 bits of the square distinguish all distances that differ by more than the precision of an
/// answer. A free slot has the key infinity.
pub(super) struct FaceQueue {
    /// The keys; their number is a multiple of four.
    keys: ArrayVec<f64, MAX_FACES>,
}

impl FaceQueue {
    /// Creates an empty queue.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { keys: ArrayVec::new() }
    }

    /// Makes room for the key of a face, which must be the one after the last.
    #[inline(always)]
    pub(super) fn reserve(&mut self, face: usize) {
        if face.is_multiple_of(4) {
            self.keys.extend([f64::INFINITY; 4]);
        }
    }

    /// Stores the signed square of the distance of a face, and returns its key.
    #[inline(always)]
    pub(super) fn set(&mut self, face: usize, signed_square: f64) -> f64 {
        // The square of a face without area is NaN, and so is its key, which is not less than any other.
        let key = f64::from_bits(signed_square.to_bits() & !INDEX_BITS | face as u64);
        self.keys[face] = key;
        key
    }

    /// Removes a face.
    #[inline(always)]
    pub(super) fn remove(&mut self, face: usize) {
        self.keys[face] = f64::INFINITY;
    }

    /// Returns the smallest key.
    #[inline(always)]
    pub(super) fn least(&self) -> f64 {
        let [a, b, c, d] = self.keys.as_chunks::<4>().0.iter().fold([f64::INFINITY; 4], |least, group| {
            core::array::from_fn(|lane| Self::lesser(least[lane], group[lane]))
        });
        Self::lesser(Self::lesser(a, c), Self::lesser(b, d))
    }

    /// Returns the smaller of two keys; never the second if it is NaN.
    #[inline(always)]
    pub(super) fn lesser(one: f64, other: f64) -> f64 {
        if other < one { other } else { one }
    }

    /// Returns the face of a key; the first face for infinity.
    #[inline(always)]
    pub(super) fn face(key: f64) -> usize {
        (key.to_bits() & INDEX_BITS) as usize
    }
}
