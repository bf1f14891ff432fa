//! The distances of faces, for the least of them to be found at a glance.

use arrayvec::ArrayVec;

use crate::reference::epa::polyhedron::MAX_FACES;

/// As many bits as the number of a face has.
const BITS: u64 = (1 << MAX_FACES.next_power_of_two().trailing_zeros()) - 1;

/// For each face the square of the distance of its plane from the origin with the sign of that distance, and
/// the number of the face in its lowest bits: that of the least key is the nearest face.
///
/// A square of 43 bits tells all faces apart that differ by more than the precision of an answer. A face that
/// is not there, or has no plane, has the key infinity.
pub(super) struct FaceQueue {
    /// Always a multiple of four.
    keys: ArrayVec<f64, MAX_FACES>,
}

impl FaceQueue {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { keys: ArrayVec::new() }
    }

    /// Makes room for the key of the face after the last.
    #[inline(always)]
    pub(super) fn reserve(&mut self, face: usize) {
        if face.is_multiple_of(4) {
            self.keys.extend([f64::INFINITY; 4]);
        }
    }

    /// Notes the square of a face, and gives its key.
    #[inline(always)]
    pub(super) fn set(&mut self, face: usize, square: f64) -> f64 {
        // The square of a face without area is no number, nor is its key: it is less than none.
        let key = f64::from_bits(square.to_bits() & !BITS | face as u64);
        self.keys[face] = key;
        key
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, face: usize) {
        self.keys[face] = f64::INFINITY;
    }

    /// The least key.
    #[inline(always)]
    pub(super) fn least(&self) -> f64 {
        let [a, b, c, d] = self.keys.as_chunks::<4>().0.iter().fold([f64::INFINITY; 4], |least, group| {
            core::array::from_fn(|lane| Self::lesser(least[lane], group[lane]))
        });
        Self::lesser(Self::lesser(a, c), Self::lesser(b, d))
    }

    /// The lesser of two keys.
    #[inline(always)]
    pub(super) fn lesser(one: f64, other: f64) -> f64 {
        if other < one { other } else { one }
    }

    /// The face of a key; the first for infinity.
    #[inline(always)]
    pub(super) fn face(key: f64) -> usize {
        (key.to_bits() & BITS) as usize
    }
}
