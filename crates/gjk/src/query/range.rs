//! The range of the scalar: every number of every answer is finite.
//!
//! The solvers work in `f64`, where sums and products of a few `f32` numbers do not overflow. Their answers may
//! exceed the range of the scalar: two spheres at opposite ends of it are farther apart than its largest number.
//! Such a number is clamped to the largest, and [`Status::OutOfRange`] tells so. A NaN, which only a wrong support
//! function can cause, becomes zero, and [`Status::NotFinite`] tells so.

use crate::math::{Scalar, Vector};
use crate::separation::Separation;
use crate::trace::Status;

/// Returns whether two points and a length are surely finite: if the sum of all numbers is.
///
/// That sum may overflow although no number is infinite.
#[inline(always)]
pub(super) fn are_finite<V: Vector>(on_a: V, on_b: V, length: V::Scalar) -> bool {
    ((on_a + on_b).dot(V::splat(V::Scalar::ONE)) + length).is_finite()
}

/// Rounds the witness points of a separation and a length, each clamped to the range of the scalar; returns them with
/// the status, or `None` if the distance is not finite. The witness points must be apart by the length.
///
/// For numbers that more is computed from: they stay in registers, where the answer of a cold call would be read back
/// from memory. What the numbers of a question's own answer need is smaller: `near_limit` of that answer.
#[inline(always)]
pub(super) fn round_in_range<V: Vector>(
    separation: &Separation<V>,
    is_in_range: bool,
    length: f64,
) -> Option<(V, V, V::Scalar, Status)> {
    let &Separation { on_a, on_b, distance, status, .. } = separation;
    let (on_a, on_b, length) = (V::narrow(on_a), V::narrow(on_b), V::Scalar::narrow(length));
    if is_in_range {
        return Some((on_a, on_b, length, status));
    }
    let status = status_near_limit(on_a, on_b, length, distance, status)?;
    let clamp = |point: V| point.min(V::splat(V::Scalar::MAX)).max(V::splat(-V::Scalar::MAX));
    Some((clamp(on_a), clamp(on_b), if length < V::Scalar::MAX { length } else { V::Scalar::MAX }, status))
}

/// Returns the status of an answer with such witness points and such a length, or `None` if the distance is not finite.
///
/// It is called by value, so that the rest of the answer stays in registers.
#[cold]
#[inline(never)]
fn status_near_limit<V: Vector>(
    on_a: V,
    on_b: V,
    length: V::Scalar,
    distance: f64,
    status: Status,
) -> Option<Status> {
    let is_in_range = on_a.is_finite() && on_b.is_finite() && length.is_finite();
    distance.is_finite().then_some(if is_in_range { status } else { Status::OutOfRange })
}

/// Clamps the numbers of an answer to the range of their scalar, and keeps the answer's status up to date.
pub(super) struct RangeCheck {
    /// The status of the answer.
    pub(super) status: Status,
}

impl RangeCheck {
    /// Returns the finite number nearest to a number; zero for a NaN.
    #[inline(always)]
    pub(super) fn clamp<S: Scalar>(&mut self, number: S) -> S {
        if number.is_finite() {
            return number;
        }
        let nearest = if number > S::ZERO {
            S::MAX
        } else if number < S::ZERO {
            -S::MAX
        } else {
            self.status = Status::NotFinite;
            return S::ZERO;
        };
        if self.status != Status::NotFinite {
            self.status = Status::OutOfRange;
        }
        nearest
    }

    /// Returns the point with each coordinate clamped.
    #[inline(always)]
    pub(super) fn clamp_point<V: Vector>(&mut self, point: V) -> V {
        let mut coordinates = [V::Scalar::ZERO; 3];
        for (index, coordinate) in coordinates.iter_mut().enumerate().take(V::DIMENSION) {
            *coordinate = self.clamp(point.element(index));
        }
        V::from_fn(|index| coordinates[index])
    }

    /// Returns the normal, or an axis if it has no direction.
    #[inline(always)]
    pub(super) fn valid_normal<V: Vector>(&mut self, normal: V) -> V {
        if normal.dot(normal) > V::Scalar::HALF {
            return normal;
        }
        self.status = Status::NotFinite;
        V::axis(0)
    }
}
