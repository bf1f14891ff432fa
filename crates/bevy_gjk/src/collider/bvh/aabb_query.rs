//! Queries of AABBs: lower bounds of a distance or of a time of impact, for many AABBs at once.

use core::cell::RefCell;
use core::marker::PhantomData;

use gjk::{Aabb, Vector};

use super::aabbs::{Aabbs, max_of, min_of};
use super::corners_of;
use crate::collider::Dimension;

/// The factor that makes a bound computed with a few roundings safe: their relative errors sum to less than 1e-6.
const SAFETY: f32 = 1.0 - 1e-6;

/// Returns the corners of an AABB with finite coordinates: then a difference from a stored bound, which may be
/// infinite, is NaN only where a lane has no AABB.
#[inline]
fn finite_corners<D: Dimension>(bounds: &Aabb<D::Vector>) -> [[f32; 3]; 2] {
    corners_of::<D>(bounds).map(|corner| corner.map(|at| at.clamp(f32::MIN, f32::MAX)))
}

/// Returns the corners of a box that is larger by a length on all sides.
#[inline]
pub(crate) fn grown([min, max]: [[f32; 3]; 2], by: f32) -> [[f32; 3]; 2] {
    [min.map(|at| at - by), max.map(|at| at + by)]
}

/// More than the rounding of all sums that take a box from the world to a shape that a map places there, and of the
/// AABBs of its parts in the world, relative to the terms of the sums.
pub(crate) const MAP_ROUNDING: f32 = 4e-6;

/// Returns the corners of a box as they are before a translation, enlarged by the rounding errors; `None` if they are
/// not numbers. The padding of AABBs covers what the size of parts adds to these errors.
#[inline]
pub(crate) fn moved_back([min, max]: [[f32; 3]; 2], translation: [f32; 3]) -> Option<[[f32; 3]; 2]> {
    let slack: [f32; 3] = core::array::from_fn(|axis| {
        MAP_ROUNDING * (max_of(min[axis].abs(), max[axis].abs()) + translation[axis].abs())
    });
    let min: [f32; 3] = core::array::from_fn(|axis| min[axis] - translation[axis] - slack[axis]);
    let max: [f32; 3] = core::array::from_fn(|axis| max[axis] - translation[axis] + slack[axis]);
    min.iter().chain(&max).all(|at| !at.is_nan()).then_some([min, max])
}

/// A query that computes lower bounds for AABBs: of a time of impact or of a distance. Nothing inside an AABB is nearer
/// than its bound, and the bound is infinite if nothing inside can be an answer. In a lane without an AABB it is
/// infinite or NaN: within no limit.
pub(crate) trait AabbQuery {
    /// Computes the bounds of several AABBs.
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N];

    /// Returns the corners of a box outside of which nothing is within a limit, if there is one.
    #[inline]
    fn reach(&self, _limit: f32) -> Option<[[f32; 3]; 2]> {
        None
    }

    /// Returns the same query of what is where it was before a translation, whose bounds are as low or lower, if there
    /// is one.
    #[inline]
    fn moved_back(&self, _translation: [f32; 3]) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Computes the bound of one AABB, given by its corners.
    #[inline]
    fn lower_bound_of(&self, corners: [[f32; 3]; 2]) -> f32 {
        let mut aabbs = Aabbs::<1>::EMPTY;
        aabbs.set(0, corners);
        let [bound] = self.lower_bounds(&aabbs);
        bound
    }
}

/// The cast of a moving AABB: bounds are times of impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbCast {
    min: [f32; 3],
    max: [f32; 3],
    /// The speed on the fastest axis divided by the velocity on each axis; `None` where it does not move.
    pace: [Option<f32>; 3],
    speed: f32,
}

impl AabbCast {
    /// Creates a cast. Neither the AABB nor the velocity may contain a NaN; infinite bounds count as the largest
    /// number.
    pub(crate) fn new<D: Dimension>(bounds: &Aabb<D::Vector>, velocity: D::Vector) -> Self {
        let speed = velocity.max(-velocity).max_element();
        let pace = D::coordinates(velocity).map(|at| {
            let pace = speed / at;
            // On an axis this much slower, it moves by less than rounding.
            (pace.abs() < 1e30).then_some(pace)
        });
        let [min, max] = finite_corners::<D>(bounds);
        Self { min, max, pace, speed }
    }
}

impl AabbQuery for AabbCast {
    #[inline]
    fn moved_back(&self, translation: [f32; 3]) -> Option<Self> {
        moved_back([self.min, self.max], translation).map(|[min, max]| Self { min, max, ..*self })
    }

    #[inline]
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        let mut near = [0.0; N];
        let mut far = [f32::INFINITY; N];
        for axis in 0..3 {
            for lane in 0..N {
                let low = aabbs.0[axis].min[lane] - self.max[axis];
                let high = aabbs.0[axis].max[lane] - self.min[axis];
                let [enter, leave] = match self.pace[axis] {
                    Some(pace) => [min_of(low * pace, high * pace), max_of(low * pace, high * pace)],
                    None if low <= 0.0 && high >= 0.0 => [0.0, f32::INFINITY],
                    None => [f32::INFINITY, 0.0],
                };
                near[lane] = max_of(near[lane], enter);
                far[lane] = min_of(far[lane], leave);
            }
        }
        let mut times = [f32::INFINITY; N];
        for lane in 0..N {
            // Both ends are exact up to a few roundings, which may turn a graze into a miss. A lane without an AABB is
            // not hit.
            if near[lane] * SAFETY <= far[lane] * (2.0 - SAFETY) {
                times[lane] = if near[lane] > 0.0 { near[lane] * SAFETY / self.speed } else { 0.0 };
            }
        }
        times
    }
}

/// The distance to an AABB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbDistance {
    min: [f32; 3],
    max: [f32; 3],
}

impl AabbDistance {
    /// Creates a query. The AABB may not contain a NaN; infinite bounds count as the largest number.
    pub(crate) fn new<D: Dimension>(bounds: &Aabb<D::Vector>) -> Self {
        let [min, max] = finite_corners::<D>(bounds);
        Self { min, max }
    }
}

impl AabbQuery for AabbDistance {
    #[inline]
    fn moved_back(&self, translation: [f32; 3]) -> Option<Self> {
        moved_back([self.min, self.max], translation).map(|[min, max]| Self { min, max })
    }

    #[inline]
    fn reach(&self, limit: f32) -> Option<[[f32; 3]; 2]> {
        Some(grown([self.min, self.max], limit))
    }

    #[inline]
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        let mut squares = [0.0; N];
        let mut longest = [0.0; N];
        for axis in 0..3 {
            for lane in 0..N {
                let below = self.min[axis] - aabbs.0[axis].max[lane];
                let above = aabbs.0[axis].min[lane] - self.max[axis];
                // In this order, a NaN stays one.
                let gap = max_of(0.0, max_of(below, above));
                squares[lane] += gap * gap;
                longest[lane] = max_of(longest[lane], gap);
            }
        }
        let mut distances = [0.0; N];
        for lane in 0..N {
            let distance = squares[lane].sqrt() * SAFETY;
            // Squares may overflow or underflow.
            distances[lane] = if distance < f32::INFINITY { distance } else { longest[lane] };
        }
        distances
    }
}

/// A query of the AABBs that an endless ray along x meets: their bounds are 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayAlongX {
    /// The bounds of its origin, rounded outwards.
    min: [f32; 3],
    max: [f32; 3],
}

impl RayAlongX {
    pub(crate) fn new(point: [f64; 3]) -> Self {
        let at = point.map(|coordinate| coordinate as f32);
        Self { min: at.map(f32::next_down), max: at.map(f32::next_up) }
    }
}

impl AabbQuery for RayAlongX {
    #[inline]
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        let [x, y, z] = &aabbs.0;
        let (min, max) = (self.min, self.max);
        core::array::from_fn(|lane| {
            let meets = x.max[lane] >= min[0]
                && y.min[lane] <= max[1]
                && y.max[lane] >= min[1]
                && z.min[lane] <= max[2]
                && z.max[lane] >= min[2];
            if meets { 0.0 } else { f32::INFINITY }
        })
    }
}

/// A query by a function that returns a lower bound, or `None` where no answer can be.
pub(crate) struct QueryByBound<D, F> {
    bound: RefCell<F>,
    dimension: PhantomData<D>,
}

impl<D, F> QueryByBound<D, F> {
    pub(crate) fn new(bound: F) -> Self {
        Self { bound: RefCell::new(bound), dimension: PhantomData }
    }
}

impl<D: Dimension, F: FnMut(&Aabb<D::Vector>) -> Option<f32>> AabbQuery for QueryByBound<D, F> {
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        let bound = &mut *self.bound.borrow_mut();
        core::array::from_fn(|lane| match aabbs.contains(lane) {
            true => bound(&aabbs.get(lane)).unwrap_or(f32::INFINITY),
            false => f32::INFINITY,
        })
    }
}
