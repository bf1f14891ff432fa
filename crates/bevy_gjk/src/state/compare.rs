//! Comparing states: a checksum, and the first difference in words.

use core::fmt;

use bevy_ecs::prelude::Entity;
use gjk::Vector;

use crate::collider::{ContentHash, Dimension};
use crate::detection::contacts::PairKind;
use crate::ecs::names::{Describe, NameSource, Written};
use crate::state::CollisionState;
use crate::state::walk::{Number, Subject, Visitor};

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
    /// The cell of a grid with these coordinates, of which the dimension has as many as this, is touched in one of the
    /// states only: the colliders of the grid and of what touches it.
    Cell([ColliderName; 2], [u32; 3], usize),
    /// No touch differs, but what the last run left to the next one: caches, from which the last bits of contacts come;
    /// which pairs the next run tests anyway; whether places are kept, and whether characters were moved.
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
                f.write_str("the states differ in what their last runs left to the next one, and in no touch")
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
    /// Returns one number for all that the state remembers, by which two peers find out whether they run the same game:
    /// if it is the same, so are the events, the contacts and the moves that follow, to the bit, as far as the
    /// components are.
    ///
    /// It covers all that [`first_difference`](Self::first_difference) compares: which pairs touch and are near, and
    /// for how many runs, distances and impacts, the last places and resets of swept colliders and platforms, the cells
    /// that are touched, and what the last tests left to the next ones. Components are no part of it, since they are no
    /// part of the state: add those of your own, `Transform`s, and [`MoverState`](crate::MoverState)s of characters.
    ///
    /// It depends neither on entities, if all have a [`CollisionOrder`](crate::CollisionOrder), nor on clocks, threads
    /// or what was computed before. Clocks are the game's, as components are: of the time since when two touch, it
    /// covers the number of runs.
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
        self.walk(&mut sum);
        sum.finish()
    }

    /// Returns the first thing in which another state differs, for a report of what went wrong between two peers;
    /// `None` if they are the same.
    ///
    /// It compares what [`checksum`](Self::checksum) covers. Colliders are identified by their
    /// [keys](crate::CollisionOrder), and those without one by their entities. Clocks may differ, as may all that is
    /// left out there; `==` sees these, too.
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
        let [ours, theirs] = [self, other].map(|state| {
            let mut numbers = Numbers::default();
            state.walk(&mut numbers);
            numbers.all
        });
        let is_same = |&(one, other): &(&(Subject, Number), &(Subject, Number))| {
            (one.0, one.1.bits()) == (other.0, other.1.bits())
        };
        let first = ours.iter().zip(&theirs).take_while(is_same).count();
        let [one, other] = [ours.get(first), theirs.get(first)];
        // Of two subjects, the one that comes first is in one of the states only.
        let subject = [one, other].into_iter().flatten().map(|&(subject, _)| subject).min()?;
        let number = |it: Option<&(Subject, Number)>| Some(it.filter(|it| it.0 == subject)?.1);
        Some(difference(subject, [one, other].map(number), D::Vector::DIMENSION))
    }
}

impl Visitor for ContentHash {
    fn subject(&mut self, subject: Subject) {
        match subject {
            Subject::Pair(names) => self.add_names(1, names),
            Subject::Place(name) => self.add_names(2, [name]),
            Subject::Cell { colliders, part, cell: [x, y, z], kind } => {
                self.add_names(3, colliders);
                self.add(u64::from(part) << 32 | u64::from(kind));
                self.add(u64::from(x) << 32 | u64::from(y));
                self.add(z.into());
            }
            Subject::Rest(names) => self.add_names(4, names),
            Subject::Run => self.add(5),
        }
    }

    fn number(&mut self, number: Number) {
        self.add(number.bits());
    }
}

impl ContentHash {
    /// Adds the names of the colliders of a subject, of which there are several kinds.
    fn add_names<const N: usize>(&mut self, kind: u64, names: [ColliderName; N]) {
        for name in names {
            let (is_key, id) = match name {
                ColliderName::Key(key) => (1, key),
                ColliderName::Entity(entity) => (0, entity.to_bits()),
            };
            self.add(kind << 1 | is_key);
            self.add(id);
        }
    }
}

/// All numbers of a state, each with its subject, in the order of the walk.
#[derive(Default)]
struct Numbers {
    subject: Option<Subject>,
    all: Vec<(Subject, Number)>,
}

impl Visitor for Numbers {
    fn subject(&mut self, subject: Subject) {
        self.subject = Some(subject);
    }

    fn number(&mut self, number: Number) {
        self.all.extend(self.subject.map(|subject| (subject, number)));
    }
}

/// Reports the first number of a subject that differs between two states, in one of which the subject may be missing.
fn difference(subject: Subject, numbers: [Option<Number>; 2], dimension: usize) -> StateDifference {
    let values = match numbers {
        [Some(Number::Count(what, one)), Some(Number::Count(_, other))] => {
            Some((what, [one, other].map(f64::from)))
        }
        [Some(Number::Float(what, one)), Some(Number::Float(_, other))] => {
            Some((what, [one, other].map(f64::from)))
        }
        _ => None,
    };
    match (subject, values) {
        (Subject::Place(name), _) => StateDifference::Place(name),
        (Subject::Rest(_) | Subject::Run, _) => StateDifference::Remainder,
        (Subject::Pair(names) | Subject::Cell { colliders: names, .. }, Some((what, values))) => {
            StateDifference::Number(names, what, values)
        }
        (Subject::Pair(names), None) => StateDifference::Pair(names, numbers.map(relation)),
        (Subject::Cell { colliders, cell, .. }, None) => StateDifference::Cell(colliders, cell, dimension),
    }
}

/// Says in words what two colliders are to each other, by the first number of the pair in the walk.
fn relation(number: Option<Number>) -> &'static str {
    match number {
        Some(Number::Relation(PairKind::Touching)) => "touch",
        Some(Number::Relation(PairKind::Swept)) => "touch on their way",
        Some(Number::Relation(PairKind::Near)) => "are near",
        _ => "are apart",
    }
}
