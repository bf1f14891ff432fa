//! A few things in a row: as many as a manifold of a space has points.

use core::fmt::Debug;
use core::ops::Deref;

use arrayvec::ArrayVec;

/// A list of fixed size. What it does not hold is not even initialised, nor more moved than there is room for.
pub trait ManifoldPoints<T>: Clone + Debug + PartialEq + Deref<Target = [T]> {
    /// These, which must not be too many.
    fn of<const M: usize>(these: [T; M]) -> Self;
    /// Adds one, if there is room.
    fn push(&mut self, one: T);
    /// Drops them all.
    fn clear(&mut self);
}

impl<T: Copy + Debug + PartialEq, const N: usize> ManifoldPoints<T> for ArrayVec<T, N> {
    #[inline(always)]
    fn of<const M: usize>(these: [T; M]) -> Self {
        const { assert!(M <= N, "more than there is room for") };
        let mut few = Self::new();
        for one in these {
            few.push(one);
        }
        few
    }
    #[inline(always)]
    fn push(&mut self, one: T) {
        let _ = self.try_push(one);
    }
    #[inline(always)]
    fn clear(&mut self) {
        self.clear();
    }
}
