//! The best of the answers about the parts of two colliders, in whatever order a search finds them.

use gjk::{Cast, ClosestPoints, Contact, RayHit, Vector};

/// An answer of which one may be better than another.
pub(crate) trait Answer {
    /// Returns the numbers by which answers are compared, less being better.
    fn key(&self) -> (f32, f32);
}

/// Deeper is better.
impl<V: Vector<Scalar = f32>> Answer for Contact<V> {
    fn key(&self) -> (f32, f32) {
        (-self.depth, 0.0)
    }
}

impl<V: Vector<Scalar = f32>> Answer for ClosestPoints<V> {
    fn key(&self) -> (f32, f32) {
        (self.distance, 0.0)
    }
}

impl<V: Vector<Scalar = f32>> Answer for RayHit<V> {
    fn key(&self) -> (f32, f32) {
        (self.distance, 0.0)
    }
}

/// Earlier is better, and of two at the same time the deeper one.
impl<V: Vector<Scalar = f32>> Answer for Cast<V> {
    fn key(&self) -> (f32, f32) {
        (self.time, -self.contact.depth)
    }
}

/// The best answer so far, and the parts that it is about. Of equally good ones that of the lower parts counts, so that
/// nothing depends on the order in which a BVH holds the parts.
pub(crate) struct Best<P, T>(pub(crate) Option<(P, T)>);

impl<P: Copy + PartialOrd, T: Answer> Best<P, T> {
    pub(crate) const NONE: Self = Self(None);

    /// Keeps an answer if it is better than all before, and returns whether it is.
    #[inline]
    pub(crate) fn improve(&mut self, parts: P, answer: T) -> bool {
        let is_better = self.0.as_ref().is_none_or(|(of, best)| (answer.key(), parts) < (best.key(), *of));
        if is_better {
            self.0 = Some((parts, answer));
        }
        is_better
    }
}
