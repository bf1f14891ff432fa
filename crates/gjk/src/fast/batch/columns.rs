//! The cores of eight pairs as a structure of arrays: one array of lanes for each coordinate.

use crate::math::simd::{F32x8, Vec3x8};

/// The number of pairs that are tested at a time.
pub const LANES: usize = 8;
/// A set bit for each lane.
pub const ALL_LANES: u32 = (1 << LANES) - 1;

/// The bound of the rounding, relative to the sum of the sizes of all summands: the band around touching is 32 times
/// `f32::EPSILON`, and each number is the result of fewer than ten roundings.
pub const SIZE_ROUNDING: f32 = 48.0 * f32::EPSILON;

/// The range of sizes that `f32` decides; others are left to `f64`. Within it, the squares of cubes of sizes
/// are in the range of `f32`.
const SMALLEST: f32 = 1e-5;
const LARGEST: f32 = 1e6;

/// The verdicts: a bit for each pair that is certainly apart, and for each that certainly intersects.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts {
    pub apart: u32,
    pub intersecting: u32,
}

impl Verdicts {
    /// Discards the verdicts of lanes with a size that `f32` cannot handle, or a NaN.
    #[inline(always)]
    pub fn new(size: F32x8, apart: u32, intersecting: u32) -> Self {
        let in_range = size.larger(SMALLEST.into()) & F32x8::from(LARGEST).larger(size);
        Self { apart: apart & in_range, intersecting: intersecting & in_range & !apart }
    }
}

/// Eight pairs: the offset from the center of the second shape to that of the first, the half edges of both,
/// and the sum of the convex radii.
#[derive(Clone, Copy, Debug)]
pub struct Columns<const EDGES: usize> {
    offset: [[f32; LANES]; 3],
    edges: [[[f32; LANES]; 3]; EDGES],
    radius: [f32; LANES],
}

impl<const EDGES: usize> Default for Columns<EDGES> {
    fn default() -> Self {
        let zeros = [[0.0; LANES]; 3];
        Self { offset: zeros, edges: [zeros; EDGES], radius: [0.0; LANES] }
    }
}

impl<const EDGES: usize> Columns<EDGES> {
    /// Stores a pair in a lane.
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

    /// Returns the offsets of the centers.
    #[inline(always)]
    pub fn offset(&self) -> Vec3x8 {
        self.offset.into()
    }

    /// Returns the half edges of both shapes.
    #[inline(always)]
    pub fn edges(&self) -> [Vec3x8; EDGES] {
        self.edges.map(Vec3x8::from)
    }

    /// Returns the sums of the convex radii.
    #[inline(always)]
    pub fn radius(&self) -> F32x8 {
        self.radius.into()
    }

    /// Returns an upper bound of the size of each pair, its distance included.
    #[inline(always)]
    pub fn size(&self) -> F32x8 {
        let edges = self.edges().iter().fold(F32x8::ZERO, |sum, edge| sum + edge.l1_norm());
        self.offset().l1_norm() + edges + self.radius()
    }
}
