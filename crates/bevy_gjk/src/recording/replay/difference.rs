//! In what a run that was played differs from the recorded one.

use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::{Entity, World};
use bevy_transform::components::Transform;
use core::fmt;

use super::CollisionReplay;
use crate::detection::{Collisions, RecordedEvent};
use crate::ecs::names::{Describe, NameSource};
use crate::ecs::transform_numbers::numbers;
use crate::movement::MoverState;
use crate::recording::Recordable;
use crate::recording::components::{Mapper, to_bytes};
use crate::recording::records::{MovedCharacter, SavedState};
use crate::state::StateDifference;

/// The first thing in which a run that was played differs from the recorded one; all entities are those of the
/// recording. It is printed as a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplayDifference {
    /// The state at the beginning of the run: the recorded one is the first state.
    State(StateDifference),
    /// An event; `None` where there is none.
    Event {
        /// What was sent in the game.
        recorded: Option<RecordedEvent>,
        /// What today's code tells.
        played: Option<RecordedEvent>,
    },
    /// A character went elsewhere, or another thing is in its `MoverState`.
    Character(Entity),
}

impl Describe for ReplayDifference {
    fn describe(&self, names: &dyn NameSource, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(difference) => difference.describe(names, f),
            Self::Character(entity) => {
                write!(f, "the character {} was moved otherwise", names.named(*entity))
            }
            Self::Event { recorded, played } => {
                for (what, event) in [("recorded is that ", recorded), (", and played that ", played)] {
                    f.write_str(what)?;
                    match event {
                        Some(event) => event.describe(names, f)?,
                        None => f.write_str("nothing more happens")?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// A sentence with the ids of entities; [`EntityNames::text`](crate::texts::EntityNames::text) adds their names.
impl fmt::Display for ReplayDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(&(), f)
    }
}

impl<D: Recordable> CollisionReplay<D> {
    /// Compares the state with that of a keyframe.
    pub(super) fn compare_state(&self, world: &World, state: &SavedState) -> Option<ReplayDifference> {
        if !self.with_boxes.is_empty() {
            return None;
        }
        let recorded = Self::read_state(state)?;
        let mut played = world.get_resource::<Collisions<D>>()?.save();
        let mut map = |own| self.recorded_ids.get(&own).copied().unwrap_or(own);
        played.map_entities(&mut Mapper(&mut map));
        recorded.first_difference(&played).map(ReplayDifference::State)
    }

    /// Compares the events of a run.
    pub(super) fn compare_events(
        &self,
        recorded: &[RecordedEvent],
        played: &[RecordedEvent],
    ) -> Option<ReplayDifference> {
        let is_compared =
            |event: &RecordedEvent| event.entities.iter().all(|it| !self.with_boxes.contains(it));
        let own = |event: &RecordedEvent| RecordedEvent {
            entities: event.entities.map(|own| self.recorded_ids.get(&own).copied().unwrap_or(own)),
            ..*event
        };
        let mut recorded = recorded.iter().copied().filter(is_compared);
        let mut played = played.iter().map(own).filter(is_compared);
        loop {
            match (recorded.next(), played.next()) {
                (None, None) => return None,
                // To the bit.
                (Some(one), Some(other)) if to_bytes(&one) == to_bytes(&other) => {}
                (recorded, played) => return Some(ReplayDifference::Event { recorded, played }),
            }
        }
    }

    /// Compares what became of the characters.
    pub(super) fn compare_characters(
        &self,
        world: &World,
        recorded: &[MovedCharacter],
    ) -> Option<ReplayDifference> {
        let is_same = |moved: &&MovedCharacter| {
            let own = self.own(moved.entity);
            let (Some(transform), Some(state)) =
                (world.get::<Transform>(own), world.get::<MoverState<D>>(own))
            else {
                return false;
            };
            let Ok(mut recorded) = postcard::from_bytes::<MoverState<D>>(&moved.state) else { return true };
            recorded.map_entities(&mut Mapper(&mut |entity| self.own(entity)));
            let bits = |numbers: [f32; 10]| numbers.map(f32::to_bits);
            bits(numbers(transform)) == bits(moved.transform) && to_bytes(&recorded) == to_bytes(state)
        };
        if !self.with_boxes.is_empty() {
            return None;
        }
        let other = recorded.iter().find(|moved| !is_same(moved))?;
        Some(ReplayDifference::Character(other.entity))
    }
}
