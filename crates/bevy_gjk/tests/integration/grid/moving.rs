//! Grids that move, and those whose numbers are extreme.

use bevy_gjk::ColliderError;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

use super::kinds::{dig, grid_of, row_of, spawn_grid};
use crate::common::basics::*;

collision_layers! {
    enum Layer { Ground, Coin, Walker }
}

/// A level with a floor and a kind that is no obstacle to the walker, and the walker at a place.
fn level(app: &mut App, coins: &[(u32, u32)], walker: Vec2) -> [Entity; 2] {
    let of_layer = |layer: Layer| CollisionLayers::new(layer, LayerMask::ALL);
    let coin = CellKind { layers: Some(of_layer(Layer::Coin)), ..CellKind::full() };
    let cells = (0..12).map(|x| (x, 0, 1)).chain(coins.iter().map(|&(x, y)| (x, y, 2)));
    let level = spawn_grid(app, grid_of([12, 6], [CellKind::full(), coin], cells));
    app.insert(level, of_layer(Layer::Ground));
    let mover = CharacterMover { solid_layers: Layer::Ground.into(), ..CharacterMover::default() };
    let walker = (Collider::capsule(0.3, 0.6), of_layer(Layer::Walker), at_xy(walker.x, walker.y));
    let walker = app.spawn((walker, mover));
    app.update();
    [level, walker]
}

fn place(app: &App, entity: Entity) -> Vec3 {
    app.get::<Transform>(entity).translation
}

fn step_down(app: &mut App, walker: Entity) -> MoverState {
    app.get_mut::<MoverMotion>(walker).displacement = Vec2::Y * -0.05;
    app.update();
    app.get::<MoverState>(walker).clone()
}

#[test]
fn a_grid_that_moves_does_not_push_with_cells_that_are_not_solid() {
    let mut app = app();
    let [level, walker] = level(&mut app, &[(5, 3), (5, 4)], Vec2::new(4.5, 3.5));
    let start = place(&app, walker);
    app.update_at(level, at_x(-1.0));
    let state = app.get::<MoverState>(walker).clone();
    assert_eq!((state.pushed, place(&app, walker)), (Vec2::ZERO, start), "{state:?}");
    // What is solid pushes.
    dig(&mut app, level, 6, 3, 1);
    app.update_at(level, at_x(-1.8));
    app.update_at(level, at_x(-2.5));
    assert!(place(&app, walker).x < start.x - 0.2);
}

#[test]
fn a_cell_that_is_dug_while_the_grid_moves_carries_nobody() {
    for is_dug in each([false, true]) {
        let mut app = app();
        let [level, walker] = level(&mut app, &[], Vec2::new(4.5, 1.62));
        assert!(step_down(&mut app, walker).is_grounded());
        let start = place(&app, walker).x;
        if is_dug {
            (3..=5).for_each(|x| dig(&mut app, level, x, 0, 0));
        }
        set(&mut app, level, at_x(0.25));
        step_down(&mut app, walker);
        let moved = place(&app, walker).x - start;
        assert_near(moved, if is_dug { 0.0 } else { 0.25 }, 1e-4);
    }
}

/// Beside what the entity of the grid has, the kind of a cell decides, where it says anything.
#[test]
fn what_a_kind_says_goes_before_what_the_entity_has() {
    let mut app = app_with((bevy_time::TimePlugin, CollisionPlugin::default()));
    let frame = core::time::Duration::from_millis(50);
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(frame));
    let belt = CellKind { surface_velocity: Vec2::X * 2.0, ..CellKind::full() };
    let level = row_of((0..20).map(|x| 1 + u16::from(x >= 10)), [belt, CellKind::full()]);
    let level = spawn_grid(&mut app, level);
    app.insert(level, SurfaceVelocity::new(Vec2::X * -1.0));
    let walkers = [4.5, 15.5]
        .map(|x| app.spawn((Collider::capsule(0.3, 0.6), CharacterMover::default(), at_xy(x, 1.62))));
    app.update();
    let before = walkers.map(|walker| place(&app, walker).x);
    for _ in 0..20 {
        walkers.into_iter().for_each(|walker| app.insert(walker, MoverMotion::new(Vec2::Y * -0.05)));
        app.update();
    }
    let after = walkers.map(|walker| place(&app, walker).x);
    assert!(after[0] - before[0] > 1.7 && after[1] - before[1] < -0.8, "{before:?} {after:?}");
}

#[test]
fn grids_that_are_too_large_have_no_cells_in_either_dimension() {
    let flat = CellGrid::new(UVec2::MAX, 1.0, []);
    let deep = dim3::CellGrid::new(UVec3::MAX, 1.0, []);
    assert_eq!((flat.cell_of_part(0), deep.cell_of_part(0)), (None, None));
    assert_eq!((flat.part_of_cell(UVec2::ZERO), deep.part_of_cell(UVec3::ZERO)), (None, None));
}

#[test]
fn a_grid_whose_cells_exceed_the_range_of_numbers_is_invalid() {
    for (cell_size, scale) in each([(1e37, 1.0), (1.0, 1e37)]) {
        let mut app = app();
        let mut grid = row_of([1; 100], [CellKind::full()]);
        grid.cell_size = Vec2::splat(cell_size);
        let entity = app.spawn((Collider::Grid(grid), Transform::from_scale(Vec3::splat(scale))));
        app.update();
        let error = app.resource::<Collisions>().error_of(entity);
        assert_eq!(error, Some(ColliderError::TooLarge));
    }
}

/// A large map of one cell is a shape like any other.
#[test]
fn a_sparse_map_asks_as_a_shape() {
    let mut app = app();
    let map = spawn_grid(&mut app, grid_of([8192, 8192], [CellKind::full()], [(4000, 4000, 1)]));
    let ball = app.spawn((Collider::circle(0.5), at_xy(4000.5, 4001.2)));
    let query = app.query_after_update::<Dim2>();
    let mut found = vec![];
    query.nearest_parts(query.get(map).unwrap(), 0.0, &QueryFilter::of(map), |near| {
        found.push((near.entity, near.on_shape.distance(near.on_collider)));
    });
    let [(entity, depth)] = found[..] else { panic!("{found:?}") };
    assert_eq!(entity, ball);
    assert_near(depth, 0.3, 1e-3);
}

#[cfg(feature = "serialize")]
#[test]
fn files_with_wrong_sizes_are_refused_and_those_of_invalid_grids_are_read() {
    let large = Collider::Grid(CellGrid::new(UVec2::splat(1 << 20), 1.0, [CellKind::full()]));
    let text = ron::to_string(&large).unwrap();
    assert_eq!(ron::from_str::<Collider>(&text).unwrap(), large);
    let small = ron::to_string(&Collider::Grid(grid_of([3, 2], [CellKind::full()], []))).unwrap();
    assert!(small.contains("[3,2]"), "{small}");
    let large = "[4294967295,4294967295,4294967295,4294967295,4294967295]";
    for wrong in each(["[]", "[3]", "[3,2,1]", large, "[4,2]"]) {
        assert!(ron::from_str::<Collider>(&small.replace("[3,2]", wrong)).is_err());
    }
}

#[test]
fn equal_worlds_with_kinds_of_layers_have_equal_states() {
    let layers = [CollisionLayers::new(LayerMask(8), LayerMask::ALL), CollisionLayers::default()];
    let states = layers.map(|first| {
        let mut app = app();
        let kind = CellKind { layers: Some(CollisionLayers::default()), ..CellKind::full() };
        let map = spawn_grid(&mut app, row_of([1, 1], [kind]));
        app.insert(map, first);
        app.spawn((Collider::circle(0.5), at_xy(0.5, 1.2)));
        app.update();
        app.update_with(map, CollisionLayers::default());
        app.resource::<Collisions>().save()
    });
    assert_eq!(states[0].first_difference(&states[1]), None);
    assert!(states[0] == states[1]);
}
