//! The range of the scalar: every number of every answer is finite.
//!
//! The solvers work in `f64`, where sums and products of a few `f32` numbers do not overflow. Their answers may
//! exceed the range of the scalar: two spheres at opposite ends of it are farther apart than its largest number.
//! Such a number is clamped to the largest, and [`Status::OutOfRange`] tells so. A NaN, which only a wrong support
//! function can cause, becomes zero, and [`Status::NotFinite`] tells so.

use crate::math::{Scalar, Vector};
use crate::trace::Status;

/// Returns whether two points and a length are surely finite: if the sum of all numbers is.
///
/// That sum may overflow although no number is infinite.
#[inline(always)]
pub(super) fn are_finite<V: Vector>(on_a: V, on_b: V, length: V::Scalar) -> bool {
    ((on_a + on_b).dot(V::splat(V::Scalar::ONE)) + length).is_finite()
}

/// Returns whether two points that are a length apart are surely finite, by one comparison: if the squares of the first
/// point and of the length are. `false` for a NaN.
#[inline(always)]
pub(super) fn are_far_from_limit<V: Vector>(point: V, length: V::Scalar) -> bool {
    point.dot(point) + length * length < V::Scalar::INFINITY
}

/// Returns two points and a length, which is not negative, each clamped to the range of the scalar, and whether none of
/// them exceeded it. The numbers may be infinite, but no NaN.
#[inline(always)]
pub(super) fn clamp_no_nan<V: Vector>(on_a: V, on_b: V, length: V::Scalar) -> (V, V, V::Scalar, bool) {
    let point = |point: V| point.min(V::splat(V::Scalar::MAX)).max(V::splat(-V::Scalar::MAX));
    let clamped = (point(on_a), point(on_b), if length < V::Scalar::MAX { length } else { V::Scalar::MAX });
    let is_in_range = clamped.0 == on_a && clamped.1 == on_b && clamped.2 == length;
    (clamped.0, clamped.1, clamped.2, is_in_range)
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
