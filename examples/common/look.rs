//! The look of all examples: background, colours and light.

use bevy::prelude::*;

/// The background.
pub const GROUND: Color = Color::srgb(0.07, 0.08, 0.10);
/// Text.
pub const TEXT: Color = Color::srgb(0.92, 0.94, 0.96);
/// Text of less importance.
pub const DIM: Color = Color::srgb(0.60, 0.64, 0.70);
/// Walls, floors and other static things.
pub const WALL: Color = Color::srgb(0.29, 0.33, 0.39);
/// The character that the keys move.
pub const PLAYER: Color = Color::srgb(0.36, 0.80, 0.47);
/// Other characters.
pub const OTHER: Color = Color::srgb(0.82, 0.42, 0.46);
/// Things to collect.
pub const GOLD: Color = Color::srgb(0.93, 0.77, 0.28);
/// Zones that can be entered.
pub const WATER: Color = Color::srgb(0.16, 0.30, 0.52);
/// Lifts, turntables and other moving things that can carry a character.
pub const MOVING: Color = Color::srgb(0.52, 0.44, 0.80);
/// One-way platforms.
pub const ONE_WAY: Color = Color::srgb(0.27, 0.65, 0.64);
/// Conveyor belts.
pub const CONVEYOR: Color = Color::srgb(0.55, 0.45, 0.26);
/// Touching things: the orange that the overlay uses for them, too. Nothing else is orange.
pub const TOUCHING: Color = Color::srgb(1.0, 0.55, 0.15);

/// Returns one of a series of muted colours, for things of which there are many.
pub fn varied(number: usize) -> Color {
    const HUES: [f32; 7] = [205.0, 255.0, 165.0, 280.0, 225.0, 185.0, 140.0];
    Color::hsl(HUES[number % HUES.len()], 0.28, 0.36)
}

/// Returns a 2D camera that leaves room for the texts at the top.
pub fn camera_2d() -> impl Bundle {
    (Camera2d, Transform::from_xyz(0.0, 34.0, 0.0))
}

/// Spawns a 3D camera, and a sun that casts shadows.
#[cfg(feature = "3d")]
pub fn spawn_3d(commands: &mut Commands, from: Vec3, to: Vec3) -> Entity {
    commands.insert_resource(GlobalAmbientLight { brightness: 350.0, ..default() });
    let sun = DirectionalLight { illuminance: 7_000.0, shadow_maps_enabled: true, ..default() };
    let cascades = bevy::light::CascadeShadowConfigBuilder {
        maximum_distance: 45.0,
        first_cascade_far_bound: 18.0,
        num_cascades: 2,
        ..default()
    };
    let place = Transform::from_xyz(4.0, 9.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((sun, cascades.build(), place));
    commands.spawn((Camera3d::default(), Transform::from_translation(from).looking_at(to, Vec3::Y))).id()
}

/// Returns a matt 3D material.
#[cfg(feature = "3d")]
pub fn matt(color: Color) -> StandardMaterial {
    StandardMaterial { base_color: color, perceptual_roughness: 0.9, ..default() }
}
