//! What a frame costs, in a scene, for all engines in turn; and whether they are right.

use std::collections::HashMap;
use std::time::Instant;

use bevy::prelude::Entity;

use crate::allocations;
use crate::arena::Arena;
use crate::engine::{Engine, Finds};
use crate::row::Row;
use crate::scene::Scene;
use crate::statistics::{drift, median, median_span, quantile};
use crate::stopwatch::{Span, time};
use crate::truth::Model;
use crate::verdict::{Tally, Told};

/// What an engine took for a frame, and how right it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frames {
    /// The median over the rounds of the median of each, without the drift of the machine.
    pub median: Span,
    /// The 50th, 90th and 99th percentile of single frames, without the drift of the machine: see [`PERCENTILES`].
    pub percentiles: [Span; PERCENTILES.len()],
    /// The longest frame, in processor time, which nobody else disturbs.
    pub worst: f64,
    /// How many frames were timed.
    pub timed: f64,
    /// How often a frame allocates; the median.
    pub allocations: f64,
    /// How many bytes a frame allocates; the median.
    pub bytes: f64,
    /// How many pairs touched at the end, by the engine's word.
    pub pairs: f64,
    /// Whether its answers are right.
    pub tally: Tally,
}

/// The parts of all frames that take no longer than the times in [`Frames::percentiles`].
pub const PERCENTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// Frames before anything is measured: margins are left, memory is taken, caches are full. The frames that
/// are judged are then the 17th, 24th and 31st: none of those, every 33rd, in which avian's default tells of
/// all ends a frame late.
const WARM_UP: usize = 10;
/// Frames in a turn, after one for the caches that the others have used.
const TURN: usize = 6;
/// The least number of rounds, if they do not take ten times the time that was given.
const ROUNDS: usize = 7;
/// After each of the first rounds, and there are always as many, the answers are judged.
pub const JUDGED: usize = 3;
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
pub fn measure(row: &Row, engines: &[Engine], seconds: f64) -> Vec<Frames> {
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

fn figures(contestants: &mut [Contestant]) -> Vec<Frames> {
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
    let mut figures = Vec::new();
    for contestant in contestants {
        let (allocations, bytes) = contestant.count_allocations();
        let turns = steady(&contestant.turns);
        let medians: Vec<Span> = turns.iter().map(|turn| median_span(turn)).collect();
        let spans = turns.as_flattened();
        let percentile = |part, of: fn(&Span) -> f64| quantile(spans.iter().map(of), part);
        figures.push(Frames {
            median: median_span(&medians),
            percentiles: PERCENTILES.map(|part| Span {
                wall: percentile(part, |span| span.wall),
                cpu: percentile(part, |span| span.cpu),
            }),
            worst: quantile(contestant.turns.as_flattened().iter().map(|span| span.cpu), 1.0),
            timed: spans.len() as f64,
            allocations,
            bytes,
            pairs: contestant.told.pairs.len() as f64,
            tally: Tally { odd: contestant.told.odd, ..contestant.tally },
        });
    }
    figures
}
