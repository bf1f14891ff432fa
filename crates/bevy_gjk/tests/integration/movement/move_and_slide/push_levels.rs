//! Pushes out of random levels of tiles, beside the shortest push that a brute-force search in `f64` finds.
//!
//! `PUSH_LEVELS` in the environment sets how many levels are judged in each dimension, and `PUSH_SEED` which.

mod brute_force;
mod levels;

use gjk::{Circle, Rectangle};

use brute_force::{Place, Region, Rounded};
use levels::{TILE, Tile, Tiled, random_tiles};

use super::world::{World, at, pose, wide};
use crate::common::prelude::*;

/// By how much a push may be longer than the best that was found.
const MAX_LONGER: f64 = 0.01;
/// The longest push of a shape whose center is in the open, in sizes of the shape.
const MAX_SIZES: f64 = 4.0;
const PUSHES_PER_LEVEL: u32 = 10;

#[derive(Debug, Default)]
struct Tally {
    pushes: u32,
    overlaps: u32,
    crushed: u32,
    /// Pushes that are too long, lead nowhere free, or are missing.
    too_long: u32,
    not_free: u32,
    not_found: u32,
    worst: f64,
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Returns a place near a random tile, now and then at round coordinates.
fn place(random: &mut Random, tiles: &[Tile], half: Vec3, is_flat: bool) -> Vec3 {
    let tile = tiles[random.below(tiles.len() as u32) as usize];
    let center = 0.5 * (tile.low + tile.high);
    let reach = 0.5 * (tile.high - tile.low) + half;
    let mut at = center + point(random, 1.0) * reach;
    match random.below(4) {
        // As if it stood on the tile before it grew.
        0 => at.y = tile.high.y + half.y - random.range(0.1, 1.0) * half.y,
        1 => at.x = tile.high.x + half.x - random.range(0.0, 0.5) * half.x,
        _ => {}
    }
    if random.below(3) == 0 {
        at = at.round();
    }
    if is_flat { at.with_z(0.0) } else { at }
}

in_both_dimensions!(pushes_out_of_tiles_are_the_shortest);

fn pushes_out_of_tiles_are_the_shortest<D: Tiled>() {
    let levels = number("PUSH_LEVELS", D::LEVELS);
    let mut random = Random(number("PUSH_SEED", D::SEED));
    let mut tally = Tally::default();
    for level in 0..levels {
        let skin = if random.below(2) == 0 { 0.01 } else { 0.1 };
        let mut world = World::<D>::new(skin);
        let kind = random.below(D::KINDS);
        let tiles = random_tiles(&mut random, D::IS_FLAT, kind == 1);
        if tiles.is_empty() {
            continue;
        }
        let parts = D::spawn(&mut world, &tiles, kind);
        for _ in 0..PUSHES_PER_LEVEL {
            let half = Vec3::from_array([(); 3].map(|()| random.range(3.0, 11.0)));
            let shape_kind = random.below(4) + if D::judges_round(kind) { 0 } else { 2 };
            let shape_kind = if D::judges_round(kind) { shape_kind } else { 2 + shape_kind % 2 };
            let (shape, form) = D::shape(shape_kind, half);
            let at = place(&mut random, &tiles, half, D::IS_FLAT);
            let note =
                format!("{} level {level} kind {kind} shape {shape_kind} half {half} at {at}", D::NAME);
            let pushed = world.push(&*shape, pose::<D>(Affine3A::from_translation(at)));
            judge::<D>(&mut tally, &parts, &form, at, skin.into(), pushed, &note);
        }
    }
    println!("{} {tally:?}", D::NAME);
    assert!(tally.overlaps * 2 > tally.pushes, "{tally:?}");
    assert_eq!((tally.not_free, tally.not_found), (0, 0), "{tally:?}");
    // In 3D, hulls and round shapes have more ways out than are tried.
    let allowed = if D::IS_FLAT { 0 } else { tally.overlaps / 500 };
    assert!(tally.too_long <= allowed, "{tally:?}");
}

fn judge<D: Tiled>(
    tally: &mut Tally,
    parts: &[Vec<Vec3>],
    form: &Rounded,
    at: Vec3,
    skin: f64,
    pushed: PushResult<D>,
    note: &str,
) {
    let points = form.points.iter().map(|point| *point + at.as_dvec3()).collect();
    let placed = Rounded { points, radius: form.radius };
    let [low, high] = bounds_of(&placed);
    let of_points = |points: Vec<DVec3>| Rounded { points, radius: 0.0 };
    let regions_of = |shape: &Rounded, skin: f64| -> Vec<Region> {
        let part = |corners: &Vec<Vec3>| of_points(corners.iter().map(|corner| corner.as_dvec3()).collect());
        parts.iter().map(|corners| Region::new(&part(corners), shape, skin, D::IS_FLAT)).collect()
    };
    let regions = regions_of(&placed, skin);
    let center_regions = regions_of(&of_points(vec![0.5 * (low + high)]), 0.0);
    let place = Place { regions: &regions, center_regions: &center_regions, skin, is_flat: D::IS_FLAT };
    tally.pushes += 1;
    let tolerance = skin / 512.0 + 1e-4;
    if place.clearance(DVec3::ZERO) > -tolerance {
        return;
    }
    tally.overlaps += 1;
    let size = (high - low).max_element();
    let max_length = if place.is_buried() { 20.0 * f64::from(TILE) } else { MAX_SIZES * size };
    let best = place.shortest_push(max_length);
    let moved = wide::<D>(pushed.translation) - at.as_dvec3();
    let problem = match (pushed.end, best) {
        (MoveEnd::Arrived, _) if place.clearance(moved) < -tolerance - place.uncertainty() => {
            tally.not_free += 1;
            "not free"
        }
        (MoveEnd::Arrived, Some(best)) => {
            let longer = (moved.length() - best.length() - 2.0 * tolerance) / best.length();
            tally.worst = tally.worst.max(longer);
            if longer <= MAX_LONGER {
                return;
            }
            tally.too_long += 1;
            "too long"
        }
        (MoveEnd::Arrived, None) => return,
        (_, Some(_)) => {
            tally.not_found += 1;
            "not found"
        }
        (_, None) => {
            tally.crushed += 1;
            return;
        }
    };
    if tally.too_long + tally.not_free + tally.not_found <= 20 {
        let best = best.map(|best| (best, best.length()));
        println!("{problem}: {moved} {:?}, best {best:?}: {note}", pushed.end);
    }
}

fn bounds_of(shape: &Rounded) -> [DVec3; 2] {
    let low = shape.points.iter().copied().fold(DVec3::INFINITY, DVec3::min) - shape.radius;
    let high = shape.points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max) + shape.radius;
    [low, high]
}

/// Asserts how a box is pushed out of tiles with a side of 16 units and their centers at multiples of it.
#[track_caller]
fn assert_push(tiles: &[(i32, i32)], skin: f32, [size, start]: [Vec2; 2], push: Vec2) {
    let mut world = World::<Dim2>::new(skin);
    for &(column, row) in tiles {
        let place = at_xy(column as f32 * TILE, row as f32 * TILE);
        world.spawn(dim2::Collider::rectangle(TILE, TILE), place);
    }
    let pushed = world.push(&Rectangle::new(size.x, size.y), at(start));
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert_near(pushed.translation - start, push, 0.01 * push.length());
}

#[test]
fn a_box_over_the_seam_of_two_tiles_is_pushed_straight_up() {
    let row = [(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0)];
    // 4 deep, and 3 over the seam.
    assert_push(&row, 0.01, [Vec2::splat(10.0), Vec2::new(6.0, 9.0)], Vec2::new(0.0, 4.01));
    // As wide as three tiles, and wider.
    for (width, x) in each2([12.0, 20.0, 40.0], [0.0, 5.0, 8.0]) {
        assert_push(&row, 0.1, [Vec2::new(width, 20.0), Vec2::new(x, 13.1)], Vec2::new(0.0, 5.0));
    }
}

#[test]
fn a_box_in_a_column_or_a_block_of_tiles_leaves_it_by_the_shortest_way() {
    let column = [(0, 0), (0, 1), (0, 2), (0, 3)];
    let size = Vec2::new(12.0, 20.0);
    // 2.1 deep, over two tiles by 2.
    assert_push(&column, 0.1, [size, Vec2::new(11.9, 16.0)], Vec2::new(2.2, 0.0));
    assert_push(&column, 0.1, [size, Vec2::new(-11.9, 20.0)], Vec2::new(-2.2, 0.0));
    let block: Vec<_> = (0..5).flat_map(|column| (0..3).map(move |row| (column, row))).collect();
    let size = Vec2::splat(10.0);
    // The top is at 40, the left side at -8.
    assert_push(&block, 0.01, [size, Vec2::new(30.0, 25.0)], Vec2::new(0.0, 20.01));
    assert_push(&block, 0.01, [size, Vec2::new(1.0, 17.0)], Vec2::new(-14.01, 0.0));
}

/// The search asks about each part that overlaps, and keeps no more of them than it stores.
#[test]
fn a_box_over_fifty_tiles_is_pushed_out_or_crushed() {
    let mut world = World::<Dim2>::new(0.01);
    for index in 0..50 {
        let place = at_xy((index % 10) as f32 * TILE, (index / 10) as f32 * TILE);
        world.spawn(dim2::Collider::rectangle(TILE, TILE), place);
    }
    let end = world.push(&Rectangle::new(142.0, 78.0), at(Vec2::new(72.0, 33.0))).end;
    assert!(matches!(end, MoveEnd::Arrived | MoveEnd::Crushed(_)), "{end:?}");
}

/// A box in a passage whose center is in the open does not come out on the other side of what bounds it.
#[test]
fn a_box_that_is_pushed_does_not_pass_through_a_wall() {
    let mut world = World::<Dim2>::new(0.1);
    world.spawn(dim2::Collider::rectangle(300.0, 1.0), at_xy(0.0, -0.5));
    world.spawn(dim2::Collider::rectangle(300.0, 1.0), at_xy(0.0, 16.5));
    let pushed = world.push(&Rectangle::new(12.0, 20.0), at(Vec2::new(0.0, 8.0)));
    assert!(matches!(pushed.end, MoveEnd::Crushed(_)));
    // Between a thick wall and a thin one, there is less room than it needs.
    let mut world = World::<Dim2>::new(0.01);
    world.spawn(dim2::Collider::rectangle(4.0, 300.0), at_x(-2.0));
    world.spawn(dim2::Collider::rectangle(0.1, 20.0), at_x(2.05));
    let pushed = world.push(&Circle::new(1.2), at(Vec2::new(0.6, 8.0)));
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert!(pushed.translation.x < 1.5 && pushed.translation.y > 9.0, "{pushed:?}");
}
