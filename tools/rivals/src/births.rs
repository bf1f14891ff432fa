//! What it costs to spawn all bodies of a scene, and to despawn them, each with the update that follows.

use crate::arena::Arena;
use crate::engine::Engine;
use crate::row::Row;
use crate::scene::Scene;
use crate::statistics::median_span;
use crate::stopwatch::{Span, time};

/// Medians, each with the update that follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Births {
    /// Spawning all in a new app.
    pub first: Span,
    /// Despawning all.
    pub gone: Span,
    /// Spawning all once more, where all that takes memory has it.
    pub again: Span,
}

/// Frames between two measurements.
const REST: usize = 3;

/// Measures a row, so many times.
pub fn measure(row: &Row, engines: &[Engine], rounds: usize) -> Vec<Births> {
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let mut samples = vec![Vec::new(); engines.len()];
    for round in 0..rounds {
        for turn in 0..engines.len() {
            let index = (turn + round) % engines.len();
            samples[index].push(once(&engines[index], &scene, row.threads));
        }
    }
    let median_of = |samples: &Vec<Births>| {
        let of = |part: fn(&Births) -> Span| median_span(&samples.iter().map(part).collect::<Vec<_>>());
        Births { first: of(|it| it.first), gone: of(|it| it.gone), again: of(|it| it.again) }
    };
    samples.iter().map(median_of).collect()
}

fn once(engine: &Engine, scene: &Scene, threads: usize) -> Births {
    let mut arena = Arena::new(engine, scene, threads);
    let first = spawned(&mut arena, scene);
    rest(&mut arena);
    let ((), gone) = time(|| {
        arena.despawn();
        arena.app.update();
    });
    rest(&mut arena);
    let again = spawned(&mut arena, scene);
    Births { first, gone, again }
}

fn spawned(arena: &mut Arena, scene: &Scene) -> Span {
    let ((), span) = time(|| {
        arena.spawn(scene);
        arena.app.update();
    });
    span
}

fn rest(arena: &mut Arena) {
    for _ in 0..REST {
        arena.touches().clear();
        arena.app.update();
    }
}
