//! The walk over all that a state remembers, as numbers. The checksum hashes these numbers, and the comparison looks
//! for the first that differs, so neither can miss what the other sees.
//!
//! Every number is visited on which an answer of a later run depends, but for what two peers that run the same game may
//! have different:
//!
//! | left out | why |
//! |---|---|
//! | the ids of entities that have a key | peers know the collider by its key |
//! | the time at which a pair came to its state, and that of the last move of characters | the clocks of peers differ, as far as the game does not set them itself; how many runs ago a pair came to its state is visited |
//! | the spaces of colliders | they follow from the components, and a peer may have as its only one what has a number on another |
//! | the numbers of fingerprints | they follow from the components; whether the next run tests the pairs of a collider anyway is visited |
//! | pairs that are apart and whose tests left nothing | whether there is one may depend on what was computed before |

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Cast, Contact, Vector};

use crate::collider::{Dimension, SweptCollider};
use crate::detection::RememberedCell;
use crate::detection::contacts::{PairKind, PairState, RememberedPair};
use crate::detection::proxies::NO_FINGERPRINT;
use crate::state::CollisionState;
use crate::state::compare::ColliderName;

/// What numbers of a state are about, in the order of the walk: differences that show come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// A pair that touches or is near.
    Pair([ColliderName; 2]),
    /// Where a collider was, of which the next run needs to know it.
    Place(ColliderName),
    /// A touched cell.
    Cell { colliders: [ColliderName; 2], part: u32, cell: [u32; 3], kind: u16 },
    /// What the tests of a pair left to the next run.
    Rest([ColliderName; 2]),
    /// What belongs to no collider.
    Run,
}

/// A number of a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    /// What the colliders of a pair are to each other.
    Relation(PairKind),
    /// An integer, with what it says.
    Count(&'static str, u32),
    /// A number of a contact, with what it says.
    Float(&'static str, f32),
    /// A number that no report shows.
    Bits(u64),
}

impl Number {
    /// Returns the bits of the number. Within a subject, the numbers of two states are the same if their bits are.
    pub(super) fn bits(self) -> u64 {
        match self {
            Self::Relation(kind) => kind as u64,
            Self::Count(_, count) => count.into(),
            Self::Float(_, number) => number.to_bits().into(),
            Self::Bits(bits) => bits,
        }
    }
}

/// What the walk hands its numbers to.
pub(super) trait Visitor {
    /// Begins a subject, to which the numbers belong that follow.
    fn subject(&mut self, subject: Subject);
    /// Takes the next number.
    fn number(&mut self, number: Number);

    /// Takes a number that no report shows.
    fn bits(&mut self, bits: impl Into<u64>) {
        self.number(Number::Bits(bits.into()));
    }

    /// Takes the coordinates of a point.
    fn point<D: Dimension>(&mut self, what: &'static str, point: D::Vector) {
        D::coordinates(point).into_iter().for_each(|at| self.number(Number::Float(what, at)));
    }
}

impl<D: Dimension> CollisionState<D> {
    /// Visits all that the state remembers. The subjects ascend.
    pub(super) fn walk(&self, visitor: &mut impl Visitor) {
        let pairs = self.named_pairs();
        for (names, pair) in pairs.iter().filter(|(_, pair)| !pair.state.kind().is_apart()) {
            visitor.subject(Subject::Pair(*names));
            visit_pair(pair, visitor);
        }
        self.walk_places(visitor);
        self.walk_cells(visitor);
        for (names, pair) in &pairs {
            visitor.subject(Subject::Rest(*names));
            self.visit_rest(pair, visitor);
        }
        visitor.subject(Subject::Run);
        visitor.bits(self.version);
        visitor.bits(self.dimension);
        visitor.bits(self.keeps_previous_places);
        visitor.bits(self.characters_moved_at.is_some());
    }

    /// Visits the places of the colliders of which the next run needs to know where they were.
    fn walk_places(&self, visitor: &mut impl Visitor) {
        let numbers = self.places.iter().zip(&self.swept);
        let mut places: Vec<_> = self.placed.iter().map(|&of| self.name(of)).zip(numbers).collect();
        places.sort_unstable_by_key(|&(name, _)| name);
        for (name, (place, swept)) in places {
            visitor.subject(Subject::Place(name));
            for axis in 0..D::Vector::DIMENSION {
                visitor.point::<D>("an axis", place.column(axis));
            }
            visitor.point::<D>("a place", place.translation());
            let resets = swept.as_ref().map(SweptCollider::resets);
            visitor.bits(resets.map_or(0, |resets| 1 << 32 | u64::from(resets)));
        }
    }

    /// Visits the cells that are touched.
    fn walk_cells(&self, visitor: &mut impl Visitor) {
        let named = |touch| (self.cell_subject(touch), touch);
        let mut cells: Vec<_> = self.cells.iter().map(named).collect();
        cells.sort_unstable_by_key(|&(subject, _)| subject);
        for (subject, touch) in cells {
            visitor.subject(subject);
            visitor.number(Number::Count("the tag of a touched cell", touch.tag));
            visitor.number(Number::Count("the number of the grid of a touched cell", touch.grid_index));
            // A grid in a compound has no key of its own. Where the compound has one, the part says which grid it is.
            let has_key = self.key(touch.colliders[0] as usize).is_some();
            visitor.bits(touch.grid.filter(|_| !has_key).map_or(0, Entity::to_bits));
            visitor.bits(touch.grid.is_some());
        }
    }

    fn cell_subject(&self, touch: &RememberedCell) -> Subject {
        let &RememberedCell { colliders, part, cell, kind, .. } = touch;
        Subject::Cell { colliders: colliders.map(|index| self.name(index)), part, cell, kind }
    }

    /// Visits what the last tests of a pair left to the next run.
    fn visit_rest(&self, pair: &RememberedPair<D>, visitor: &mut impl Visitor) {
        let has_fingerprint = |index: u32| self.fingerprints.get(index as usize) != Some(&NO_FINGERPRINT);
        let [a, b] = pair.colliders.map(has_fingerprint);
        let is_refused = matches!(pair.state, PairState::FilteredByContact);
        let flags = [a, b, pair.is_filtered, is_refused];
        visitor.bits(flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag)));
        pair.cache.bits().for_each(|bits| visitor.bits(bits));
    }

    /// Returns the pairs that touch or are near, or whose tests left something, in the order of their names.
    fn named_pairs(&self) -> Vec<([ColliderName; 2], &RememberedPair<D>)> {
        // Whether a filter has been asked about a pair that was apart may depend on what was computed before.
        let left_something =
            |pair: &&RememberedPair<D>| pair.state.kind() != PairKind::Apart || !pair.cache.is_empty();
        let pairs = self.pairs.iter().filter(left_something);
        let mut pairs: Vec<_> =
            pairs.map(|pair| (pair.colliders.map(|index| self.name(index)), pair)).collect();
        pairs.sort_unstable_by_key(|&(names, _)| names);
        pairs
    }

    /// Returns the name of a collider. A state that was read from a file may name one that it does not have.
    fn name(&self, index: u32) -> ColliderName {
        let index = index as usize;
        let entity = || self.entities.get(index).copied().unwrap_or(Entity::PLACEHOLDER);
        self.key(index).map_or_else(|| ColliderName::Entity(entity()), ColliderName::Key)
    }
}

/// Visits what shows of a pair that touches or is near.
fn visit_pair<D: Dimension>(pair: &RememberedPair<D>, visitor: &mut impl Visitor) {
    visitor.number(Number::Relation(pair.state.kind()));
    visitor.number(Number::Count("the number of runs", pair.runs));
    match &pair.state {
        PairState::Near(closest) => {
            visitor.point::<D>("a coordinate of the closest point of the first", closest.on_a);
            visitor.point::<D>("a coordinate of the closest point of the second", closest.on_b);
            visitor.number(Number::Float("the distance", closest.distance));
            visitor.point::<D>("a coordinate of the normal", closest.normal);
            visitor.number(Number::Count("how the search ended", closest.status as u32));
        }
        PairState::Swept(Cast { contact: Contact { on_a, on_b, normal, depth, status }, time }) => {
            visitor.point::<D>("a coordinate of the contact on the first", *on_a);
            visitor.point::<D>("a coordinate of the contact on the second", *on_b);
            visitor.point::<D>("a coordinate of the normal", *normal);
            visitor.number(Number::Float("the depth", *depth));
            visitor.number(Number::Float("the time of impact", *time));
            visitor.number(Number::Count("how the search ended", *status as u32));
        }
        PairState::Apart | PairState::Touching | PairState::FilteredByContact => {}
    }
}
