//! Characters that overlap several tiles at once: tiles of 16 units, a box of 12 by 20.

use super::prelude::*;

const SKIN: f32 = 0.1;
const TILE: f32 = 16.0;

fn mover() -> CharacterMover<Dim2> {
    CharacterMover::for_height(20.0).with_skin(SKIN)
}

/// A level of tiles with their centers at multiples of their side.
fn tiles(columns: core::ops::RangeInclusive<i32>, rows: core::ops::RangeInclusive<i32>) -> Level<Dim2> {
    let mut level = Level::new();
    for (column, row) in each2(columns, rows) {
        let place = at_xy(column as f32 * TILE, row as f32 * TILE);
        level.obstacle(dim2::Collider::rectangle(TILE, TILE), place);
    }
    level
}

/// Spawns a box on tiles whose tops are at 8, and asserts that it rises when it stands up.
fn assert_stands_up(mut level: Level<Dim2>, x: f32, width: f32) {
    let low = dim2::Collider::rectangle(width, 10.0);
    let character = level.character(mover(), low, at_xy(x, 8.0 + 5.0 + SKIN));
    assert!(level.state(character).is_grounded());
    level.app.insert(character, dim2::Collider::rectangle(width, 20.0));
    let state = level.step(character, Vec2::ZERO);
    assert!(state.end == MoveEnd::Arrived && state.is_grounded());
    assert_near(level.place(character), Vec2::new(x, 18.0 + SKIN), 0.02);
}

#[test]
fn a_character_that_stands_up_on_tiles_rises() {
    let places = [0.0, 0.5, 2.0, 3.0, 5.0, 7.9, 8.0, 11.0, 16.0];
    for (width, x) in each2([4.0, 6.0, 12.0, 15.9, 16.0, 20.0, 40.0], places) {
        assert_stands_up(tiles(-5..=5, 0..=0), x, width);
    }
}

#[test]
fn a_character_that_stands_up_on_mixed_floors_rises() {
    for (x, width) in each([(0.0, 20.0), (5.0, 12.0), (9.0, 30.0)]) {
        let mut level = Level::new();
        // Tiles of 4, 16 and 40 units, and an outline.
        for index in 0..8 {
            level.obstacle(dim2::Collider::rectangle(4.0, 4.0), at_xy(-30.0 + 4.0 * index as f32, 6.0));
        }
        level.obstacle(dim2::Collider::rectangle(6.0, 16.0), at_x(3.0));
        let line = [Vec2::new(6.0, 8.0), Vec2::new(14.0, 8.0), Vec2::new(16.0, 8.0)];
        level.obstacle(dim2::Collider::polyline(line), Transform::default());
        level.obstacle(dim2::Collider::rectangle(40.0, 16.0), at_x(36.0));
        assert_stands_up(level, x, width);
    }
}

#[test]
fn a_character_in_a_column_of_tiles_comes_out_and_falls() {
    let mut level = tiles(0..=0, 0..=3);
    // Over three tiles, over two of them by 2.
    let place = at_xy(8.0 - 2.1 + 6.0, 16.0);
    let character = level.character(mover(), dim2::Collider::rectangle(12.0, 20.0), place);
    assert_near(level.place(character).x, 14.0 + SKIN, 0.01);
    for _ in 0..10 {
        let before = level.place(character).y;
        level.step(character, Vec2::new(0.0, -3.0));
        assert_near(level.place(character).y, before - 3.0, 0.01);
    }
}

/// A character that is put into a block of tiles comes out of it.
#[test]
fn a_character_that_is_put_into_a_block_comes_out() {
    for (x, y) in each([(1.0, 30.0), (8.0, 24.0), (24.0, 20.0), (-7.0, 31.0)]) {
        let mut level = tiles(-3..=3, 0..=2);
        let character = level.character(mover(), dim2::Collider::rectangle(12.0, 20.0), at_xy(x, y));
        let state = level.state(character);
        assert!(state.end == MoveEnd::Arrived && state.is_grounded());
        assert_near(level.place(character), Vec2::new(x, 50.0 + SKIN), 0.02);
    }
}

#[test]
fn a_person_that_stands_up_on_a_floor_of_tiles_rises() {
    let places = [(0.0, 0.0), (0.4, 0.3), (0.5, 0.5), (0.35, -0.45)];
    for (is_mesh, (x, z)) in each2([false, true], places) {
        let mut level = Level::<Dim3>::new();
        let square = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)].map(|(x, z)| Vec3::new(x, 0.5, z));
        let tile = if is_mesh {
            dim3::Collider::tri_mesh(square, [[0, 1, 2], [1, 3, 2]])
        } else {
            dim3::Collider::cuboid(1.0, 1.0, 1.0)
        };
        for (column, row) in each2(-3..=3, -3..=3) {
            level.obstacle(tile.clone(), Transform::from_xyz(column as f32, -0.5, row as f32));
        }
        let low = dim3::Collider::capsule(0.3, 0.4);
        let place = Transform::from_xyz(x, 0.5 + 0.01, z);
        let character = level.character(CharacterMover::default(), low, place);
        level.app.insert(character, dim3::Collider::capsule(0.3, 1.2));
        let state = level.step(character, Vec3::ZERO);
        assert!(state.end == MoveEnd::Arrived && state.is_grounded());
        assert_near(level.place(character), Vec3::new(x, 0.91, z), 2e-3);
    }
}
