//! rapier's `move_shape` and `KinematicCharacterController`.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::rapier::prelude::*;
use super::{UPRIGHT, collider, settings, vector, wide};
use crate::mover::{Character, Laps, Mover, Question, SKIN, WALKER, Way};

/// Sliding along everything: no slope is too steep or holds the shape, no steps, no snapping to the ground, no impulses.
/// It has 20 iterations, and no setting for them.
pub const MOVERS: [Mover; 1] =
    [Mover { name: "rapier move_shape", engine: settings::ENGINES[1], answer, ways }];

/// The component, with the lengths and angles that ours has by default.
pub const CHARACTER: Character = Character {
    name: "rapier KinematicCharacterController",
    engine: settings::ENGINES[1],
    spawn: |world, at| {
        let max_slope = 50f32.to_radians();
        let controller = KinematicCharacterController {
            offset: CharacterLength::Absolute(SKIN),
            autostep: Some(CharacterAutostep { max_height: CharacterLength::Absolute(0.3), ..default() }),
            max_slope_climb_angle: max_slope,
            min_slope_slide_angle: max_slope,
            apply_impulse_to_dynamic_bodies: false,
            snap_to_ground: Some(CharacterLength::Absolute(0.2)),
            // Characters do not meet each other.
            filter_groups: Some(CollisionGroups::new(Group::GROUP_2, Group::GROUP_1)),
            ..default()
        };
        let groups = CollisionGroups::new(Group::GROUP_2, Group::GROUP_1);
        world.spawn((Transform::from_translation(at), collider(&WALKER), groups, controller)).id()
    },
    go: |world, entity, way| {
        let mut controller = world.get_mut::<KinematicCharacterController>(entity).expect("a character");
        controller.translation = Some(vector(way));
    },
};

fn options() -> MoveShapeOptions {
    MoveShapeOptions {
        offset: CharacterLength::Absolute(SKIN),
        slide: true,
        autostep: None,
        // No angle reaches the first, and none stays below the second.
        max_slope_climb_angle: 4.0,
        min_slope_slide_angle: -4.0,
        apply_impulse_to_dynamic_bodies: false,
        snap_to_ground: None,
        ..default()
    }
}

fn answer(world: &mut World, questions: &[Question], laps: &mut Laps) {
    let mut state = SystemState::<WriteRapierContext>::new(world);
    let mut context = state.get_mut(world).expect("the plugin is there");
    let mut context = context.single_mut().expect("one context");
    let (shape, options) = (collider(&WALKER), options());
    laps.time(questions, |question| {
        let (motion, at) = (vector(question.motion), vector(question.at));
        let filter = QueryFilter::default();
        let moved = context.move_shape(motion, &shape, at, UPRIGHT, 0.0, &options, filter, |_| {});
        question.at + wide(moved.effective_translation)
    });
}

fn ways(world: &mut World, questions: &[Question]) -> Vec<Way> {
    let mut state = SystemState::<WriteRapierContext>::new(world);
    let mut context = state.get_mut(world).expect("the plugin is there");
    let mut context = context.single_mut().expect("one context");
    let (shape, options) = (collider(&WALKER), options());
    let mut way = |question: &Question| {
        let mut turns = Vec::new();
        let (motion, at) = (vector(question.motion), vector(question.at));
        let filter = QueryFilter::default();
        let moved = context.move_shape(motion, &shape, at, UPRIGHT, 0.0, &options, filter, |hit| {
            turns.push(question.at + wide(hit.translation_applied));
        });
        Way { turns, end: question.at + wide(moved.effective_translation) }
    };
    questions.iter().map(&mut way).collect()
}
