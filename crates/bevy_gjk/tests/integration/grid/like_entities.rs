//! A grid beside the same level made of an entity a cell: verdicts, contacts, queries, characters and events are the
//! same, while it is dug in and built in.

use bevy_gjk::CollisionOrder;
use bevy_gjk::grid::{CellEvent, CellKind};

use super::kinds::{GridKinds, with_grid};
use crate::common::prelude::*;

/// The number of cells along each axis.
const SIZE: [u32; 3] = [24, 13, 5];
const CELL: f32 = 2.0;

in_both_dimensions!(
    touches_are_those_of_entities,
    answers_are_those_of_entities,
    characters_move_as_among_entities,
);

/// Two worlds with the same level and the same movers.
struct Twins<D: GridKinds> {
    grid: App,
    level: Entity,
    tiles: App,
    /// What the tiles are children of.
    base: Entity,
    kinds: Vec<CellKind<D>>,
    /// The number of the kind of each cell, and its entity among the tiles.
    cells: Vec<(u16, Option<Entity>)>,
    /// The movers in both worlds.
    movers: Vec<[Entity; 2]>,
}

fn size<D: Dimension>() -> [u32; 3] {
    if D::Vector::DIMENSION == 2 { [SIZE[0], SIZE[1], 1] } else { SIZE }
}

fn coordinates<D: Dimension>(part: u32) -> [u32; 3] {
    let [width, height, _] = size::<D>();
    [part % width, part / width % height, part / width / height]
}

impl<D: GridKinds> Twins<D> {
    fn new() -> Self {
        let kinds = D::kinds();
        let mut grid = app();
        let all = D::grid(size::<D>(), CELL, kinds.clone());
        let level = grid.spawn((all, Transform::default()));
        let cells = vec![(0, None); size::<D>().iter().product::<u32>() as usize];
        let mut tiles = app();
        let base = tiles.spawn(Transform::default());
        Self { grid, level, tiles, base, kinds, cells, movers: Vec::new() }
    }

    /// Writes a cell in both worlds.
    fn write(&mut self, part: u32, kind: u16) {
        let cell = D::cell_from(coordinates::<D>(part));
        let (old, entity) = &mut self.cells[part as usize];
        let before = with_grid::<D, _>(&mut self.grid, self.level, |grid| grid.set(cell, kind)).unwrap();
        assert_eq!(before, core::mem::replace(old, kind));
        if before == kind {
            return;
        }
        if let Some(entity) = entity.take() {
            self.tiles.world_mut().despawn(entity);
        }
        let Some(CellKind { shape: Some(shape), transform, layers, one_way, surface_velocity, .. }) =
            usize::from(kind).checked_sub(1).map(|index| self.kinds[index].clone())
        else {
            return;
        };
        let [x, y, z] = coordinates::<D>(part).map(|at| (at as f32 + 0.5) * CELL);
        let z = if D::Vector::DIMENSION == 2 { 0.0 } else { z };
        let place = Transform::from_xyz(x, y, z).with_scale(Vec3::splat(CELL)) * transform;
        let tile = self.tiles.spawn((shape, place, CollisionOrder(part.into()), ChildOf(self.base)));
        let mut tile_mut = self.tiles.world_mut().entity_mut(tile);
        layers.into_iter().for_each(|layers| _ = tile_mut.insert(layers));
        one_way.into_iter().for_each(|one_way| _ = tile_mut.insert(one_way));
        tile_mut.insert(SurfaceVelocity::<D> { velocity: surface_velocity });
        *entity = Some(tile);
    }

    fn write_at_random(&mut self, random: &mut Random, count: u32, density: f32) {
        for _ in 0..count {
            let part = random.below(self.cells.len() as u32);
            let kind =
                if random.unit() < density { 1 + random.below(self.kinds.len() as u32) as u16 } else { 0 };
            self.write(part, kind);
        }
    }

    fn spawn(&mut self, bundle: impl Bundle + Clone) -> usize {
        let order = CollisionOrder(1 << 40 | self.movers.len() as u64);
        let in_grid = self.grid.spawn(bundle.clone());
        let in_tiles = self.tiles.spawn((bundle, order));
        self.movers.push([in_grid, in_tiles]);
        self.movers.len() - 1
    }

    fn place(&mut self, mover: usize, place: Transform) {
        let [in_grid, in_tiles] = self.movers[mover];
        set(&mut self.grid, in_grid, place);
        set(&mut self.tiles, in_tiles, place);
    }

    /// Places the whole level.
    fn place_level(&mut self, place: Transform) {
        set(&mut self.grid, self.level, place);
        set(&mut self.tiles, self.base, place);
    }

    /// The cells that movers touch: the mover and the part.
    fn touched_in_grid(&self) -> Vec<(usize, u32)> {
        let mut touched = Vec::new();
        let mut parts = Vec::new();
        let collisions = self.grid.resource::<Collisions<D>>();
        for (mover, &[entity, _]) in self.movers.iter().enumerate() {
            if let Some(touch) = collisions.get(self.level, entity) {
                touch.all_touching_parts(&mut parts);
                assert!(!parts.is_empty(), "a touch without a cell");
                touched.extend(parts.iter().map(|&[part, _]| (mover, part)));
            }
        }
        touched
    }

    fn touched_in_tiles(&self) -> Vec<(usize, u32)> {
        let collisions = self.tiles.resource::<Collisions<D>>();
        let mut touched = Vec::new();
        for (mover, &[_, entity]) in self.movers.iter().enumerate() {
            for (part, tile) in self.cells.iter().enumerate() {
                if tile.1.is_some_and(|tile| collisions.get(tile, entity).is_some()) {
                    touched.push((mover, part as u32));
                }
            }
        }
        touched
    }

    /// The depth of the contact with the level, and the deepest contact with a tile.
    fn depths(&self, mover: usize) -> [f32; 2] {
        let [in_grid, in_tiles] = self.movers[mover];
        let of_grid = self.grid.resource::<Collisions<D>>().get(self.level, in_grid);
        let tiles = self.tiles.resource::<Collisions<D>>();
        let is_tile = |entity: Entity| self.cells.iter().any(|cell| cell.1 == Some(entity));
        let of_tiles = tiles.collisions_with(in_tiles).filter(|touch| is_tile(touch.other));
        [
            of_grid.map_or(0.0, |touch| touch.contact().depth),
            of_tiles.map(|touch| touch.contact().depth).fold(0.0, f32::max),
        ]
    }
}

/// The middle of the level.
fn middle<D: Dimension>() -> Vec3 {
    let [x, y, z] = size::<D>().map(|cells| 0.5 * cells as f32 * CELL);
    Vec3::new(x, y, if D::Vector::DIMENSION == 2 { 0.0 } else { z })
}

fn anywhere_near<D: Dimension>(random: &mut Random) -> Vec3 {
    let [x, y, z] = size::<D>().map(|cells| random.range(-1.0, cells as f32 + 1.0) * CELL);
    if D::Vector::DIMENSION == 2 { Vec3::new(x, y, 0.0) } else { Vec3::new(x, y, z) }
}

fn turned_place<D: Dimension>(random: &mut Random) -> Transform {
    let place = anywhere::<D>(random, 1.0, false);
    Transform { translation: anywhere_near::<D>(random), scale: Vec3::ONE, ..place }
}

/// `GRID_FRAMES` frames are run in the long checks.
fn frames() -> u32 {
    std::env::var("GRID_FRAMES").map_or(60, |frames| frames.parse().unwrap())
}

/// The first seed: `GRID_SEED` in the long checks.
fn seeds() -> core::ops::Range<u64> {
    let first = std::env::var("GRID_SEED").map_or(1, |seed| seed.parse().unwrap());
    first..first + 3
}

/// Verdicts, contacts and events of colliders that are moved at random.
fn touches_are_those_of_entities<D: GridKinds>() {
    each(seeds()).for_each(same_touches::<D>);
}

fn same_touches<D: GridKinds>(seed: u64) {
    let mut random = Random(seed);
    let mut twins = Twins::<D>::new();
    let cells = twins.cells.len() as u32;
    twins.write_at_random(&mut random, cells, 0.5);
    for index in 0..40 {
        let half = Vec3::new(0.3, 0.9, 0.5) * random.range(0.3, 2.0);
        let shape = if index % 2 == 0 { D::ball(half.x) } else { D::cuboid(half) };
        twins.spawn((shape, Transform::default()));
    }
    let mut touched_before: Vec<(usize, u32, u16)> = Vec::new();
    let mut count = 0;
    for frame in 0..frames() {
        if frame % 9 == 8 {
            // Turned, scaled, sheared, mirrored.
            let place = anywhere::<D>(&mut random, 1.0, false);
            let moved = place.rotation * (place.scale * middle::<D>());
            twins.place_level(Transform { translation: middle::<D>() - moved, ..place });
        }
        for mover in 0..twins.movers.len() {
            if random.below(3) > 0 {
                twins.place(mover, turned_place::<D>(&mut random));
            }
        }
        twins.write_at_random(&mut random, frame % 7, 0.5);
        twins.grid.resource_mut::<Messages<CellEvent<D>>>().clear();
        twins.grid.update();
        twins.tiles.update();
        let touched = twins.touched_in_tiles();
        assert_eq!(twins.touched_in_grid(), touched, "seed {seed}, frame {frame}");
        count += touched.len();
        for mover in 0..twins.movers.len() {
            let [of_grid, of_tiles] = twins.depths(mover);
            assert!((of_grid - of_tiles).abs() < 1e-4, "{of_grid} {of_tiles}, seed {seed}, frame {frame}");
        }
        // Events tell of the cells of kinds that report.
        let kinds = touched.iter().map(|&(mover, part)| (mover, part, twins.cells[part as usize].0));
        let mut reported: Vec<_> =
            kinds.filter(|&(.., kind)| twins.kinds[usize::from(kind) - 1].reports).collect();
        reported.sort_unstable();
        let (mut started, mut ended) = (Vec::new(), Vec::new());
        for event in twins.grid.drain::<CellEvent<D>>() {
            let (touch, list) = match event {
                CellEvent::Started(touch) => (touch, &mut started),
                CellEvent::Ended(touch) => (touch, &mut ended),
            };
            let mover = twins.movers.iter().position(|mover| mover[0] == touch.other).unwrap();
            let [x, y, z] = D::cell_coordinates(touch.cell);
            let [width, height, _] = size::<D>();
            list.push((mover, x + width * (y + height * z), touch.kind));
        }
        started.sort_unstable();
        ended.sort_unstable();
        let new = |from: &[(usize, u32, u16)], of: &[(usize, u32, u16)]| {
            from.iter().filter(|touch| !of.contains(touch)).copied().collect::<Vec<_>>()
        };
        assert_eq!(started, new(&reported, &touched_before), "seed {seed}, frame {frame}");
        assert_eq!(ended, new(&touched_before, &reported), "seed {seed}, frame {frame}");
        touched_before = reported;
    }
    assert!(count > 250, "{count} touches are too few");
}

/// The part with the distance and the normal of a ray, the same with the depth of a cast, the part, the distance and
/// the point of what is nearest, and the part, the points and the normal of each overlap.
type AnswersAbout<D> = (
    Option<(u32, f32, <D as Dimension>::Vector)>,
    Option<(u32, f32, <D as Dimension>::Vector, f32)>,
    Option<(u32, f32, <D as Dimension>::Vector)>,
    Vec<(u32, [<D as Dimension>::Vector; 3])>,
);

/// Asks about a shape, and about a ray with its start, direction and length.
fn answers_about<D: Dimension>(
    query: &CollisionQuery<D>,
    shape: &Pieces<D>,
    (from, direction, length): (D::Vector, D::Direction, f32),
    filter: &QueryFilter,
    part_of: &dyn Fn(Entity, u32) -> u32,
) -> AnswersAbout<D> {
    let shape = &shape[0];
    let ray = query.cast_ray(from, direction, length, filter);
    let cast = query.cast_shape(shape, direction, length, filter);
    let nearest = query.nearest(shape, 3.0, filter);
    let mut overlaps = Vec::new();
    query.nearest_parts(shape, 0.0, filter, |near| {
        overlaps.push((part_of(near.entity, near.part), [near.on_shape, near.on_collider, near.normal]));
    });
    overlaps.sort_by_key(|&(part, _)| part);
    (
        ray.map(|hit| (part_of(hit.entity, hit.part), hit.distance, hit.normal)),
        cast.map(|hit| (part_of(hit.entity, hit.part), hit.distance, hit.normal, hit.depth)),
        nearest.map(|hit| (part_of(hit.entity, hit.part), hit.distance, hit.on_collider)),
        overlaps,
    )
}

/// Rays, casts, overlaps and the nearest, with filters of layers.
fn answers_are_those_of_entities<D: GridKinds>() {
    each(seeds()).for_each(same_answers::<D>);
}

fn same_answers<D: GridKinds>(seed: u64) {
    let mut random = Random(seed);
    let mut twins = Twins::<D>::new();
    let cells = twins.cells.len() as u32;
    twins.write_at_random(&mut random, cells, 0.4);
    twins.grid.update();
    twins.tiles.update();
    let mut hits = 0;
    for question in 0..600 {
        let filter = match question % 3 {
            0 => QueryFilter::ALL,
            1 => QueryFilter::ALL.in_layers(D::GROUND),
            _ => QueryFilter::ALL.with_layers(CollisionLayers::new(LayerMask::ALL, D::COIN)),
        };
        let place = turned_place::<D>(&mut random);
        let (from, to) = (D::vector(place.translation), D::vector(anywhere_near::<D>(&mut random)));
        let way = to - from;
        let length = way.dot(way).sqrt();
        let Ok(direction) = D::Direction::try_from(way * (1.0 / length)) else { continue };
        let shape = pieces::<D>(&D::cuboid(Vec3::new(0.2, 0.7, 0.4)), &place.into());
        let ray = (from, direction, length);
        let in_grid = answers_about::<D>(&twins.grid.query(), &shape, ray, &filter, &|_, part| part);
        let part_of = |entity, _| twins.cells.iter().position(|cell| cell.1 == Some(entity)).unwrap() as u32;
        let in_tiles = answers_about::<D>(&twins.tiles.query(), &shape, ray, &filter, &part_of);
        assert_eq!(in_grid.0, in_tiles.0, "ray {question}");
        // Of several tiles at the same time, the deepest counts within a collider, and the first one among entities.
        match (in_grid.1, in_tiles.1) {
            (Some(one), Some(two)) if one.1 == 0.0 => assert_eq!((one.1, true), (two.1, one.3 >= two.3)),
            (one, two) => assert_eq!(one, two, "cast {question}"),
        }
        match (in_grid.2, in_tiles.2) {
            (Some(one), Some(two)) if one.1 == 0.0 => assert_eq!(one.1, two.1),
            (one, two) => assert_eq!(one, two, "nearest {question}"),
        }
        assert_eq!(in_grid.3, in_tiles.3, "overlaps {question}");
        hits += usize::from(in_grid.0.is_some()) + in_grid.3.len();
    }
    assert!(hits > 300, "{hits} hits are too few");
}

/// Characters that walk, jump and drop, to the bit, while the level is dug in and built in.
fn characters_move_as_among_entities<D: GridKinds>() {
    each(seeds()).for_each(same_moves::<D>);
}

fn same_moves<D: GridKinds>(seed: u64) {
    let mut random = Random(seed);
    let mut twins = Twins::<D>::new();
    let cells = twins.cells.len() as u32;
    twins.write_at_random(&mut random, cells, 0.3);
    let [width, _, depth] = size::<D>();
    for z in 0..depth {
        for x in 0..width {
            twins.write(x + width * SIZE[1] * z, 1);
        }
    }
    let layers = CollisionLayers::new(LayerMask::layer(0), LayerMask::ALL);
    let count = 12;
    for index in 0..count {
        let mover = CharacterMover::<D> { solid_layers: D::GROUND, ..CharacterMover::for_height(1.6) };
        let shape = if index % 2 == 0 { D::cuboid(Vec3::new(0.4, 0.8, 0.4)) } else { D::ball(0.8) };
        let x = (1.5 + 2.0 * index as f32) * CELL % (width as f32 * CELL - 2.0);
        let z = if depth == 1 { 0.0 } else { 2.5 * CELL };
        let place = Transform::from_xyz(x, SIZE[1] as f32 * CELL + 2.0 * index as f32, z);
        twins.spawn((shape, mover, place, layers));
    }
    let mut velocities = vec![Vec3::ZERO; count];
    for frame in 0..7 * frames() {
        twins.write_at_random(&mut random, u32::from(frame % 5 == 0), 0.4);
        for (mover, velocity) in velocities.iter_mut().enumerate() {
            let [in_grid, in_tiles] = twins.movers[mover];
            let state = twins.grid.get::<MoverState<D>>(in_grid);
            velocity.y = if state.is_grounded() && random.below(12) > 0 { -0.02 } else { velocity.y - 0.01 };
            if state.is_grounded() && random.below(15) == 0 {
                velocity.y = 0.35;
            }
            if random.below(30) == 0 {
                velocity.x = random.range(-0.3, 0.3);
                velocity.z = if depth == 1 { 0.0 } else { random.range(-0.2, 0.2) };
            }
            let motion =
                MoverMotion::<D> { displacement: D::vector(*velocity), drop_through: random.below(10) == 0 };
            twins.grid.insert(in_grid, motion);
            twins.tiles.insert(in_tiles, motion);
        }
        twins.grid.update();
        twins.tiles.update();
        for mover in 0..count {
            let [in_grid, in_tiles] = twins.movers[mover];
            let places = (*twins.grid.get::<Transform>(in_grid), *twins.tiles.get::<Transform>(in_tiles));
            assert_eq!(places.0, places.1, "character {mover}, frame {frame}");
            let ground = |app: &App, entity| {
                app.get::<MoverState<D>>(entity).ground.map(|ground| (ground.point, ground.normal))
            };
            let grounds = (ground(&twins.grid, in_grid), ground(&twins.tiles, in_tiles));
            assert_eq!(grounds.0, grounds.1, "character {mover}, frame {frame}");
        }
    }
}
