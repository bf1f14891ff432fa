//! Wall time and the processor time of all threads.

use std::time::Instant;

use cpu_time::ProcessTime;

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// By the clock on the wall.
    pub wall: f64,
    /// Of all threads together: what other programs did meanwhile does not count.
    pub cpu: f64,
}

/// Times something.
pub fn time<R>(work: impl FnOnce() -> R) -> (R, Span) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let result = work();
    let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
    (result, Span { wall: wall.as_secs_f64() * 1e3, cpu: cpu.as_secs_f64() * 1e3 })
}
