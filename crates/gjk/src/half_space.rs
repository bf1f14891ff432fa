//! The questions about a half-space, in closed form.
//!
//! A [`HalfSpace`](crate::HalfSpace) has a boundary and no farthest points. Of the other shape, the one
//! point that lies deepest along the boundary's normal answers every question.

use crate::contact::{ClosestPoints, Contact};
use crate::support::{Plane, Support};
use crate::trace::Status;
use crate::vector::{Scalar, Vector, Wide};

/// Normals that differ from opposed ones by no more are rounded: two half-spaces then face each other.
const OPPOSED: f64 = 1e-6;

/// A pair with a half-space: the nearest or deepest points and the signed distance between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing<V: Vector> {
    pub(crate) on_a: V::Wide,
    pub(crate) on_b: V::Wide,
    /// The unit direction from the first shape to the second.
    pub(crate) normal: V::Wide,
    /// Below zero where they overlap.
    pub(crate) distance: f64,
    /// Distances up to this are touching.
    pub(crate) touch: f64,
    /// The half-space is the first of the two.
    pub(crate) first: bool,
}

impl<V: Vector> Facing<V> {
    /// Nothing, unless one of the two is a half-space.
    #[inline]
    pub(crate) fn of<A, B>(a: &A, b: &B) -> Option<Self>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        match (a.half_space(), b.half_space()) {
            (None, None) => None,
            (Some(plane), None) => Some(Self::below(plane, b)),
            (None, Some(plane)) => Some(Self::below(plane, a).flipped()),
            (Some(a), Some(b)) => Some(Self::between(a, b)),
        }
    }

    /// The half-space comes first.
    fn below(plane: Plane<V>, shape: &(impl Support<V> + ?Sized)) -> Self {
        let Plane { point, normal } = plane;
        let core = shape.core(-V::narrow(normal)).point.widen();
        let on_b = shape.origin().widen() + core - normal * shape.radius().widen();
        // The differences first: far from the origin of the world, they are exact.
        let distance = normal.dot(shape.origin().widen() - point + core) - shape.radius().widen();
        let touch = 2.0 * V::EPSILON * shape.half_extents().max_element().widen();
        Self { on_a: on_b - normal * distance, on_b, normal, distance, touch, first: true }
    }

    /// Two half-spaces are apart only if they face each other.
    fn between(a: Plane<V>, b: Plane<V>) -> Self {
        let skew = a.normal + b.normal;
        let distance = if skew.dot(skew) <= OPPOSED * OPPOSED {
            a.normal.dot(b.point - a.point)
        } else {
            -V::Scalar::FAR.widen()
        };
        let on_a = if distance == -V::Scalar::FAR.widen() { a.point } else { b.point - a.normal * distance };
        Self { on_a, on_b: b.point, normal: a.normal, distance, touch: 0.0, first: true }
    }

    fn flipped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, first: !self.first, ..self }
    }

    /// See [`intersects`](crate::intersects).
    #[inline]
    pub(crate) fn meets(&self) -> bool {
        self.distance <= self.touch
    }

    /// See [`closest_points`](crate::closest_points).
    pub(crate) fn closest_points(&self) -> Option<ClosestPoints<V>> {
        (self.distance > self.touch && self.distance.is_finite()).then(|| ClosestPoints {
            on_a: V::narrow(self.on_a),
            on_b: V::narrow(self.on_b),
            distance: V::Scalar::narrow(self.distance),
            normal: V::narrow(self.normal),
            status: Status::Converged,
        })
    }

    /// See [`contact`](crate::contact).
    pub(crate) fn contact(&self) -> Option<Contact<V>> {
        (self.meets() && self.distance.is_finite()).then(|| Contact {
            on_a: V::narrow(self.on_a),
            on_b: V::narrow(self.on_b),
            normal: V::narrow(self.normal),
            depth: V::Scalar::narrow((-self.distance).max(0.0)),
            status: Status::Converged,
        })
    }
}
