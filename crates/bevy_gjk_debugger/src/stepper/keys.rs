//! The keys of the stepper.

use bevy_ecs::prelude::{Commands, Has, Query, ReflectResource, Res, ResMut, Resource, With};
use bevy_gjk::trace::MoveTrace;
use bevy_gjk::{CharacterMover, Collisions, Dimension};
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_window::{PrimaryWindow, Window};

use crate::stepper::CollisionStepper;
use crate::stepper::pick::nearest;
use crate::stepper::view::{Cameras, first_camera};

/// The keys of the [`CollisionStepper`]; none by default.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk_debugger::CollisionStepperKeys;
///
/// App::new().insert_resource(CollisionStepperKeys::STANDARD);
/// ```
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk_debugger"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct CollisionStepperKeys {
    /// Shows the test of the two colliders nearest to the cursor, or to the center of the view if there is no
    /// cursor; or turns the stepper off.
    pub pick: Option<KeyCode>,
    /// Shows the last move of the character nearest to the cursor, or turns the stepper off. A character without a
    /// [`MoveTrace`] gets one.
    pub pick_character: Option<KeyCode>,
    /// Goes back one step.
    pub back: Option<KeyCode>,
    /// Advances one step.
    pub forward: Option<KeyCode>,
    /// Starts and pauses playback.
    pub play: Option<KeyCode>,
    /// Freezes the trace, or records it again.
    pub freeze: Option<KeyCode>,
}

impl CollisionStepperKeys {
    /// F2 picks a pair, comma and full stop go back and forward as in video players, F3 plays and pauses, F4 freezes,
    /// F6 picks a character.
    pub const STANDARD: Self = Self {
        pick: Some(KeyCode::F2),
        pick_character: Some(KeyCode::F6),
        back: Some(KeyCode::Comma),
        forward: Some(KeyCode::Period),
        play: Some(KeyCode::F3),
        freeze: Some(KeyCode::F4),
    };
}

/// Returns whether any key is set and the app has keyboard input.
pub(super) fn are_set(settings: Res<CollisionStepperKeys>, keys: Option<Res<ButtonInput<KeyCode>>>) -> bool {
    *settings != CollisionStepperKeys::default() && keys.is_some()
}

/// Changes the stepper according to the pressed keys.
pub(super) fn press<D: Dimension>(
    keys: Res<CollisionStepperKeys>,
    input: Res<ButtonInput<KeyCode>>,
    cameras: Cameras,
    windows: Query<&Window, With<PrimaryWindow>>,
    collisions: Res<Collisions<D>>,
    characters: Query<Has<MoveTrace<D>>, With<CharacterMover<D>>>,
    mut stepper: ResMut<CollisionStepper<D>>,
    mut commands: Commands,
) {
    let pressed = |key: Option<KeyCode>| key.is_some_and(|key| input.just_pressed(key));
    // Through the cursor in the view of the first camera, or through the center of that view.
    let ray = || {
        let (camera, transform) = first_camera(&cameras)?;
        let cursor = windows.single().ok().and_then(Window::cursor_position);
        let point = cursor.or_else(|| camera.logical_viewport_rect().map(|view| view.center()))?;
        camera.viewport_to_world(transform, point).ok()
    };
    if pressed(keys.pick) {
        if stepper.pair.is_some() {
            stepper.stop();
        } else if let Some(ray) = ray() {
            stepper.pick(&collisions, ray);
        }
    }
    if pressed(keys.pick_character) {
        if stepper.character.is_some() {
            stepper.stop();
        } else if let Some(character) =
            ray().and_then(|ray| nearest(&collisions, ray, |entity| characters.contains(entity)))
        {
            stepper.show_move(character);
            if !characters.get(character).unwrap_or(true) {
                commands.entity(character).insert(MoveTrace::<D>::default());
            }
        }
    }
    if !stepper.is_on() {
        return;
    }
    if pressed(keys.back) {
        stepper.back();
    }
    if pressed(keys.forward) {
        stepper.forward();
    }
    if pressed(keys.play) {
        stepper.play_or_pause();
    }
    if pressed(keys.freeze) {
        stepper.frozen = !stepper.frozen;
    }
}
