//! Cells that are written while others are touched, what is wrong with a cell, and what a grid costs to write and to
//! keep.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellEnded, CellEvent, CellGrid, CellKind, CellStarted};
use bevy_gjk::grid::GridError;
use bevy_gjk::shape::Shape;
use bevy_gjk::{ColliderError, dim3};
use bevy_math::{UVec2, UVec3};

use super::kinds::{cell_events, dig, grid_of, reporting, row_of, spawn_grid};
use crate::common::basics::*;

/// A floor of full cells of length 1 with a coin on the fourth.
fn floor(app: &mut App) -> Entity {
    let coin = CellKind { reports: true, tag: 5, ..CellKind::new(Collider::circle(0.3)) };
    let cells = (0..10).map(|x| (x, 0, 1)).chain([(4, 1, 2)]);
    spawn_grid(app, grid_of([10, 3], [CellKind::full(), coin], cells))
}

#[test]
fn only_what_stood_on_a_cell_hears_that_it_is_dug() {
    let mut app = app();
    let floor = floor(&mut app);
    let [left, right] = [1.5, 7.5].map(|x| app.spawn((Collider::circle(0.5), at_xy(x, 1.4))));
    assert_eq!(step2(&mut app).0.len(), 2);
    dig(&mut app, floor, 1, 0, 0);
    assert_eq!(step2(&mut app), ends(floor, left, EndReason::Separated));
    let touch = app.resource::<Collisions>().get(right, floor).unwrap();
    assert_eq!((touch.runs, touch.touching_parts().unwrap()[1].index), (1, 7));
    dig(&mut app, floor, 1, 0, 1);
    assert_eq!(step2(&mut app), starts(floor, left));
}

#[derive(Resource, Default)]
struct Seen(Vec<(Entity, UVec2, bool)>);

#[test]
fn observers_hear_of_single_cells() {
    let mut app = app();
    app.init_resource::<Seen>();
    let floor = floor(&mut app);
    let player = app.spawn((Collider::circle(0.4), at_xy(2.5, 1.5)));
    for entity in [floor, player] {
        app.observe(entity, |hit: On<CellStarted>, mut seen: ResMut<Seen>| {
            assert_eq!((hit.touch.kind, hit.touch.tag), (2, 5));
            seen.0.push((hit.entity, hit.touch.cell, true));
        });
        app.observe(entity, |hit: On<CellEnded>, mut seen: ResMut<Seen>| {
            seen.0.push((hit.entity, hit.touch.cell, false));
        });
    }
    let step = |app: &mut App, x| {
        app.update_at(player, at_xy(x, 1.5));
        core::mem::take(&mut app.resource_mut::<Seen>().0)
    };
    let coin = UVec2::new(4, 1);
    assert_eq!(step(&mut app, 2.5), []);
    assert_eq!(step(&mut app, 4.2), [(floor, coin, true), (player, coin, true)]);
    assert_eq!(step(&mut app, 4.3), []);
    assert_eq!(step(&mut app, 5.5), [(floor, coin, false), (player, coin, false)]);
    assert_eq!(step(&mut app, 4.5).len(), 2);
    // A coin that is taken ends its touch; the floor is touched as before.
    dig(&mut app, floor, 4, 1, 0);
    assert_eq!(step(&mut app, 4.5), [(floor, coin, false), (player, coin, false)]);
    dig(&mut app, floor, 4, 1, 2);
    assert_eq!(step(&mut app, 4.5).len(), 2);
    app.despawn(player);
    app.update();
    let seen = core::mem::take(&mut app.resource_mut::<Seen>().0);
    assert_eq!(seen, [(floor, coin, false)]);
    assert!(app.resource::<Collisions>().cell_touches().is_empty());
}

#[test]
fn a_swept_collider_hits_the_cells_on_its_way() {
    let mut app = app();
    spawn_grid(&mut app, grid_of([50, 1], [reporting()], [3, 20, 41].map(|x| (x, 0, 1))));
    let bullet = app.spawn((Collider::circle(0.1), SweptCollider::default(), at_xy(-1.0, 0.5)));
    app.update();
    set(&mut app, bullet, at_xy(48.0, 0.5));
    let started = cell_events(&mut app).into_iter().map(|event| match event {
        CellEvent::Started(touch) => touch.cell.x,
        CellEvent::Ended(_) => panic!("{event:?}"),
    });
    assert_eq!(started.collect::<Vec<_>>(), [3, 20, 41]);
}

#[test]
fn parts_of_a_compound_name_the_cells_of_its_grids() {
    let mut app = app();
    let ship = app.spawn((CompoundCollider, at_xy(100.0, 0.0)));
    app.spawn((Collider::circle(1.0), at_xy(-3.0, 0.5), ChildOf(ship)));
    let grid = grid_of([4, 2], [CellKind { tag: 9, ..CellKind::full() }], [(3, 1, 1)]);
    let hull = app.spawn((Collider::Grid(grid), Transform::default(), ChildOf(ship)));
    let rock = app.spawn((Collider::circle(0.5), at_xy(104.3, 1.5)));
    app.update();
    let touch = app.resource::<Collisions>().get(ship, rock).unwrap();
    let [part, _] = touch.touching_parts().unwrap();
    assert_eq!((part.entity, part.index), (hull, 7));
    let mut parts = Vec::new();
    touch.all_touching_parts(&mut parts);
    let compound = app.resource::<Collisions>().colliders().get(ship).unwrap();
    let cell = compound.cell(parts[0][0]).unwrap();
    assert_eq!((cell.cell, cell.kind, cell.tag, parts.len()), (UVec2::new(3, 1), 1, 9, 1));
    assert_eq!(compound.cell(0), None);
}

#[test]
fn what_is_wrong_with_a_cell_is_named_and_the_rest_takes_part() {
    let mut grid = CellGrid::new(UVec2::new(3, 1), 1.0, [CellKind::full()]);
    let error = grid.set(UVec2::new(3, 0), 1).unwrap_err().to_string();
    assert_eq!(error, "cell (3, 0) is outside of a grid of (3, 1) cells");
    let error = grid.set(UVec2::new(1, 0), 2).unwrap_err();
    assert_eq!(error, GridError::NoSuchKind { cell: UVec2::new(1, 0), kind: 2, kinds: 1 });
    let empty = "cell (1, 0) and all of its kind are empty: ";
    let line = Collider::polyline([Vec2::ZERO, Vec2::X * 0.2]);
    let faults = [
        (Collider::circle(0.6), empty, "the shape of kind 2 leaves"),
        (Collider::circle(-0.2), empty, "the shape of kind 2 is invalid"),
        (Collider::half_space(Vec2::Y, 0.0), "", "the shape of kind 2 is invalid: a part is a half-space"),
        (line, "", "the shape of kind 2 is invalid: a shape of several"),
    ];
    for (shape, effect, cause) in each(faults) {
        let mut app = single_threaded();
        let level = spawn_grid(&mut app, row_of([1, 2, 1], [CellKind::full(), CellKind::new(shape)]));
        app.insert(level, Name::new("level"));
        let balls = [0.5, 1.5, 2.5].map(|x| app.spawn((Collider::circle(0.2), at_xy(x, 0.5))));
        let lines = warnings(|| {
            assert_eq!(step2(&mut app).0, [pair(level, balls[0]), pair(level, balls[2])]);
            // The next write is no new warning.
            dig(&mut app, level, 0, 0, 0);
            assert_eq!(step2(&mut app).1.len(), 1);
        });
        assert_one_warning(&lines, &["level", &format!("{effect}{cause}")]);
    }
}

#[test]
fn a_cell_of_no_kind_is_named() {
    let mut app = single_threaded();
    let kinds = [CellKind::full(), CellKind::full()];
    let mut grid = grid_of([70, 2], kinds, [(66, 1, 2), (2, 0, 1)]);
    grid.kinds.pop();
    spawn_grid(&mut app, grid);
    assert_one_warning(&warnings(|| app.update()), &["cell (66, 1) is of kind 2, and there are 1 kinds"]);
}

#[test]
fn a_grid_without_cells_or_with_too_many_is_invalid() {
    let no_size = "no positive and finite size";
    for (size, cell_size, text) in each([
        (UVec2::new(0, 5), 1.0, "a grid without cells"),
        (UVec2::new(1 << 20, 1 << 20), 1.0, "convex parts, more than"),
        (UVec2::MAX, 1.0, "convex parts, more than"),
        (UVec2::ONE, 0.0, no_size),
        (UVec2::ONE, f32::NAN, no_size),
        (UVec2::ONE, f32::INFINITY, no_size),
    ]) {
        let mut grid = CellGrid::new(size, cell_size, [CellKind::full()]);
        let _ = grid.set(UVec2::ZERO, 1);
        let mut app = single_threaded();
        spawn_grid(&mut app, grid);
        assert_one_warning(&warnings(|| app.updates(2)), &[text]);
    }
    // An empty grid is valid, and touches nothing.
    let mut app = single_threaded();
    spawn_grid(&mut app, grid_of([9, 9], [CellKind::full()], []));
    app.spawn((Collider::circle(20.0), Transform::default()));
    assert!(warnings(|| assert_eq!(step2(&mut app), NOTHING)).is_empty());
}

/// A grid of one cell that reports, and what touches it.
fn single_cell(others: impl IntoIterator<Item = u64>) -> (App, Entity, Vec<Entity>) {
    let mut app = single_threaded();
    let level = spawn_grid(&mut app, row_of([1], [reporting()]));
    let body = |key| (Collider::circle(0.2), at_xy(0.5, 0.5), CollisionOrder(key));
    let others = others.into_iter().map(|key| app.spawn(body(key))).collect();
    app.updates(2);
    (app, level, others)
}

#[test]
fn a_grid_that_was_invalid_for_a_while_reports_its_cells_again() {
    let (mut app, level, _) = single_cell([1]);
    set(&mut app, level, at_x(f32::NAN));
    assert!(matches!(cell_events(&mut app)[..], [CellEvent::Ended(_)]));
    set(&mut app, level, at_x(0.0));
    assert!(matches!(cell_events(&mut app)[..], [CellEvent::Started(_)]));
    assert_eq!(app.resource::<Collisions>().cell_touches().len(), 1);
}

#[test]
fn ends_at_a_despawn_come_in_the_order_of_keys() {
    for keys in each([[2, 1], [1, 2]]) {
        let (mut app, _, mut others) = single_cell(keys);
        others.iter().for_each(|&entity| app.despawn(entity));
        if keys[0] == 2 {
            others.reverse();
        }
        let ended = cell_events(&mut app).into_iter().map(|event| match event {
            CellEvent::Ended(touch) => touch.other,
            CellEvent::Started(touch) => panic!("{touch:?}"),
        });
        assert_eq!(ended.collect::<Vec<_>>(), others);
    }
}

#[test]
fn a_grid_may_have_as_many_kinds_as_there_are_numbers() {
    let mut app = app();
    spawn_grid(&mut app, row_of([u16::MAX], vec![CellKind::full(); usize::from(u16::MAX)]));
    let ball = app.spawn((Collider::circle(0.2), at_xy(0.5, 0.5)));
    app.update();
    assert_eq!(app.resource::<Collisions>().collisions_with(ball).count(), 1);
}

#[test]
fn each_cell_is_a_part_and_each_part_a_cell() {
    let flat = CellGrid::new(UVec2::new(5, 3), 1.0, []);
    let parts: Vec<_> = each2(0..3, 0..5).map(|(y, x)| flat.part_of_cell(UVec2::new(x, y))).collect();
    assert_eq!(parts, (0..15).map(Some).collect::<Vec<_>>());
    let solid = dim3::CellGrid::new(UVec3::new(4, 3, 2), 1.0, []);
    for part in 0..24 {
        let cell = solid.cell_of_part(part).unwrap();
        assert_eq!(solid.part_of_cell(cell), Some(part), "{cell}");
    }
    let outside = [UVec3::new(4, 0, 0), UVec3::new(0, 3, 0), UVec3::new(0, 0, 2), UVec3::MAX];
    assert_eq!(outside.map(|cell| solid.part_of_cell(cell)), [None; 4]);
    assert_eq!((flat.cell_of_part(15), solid.cell_of_part(24)), (None, None));
    // Such a grid is invalid and has no cells.
    let vast = CellGrid::new(UVec2::MAX, 1.0, []);
    assert_eq!(vast.part_of_cell(UVec2::new(u32::MAX - 1, 7)), None);
}

#[cfg(feature = "serialize")]
#[test]
fn files_hold_the_cells_row_by_row() {
    let kinds = [CellKind::full(), CellKind::slope().turned(1)];
    let collider = Collider::Grid(grid_of([3, 2], kinds, [(1, 0, 2), (2, 1, 1)]));
    let text = ron::to_string(&collider).unwrap();
    assert!(text.contains("cells:(size:[3,2],kinds:[0,2,0,0,0,1])"), "{text}");
    assert_eq!(ron::from_str::<Collider>(&text).unwrap(), collider);
    let error = ron::from_str::<Collider>(&text.replace("[3,2]", "[4000000000,4000000000]")).unwrap_err();
    assert!(error.to_string().contains("6 kinds of cells"), "{error}");
    let [kind, cells] = ["(shape: Some(Circle(radius: 0.5)))", "(size: [1, 1], kinds: [1])"];
    let short = format!("Grid((cell_size: (1.0, 1.0), kinds: [{kind}], cells: {cells}))");
    let Collider::Grid(grid) = ron::from_str(&short).unwrap() else { panic!("no grid") };
    assert_eq!((grid.get(UVec2::ZERO), grid.kinds[0].tag), (1, 0));
}

#[test]
fn a_grid_may_be_rounded_extruded_and_part_of_a_compound() {
    let [empty, grid] = [0, 1].map(|kind| Collider::Grid(row_of([0, 0, kind, 0], [CellKind::full()])));
    let cases = [
        (Collider::rounded(grid.clone(), 0.25), 1.76, 1.74),
        (Collider::compound([(at_x(1.0), grid.clone()), (at_x(9.0), empty.clone())]), 3.01, 2.99),
    ];
    for (collider, touching, apart) in cases {
        let mut app = app();
        let level = app.spawn((collider, Transform::default()));
        let point = app.spawn((Collider::circle(0.0), at_xy(touching, 0.5)));
        assert_eq!(step2(&mut app).0, [pair(level, point)]);
        assert_eq!(app.step_at(point, at_xy(apart, 0.5)).1.len(), 1);
    }
    assert_eq!(Collider::rounded(empty.clone(), 0.25).prepare().unwrap_err(), ColliderError::NoParts);
    let extruded = dim3::Collider::extrusion(empty, 0.25);
    assert_eq!(extruded.prepare().unwrap_err(), ColliderError::NoParts);
    assert_eq!(dim3::Collider::extrusion(grid, 0.25).prepare().unwrap().len(), 1);
}

#[test]
fn changes_since_a_clone_are_those_of_all_cells() {
    let mut random = Random(5);
    for size in each([UVec2::new(150, 70), UVec2::new(64, 64), UVec2::new(3, 200)]) {
        let mut before = CellGrid::new(size, 1.0, [CellKind::full(), CellKind::slope()]);
        let mut write = |grid: &mut CellGrid, count: u32| {
            for _ in 0..count {
                let [x, y] = [size.x, size.y].map(|cells| random.range(0.0, cells as f32) as u32);
                grid.set(UVec2::new(x, y), random.range(0.0, 3.0) as u16).unwrap();
            }
        };
        write(&mut before, 500);
        let mut now = before.clone();
        assert_eq!(now.changes_since(&before).count(), 0);
        write(&mut now, 20);
        write(&mut before, 3);
        let mut changes: Vec<_> = now.changes_since(&before).collect();
        changes.sort_unstable_by_key(|(cell, ..)| (cell.y, cell.x));
        let all = each2(0..size.y, 0..size.x).map(|(y, x)| UVec2::new(x, y));
        let all = all.map(|cell| (cell, before.get(cell), now.get(cell)));
        let expected: Vec<_> = all.filter(|(_, before, now)| before != now).collect();
        assert!(expected.len() > 10, "{}", expected.len());
        assert_eq!(changes, expected);
    }
}

#[test]
fn changes_between_a_long_row_and_a_long_column_are_found() {
    let long = 1 << 22;
    let row = grid_of([long, 1], [CellKind::full()], [(long - 1, 0, 1), (0, 0, 1)]);
    let column = grid_of([1, long], [CellKind::full()], [(0, long - 1, 1), (0, 0, 1)]);
    let mut changes: Vec<_> = column.changes_since(&row).collect();
    changes.sort_unstable_by_key(|(cell, ..)| (cell.y, cell.x));
    assert_eq!(changes, [(UVec2::new(long - 1, 0), 1, 0), (UVec2::new(0, long - 1), 0, 1)]);
}

/// What is outside of the smaller one counts as empty in it, and a grid without memory for its cells as empty.
#[test]
fn changes_between_grids_of_other_sizes_are_found() {
    let [small, wide] = [70, 200].map(|length| row_of(vec![1; length], [CellKind::full()]));
    let more: Vec<_> = wide.changes_since(&small).collect();
    let expected: Vec<_> = (70..200).map(|x| (UVec2::new(x, 0), 0, 1)).collect();
    assert_eq!(more, expected);
    assert!(small.changes_since(&wide).all(|(cell, before, now)| cell.x >= 70 && (before, now) == (1, 0)));
    let too_large = CellGrid::new(UVec2::splat(1 << 20), 1.0, [CellKind::full()]);
    assert_eq!(too_large.changes_since(&small).count(), 70);
    assert_eq!(too_large.changes_since(&too_large.clone()).count(), 0);
}

/// A point in the lower and one in the upper half of a cell.
#[test]
fn half_cells_fill_the_half_that_their_name_says() {
    let halves = [(CellKind::lower_half(), [true, false]), (CellKind::upper_half(), [false, true])];
    for (kind, expected) in each(halves) {
        let mut app = app();
        let grid = spawn_grid(&mut app, row_of([1], [kind]));
        let query = app.query_after_update::<Dim2>();
        let is_inside = |y| {
            let mut found = vec![];
            query.intersections_with_point(Vec2::new(0.5, y), &QueryFilter::ALL, |entity| found.push(entity));
            found == [grid]
        };
        assert_eq!([0.2, 0.8].map(is_inside), expected);
    }
}

#[test]
fn what_is_outside_of_a_grid_is_empty_however_far() {
    let wide = CellGrid::new(UVec2::new(9000, 3), 1.0, [CellKind::full()]);
    let level = dim3::CellGrid::new(UVec3::new(80, 64, 3), 1.0, [dim3::CellKind::full()]);
    for far in each([3, 9000, 1 << 20, u32::MAX - 1, u32::MAX]) {
        for cell in [UVec2::new(0, far), UVec2::new(8999, far), UVec2::splat(far)] {
            assert_eq!((wide.get(cell), wide.kind(cell), wide.part_of_cell(cell)), (0, None, None), "{cell}");
            assert!(wide.clone().set(cell, 1).is_err());
        }
        for cell in [UVec3::new(0, 0, far), UVec3::new(79, 63, far), UVec3::splat(far)] {
            assert_eq!((level.get(cell), level.part_of_cell(cell)), (0, None), "{cell}");
            assert!(level.clone().set(cell, 1).is_err());
        }
    }
}
