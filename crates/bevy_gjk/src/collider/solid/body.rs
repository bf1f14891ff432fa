//! What is in a solid: one convex shape or several that move together.

use gjk::{Support, Vector};

/// The convex parts of a body, in the world.
pub(crate) trait BodyParts<V: Vector> {
    /// Calls `visit` with each part and its index.
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<V>));
}

/// A body of one convex shape.
impl<V: Vector> BodyParts<V> for &dyn Support<V> {
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<V>)) {
        visit(0, *self);
    }
}

/// The convex hull of a body.
pub(super) struct BodyHull<'b, V: Vector>(pub(super) &'b dyn BodyParts<V>);

impl<V: Vector<Scalar = f32>> Support<V> for BodyHull<'_, V> {
    fn support(&self, direction: V) -> V {
        let mut farthest: Option<(f32, V)> = None;
        self.0.each(&mut |_, part| {
            let point = part.support(direction);
            let height = point.dot(direction);
            if farthest.is_none_or(|(most, _)| height > most) {
                farthest = Some((height, point));
            }
        });
        farthest.map_or(V::ZERO, |(_, point)| point)
    }
}
