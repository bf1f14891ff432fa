//! Solids drift and turn; some hang on parents that are stretched or mirrored, which shears and mirrors them,
//! and their colliders with them. Press F1 to hide and show the overlay, 1 to 9 for its categories, space to
//! stop the motion.
//!
//! The solids are written in `assets/solids.scn.ron`; the gems are convex hulls of the mesh in
//! `assets/gem.gltf`. Each collision is logged with both names, the point and the depth.
//!
//!     cargo example solids --features 3d

use bevy::prelude::*;
use bevy_gjk::dim3::prelude::*;
use examples::cli::Options;
use examples::hull_of;
use examples::label::spawn_label;
use examples::motion::MotionPlugin;
use examples::{overlay_keys, report, scene, stage};

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: solids", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        MotionPlugin,
        report::plugin::<bevy_gjk::Dim3>,
        overlay_keys::plugin,
        hull_of::plugin,
    ));
    scene::load(&mut app, options.scene.unwrap_or_else(|| "solids.scn.ron".into()));
    app.add_systems(Startup, set_stage)
        .add_systems(Update, (dress, report::show_count::<bevy_gjk::Dim3>))
        .run()
}

fn set_stage(mut commands: Commands) {
    commands.spawn((
        Camera3d::default(),
        Camera { clear_color: Color::srgb(0.07, 0.08, 0.10).into(), ..default() },
        Transform::from_xyz(0.0, 2.6, 13.5).looking_at(Vec3::new(0.0, -0.1, 0.0), Vec3::Y),
    ));
    commands.spawn((
        DirectionalLight { illuminance: 5_000.0, ..default() },
        Transform::from_xyz(3.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    spawn_label(&mut commands, overlay_keys::HELP);
}

/// Gives each collider a body, so that there is something to see without the overlay.
fn dress(
    bare: Query<(Entity, &Collider, Has<Mesh3d>), Added<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (entity, collider, has_mesh) in &bare {
        let hue = 31.0 * (entity.index_u32() % 12) as f32;
        let material = StandardMaterial {
            base_color: Color::hsla(hue, 0.3, 0.4, 0.55),
            alpha_mode: AlphaMode::Blend,
            perceptual_roughness: 0.9,
            ..default()
        };
        let mut entity = commands.entity(entity);
        if has_mesh {
            // A model: it makes its collider, and not the other way round.
            entity.insert(MeshMaterial3d(materials.add(material)));
        } else if let Some(mesh) = examples::body::mesh_3d(collider) {
            entity.insert((Mesh3d(meshes.add(mesh)), MeshMaterial3d(materials.add(material))));
        }
    }
}
