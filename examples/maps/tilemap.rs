//! For `bevy_ecs_tilemap`: one grid of cells beside the entities of a map's tiles.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind, Collider};

/// What the tiles of a map are. Insert it beside the `TilemapBundle`.
#[derive(Component, Clone)]
pub struct TileKinds {
    pub kinds: Vec<CellKind>,
    /// For each texture index the number of its kind, 0 for none.
    pub of_texture: Vec<u16>,
}

impl TileKinds {
    fn number(&self, texture: TileTextureIndex) -> u16 {
        self.of_texture.get(texture.0 as usize).copied().unwrap_or(0)
    }
}

/// The entity of a map's collider.
#[derive(Component)]
pub struct GridOf(pub Entity);

pub fn plugin(app: &mut App) {
    let systems = (add_grids, write_cells).chain().before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, systems).add_observer(empty_cell);
}

type Placing =
    (&'static TilemapGridSize, &'static TilemapTileSize, &'static TilemapType, &'static TilemapAnchor);
type Tile = (&'static TilePos, &'static TileTextureIndex, &'static TilemapId);

fn add_grids(
    maps: Query<(Entity, &TileKinds, &TileStorage, Placing), Without<GridOf>>,
    tiles: Query<Tile>,
    mut commands: Commands,
) {
    for (map, kinds, storage, (cell, tile, kind_of_map, anchor)) in &maps {
        let size = storage.size;
        let mut grid = CellGrid::new(UVec2::new(size.x, size.y), 1.0, kinds.kinds.clone());
        grid.cell_size = Vec2::new(cell.x, cell.y);
        for (at, &texture, _) in tiles.iter_many(storage.iter().flatten()).flatten() {
            _ = grid.set(UVec2::new(at.x, at.y), kinds.number(texture));
        }
        let first = TilePos::new(0, 0).center_in_world(&size, cell, tile, kind_of_map, anchor);
        let corner = Transform::from_translation((first - 0.5 * grid.cell_size).extend(0.0));
        let grid = commands.spawn((Collider::Grid(grid), corner, ChildOf(map))).id();
        commands.entity(map).insert(GridOf(grid));
    }
}

fn write_cells(
    tiles: Query<Tile, Changed<TileTextureIndex>>,
    maps: Query<(&TileKinds, &GridOf)>,
    mut colliders: Query<&mut Collider>,
) {
    for (at, &texture, map) in &tiles {
        if let Ok((kinds, &GridOf(grid))) = maps.get(map.0)
            && let Ok(mut collider) = colliders.get_mut(grid)
            && let Collider::Grid(grid) = &mut *collider
        {
            _ = grid.set(UVec2::new(at.x, at.y), kinds.number(texture));
        }
    }
}

/// Empties the cell of a tile that is despawned.
fn empty_cell(
    tile: On<Remove<TileTextureIndex>>,
    tiles: Query<Tile>,
    maps: Query<&GridOf>,
    mut colliders: Query<&mut Collider>,
) {
    if let Ok((at, _, map)) = tiles.get(tile.entity)
        && let Ok(&GridOf(grid)) = maps.get(map.0)
        && let Ok(mut collider) = colliders.get_mut(grid)
        && let Collider::Grid(grid) = &mut *collider
    {
        _ = grid.set(UVec2::new(at.x, at.y), 0);
    }
}
