//! avian's `MoveAndSlide`.

use std::time::Duration;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::avian::prelude::*;
use super::{UPRIGHT, collider, settings, vector, wide};
use crate::mover::{Laps, Mover, Question, RATE, SKIN, WALKER, Way};

/// As its docs say, and the least of it.
///
/// The least is without the two passes that push the shape out of what it overlaps: a shape that begins and ends with
/// the skin, as it does here, does not need them.
pub const MOVERS: [Mover; 2] = [
    Mover {
        name: "avian default",
        engine: settings::ENGINES[1],
        answer: |world, questions, laps| answer(world, questions, laps, &default_config()),
        ways: |world, questions| ways(world, questions, &default_config()),
    },
    Mover {
        name: "avian lean",
        engine: settings::ENGINES[1],
        answer: |world, questions, laps| answer(world, questions, laps, &lean_config()),
        ways: |world, questions| ways(world, questions, &lean_config()),
    },
];

/// Four iterations, and the skin that it has anyway.
fn default_config() -> MoveAndSlideConfig {
    MoveAndSlideConfig { skin_width: SKIN, ..default() }
}

fn lean_config() -> MoveAndSlideConfig {
    MoveAndSlideConfig { depenetration_iterations: 0, ..default_config() }
}

fn answer(world: &mut World, questions: &[Question], laps: &mut Laps, config: &MoveAndSlideConfig) {
    let mut state = SystemState::<MoveAndSlide>::new(world);
    let mover = state.get(world).expect("the plugins are there");
    let (shape, filter, time) =
        (collider(&WALKER), SpatialQueryFilter::default(), Duration::from_secs_f32(1.0 / RATE));
    laps.time(questions, |question| {
        let velocity = vector(question.motion) * RATE;
        let at = vector(question.at);
        let hit = |_: MoveAndSlideHitData| MoveAndSlideHitResponse::Accept;
        wide(mover.move_and_slide(&shape, at, UPRIGHT, velocity, time, config, &filter, hit).position)
    });
}

fn ways(world: &mut World, questions: &[Question], config: &MoveAndSlideConfig) -> Vec<Way> {
    let mut state = SystemState::<MoveAndSlide>::new(world);
    let mover = state.get(world).expect("the plugins are there");
    let (shape, filter, time) =
        (collider(&WALKER), SpatialQueryFilter::default(), Duration::from_secs_f32(1.0 / RATE));
    let way = |question: &Question| {
        let mut turns = Vec::new();
        let velocity = vector(question.motion) * RATE;
        let at = vector(question.at);
        let moved = mover.move_and_slide(&shape, at, UPRIGHT, velocity, time, config, &filter, |hit| {
            turns.push(wide(*hit.position));
            MoveAndSlideHitResponse::Accept
        });
        Way { turns, end: wide(moved.position) }
    };
    questions.iter().map(way).collect()
}
