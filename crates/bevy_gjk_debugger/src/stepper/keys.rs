//! The keys of the stepper.

use bevy_camera::Camera;
use bevy_ecs::prelude::{Commands, Has, Query, ReflectResource, Res, ResMut, Resource, With};
use bevy_ecs::system::SystemParam;
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_shape::Ray3d;
use bevy_transform::components::GlobalTransform;
use bevy_window::{PrimaryWindow, Window};

use crate::stepper::CollisionStepper;
use crate::stepper::pick::{nearest, nearest_pair};
use bevy_gjk::trace::MoveTrace;
use bevy_gjk::{CharacterMover, Collisions, Dimension};

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
    /// F2 picks a pair, comma and full stop go back and forward as in video players, F3 plays and pauses, F4 freezes, F6
    /// picks a character.
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

/// The keys that are set, and those that are pressed.
#[derive(SystemParam)]
pub(super) struct Keys<'w> {
    settings: Res<'w, CollisionStepperKeys>,
    input: Res<'w, ButtonInput<KeyCode>>,
}

impl Keys<'_> {
    /// Returns whether a key was just pressed.
    fn pressed(&self, key: impl Fn(&CollisionStepperKeys) -> Option<KeyCode>) -> bool {
        key(&self.settings).is_some_and(|key| self.input.just_pressed(key))
    }
}

/// The cursor in the view of a camera.
#[derive(SystemParam)]
pub(super) struct Cursor<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl Cursor<'_, '_> {
    /// Returns the ray through the cursor in the view of the first camera, or through the center of that view.
    fn ray(&self) -> Option<Ray3d> {
        let active = self.cameras.iter().filter(|(camera, _)| camera.is_active);
        let (camera, transform) = active.min_by_key(|(camera, _)| camera.order)?;
        let cursor = self.windows.single().ok().and_then(Window::cursor_position);
        let point = cursor.or_else(|| camera.logical_viewport_rect().map(|view| view.center()))?;
        camera.viewport_to_world(transform, point).ok()
    }
}

/// Changes the stepper according to the pressed keys.
pub(super) fn press<D: Dimension>(
    keys: Keys,
    cursor: Cursor,
    collisions: Res<Collisions<D>>,
    characters: Query<Has<MoveTrace<D>>, With<CharacterMover<D>>>,
    mut stepper: ResMut<CollisionStepper<D>>,
    mut commands: Commands,
) {
    if keys.pressed(|it| it.pick) {
        if stepper.pair.is_some() {
            stepper.stop();
        } else if let Some(ray) = cursor.ray()
            && let Some([a, b]) = nearest_pair(&collisions, ray)
        {
            stepper.show(a, b);
        }
    }
    if keys.pressed(|it| it.pick_character) {
        if stepper.character.is_some() {
            stepper.stop();
        } else if let Some(ray) = cursor.ray()
            && let Some(character) = nearest(&collisions, ray, |entity| characters.contains(entity))
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
    if keys.pressed(|it| it.back) {
        stepper.back();
    }
    if keys.pressed(|it| it.forward) {
        stepper.forward();
    }
    if keys.pressed(|it| it.play) {
        stepper.play_or_pause();
    }
    if keys.pressed(|it| it.freeze) {
        stepper.frozen = !stepper.frozen;
    }
}
