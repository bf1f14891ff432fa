//! Random numbers.

/// A pseudo-random number generator (PCG) with a fixed seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = ((self.0 >> 18) ^ self.0) >> 27;
        (mixed as u32).rotate_right((self.0 >> 59) as u32)
    }

    pub fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: u32) -> u32 {
        self.next() % count
    }
}
