//! Seeded random numbers, the same on every machine.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};
use oracle::case::Dimension;

/// A random number generator, `SplitMix64`: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number
/// Generators* (2014).
pub struct Rng(u64);

impl Rng {
    /// Creates a generator; equal seeds give equal numbers.
    pub fn new(seed: u64) -> Self {
        // The first output of a seed is well mixed, so neighbouring seeds give unrelated sequences.
        Self(Self(seed).next_u64())
    }

    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number that is uniformly distributed between two numbers.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles a slice.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, (self.next_u64() % (last as u64 + 1)) as usize);
        }
    }

    /// Returns a uniformly distributed point of the cube or square with sides from `-half` to `half`.
    pub fn point(&mut self, dimension: Dimension, half: f64) -> DVec3 {
        let (x, y) = (self.uniform(-half, half), self.uniform(-half, half));
        let z = if dimension == Dimension::Space { self.uniform(-half, half) } else { 0.0 };
        DVec3::new(x, y, z)
    }

    /// Returns a uniformly distributed unit vector.
    pub fn direction(&mut self, dimension: Dimension) -> DVec3 {
        loop {
            let point = self.point(dimension, 1.0);
            if (0.01..1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }

    /// Returns a uniformly distributed rotation; in 2D about z.
    pub fn rotation(&mut self, dimension: Dimension) -> DQuat {
        match dimension {
            Dimension::Plane => DQuat::from_rotation_z(self.uniform(0.0, TAU)),
            Dimension::Space => loop {
                let [x, y, z, w] = std::array::from_fn(|_| self.uniform(-1.0, 1.0));
                let quaternion = DQuat::from_xyzw(x, y, z, w);
                if (0.01..1.0).contains(&quaternion.length_squared()) {
                    return quaternion.normalize();
                }
            },
        }
    }
}
