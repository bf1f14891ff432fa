//! What there is to see at one step of a trace.

use gjk::{Algorithm, DifferencePoint, Polytope, Step, Stop, Trace, Vector};

/// The state of the search at one step: what the steps up to it have found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'t, V: Vector> {
    pub(super) algorithm: Algorithm,
    pub(super) round: usize,
    pub(super) step: Step<'t, V>,
    /// The direction of the search and what it found, if that is what the step is about.
    pub(super) support: Option<(V, DifferencePoint<V>)>,
    /// GJK's simplex.
    pub(super) simplex: &'t [DifferencePoint<V>],
    /// The simplex that it was before, with the support point that was added.
    pub(super) before: (&'t [DifferencePoint<V>], Option<DifferencePoint<V>>),
    /// The point of the simplex that is nearest to the origin.
    pub(super) nearest: Option<V::Wide>,
    pub(super) facet: Option<Facet<'t, V>>,
    pub(super) stop: Option<Stop>,
}

/// EPA's polytope, and the facet of it that is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet<'t, V: Vector> {
    pub(super) vertices: &'t [DifferencePoint<V>],
    pub(super) normal: V::Wide,
    pub(super) distance: f64,
    pub(super) polytope: Polytope<'t, V>,
}

impl<'t, V: Vector> Moment<'t, V> {
    /// The state at a step, if there is such a step.
    pub(super) fn at(trace: &'t Trace<V>, index: usize) -> Option<Self> {
        trace.get(index)?;
        let mut entries = trace.entries().take(index + 1);
        let first = entries.next()?;
        let mut moment = Self {
            algorithm: first.algorithm,
            round: first.round,
            step: first.step,
            support: None,
            simplex: &[],
            before: (&[], None),
            nearest: None,
            facet: None,
            stop: None,
        };
        moment.go_on(first.step);
        for entry in entries {
            (moment.algorithm, moment.round, moment.step) = (entry.algorithm, entry.round, entry.step);
            moment.go_on(entry.step);
        }
        Some(moment)
    }

    fn go_on(&mut self, step: Step<'t, V>) {
        self.before = (&[], None);
        self.stop = None;
        match step {
            Step::Support { direction, point } => self.support = Some((direction, point)),
            Step::Simplex { vertices, nearest, .. } => {
                self.before = (self.simplex, self.support.map(|(_, point)| point));
                (self.simplex, self.nearest, self.support) = (vertices, Some(nearest), None);
            }
            Step::Facet { vertices, normal, distance, polytope } => {
                self.facet = Some(Facet { vertices, normal, distance, polytope });
                self.support = None;
            }
            Step::GjkStop(stop) | Step::EpaStop(stop) => self.stop = Some(stop),
        }
    }

    /// The vertices that the step dropped from the simplex.
    pub(super) fn dropped(&self) -> impl Iterator<Item = DifferencePoint<V>> {
        let (before, added) = self.before;
        let all = before.iter().copied().chain(added);
        all.filter(|old| !self.simplex.iter().any(|kept| kept.point == old.point))
    }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Query, Rectangle, Support, Triangle, Vec2};

    use super::*;

    #[test]
    fn each_step_shows_what_was_found_up_to_it() {
        let square = Rectangle::new(2.0, 2.0);
        let corners = [Vec2::new(0.5, 0.25), Vec2::new(3.0, -1.0), Vec2::new(3.0, 2.0)];
        let triangle = Triangle::new(corners).placed(Affine2::IDENTITY);
        let mut trace = Trace::default();
        let contact = Query::new(&square, &triangle).observe(&mut trace).contact().unwrap();
        let at = |index| Moment::at(&trace, index).unwrap();
        assert!(at(0).simplex.is_empty() && at(0).support.is_some());
        assert!(at(1).simplex.len() == 1 && at(1).support.is_none());
        let mut largest = 0;
        for index in 0..trace.len() {
            let moment = at(index);
            largest = largest.max(moment.simplex.len());
            // What was dropped, with what stayed, is what there was.
            if let Step::Simplex { .. } = moment.step {
                let before = moment.before.0.len() + usize::from(moment.before.1.is_some());
                assert_eq!(moment.dropped().count() + moment.simplex.len(), before);
            }
        }
        assert_eq!(largest, 3);
        let last = at(trace.len() - 1);
        assert!(last.stop.is_some() && last.algorithm == Algorithm::Epa);
        assert_eq!(last.facet.unwrap().distance as f32, contact.depth);
        assert!(Moment::at(&trace, trace.len()).is_none());
    }
}
