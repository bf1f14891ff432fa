//! What it costs to spawn all bodies of a scene, and to despawn them, each with the update that follows.

use report::statistics::median_span;
use report::stopwatch::{Span, time};

use crate::arena::Arena;
use crate::engine::Engine;
use crate::results::Figures;
use crate::row::Row;
use crate::scene::Scene;

/// Frames between spawning and despawning.
const REST: usize = 3;
/// How often both are measured.
const ROUNDS: usize = 3;

/// Measures a row.
pub fn measure(row: &Row, engines: &[Engine]) -> Vec<Figures> {
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let mut samples = vec![[Vec::new(), Vec::new()]; engines.len()];
    for round in 0..ROUNDS {
        for turn in 0..engines.len() {
            let index = (turn + round) % engines.len();
            let spans = once(&engines[index], &scene, row.threads);
            samples[index].iter_mut().zip(spans).for_each(|(samples, span)| samples.push(span));
        }
    }
    let figures = |[spawn, despawn]: &[Vec<Span>; 2]| {
        let (spawn, despawn) = (median_span(spawn), median_span(despawn));
        vec![
            ("spawn wall ms", spawn.wall),
            ("spawn cpu ms", spawn.cpu),
            ("despawn wall ms", despawn.wall),
            ("despawn cpu ms", despawn.cpu),
        ]
    };
    samples.iter().map(figures).collect()
}

fn once(engine: &Engine, scene: &Scene, threads: usize) -> [Span; 2] {
    let mut arena = Arena::new(engine, scene, threads);
    let ((), spawn) = time(|| {
        arena.spawn(scene);
        arena.app.update();
    });
    for _ in 0..REST {
        arena.touches().clear();
        arena.app.update();
    }
    let ((), despawn) = time(|| {
        arena.despawn();
        arena.app.update();
    });
    [spawn, despawn]
}
