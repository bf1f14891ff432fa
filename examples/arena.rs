//! Dozens of mixed 2D shapes drift, spin and stretch in an arena; touching ones turn bright and show their
//! contacts. Press F1 to hide and show the overlay, 1 to 9 for its categories, P to pause the motion.
//!
//! The shapes are in `assets/arena.scn.ron`. Each collision is logged with both names, the point and the depth.
//!
//!     cargo example arena

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::spawn_label;
use examples::motion::MotionPlugin;
use examples::{look, overlay_keys, report, scene, stage};

/// Runs the example.
pub fn main() -> AppExit {
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
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "Shapes of all kinds drift, spin and stretch; the numbers are the penetration depths of touching pairs",
        overlay_keys::HELP,
        &overlay_keys::legend(),
    );
}

/// Gives each collider a faint filled shape, so that it is visible without the overlay.
fn dress(
    bare: Query<(Entity, &Collider), Added<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (entity, collider) in &bare {
        let color = look::varied(entity.index_u32() as usize);
        if let Ok(geometry) = collider.geometry(0.2) {
            let mesh = meshes.add(Mesh::from(&geometry));
            commands.entity(entity).insert((Mesh2d(mesh), MeshMaterial2d(materials.add(color))));
        }
    }
}
