//! How much memory a scene takes, in a process with one engine.

use std::fs;

use crate::allocations;
use crate::arena::Arena;
use crate::engine::Engine;
use crate::row::Row;
use crate::scene::Scene;

/// What a process has, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// In memory at the end.
    pub resident: f64,
    /// In memory at most.
    pub peak: f64,
    /// Allocated and not freed, at the end.
    pub live: f64,
    /// How many pairs touch, by the engine's word.
    pub pairs: f64,
}

/// Frames before the memory is looked at.
const FRAMES: usize = 30;

/// Measures a row in this process, which must not have done anything else.
pub fn measure(row: &Row, engine: &Engine) -> Memory {
    allocations::begin();
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let mut arena = Arena::new(engine, &scene, row.threads);
    arena.spawn(&scene);
    let mut pairs = 0.0;
    for _ in 0..FRAMES {
        arena.app.update();
        let mut touches = arena.touches();
        pairs += touches.started.len() as f64 - touches.ended.len() as f64;
        touches.clear();
    }
    allocations::end();
    let live = allocations::live() as f64;
    Memory { resident: status("VmRSS:"), peak: status("VmHWM:"), live, pairs }
}

/// A number of Linux's report on this process; NaN elsewhere.
fn status(name: &str) -> f64 {
    let report = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = report.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kibibytes.map_or(f64::NAN, |number| number * 1024.0)
}
