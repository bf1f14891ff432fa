//! Walking with the arrow keys, and along a fixed path until one is pressed.

use bevy::prelude::*;

/// The speed, in units per second.
const SPEED: f32 = 220.0;

/// A thing that walks with the arrow keys.
#[derive(Component, Clone, Copy, Debug)]
pub struct Walker;

/// The system set, in `Update`, that moves the walkers.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Steps;

/// Adds the system.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, walk.in_set(Steps));
}

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut walkers: Query<&mut Transform, With<Walker>>,
    mut taken_over: Local<bool>,
) {
    let axis = |less, more| f32::from(keys.pressed(more)) - f32::from(keys.pressed(less));
    let steered =
        Vec2::new(axis(KeyCode::ArrowLeft, KeyCode::ArrowRight), axis(KeyCode::ArrowDown, KeyCode::ArrowUp));
    *taken_over |= steered != Vec2::ZERO;
    for mut transform in &mut walkers {
        let now = 0.45 * time.elapsed_secs();
        let stroll = Vec2::new(now.cos() + 0.4, (2.3 * now).sin());
        let direction = if *taken_over { steered } else { stroll };
        let step = direction.clamp_length_max(1.0) * SPEED * time.delta_secs();
        transform.translation += step.extend(0.0);
        transform.translation =
            transform.translation.clamp(Vec3::new(-585.0, -260.0, 0.0), Vec3::new(585.0, 260.0, 9.0));
    }
}
