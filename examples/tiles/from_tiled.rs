//! A `CellGrid` from a tile layer of a map of [Tiled](https://www.mapeditor.org), by the crate `tiled`. Copy this file.
//!
//! A tile's shape is what its collision objects in the tileset cover of it: rectangles, ellipses and polygons, together convex.
//! Its custom properties say the rest: `one_way` (a bool), `conveyor_x` and `conveyor_y` (pixels a second, y up), `coin` and
//! `hazard` (bools).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use tiled::{LayerTile, LayerTileData, ObjectData, ObjectShape, PropertyValue};

collision_layers! {
    /// Characters pass through things.
    pub enum Layer { Solid, Thing }
}

/// The tag of a kind that is to be collected.
pub const COIN: u32 = 1;
/// The tag of a kind that hurts.
pub const HAZARD: u32 = 2;

/// Makes a grid of a tile layer, with the lower left corner at the origin of its entity. Each tile that is used, and each
/// way in which it is flipped, is a kind of its own.
///
/// Of tiles whose shape cannot be one of a cell, one warning for each tileset says why. Their cells are drawn, and nothing
/// collides with them.
///
/// # Errors
/// Returns an error if the map is not orthogonal or has no size.
pub fn grid_from_tiled(map: &tiled::Map, layer: tiled::TileLayer) -> Result<CellGrid, BevyError> {
    if map.orientation != tiled::Orientation::Orthogonal {
        return Err("only the cells of orthogonal maps are rectangles".into());
    }
    let (Some(width), Some(height)) = (layer.width(), layer.height()) else {
        return Err("an infinite map has no size: make a grid of each of its chunks".into());
    };
    let cell_size = UVec2::new(map.tile_width, map.tile_height).as_vec2();
    let mut grid = CellGrid { cell_size, ..CellGrid::new(UVec2::new(width, height), 1.0, []) };
    let mut numbers = HashMap::new();
    // By tileset and reason, the tiles.
    let mut refused: BTreeMap<_, BTreeMap<String, BTreeSet<u32>>> = BTreeMap::new();
    for y in 0..height {
        for x in 0..width {
            let Some(tile) = layer.get_tile(x as i32, y as i32) else { continue };
            let key = (tile.tileset_index(), tile.id(), [tile.flip_h, tile.flip_v, tile.flip_d]);
            let number = *numbers.entry(key).or_insert_with(|| {
                let shape = shape(&tile, cell_size).unwrap_or_else(|why| {
                    let of_tileset = refused.entry((tile.tileset_index(), tile.get_tileset().name.clone()));
                    of_tileset.or_default().entry(why).or_default().insert(tile.id());
                    None
                });
                grid.add_kind(CellKind { shape, ..properties(&tile) })
            });
            // Rows count from the top in Tiled.
            grid.set(UVec2::new(x, height - 1 - y), number)?;
        }
    }
    for ((_, tileset), reasons) in refused {
        let of_reason = |(why, tiles): (&String, &BTreeSet<u32>)| format!("tiles {tiles:?}: {why}");
        let reasons: Vec<_> = reasons.iter().map(of_reason).collect();
        warn!("no collider for some tiles of the tileset \"{tileset}\": {}", reasons.join("; "));
    }
    Ok(grid)
}

/// Returns the shape of a tile in the unit cell, if it has one.
fn shape(tile: &LayerTile, cell_size: Vec2) -> Result<Option<Collider>, String> {
    let data = tile.get_tile();
    let Some(objects) = data.as_ref().and_then(|data| data.collision.as_ref()) else { return Ok(None) };
    let height = tile.get_tileset().tile_height as f32;
    let (mut polygons, mut unusable) = (Vec::new(), None);
    for object in objects.object_data() {
        match corners(object, cell_size) {
            Ok(corners) => {
                let (from, turn) = (Vec2::new(object.x, object.y), Rot2::degrees(object.rotation));
                polygons.push(corners.into_iter().map(move |corner| {
                    let Vec2 { x, y } = from + turn * corner;
                    flipped(tile, Vec2::new(x, height - y) / cell_size - 0.5)
                }));
            }
            Err(why) => unusable = Some(why),
        }
    }
    match CellKind::from_polygons(polygons) {
        Ok(CellKind { shape: None, .. }) => unusable.map_or(Ok(None), Err),
        Ok(kind) => Ok(kind.shape),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the corners of a collision object, in pixels, y down, from the corner of the object. A point and a text have none.
fn corners(object: &ObjectData, cell_size: Vec2) -> Result<Vec<Vec2>, String> {
    Ok(match &object.shape {
        &ObjectShape::Rect { width, height } => {
            [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(Vec2::from).into()
        }
        &ObjectShape::Ellipse { width, height } => (0..24)
            .map(|corner| {
                0.5 * Vec2::new(width, height)
                    * (Vec2::ONE + Rot2::turn_fraction(corner as f32 / 24.0) * Vec2::X)
            })
            .collect(),
        ObjectShape::Polygon { points } => points.iter().copied().map(Vec2::from).collect(),
        ObjectShape::Polyline { points } => {
            let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
            let ends = points.first().zip(points.last()).map(|(first, last)| (first - last) / cell_size);
            // Ends that nearly meet were drawn as a polygon.
            if ends.is_some_and(|gap| gap.length() > 1.0 / 16.0) {
                return Err("a line without an inside".into());
            }
            points
        }
        ObjectShape::Point(..) | ObjectShape::Text { .. } => Vec::new(),
        other => {
            return Err(format!("it is neither a rectangle, nor an ellipse, nor a polygon, but {other:?}"));
        }
    })
}

/// Returns what the custom properties of a tile say. A flipped tile carries and blocks to the other side.
fn properties(tile: &LayerTile) -> CellKind {
    let data = tile.get_tile();
    let get = |name: &str| data.as_ref().and_then(|data| data.properties.get(name));
    let is = |name| matches!(get(name), Some(PropertyValue::BoolValue(true)));
    let number = |name| match get(name) {
        Some(&PropertyValue::FloatValue(number)) => number,
        Some(&PropertyValue::IntValue(number)) => number as f32,
        _ => 0.0,
    };
    let up = OneWayPlatform { direction: flipped(tile, Vec2::Y), ..default() };
    let tag = if is("coin") {
        COIN
    } else if is("hazard") {
        HAZARD
    } else {
        0
    };
    CellKind {
        one_way: is("one_way").then_some(up),
        surface_velocity: flipped(tile, Vec2::new(number("conveyor_x"), number("conveyor_y"))),
        layers: (tag != 0).then(|| CollisionLayers::new(Layer::Thing, LayerMask::ALL)),
        reports: tag != 0,
        tag,
        ..default()
    }
}

/// Returns where a point or a direction is when a tile is flipped; y up, from the middle.
pub fn flipped(tile: &LayerTileData, mut point: Vec2) -> Vec2 {
    if tile.flip_d {
        point = Vec2::new(-point.y, -point.x);
    }
    if tile.flip_h {
        point.x = -point.x;
    }
    if tile.flip_v {
        point.y = -point.y;
    }
    point
}
