//! Random numbers and a clock for the benchmarks.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bevy_math::Vec3;

/// A seeded random number generator (linear congruential).
pub struct Random(pub u64);

impl Random {
    /// Returns a number between two.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }

    /// Returns a point in a cube around the origin.
    pub fn point(&mut self, side: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.range(-0.5 * side, 0.5 * side)))
    }
}

/// Returns the processor time of this thread; on other systems than Linux the wall time.
pub fn cpu_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
