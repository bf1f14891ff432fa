//! How much memory a scene takes, in a process with one engine.

use crate::allocations;
use crate::arena::Arena;
use crate::engine::Engine;
use crate::results::Figures;
use crate::row::Row;
use crate::scene::Scene;

/// Frames before the memory is looked at.
const FRAMES: usize = 30;

/// Measures a row in this process, which must not have done anything else: what is allocated and not freed.
pub fn measure(row: &Row, engine: &Engine) -> Figures {
    allocations::begin();
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let mut arena = Arena::new(engine, &scene, row.threads);
    arena.spawn(&scene);
    for _ in 0..FRAMES {
        arena.app.update();
        arena.touches().clear();
    }
    allocations::end();
    vec![("live bytes", allocations::live() as f64)]
}
