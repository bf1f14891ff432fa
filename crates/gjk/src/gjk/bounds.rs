//! The lower bound of the distance, and what to do where rounding makes it contradict the upper bound.

use crate::math::{Vector, Wide, ops};
use crate::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::separation::Verdict;
use crate::support::Support;
use crate::trace::{Observer, Step};

/// The range of the squared length of a direction that is passed on as it is. `f32` squares overflow at 1e38
/// and underflow at 1e-38, so within the range a shape may multiply a direction by sizes from 1e-13 to 1e13.
const SAFE_AXIS_SQUARES: core::ops::Range<f64> = 1e-12..1e12;

/// If an axis proves a distance and the simplex touches the origin, one of them is wrong. Up to this distance, in
/// touching distances, it may be the rounding of the simplex; above, the simplex is wrong. The rounding of its vertices
/// and the gap at which the loop stops make up one touching distance; the rest is for thin simplices.
const MAX_SIMPLEX_ROUNDING: f64 = 8.0;

/// The plane through a support point: all of the difference lies on its far side.
pub struct SupportPlane<V: Vector> {
    /// The support point.
    pub vertex: DifferencePoint<V>,
    /// The direction of the support point, rounded to the precision of the shapes.
    pub axis: V::Wide,
    /// The square of its length.
    pub axis_squared: f64,
    /// The signed distance of the origin from the plane, times the length of the axis: positive if the plane
    /// separates the origin from the difference.
    pub scaled_distance: f64,
}

impl<V: Vector> SupportPlane<V> {
    /// Computes the support point along the direction from `nearest` to the origin.
    #[inline(always)]
    pub fn towards_origin<A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>>(
        nearest: V::Wide,
        difference: &MinkowskiDifference<V, A, B>,
        observer: &mut O,
    ) -> Self {
        let direction = scaled::<V>(-nearest);
        let vertex = difference.support(direction);
        if O::ACTIVE {
            observer.observe(Step::Support { direction, point: vertex });
        }
        let axis = direction.widen();
        Self { vertex, axis, axis_squared: axis.dot(axis), scaled_distance: -axis.dot(vertex.point) }
    }

    /// Returns whether all numbers are finite: a NaN or infinity in any coordinate ends up in the distance.
    #[inline(always)]
    pub fn is_finite(&self) -> bool {
        self.scaled_distance.is_finite()
    }

    /// Returns whether the plane proves that the distance is larger than `distance`.
    #[inline(always)]
    pub fn separates(&self, distance: f64) -> bool {
        self.scaled_distance > 0.0
            && self.scaled_distance * self.scaled_distance > distance * distance * self.axis_squared
    }
}

/// Scales a direction to a length at which the squares of its coordinates neither overflow nor underflow.
#[inline(always)]
fn scaled<V: Vector>(direction: V::Wide) -> V {
    let square = direction.dot(direction);
    if SAFE_AXIS_SQUARES.contains(&square) {
        V::narrow(direction)
    } else {
        V::narrow(direction * (1.0 / ops::f64::sqrt(square)))
    }
}

/// The largest lower bound of the distance so far, and which of the two bounds was the first to pass the contact
/// distance.
pub(super) struct LowerBound<V: Vector> {
    /// Apart if the lower bound was the first, intersecting if the upper bound was, unclear while neither has passed.
    verdict: Verdict,
    /// The square of the bound.
    distance_squared: f64,
    /// The axis that proves it.
    axis: V::Wide,
}

/// Whether a simplex that touches the origin contradicts an axis that separates the origin from the difference.
pub(super) enum Contradiction {
    /// It does not: the simplex does not touch the origin, or no axis separates them.
    None,
    /// The two differ by no more than the rounding of the simplex.
    Rounding,
    /// The axis is right and the simplex wrong: the shapes are far from their own origin, and lose digits there.
    WrongSimplex,
}

impl Contradiction {
    #[inline(always)]
    pub(super) fn is_rounding(&self) -> bool {
        matches!(self, Self::Rounding)
    }

    #[inline(always)]
    pub(super) fn is_wrong_simplex(&self) -> bool {
        matches!(self, Self::WrongSimplex)
    }
}

impl<V: Vector> LowerBound<V> {
    /// Creates the bound zero.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { verdict: Verdict::Unclear, distance_squared: 0.0, axis: V::Wide::ZERO }
    }

    /// Returns whether the lower bound was the first to pass the core touching distance: the shapes are apart.
    #[inline(always)]
    pub(super) fn is_apart(&self) -> bool {
        self.verdict == Verdict::Apart
    }

    /// Compares the upper bound, whose square is `length_squared`, with the core touching distance. Returns whether it
    /// was the first to pass: the shapes intersect.
    #[inline(always)]
    pub(super) fn compare_upper_bound(&mut self, length_squared: f64, core_touching_distance: f64) -> bool {
        if self.verdict == Verdict::Unclear
            && length_squared <= core_touching_distance * core_touching_distance
        {
            self.verdict = Verdict::Intersecting;
        }
        self.verdict == Verdict::Intersecting
    }

    /// Raises the bound to the distance that the plane proves, if that is larger. Returns whether the plane separates
    /// the shapes.
    #[inline(always)]
    pub(super) fn raise(&mut self, plane: &SupportPlane<V>, core_touching_distance: f64) -> bool {
        let separates = self.verdict != Verdict::Intersecting && plane.separates(core_touching_distance);
        if separates {
            let distance_squared = plane.scaled_distance * plane.scaled_distance / plane.axis_squared;
            if !self.is_apart() || distance_squared > self.distance_squared {
                (self.distance_squared, self.axis) = (distance_squared, plane.axis);
            }
            self.verdict = Verdict::Apart;
        }
        separates
    }

    /// Returns whether the shapes are proved to be apart by more than `distance`.
    #[inline(always)]
    pub(super) fn exceeds(&self, distance: f64) -> bool {
        self.is_apart() && self.distance_squared > distance * distance
    }

    /// Compares the bound with a new simplex: whether it encloses the origin, and the squared length of its nearest
    /// point.
    #[inline(always)]
    pub(super) fn contradiction(
        &self,
        encloses: bool,
        length_squared: f64,
        touching_distance: f64,
    ) -> Contradiction {
        let touching = encloses || length_squared <= touching_distance * touching_distance;
        if !(self.is_apart() && touching) {
            Contradiction::None
        } else if self.distance_squared
            > MAX_SIMPLEX_ROUNDING * MAX_SIMPLEX_ROUNDING * touching_distance * touching_distance
        {
            Contradiction::WrongSimplex
        } else {
            Contradiction::Rounding
        }
    }

    /// Returns the nearest point that the bound proves. If the shapes almost touch, the direction of the
    /// short vector between them is rounding, but that of the axis is not.
    #[inline(always)]
    pub(super) fn nearest(&self) -> V::Wide {
        let length = ops::f64::sqrt(self.distance_squared / self.axis.dot(self.axis));
        -self.axis * length
    }

    /// Returns `nearest` with the better one of two normals: its own direction, or that of the axis of the bound. The
    /// better one leaves a smaller error.
    ///
    /// Used where rounding ended the search, so that the direction of a short vector may be inaccurate.
    #[cold]
    pub(super) fn with_better_normal(&self, nearest: V::Wide, length_squared: f64, gap: f64) -> V::Wide {
        if !(self.distance_squared > 0.0) {
            return nearest;
        }
        let length = ops::f64::sqrt(length_squared);
        let along = -self.axis * (length / ops::f64::sqrt(self.axis.dot(self.axis)));
        // The error of each: the gap between its bounds and, for the axis, the distance of the witness points
        // from the line along it.
        let misalignment = along - nearest;
        let error = (length - ops::f64::sqrt(self.distance_squared))
            .max(ops::f64::sqrt(misalignment.dot(misalignment)));
        if error < gap / length { along } else { nearest }
    }
}
