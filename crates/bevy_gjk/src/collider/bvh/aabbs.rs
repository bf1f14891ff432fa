//! Several AABBs as a structure of arrays.

use bevy_math::{BVec4A, Vec4};
use gjk::{Aabb, Affine, Vector};

use super::WIDTH;
use crate::collider::Dimension;
use crate::collider::aabb::padding;

/// The bounds of several AABBs on one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisBounds<const N: usize> {
    pub(super) min: [f32; N],
    pub(super) max: [f32; N],
}

/// Several AABBs as a structure of arrays, axis by axis. Of eight AABBs, each axis fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aabbs<const N: usize>(pub(super) [AxisBounds<N>; 3]);

impl<const N: usize> Aabbs<N> {
    /// No AABBs. The bounds of a lane without one are NaN: no comparison with them holds, so that nothing overlaps it,
    /// not even what is unbounded.
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

    /// Enlarges each of the AABBs as [`padded`](crate::collider::aabb::padded) does one.
    #[inline]
    pub(crate) fn pad<D: Dimension>(&mut self) {
        let axes = D::Vector::DIMENSION;
        for lane in 0..N {
            let (mut size, mut magnitude) = (0.0, 0.0);
            for AxisBounds { min, max } in &self.0[..axes] {
                size = max_of(size, max[lane] - min[lane]);
                magnitude = max_of(magnitude, max_of(max[lane], -min[lane]));
            }
            let margin = padding(size, magnitude);
            for AxisBounds { min, max } in &mut self.0[..axes] {
                min[lane] -= margin;
                max[lane] += margin;
            }
        }
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
    #[cfg(any(feature = "overlay", test))]
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
            for (lane, gap) in gaps.iter_mut().enumerate() {
                let (below, above) = (min[axis] - bounds.max[lane], bounds.min[lane] - max[axis]);
                // In this order, a NaN stays one.
                *gap = max_of(*gap, max_of(below, above));
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

    /// Iterates over the corners of those whose bit is set.
    #[cfg(feature = "overlay")]
    pub(super) fn iter(&self, mask: u32) -> impl Iterator<Item = [[f32; 3]; 2]> {
        (0..N)
            .filter(move |&lane| mask >> lane & 1 == 1 && self.contains(lane))
            .map(|lane| self.corners(lane))
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

/// Returns the smaller number, or the second one if either is NaN: this compiles to one instruction.
#[inline(always)]
pub(super) fn min_of(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// Returns the larger number, in the same way.
#[inline(always)]
pub(super) fn max_of(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
