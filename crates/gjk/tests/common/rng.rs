//! Pseudorandom numbers and shapes with a fixed seed.
#![allow(dead_code, reason = "each test binary and each benchmark uses a part of this module")]

use gjk::*;

/// A pseudorandom number generator, Marsaglia's xorshift64; the seed must not be 0.
pub struct Rng(pub u64);

impl Rng {
    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns an integer from 0 to `count - 1`.
    pub fn below(&mut self, count: u64) -> u64 {
        (self.bits() >> 11) % count
    }

    /// Returns a number from `low` to `high`, uniformly distributed.
    pub fn real(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.bits() >> 40) as f32 / (1u64 << 24) as f32)
    }

    /// Returns a vector with coordinates from `-size` to `size`.
    pub fn vec2(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.real(-size, size), self.real(-size, size))
    }

    /// Returns a vector with coordinates from `-size` to `size`.
    pub fn vec3(&mut self, size: f32) -> Vec3 {
        self.vec2(size).extend(self.real(-size, size))
    }

    /// Returns a rotation, uniformly distributed (rejection sampling of the unit ball in 4D).
    pub fn rotation(&mut self) -> Quat {
        loop {
            let [x, y, z, w] = core::array::from_fn(|_| self.real(-1.0, 1.0));
            // Summed by hand, since glam's order of summation depends on SSE.
            let square = x * x + y * y + z * z + w * w;
            if (0.1..1.0).contains(&square) {
                let scale = 1.0 / square.sqrt();
                return Quat::from_xyzw(x * scale, y * scale, z * scale, w * scale);
            }
        }
    }

    /// Returns a 3D shape of about unit size, rotated and translated by up to `far` along each axis.
    pub fn shape_3d(&mut self, far: f32) -> Box<dyn Support<Vec3>> {
        let map = Affine3A::from_rotation_translation(self.rotation(), self.vec3(far));
        let mut size = || self.real(0.1, 1.0);
        let (x, y, z) = (size(), size(), size());
        match self.below(9) {
            0 => Box::new(Sphere::new(x).placed(map)),
            1 => Box::new(Cuboid::new(x, y, z).placed(map)),
            2 => Box::new(Capsule3::new(x, y).placed(map)),
            3 => Box::new(Cylinder::new(x, y).placed(map)),
            4 => Box::new(Cone::new(x, y).placed(map)),
            5 => Box::new(Ellipsoid::from_half_size(Vec3::new(x, y, z)).placed(map)),
            6 => Box::new(Triangle::new([self.vec3(1.0), self.vec3(1.0), self.vec3(1.0)]).placed(map)),
            7 => {
                let points: Vec<_> = (0..8).map(|_| self.vec3(1.0)).collect();
                Box::new(Hull::new(points).unwrap().placed(map))
            }
            _ => Box::new(ConicalFrustum::new(x, y, z).placed(map)),
        }
    }

    /// Returns a 2D shape of about unit size, rotated and translated by up to `far` along each axis.
    pub fn shape_2d(&mut self, far: f32) -> Box<dyn Support<Vec2>> {
        let map = Affine2::from_angle_translation(self.real(-3.0, 3.0), self.vec2(far));
        let mut size = || self.real(0.1, 1.0);
        let (x, y) = (size(), size());
        match self.below(8) {
            0 => Box::new(Circle::new(x).placed(map)),
            1 => Box::new(Rectangle::new(x, y).placed(map)),
            2 => Box::new(Capsule2::new(x, y).placed(map)),
            3 => Box::new(Ellipse::new(x, y).placed(map)),
            4 => Box::new(Triangle::new([self.vec2(1.0), self.vec2(1.0), self.vec2(1.0)]).placed(map)),
            5 => Box::new(CircularSector::new(x, y * 1.5).unwrap().placed(map)),
            6 => Box::new(CircularSegment::new(x, y * 3.0).unwrap().placed(map)),
            _ => Box::new(ConvexPolygon::regular(x, 3 + self.below(9) as usize).unwrap().placed(map)),
        }
    }
}
