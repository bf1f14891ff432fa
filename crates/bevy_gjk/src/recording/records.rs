//! What chunks hold, version 1 of the format.
//!
//! These types are written by `postcard`, which writes fields one after another without names: **they are frozen.** So
//! is the layout of the components and of [`CollisionState`](crate::state::CollisionState), which are written by their
//! `serde` implementations. Who changes one of them raises [`VERSION`], keeps the types of the version before to read
//! its files, and adds a file of the new version to `tests/recordings`; the test that reads these files fails otherwise.
//! New variants at the end of an enum change no layout.

use bevy_ecs::prelude::Entity;
use core::time::Duration;
use serde::{Deserialize, Serialize};

use crate::detection::{RecordedEvent, RecordedQuery};

/// The version of the format that is written.
pub(super) const VERSION: u32 = 1;

/// The numbers of a `Transform`: translation, rotation as x, y, z, w, scale.
pub(super) type Numbers = [f32; 10];
/// The numbers of a `GlobalTransform`: the columns of its matrix, and its translation.
pub(super) type GlobalNumbers = [f32; 12];

/// All that is known at the beginning of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Keyframe {
    /// The number of the run.
    pub(super) run: u64,
    /// All recorded entities, in the order of their rows in later runs.
    pub(super) entities: Vec<KeyframeEntity>,
    /// The pairs that filters of the app refuse.
    pub(super) refused: Refused,
    pub(super) state: SavedState,
}

/// Where the chunks of a keyframe and of the runs after it begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IndexEntry {
    pub(super) offset: u64,
    /// The number of the first run.
    pub(super) run: u64,
    /// The number of runs.
    pub(super) runs: u64,
}

/// A `CollisionState`, and the entities that it names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedState {
    pub(super) entities: Vec<Entity>,
    pub(super) bytes: Vec<u8>,
}

/// An entity in a keyframe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct KeyframeEntity {
    pub(super) entity: Entity,
    pub(super) transform: Option<Numbers>,
    /// `None` if it is what the transform alone makes of it.
    pub(super) global: Option<GlobalNumbers>,
    /// The other components, by their numbers in `components.rs`.
    pub(super) components: Vec<(u8, Vec<u8>)>,
}

/// The pairs that filters of the app refuse.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Refused {
    /// Those that a `CollisionFilter` refuses.
    pub(super) pairs: Vec<[Entity; 2]>,
    /// Those that a `ContactFilter` refuses.
    pub(super) contacts: Vec<[Entity; 2]>,
    /// Whether there is a `ContactFilter`: with one, pairs are tested that are not without.
    pub(super) sees_contacts: bool,
}

/// Runs that follow one another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Runs {
    pub(super) runs: Vec<Run>,
    /// The numbers of all transforms that changed, and then of all global transforms, as `columns.rs` writes them.
    pub(super) planes: Vec<u8>,
}

/// One run: first what has changed before it, then what was asked and sent in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The tick that the game has named, or the number of the run.
    pub(super) tick: u64,
    /// The elapsed time and the last step of the clock, if there was one.
    pub(super) time: Option<[Duration; 2]>,
    /// Whether the game has asked to keep the places of the run before.
    pub(super) keeps_places: bool,
    /// The state that was restored before.
    pub(super) restored: Option<SavedState>,
    /// The entities that are recorded from now on.
    pub(super) entered: Vec<Entity>,
    /// Those that are no longer, and whether they still exist.
    pub(super) left: Vec<(Entity, bool)>,
    /// Components that were written; `None` if they were removed.
    pub(super) components: Vec<(Entity, u8, Option<Vec<u8>>)>,
    pub(super) transforms: Rows,
    pub(super) globals: Rows,
    /// The entities whose global transform is again what the transform alone makes of it.
    pub(super) derived: Vec<Entity>,
    /// The pairs that filters refuse; `None` if they are those of the run before.
    pub(super) refused: Option<Refused>,
    /// What a `ColliderMover` has moved, in order.
    pub(super) moves: Vec<(Entity, Numbers)>,
    /// How many of these came before the characters.
    pub(super) moves_before_characters: u32,
    pub(super) characters: Vec<MovedCharacter>,
    pub(super) events: Vec<RecordedEvent>,
    pub(super) queries: Vec<RecordedQuery>,
    pub(super) notes: Vec<String>,
}

/// The rows of numbers that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Rows {
    #[default]
    None,
    /// Those of the run before.
    Same,
    /// These, each as the distance to the one before, minus one.
    Distances(Vec<u32>),
}

/// What a run made of a character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MovedCharacter {
    pub(super) entity: Entity,
    pub(super) transform: Numbers,
    /// Its `MoverState`.
    pub(super) state: Vec<u8>,
}
