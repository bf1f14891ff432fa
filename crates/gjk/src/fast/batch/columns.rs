//! Eight pairs of cores, coordinate by coordinate.

use crate::math::simd::{F32x8, Vec3x8};

/// How many pairs are compared at a time.
pub const LANES: usize = 8;
/// The bits of all of them.
pub const ALL: u32 = (1 << LANES) - 1;

/// What rounding may amount to, for the sum of the sizes of all that was added: each number is the result of
/// fewer than ten roundings.
pub const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Sizes outside of these are left to `f64`: the squares of their cubes are in the range of `f32`.
const SMALLEST: f32 = 1e-5;
const LARGEST: f32 = 1e6;

/// A bit for each pair that is surely apart, and for each that surely meets.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts {
    pub apart: u32,
    pub meet: u32,
}

impl Verdicts {
    /// Only where the size is one that `f32` can do with, which a NaN is not.
    #[inline(always)]
    pub fn new(size: F32x8, apart: u32, meet: u32) -> Self {
        let sound = size.larger(SMALLEST.into()) & F32x8::from(LARGEST).larger(size);
        Self { apart: apart & sound, meet: meet & sound & !apart }
    }
}

/// From the centers of the second shapes to those of the first, the half edges of both, and the sums of the
/// radii, each eight times.
#[derive(Clone, Copy, Debug)]
pub struct Columns<const EDGES: usize> {
    offset: [[f32; LANES]; 3],
    edges: [[[f32; LANES]; 3]; EDGES],
    radius: [f32; LANES],
}

impl<const EDGES: usize> Default for Columns<EDGES> {
    fn default() -> Self {
        let none = [[0.0; LANES]; 3];
        Self { offset: none, edges: [none; EDGES], radius: [0.0; LANES] }
    }
}

impl<const EDGES: usize> Columns<EDGES> {
    #[inline(always)]
    pub fn set(&mut self, lane: usize, offset: [f32; 3], edges: [[f32; 3]; EDGES], radius: f32) {
        let lane = lane & (LANES - 1);
        for axis in 0..3 {
            self.offset[axis][lane] = offset[axis];
            for (column, edge) in self.edges.iter_mut().zip(edges) {
                column[axis][lane] = edge[axis];
            }
        }
        self.radius[lane] = radius;
    }

    #[inline(always)]
    pub fn offset(&self) -> Vec3x8 {
        self.offset.into()
    }

    #[inline(always)]
    pub fn edges(&self) -> [Vec3x8; EDGES] {
        self.edges.map(Vec3x8::from)
    }

    #[inline(always)]
    pub fn radius(&self) -> F32x8 {
        self.radius.into()
    }

    /// At least the size of each pair, its distance included.
    #[inline(always)]
    pub fn size(&self) -> F32x8 {
        let edges = self.edges().iter().fold(F32x8::ZERO, |sum, edge| sum + edge.magnitude());
        self.offset().magnitude() + edges + self.radius()
    }
}
