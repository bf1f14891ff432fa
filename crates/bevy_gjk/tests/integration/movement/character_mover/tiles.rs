//! Characters that overlap several tiles at once: tiles of 16 units, a box of 12 by 20.

use super::level::Level;
use crate::common::prelude::*;

const SKIN: f32 = 0.1;
const TILE: f32 = 16.0;

fn mover() -> CharacterMover<Dim2> {
    CharacterMover::for_height(20.0).with_skin(SKIN)
}

/// Tiles with their centers at these multiples of their side.
fn tiles(level: &mut Level<Dim2>, places: impl IntoIterator<Item = (i32, i32)>) -> Vec<Entity> {
    let tile = |(column, row): (i32, i32)| {
        let place = at_xy(column as f32 * TILE, row as f32 * TILE);
        level.obstacle(dim2::Collider::rectangle(TILE, TILE), place)
    };
    places.into_iter().map(tile).collect()
}

fn row() -> impl Iterator<Item = (i32, i32)> {
    (-5..=5).map(|column| (column, 0))
}

/// Spawns a box on tiles whose tops are at 8, and lets it stand up.
fn stand_up(level: &mut Level<Dim2>, x: f32, width: f32) -> Vec2 {
    let low = dim2::Collider::rectangle(width, 10.0);
    let character = level.character(mover(), low, at_xy(x, 8.0 + 5.0 + SKIN));
    assert!(level.state(character).is_grounded());
    level.change(character, |collider: &mut dim2::Collider| {
        *collider = dim2::Collider::rectangle(width, 20.0);
    });
    let state = level.step(character, Vec2::ZERO);
    assert!(state.end == MoveEnd::Arrived && state.is_grounded(), "{x} {width}: {state:?}");
    level.place(character)
}

#[test]
fn a_character_that_stands_up_on_tiles_rises() {
    for width in [4.0, 6.0, 12.0, 15.9, 16.0, 20.0, 40.0] {
        for x in [0.0, 0.5, 2.0, 3.0, 5.0, 7.9, 8.0, 11.0, 16.0] {
            let mut level = Level::new();
            tiles(&mut level, row());
            let place = stand_up(&mut level, x, width);
            assert!(place.distance(Vec2::new(x, 18.0 + SKIN)) < 0.02, "{x} {width}: {place}");
        }
    }
}

#[test]
fn a_character_that_stands_up_on_mixed_floors_rises() {
    for (x, width) in [(0.0, 20.0), (5.0, 12.0), (9.0, 30.0)] {
        let mut level = Level::new();
        // Tiles of 4, 16 and 40 units, and an outline.
        for index in 0..8 {
            let place = at_xy(-30.0 + 4.0 * index as f32, 6.0);
            level.obstacle(dim2::Collider::rectangle(4.0, 4.0), place);
        }
        level.obstacle(dim2::Collider::rectangle(6.0, 16.0), at_x(3.0));
        let line = [Vec2::new(6.0, 8.0), Vec2::new(14.0, 8.0), Vec2::new(16.0, 8.0)];
        level.obstacle(dim2::Collider::polyline(line), Transform::default());
        level.obstacle(dim2::Collider::rectangle(40.0, 16.0), at_x(36.0));
        let place = stand_up(&mut level, x, width);
        assert!(place.distance(Vec2::new(x, 18.0 + SKIN)) < 0.02, "{x} {width}: {place}");
    }
}

#[test]
fn a_character_in_a_column_of_tiles_comes_out_and_falls() {
    let mut level = Level::<Dim2>::new();
    tiles(&mut level, (0..4).map(|row| (0, row)));
    // Over three tiles, over two of them by 2.
    let place = at_xy(8.0 - 2.1 + 6.0, 16.0);
    let character = level.character(mover(), dim2::Collider::rectangle(12.0, 20.0), place);
    assert!((level.place(character).x - (14.0 + SKIN)).abs() < 0.01, "{:?}", level.state(character));
    for _ in 0..10 {
        let before = level.place(character).y;
        level.step(character, Vec2::new(0.0, -3.0));
        assert!((before - level.place(character).y - 3.0).abs() < 0.01, "{:?}", level.state(character));
    }
}

/// A character that is put into a block of tiles comes out of it.
#[test]
fn a_character_that_is_put_into_a_block_comes_out() {
    for at in [Vec2::new(1.0, 30.0), Vec2::new(8.0, 24.0), Vec2::new(24.0, 20.0), Vec2::new(-7.0, 31.0)] {
        let mut level = Level::<Dim2>::new();
        tiles(&mut level, (-3..=3).flat_map(|column| (0..=2).map(move |row| (column, row))));
        let place = at_xy(at.x, at.y);
        let character = level.character(mover(), dim2::Collider::rectangle(12.0, 20.0), place);
        let (state, place) = (level.state(character), level.place(character));
        assert!(state.end == MoveEnd::Arrived && state.is_grounded(), "{at}: {state:?}");
        assert!(place.distance(Vec2::new(at.x, 50.0 + SKIN)) < 0.02, "{at}: {place}");
    }
}

#[test]
fn a_person_that_stands_up_on_a_floor_of_tiles_rises() {
    for tiled in [true, false] {
        let mut level = Level::<Dim3>::new();
        for column in -3..=3 {
            for row in -3..=3 {
                let at = Vec3::new(column as f32, -0.5, row as f32);
                if tiled {
                    level.obstacle(dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_translation(at));
                } else {
                    let corner = |x: f32, z: f32| at + Vec3::new(x, 0.5, z);
                    let corners =
                        vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(-0.5, 0.5), corner(0.5, 0.5)];
                    let mesh = dim3::Collider::tri_mesh(corners, vec![[0, 1, 2], [1, 3, 2]]);
                    level.obstacle(mesh, Transform::default());
                }
            }
        }
        for (x, z) in [(0.0, 0.0), (0.4, 0.3), (0.5, 0.5), (0.35, -0.45)] {
            let low = dim3::Collider::capsule(0.3, 0.4);
            let place = Transform::from_xyz(x, 0.5 + 0.01, z);
            let character = level.character(CharacterMover::default(), low, place);
            level.change(character, |collider: &mut dim3::Collider| {
                *collider = dim3::Collider::capsule(0.3, 1.2);
            });
            let state = level.step(character, Vec3::ZERO);
            let place = level.place(character);
            assert!(state.end == MoveEnd::Arrived && state.is_grounded(), "{x} {z}: {state:?}");
            assert!(place.distance(Vec3::new(x, 0.91, z)) < 2e-3, "{tiled} {x} {z}: {place}");
            level.app.world_mut().despawn(character);
        }
    }
}
