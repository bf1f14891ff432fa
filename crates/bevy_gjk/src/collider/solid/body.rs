//! What is in a solid: one convex shape or several that move together.

use gjk::support::hints::{Core, Vertex};
use gjk::{Support, Vector, Wide};

/// The convex parts of a body, in the world.
pub(crate) trait BodyParts<V: Vector> {
    /// Calls `visit` with each part and its index.
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<V>));

    /// Returns the outward unit normal of a part that is a face of a closed mesh: what is behind it belongs to the body, too.
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

/// The convex hull of a body. Its vertices are relative to a point nearby, so that those far from the origin of the world are as precise.
pub(super) struct BodyHull<'b, V: Vector> {
    parts: &'b dyn BodyParts<V>,
    origin: V,
}

impl<'b, V: Vector<Scalar = f32>> BodyHull<'b, V> {
    pub(super) fn new(parts: &'b dyn BodyParts<V>) -> Self {
        let mut origin = None;
        parts.each(&mut |_, part| origin = origin.or_else(|| Some(part.core().origin)));
        Self { parts, origin: origin.unwrap_or(V::ZERO) }
    }
}

impl<V: Vector<Scalar = f32>> Support<V> for BodyHull<'_, V> {
    fn support(&self, direction: V) -> V {
        self.origin + self.core_support(direction).point
    }

    fn core(&self) -> Core<V> {
        Core::new(self.origin, 0.0)
    }

    fn core_support(&self, direction: V) -> Vertex<V> {
        let unit = direction.widen() * (1.0 / direction.widen().dot(direction.widen()).sqrt());
        let mut farthest: Option<(f64, V::Wide)> = None;
        self.parts.each(&mut |_, part| {
            let Core { origin, convex_radius, .. } = part.core();
            let vertex = part.core_support(direction).point.widen() + unit * f64::from(convex_radius);
            let point = vertex + (origin.widen() - self.origin.widen());
            let height = point.dot(unit);
            if farthest.is_none_or(|(most, _)| height > most) {
                farthest = Some((height, point));
            }
        });
        Vertex::without_id(farthest.map_or(V::ZERO, |(_, point)| V::narrow(point)))
    }
}
