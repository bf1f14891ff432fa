//! Lists with room for the points of a contact manifold.

use core::fmt::Debug;
use core::ops::DerefMut;

use arrayvec::ArrayVec;

/// A list of fixed capacity: two points in 2D, four in 3D. Unused slots are neither initialized nor moved.
pub trait ManifoldPoints<T>: Clone + Debug + PartialEq + DerefMut<Target = [T]> {
    /// Creates a list of items, which must fit.
    fn of<const M: usize>(items: [T; M]) -> Self;
    /// Appends an item, if there is room.
    fn push(&mut self, item: T);
    /// Removes all items.
    fn clear(&mut self);
}

impl<T: Copy + Debug + PartialEq, const N: usize> ManifoldPoints<T> for ArrayVec<T, N> {
    #[inline(always)]
    fn of<const M: usize>(items: [T; M]) -> Self {
        const { assert!(M <= N, "more items than the list has room for") };
        let mut list = Self::new();
        for item in items {
            list.push(item);
        }
        list
    }
    #[inline(always)]
    fn push(&mut self, item: T) {
        let _ = self.try_push(item);
    }
    #[inline(always)]
    fn clear(&mut self) {
        self.clear();
    }
}
