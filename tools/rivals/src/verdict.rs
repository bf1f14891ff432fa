//! Whether the touches of an engine are the true ones.

use std::collections::{HashMap, HashSet};

use bevy::prelude::Entity;

use crate::touches::Touches;
use crate::truth::{Model, Pair};

/// How right an engine is, over all frames that were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs that touch, in truth.
    pub touching: u64,
    /// Pairs that the engine has and that do not touch.
    pub wrong: u64,
    /// Pairs that touch and that the engine does not have.
    pub missing: u64,
}

impl Tally {
    /// Judges what touches in a frame.
    pub fn judge(&mut self, said: &HashSet<Pair>, truth: &HashSet<Pair>, model: &Model) {
        let off = |one: &HashSet<Pair>, other: &HashSet<Pair>| {
            one.difference(other).filter(|&&pair| !model.grazes(pair)).count() as u64
        };
        self.touching += truth.len() as u64;
        self.wrong += off(said, truth);
        self.missing += off(truth, said);
    }
}

/// What touches now, from the events of an engine.
#[derive(Default)]
pub struct Told {
    /// The pairs that began to touch and did not end.
    pub pairs: HashSet<Pair>,
    /// How many events made no sense.
    pub odd: u64,
}

impl Told {
    /// Takes in the events of a frame. Ends come first: a pair may end and begin within a frame.
    pub fn hear(&mut self, touches: &Touches, numbers: &HashMap<Entity, u32>) {
        let pair = |entities: &[Entity; 2]| {
            let mut pair = entities.map(|entity| numbers[&entity]);
            pair.sort_unstable();
            pair
        };
        for ended in &touches.ended {
            self.odd += u64::from(!self.pairs.remove(&pair(ended)));
        }
        for started in &touches.started {
            self.odd += u64::from(!self.pairs.insert(pair(started)));
        }
    }
}

#[cfg(test)]
mod tests {
    use oracle::case::Dimension;

    use super::*;
    use crate::scene::{Kind, Scene};

    #[test]
    fn what_differs_is_counted_once() {
        let model = Model::new(Scene::new(Kind::Balls, Dimension::Plane, 200));
        let truth = model.touching();
        let mut said = truth.clone();
        let gone = *truth.iter().find(|&&pair| !model.grazes(pair)).expect("a touching pair");
        said.remove(&gone);
        let apart = (1..200).map(|other| [0, other]).find(|pair| !truth.contains(pair));
        said.insert(apart.expect("a pair that does not touch"));
        let mut tally = Tally::default();
        tally.judge(&said, &truth, &model);
        assert_eq!((tally.wrong, tally.missing), (1, 1));
    }
}
