//! Comparing states: a checksum, and the first difference in words.

use core::fmt;
use std::collections::BTreeSet;

use bevy_ecs::prelude::Entity;
use gjk::{Cast, Contact, Vector};

use crate::collider::{AffineOf, ContentHash, Dimension, SweptCollider};
use crate::detection::RememberedCell;
use crate::detection::contacts::{PairState, RememberedPair};
use crate::ecs::names::{Describe, NameSource, Written};
use crate::state::CollisionState;

/// A collider as two peers know it: by the key of its [`CollisionOrder`](crate::CollisionOrder), or by its entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColliderName {
    /// It has a key.
    Key(u64),
    /// It has none.
    Entity(Entity),
}

impl Describe for ColliderName {
    fn describe(&self, names: &dyn NameSource, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Key(key) => write!(f, "the collider with key {key}"),
            Self::Entity(entity) => write!(f, "the collider of entity {}", names.named(entity)),
        }
    }
}

impl fmt::Display for ColliderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(&(), f)
    }
}

/// The first thing in which two states differ: see [`CollisionState::first_difference`]. It is printed as a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateDifference {
    /// A pair is not in the same relation: as what it is in the one state, and in the other.
    Pair([ColliderName; 2], [&'static str; 2]),
    /// A number that belongs to a pair: what it says, and its value in both states.
    Number([ColliderName; 2], &'static str, [f64; 2]),
    /// A collider had another place or was swept otherwise, or is in one of the states only.
    Place(ColliderName),
    /// The cell of a grid with these coordinates, of which the dimension has as many as this, is touched in one of the states only:
    /// the colliders of the grid and of what touches it.
    Cell([ColliderName; 2], [u32; 3], usize),
    /// No touch differs, but what is left over for the next run: the last bits of contacts may come to differ.
    Remainder,
}

impl Describe for StateDifference {
    fn describe(&self, names: &dyn NameSource, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: ColliderName| Written(move |f: &mut fmt::Formatter<'_>| name.describe(names, f));
        match *self {
            Self::Pair([a, b], [one, other]) => {
                let [a, b] = [a, b].map(named);
                write!(f, "{a} and {b} {one} in the first state, and {other} in the second")
            }
            Self::Number([a, b], what, [one, other]) => {
                let [a, b] = [a, b].map(named);
                write!(f, "of {a} and {b}, {what} is {one:?} in the first state and {other:?} in the second")
            }
            Self::Place(name) => write!(f, "{} was in another place, or was swept otherwise", named(name)),
            Self::Cell([grid, other], cell, dimension) => {
                let (grid, other) = (named(grid), named(other));
                write!(
                    f,
                    "{other} touches the cell {:?} of {grid} in one of the states only",
                    &cell[..dimension]
                )
            }
            Self::Remainder => {
                f.write_str("the states differ in what their last tests left, and in no touch")
            }
        }
    }
}

/// A sentence with the ids of entities; [`EntityNames::text`](crate::texts::EntityNames::text) adds their names.
impl fmt::Display for StateDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(&(), f)
    }
}

impl<D: Dimension> CollisionState<D> {
    /// Returns a number that is the same on two peers if the same pairs touch and are near, for as many runs, and, of those
    /// that are near or swept, at the same distance, time and contact, to the bit.
    ///
    /// It depends neither on entities, if all have a [`CollisionOrder`](crate::CollisionOrder), nor on clocks, threads or
    /// what was computed before. The numbers of a touch are no part of it otherwise: they follow from the places of the
    /// two.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    ///
    /// let peer = |keys: [u64; 2]| {
    ///     let mut app = App::new();
    ///     app.add_plugins((TransformPlugin, CollisionPlugin::default()));
    ///     for key in keys {
    ///         let place = Transform::from_xyz(key as f32, 0.0, 0.0);
    ///         app.world_mut().spawn((Collider::sphere(1.0), CollisionOrder(key), place));
    ///     }
    ///     app.update();
    ///     app.world().resource::<Collisions>().save()
    /// };
    /// let [one, other] = [peer([0, 1]), peer([1, 0])];
    /// assert_eq!(one.checksum(), other.checksum());
    /// assert_ne!(one.checksum(), peer([0, 9]).checksum());
    /// ```
    #[doc(alias("hash", "desync"))]
    pub fn checksum(&self) -> u64 {
        let mut sum = ContentHash::new();
        for (names, pair) in self.visible_pairs() {
            for name in names {
                match name {
                    ColliderName::Key(key) => sum.add(key),
                    ColliderName::Entity(entity) => sum.add(!entity.to_bits()),
                }
            }
            sum.add(pair.state.kind() as u64);
            sum.add(pair.runs.into());
            numbers(pair, |_, number| sum.add(number.to_bits().into()));
        }
        sum.finish()
    }

    /// Returns the first thing in which another state differs, for a report of what went wrong between two peers; `None` if
    /// they are the same.
    ///
    /// Colliders are told by their [keys](crate::CollisionOrder), and those without one by their entities. Clocks may
    /// differ.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// # let mut app = App::new();
    /// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
    /// # let ball = (Collider::circle(1.0), CollisionOrder(7), Transform::default());
    /// # let ball = app.world_mut().spawn(ball).id();
    /// # app.world_mut().spawn((Collider::circle(1.0), CollisionOrder(9), Transform::from_xyz(1.5, 0.0, 0.0)));
    /// # app.update();
    /// let one = app.world().resource::<Collisions>().save();
    /// app.world_mut().get_mut::<Transform>(ball).unwrap().translation.y = 5.0;
    /// app.update();
    /// let other = app.world().resource::<Collisions>().save();
    /// assert_eq!(
    ///     one.first_difference(&other).unwrap().to_string(),
    ///     "the collider with key 7 and the collider with key 9 touch in the first state, and are apart in the second",
    /// );
    /// ```
    #[doc(alias("desync", "diff"))]
    pub fn first_difference(&self, other: &Self) -> Option<StateDifference> {
        let [ours, theirs] = [self, other].map(|state| state.visible_pairs());
        let (mut ours, mut theirs) = (ours.into_iter().peekable(), theirs.into_iter().peekable());
        loop {
            let [one, two] = [ours.peek(), theirs.peek()].map(|it| it.map(|(names, _)| *names));
            let first = match (one, two) {
                (None, None) => break,
                (Some(one), Some(two)) => one.min(two),
                (Some(names), None) | (None, Some(names)) => names,
            };
            let pairs = [one, two].map(|names| names == Some(first));
            let [one, two] = [pairs[0].then(|| ours.next()), pairs[1].then(|| theirs.next())]
                .map(|it| it.flatten().map(|(_, pair)| pair));
            if let Some(difference) = difference(first, [one, two]) {
                return Some(difference);
            }
        }
        let [ours, theirs] = [self, other].map(Self::named_places);
        let differing = ours.iter().find(|it| !theirs.contains(it)).or_else(|| {
            let is_missing = |(name, _): &&(ColliderName, _)| !ours.iter().any(|(other, _)| other == name);
            theirs.iter().find(is_missing)
        });
        if let Some(&(name, _)) = differing {
            return Some(StateDifference::Place(name));
        }
        let [ours, theirs] = [self, other].map(Self::named_cells);
        if let Some(&(names, _, cell, _)) = ours.symmetric_difference(&theirs).next() {
            return Some(StateDifference::Cell(names, cell, D::Vector::DIMENSION));
        }
        let remainders = [self, other].map(|state| {
            // Whether a filter has been asked about a pair that was apart may depend on what was computed before.
            let left_something =
                |pair: &&RememberedPair<D>| !(pair.state.kind().is_apart() && pair.cache.is_empty());
            let pairs = state.pairs.iter().filter(left_something);
            let mut pairs: Vec<_> = pairs.map(|pair| (state.names(pair), *pair)).collect();
            pairs.sort_unstable_by_key(|&(names, _)| names);
            pairs.into_iter().map(|(names, pair)| (names, pair.is_filtered, pair.cache)).collect::<Vec<_>>()
        });
        (remainders[0] != remainders[1]).then_some(StateDifference::Remainder)
    }

    /// Returns the name of a collider.
    fn name(&self, index: u32) -> ColliderName {
        let index = index as usize;
        self.key(index).map_or(ColliderName::Entity(self.entities[index]), ColliderName::Key)
    }

    fn names(&self, pair: &RememberedPair<D>) -> [ColliderName; 2] {
        pair.colliders.map(|index| self.name(index))
    }

    /// Returns the pairs that touch or are near, in the order of their names.
    fn visible_pairs(&self) -> Vec<([ColliderName; 2], &RememberedPair<D>)> {
        let visible = self.pairs.iter().filter(|pair| !pair.state.kind().is_apart());
        let mut pairs: Vec<_> = visible.map(|pair| (self.names(pair), pair)).collect();
        pairs.sort_unstable_by_key(|&(names, _)| names);
        pairs
    }

    fn named_places(&self) -> Vec<(ColliderName, (AffineOf<D>, Option<SweptCollider>))> {
        let places = self.places.iter().copied().zip(self.swept.iter().copied());
        self.placed.iter().zip(places).map(|(&index, place)| (self.name(index), place)).collect()
    }

    /// Returns the touched cells: the names of both colliders, the part, the coordinates and the kind.
    fn named_cells(&self) -> BTreeSet<([ColliderName; 2], u32, [u32; 3], u16)> {
        let named = |cell: &RememberedCell| {
            (cell.colliders.map(|index| self.name(index)), cell.part, cell.cell, cell.kind)
        };
        self.cells.iter().map(named).collect()
    }
}

/// Returns in what a pair differs between two states, in each of which it may be apart.
fn difference<D: Dimension>(
    names: [ColliderName; 2],
    pairs: [Option<&RememberedPair<D>>; 2],
) -> Option<StateDifference> {
    let words = pairs.map(|pair| relation(pair.map(|pair| &pair.state)));
    if words[0] != words[1] {
        return Some(StateDifference::Pair(names, words));
    }
    let [one, two] = pairs.map(|pair| {
        let mut all = Vec::new();
        if let Some(pair) = pair {
            all.push(("the number of runs", f64::from(pair.runs), u64::from(pair.runs)));
            numbers(pair, |what, number| all.push((what, number.into(), number.to_bits().into())));
        }
        all
    });
    let differing = one.iter().zip(&two).find(|(one, two)| one.2 != two.2);
    differing.map(|(&(what, one, _), &(_, two, _))| StateDifference::Number(names, what, [one, two]))
}

/// Says in words what two colliders are to each other.
fn relation<D: Dimension>(state: Option<&PairState<D>>) -> &'static str {
    match state {
        Some(PairState::Touching) => "touch",
        Some(PairState::Swept(_)) => "touch on their way",
        Some(PairState::Near(_)) => "are near",
        Some(PairState::Apart | PairState::FilteredByContact) | None => "are apart",
    }
}

/// Visits the numbers of a pair, with what they say.
fn numbers<D: Dimension>(pair: &RememberedPair<D>, mut visit: impl FnMut(&'static str, f32)) {
    let mut visit_point = |what, point: D::Vector| {
        D::coordinates(point).into_iter().for_each(|at| visit(what, at));
    };
    match &pair.state {
        PairState::Near(closest) => {
            visit_point("a coordinate of the closest point of the first", closest.on_a);
            visit_point("a coordinate of the closest point of the second", closest.on_b);
            visit("the distance", closest.distance);
        }
        PairState::Swept(Cast { contact: Contact { on_a, on_b, normal, depth, .. }, time }) => {
            visit_point("a coordinate of the contact on the first", *on_a);
            visit_point("a coordinate of the contact on the second", *on_b);
            visit_point("a coordinate of the normal", *normal);
            visit("the depth", *depth);
            visit("the time of impact", *time);
        }
        PairState::Apart | PairState::Touching | PairState::FilteredByContact => {}
    }
}
