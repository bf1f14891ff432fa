//! Eight pairs of cores, coordinate by coordinate.

use core::ops::{Add, Mul, Sub};

use super::eight::Eight;

/// How many pairs are compared at a time.
pub(super) const LANES: usize = 8;
/// The bits of all of them.
pub(super) const ALL: u32 = (1 << LANES) - 1;

/// What rounding may amount to, for the sum of the sizes of all that was added: each number is the result of
/// fewer than ten roundings.
pub(super) const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Sizes outside of these are left to `f64`: the squares of their cubes are in the range of `f32`.
const SMALLEST: f32 = 1e-5;
const LARGEST: f32 = 1e6;

/// A bit for each pair that is surely apart, and for each that surely meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdicts {
    pub(super) apart: u32,
    pub(super) meet: u32,
}

impl Verdicts {
    /// Only where the size is one that `f32` can do with, which a NaN is not.
    #[inline(always)]
    pub(super) fn new(size: Eight, apart: u32, meet: u32) -> Self {
        let sound = size.larger(SMALLEST.into()) & Eight::from(LARGEST).larger(size);
        Self { apart: apart & sound, meet: meet & sound & !apart }
    }
}

/// From the centres of the second shapes to those of the first, the half edges of both, and the sums of the
/// radii, each eight times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns<const EDGES: usize> {
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
    pub(super) fn set(&mut self, lane: usize, offset: [f32; 3], edges: [[f32; 3]; EDGES], radius: f32) {
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
    pub(super) fn offset(&self) -> Vectors {
        self.offset.into()
    }

    #[inline(always)]
    pub(super) fn edges(&self) -> [Vectors; EDGES] {
        self.edges.map(Vectors::from)
    }

    #[inline(always)]
    pub(super) fn radius(&self) -> Eight {
        self.radius.into()
    }

    /// At least the size of each pair, its distance included.
    #[inline(always)]
    pub(super) fn size(&self) -> Eight {
        let edges = self.edges().iter().fold(Eight::ZERO, |sum, edge| sum + edge.magnitude());
        self.offset().magnitude() + edges + self.radius()
    }
}

/// Eight vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectors {
    x: Eight,
    y: Eight,
    z: Eight,
}

impl Vectors {
    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> Eight {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(super) fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The sum of the coordinates' magnitudes: at least the length.
    #[inline(always)]
    pub(super) fn magnitude(self) -> Eight {
        self.x.abs() + self.y.abs() + self.z.abs()
    }
}

impl From<[[f32; LANES]; 3]> for Vectors {
    #[inline(always)]
    fn from([x, y, z]: [[f32; LANES]; 3]) -> Self {
        Self { x: x.into(), y: y.into(), z: z.into() }
    }
}

impl Add for Vectors {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vectors {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<Eight> for Vectors {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: Eight) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
    }
}
