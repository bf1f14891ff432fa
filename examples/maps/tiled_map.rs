//! For `bevy_ecs_tiled`: a grid of cells for each layer of tiles, by `from_tiled.rs`.

use bevy::prelude::*;
use bevy_ecs_tiled::prelude::*;
use bevy_gjk::dim2::Collider;

use crate::from_tiled::grid_from_tiled;

pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, add_grids.before(TransformSystems::Propagate));
}

/// Gives each layer of tiles that has been spawned a grid. It is despawned with its layer.
fn add_grids(
    mut created: MessageReader<TiledEvent<LayerCreated>>,
    assets: Res<Assets<TiledMapAsset>>,
    anchors: Query<&TilemapAnchor>,
    mut commands: Commands,
) {
    for event in created.read() {
        let (Some(map), Some(layer)) = (event.map_asset(&assets), event.layer(&assets)) else { continue };
        let (name, Some(tiles)) = (layer.name.clone(), layer.as_tile_layer()) else { continue };
        match grid_from_tiled(&map.map, tiles) {
            Ok(grid) => {
                let anchor =
                    event.map_entity().and_then(|map| anchors.get(map).ok()).cloned().unwrap_or_default();
                let first = map.tile_relative_position(&TilePos::new(0, 0), &map.largest_tile_size, &anchor);
                let corner = Transform::from_translation((first - 0.5 * grid.cell_size).extend(0.0));
                commands.spawn((Collider::Grid(grid), corner, ChildOf(event.origin)));
            }
            Err(error) => warn!("the layer {name} has no collider: {error}"),
        }
    }
}
