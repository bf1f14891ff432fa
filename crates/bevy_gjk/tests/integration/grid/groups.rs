//! Grids that are parts of compounds: their layers, and which cell of which grid is touched.

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellEnded, CellEvent, CellGrid, CellKind, CellStarted};
use bevy_gjk::state::RestoreError;
use bevy_math::UVec2;

use super::kinds::{cell_events, grid_of, reporting, row_of, spawn_grid};
use crate::common::basics::*;

const GROUND: LayerMask = LayerMask::layer(0);
const COINS: LayerMask = LayerMask::layer(3);
const MAGNET: LayerMask = LayerMask::layer(5);

/// Spawns a compound of a grid at the origin and a circle at x = 5, as one collider or as entities.
fn hull(app: &mut App, grid: CellGrid, of_entities: bool, layers: CollisionLayers) -> Entity {
    let circle = (Collider::circle(0.5), at_x(5.0));
    if of_entities {
        let root = app.spawn((CompoundCollider, layers, Transform::default()));
        app.spawn((Collider::Grid(grid), Transform::default(), ChildOf(root)));
        app.spawn((circle, ChildOf(root)));
        root
    } else {
        let parts = [(Transform::default(), Collider::Grid(grid)), (circle.1, circle.0)];
        app.spawn((Collider::compound(parts), layers, Transform::default()))
    }
}

/// What each part of a compound touches is decided by the layers of its kind, and by those of the entity where the
/// kind has none.
#[test]
fn layers_of_kinds_admit_and_refuse_in_a_compound() {
    let coin = CellKind { layers: Some(CollisionLayers::new(COINS, LayerMask::ALL)), ..reporting() };
    for of_entities in each([false, true]) {
        let mut app = app();
        let grid = row_of([1, 2], [coin.clone(), reporting()]);
        let hull = hull(&mut app, grid, of_entities, CollisionLayers::new(GROUND, GROUND));
        // Whether what stands at the coin, at the full cell and at the circle touches: of what is on the ground it is
        // the latter two, of a magnet for coins the first.
        let spots = [at_xy(0.5, 1.0), at_xy(1.5, 1.0), at_x(5.0)];
        // Rays from above.
        let hits = |app: &mut App, filter: &QueryFilter| {
            let query = app.query::<Dim2>();
            spots.map(|place| {
                let from = place.translation.truncate() + Vec2::Y * 5.0;
                query.cast_ray(from, Dir2::NEG_Y, 9.0, filter).is_some()
            })
        };
        let cases = [
            (CollisionLayers::new(GROUND, GROUND), [false, true, true]),
            (CollisionLayers::new(MAGNET, COINS), [true, false, false]),
            (CollisionLayers::new(GROUND, LayerMask::ALL), [true, true, true]),
            (CollisionLayers::new(MAGNET, GROUND), [false, false, false]),
        ];
        for (layers, expected) in cases {
            let found = spots.map(|place| {
                let probe = app.spawn((Collider::circle(0.1), layers, place));
                app.update();
                let touches = app.resource::<Collisions>().get(hull, probe).is_some();
                app.despawn(probe);
                app.update();
                touches
            });
            assert_eq!(found, expected, "{layers:?}");
            let filter = QueryFilter::ALL.with_layers(layers);
            let query = app.query::<Dim2>();
            let touching =
                spots.map(|place| query.intersects(&Collider::circle(0.1).placed(place).unwrap(), &filter));
            assert_eq!(touching, expected, "{layers:?}");
            assert_eq!(hits(&mut app, &filter), expected, "{layers:?}");
        }
        for (mask, expected) in [(COINS, [true, false, false]), (GROUND, [false, true, true])] {
            assert_eq!(hits(&mut app, &QueryFilter::ALL.in_layers(mask)), expected, "in {mask:?}");
        }
    }
}

/// The layers of the entity may change without those of all parts together.
#[test]
fn layers_of_the_entity_are_read_again() {
    let coin = CellKind { layers: Some(CollisionLayers::new(LayerMask::ALL, LayerMask::ALL)), ..reporting() };
    for of_entities in each([false, true]) {
        let mut app = app();
        let hull =
            hull(&mut app, row_of([1], [coin.clone()]), of_entities, CollisionLayers::new(GROUND, GROUND));
        let probe = (Collider::circle(0.1), CollisionLayers::new(GROUND, GROUND), at_x(5.0));
        let probe = app.spawn(probe);
        app.update();
        for (layers, touches) in [(COINS, false), (GROUND, true)] {
            app.update_with(hull, CollisionLayers::new(layers, layers));
            assert_eq!(app.resource::<Collisions>().get(hull, probe).is_some(), touches, "{of_entities}");
        }
    }
}

/// A compound of two grids of four cells, in the second of which a ball touches the third cell.
fn two_grids(app: &mut App) -> (Entity, [Entity; 2], Entity) {
    let root = app.spawn((CompoundCollider, Transform::default()));
    let grids = [0.0, 10.0].map(|x| {
        let grid = Collider::Grid(row_of([1; 4], [reporting()]));
        app.spawn((grid, at_x(x), ChildOf(root)))
    });
    let ball = app.spawn((Collider::circle(0.3), at_xy(12.5, 0.5)));
    (root, grids, ball)
}

#[test]
fn a_touched_cell_names_its_grid_in_a_compound() {
    #[derive(Resource, Default)]
    struct Heard(Vec<(bool, Entity)>);
    let mut app = app();
    app.init_resource::<Heard>();
    let (root, grids, ball) = two_grids(&mut app);
    for entity in [root, grids[0], grids[1], ball] {
        app.observe(entity, |on: On<CellStarted>, mut heard: ResMut<Heard>| {
            heard.0.push((true, on.entity));
        });
        app.observe(entity, |on: On<CellEnded>, mut heard: ResMut<Heard>| {
            heard.0.push((false, on.entity));
        });
    }
    let [CellEvent::Started(touch)] = cell_events(&mut app)[..] else { panic!("not one began") };
    assert_eq!((touch.grid, touch.collider, touch.other), (grids[1], root, ball));
    assert_eq!((touch.cell, touch.kind), (UVec2::new(2, 0), 1));
    app.update_at(ball, at_xy(0.0, 50.0));
    let each = [grids[1], root, ball];
    let expected = [true, false].into_iter().flat_map(|started| each.map(|entity| (started, entity)));
    assert_eq!(app.resource::<Heard>().0, expected.collect::<Vec<_>>());
}

/// The number of a cell's part changes with what comes before it: the cell is the same one.
#[test]
fn edits_of_a_level_make_up_no_events_of_its_cells() {
    let mut app = app();
    let (root, grids, ball) = two_grids(&mut app);
    assert_eq!(cell_events(&mut app).len(), 1);
    // A part is put before it, and one is lost.
    let new = app.spawn((Collider::circle(1.0), at_x(-9.0)));
    app.world_mut().entity_mut(root).insert_children(0, &[new]);
    assert_eq!(cell_events(&mut app), []);
    app.despawn(grids[0]);
    assert_eq!(cell_events(&mut app), []);
    // The grid becomes wider: the third cell stays, and another one that comes under the ball begins.
    app.insert(grids[1], Collider::Grid(row_of([1; 7], [reporting()])));
    assert_eq!(cell_events(&mut app), []);
    set(&mut app, ball, at_xy(13.0, 0.5));
    let [CellEvent::Started(touch)] = cell_events(&mut app)[..] else { panic!("not one began") };
    assert_eq!((touch.grid, touch.cell), (grids[1], UVec2::new(3, 0)));
    // What is another cell at the same part ends, and begins.
    let tall = grid_of([2, 2], [reporting()], [(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)]);
    app.insert(grids[1], (Collider::Grid(tall), at_x(12.0)));
    let found = cell_events(&mut app);
    let cells = |started: bool| -> Vec<UVec2> {
        let of = found.iter().filter_map(|event| match event {
            CellEvent::Started(touch) if started => Some(touch.cell),
            CellEvent::Ended(touch) if !started => Some(touch.cell),
            _ => None,
        });
        of.collect()
    };
    assert_eq!(cells(false), [UVec2::new(2, 0), UVec2::new(3, 0)]);
    assert_eq!(cells(true), [UVec2::ZERO, UVec2::X]);
}

/// Renames entities.
struct Renamed(Vec<[Entity; 2]>);

impl EntityMapper for Renamed {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        self.0.iter().find(|[old, _]| *old == source).map_or(source, |[_, new]| *new)
    }
    fn set_mapped(&mut self, _: Entity, _: Entity) {}
}

#[test]
fn cells_of_parts_are_restored_under_other_ids() {
    let mut app = app();
    let (root, grids, ball) = two_grids(&mut app);
    app.update();
    let mut state = app.save::<Dim2>();
    let old = [root, grids[0], grids[1], ball];
    old.into_iter().rev().for_each(|entity| app.despawn(entity));
    app.update();
    let (root, grids, ball) = two_grids(&mut app);
    let _ = app.resource_mut::<Messages<CellEvent>>().drain();
    let mut renamed = Renamed(vec![[old[0], root], [old[3], ball]]);
    state.map_entities(&mut renamed);
    assert_eq!(app.restore(&state), Err(RestoreError::NoSuchEntity(old[2])));
    state.map_entities(&mut Renamed(vec![[old[2], grids[1]]]));
    assert_eq!(app.restore(&state), Ok(()));
    assert_eq!(cell_events(&mut app), []);
    assert_eq!(app.resource::<Collisions>().cell_touches().len(), 1);
}

#[test]
fn a_cell_is_the_first_difference_of_two_states() {
    let mut app = app();
    let mut grid = row_of([1, 1], [reporting()]);
    let level = spawn_grid(&mut app, grid.clone());
    app.insert(level, CollisionOrder(1));
    app.spawn((Collider::circle(0.4), CollisionOrder(2), at_xy(1.0, 0.5)));
    let save = |app: &mut App| {
        app.update();
        app.save::<Dim2>()
    };
    let [before, state] = [(); 2].map(|()| save(&mut app));
    app.restore(&before).unwrap();
    grid.set(UVec2::X, 0).unwrap();
    app.insert(level, Collider::Grid(grid));
    let difference = state.first_difference(&save(&mut app)).unwrap();
    let text = "the collider with key 2 touches the cell [1, 0] of the collider with key 1 in one of the states only";
    assert_eq!(difference.to_string(), text);
}
