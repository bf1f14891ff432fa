//! How the cost of a question grows with the number of vertices.
//!
//! Two polygons or hulls of the same number of vertices, on ellipses or ellipsoids, move as in the moving
//! mixes: `closest_points` is asked where they are apart, `contact` where they overlap, and `intersects` of
//! both, each cold and with a cache for every pair.

mod axis;
mod plot;

pub use plot::plot;

use std::rc::Rc;

use gjk::{Query, SimplexCache, Space, Support};
use glam::DVec3;
use judge::case::Dimension;

use crate::dice::Dice;
use crate::job::{Asked, Job, Remembered};
use crate::mix::MOVING_PAIRS;
use crate::peers::ours;
use crate::pose::Pose;
use crate::question::{Memory, Mix, Question};
use crate::shape::Shape;
use crate::timing::{median, runs, time};
use crate::verdict::Answer;
use crate::workload::Workload;

/// The questions that are asked.
pub const QUESTIONS: [Question; 3] = [Question::Intersects, Question::ClosestPoints, Question::Contact];

/// What one question costs.
pub struct Curve {
    /// The question.
    pub question: Question,
    /// Whether something is kept from frame to frame.
    pub memory: Memory,
    /// Numbers of vertices, and nanoseconds.
    pub points: Vec<(usize, f64)>,
}

/// The numbers of vertices that are measured.
pub fn counts(dimension: Dimension) -> Vec<usize> {
    match dimension {
        Dimension::Plane => [3, 4, 6].into_iter().chain((3..=10).map(|power| 1 << power)).collect(),
        Dimension::Space => (3..=12).map(|power| 1 << power).collect(),
    }
}

/// Measures a dimension. Each repetition goes through all numbers and questions, so that no curve has the
/// machine to itself while it is fast.
pub fn measure(dimension: Dimension, reps: usize) -> Vec<Curve> {
    let counts = counts(dimension);
    let mut measured: Vec<Vec<Measured>> = counts.iter().map(|&count| jobs(dimension, count)).collect();
    for rep in 0..reps {
        measured.iter_mut().flatten().for_each(Measured::measure);
        eprintln!("{dimension:?}: repetition {} of {reps}", rep + 1);
    }
    let curve = |index: usize| {
        let of = |jobs: &Vec<Measured>| median(jobs[index].samples.iter().copied());
        let Measured { question, memory, .. } = measured[0][index];
        let points = counts.iter().copied().zip(measured.iter().map(of)).collect();
        Curve { question, memory, points }
    };
    (0..measured[0].len()).map(curve).collect()
}

/// A question about shapes of one number of vertices.
struct Measured {
    question: Question,
    memory: Memory,
    /// A job for each mix.
    jobs: Vec<(Box<dyn Job>, usize)>,
    samples: Vec<f64>,
}

impl Measured {
    fn measure(&mut self) {
        let times = self.jobs.iter_mut().map(|(job, runs)| time(&mut **job, *runs));
        let mixes = times.len() as f64;
        self.samples.push(times.sum::<f64>() / mixes);
    }
}

fn jobs(dimension: Dimension, count: usize) -> Vec<Measured> {
    let dice = &mut Dice::new(count as u64);
    let (a, b) = match dimension {
        Dimension::Plane => (Shape::polygon(dice, count, 0.6, 0.5), Shape::polygon(dice, count, 0.5, 0.7)),
        Dimension::Space => (
            Shape::polyhedron(dice, count, DVec3::new(0.6, 0.5, 0.4)),
            Shape::polyhedron(dice, count, DVec3::new(0.4, 0.5, 0.7)),
        ),
    };
    let mut workload = Workload::new("growth", dimension, a, b);
    workload.choose_poses(0, Mix::is_moving);
    match (&workload.a, &workload.b, dimension) {
        (Shape::Hull(a), Shape::Hull(b), Dimension::Plane) => {
            jobs_of(&workload, ours::plane, &ours::polygon(a), &ours::polygon(b))
        }
        (Shape::Hull(a), Shape::Hull(b), Dimension::Space) => {
            jobs_of(&workload, ours::space, &ours::hull(a), &ours::hull(b))
        }
        _ => unreachable!("hulls were made"),
    }
}

fn jobs_of<V, S>(workload: &Workload, affine: fn(&Pose) -> V::Affine, a: &S, b: &S) -> Vec<Measured>
where
    V: Space<Affine: Copy> + 'static,
    S: Support<V> + Clone + 'static,
{
    let poses = |mix: Mix| -> Rc<[(V::Affine, V::Affine)]> {
        workload.poses(mix).iter().map(|poses| (affine(&poses.a), affine(&poses.b))).collect()
    };
    let (apart, overlap) = (poses(Mix::MovingApart), poses(Mix::MovingOverlap));
    let mut all = Vec::new();
    macro_rules! ask {
        ($question:expr, $mixes:expr, $ask:ident) => {
            for memory in [Memory::Cold, Memory::Warm] {
                let job = |poses: &Rc<[(V::Affine, V::Affine)]>| -> Box<dyn Job> {
                    let (a, b, poses) = (a.clone(), b.clone(), poses.clone());
                    let memories = vec![SimplexCache::default(); MOVING_PAIRS];
                    match memory {
                        Memory::Cold => Box::new(Asked {
                            poses,
                            ask: move |&(p, q): &_| Query::new(&(&a).placed(p), &(&b).placed(q)).$ask(),
                            translate: |_: &_, _: &_| Answer::default(),
                        }),
                        Memory::Warm => Box::new(Remembered {
                            poses,
                            memories,
                            ask: move |&(p, q): &_, cache: &mut _| {
                                Query::new(&(&a).placed(p), &(&b).placed(q)).cache(cache).$ask()
                            },
                            translate: |_: &_, _: &_| Answer::default(),
                        }),
                    }
                };
                let mixes: &[&Rc<_>] = &$mixes;
                let ready = |poses: &&Rc<_>| {
                    let mut job = job(poses);
                    let runs = runs(&mut *job);
                    (job, runs)
                };
                let jobs = mixes.iter().map(ready).collect();
                all.push(Measured { question: $question, memory, jobs, samples: Vec::new() });
            }
        };
    }
    ask!(Question::Intersects, [&apart, &overlap], intersects);
    ask!(Question::ClosestPoints, [&apart], closest_points);
    ask!(Question::Contact, [&overlap], contact);
    all
}
