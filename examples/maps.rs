//! Glue between grids of cells and the crates that draw maps: `maps/tilemap.rs` for `bevy_ecs_tilemap`, `maps/ldtk.rs` for
//! `bevy_ecs_ldtk`, `maps/tiled_map.rs` for `bevy_ecs_tiled`. Copy the one that you need. What is shown is `assets/tiles.tmx`,
//! drawn by `bevy_ecs_tiled`, and the overlay of its grid.
//!
//!     cargo example maps --features maps

use bevy::prelude::*;
use bevy_ecs_tiled::prelude::*;
use bevy_gjk::dim2::CollisionPlugin;
use bevy_gjk::dim2::{CellKind, Collider};
use examples::cli::Options;
use examples::{look, overlay_keys, stage};

#[path = "tiles/from_tiled.rs"]
mod from_tiled;
#[path = "maps/ldtk.rs"]
mod ldtk;
#[path = "maps/tiled_map.rs"]
mod tiled_map;
#[path = "maps/tilemap.rs"]
mod tilemap;

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: maps", &options);
    app.add_plugins((TiledPlugin::default(), tiled_map::plugin));
    app.add_plugins((CollisionPlugin::default(), overlay_keys::plugin));
    app.add_systems(Startup, |mut commands: Commands, assets: Res<AssetServer>| {
        commands.spawn(look::camera_2d());
        commands.spawn((TiledMap(assets.load("tiles.tmx")), TilemapAnchor::Center));
    });
    // A map of LDtk and one without an editor would need these.
    app.add_plugins((ldtk::plugin, tilemap::plugin));
    app.insert_resource(ldtk::IntGridKinds { layer: "Walls".into(), kinds: vec![(1, CellKind::full())] });
    app.insert_resource(stage::Ready(true));
    app.add_systems(Update, |grids: Query<&Collider, Added<Collider>>| {
        for grid in &grids {
            if let Collider::Grid(grid) = grid {
                info!(
                    "a grid of {} cells, of which {} are filled",
                    grid.size().element_product(),
                    grid.filled().count()
                );
            }
        }
    });
    app.run()
}
