//! Words on the screen.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The layer that only the label's camera sees, so that labels work over a 3D scene too.
const LAYER: usize = 31;

/// The line of the label that says what happens now.
#[derive(Component)]
pub struct Status;

/// Writes some fixed lines in the upper left corner, and one below them that [`Status`] marks.
pub fn spawn_label(commands: &mut Commands, lines: &str) {
    let text = |words: String, y: f32| {
        (
            Text2d::new(words),
            TextFont { font_size: FontSize::Px(18.0), ..default() },
            TextColor(Color::srgb(0.92, 0.94, 0.96)),
            Anchor::TOP_LEFT,
            Transform::from_xyz(-620.0, y, 0.0),
            RenderLayers::layer(LAYER),
        )
    };
    commands.spawn((
        Camera2d,
        Camera { order: 10, clear_color: ClearColorConfig::None, ..default() },
        Projection::Orthographic(OrthographicProjection {
            scaling_mode: bevy::camera::ScalingMode::Fixed { width: 1280.0, height: 720.0 },
            ..OrthographicProjection::default_2d()
        }),
        RenderLayers::layer(LAYER),
    ));
    commands.spawn(text(lines.to_owned(), 350.0));
    commands.spawn((text(String::new(), 350.0 - 22.0 * lines.lines().count() as f32), Status));
}
