//! The time of a query against the number of vertices.
//!
//! Two polygons or hulls with the same number of vertices, on ellipses or ellipsoids, move as in the moving
//! pose sets: `closest_points` is measured where they are separated, `contact` where they overlap, and
//! `intersects` on both, each cold and with a cache for every pair.

mod axis;
mod plot;

pub use plot::plot;

use std::rc::Rc;

use gjk::{Query, SimplexCache, Space, Support};
use glam::DVec3;
use oracle::case::Dimension;

use crate::accuracy::Answer;
use crate::job::{ColdJob, Job, WarmJob};
use crate::peers::ours;
use crate::pose::Pose;
use crate::pose_set::MOVING_PAIRS;
use crate::query::{PoseSet, QueryKind, Start};
use crate::rng::Rng;
use crate::shape::Shape;
use crate::timing::{median, runs_per_sample, time_per_query};
use crate::workload::Workload;

/// The kinds of queries that are measured.
pub const QUERY_KINDS: [QueryKind; 3] = [QueryKind::Intersects, QueryKind::ClosestPoints, QueryKind::Contact];

/// The times of one kind of query.
pub struct Curve {
    /// The kind of query.
    pub query: QueryKind,
    /// Whether the query starts cold or warm.
    pub start: Start,
    /// Pairs of a number of vertices and a time in nanoseconds.
    pub points: Vec<(usize, f64)>,
}

/// Returns the numbers of vertices that are measured.
pub fn counts(dimension: Dimension) -> Vec<usize> {
    match dimension {
        Dimension::Plane => [3, 4, 6].into_iter().chain((3..=10).map(|power| 1 << power)).collect(),
        Dimension::Space => (3..=12).map(|power| 1 << power).collect(),
    }
}

/// Measures the curves of a dimension. Each repetition times every number of vertices and every query, so
/// that a change of the machine's speed affects all curves alike.
pub fn measure(dimension: Dimension, reps: usize) -> Vec<Curve> {
    let name = if dimension == Dimension::Plane { "2D" } else { "3D" };
    let counts = counts(dimension);
    let mut measured: Vec<Vec<Measurement>> =
        counts.iter().map(|&count| measurements(dimension, count)).collect();
    for rep in 0..reps {
        measured.iter_mut().flatten().for_each(Measurement::measure);
        eprintln!("{name}: repetition {} of {reps}", rep + 1);
    }
    let curve = |index: usize| {
        let of = |measurements: &Vec<Measurement>| median(measurements[index].samples.iter().copied());
        let Measurement { query, start, .. } = measured[0][index];
        let points = counts.iter().copied().zip(measured.iter().map(of)).collect();
        Curve { query, start, points }
    };
    (0..measured[0].len()).map(curve).collect()
}

/// The measurement of one query at one number of vertices.
struct Measurement {
    query: QueryKind,
    start: Start,
    /// A job and its number of runs for each pose set.
    jobs: Vec<(Box<dyn Job>, usize)>,
    samples: Vec<f64>,
}

impl Measurement {
    fn measure(&mut self) {
        let times = self.jobs.iter_mut().map(|(job, runs)| time_per_query(&mut **job, *runs));
        let pose_sets = times.len() as f64;
        self.samples.push(times.sum::<f64>() / pose_sets);
    }
}

fn measurements(dimension: Dimension, count: usize) -> Vec<Measurement> {
    let rng = &mut Rng::new(count as u64);
    let (a, b) = match dimension {
        Dimension::Plane => (Shape::polygon(rng, count, 0.6, 0.5), Shape::polygon(rng, count, 0.5, 0.7)),
        Dimension::Space => (
            Shape::polyhedron(rng, count, DVec3::new(0.6, 0.5, 0.4)),
            Shape::polyhedron(rng, count, DVec3::new(0.4, 0.5, 0.7)),
        ),
    };
    let mut workload = Workload::new("growth", dimension, a, b);
    workload.generate_poses(0, PoseSet::is_moving);
    match (&workload.a, &workload.b, dimension) {
        (Shape::Hull(a), Shape::Hull(b), Dimension::Plane) => {
            measurements_of(&workload, ours::affine2, &ours::polygon(a), &ours::polygon(b))
        }
        (Shape::Hull(a), Shape::Hull(b), Dimension::Space) => {
            measurements_of(&workload, ours::affine3, &ours::hull(a), &ours::hull(b))
        }
        _ => unreachable!("both shapes are hulls"),
    }
}

fn measurements_of<V, S>(
    workload: &Workload,
    affine: fn(&Pose) -> V::Affine,
    a: &S,
    b: &S,
) -> Vec<Measurement>
where
    V: Space<Affine: Copy> + 'static,
    S: Support<V> + Clone + 'static,
{
    let poses = |pose_set: PoseSet| -> Rc<[(V::Affine, V::Affine)]> {
        workload.poses(pose_set).iter().map(|poses| (affine(&poses.a), affine(&poses.b))).collect()
    };
    let (separated, overlap) = (poses(PoseSet::MovingApart), poses(PoseSet::MovingOverlap));
    let mut measured = Vec::new();
    macro_rules! add {
        ($query:expr, $pose_sets:expr, $method:ident) => {
            for start in [Start::Cold, Start::Warm] {
                let job = |poses: &Rc<[(V::Affine, V::Affine)]>| -> Box<dyn Job> {
                    let (a, b, poses) = (a.clone(), b.clone(), poses.clone());
                    let caches = vec![SimplexCache::default(); MOVING_PAIRS];
                    match start {
                        Start::Cold => Box::new(ColdJob {
                            poses,
                            call: move |&(p, q): &_| Query::new(&(&a).placed(p), &(&b).placed(q)).$method(),
                            to_answer: |_: &_, _: &_| Answer::default(),
                        }),
                        Start::Warm => Box::new(WarmJob {
                            poses,
                            caches,
                            call: move |&(p, q): &_, cache: &mut _| {
                                Query::new(&(&a).placed(p), &(&b).placed(q)).cache(cache).$method()
                            },
                            to_answer: |_: &_, _: &_| Answer::default(),
                        }),
                    }
                };
                let pose_sets: &[&Rc<_>] = &$pose_sets;
                let with_runs = |poses: &&Rc<_>| {
                    let mut job = job(poses);
                    let runs = runs_per_sample(&mut *job);
                    (job, runs)
                };
                let jobs = pose_sets.iter().map(with_runs).collect();
                measured.push(Measurement { query: $query, start, jobs, samples: Vec::new() });
            }
        };
    }
    add!(QueryKind::Intersects, [&separated, &overlap], intersects);
    add!(QueryKind::ClosestPoints, [&separated], closest_points);
    add!(QueryKind::Contact, [&overlap], contact);
    measured
}
