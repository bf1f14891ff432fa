//! Wall time and processor time.

use std::time::Instant;

use cpu_time::{ProcessTime, ThreadTime};

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// By the clock on the wall.
    pub wall: f64,
    /// The processor time of all threads together, which leaves out what other programs did meanwhile.
    pub cpu: f64,
}

/// Times some work.
pub fn time<R>(work: impl FnOnce() -> R) -> (R, Span) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let result = work();
    let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
    (result, Span { wall: wall.as_secs_f64() * 1e3, cpu: cpu.as_secs_f64() * 1e3 })
}

/// Returns the processor time that this thread takes for some work, in nanoseconds.
pub fn thread_nanoseconds(work: impl FnOnce()) -> f64 {
    let begin = ThreadTime::now();
    work();
    begin.elapsed().as_secs_f64() * 1e9
}
