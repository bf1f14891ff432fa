//! The Minkowski sum of two shapes, whose support is the sum of the supports.

use crate::math::{Plane, Scalar, Vector};
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, VertexRefs};

/// The Minkowski sum of two shapes: the set of all sums of a point of one and a point of the other.
///
/// It is the set that the second shape covers while its origin moves over all points of the first.
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
    /// The first shape.
    pub one: S,
    /// The second shape.
    pub other: T,
}

impl<S, T> MinkowskiSum<S, T> {
    /// Makes the Minkowski sum of two shapes.
    #[inline]
    pub const fn new(one: S, other: T) -> Self {
        Self { one, other }
    }
}

/// Adds two vertices. The id of the sum has 16 bits for each of theirs, if they fit.
#[inline]
fn sum<V: Vector>(one: Vertex<V>, other: Vertex<V>) -> Vertex<V> {
    let has_id = one.id < 0xffff && other.id <= 0xffff;
    let id = if has_id { one.id << 16 | other.id } else { Vertex::<V>::NO_ID };
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
        Core::new(one.origin + other.origin, one.convex_radius + other.convex_radius)
    }
    #[inline]
    fn size(&self) -> Size<V> {
        let (one, other) = (self.one.size(), self.other.size());
        // A radius of 0 stands for none known: that shape's origin may lie outside it.
        let are_known = one.inscribed_radius > V::Scalar::ZERO && other.inscribed_radius > V::Scalar::ZERO;
        let inscribed_radius =
            if are_known { one.inscribed_radius + other.inscribed_radius } else { V::Scalar::ZERO };
        Size {
            half_extents: one.half_extents + other.half_extents,
            bounding_radius: one.bounding_radius + other.bounding_radius,
            inscribed_radius,
        }
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let (one, other) = (self.one.support_interval(direction), self.other.support_interval(direction));
        [one[0] + other[0], one[1] + other[1]]
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        sum(self.one.core_support(direction), self.other.core_support(direction))
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve_all(self, |ids| {
            let one = Vertex::with_ids(&self.one, ids.map(|id| id >> 16));
            let other = Vertex::with_ids(&self.other, ids.map(|id| id & 0xffff));
            core::array::from_fn(|index| sum(one[index], other[index]))
        })
    }
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        // The two may lag behind by the tolerance together, not each.
        let most = self.core_support(direction).point;
        let mut visit_if_near = |vertex: Vertex<V>| {
            if (most - vertex.point).dot(direction) <= tolerance {
                visit(vertex);
            }
        };
        self.one.support_feature(direction, tolerance, &mut |one| {
            self.other.support_feature(direction, tolerance, &mut |other| visit_if_near(sum(one, other)));
        });
    }
    /// Returns the boundary of the half-space that is the sum of a half-space and a bounded shape.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let shifted = |plane: Plane<V>, support: V| Plane { point: plane.point + support.widen(), ..plane };
        match self.one.half_space() {
            Some(plane) => Some(shifted(plane, self.other.support(V::narrow(plane.normal)))),
            None => {
                self.other.half_space().map(|plane| shifted(plane, self.one.support(V::narrow(plane.normal))))
            }
        }
    }
}
