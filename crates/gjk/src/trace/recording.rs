//! A recording of all steps, which can be printed like a worked example.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::math::Vector;
use crate::minkowski::DifferencePoint;
use crate::trace::{Observer, Polytope, Step, Stop};

/// An observer that records every step, and prints them like a worked example in a textbook.
///
/// Vertices are printed with their ids, relative to the origin of the first shape. If a shape has a convex
/// radius, they are vertices of its core.
///
/// ```
/// use gjk::{Affine2, Query, Rectangle, Support, Vec2};
/// use gjk::trace::Trace;
///
/// let one = Rectangle::new(2.0, 2.0);
/// let other = one.placed(Affine2::from_translation(Vec2::new(3.0, 0.5)));
/// let mut trace = Trace::default();
/// assert!(!Query::new(&one, &other).observe(&mut trace).intersects());
/// let text = trace.to_string();
/// assert!(text.starts_with("GJK\n1. Support along"));
/// assert!(text.ends_with("separating axis: apart.\n"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trace<V: Vector> {
    steps: Vec<Recorded<V>>,
    /// The vertices of all steps, in one list, so that clearing keeps the memory.
    vertices: Vec<DifferencePoint<V>>,
    weights: Vec<f64>,
    faces: Vec<[u16; 3]>,
}

/// A step, with ranges of the lists of the trace instead of slices.
#[derive(Clone, Debug)]
enum Recorded<V: Vector> {
    Support {
        direction: V,
        point: DifferencePoint<V>,
    },
    Simplex {
        vertices: Range<usize>,
        weights: Range<usize>,
        nearest: V::Wide,
    },
    Facet {
        vertices: Range<usize>,
        normal: V::Wide,
        distance: f64,
        polytope: Range<usize>,
        faces: Range<usize>,
    },
    GjkStop(Stop),
    EpaStop(Stop),
}

/// The algorithm that takes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// GJK: finds the point of the Minkowski difference nearest to the origin, or that it contains the
    /// origin.
    Gjk,
    /// EPA: finds the point of the boundary of the Minkowski difference nearest to the origin inside.
    Epa,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gjk => "GJK",
            Self::Epa => "EPA",
        })
    }
}

/// A step, with its algorithm and iteration.
#[derive(Clone, Copy, Debug)]
pub struct TraceEntry<'t, V: Vector> {
    /// The number of algorithms that ended before; a cast runs GJK once for each time that it tries.
    pub run: usize,
    /// The algorithm that takes the step.
    pub algorithm: Algorithm,
    /// The iteration of its loop, from 1.
    pub round: usize,
    /// Whether the step is the first of its iteration.
    pub begins: bool,
    /// The step, which prints as a sentence.
    pub step: Step<'t, V>,
}

impl<V: Vector> Trace<V> {
    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no steps, as for pairs with a half-space, which need no search.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step.
    pub fn get(&self, index: usize) -> Option<Step<'_, V>> {
        self.steps.get(index).map(|step| self.step(step))
    }

    /// Returns the steps in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step<'_, V>> + DoubleEndedIterator {
        self.steps.iter().map(|step| self.step(step))
    }

    /// Returns the steps in order, each with its algorithm and iteration.
    ///
    /// ```
    /// # use gjk::trace::Trace;
    /// # use gjk::{Circle, Query, Rectangle};
    /// let mut trace = Trace::default();
    /// let _ = Query::new(&Circle::new(1.0), &Rectangle::new(1.0, 2.0)).observe(&mut trace).contact();
    /// for entry in trace.entries() {
    ///     println!("{} {}: {}", entry.algorithm, entry.round, entry.step);
    /// }
    /// # assert_eq!(trace.entries().count(), trace.len());
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = TraceEntry<'_, V>> {
        let (mut run, mut round) = (0, 0);
        self.steps.iter().enumerate().map(move |(index, step)| {
            let algorithm = algorithm(&self.steps[index..]);
            let begins = match algorithm {
                Algorithm::Gjk => matches!(step, Recorded::Support { .. }),
                Algorithm::Epa => !matches!(step, Recorded::EpaStop(_)) && !self.follows_facet(index),
            };
            round += usize::from(begins);
            let entry = TraceEntry { run, algorithm, round, begins, step: self.step(step) };
            if matches!(step, Recorded::GjkStop(_) | Recorded::EpaStop(_)) {
                (run, round) = (run + 1, 0);
            }
            entry
        })
    }

    /// Removes all steps, but keeps the memory.
    pub fn clear(&mut self) {
        let Self { steps, vertices, weights, faces } = self;
        steps.clear();
        vertices.clear();
        weights.clear();
        faces.clear();
    }

    /// Returns the step with slices of the lists of the trace.
    fn step(&self, recorded: &Recorded<V>) -> Step<'_, V> {
        match *recorded {
            Recorded::Support { direction, point } => Step::Support { direction, point },
            Recorded::Simplex { ref vertices, ref weights, nearest } => Step::Simplex {
                vertices: &self.vertices[vertices.clone()],
                weights: &self.weights[weights.clone()],
                nearest,
            },
            Recorded::Facet { ref vertices, normal, distance, ref polytope, ref faces } => Step::Facet {
                vertices: &self.vertices[vertices.clone()],
                normal,
                distance,
                polytope: Polytope::recorded(&self.vertices[polytope.clone()], &self.faces[faces.clone()]),
            },
            Recorded::GjkStop(stop) => Step::GjkStop(stop),
            Recorded::EpaStop(stop) => Step::EpaStop(stop),
        }
    }

    /// Returns whether a step is the support point along the normal of the facet before it.
    fn follows_facet(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.steps.get(before));
        matches!(self.steps[index], Recorded::Support { .. })
            && matches!(before, Some(Recorded::Facet { .. }))
    }
}

/// Returns the algorithm of the first of some steps: that of the next step which only one of them takes.
/// Support points are common to both; EPA takes some before its first facet.
fn algorithm<V: Vector>(steps: &[Recorded<V>]) -> Algorithm {
    let is_epa = steps.iter().find_map(|step| match step {
        Recorded::Simplex { .. } | Recorded::GjkStop(_) => Some(false),
        Recorded::Facet { .. } | Recorded::EpaStop(_) => Some(true),
        Recorded::Support { .. } => None,
    });
    if is_epa == Some(true) { Algorithm::Epa } else { Algorithm::Gjk }
}

/// Appends items to a list, and returns their range.
fn append<T: Copy>(list: &mut Vec<T>, items: &[T]) -> Range<usize> {
    let start = list.len();
    list.extend_from_slice(items);
    start..list.len()
}

impl<V: Vector> Observer<V> for Trace<V> {
    fn observe(&mut self, step: Step<'_, V>) {
        self.steps.push(match step {
            Step::Support { direction, point } => Recorded::Support { direction, point },
            Step::Simplex { vertices, weights, nearest } => Recorded::Simplex {
                vertices: append(&mut self.vertices, vertices),
                weights: append(&mut self.weights, weights),
                nearest,
            },
            Step::Facet { vertices, normal, distance, polytope } => {
                let first = self.faces.len();
                polytope.for_each_face(&mut |face| self.faces.push(face));
                Recorded::Facet {
                    vertices: append(&mut self.vertices, vertices),
                    normal,
                    distance,
                    polytope: append(&mut self.vertices, polytope.vertices()),
                    faces: first..self.faces.len(),
                }
            }
            Step::GjkStop(stop) => Recorded::GjkStop(stop),
            Step::EpaStop(stop) => Recorded::EpaStop(stop),
        });
    }
}

impl<V: Vector> Observer<V> for &mut Trace<V> {
    fn observe(&mut self, step: Step<'_, V>) {
        (**self).observe(step);
    }
}
