//! Queries of AABBs: lower bounds of a distance or of a time of impact, for many AABBs at once.

use core::cell::RefCell;
use core::marker::PhantomData;

use bevy_math::{BVec4A, Vec4};
use gjk::{Aabb, Affine, Vector};

use super::{WIDTH, corners_of};
use crate::collider::Dimension;
use crate::collider::aabb::padding;

/// The factor that makes a bound computed with a few roundings safe: their relative errors sum to less than 1e-6.
const SAFETY: f32 = 1.0 - 1e-6;

/// The bounds of several AABBs on one axis.
#[derive(Clone, Copy, Debug)]
struct AxisBounds<const N: usize> {
    min: [f32; N],
    max: [f32; N],
}

/// Several AABBs as a structure of arrays, axis by axis. Of eight AABBs, each axis fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aabbs<const N: usize>([AxisBounds<N>; 3]);

impl<const N: usize> Aabbs<N> {
    /// No AABBs. The bounds of a lane without one are NaN: no comparison with them holds, so that nothing overlaps it, not
    /// even what is unbounded.
    pub(crate) const EMPTY: Self = Self([AxisBounds { min: [f32::NAN; N], max: [f32::NAN; N] }; 3]);

    /// Stores an AABB.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, [min, max]: [[f32; 3]; 2]) {
        for (axis, bounds) in self.0.iter_mut().enumerate() {
            (bounds.min[lane], bounds.max[lane]) = (min[axis], max[axis]);
        }
    }

    /// Enlarges an AABB, if there is one, until it contains another. Returns whether it changed.
    #[inline]
    pub(super) fn enlarge(&mut self, lane: usize, [min, max]: [[f32; 3]; 2]) -> bool {
        let mut changed = false;
        for (axis, bounds) in self.0.iter_mut().enumerate() {
            if min[axis] < bounds.min[lane] {
                bounds.min[lane] = min[axis];
                changed = true;
            }
            if max[axis] > bounds.max[lane] {
                bounds.max[lane] = max[axis];
                changed = true;
            }
        }
        changed
    }

    /// Removes an AABB.
    pub(super) fn clear(&mut self, lane: usize) {
        self.set(lane, [[f32::NAN; 3]; 2]);
    }

    /// Returns whether there is an AABB in a lane.
    #[inline(always)]
    pub(crate) fn contains(&self, lane: usize) -> bool {
        !self.0[0].min[lane].is_nan()
    }

    /// Returns the corners of an AABB.
    #[inline(always)]
    pub(crate) fn corners(&self, lane: usize) -> [[f32; 3]; 2] {
        [self.0.map(|bounds| bounds.min[lane]), self.0.map(|bounds| bounds.max[lane])]
    }

    /// Returns an AABB.
    #[inline(always)]
    pub(crate) fn get<V: Vector<Scalar = f32>>(&self, lane: usize) -> Aabb<V> {
        Aabb {
            min: V::from_fn(|axis| self.0[axis].min[lane]),
            max: V::from_fn(|axis| self.0[axis].max[lane]),
        }
    }

    /// Computes the AABBs of the finite AABBs under an affine map, enlarged by the rounding errors.
    ///
    /// It works for singular maps too. For this reason the AABBs of a collider are mapped to world coordinates, and not
    /// those of a query to local ones.
    #[inline]
    pub(crate) fn mapped<D: Dimension>(&self, affine: &<D::Vector as Vector>::Affine) -> Self {
        let axes = D::Vector::DIMENSION;
        let translation = D::coordinates(affine.translation());
        let mut center = translation.map(|at| [at; N]);
        let mut extent = [[0.0; N]; 3];
        let mut magnitude = translation.map(|at| [at.abs(); N]);
        for (axis, bounds) in self.0.iter().enumerate().take(axes) {
            let column = D::coordinates(affine.column(axis));
            for lane in 0..N {
                let (low, high) = (bounds.min[lane] * 0.5, bounds.max[lane] * 0.5);
                for to in 0..axes {
                    let shift = column[to] * (low + high);
                    center[to][lane] += shift;
                    extent[to][lane] += (column[to] * (high - low)).abs();
                    magnitude[to][lane] += shift.abs();
                }
            }
        }
        // In 2D, the third axis stays as it is: 0, and NaN in a lane without an AABB.
        let mut mapped = Self(self.0);
        for lane in 0..N {
            let largest = |of: &[[f32; N]; 3]| max_of(max_of(of[0][lane], of[1][lane]), of[2][lane]);
            let margin = padding(2.0 * largest(&extent), 2.0 * largest(&magnitude));
            for to in 0..axes {
                mapped.0[to].min[lane] = center[to][lane] - (extent[to][lane] + margin);
                mapped.0[to].max[lane] = center[to][lane] + (extent[to][lane] + margin);
            }
        }
        mapped
    }

    /// Computes the gap to another AABB, along the axis on which it is largest; negative if they overlap.
    #[inline]
    pub(crate) fn gaps(&self, [min, max]: [[f32; 3]; 2]) -> [f32; N] {
        let mut gaps = [f32::NEG_INFINITY; N];
        for (axis, bounds) in self.0.iter().enumerate() {
            for lane in 0..N {
                let (below, above) = (min[axis] - bounds.max[lane], bounds.min[lane] - max[axis]);
                // In this order, a NaN stays one.
                gaps[lane] = max_of(gaps[lane], max_of(below, above));
            }
        }
        gaps
    }

    /// Computes the AABB of all.
    pub(crate) fn union(&self) -> [[f32; 3]; 2] {
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for (axis, bounds) in self.0.iter().enumerate() {
            for (&low, &high) in bounds.min.iter().zip(&bounds.max) {
                if !low.is_nan() {
                    min[axis] = min_of(min[axis], low);
                    max[axis] = max_of(max[axis], high);
                }
            }
        }
        [min, max]
    }

    /// Iterates over the corners of all.
    #[cfg(feature = "overlay")]
    pub(super) fn iter(&self) -> impl Iterator<Item = [[f32; 3]; 2]> {
        (0..N).filter(|&lane| self.contains(lane)).map(|lane| self.corners(lane))
    }
}

impl Aabbs<WIDTH> {
    /// Reads one number of each cache line that [`overlap_mask`](Self::overlap_mask) needs, so that they are loaded.
    #[inline(always)]
    pub(super) fn preload<D: Dimension>(&self) -> u32 {
        let firsts = self.0.iter().take(D::Vector::DIMENSION).map(|bounds| bounds.min[0].to_bits());
        firsts.fold(0, core::ops::BitXor::bitxor)
    }

    /// Returns a bit for each AABB that overlaps or touches another one, the lowest for the first.
    #[inline(always)]
    pub(super) fn overlap_mask<D: Dimension>(&self, [low, high]: [[f32; 3]; 2]) -> u32 {
        let mut all = [BVec4A::TRUE; 2];
        // In 2D, the third axis decides nothing, and its cache line is not loaded.
        for (axis, bounds) in self.0.iter().enumerate().take(D::Vector::DIMENSION) {
            let (low, high) = (Vec4::splat(low[axis]), Vec4::splat(high[axis]));
            let bounds = bounds.min.as_chunks::<4>().0.iter().zip(bounds.max.as_chunks::<4>().0);
            for (all, (&min, &max)) in all.iter_mut().zip(bounds) {
                *all &= Vec4::from_array(min).cmple(high) & Vec4::from_array(max).cmpge(low);
            }
        }
        all[0].bitmask() | all[1].bitmask() << 4
    }
}

/// Returns the corners of an AABB with finite coordinates: then a difference from a stored bound, which may be infinite,
/// is NaN only where a lane has no AABB.
#[inline]
fn finite_corners<D: Dimension>(bounds: &Aabb<D::Vector>) -> [[f32; 3]; 2] {
    corners_of::<D>(bounds).map(|corner| corner.map(|at| at.clamp(f32::MIN, f32::MAX)))
}

/// Returns the smaller number, or the second one if either is NaN: this compiles to one instruction.
#[inline(always)]
fn min_of(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// Returns the larger number, in the same way.
#[inline(always)]
fn max_of(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// A query that computes lower bounds for AABBs: of a time of impact or of a distance. Nothing inside an AABB is nearer
/// than its bound, and the bound is infinite if nothing inside can be an answer. In a lane without an AABB it is infinite or
/// NaN: within no limit.
pub(crate) trait AabbQuery {
    /// Computes the bounds of several AABBs.
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N];

    /// Computes the bound of one AABB.
    #[inline]
    fn lower_bound<D: Dimension>(&self, bounds: &Aabb<D::Vector>) -> f32 {
        self.lower_bound_of(corners_of::<D>(bounds))
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
    /// Creates a cast. Neither the AABB nor the velocity may contain a NaN; infinite bounds count as the largest number.
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
            // Both ends are exact up to a few roundings, which may turn a graze into a miss. A lane without an AABB is not
            // hit.
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

/// A query by a function that returns a lower bound, or `None` where no answer can be.
pub(crate) struct QueryByOrder<D, F> {
    order: RefCell<F>,
    dimension: PhantomData<D>,
}

impl<D, F> QueryByOrder<D, F> {
    pub(crate) fn new(order: F) -> Self {
        Self { order: RefCell::new(order), dimension: PhantomData }
    }
}

impl<D: Dimension, F: FnMut(&Aabb<D::Vector>) -> Option<f32>> AabbQuery for QueryByOrder<D, F> {
    fn lower_bounds<const N: usize>(&self, aabbs: &Aabbs<N>) -> [f32; N] {
        let order = &mut *self.order.borrow_mut();
        core::array::from_fn(|lane| match aabbs.contains(lane) {
            true => order(&aabbs.get(lane)).unwrap_or(f32::INFINITY),
            false => f32::INFINITY,
        })
    }
}
