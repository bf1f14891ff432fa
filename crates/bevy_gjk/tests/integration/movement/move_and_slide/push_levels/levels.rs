//! Random levels of tiles, as colliders and as the convex parts that they are made of.

use super::brute_force::Rounded;
use crate::common::prelude::*;
use crate::movement::move_and_slide::world::World;

/// The side of a tile.
pub const TILE: f32 = 16.0;

/// A box of the level.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub low: Vec3,
    pub high: Vec3,
}

impl Tile {
    fn center(&self) -> Vec3 {
        0.5 * (self.low + self.high)
    }

    fn size(&self) -> Vec3 {
        self.high - self.low
    }

    fn corners(&self) -> Vec<Vec3> {
        (0..8)
            .map(|choice| {
                let pick = |bit: u32, low: f32, high: f32| if choice >> bit & 1 == 0 { low } else { high };
                let (low, high) = (self.low, self.high);
                Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
            })
            .collect()
    }
}

/// What the tests need of a dimension.
pub trait Tiled: Spatial {
    const IS_FLAT: bool;
    /// How many ways there are to make colliders of tiles.
    const KINDS: u32;
    const SEED: u64;
    /// How many levels are judged by default.
    const LEVELS: u64;
    fn corners(tile: &Tile) -> Vec<Vec3>;
    /// Spawns tiles as surfaces, in the way of a kind from 3 on, and returns their convex parts.
    fn spawn_surfaces(world: &mut World<Self>, tiles: &[Tile], kind: u32) -> Vec<Vec<Vec3>>;
    /// Returns whether round shapes can be judged among such parts.
    fn judges_round(kind: u32) -> bool;
    /// Returns a shape of about this size, and what it is made of.
    fn shape(kind: u32, half: Vec3) -> (Box<dyn Support<Self::Vector>>, Rounded);

    /// Spawns tiles in one of the ways, and returns their convex parts.
    fn spawn(world: &mut World<Self>, tiles: &[Tile], kind: u32) -> Vec<Vec<Vec3>> {
        let cuboids = tiles.iter().map(|tile| (at_point(tile.center()), Self::cuboid(0.5 * tile.size())));
        match kind {
            0 | 1 => cuboids.for_each(|(place, cuboid)| _ = world.spawn(cuboid, place)),
            2 => {
                let compound = Self::compound(cuboids.map(Into::into).collect());
                world.spawn(compound, Transform::IDENTITY);
            }
            _ => return Self::spawn_surfaces(world, tiles, kind),
        }
        tiles.iter().map(Self::corners).collect()
    }
}

fn rounded(points: &[Vec3], radius: f32) -> Rounded {
    Rounded { points: points.iter().map(|point| point.as_dvec3()).collect(), radius: radius.into() }
}

/// The four corners of a tile in 2D, in order.
fn outline(tile: &Tile) -> [Vec2; 4] {
    let (low, high) = (tile.low.truncate(), tile.high.truncate());
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}

impl Tiled for Dim2 {
    const IS_FLAT: bool = true;
    const KINDS: u32 = 5;
    const SEED: u64 = 1;
    const LEVELS: u64 = 80;

    fn corners(tile: &Tile) -> Vec<Vec3> {
        outline(tile).map(|corner| corner.extend(0.0)).to_vec()
    }

    fn spawn_surfaces(world: &mut World<Self>, tiles: &[Tile], kind: u32) -> Vec<Vec<Vec3>> {
        match kind {
            3 => {
                let corners: Vec<Vec2> = tiles.iter().flat_map(outline).collect();
                let triangles: Vec<[u32; 3]> = (0..tiles.len() as u32)
                    .flat_map(|i| [[0, 1, 2], [0, 2, 3]].map(|t| t.map(|k| 4 * i + k)))
                    .collect();
                let parts =
                    triangles.iter().map(|t| t.map(|k| corners[k as usize].extend(0.0)).to_vec()).collect();
                world.spawn(dim2::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
                parts
            }
            _ => {
                let mut parts = Vec::new();
                for tile in tiles {
                    let corners = outline(tile);
                    world.spawn(dim2::Collider::closed_polyline(corners), Transform::IDENTITY);
                    parts.extend(
                        (0..4).map(|i| vec![corners[i].extend(0.0), corners[(i + 1) % 4].extend(0.0)]),
                    );
                }
                parts
            }
        }
    }

    fn judges_round(_: u32) -> bool {
        true
    }

    fn shape(kind: u32, half: Vec3) -> (Box<dyn Support<Vec2>>, Rounded) {
        let flat = half.truncate();
        match kind % 4 {
            0 => {
                let radius = half.x;
                (Box::new(gjk::Circle::new(radius)), rounded(&[Vec3::ZERO], radius))
            }
            1 => {
                let (radius, rest) = (half.x.min(half.y), (half.y - half.x).max(0.1));
                let ends = [Vec3::Y * rest, Vec3::NEG_Y * rest];
                (Box::new(gjk::Capsule2::new(rest, radius)), rounded(&ends, radius))
            }
            2 => {
                let corners = [
                    Vec2::new(flat.x, 0.3 * flat.y),
                    Vec2::new(-0.2 * flat.x, flat.y),
                    Vec2::new(-flat.x, -0.4 * flat.y),
                    Vec2::new(0.1 * flat.x, -flat.y),
                ];
                let hull = gjk::Hull::new(corners.to_vec()).unwrap();
                (Box::new(hull), rounded(&corners.map(|corner| corner.extend(0.0)), 0.0))
            }
            _ => {
                let corners = [flat, -flat, Vec2::new(-flat.x, flat.y), Vec2::new(flat.x, -flat.y)];
                let shape = gjk::Rectangle::from_half_size(flat);
                (Box::new(shape), rounded(&corners.map(|corner| corner.extend(0.0)), 0.0))
            }
        }
    }
}

impl Tiled for Dim3 {
    const IS_FLAT: bool = false;
    const KINDS: u32 = 4;
    const SEED: u64 = 2;
    const LEVELS: u64 = 20;

    fn corners(tile: &Tile) -> Vec<Vec3> {
        tile.corners()
    }

    /// Spawns the tops of all tiles.
    fn spawn_surfaces(world: &mut World<Self>, tiles: &[Tile], _: u32) -> Vec<Vec<Vec3>> {
        let mut corners: Vec<Vec3> = Vec::new();
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for tile in tiles {
            let first = corners.len() as u32;
            corners.extend(tile.corners().into_iter().filter(|corner| corner.y == tile.high.y));
            triangles.extend([[0, 1, 2], [1, 3, 2]].map(|t| t.map(|k| first + k)));
        }
        let parts = triangles.iter().map(|t| t.map(|k| corners[k as usize]).to_vec()).collect();
        world.spawn(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        parts
    }

    fn judges_round(kind: u32) -> bool {
        kind != 3
    }

    fn shape(kind: u32, half: Vec3) -> (Box<dyn Support<Vec3>>, Rounded) {
        match kind % 4 {
            0 => (Box::new(gjk::Sphere::new(half.x)), rounded(&[Vec3::ZERO], half.x)),
            1 => {
                let (radius, rest) = (half.x.min(half.y), (half.y - half.x).max(0.1));
                let ends = [Vec3::Y * rest, Vec3::NEG_Y * rest];
                (Box::new(gjk::Capsule3::new(rest, radius)), rounded(&ends, radius))
            }
            2 => {
                let corners = [
                    Vec3::new(1.0, 0.2, 0.1),
                    Vec3::new(-1.0, -0.1, 0.3),
                    Vec3::new(0.1, 1.0, -0.2),
                    Vec3::new(-0.2, -1.0, 0.1),
                    Vec3::new(0.3, 0.1, 1.0),
                    Vec3::new(0.1, -0.3, -1.0),
                ]
                .map(|corner| corner * half);
                (Box::new(gjk::Hull::new(corners.to_vec()).unwrap()), rounded(&corners, 0.0))
            }
            _ => {
                let tile = Tile { low: -half, high: half };
                (Box::new(gjk::Cuboid::from_half_size(half)), rounded(&tile.corners(), 0.0))
            }
        }
    }
}

/// Returns random tiles: a row, a column, a block, or some of a grid; of one size, or of different ones.
pub fn random_tiles(random: &mut Random, is_flat: bool, mixes_sizes: bool) -> Vec<Tile> {
    let [columns, rows, layers, fill] = match random.below(5) {
        0 => [3 + random.below(3), 1, 1, 100],
        1 => [1, 3 + random.below(3), 1, 100],
        2 => [2 + random.below(3), 2 + random.below(2), 2, 100],
        3 => [5, 4, 3, 70],
        _ => [5, 4, 3, 35],
    };
    let layers = if is_flat { 1 } else { layers };
    let mut tiles = Vec::new();
    for layer in 0..layers {
        for row in 0..rows {
            let mut column = 0;
            while column < columns {
                if random.below(100) >= fill {
                    column += 1;
                    continue;
                }
                let cell = Vec3::new(column as f32, row as f32, layer as f32);
                let width = if mixes_sizes { 1 + random.below(3) } else { 1 }.min(columns - column);
                let low = cell * TILE;
                let high = low + Vec3::new(width as f32, 1.0, 1.0) * TILE;
                column += width;
                if mixes_sizes && random.below(3) == 0 {
                    let middle = 0.5 * (low.x + high.x);
                    tiles.push(Tile { low, high: high.with_x(middle) });
                    tiles.push(Tile { low: low.with_x(middle), high });
                } else {
                    tiles.push(Tile { low, high });
                }
            }
        }
    }
    tiles
}
