//! The convex hull of two shapes, whose support is the farther of the two.

use crate::math::{Plane, Scalar, Vector, Wide, unit};
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, VertexRefs};

/// The convex hull of two shapes: the smallest convex set that contains both.
///
/// ```
/// use gjk::{Affine3A, Point, Sphere, Support, Vec3};
///
/// // A cone with a round end: a sphere and a point.
/// let drop = Sphere::new(1.0).hull_with(Point::new([Vec3::new(0.0, 2.0, 0.0)]));
/// assert_eq!(drop.support(Vec3::Y), Vec3::new(0.0, 2.0, 0.0));
/// assert_eq!(drop.support(Vec3::NEG_Y), Vec3::NEG_Y);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HullOfTwo<S, T> {
    /// The first shape.
    pub one: S,
    /// The second shape.
    pub other: T,
}

impl<S, T> HullOfTwo<S, T> {
    /// Makes the hull of two shapes.
    #[inline]
    pub const fn new(one: S, other: T) -> Self {
        Self { one, other }
    }

    /// Converts a vertex of one of the shapes to one of the hull's core: relative to the hull's origin, with the part
    /// of its convex radius that exceeds the hull's, and with one more bit in its id.
    #[inline]
    fn hull_vertex<V: Vector>(vertex: Vertex<V>, offset: V, excess: V, bit: u32) -> Vertex<V> {
        let has_id = vertex.id < u32::MAX >> 1 && excess == V::ZERO;
        let id = if has_id { vertex.id << 1 | bit } else { Vertex::<V>::NO_ID };
        Vertex { point: vertex.point + offset + excess, id }
    }

    /// Returns the vectors along `direction` by which the convex radius of each shape exceeds that of the hull.
    #[inline]
    fn excess_radii<V: Vector>(&self, direction: V) -> (V, V)
    where
        S: Support<V>,
        T: Support<V>,
    {
        let (one, other) = (self.one.core().convex_radius, self.other.core().convex_radius);
        if one == other {
            return (V::ZERO, V::ZERO);
        }
        let (unit, common) = (unit(direction), Support::<V>::core(self).convex_radius);
        (unit * (one - common), unit * (other - common))
    }
}

impl<V: Vector, S: Support<V>, T: Support<V>> Support<V> for HullOfTwo<S, T> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.core().origin
            + self.core_support(direction).point
            + unit(direction) * Support::<V>::core(self).convex_radius
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        let (one, other) = (self.one.core(), self.other.core());
        let is_less = other.convex_radius < one.convex_radius;
        Core::new(one.origin, if is_less { other.convex_radius } else { one.convex_radius })
    }
    /// Returns the spheres around the origin of the first shape.
    fn size(&self) -> Size<V> {
        let (one, other) = (self.one.size(), self.other.size());
        let offset = self.other.core().origin - self.one.core().origin;
        let distance = offset.dot(offset).sqrt();
        // The sphere in the other shape is around another origin: less the distance, it is around this one.
        let (inner, other_inner) = (one.inscribed_radius, other.inscribed_radius - distance);
        let (outer, other_outer) = (one.bounding_radius, other.bounding_radius + distance);
        Size {
            inscribed_radius: if other_inner > inner { other_inner } else { inner },
            bounding_radius: if outer > other_outer { outer } else { other_outer },
            ..Size::without_spheres(self)
        }
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let (one, other) = (self.one.support_interval(direction), self.other.support_interval(direction));
        let least = if other[0] < one[0] { other[0] } else { one[0] };
        [least, if other[1] > one[1] { other[1] } else { one[1] }]
    }
    #[inline]
    fn core_support(&self, direction: V) -> Vertex<V> {
        let (excess, other_excess) = self.excess_radii(direction);
        let one = Self::hull_vertex(self.one.core_support(direction), V::ZERO, excess, 0);
        let offset = self.other.core().origin - self.one.core().origin;
        let other = Self::hull_vertex(self.other.core_support(direction), offset, other_excess, 1);
        if (other.point - one.point).dot(direction) > V::Scalar::ZERO { other } else { one }
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve_all(self, |ids| {
            let inner = ids.map(|id| id >> 1);
            let one = Vertex::with_ids(&self.one, inner);
            let other = Vertex::with_ids(&self.other, inner);
            let offset = self.other.core().origin - self.one.core().origin;
            core::array::from_fn(|index| {
                let id = ids[index];
                let point = if id & 1 == 0 { one[index].point } else { other[index].point + offset };
                Vertex { point, id }
            })
        })
    }
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let most = self.core_support(direction).point;
        let mut visit_if_near = |vertex: Vertex<V>| {
            if (most - vertex.point).dot(direction) <= tolerance {
                visit(vertex);
            }
        };
        let (excess, other_excess) = self.excess_radii(direction);
        let offset = self.other.core().origin - self.one.core().origin;
        self.one.support_feature(direction, tolerance, &mut |one| {
            visit_if_near(Self::hull_vertex(one, V::ZERO, excess, 0));
        });
        self.other.support_feature(direction, tolerance, &mut |other| {
            visit_if_near(Self::hull_vertex(other, offset, other_excess, 1));
        });
    }
    /// Returns the boundary of the half-space that is the closure of the hull of a half-space and a bounded shape.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let shifted = |plane: Plane<V>, other: V| {
            let beyond = plane.normal.dot(other.widen() - plane.point);
            if beyond > 0.0 { Plane { point: other.widen(), ..plane } } else { plane }
        };
        match self.one.half_space() {
            Some(plane) => Some(shifted(plane, self.other.support(V::narrow(plane.normal)))),
            None => {
                self.other.half_space().map(|plane| shifted(plane, self.one.support(V::narrow(plane.normal))))
            }
        }
    }
}
