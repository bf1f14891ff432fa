//! 3D shapes drift and rotate; some have parents that are stretched or mirrored, which shears and mirrors the
//! shapes and their colliders. Press F1 to hide and show the overlay, 1 to 9 for its categories, P to pause the
//! motion.
//!
//! The shapes are in `assets/solids.scn.ron`; the gems are convex hulls of the mesh in `assets/gem.gltf`. Each
//! collision is logged with both names, the point and the depth.
//!
//!     cargo example solids --features 3d

use bevy::prelude::*;
use bevy_gjk::dim3::prelude::*;
use examples::cli::Options;
use examples::hull_of;
use examples::label::spawn_label;
use examples::motion::MotionPlugin;
use examples::tint::{Tint, tint_3d};
use examples::{look, overlay_keys, report, scene, stage};

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
        .add_systems(Update, (dress, tint_3d, report::show_count::<bevy_gjk::Dim3>))
        .run()
}

fn set_stage(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
    look::spawn_3d(&mut commands, Vec3::new(0.0, 4.2, 12.6), Vec3::new(0.0, -0.2, 0.0));
    let overlay = CollisionGizmos::default();
    spawn_label(
        &mut commands,
        "3D shapes drift and rotate; stretched or mirrored parents shear and mirror their colliders, too",
        overlay_keys::HELP,
        &[
            (look::varied(0), "touches nothing"),
            (look::TOUCHING, "touches"),
            (overlay.contact_color, "contact points"),
            (overlay.normal_color, "normal"),
        ],
    );
    // Touching shapes are orange anyway; outlines and numbers would only hide them.
    let (_, overlay) = store.config_mut::<CollisionGizmos>();
    (overlay.shapes, overlay.depths) = (false, false);
}

/// Gives each collider a mesh, so that it is visible without the overlay.
fn dress(
    bare: Query<(Entity, &Collider, Has<Mesh3d>), Added<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (entity, collider, has_mesh) in &bare {
        let color = look::varied(entity.index_u32() as usize);
        // The floor keeps its colour.
        let is_floor = matches!(collider, Collider::Cuboid { half_size } if half_size.x > 5.0);
        let colors = if is_floor { [look::WALL; 2] } else { [color, look::TOUCHING] };
        let [apart, touching] = colors.map(|color| {
            // Flat shapes are visible from both sides.
            let two_sided = StandardMaterial { double_sided: true, cull_mode: None, ..look::matt(color) };
            materials.add(two_sided)
        });
        let mut entity = commands.entity(entity);
        // A gem has the mesh of its model already.
        if !has_mesh && let Ok(geometry) = collider.geometry(0.002) {
            entity.insert(Mesh3d(meshes.add(Mesh::from(&geometry))));
        }
        entity.insert((MeshMaterial3d(apart.clone()), Tint { apart, touching }));
    }
}
