//! What a query knows of a box: how far away it is, at least.

use bevy_math::{BVec4A, Vec4};
use gjk::{Aabb, Vector};

use crate::collider::Dimension;
use crate::proxies::{HasAabb, MAX_COORDINATE};

/// Of an answer that is computed with a few roundings, this much is certain.
const CERTAIN: f32 = 1.0 - 1e-6;

/// The ends of some boxes on an axis.
#[derive(Clone, Copy, Debug)]
struct Ends<const N: usize> {
    min: [f32; N],
    max: [f32; N],
}

/// Some boxes, axis by axis: of eight, each is a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aabbs<const N: usize>([Ends<N>; 3]);

impl<const N: usize> Aabbs<N> {
    /// No box in any place: they are infinitely far away.
    pub(super) const EMPTY: Self = Self([Ends { min: [f32::INFINITY; N], max: [f32::INFINITY; N] }; 3]);

    /// Puts a box in a place. What ends at the rim may have been cut off there, and so has no end.
    #[inline]
    pub(super) fn set(&mut self, place: usize, min: [f32; 3], max: [f32; 3]) {
        for (axis, ends) in self.0.iter_mut().enumerate() {
            let (low, high) = (min[axis], max[axis]);
            ends.min[place] = if low <= -MAX_COORDINATE { f32::NEG_INFINITY } else { low };
            ends.max[place] = if high >= MAX_COORDINATE { f32::INFINITY } else { high };
        }
    }

    /// Takes a box out.
    pub(super) fn clear(&mut self, place: usize) {
        for ends in &mut self.0 {
            (ends.min[place], ends.max[place]) = (f32::INFINITY, f32::INFINITY);
        }
    }

    /// The box around all.
    pub(super) fn union(&self) -> ([f32; 3], [f32; 3]) {
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for (axis, ends) in self.0.iter().enumerate() {
            for (&low, &high) in ends.min.iter().zip(&ends.max) {
                if low < f32::INFINITY {
                    min[axis] = lower(min[axis], low);
                    max[axis] = upper(max[axis], high);
                }
            }
        }
        (min, max)
    }

    /// The corners of all.
    #[cfg(feature = "overlay")]
    pub(super) fn iter(&self) -> impl Iterator<Item = [[f32; 3]; 2]> {
        let corners = |place: usize| [self.0.map(|ends| ends.min[place]), self.0.map(|ends| ends.max[place])];
        (0..N).map(corners).filter(|[min, _]| min[0] < f32::INFINITY)
    }
}

impl Aabbs<8> {
    /// Reads a little of each line that [`meeting`](Self::meeting) will need.
    #[inline(always)]
    pub(super) fn first_of_each<D: Dimension>(&self) -> u32 {
        let firsts = self.0.iter().take(D::Vector::DIMENSION).map(|ends| ends.min[0].to_bits());
        firsts.fold(0, core::ops::BitXor::bitxor)
    }

    /// Which of them overlap a box, or touch it: the first is the lowest bit.
    #[inline(always)]
    pub(super) fn meeting<D: Dimension>(&self, other: &impl HasAabb) -> u32 {
        let mut all = [BVec4A::TRUE; 2];
        // In the plane, the third axis tells nothing, and stays out of the cache.
        for (axis, ends) in self.0.iter().enumerate().take(D::Vector::DIMENSION) {
            let (low, high) = (Vec4::splat(other.low()[axis]), Vec4::splat(other.high()[axis]));
            let ends = ends.min.as_chunks::<4>().0.iter().zip(ends.max.as_chunks::<4>().0);
            for (all, (&min, &max)) in all.iter_mut().zip(ends) {
                *all &= Vec4::from_array(min).cmple(high) & Vec4::from_array(max).cmpge(low);
            }
        }
        all[0].bitmask() | all[1].bitmask() << 4
    }
}

/// Without a thought for NaN, which takes one instruction.
#[inline(always)]
fn lower(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline(always)]
fn upper(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// How far away boxes are from what is asked about: a time or a distance, which nothing in the box comes
/// before; infinity where nothing in it can be an answer.
pub(crate) trait AabbQuery {
    /// Of several boxes at once.
    fn of<const N: usize>(&self, boxes: &Aabbs<N>) -> [f32; N];

    /// Of a single one.
    #[inline]
    fn of_one<D: Dimension>(&self, bounds: &Aabb<D::Vector>) -> f32 {
        let mut boxes = Aabbs::<1>::EMPTY;
        let within = |corner| D::coordinates(corner).map(|at| at.clamp(-MAX_COORDINATE, MAX_COORDINATE));
        let [min, max] = [within(bounds.min), within(bounds.max)];
        boxes.set(0, min, max);
        let [at_least] = self.of(&boxes);
        at_least
    }
}

/// The time at which a box that moves meets others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbCast {
    min: [f32; 3],
    max: [f32; 3],
    /// How long it takes to go a unit of length on each axis, or nothing where it does not move, in the time
    /// in which it goes a unit on the axis on which it is fastest.
    pace: [Option<f32>; 3],
    speed: f32,
}

impl AabbCast {
    /// Not of boxes or velocities with a NaN.
    pub(crate) fn new<D: Dimension>(bounds: &Aabb<D::Vector>, velocity: D::Vector) -> Self {
        let speed = velocity.max(-velocity).max_element();
        let pace = D::coordinates(velocity).map(|at| {
            let pace = speed / at;
            // A slower one would not get anywhere.
            (pace.abs() < 1e30).then_some(pace)
        });
        let [min, max] = [bounds.min, bounds.max].map(D::coordinates);
        Self { min, max, pace, speed }
    }
}

impl AabbQuery for AabbCast {
    #[inline]
    fn of<const N: usize>(&self, boxes: &Aabbs<N>) -> [f32; N] {
        let mut near = [0.0; N];
        let mut far = [f32::INFINITY; N];
        for axis in 0..3 {
            for place in 0..N {
                let low = boxes.0[axis].min[place] - self.max[axis];
                let high = boxes.0[axis].max[place] - self.min[axis];
                let [enter, leave] = match self.pace[axis] {
                    Some(pace) => [lower(low * pace, high * pace), upper(low * pace, high * pace)],
                    None if low <= 0.0 && high >= 0.0 => [0.0, f32::INFINITY],
                    None => [f32::INFINITY, 0.0],
                };
                near[place] = upper(near[place], enter);
                far[place] = lower(far[place], leave);
            }
        }
        let mut reach = [f32::INFINITY; N];
        for place in 0..N {
            // Both are right but for a few roundings, by which a graze may look like a miss.
            if near[place] * CERTAIN <= far[place] * (2.0 - CERTAIN) {
                reach[place] = if near[place] > 0.0 { near[place] * CERTAIN / self.speed } else { 0.0 };
            }
        }
        reach
    }
}

/// The distance of boxes from one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AabbDistance {
    min: [f32; 3],
    max: [f32; 3],
}

impl AabbDistance {
    /// Not of boxes with a NaN.
    pub(crate) fn new<D: Dimension>(bounds: &Aabb<D::Vector>) -> Self {
        let [min, max] = [bounds.min, bounds.max].map(D::coordinates);
        Self { min, max }
    }
}

impl AabbQuery for AabbDistance {
    #[inline]
    fn of<const N: usize>(&self, boxes: &Aabbs<N>) -> [f32; N] {
        let mut squares = [0.0; N];
        let mut longest = [0.0; N];
        for axis in 0..3 {
            for place in 0..N {
                let below = self.min[axis] - boxes.0[axis].max[place];
                let above = boxes.0[axis].min[place] - self.max[axis];
                let gap = upper(upper(below, above), 0.0);
                squares[place] += gap * gap;
                longest[place] = upper(longest[place], gap);
            }
        }
        let mut reach = [0.0; N];
        for place in 0..N {
            let distance = squares[place].sqrt() * CERTAIN;
            // Squares may be out of range, or vanish.
            reach[place] = if distance < f32::INFINITY { distance } else { longest[place] };
        }
        reach
    }
}
