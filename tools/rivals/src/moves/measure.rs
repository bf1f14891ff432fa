//! How long a move takes, how right it is, and how much of the motion it uses.

use std::time::Instant;

use bevy::math::Vec3;
use oracle::case::Dimension;
use report::statistics::{drift, median, quantile};

use super::{Crowd, Faults, Solids};
use crate::arena::Arena;
use crate::engines::movers;
use crate::frames::PERCENTILES;
use crate::mover::{Laps, Mover, Question, Way};
use crate::scene::{Scene, level};

/// Frames between those that are judged.
const BETWEEN: usize = 10;
/// Frames before anything is measured: half of a second, after which many are at walls.
const WARM_UP: usize = 32;
/// Updates before the first frame, in which engines build their trees.
const UPDATES: usize = 10;
/// Frames in a turn, after one for the caches that the others have used.
const TURN: usize = 6;
/// The least number of rounds.
const ROUNDS: usize = 7;
/// A free motion is used if nearly all of it is.
const USED: f64 = 0.99;

/// What was measured of one that moves.
pub struct Figures {
    /// Its name.
    pub name: &'static str,
    /// Microseconds of single moves, without the drift of the machine and without the clock: see [`PERCENTILES`].
    pub percentiles: [f64; PERCENTILES.len()],
    /// Microseconds of processor time of a move, on average and without the clock: the median over the frames.
    pub mean: f64,
    /// What is wrong.
    pub faults: Faults,
    /// How many moves did not use their motion though the straight way was free.
    pub halted: u64,
    /// Of the wanted motion that was not free, the part that was used, on average: the progress along it.
    pub used: f64,
}

/// What was measured.
pub struct Moves {
    /// Of each that moves; ours first.
    pub figures: Vec<Figures>,
    /// How many moves of those that were judged had a free way.
    pub free: u64,
    /// How many moves were timed, of each.
    pub timed: u64,
    /// What a look at the clock takes, in microseconds; it is subtracted.
    pub clock: f64,
}

struct Contestant {
    mover: Mover,
    arena: Arena,
    laps: Laps,
    /// Microseconds of each move, for each turn.
    turns: Vec<Vec<f64>>,
    /// Microseconds of processor time of a move, on average, for each frame.
    cpus: Vec<f64>,
    faults: Faults,
    halted: u64,
    used: Vec<f64>,
}

impl Contestant {
    fn new(mover: Mover, scene: &Scene) -> Self {
        let mut arena = Arena::new(&mover.engine, scene, 1);
        arena.spawn(scene);
        (0..UPDATES).for_each(|_| arena.app.update());
        let (laps, turns, cpus, faults, used) = Default::default();
        Self { mover, arena, laps, turns, cpus, faults, halted: 0, used }
    }

    fn answer(&mut self, questions: &[Question]) {
        (self.mover.answer)(self.arena.app.world_mut(), questions, &mut self.laps);
    }

    fn turn(&mut self, frames: &[Vec<Question>]) {
        let mut times = Vec::new();
        for (index, questions) in frames.iter().enumerate() {
            self.answer(questions);
            if index > 0 {
                times.extend_from_slice(&self.laps.times);
                self.cpus.push(self.laps.cpu / questions.len() as f64);
            }
        }
        self.turns.push(times);
    }

    fn judge(&mut self, questions: &[Question], free: &[bool], solids: &Solids) {
        self.answer(questions);
        let ways = (self.mover.ways)(self.arena.app.world_mut(), questions);
        for (index, (question, way)) in questions.iter().zip(&ways).enumerate() {
            assert_same(way, self.laps.ends[index]);
            let (fault, shortfall) = solids.judge(question, way);
            self.faults.add(fault, shortfall);
            let (moved, wanted) = ((way.end - question.at).as_dvec3(), question.motion.as_dvec3());
            let used = moved.dot(wanted) / wanted.length_squared();
            if free[index] {
                self.halted += u64::from(!(used >= USED));
            } else {
                self.used.push(used);
            }
        }
    }

    fn figures(&self, drift: &[f64], clock: Clock) -> Figures {
        let steady = self.turns.iter().zip(drift);
        let steady: Vec<Vec<f64>> = steady
            .map(|(turn, drift)| turn.iter().map(|time| (time - clock.wall) / drift).collect())
            .collect();
        let all = || steady.iter().flatten().copied();
        Figures {
            name: self.mover.name,
            percentiles: PERCENTILES.map(|part| quantile(all(), part)),
            mean: median(self.cpus.iter().copied()) - clock.cpu,
            faults: self.faults,
            halted: self.halted,
            used: self.used.iter().sum::<f64>() / self.used.len() as f64,
        }
    }
}

/// What looking at the clock adds to the time of a move.
#[derive(Clone, Copy)]
struct Clock {
    wall: f64,
    cpu: f64,
}

impl Clock {
    fn new(questions: &[Question]) -> Self {
        let mut laps = Laps::default();
        let mut look = || {
            laps.time(questions, |question| question.at);
            let wall = median(laps.times.iter().copied());
            Self { wall, cpu: laps.cpu / questions.len() as f64 }
        };
        let looks: Vec<Self> = (0..ROUNDS).map(|_| look()).collect();
        let of = |part: fn(&Self) -> f64| median(looks.iter().map(part));
        Self { wall: of(|look| look.wall), cpu: of(|look| look.cpu) }
    }
}

/// What is judged is what is measured.
fn assert_same(way: &Way, end: Vec3) {
    assert!(way.end == end || way.end.is_nan(), "a move and its way end at {end} and {}", way.end);
}

/// Measures all engines that move a shape, for about `seconds`, and judges `judged` frames.
pub fn measure(dimension: Dimension, obstacles: usize, seconds: f64, judged: usize) -> Moves {
    let scene = level(dimension, obstacles);
    let solids = Solids::new(&scene);
    let mut crowd = Crowd::new(dimension, scene.room, &solids, None);
    let mut contestants: Vec<Contestant> =
        movers(dimension).into_iter().map(|mover| Contestant::new(mover, &scene)).collect();
    // All go on from where ours came to, so that all answer the same questions.
    let next = |crowd: &mut Crowd, contestants: &mut [Contestant]| {
        let questions = crowd.questions();
        let leader = &mut contestants[0];
        leader.answer(&questions);
        crowd.go_on(&leader.laps.ends);
        questions
    };
    for _ in 0..WARM_UP {
        next(&mut crowd, &mut contestants);
    }
    let mut free_ways = 0;
    for _ in 0..judged {
        for _ in 0..BETWEEN {
            next(&mut crowd, &mut contestants);
        }
        let questions = next(&mut crowd, &mut contestants);
        let free: Vec<bool> = questions.iter().map(|question| solids.is_free(question)).collect();
        free_ways += free.iter().filter(|&&free| free).count() as u64;
        for contestant in &mut contestants {
            contestant.judge(&questions, &free, &solids);
        }
    }
    let begin = Instant::now();
    let mut round = 0;
    while round < ROUNDS || begin.elapsed().as_secs_f64() < seconds {
        let frames: Vec<_> = (0..=TURN).map(|_| next(&mut crowd, &mut contestants)).collect();
        // Each round begins with another, so that nobody always runs after the same neighbor.
        let count = contestants.len();
        (0..count).for_each(|turn| contestants[(turn + round) % count].turn(&frames));
        round += 1;
    }
    let clock = Clock::new(&crowd.questions());
    let medians = |it: &Contestant| it.turns.iter().map(|turn| median(turn.iter().copied())).collect();
    let drift = drift(&contestants.iter().map(medians).collect::<Vec<Vec<f64>>>());
    Moves {
        figures: contestants.iter().map(|contestant| contestant.figures(&drift, clock)).collect(),
        free: free_ways,
        timed: contestants[0].turns.iter().map(|turn| turn.len() as u64).sum(),
        clock: clock.wall,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAMES: usize = 40;

    /// Judges a few frames of a crowd that our moves lead, and of one that ignores all obstacles from the same places.
    fn faults(dimension: Dimension) -> [Faults; 2] {
        let scene = level(dimension, 1_000);
        let solids = Solids::new(&scene);
        let mut crowd = Crowd::new(dimension, scene.room, &solids, None);
        let mover = movers(dimension).into_iter().next().expect("there is one");
        let mut ours = Contestant::new(mover, &scene);
        let mut ignorant = Faults::default();
        for frame in 0..FRAMES {
            let questions = crowd.questions();
            if frame % 8 == 7 {
                let free: Vec<bool> = questions.iter().map(|question| solids.is_free(question)).collect();
                ours.judge(&questions, &free, &solids);
                for question in &questions {
                    let way = Way { turns: Vec::new(), end: question.at + question.motion };
                    let (fault, shortfall) = solids.judge(question, &way);
                    ignorant.add(fault, shortfall);
                }
            } else {
                ours.answer(&questions);
            }
            crowd.go_on(&ours.laps.ends);
        }
        assert_eq!(ours.halted, 0);
        [ours.faults, ignorant]
    }

    #[test]
    fn ours_makes_no_fault_and_who_ignores_obstacles_makes_many() {
        for dimension in [Dimension::Plane, Dimension::Space] {
            let [ours, ignorant] = faults(dimension);
            assert_eq!(ours.near + ours.inside + ours.through, 0, "{dimension:?}: {ours:?}");
            assert!(ignorant.near > 100 && ignorant.inside > 100, "{dimension:?}: {ignorant:?}");
        }
    }
}
