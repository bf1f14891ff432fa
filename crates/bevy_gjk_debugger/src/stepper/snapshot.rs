//! The state of GJK and EPA at one step of a trace, from the steps up to it.

use gjk::Vector;
use gjk::trace::{DifferencePoint, Polytope, Step, Stop, Trace, TraceEntry};

/// The state of the algorithm at one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot<'t, V: Vector> {
    /// The step, with its algorithm and iteration.
    pub(super) entry: TraceEntry<'t, V>,
    /// The search direction and the support point, if the step computed one.
    pub(super) support: Option<(V, DifferencePoint<V>)>,
    /// GJK's simplex.
    pub(super) simplex: &'t [DifferencePoint<V>],
    /// The previous simplex and the support point that was added to it.
    pub(super) previous: (&'t [DifferencePoint<V>], Option<DifferencePoint<V>>),
    /// The point of the simplex that is nearest to the origin.
    pub(super) nearest: Option<V::Wide>,
    pub(super) facet: Option<Facet<'t, V>>,
    pub(super) stop: Option<Stop>,
}

/// EPA's polytope, and its facet that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet<'t, V: Vector> {
    pub(super) vertices: &'t [DifferencePoint<V>],
    pub(super) normal: V::Wide,
    pub(super) distance: f64,
    pub(super) polytope: Polytope<'t, V>,
}

impl<'t, V: Vector> Snapshot<'t, V> {
    /// Computes the state at a step, or returns `None` if there is no such step.
    pub(super) fn at(trace: &'t Trace<V>, index: usize) -> Option<Self> {
        let mut snapshot = Self {
            entry: trace.entries().nth(index)?,
            support: None,
            simplex: &[],
            previous: (&[], None),
            nearest: None,
            facet: None,
            stop: None,
        };
        trace.steps().take(index + 1).for_each(|step| snapshot.apply(step));
        Some(snapshot)
    }

    /// Applies a step to the state.
    fn apply(&mut self, step: Step<'t, V>) {
        self.previous = (&[], None);
        self.stop = None;
        match step {
            Step::Support { direction, point } => self.support = Some((direction, point)),
            Step::Simplex { vertices, nearest, .. } => {
                self.previous = (self.simplex, self.support.map(|(_, point)| point));
                (self.simplex, self.nearest, self.support) = (vertices, Some(nearest), None);
            }
            Step::Facet { vertices, normal, distance, polytope } => {
                self.facet = Some(Facet { vertices, normal, distance, polytope });
                self.support = None;
            }
            Step::GjkStop(stop) | Step::EpaStop(stop) => self.stop = Some(stop),
        }
    }

    /// Iterates over the vertices that the step removed from the simplex.
    pub(super) fn dropped(&self) -> impl Iterator<Item = DifferencePoint<V>> {
        let (previous, added) = self.previous;
        let all = previous.iter().copied().chain(added);
        all.filter(|old| !self.simplex.iter().any(|kept| kept.point == old.point))
    }
}

#[cfg(test)]
mod tests {
    use gjk::trace::Algorithm;
    use gjk::{Affine2, Query, Rectangle, Support, Triangle, Vec2};

    use super::*;

    #[test]
    fn a_snapshot_holds_the_results_up_to_its_step() {
        let square = Rectangle::new(2.0, 2.0);
        let corners = [Vec2::new(0.5, 0.25), Vec2::new(3.0, -1.0), Vec2::new(3.0, 2.0)];
        let triangle = Triangle::new(corners).placed(Affine2::IDENTITY);
        let mut trace = Trace::default();
        let contact = Query::new(&square, &triangle).observe(&mut trace).contact().unwrap();
        let at = |index| Snapshot::at(&trace, index).unwrap();
        assert!(at(0).simplex.is_empty() && at(0).support.is_some());
        assert!(at(1).simplex.len() == 1 && at(1).support.is_none());
        let mut largest = 0;
        for index in 0..trace.len() {
            let snapshot = at(index);
            largest = largest.max(snapshot.simplex.len());
            // Dropped and kept vertices together are the previous simplex.
            if let Step::Simplex { .. } = snapshot.entry.step {
                let previous = snapshot.previous.0.len() + usize::from(snapshot.previous.1.is_some());
                assert_eq!(snapshot.dropped().count() + snapshot.simplex.len(), previous);
            }
        }
        assert_eq!(largest, 3);
        let last = at(trace.len() - 1);
        assert!(last.stop.is_some() && last.entry.algorithm == Algorithm::Epa);
        assert_eq!(last.facet.unwrap().distance as f32, contact.depth);
        assert!(Snapshot::at(&trace, trace.len()).is_none());
    }
}
