//! The Minkowski sum of two shapes.

use crate::math::Plane;
use crate::math::{Scalar, Vector};
use crate::support::{Core, Size, Support, Vertex};

/// The Minkowski sum of two shapes: all sums of a point of one and a point of the other.
///
/// It is what the first shape covers when the second is drawn along it: a box with a cone for a brush.
///
/// ```
/// use gjk::{Rectangle, Rhombus, Support, Vec2};
///
/// let octagon = Rectangle::new(2.0, 2.0).minkowski_sum(Rhombus::new(2.0, 2.0));
/// assert_eq!(octagon.support(Vec2::new(2.0, 1.0)), Vec2::new(2.0, 1.0));
/// assert_eq!(octagon.aabb().max, Vec2::new(2.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MinkowskiSum<S, T> {
    /// One of the two.
    pub one: S,
    /// The other.
    pub other: T,
}

impl<S, T> MinkowskiSum<S, T> {
    /// Adds two shapes.
    #[inline]
    pub const fn new(one: S, other: T) -> Self {
        Self { one, other }
    }
}

/// The sum of two vertices. Its name is made of theirs, if they fit.
#[inline]
fn sum<V: Vector>(one: Vertex<V>, other: Vertex<V>) -> Vertex<V> {
    let named = one.id < 0xffff && other.id <= 0xffff;
    let id = if named { one.id << 16 | other.id } else { Vertex::<V>::NO_ID };
    Vertex { point: one.point + other.point, id }
}

impl<V: Vector, S: Support<V>, T: Support<V>> Support<V> for MinkowskiSum<S, T> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.one.support(direction) + self.other.support(direction)
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        let (one, other) = (self.one.core(), self.other.core());
        let convex_radius = one.convex_radius + other.convex_radius;
        Core { origin: one.origin + other.origin, convex_radius }
    }
    #[inline]
    fn size(&self) -> Size<V> {
        let (one, other) = (self.one.size(), self.other.size());
        // Where none is known, the origin may be outside.
        let are_known = one.inscribed_radius > V::Scalar::ZERO && other.inscribed_radius > V::Scalar::ZERO;
        let inscribed_radius =
            if are_known { one.inscribed_radius + other.inscribed_radius } else { V::Scalar::ZERO };
        Size {
            half_extents: one.half_extents + other.half_extents,
            bounding_radius: one.bounding_radius + other.bounding_radius,
            inscribed_radius,
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        sum(self.one.core_support(direction), self.other.core_support(direction))
    }
    #[inline(always)]
    fn vertex(&self, id: u32) -> Option<V> {
        Some(self.one.vertex(id >> 16)? + self.other.vertex(id & 0xffff)?)
    }
    fn support_feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        // Each of the two may be short by the slop, but not both together.
        let most = self.core_support(direction).point;
        let mut near = |vertex: Vertex<V>| {
            if (most - vertex.point).dot(direction) <= slop {
                visit(vertex);
            }
        };
        self.one.support_feature(direction, slop, &mut |one| {
            self.other.support_feature(direction, slop, &mut |other| near(sum(one, other)));
        });
    }
    /// The sum of a half-space and anything bounded is a half-space.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let grown = |plane: Plane<V>, reach: V| Plane { point: plane.point + reach.widen(), ..plane };
        match self.one.half_space() {
            Some(plane) => Some(grown(plane, self.other.support(V::narrow(plane.normal)))),
            None => {
                self.other.half_space().map(|plane| grown(plane, self.one.support(V::narrow(plane.normal))))
            }
        }
    }
}
