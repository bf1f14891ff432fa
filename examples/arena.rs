//! Dozens of mixed 2D shapes drift, spin and stretch in an arena; those that touch turn bright, with their
//! contacts. Press F1 to hide and show the overlay, 1 to 9 for its categories, space to stop the motion.
//!
//! The shapes are written in `assets/arena.scn.ron`. Each collision is logged with both names, the point and
//! the depth.
//!
//!     cargo example arena

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::spawn_label;
use examples::motion::MotionPlugin;
use examples::{overlay_keys, report, scene, stage};

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: arena", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        MotionPlugin,
        report::plugin::<bevy_gjk::Dim2>,
        overlay_keys::plugin,
    ));
    scene::load(&mut app, options.scene.unwrap_or_else(|| "arena.scn.ron".into()));
    app.add_systems(Startup, set_stage)
        .add_systems(Update, (dress, report::show_count::<bevy_gjk::Dim2>))
        .run()
}

fn set_stage(mut commands: Commands) {
    commands.spawn((
        Camera2d,
        Camera { clear_color: Color::srgb(0.07, 0.08, 0.10).into(), ..default() },
        // The arena stands below the words.
        Transform::from_xyz(0.0, 24.0, 0.0),
    ));
    spawn_label(&mut commands, overlay_keys::HELP);
}

/// Gives each collider a faint body, so that there is something to see without the overlay.
fn dress(
    bare: Query<(Entity, &Collider), Added<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (entity, collider) in &bare {
        let hue = 31.0 * (entity.index_u32() % 12) as f32;
        let color = Color::hsla(hue, 0.35, 0.45, 0.30);
        if let Some(mesh) = examples::body::mesh_2d(collider) {
            commands.entity(entity).insert((Mesh2d(meshes.add(mesh)), MeshMaterial2d(materials.add(color))));
        }
    }
}
