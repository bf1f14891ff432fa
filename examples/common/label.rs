//! Texts on the screen: a title, the keys, the current state, and a legend of the colours.

use bevy::prelude::*;

use crate::look;

/// The line that shows the current state.
#[derive(Component)]
pub struct Status;

/// Spawns the title and the keys along the upper edge of the window; below them a line marked by [`Status`],
/// and a legend of colours. Returns the entity that contains all of them.
pub fn spawn_label(commands: &mut Commands, what: &str, keys: &str, legend: &[(Color, &str)]) -> Entity {
    let strip = Node {
        position_type: PositionType::Absolute,
        left: Val::ZERO,
        right: Val::ZERO,
        padding: UiRect::axes(Val::Px(16.0), Val::Px(6.0)),
        flex_direction: FlexDirection::Column,
        row_gap: Val::Px(1.0),
        ..default()
    };
    let row = |gap: f32| Node { column_gap: Val::Px(gap), align_items: AlignItems::Center, ..default() };
    let last = Node { justify_content: JustifyContent::SpaceBetween, ..row(24.0) };
    let square = Node { width: Val::Px(12.0), height: Val::Px(12.0), ..default() };
    let back = BackgroundColor(look::GROUND.with_alpha(0.8));
    commands
        .spawn((strip, back, Pickable::IGNORE))
        .with_children(|strip| {
            strip.spawn(words(what, 17.0, look::TEXT));
            strip.spawn(words(keys, 13.0, look::DIM));
            strip.spawn((last, Pickable::IGNORE)).with_children(|last| {
                last.spawn((words("", 15.0, look::TEXT), Status));
                last.spawn((row(18.0), Pickable::IGNORE)).with_children(|entries| {
                    for &(color, meaning) in legend {
                        entries.spawn((row(6.0), Pickable::IGNORE)).with_children(|entry| {
                            entry.spawn((square.clone(), BackgroundColor(color), Pickable::IGNORE));
                            entry.spawn(words(meaning, 13.0, look::DIM));
                        });
                    }
                });
            });
        })
        .id()
}

/// Returns a text that does not wrap and that the mouse passes through.
pub fn words(text: &str, size: f32, color: Color) -> impl Bundle {
    (
        Text::new(text),
        TextFont { font_size: FontSize::Px(size), ..default() },
        TextColor(color),
        TextLayout { linebreak: LineBreak::NoWrap, ..default() },
        Pickable::IGNORE,
    )
}
