//! Our moves.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy_gjk::{CollisionLayers, LayerMask, MoveResponse, MoveSettings, QueryFilter};
use oracle::case::Form;

use super::ours::{CharacterMover, CollisionQuery, MoverMotion};
use super::{Capsule, Pose, collider, settings, vector, wide};
use crate::mover::{Character, Laps, Mover, Question, SKIN, WALKER, Way};

/// The default, and with as many pieces of a way as avian's default has.
pub const MOVERS: [Mover; 2] = [
    Mover {
        name: "gjk",
        engine: settings::ENGINES[0],
        answer: |world, questions, laps| answer(world, questions, laps, &MoveSettings::default()),
        ways: |world, questions| ways(world, questions, &MoveSettings::default()),
    },
    Mover {
        name: "gjk, 4 steps",
        engine: settings::ENGINES[0],
        answer: |world, questions, laps| answer(world, questions, laps, &FOUR_STEPS),
        ways: |world, questions| ways(world, questions, &FOUR_STEPS),
    },
];

const FOUR_STEPS: MoveSettings = MoveSettings { skin: SKIN, max_steps: 4 };

/// The layer of characters. Obstacles are in that of the bodies at rest.
const CHARACTERS: LayerMask = LayerMask::layer(0);
const OBSTACLES: LayerMask = LayerMask::layer(1);

/// The component.
pub const CHARACTER: Character = Character {
    name: "gjk CharacterMover",
    engine: settings::ENGINES[0],
    spawn: |world, at| {
        let layers = CollisionLayers::new(CHARACTERS, OBSTACLES);
        let mover = CharacterMover { skin: SKIN, ..CharacterMover::default() };
        world.spawn((Transform::from_translation(at), collider(&WALKER), layers, mover)).id()
    },
    go: |world, entity, way| {
        let mut motion = world.get_mut::<MoverMotion>(entity).expect("the mover requires it");
        motion.displacement = vector(way);
    },
};

fn capsule() -> Capsule {
    let Form::Capsule { half_length, radius } = WALKER else { unreachable!("it is a capsule") };
    Capsule::new(half_length, radius)
}

fn answer(world: &mut World, questions: &[Question], laps: &mut Laps, settings: &MoveSettings) {
    let mut state = SystemState::<CollisionQuery>::new(world);
    let query = state.get(world).expect("the plugin is there");
    let shape = capsule();
    laps.time(questions, |question| {
        let pose = Pose::from_translation(vector(question.at));
        let motion = vector(question.motion);
        wide(query.move_and_slide(&shape, pose, motion, settings, &QueryFilter::ALL).translation)
    });
}

fn ways(world: &mut World, questions: &[Question], settings: &MoveSettings) -> Vec<Way> {
    let mut state = SystemState::<CollisionQuery>::new(world);
    let query = state.get(world).expect("the plugin is there");
    let shape = capsule();
    let way = |question: &Question| {
        let pose = Pose::from_translation(vector(question.at));
        let mut turns = Vec::new();
        let motion = vector(question.motion);
        let mover = query.mover(&shape, pose).with_settings(*settings).on_hit(|hit| {
            turns.push(question.at + wide(hit.moved));
            MoveResponse::Slide
        });
        let moved = mover.slide(motion);
        Way { turns, end: wide(moved.translation) }
    };
    questions.iter().map(way).collect()
}
