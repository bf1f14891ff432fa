//! For `bevy_ecs_ldtk`: a grid of cells for an int grid of each level.

use bevy::prelude::*;
use bevy_ecs_ldtk::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind, Collider};

/// What the values of an int grid are.
#[derive(Resource)]
pub struct IntGridKinds {
    /// The identifier of the layer in the editor.
    pub layer: String,
    pub kinds: Vec<(i32, CellKind)>,
}

pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, add_grids.before(TransformSystems::Propagate));
}

/// Gives each layer that has been spawned a grid. It is despawned with its level.
fn add_grids(
    layers: Query<(Entity, &LayerMetadata, &Children), Added<LayerMetadata>>,
    cells: Query<(&GridCoords, &IntGridCell)>,
    kinds: Res<IntGridKinds>,
    mut commands: Commands,
) {
    for (layer, of_layer, children) in layers.iter().filter(|(_, layer, _)| layer.identifier == kinds.layer) {
        let size = UVec2::new(of_layer.c_wid as u32, of_layer.c_hei as u32);
        let of_values = kinds.kinds.iter().map(|(_, kind)| kind.clone());
        let mut grid = CellGrid::new(size, of_layer.grid_size as f32, of_values);
        for (at, cell) in cells.iter_many(children).flatten() {
            let place = kinds.kinds.iter().position(|&(value, _)| value == cell.value);
            let number = place.map_or(0, |place| place as u16 + 1);
            if let Err(error) = grid.set(UVec2::new(at.x as u32, at.y as u32), number) {
                warn!("the layer {}: {error}", of_layer.identifier);
            }
        }
        // The origin of the layer is the center of its first tile.
        let corner = Transform::from_translation((-0.5 * grid.cell_size).extend(0.0));
        if grid.filled().next().is_some() {
            commands.spawn((Collider::Grid(grid), corner, ChildOf(layer)));
        }
    }
}
