//! The hull of two shapes.

use crate::math::{Plane, unit};
use crate::math::{Scalar, Vector, Wide};
use crate::support::{Core, Support, Vertex};

/// The convex hull of two shapes: both, and all that lies between them.
///
/// ```
/// use gjk::{Affine3A, Point, Sphere, Support, Vec3};
///
/// // A cone with a round end: a ball and a point.
/// let drop = Sphere::new(1.0).hull_with(Point::new([Vec3::new(0.0, 2.0, 0.0)]));
/// assert_eq!(drop.support(Vec3::Y), Vec3::new(0.0, 2.0, 0.0));
/// assert_eq!(drop.support(Vec3::NEG_Y), Vec3::NEG_Y);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HullOfTwo<S, T> {
    /// One of the two.
    pub one: S,
    /// The other.
    pub other: T,
}

impl<S, T> HullOfTwo<S, T> {
    /// The hull of two shapes.
    #[inline]
    pub const fn new(one: S, other: T) -> Self {
        Self { one, other }
    }

    /// A vertex of one of them as one of the hull: relative to its origin, without the radius that both
    /// have in common, with one more bit for the name.
    #[inline]
    fn of<V: Vector>(vertex: Vertex<V>, offset: V, bulge: V, bit: u32) -> Vertex<V> {
        let named = vertex.id < u32::MAX >> 1 && bulge == V::ZERO;
        let id = if named { vertex.id << 1 | bit } else { Vertex::<V>::NO_ID };
        Vertex { point: vertex.point + offset + bulge, id }
    }

    /// By how much each is rounder than the hull.
    #[inline]
    fn bulges<V: Vector>(&self, direction: V) -> (V, V)
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
        Core { convex_radius: if is_less { other.convex_radius } else { one.convex_radius }, ..one }
    }
    #[inline]
    fn core_support(&self, direction: V) -> Vertex<V> {
        let (bulge, other_bulge) = self.bulges(direction);
        let one = Self::of(self.one.core_support(direction), V::ZERO, bulge, 0);
        let offset = self.other.core().origin - self.one.core().origin;
        let other = Self::of(self.other.core_support(direction), offset, other_bulge, 1);
        if (other.point - one.point).dot(direction) > V::Scalar::ZERO { other } else { one }
    }
    #[inline]
    fn vertex(&self, id: u32) -> Option<V> {
        if id & 1 == 0 {
            return self.one.vertex(id >> 1);
        }
        Some(self.other.vertex(id >> 1)? + (self.other.core().origin - self.one.core().origin))
    }
    fn support_feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let most = self.core_support(direction).point;
        let mut near = |vertex: Vertex<V>| {
            if (most - vertex.point).dot(direction) <= slop {
                visit(vertex);
            }
        };
        let (bulge, other_bulge) = self.bulges(direction);
        let offset = self.other.core().origin - self.one.core().origin;
        self.one.support_feature(direction, slop, &mut |one| near(Self::of(one, V::ZERO, bulge, 0)));
        self.other
            .support_feature(direction, slop, &mut |other| near(Self::of(other, offset, other_bulge, 1)));
    }
    /// The hull of a half-space and anything bounded is a half-space, if the closure is taken.
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let grown = |plane: Plane<V>, other: V| {
            let beyond = plane.normal.dot(other.widen() - plane.point);
            if beyond > 0.0 { Plane { point: other.widen(), ..plane } } else { plane }
        };
        match self.one.half_space() {
            Some(plane) => Some(grown(plane, self.other.support(V::narrow(plane.normal)))),
            None => {
                self.other.half_space().map(|plane| grown(plane, self.one.support(V::narrow(plane.normal))))
            }
        }
    }
}
