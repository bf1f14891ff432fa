//! Seeded random numbers.

use glam::{Mat3, Quat, Vec2, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::case::Dimension;

/// A seeded random number generator.
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// Creates a generator; the same seed and stream give the same numbers.
    pub fn new(seed: u64, stream: u64) -> Self {
        // `seed_from_u64` mixes its input, so that neighboring streams are not correlated.
        Self(Pcg64Mcg::seed_from_u64(seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Returns a number between two others, uniformly distributed.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.random::<f32>()
    }

    /// Returns a number between two positive ones, with a uniformly distributed logarithm.
    pub fn magnitude(&mut self, low: f32, high: f32) -> f32 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// Returns an integer from zero to below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }

    /// Returns one of several values.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }

    /// Returns true with a probability of one in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a vector with coordinates between minus one and one; z is zero in 2D.
    pub fn vector(&mut self, dimension: Dimension) -> Vec3 {
        let mut side = || self.between(-1.0, 1.0);
        let (x, y, z) = (side(), side(), side());
        Vec3::new(x, y, if dimension == Dimension::Plane { 0.0 } else { z })
    }

    /// Returns a unit vector.
    pub fn direction(&mut self, dimension: Dimension) -> Vec3 {
        loop {
            let vector = self.vector(dimension);
            if (0.01..1.0).contains(&vector.length_squared()) {
                return vector.normalize();
            }
        }
    }

    /// Returns a rotation matrix.
    pub fn rotation(&mut self, dimension: Dimension) -> Mat3 {
        let angle = self.between(-3.2, 3.2);
        match dimension {
            Dimension::Plane => Mat3::from_cols(
                Vec2::from_angle(angle).extend(0.0),
                Vec2::from_angle(angle).perp().extend(0.0),
                Vec3::Z,
            ),
            Dimension::Space => Mat3::from_quat(Quat::from_axis_angle(self.direction(dimension), angle)),
        }
    }
}
