//! Seeded random numbers, the same on every machine.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};
use judge::case::Dimension;

/// A generator: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators* (2014).
pub struct Dice(u64);

impl Dice {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        // The first number of a seed is well mixed, so neighbouring seeds have nothing in common.
        Self(Self(seed).bits())
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A new order for some things.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, (self.bits() % (last as u64 + 1)) as usize);
        }
    }

    /// A point of the cube, or square, with sides from minus `half` to `half`.
    pub fn point(&mut self, dimension: Dimension, half: f64) -> DVec3 {
        let (x, y) = (self.between(-half, half), self.between(-half, half));
        let z = if dimension == Dimension::Space { self.between(-half, half) } else { 0.0 };
        DVec3::new(x, y, z)
    }

    /// A unit vector, all directions alike.
    pub fn direction(&mut self, dimension: Dimension) -> DVec3 {
        loop {
            let point = self.point(dimension, 1.0);
            if (0.01..1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }

    /// A rotation, all alike; about z in the plane.
    pub fn rotation(&mut self, dimension: Dimension) -> DQuat {
        match dimension {
            Dimension::Plane => DQuat::from_rotation_z(self.between(0.0, TAU)),
            Dimension::Space => loop {
                let [x, y, z, w] = std::array::from_fn(|_| self.between(-1.0, 1.0));
                let quaternion = DQuat::from_xyzw(x, y, z, w);
                if (0.01..1.0).contains(&quaternion.length_squared()) {
                    return quaternion.normalize();
                }
            },
        }
    }
}
