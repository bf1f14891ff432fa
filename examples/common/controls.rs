//! The input of a player: from the keyboard, or from a script until the first key is pressed.

use bevy::prelude::*;

/// The input of the current frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// The direction of movement to the right and up, each from -1 to 1.
    pub walk: Vec2,
    /// Whether the jump key was pressed in this frame.
    pub jump: bool,
    /// Whether to drop through one-way platforms.
    pub drop: bool,
}

/// A step of a script.
#[derive(Clone, Copy, Debug)]
pub struct Cue {
    /// The duration, in seconds.
    pub seconds: f32,
    /// The input in all of its frames; jumps are in the first one only.
    pub controls: Controls,
}

/// Returns a step that walks for some seconds.
pub const fn walk(seconds: f32, x: f32, y: f32) -> Cue {
    Cue { seconds, controls: Controls { walk: Vec2::new(x, y), jump: false, drop: false } }
}

/// Returns a step that jumps and then walks for some seconds.
pub const fn jump(seconds: f32, x: f32, y: f32) -> Cue {
    Cue { seconds, controls: Controls { walk: Vec2::new(x, y), jump: true, drop: false } }
}

/// Returns a step that drops through platforms for some seconds.
pub const fn drop_through(seconds: f32) -> Cue {
    Cue { seconds, controls: Controls { walk: Vec2::ZERO, jump: false, drop: true } }
}

/// The script, which is repeated until a key is pressed.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Script(pub &'static [Cue]);

/// The system set, in `Update`, that reads the keys. Systems that use the [`Controls`] run after it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReadControls;

/// Adds the [`Controls`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Controls>().add_systems(Update, read_controls.in_set(ReadControls));
}

fn read_controls(
    keys: Res<ButtonInput<KeyCode>>,
    script: Res<Script>,
    time: Res<Time>,
    mut controls: ResMut<Controls>,
    mut taken_over: Local<bool>,
    mut at: Local<(usize, f32)>,
) {
    let axis = |less: [KeyCode; 2], more: [KeyCode; 2]| {
        f32::from(keys.any_pressed(more)) - f32::from(keys.any_pressed(less))
    };
    let walk = Vec2::new(
        axis([KeyCode::ArrowLeft, KeyCode::KeyA], [KeyCode::ArrowRight, KeyCode::KeyD]),
        axis([KeyCode::ArrowDown, KeyCode::KeyS], [KeyCode::ArrowUp, KeyCode::KeyW]),
    );
    let by_keys = Controls { walk, jump: keys.just_pressed(KeyCode::Space), drop: walk.y < 0.0 };
    *taken_over |= by_keys != Controls::default();
    *controls = by_keys;
    if !*taken_over {
        let (cue, elapsed) = &mut *at;
        let Some(line) = script.0.get(*cue % script.0.len().max(1)) else { return };
        *controls = Controls { jump: line.controls.jump && *elapsed == 0.0, ..line.controls };
        *elapsed += time.delta_secs();
        if *elapsed >= line.seconds {
            *at = (*cue + 1, 0.0);
        }
    }
}
