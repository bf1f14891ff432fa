//! What a frame costs, in a scene, for all engines in turn; and whether they are right.

use std::collections::HashMap;
use std::time::Instant;

use bevy::prelude::Entity;
use report::statistics::{drift, median, median_span, quantile};
use report::stopwatch::{Span, time};

use crate::allocations;
use crate::arena::Arena;
use crate::engine::{Engine, Finds};
use crate::results::Figures;
use crate::row::Row;
use crate::scene::Scene;
use crate::truth::Model;
use crate::verdict::{Tally, Told};

/// The percentiles of single frames that are measured, without the drift of the machine.
pub const PERCENTILES: [f64; 3] = [0.5, 0.9, 0.99];
/// The names of their figures, by the clock on the wall and by processor time.
pub const WALL: [&str; 3] = ["wall ms p50", "wall ms p90", "wall ms p99"];
const CPU: [&str; 3] = ["cpu ms p50", "cpu ms p90", "cpu ms p99"];

/// Frames before anything is measured: margins are left, memory is taken, caches are full. The frames that
/// are judged are then the 17th, 24th and 31st: none of those, every 33rd, in which avian's default tells of
/// all ends a frame late.
const WARM_UP: usize = 10;
/// Frames in a turn, after one for the caches that the others have used.
const TURN: usize = 6;
/// The least number of rounds, if they do not take ten times the time that was given.
const ROUNDS: usize = 7;
/// After each of the first rounds, and there are always as many, the answers are judged.
const JUDGED: usize = 3;
/// Frames whose allocations are counted.
const COUNTED: usize = 9;

struct Contestant {
    engine: Engine,
    arena: Arena,
    numbers: HashMap<Entity, u32>,
    told: Told,
    /// The frames of each turn.
    turns: Vec<[Span; TURN]>,
    tally: Tally,
}

impl Contestant {
    fn new(engine: &Engine, scene: &Scene, threads: usize) -> Self {
        let mut arena = Arena::new(engine, scene, threads);
        arena.spawn(scene);
        let numbers = arena.numbers();
        let (told, tally) = Default::default();
        Self { engine: *engine, arena, numbers, told, turns: Vec::new(), tally }
    }

    fn frame(&mut self) -> Span {
        let ((), span) = time(|| self.arena.app.update());
        let mut touches = self.arena.touches();
        self.told.hear(&touches, &self.numbers);
        touches.clear();
        span
    }

    fn turn(&mut self) {
        self.frame();
        let spans = std::array::from_fn(|_| self.frame());
        self.turns.push(spans);
    }

    fn count_allocations(&mut self) -> (f64, f64) {
        let counts: Vec<(f64, f64)> = (0..COUNTED)
            .map(|_| {
                let before = allocations::counted();
                allocations::begin();
                self.frame();
                allocations::end();
                let after = allocations::counted();
                ((after.0 - before.0) as f64, (after.1 - before.1) as f64)
            })
            .collect();
        (median(counts.iter().map(|count| count.0)), median(counts.iter().map(|count| count.1)))
    }
}

/// Measures a row, for about so many seconds.
pub fn measure(row: &Row, engines: &[Engine], seconds: f64) -> Vec<Figures> {
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let contestant = |engine: &Engine| Contestant::new(engine, &scene, row.threads);
    let mut contestants: Vec<Contestant> = engines.iter().map(contestant).collect();
    let mut model = Model::new(scene);
    for contestant in &mut contestants {
        for _ in 0..WARM_UP {
            contestant.frame();
        }
    }
    (0..WARM_UP).for_each(|_| model.step());
    let begin = Instant::now();
    let mut round = 0;
    let go_on = |round| {
        let passed = begin.elapsed().as_secs_f64();
        round < JUDGED || round < ROUNDS && passed < 10.0 * seconds || passed < seconds
    };
    while go_on(round) {
        // Each round begins with another, so that nobody always runs after the same neighbour.
        let count = contestants.len();
        (0..count).for_each(|turn| contestants[(turn + round) % count].turn());
        if round < JUDGED {
            (0..TURN).for_each(|_| model.step());
            judge(&mut contestants, &mut model);
        } else {
            (0..TURN + 1).for_each(|_| model.step());
        }
        round += 1;
    }
    figures(&mut contestants)
}

/// Judges what all have told, and steps the model by a frame: some tell of the frame before.
fn judge(contestants: &mut [Contestant], model: &mut Model) {
    for lag in [1, 0] {
        let late = |contestant: &&mut Contestant| {
            contestant.engine.lag == lag && contestant.engine.finds != Finds::Nothing
        };
        if lag == 0 {
            model.step();
        }
        let mut judged = contestants.iter_mut().filter(late).peekable();
        if judged.peek().is_some() {
            let truth = model.touching();
            judged.for_each(|contestant| contestant.tally.judge(&contestant.told.pairs, &truth, model));
        }
    }
}

fn figures(contestants: &mut [Contestant]) -> Vec<Figures> {
    let drift_of = |of: fn(&Span) -> f64| {
        let medians = |it: &Contestant| it.turns.iter().map(|turn| of(&median_span(turn))).collect();
        drift(&contestants.iter().map(medians).collect::<Vec<Vec<f64>>>())
    };
    let (walls, cpus) = (drift_of(|span| span.wall), drift_of(|span| span.cpu));
    let steady = |turns: &[[Span; TURN]]| -> Vec<[Span; TURN]> {
        let drifts = walls.iter().zip(&cpus);
        let steady = |span: Span, (wall, cpu)| Span { wall: span.wall / wall, cpu: span.cpu / cpu };
        turns.iter().zip(drifts).map(|(turn, drift)| turn.map(|span| steady(span, drift))).collect()
    };
    let mut all = Vec::new();
    for contestant in contestants {
        let (allocations, bytes) = contestant.count_allocations();
        let turns = steady(&contestant.turns);
        let medians: Vec<Span> = turns.iter().map(|turn| median_span(turn)).collect();
        let median = median_span(&medians);
        let spans = turns.as_flattened();
        let tally = contestant.tally;
        let mut figures = vec![
            // The median over the rounds of the median of each.
            ("wall ms", median.wall),
            ("cpu ms", median.cpu),
            ("frames", spans.len() as f64),
            ("allocations", allocations),
            ("allocated bytes", bytes),
            ("touching", tally.touching as f64),
            ("wrong", tally.wrong as f64),
            ("missing", tally.missing as f64),
            ("odd", contestant.told.odd as f64),
        ];
        for (index, part) in PERCENTILES.into_iter().enumerate() {
            figures.push((WALL[index], quantile(spans.iter().map(|span| span.wall), part)));
            figures.push((CPU[index], quantile(spans.iter().map(|span| span.cpu), part)));
        }
        all.push(figures);
    }
    all
}
