//! Grids that move, and those whose numbers are extreme.

use bevy_gjk::ColliderError;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

use super::kinds::with_grid;
use crate::common::basics::*;

collision_layers! {
    enum Layer { Ground, Coin, Walker }
}

/// A level with a floor and a kind that is no obstacle to the walker, and the walker at a place.
fn level(app: &mut App, coins: &[UVec2], walker: Vec2) -> [Entity; 2] {
    let layers = CollisionLayers::new(Layer::Coin, LayerMask::ALL);
    let coin = CellKind { layers: Some(layers), ..CellKind::full() };
    let mut grid = CellGrid::new(UVec2::new(12, 6), 1.0, [CellKind::full(), coin]);
    for x in 0..12 {
        grid.set(UVec2::new(x, 0), 1).unwrap();
    }
    coins.iter().for_each(|&at| _ = grid.set(at, 2).unwrap());
    let layers = CollisionLayers::new(Layer::Ground, LayerMask::ALL);
    let level = app.spawn((Collider::Grid(grid), layers, Transform::default()));
    let mover = CharacterMover { solid_layers: Layer::Ground.into(), ..CharacterMover::default() };
    let walker = app.spawn((
        Collider::capsule(0.3, 0.6),
        CollisionLayers::new(Layer::Walker, LayerMask::ALL),
        mover,
        at_xy(walker.x, walker.y),
    ));
    app.update();
    [level, walker]
}

fn step_down(app: &mut App, walker: Entity) -> MoverState {
    app.world_mut().get_mut::<MoverMotion>(walker).unwrap().displacement = Vec2::Y * -0.05;
    app.update();
    app.get::<MoverState>(walker).clone()
}

#[test]
fn a_grid_that_moves_does_not_push_with_cells_that_are_not_solid() {
    let mut app = app();
    let [level, walker] = level(&mut app, &[UVec2::new(5, 3), UVec2::new(5, 4)], Vec2::new(4.5, 3.5));
    let start = app.get::<Transform>(walker).translation;
    set(&mut app, level, at_x(-1.0));
    app.update();
    let state = app.get::<MoverState>(walker).clone();
    assert_eq!((state.pushed, app.get::<Transform>(walker).translation), (Vec2::ZERO, start), "{state:?}");
    // What is solid pushes.
    with_grid::<Dim2, _>(&mut app, level, |grid| grid.set(UVec2::new(6, 3), 1)).unwrap();
    set(&mut app, level, at_x(-1.8));
    app.update();
    set(&mut app, level, at_x(-2.5));
    app.update();
    assert!(app.get::<Transform>(walker).translation.x < start.x - 0.2);
}

#[test]
fn a_cell_that_is_dug_while_the_grid_moves_carries_nobody() {
    for is_dug in [false, true] {
        let mut app = app();
        let [level, walker] = level(&mut app, &[], Vec2::new(4.5, 1.62));
        assert!(step_down(&mut app, walker).is_grounded());
        let start = app.get::<Transform>(walker).translation.x;
        if is_dug {
            for x in 3..=5 {
                with_grid::<Dim2, _>(&mut app, level, |grid| grid.set(UVec2::new(x, 0), 0)).unwrap();
            }
        }
        set(&mut app, level, at_x(0.25));
        step_down(&mut app, walker);
        let moved = app.get::<Transform>(walker).translation.x - start;
        let expected = if is_dug { 0.0 } else { 0.25 };
        assert!((moved - expected).abs() < 1e-4, "{is_dug}: {moved}");
    }
}

/// Beside what the entity of the grid has, the kind of a cell decides, where it says anything.
#[test]
fn what_a_kind_says_goes_before_what_the_entity_has() {
    let mut app = app_with((bevy_time::TimePlugin, CollisionPlugin::default()));
    let frame = core::time::Duration::from_millis(50);
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(frame));
    let belt = CellKind { surface_velocity: Vec2::X * 2.0, ..CellKind::full() };
    let mut grid = CellGrid::new(UVec2::new(20, 1), 1.0, [belt, CellKind::full()]);
    (0..20).for_each(|x| _ = grid.set(UVec2::new(x, 0), 1 + u16::from(x >= 10)).unwrap());
    app.spawn((Collider::Grid(grid), SurfaceVelocity::new(Vec2::X * -1.0), Transform::default()));
    let walkers = [4.5, 15.5]
        .map(|x| app.spawn((Collider::capsule(0.3, 0.6), CharacterMover::default(), at_xy(x, 1.62))));
    app.update();
    let mut moved = walkers.map(|walker| app.get::<Transform>(walker).translation.x);
    for _ in 0..20 {
        walkers.iter().for_each(|&walker| {
            app.world_mut().get_mut::<MoverMotion>(walker).unwrap().displacement = Vec2::Y * -0.05;
        });
        app.update();
    }
    for (moved, walker) in moved.iter_mut().zip(walkers) {
        *moved = app.get::<Transform>(walker).translation.x - *moved;
    }
    assert!(moved[0] > 1.7 && moved[1] < -0.8, "{moved:?}");
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
    for (cell_size, scale) in [(1e37, 1.0), (1.0, 1e37)] {
        let mut app = app();
        let mut grid = CellGrid::new(UVec2::new(100, 1), cell_size, [CellKind::full()]);
        (0..100).for_each(|x| _ = grid.set(UVec2::new(x, 0), 1).unwrap());
        let entity = app.spawn((Collider::Grid(grid), Transform::from_scale(Vec3::splat(scale))));
        app.update();
        let error = app.resource::<Collisions>().error_of(entity);
        assert_eq!(error, Some(ColliderError::TooLarge), "{cell_size} {scale}");
    }
}

/// A large map of one cell is a shape like any other.
#[test]
fn a_sparse_map_asks_as_a_shape() {
    let mut app = app();
    let mut grid = CellGrid::new(UVec2::splat(8192), 1.0, [CellKind::full()]);
    grid.set(UVec2::new(4000, 4000), 1).unwrap();
    let map = app.spawn((Collider::Grid(grid), Transform::default()));
    let ball = app.spawn((Collider::circle(0.5), at_xy(4000.5, 4001.2)));
    app.update();
    let query = app.query::<Dim2>();
    let mut found = vec![];
    query.contacts_with_parts(query.get(map).unwrap(), &QueryFilter::of(map), |entity, _, contact| {
        found.push((entity, contact.depth));
    });
    assert!(
        matches!(found[..], [(entity, depth)] if entity == ball && (depth - 0.3).abs() < 1e-3),
        "{found:?}"
    );
}

#[cfg(feature = "serialize")]
#[test]
fn files_with_wrong_sizes_are_refused_and_those_of_invalid_grids_are_read() {
    let large = Collider::Grid(CellGrid::new(UVec2::splat(1 << 20), 1.0, [CellKind::full()]));
    let text = ron::to_string(&large).unwrap();
    assert_eq!(ron::from_str::<Collider>(&text).unwrap(), large);
    let small =
        ron::to_string(&Collider::Grid(CellGrid::new(UVec2::new(3, 2), 1.0, [CellKind::full()]))).unwrap();
    assert!(small.contains("[3,2]"), "{small}");
    for wrong in ["[]", "[3]", "[3,2,1]", "[4294967295,4294967295,4294967295,4294967295,4294967295]", "[4,2]"]
    {
        let text = small.replace("[3,2]", wrong);
        assert!(ron::from_str::<Collider>(&text).is_err(), "{wrong}");
    }
}

#[test]
fn equal_worlds_with_kinds_of_layers_have_equal_states() {
    let states =
        [CollisionLayers::new(LayerMask(8), LayerMask::ALL), CollisionLayers::default()].map(|first| {
            let mut app = app();
            let kind = CellKind { layers: Some(CollisionLayers::default()), ..CellKind::full() };
            let mut grid = CellGrid::new(UVec2::new(2, 1), 1.0, [kind]);
            (0..2).for_each(|x| _ = grid.set(UVec2::new(x, 0), 1).unwrap());
            let map = app.spawn((Collider::Grid(grid), first, Transform::default()));
            app.spawn((Collider::circle(0.5), at_xy(0.5, 1.2)));
            app.update();
            app.world_mut().entity_mut(map).insert(CollisionLayers::default());
            app.update();
            app.resource::<Collisions>().save()
        });
    assert_eq!(states[0].first_difference(&states[1]), None);
    assert!(states[0] == states[1]);
}
