//! Pairs with a half-space, in closed form.
//!
//! A [`HalfSpace`](crate::HalfSpace) is unbounded and has no support points. One support point of the other
//! shape, the deepest along the boundary's normal, answers every question.

use crate::math::{Plane, Scalar, Vector, Wide, touching_distance};
use crate::separation::Separation;
use crate::support::Support;
use crate::trace::Status;

/// The length of the sum of two unit normals up to which they are opposed, apart from rounding: the two
/// half-spaces then face each other.
const OPPOSED: f64 = 1e-6;

/// The separation of a pair with a half-space.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpacePair<V: Vector> {
    pub(super) separation: Separation<V>,
    /// Whether the half-space is the first shape of the pair.
    pub(super) half_space_first: bool,
}

impl<V: Vector> HalfSpacePair<V> {
    /// Returns the separation if one of the two shapes is a half-space.
    #[inline(always)]
    pub(super) fn new<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(a: &A, b: &B) -> Option<Self> {
        // Most pairs end here.
        if a.half_space().is_none() && b.half_space().is_none() { None } else { Self::from_planes(a, b) }
    }

    /// Computes the separation; called only if one of the two shapes is a half-space.
    #[cold]
    #[inline(never)]
    fn from_planes<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(a: &A, b: &B) -> Option<Self> {
        match (a.half_space(), b.half_space()) {
            (None, None) => None,
            (Some(plane), None) => Some(Self::half_space_and_shape(plane, b)),
            (None, Some(plane)) => Some(Self::half_space_and_shape(plane, a).flipped()),
            (Some(a), Some(b)) => Some(Self::two_half_spaces(a, b)),
        }
    }

    /// Computes the separation of a half-space and a bounded shape, in this order.
    fn half_space_and_shape(plane: Plane<V>, shape: &(impl Support<V> + ?Sized)) -> Self {
        let Plane { point, normal } = plane;
        let core = shape.core_support(-V::narrow(normal)).point.widen();
        let on_b = shape.core().origin.widen() + core - normal * shape.core().convex_radius.widen();
        // Take the differences first: they are exact far from the origin of the world.
        let distance =
            normal.dot(shape.core().origin.widen() - point + core) - shape.core().convex_radius.widen();
        let touching_distance = touching_distance::<V>(shape.size().half_extents.max_element().widen());
        // As for two bounded shapes, a shape whose size is not finite has no answer.
        let distance = if touching_distance.is_finite() { distance } else { f64::NAN };
        let on_a = on_b - normal * distance;
        let separation =
            Separation { on_a, on_b, normal, distance, touching_distance, status: Status::Converged };
        Self { separation, half_space_first: true }
    }

    /// Computes the separation of two half-spaces, which are apart only if they face each other.
    fn two_half_spaces(a: Plane<V>, b: Plane<V>) -> Self {
        let normal_sum = a.normal + b.normal;
        let coordinates = a.point + a.normal + b.point + b.normal;
        let distance = if !coordinates.is_finite() {
            // One of them has no boundary, for example under a map that flattens it.
            f64::NAN
        } else if normal_sum.dot(normal_sum) <= OPPOSED * OPPOSED {
            a.normal.dot(b.point - a.point)
        } else {
            -V::Scalar::FAR.widen()
        };
        let on_a = if distance == -V::Scalar::FAR.widen() { a.point } else { b.point - a.normal * distance };
        let (on_b, normal, status) = (b.point, a.normal, Status::Converged);
        let separation = Separation { on_a, on_b, normal, distance, touching_distance: 0.0, status };
        Self { separation, half_space_first: true }
    }

    /// Returns the separation if the shapes are apart, maybe by an infinite distance.
    pub(super) fn if_apart(&self) -> Option<Separation<V>> {
        (self.separation.distance > self.separation.touching_distance).then_some(self.separation)
    }

    /// Returns the separation if the shapes overlap or touch. A support point that exceeds the range of the
    /// scalar is infinitely deep.
    pub(super) fn if_touching(&self) -> Option<Separation<V>> {
        self.separation.is_touching().then_some(self.separation)
    }

    /// Exchanges the roles of the shapes.
    fn flipped(self) -> Self {
        let Separation { on_a, on_b, normal, .. } = self.separation;
        let separation = Separation { on_a: on_b, on_b: on_a, normal: -normal, ..self.separation };
        Self { separation, half_space_first: !self.half_space_first }
    }
}
