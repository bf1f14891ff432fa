//! Whole frames of apps in which a component of the engine moves a crowd of characters, with gravity.

use std::time::Instant;

use bevy::prelude::*;
use oracle::case::Dimension;
use report::statistics::{drift, median, median_span, quantile};
use report::stopwatch::{Span, time};

use super::{Crowd, Faults, Solids};
use crate::arena::Arena;
use crate::engine::NONE;
use crate::engines::characters;
use crate::frames::PERCENTILES;
use crate::mover::{Character, Question};
use crate::scene::{Scene, level};

/// What was measured of an app.
pub struct Walks {
    /// The name of the component.
    pub name: &'static str,
    /// Milliseconds of whole frames by the clock on the wall, without the drift of the machine: see [`PERCENTILES`].
    pub percentiles: [f64; PERCENTILES.len()],
    /// The median of the processor time of all threads.
    pub cpu: f64,
    /// What is wrong with where the characters were after a frame.
    pub faults: Faults,
    /// The progress of the characters along their headings, as a part of what they wanted.
    pub used: f64,
}

/// The motion that is added to that of each character in each frame: three units a second down.
const FALL: Vec3 = Vec3::new(0.0, -3.0 / 64.0, 0.0);
/// Frames before anything is measured: many have landed.
const WARM_UP: usize = 64;
/// Frames in a turn, after one for the caches that the others have used.
const TURN: usize = 6;
struct Contestant {
    /// None for the app without characters.
    character: Option<Character>,
    arena: Arena,
    crowd: Crowd,
    entities: Vec<Entity>,
    turns: Vec<[Span; TURN]>,
    faults: Faults,
    used: Vec<f64>,
}

impl Contestant {
    fn new(character: Option<Character>, scene: &Scene, solids: &Solids) -> Self {
        let engine = character.map_or(NONE, |character| character.engine);
        let mut arena = Arena::new(&engine, scene, 1);
        arena.spawn(scene);
        let crowd = Crowd::new(scene.dimension, scene.room, solids, Some(FALL));
        let world = arena.app.world_mut();
        let spawn = |question: &Question| character.map(|character| (character.spawn)(world, question.at));
        let entities = crowd.questions().iter().filter_map(spawn).collect();
        let (turns, faults, used) = Default::default();
        Self { character, arena, crowd, entities, turns, faults, used }
    }

    /// A frame: what the characters were asked for, where they came to, and how long that took.
    fn frame(&mut self) -> (Vec<Question>, Vec<Vec3>, Span) {
        let questions = self.crowd.questions();
        let world = self.arena.app.world_mut();
        if let Some(character) = self.character {
            for (&entity, question) in self.entities.iter().zip(&questions) {
                (character.go)(world, entity, question.motion);
            }
        }
        let ((), span) = time(|| self.arena.app.update());
        self.arena.touches().clear();
        let world = self.arena.app.world();
        let place = |&entity: &Entity| world.get::<Transform>(entity).expect("it is there").translation;
        let ends: Vec<Vec3> = self.entities.iter().map(place).collect();
        self.crowd.go_on(&ends);
        (questions, ends, span)
    }

    fn turn(&mut self, solids: &Solids, judged: usize) {
        let (questions, ends, _) = self.frame();
        if self.turns.len() < judged {
            for (question, &end) in questions.iter().zip(&ends) {
                let (fault, shortfall) = solids.judge_end(question, end);
                self.faults.add(fault, shortfall);
                let wanted = question.motion.with_y(0.0);
                self.used.push(f64::from((end - question.at).dot(wanted) / wanted.length_squared()));
            }
        }
        let spans = std::array::from_fn(|_| self.frame().2);
        self.turns.push(spans);
    }
}

/// Measures the empty app, and all components that move characters, for about `seconds`, and judges `judged` frames.
pub fn walk(dimension: Dimension, obstacles: usize, seconds: f64, judged: usize) -> Vec<Walks> {
    let scene = level(dimension, obstacles);
    let solids = Solids::new(&scene);
    let all = [None].into_iter().chain(characters(dimension).map(Some));
    let mut contestants: Vec<Contestant> =
        all.map(|character| Contestant::new(character, &scene, &solids)).collect();
    for contestant in &mut contestants {
        for _ in 0..WARM_UP {
            contestant.frame();
        }
    }
    let begin = Instant::now();
    let mut round = 0;
    while round < judged || begin.elapsed().as_secs_f64() < seconds {
        let count = contestants.len();
        (0..count).for_each(|turn| contestants[(turn + round) % count].turn(&solids, judged));
        round += 1;
    }
    let drift_of = |of: fn(&Span) -> f64| {
        let medians = |it: &Contestant| it.turns.iter().map(|turn| of(&median_span(turn))).collect();
        drift(&contestants.iter().map(medians).collect::<Vec<Vec<f64>>>())
    };
    let (walls, cpus) = (drift_of(|span| span.wall), drift_of(|span| span.cpu));
    let figures = |it: &Contestant| {
        let steady = |drifts: &[f64], of: fn(&Span) -> f64| -> Vec<f64> {
            let turns = it.turns.iter().zip(drifts);
            turns.flat_map(|(turn, drift)| turn.iter().map(move |span| of(span) / drift)).collect()
        };
        let (wall, cpu) = (steady(&walls, |span| span.wall), steady(&cpus, |span| span.cpu));
        Walks {
            name: it.character.map_or(NONE.name, |character| character.name),
            percentiles: PERCENTILES.map(|part| quantile(wall.iter().copied(), part)),
            cpu: median(cpu),
            faults: it.faults,
            used: it.used.iter().sum::<f64>() / it.used.len() as f64,
        }
    };
    contestants.iter().map(figures).collect()
}
