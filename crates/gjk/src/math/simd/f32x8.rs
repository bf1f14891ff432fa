//! Eight `f32` lanes, as two vectors of four.
//!
//! Four lanes are what every supported processor has (SSE2, NEON, SIMD128). Two independent vectors hide the
//! latency of an instruction: the processor works on one while the other waits for a result.

use core::ops::{Add, AddAssign, Div, Mul, Sub};

use glam::Vec4;

/// Eight numbers, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct F32x8(Vec4, Vec4);

impl F32x8 {
    pub const ZERO: Self = Self(Vec4::ZERO, Vec4::ZERO);
    pub const INFINITY: Self = Self(Vec4::INFINITY, Vec4::INFINITY);

    /// Returns the absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self(self.0.abs(), self.1.abs())
    }

    /// Returns the larger of each lane and a number.
    #[inline(always)]
    pub fn max(self, other: f32) -> Self {
        let other = Vec4::splat(other);
        Self(self.0.max(other), self.1.max(other))
    }

    /// Returns the minima, lane by lane.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.min(other.1))
    }

    /// Returns a bit mask of the lanes that are larger than those of `than`; a NaN is not.
    #[inline(always)]
    pub fn larger(self, than: Self) -> u32 {
        self.0.cmpgt(than.0).bitmask() | self.1.cmpgt(than.1).bitmask() << 4
    }

    /// Returns the quotients, clamped to −1..1; zero where the denominator is not above zero.
    #[inline(always)]
    pub fn fraction(self, denominator: Self) -> Self {
        let fraction = |numerator: Vec4, denominator: Vec4| {
            let quotient = (numerator / denominator).max(Vec4::NEG_ONE).min(Vec4::ONE);
            Vec4::select(denominator.cmpgt(Vec4::ZERO), quotient, Vec4::ZERO)
        };
        Self(fraction(self.0, denominator.0), fraction(self.1, denominator.1))
    }
}

impl From<[f32; 8]> for F32x8 {
    #[inline(always)]
    fn from([a, b, c, d, e, f, g, h]: [f32; 8]) -> Self {
        Self(Vec4::new(a, b, c, d), Vec4::new(e, f, g, h))
    }
}

impl From<f32> for F32x8 {
    #[inline(always)]
    fn from(number: f32) -> Self {
        Self(Vec4::splat(number), Vec4::splat(number))
    }
}

macro_rules! operators {
    ($($operator:ident $function:ident),+) => {$(
        impl $operator for F32x8 {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0), self.1.$function(other.1))
            }
        }
    )+};
}

operators!(Add add, Sub sub, Mul mul, Div div);

impl Mul<f32> for F32x8 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: f32) -> Self {
        Self(self.0 * other, self.1 * other)
    }
}

impl AddAssign for F32x8 {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Eight 3D vectors, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Vec3x8 {
    x: F32x8,
    y: F32x8,
    z: F32x8,
}

impl Vec3x8 {
    /// Returns the dot products, lane by lane.
    #[inline(always)]
    pub fn dot(self, other: Self) -> F32x8 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Returns the cross products, lane by lane.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// Returns the L1 norms, the sums of the absolute values of the coordinates: upper bounds of the lengths.
    #[inline(always)]
    pub fn l1_norm(self) -> F32x8 {
        self.x.abs() + self.y.abs() + self.z.abs()
    }
}

impl From<[[f32; 8]; 3]> for Vec3x8 {
    #[inline(always)]
    fn from([x, y, z]: [[f32; 8]; 3]) -> Self {
        Self { x: x.into(), y: y.into(), z: z.into() }
    }
}

impl Add for Vec3x8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vec3x8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<F32x8> for Vec3x8 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: F32x8) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
    }
}
