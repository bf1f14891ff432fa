//! What is in a solid: one convex shape or several that move together.

use gjk::{Support, Vector};

/// The convex parts of a body, in the world.
pub(crate) trait BodyParts<V: Vector> {
    /// Calls `visit` with each part and its index.
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<V>));

    /// Returns the outward unit normal of a part that is a face of a closed mesh: what is behind it belongs to the
    /// body, too.
    fn outward(&self, _index: u32) -> Option<V::Wide> {
        None
    }
}

/// A body of one convex shape.
impl<V: Vector> BodyParts<V> for &dyn Support<V> {
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<V>)) {
        visit(0, *self);
    }
}
