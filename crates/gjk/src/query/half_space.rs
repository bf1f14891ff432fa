//! The questions about a half-space, in closed form.
//!
//! A [`HalfSpace`](crate::HalfSpace) has a boundary and no farthest points. Of the other shape, the one
//! point that lies deepest along the boundary's normal answers every question.

use crate::math::Plane;
use crate::math::{Scalar, Vector, Wide, touch};
use crate::reference::{Separation, Status};
use crate::support::Support;

/// Normals that differ from opposed ones by no more are rounded: two half-spaces then face each other.
const OPPOSED: f64 = 1e-6;

/// A pair with a half-space.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpacePair<V: Vector> {
    pub(super) separation: Separation<V>,
    /// The half-space is the first of the two.
    pub(super) first: bool,
}

impl<V: Vector> HalfSpacePair<V> {
    /// Nothing, unless one of the two is a half-space.
    #[inline(always)]
    pub(super) fn new<A, B>(a: &A, b: &B) -> Option<Self>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        // As a rule, that is all.
        if a.half_space().is_none() && b.half_space().is_none() { None } else { Self::with(a, b) }
    }

    #[cold]
    #[inline(never)]
    fn with<A, B>(a: &A, b: &B) -> Option<Self>
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
        let core = shape.core_support(-V::narrow(normal)).point.widen();
        let on_b = shape.core().origin.widen() + core - normal * shape.core().convex_radius.widen();
        // The differences first: far from the origin of the world, they are exact.
        let distance =
            normal.dot(shape.core().origin.widen() - point + core) - shape.core().convex_radius.widen();
        let touch = touch::<V>(shape.size().half_extents.max_element().widen());
        let on_a = on_b - normal * distance;
        let separation = Separation { on_a, on_b, normal, distance, touch, status: Status::Converged };
        Self { separation, first: true }
    }

    /// Two half-spaces are apart only if they face each other.
    fn between(a: Plane<V>, b: Plane<V>) -> Self {
        let skew = a.normal + b.normal;
        let numbers = a.point + a.normal + b.point + b.normal;
        let distance = if !numbers.is_finite() {
            // One of them has no boundary, as under a map that flattens.
            f64::NAN
        } else if skew.dot(skew) <= OPPOSED * OPPOSED {
            a.normal.dot(b.point - a.point)
        } else {
            -V::Scalar::FAR.widen()
        };
        let on_a = if distance == -V::Scalar::FAR.widen() { a.point } else { b.point - a.normal * distance };
        let (on_b, normal, status) = (b.point, a.normal, Status::Converged);
        let separation = Separation { on_a, on_b, normal, distance, touch: 0.0, status };
        Self { separation, first: true }
    }

    fn flipped(self) -> Self {
        let Separation { on_a, on_b, normal, .. } = self.separation;
        let separation = Separation { on_a: on_b, on_b: on_a, normal: -normal, ..self.separation };
        Self { separation, first: !self.first }
    }
}
