//! Characters where users of other engines report trouble.

use crate::break_help::*;
use crate::break_queries::{block, solid_box};
use crate::common::prelude::*;
use bevy_ecs::hierarchy::ChildOf;
use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

type C2 = dim2::Collider;
type C3 = dim3::Collider;
type M2 = CharacterMover<Dim2>;
type M3 = CharacterMover<Dim3>;

const FALL: Vec2 = Vec2::new(0.0, -0.05);

// --- one-way areas

/// A T whose bar is from y = 1 to 2 and whose stem is from 0 to 1.
fn tee() -> C2 {
    C2::outline([(-4., 2.), (-4., 1.), (-2., 1.), (-2., 0.), (2., 0.), (2., 1.), (4., 1.), (4., 2.)].map(Vec2::from))
}

#[test]
fn a_one_way_outline_has_no_ground_inside_of_it() {
    for (what, area) in [("tee", tee()), ("turned tee", C2::outline([(-4., 0.), (4., 0.), (4., 1.), (2., 1.), (2., 2.), (-2., 2.), (-2., 1.), (-4., 1.)].map(Vec2::from))),
        ("star", C2::outline((0..10).map(|i| Vec2::from_angle(i as f32 * 0.6283 + 0.3) * if i % 2 == 0 { 4.0 } else { 1.5 })))] {
        for x in [-3.0f32, -1.5, 0.0, 1.0, 1.7] {
            // A small box that is inside of the area falls out of it.
            for y in [0.2f32, 0.5, 1.3, 1.5, 1.7] {
                let mut level = Level::<Dim2>::new();
                level.spawn((area.clone(), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
                let box_ = C2::rectangle(0.1, 0.1);
                let at = at_xy(x, y);
                let inside = box_.placed(at).unwrap().pair(&area.placed(Transform::IDENTITY).unwrap()).intersects();
                if !inside { continue; }
                let walker = level.character(M2::for_height(0.1).with_step_height(0.0), box_.clone(), at);
                let mut was_out = false;
                for _ in 0..200 {
                    let state = level.step(walker, FALL);
                    let place = level.place(walker);
                    let inside = box_.placed(at_xy(place.x, place.y)).unwrap().pair(&area.placed(Transform::IDENTITY).unwrap()).intersects();
                    was_out |= !inside;
                    assert!(was_out || !state.is_grounded(), "{what} {x} {y}: stands inside at {place}: {state:?}");
                }
            }
        }
    }
}

#[test]
fn a_jump_into_a_one_way_outline_falls_out_of_it_again() {
    let mut level = Level::<Dim2>::new();
    level.spawn((C2::rectangle(50.0, 1.0), at_xy(0.0, -1.5)));
    level.spawn((tee(), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
    let walker = level.character(M2::for_height(0.2), C2::rectangle(0.1, 0.2), at_xy(0.0, -0.85));
    let mut speed = 0.2f32;
    let mut top = 0.0f32;
    for _ in 0..200 {
        let state = level.step(walker, Vec2::new(0.0, speed));
        speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
        top = top.max(level.place(walker).y);
    }
    assert!(top > 1.0 && top < 1.9, "{top}");
    assert!(level.place(walker).y < -0.8, "{}", level.place(walker));
}

#[test]
fn a_one_way_compound_of_two_boxes_is_jumped_through() {
    // A platform two tiles thick of one compound.
    let mut level = Level::<Dim2>::new();
    level.spawn((C2::rectangle(50.0, 1.0), at_xy(0.0, -1.5)));
    let thick = C2::compound([(at_xy(0.0, 0.5), C2::rectangle(4.0, 1.0)), (at_xy(0.0, 1.5), C2::rectangle(4.0, 1.0))]);
    level.spawn((thick, OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
    let walker = level.character(M2::for_height(0.2), C2::rectangle(0.1, 0.2), at_xy(0.0, -0.85));
    let mut speed = 0.3f32;
    for _ in 0..200 {
        let state = level.step(walker, Vec2::new(0.0, speed));
        speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
    }
    assert!((level.place(walker).y - 2.1).abs() < 0.01, "{}", level.place(walker));
}

#[test]
fn one_way_meshes_and_polylines_catch_from_above_only() {
    let kinds = [
        C2::polyline([Vec2::new(-3.0, 1.0), Vec2::new(3.0, 1.0)]),
        C2::polyline([Vec2::new(3.0, 1.0), Vec2::new(0.0, 1.0), Vec2::new(-3.0, 1.0)]),
        C2::segment(Vec2::new(-3.0, 1.0), Vec2::new(3.0, 1.0)),
        C2::tri_mesh([Vec2::new(-3.0, 1.0), Vec2::new(3.0, 1.0), Vec2::new(0.0, 0.8)], [[0, 1, 2]]),
    ];
    for kind in kinds {
        let mut level = Level::<Dim2>::new();
        level.spawn((C2::rectangle(50.0, 1.0), at_xy(0.0, -0.5)));
        level.spawn((kind.clone(), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
        let walker = level.character(M2::for_height(0.5), C2::capsule(0.1, 0.3), at_xy(0.0, 0.26));
        let mut speed = 0.2f32;
        for _ in 0..150 {
            let state = level.step(walker, Vec2::new(0.0, speed));
            speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
        }
        assert!((level.place(walker).y - 1.2525).abs() < 0.01, "{kind:?} {}", level.place(walker));
    }
}

// --- characters in closed meshes

/// A block with a room in it.
fn dungeon(outer: f32, inner: f32) -> C3 {
    let (mut v, mut t) = block(Vec3::splat(-outer), Vec3::splat(outer));
    let (room, walls) = block(Vec3::splat(-inner), Vec3::splat(inner));
    let first = v.len() as u32;
    v.extend(room);
    t.extend(walls.into_iter().map(|[a, b, c]| [a + first, c + first, b + first]));
    C3::solid(v, t)
}

#[test]
fn a_character_in_the_room_of_a_solid_that_moves_stays_in_it() {
    for rides in [true, false] {
        for way in [Vec3::X * 0.5, Vec3::Y * 0.5, Vec3::NEG_Y * 0.5, Vec3::new(3.0, -2.0, 1.0), Vec3::new(-30.0, 20.0, 11.0)] {
            let mut level = Level::<Dim3>::new();
            let room = level.obstacle(dungeon(3.0, 2.0), Transform::IDENTITY);
            let mover = M3 { rides_platforms: rides, ..M3::default() };
            let walker = level.character(mover, C3::capsule(0.3, 1.0), Transform::from_xyz(0.0, -1.19, 0.0));
            level.walk(walker, Vec3::NEG_Y * 0.05, 2);
            for frame in 1..20 {
                let at = way * frame as f32;
                level.set(room, Transform::from_translation(at));
                let state = level.step(walker, Vec3::NEG_Y * 0.05);
                let local = level.place(walker) - at;
                assert!(local.abs().max_element() < 2.0, "{rides} {way} {frame}: {local} {state:?}");
                assert!(level.clearance(walker) > 0.0, "{rides} {way} {frame} {local} {}", level.clearance(walker));
            }
        }
    }
}

#[test]
fn a_character_in_a_turning_room_stays_in_it() {
    let mut level = Level::<Dim3>::new();
    let room = level.obstacle(dungeon(3.0, 2.0), Transform::IDENTITY);
    let walker = level.character(M3::default(), C3::sphere(0.5), Transform::from_xyz(0.7, -1.49, 0.5));
    for frame in 1..300 {
        level.set(room, Transform::from_rotation(Quat::from_euler(EulerRot::XYZ, 0.03 * frame as f32, 0.02 * frame as f32, 0.0)));
        let state = level.step(walker, Vec3::NEG_Y * 0.05);
        let inverse = Quat::from_euler(EulerRot::XYZ, 0.03 * frame as f32, 0.02 * frame as f32, 0.0).inverse();
        let local = inverse * level.place(walker);
        assert!(local.abs().max_element() < 1.51, "{frame}: {local} {state:?}");
    }
}

#[test]
fn a_character_that_is_spawned_in_a_solid_is_led_out_by_the_nearest_face() {
    let mut random = Random(4);
    for _ in 0..40 {
        let mut level = Level::<Dim3>::new();
        let half = 4.0;
        level.obstacle(solid_box(half), Transform::IDENTITY);
        let at = point(&mut random, 3.9);
        let shape = C3::cuboid(0.6, 1.0, 0.8);
        let sizes = Vec3::new(0.3, 0.5, 0.4);
        let walker = level.character(M3::top_down(), shape, Transform::from_translation(at));
        let way = level.place(walker) - at;
        let best = (0..3).map(|axis| half + sizes[axis] + 0.01 - at[axis].abs()).fold(f32::MAX, f32::min);
        assert!((way.length() - best).abs() < 0.01, "{at} {way} {best} {:?}", level.state(walker).end);
        assert!(level.clearance(walker) > 0.009);
    }
}

#[test]
fn a_character_walks_through_the_rooms_of_a_solid_as_in_boxes() {
    // The same room of six boxes and of one closed mesh: the same way.
    let mut by_mesh = Level::<Dim3>::new();
    by_mesh.obstacle(dungeon(3.0, 2.0), Transform::IDENTITY);
    let mut by_boxes = Level::<Dim3>::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut size = Vec3::splat(6.0);
            size[axis] = 1.0;
            let mut at = Vec3::ZERO;
            at[axis] = 2.5 * side;
            by_boxes.obstacle(C3::cuboid(size.x, size.y, size.z), Transform::from_translation(at));
        }
    }
    let start = Transform::from_xyz(0.0, -1.19, 0.0);
    for shape in [C3::capsule(0.3, 1.0), C3::cuboid(0.6, 1.6, 0.6), C3::cylinder(0.3, 1.6)] {
        let walkers = [by_mesh.character(M3::default(), shape.clone(), start), by_boxes.character(M3::default(), shape.clone(), start)];
        let mut random = Random(31);
        let mut way = Vec3::ZERO;
        for frame in 0..400 {
            if frame % 20 == 0 { way = point(&mut random, 0.3); }
            let states = [by_mesh.step(walkers[0], way), by_boxes.step(walkers[1], way)];
            let places = [by_mesh.place(walkers[0]), by_boxes.place(walkers[1])];
            assert!(places[0].distance(places[1]) < 2e-3, "{frame} {shape:?} {places:?}");
            assert_eq!(states[0].is_grounded(), states[1].is_grounded(), "{frame} {shape:?} {places:?}\n{states:?}");
        }
        for (level, walker) in [(&mut by_mesh, walkers[0]), (&mut by_boxes, walkers[1])] { level.app.world_mut().despawn(walker); }
    }
}

// --- grids that are dug while stood on

fn grid2(width: u32, height: u32, fill: impl Fn(u32, u32) -> u16) -> CellGrid<Dim2> {
    let one_way = CellKind::<Dim2> { one_way: Some(OneWayPlatform::default()), ..CellKind::<Dim2>::upper_half() };
    let kinds = [CellKind::<Dim2>::full(), CellKind::<Dim2>::slope(), CellKind::<Dim2>::slope().mirrored_x(), one_way];
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(width, height), 1.0, kinds);
    for x in 0..width { for y in 0..height { grid.set(UVec2::new(x, y), fill(x, y)).unwrap(); } }
    grid
}

#[test]
fn a_character_falls_when_the_cell_below_it_is_dug() {
    let mut level = Level::<Dim2>::new();
    let grid = level.obstacle(C2::Grid(grid2(9, 6, |_, y| u16::from(y < 4))), Transform::IDENTITY);
    let walker = level.character(M2::default(), C2::rectangle(0.8, 1.6), at_xy(4.5, 4.81));
    for depth in (0..4).rev() {
        level.change(grid, |it: &mut C2| _ = it.as_grid_mut().unwrap().set(UVec2::new(4, depth), 0).unwrap());
        let mut frames = 0;
        loop {
            let state = level.step(walker, Vec2::new(0.02 * (frames % 3) as f32 - 0.02, -0.2));
            frames += 1;
            if state.is_grounded() || frames > 20 { break; }
        }
        if depth > 0 {
            assert!((level.place(walker).y - depth as f32 - 0.81).abs() < 1e-3, "{depth} {}", level.place(walker));
            assert!(frames <= 8, "{frames}");
        } else { assert!(frames > 20); }
    }
}

#[test]
fn a_character_is_pushed_up_when_the_cells_that_it_stands_in_are_built() {
    for x in [4.5f32, 4.2, 4.8, 5.0] {
        let mut level = Level::<Dim2>::new();
        let grid = level.obstacle(C2::Grid(grid2(9, 9, |_, y| u16::from(y < 2))), Transform::IDENTITY);
        let walker = level.character(M2::default(), C2::rectangle(0.8, 1.6), at_xy(x, 2.81));
        level.walk(walker, FALL, 2);
        for cell in 0..9 {
            level.change(grid, |it: &mut C2| _ = it.as_grid_mut().unwrap().set(UVec2::new(cell, 2), 1).unwrap());
        }
        let state = level.step(walker, FALL);
        assert!((level.place(walker).y - 3.81).abs() < 1e-2 && (level.place(walker).x - x).abs() < 1e-3, "{x} {} {state:?}", level.place(walker));
    }
}

#[test]
fn a_grid_whose_cells_grow_or_that_is_replaced_keeps_or_frees_its_character() {
    let mut level = Level::<Dim2>::new();
    let grid = level.obstacle(C2::Grid(grid2(20, 6, |_, y| u16::from(y < 4))), Transform::IDENTITY);
    let walker = level.character(M2::default(), C2::rectangle(0.8, 1.6), at_xy(4.5, 4.81));
    level.walk(walker, FALL, 3);
    // Another grid of the same ground in cells of half the size.
    let mut fine = grid2(40, 12, |_, y| u16::from(y < 8));
    fine.cell_size = Vec2::splat(0.5);
    level.change(grid, |it: &mut C2| *it = C2::Grid(fine));
    let state = level.step(walker, FALL);
    assert!(state.is_grounded());
    assert!(level.place(walker).distance(Vec2::new(4.5, 4.81)) < 1e-2, "{}", level.place(walker));
    // A plain box in its place.
    level.change(grid, |it: &mut C2| *it = C2::compound([(at_xy(10.0, 2.0), C2::rectangle(20.0, 4.0))]));
    let state = level.step(walker, FALL);
    assert!(state.is_grounded());
    assert!(level.place(walker).distance(Vec2::new(4.5, 4.81)) < 1e-2, "{}", level.place(walker));
    // Cells that grow by a tenth lift it by 0.4.
    level.change(grid, |it: &mut C2| *it = C2::Grid(grid2(20, 6, |_, y| u16::from(y < 4))));
    level.step(walker, FALL);
    level.change(grid, |it: &mut C2| it.as_grid_mut().unwrap().cell_size = Vec2::splat(1.1));
    let state = level.step(walker, FALL);
    assert!(state.is_grounded());
    assert!((level.place(walker).y - 5.21).abs() < 1e-2, "{} {state:?}", level.place(walker));
}

// --- platforms in odd states

fn on_platform() -> (Level<Dim2>, Entity, Entity) {
    let mut level = Level::<Dim2>::new();
    let platform = level.obstacle(C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
    let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
    level.walk(walker, FALL, 3);
    (level, platform, walker)
}

#[test]
fn a_platform_that_is_no_number_for_a_frame_loses_its_passenger_only_for_then() {
    for bad in [Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::splat(f32::MAX)] {
        let (mut level, platform, walker) = on_platform();
        level.set(platform, Transform::from_translation(bad));
        level.step(walker, Vec2::ZERO);
        level.set(platform, at_xy(0.0, -0.5));
        level.step(walker, FALL);
        let state = level.step(walker, FALL);
        let place = level.place(walker);
        assert!(place.distance(Vec2::new(0.0, 0.81)) < 0.06, "{place}");
        assert!(state.is_grounded(), "{state:?}");
    }
}

#[test]
fn a_platform_that_is_teleported_far_away_takes_its_passenger_or_leaves_it() {
    for to in [1e3f32, 1e5] {
        let (mut level, platform, walker) = on_platform();
        level.set(platform, at_xy(to, -0.5));
        level.step(walker, Vec2::ZERO);
        let place = level.place(walker);
        assert!((place.x - to).abs() < 0.1, "{place}");
    }
}

#[test]
fn a_platform_that_is_scaled_to_nothing_and_back() {
    for scale in [Vec3::ZERO, Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -1.0, 1.0)] {
        let (mut level, platform, walker) = on_platform();
        for _ in 0..3 {
            level.set(platform, at_xy(0.0, -0.5).with_scale(scale));
            level.step(walker, Vec2::ZERO);
            assert!(level.place(walker).is_finite());
            level.set(platform, at_xy(0.0, -0.5));
            level.step(walker, Vec2::ZERO);
            let place = level.place(walker);
            assert!(place.is_finite() && place.length() < 20.0, "{scale} {place}");
            level.walk(walker, FALL, 30);
        }
        let state = level.step(walker, FALL);
        println!("{scale} {} {}", level.place(walker), state.is_grounded());
    }
}

#[test]
fn a_mirrored_platform_carries_by_nothing() {
    // Mirroring a platform in x at its center moves the foot at the center by nothing, and elsewhere it is a big move.
    let (mut level, platform, walker) = on_platform();
    level.set(platform, at_xy(0.0, -0.5).with_scale(Vec3::new(-1.0, 1.0, 1.0)));
    level.step(walker, Vec2::ZERO);
    assert!(level.place(walker).distance(Vec2::new(0.0, 0.81)) < 1e-2, "{}", level.place(walker));
}

#[test]
fn a_walker_on_a_platform_that_is_flipped_away_from_its_center() {
    // A sprite that is flipped by scale.x = -1 with a walker at x = 3: the walker should not be thrown to x = -3.
    let mut level = Level::<Dim2>::new();
    let platform = level.obstacle(C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
    let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(3.0, 0.81));
    level.walk(walker, FALL, 3);
    level.set(platform, at_xy(0.0, -0.5).with_scale(Vec3::new(-1.0, 1.0, 1.0)));
    let state = level.step(walker, Vec2::ZERO);
    println!("flipped: {} {:?}", level.place(walker), state.carried);
}

#[test]
fn a_platform_that_is_disabled_and_enabled_elsewhere_does_not_throw() {
    let (mut level, platform, walker) = on_platform();
    level.app.insert(platform, ColliderDisabled);
    level.step(walker, Vec2::ZERO);
    level.set(platform, at_xy(100.0, -0.5));
    level.step(walker, Vec2::ZERO);
    level.app.remove::<ColliderDisabled>(platform);
    level.step(walker, Vec2::ZERO);
    level.step(walker, Vec2::ZERO);
    assert!(level.place(walker).distance(Vec2::new(0.0, 0.81)) < 1e-2, "{}", level.place(walker));
}

#[test]
fn a_platform_that_is_despawned_and_spawned_elsewhere_does_not_throw() {
    let (mut level, platform, walker) = on_platform();
    level.app.world_mut().despawn(platform);
    let again = level.obstacle(C2::rectangle(10.0, 1.0), at_xy(100.0, -0.5));
    println!("{platform} {again}");
    level.step(walker, Vec2::ZERO);
    level.step(walker, Vec2::ZERO);
    assert!(level.place(walker).distance(Vec2::new(0.0, 0.81)) < 1e-2, "{}", level.place(walker));
}

#[test]
fn a_platform_that_is_reparented_without_moving_carries_by_nothing() {
    let (mut level, platform, walker) = on_platform();
    let parent = level.spawn(at_xy(50.0, 3.0));
    level.app.insert(platform, (ChildOf(parent), at_xy(-50.0, -3.5)));
    let state = level.step(walker, FALL);
    assert!(level.place(walker).distance(Vec2::new(0.0, 0.81)) < 1e-2 && state.is_grounded(), "{}", level.place(walker));
    level.app.remove::<ChildOf>(platform);
    level.app.insert(platform, at_xy(0.0, -0.5));
    let state = level.step(walker, FALL);
    assert!(level.place(walker).distance(Vec2::new(0.0, 0.81)) < 1e-2 && state.is_grounded(), "{}", level.place(walker));
}

#[test]
fn a_part_of_a_compound_carries_when_it_moves() {
    let mut level = Level::<Dim2>::new();
    let root = level.spawn((CompoundCollider, Transform::IDENTITY));
    let part = level.spawn((C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5), ChildOf(root)));
    let other = level.spawn((C2::rectangle(10.0, 1.0), at_xy(30.0, -0.5), ChildOf(root)));
    let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
    level.walk(walker, FALL, 3);
    for frame in 1..10 {
        level.set(root, at_xy(0.1 * frame as f32, 0.05 * frame as f32));
        level.step(walker, FALL);
        assert!(level.place(walker).distance(Vec2::new(0.1 * frame as f32, 0.81 + 0.05 * frame as f32)) < 1e-2, "{frame} {}", level.place(walker));
    }
    // Another part moves: nothing.
    level.set(other, at_xy(35.0, -0.5));
    level.step(walker, FALL);
    assert!((level.place(walker).x - 0.9).abs() < 1e-2, "{}", level.place(walker));
    _ = part;
}

#[test]
fn a_part_of_a_compound_that_rises_lifts_and_one_that_comes_pushes() {
    let mut level = Level::<Dim2>::new();
    let root = level.spawn((CompoundCollider, Transform::IDENTITY));
    let part = level.spawn((C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5), ChildOf(root)));
    let wall = level.spawn((C2::rectangle(1.0, 4.0), at_xy(-4.0, 2.0), ChildOf(root)));
    let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
    level.walk(walker, FALL, 3);
    for frame in 1..10 {
        level.set(part, at_xy(0.0, -0.5 + 0.5 * frame as f32));
        level.step(walker, FALL);
        assert!((level.place(walker).y - 0.81 - 0.5 * frame as f32).abs() < 1e-2, "{frame} {}", level.place(walker));
    }
    let y = level.place(walker).y;
    _ = (y, wall);
}

// --- characters under odd transforms

#[test]
fn a_character_that_is_scaled_to_nothing_or_flat_does_not_end_in_nan() {
    for scale in [Vec3::ZERO, Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(-2.0, -0.5, 1.0), Vec3::splat(1e-6)] {
        let mut level = Level::<Dim2>::new();
        level.obstacle(C2::rectangle(100.0, 1.0), at_xy(0.0, -0.5));
        let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 2.0).with_scale(scale));
        for _ in 0..60 {
            level.step(walker, Vec2::new(0.05, -0.05));
        }
        let place = level.place(walker);
        assert!(place.is_finite() && (place.x - 3.0).abs() < 0.05, "{scale} {place} {:?}", level.state(walker));
        assert!(level.state(walker).is_grounded(), "{scale} {place}");
    }
}

#[test]
fn a_character_whose_size_changes_keeps_its_ground() {
    // Breathing: the scale goes up and down every frame.
    let mut level = Level::<Dim2>::new();
    level.obstacle(C2::rectangle(100.0, 1.0), at_xy(0.0, -0.5));
    let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
    level.walk(walker, FALL, 2);
    for frame in 0..120 {
        let scale = 1.0 + 0.1 * (frame as f32 * 0.2).sin();
        level.change(walker, |it: &mut Transform| it.scale = Vec3::splat(scale));
        let state = level.step(walker, FALL);
        assert!(state.is_grounded(), "{frame} {state:?}");
        assert!(level.place(walker).x.abs() < 1e-3);
    }
}

#[test]
fn a_character_far_from_the_origin_walks_stairs() {
    for far in [0.0f32, 1e3, 1e4] {
        let mut level = Level::<Dim2>::new();
        for step in 0..10 {
            level.obstacle(C2::rectangle(20.0, 0.25), at_xy(far + 10.0 + step as f32, step as f32 * 0.25 - 0.125));
        }
        let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(far + 0.5, 0.9));
        for _ in 0..200 { level.step(walker, Vec2::new(0.05, -0.05)); }
        let place = level.place(walker) - Vec2::new(far, 0.0);
        assert!(place.y > 3.0, "{far} {place}");
    }
}

// --- the same level in other forms: tiles, one area, entities, a polyline

fn profile() -> Vec<Vec2> {
    [(0., 0.), (40., 0.), (40., 5.), (35., 5.), (35., 2.0), (30., 2.), (28., 3.0), (26., 3.), (26., 2.8), (25., 2.8), (25., 2.6), (24., 2.6), (20., 1.), (15., 1.), (14., 2.), (12., 2.), (12., 1.9), (8., 1.9), (8., 1.), (5., 1.), (5., 6.), (0., 6.)].map(Vec2::from).to_vec()
}

#[test]
fn a_walk_over_an_area_is_that_over_its_line() {
    let points = profile();
    let mut forms: Vec<(&str, C2)> = vec![
        ("outline", C2::outline(points.clone())),
        ("line", C2::closed_polyline(points.clone())),
    ];
    // Columns.
    let mut xs: Vec<f32> = points.iter().map(|p| p.x).collect();
    xs.sort_by(f32::total_cmp);
    xs.dedup();
    let top = |x: f32| {
        let mut best = 0.0f32;
        for i in 0..points.len() {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            if (a.x - x) * (b.x - x) <= 0.0 && a.x != b.x { best = best.max(a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y)); }
        }
        best
    };
    let columns = xs.windows(2).map(|w| {
        let (a, b) = (w[0], w[1]);
        let (l, r) = (top(a + 1e-4 * (b - a)), top(b - 1e-4 * (b - a)));
        (Transform::IDENTITY, C2::polygon([Vec2::new(a, 0.0), Vec2::new(b, 0.0), Vec2::new(b, r), Vec2::new(a, l)]))
    });
    forms.push(("columns", C2::compound(columns)));
    for shape in [C2::capsule(0.3, 1.0), C2::rectangle(0.6, 1.6)] {
        for speed in [0.05f32, 0.3, 1.7] {
            let mut tracks: Vec<Vec<(Vec2, bool)>> = vec![];
            for (_, form) in &forms {
                let mut level = Level::<Dim2>::new();
                level.obstacle(form.clone(), Transform::IDENTITY);
                let walker = level.character(M2::default(), shape.clone(), at_xy(10.0, 2.8));
                let mut track = vec![];
                let mut fall = 0.0f32;
                for frame in 0..600 {
                    let side = if (frame / 150) % 2 == 0 { 1.0 } else { -1.0 };
                    let state = level.step(walker, Vec2::new(side * speed, -fall));
                    fall = if state.is_grounded() { 0.0 } else { fall + 0.01 };
                    if frame % 97 == 0 && state.is_grounded() { fall = -0.3; }
                    track.push((level.place(walker), state.is_grounded()));
                }
                tracks.push(track);
            }
            for (index, (name, _)) in forms.iter().enumerate().skip(1) {
                for frame in 0..600 {
                    let (a, b) = (tracks[0][frame], tracks[index][frame]);
                    assert!(a.0.distance(b.0) < 0.02 && a.1 == b.1, "{shape:?} {speed} frame {frame}: outline {a:?}, {name} {b:?}, before {:?} {:?}", tracks[0][frame.saturating_sub(1)], tracks[index][frame.saturating_sub(1)]);
                }
            }
        }
    }
}

#[test]
fn a_walk_is_mirrored_in_a_mirrored_level() {
    let mut random = Random(71);
    for round in 0..60 {
        let width = 24;
        let mut cells = vec![0u16; width * 8];
        for x in 0..width {
            let height = 1 + random.below(3) as usize;
            for y in 0..height { cells[y * width + x] = 1; }
            match random.below(6) { 0 => cells[height * width + x] = 2, 1 => cells[height * width + x] = 3, 2 => cells[(height + 2) * width + x] = 4, 3 => cells[(height + 3) * width + x] = 1, _ => {} }
        }
        let grid = |mirrored: bool| grid2(width as u32, 8, |x, y| {
            let x = if mirrored { width - 1 - x as usize } else { x as usize };
            match (cells[y as usize * width + x], mirrored) { (2, true) => 3, (3, true) => 2, (kind, _) => kind }
        });
        let at = |x: f32| Transform::from_xyz(x - width as f32 / 2.0, 0.0, 0.0);
        let start = random.range(-8.0, 8.0);
        let shape = [C2::capsule(0.3, 0.8), C2::rectangle(0.6, 1.4)][round % 2].clone();
        let mut levels = [false, true].map(|mirrored| {
            let mut level = Level::<Dim2>::new();
            level.obstacle(C2::Grid(grid(mirrored)), at(0.0));
            let walker = level.character(M2::default(), shape.clone(), at_xy(if mirrored { -start } else { start }, 7.5));
            (level, walker)
        });
        let mut fall = 0.0f32;
        let mut way = 0.0f32;
        for frame in 0..300 {
            if frame % 25 == 0 { way = random.range(-0.3, 0.3); if random.below(2) == 0 { fall = -0.25; } }
            let drop = random.below(40) == 0;
            let mut seen = vec![];
            for (index, (level, walker)) in levels.iter_mut().enumerate() {
                let x = if index == 0 { way } else { -way };
                level.change(*walker, |it: &mut MoverMotion<Dim2>| it.drop_through = drop);
                let state = level.step(*walker, Vec2::new(x, -fall));
                let place = level.place(*walker);
                let clearance = level.clearance(*walker);
                seen.push((Vec2::new(if index == 0 { place.x } else { -place.x }, place.y), state.is_grounded(), state.end, clearance));
            }
            let (a, b) = (&seen[0], &seen[1]);
            let same_end = std::mem::discriminant(&a.2) == std::mem::discriminant(&b.2);
            assert!(a.0.distance(b.0) < 2e-3 && a.1 == b.1 && same_end, "round {round} frame {frame} {shape:?} start {start} {seen:?} way {way} fall {fall} {cells:?}");
            fall = if a.1 { 0.0 } else { fall + 0.01 };
            if a.0.y < -5.0 { break; }
        }
    }
}

// --- wedges, stuck, doors

#[test]
fn a_door_that_closes_slowly_pushes_and_then_crushes_and_lets_go() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(C2::rectangle(100.0, 1.0), at_xy(0.0, -0.5));
    level.obstacle(C2::rectangle(1.0, 10.0), at_xy(3.0, 5.0));
    let door = level.obstacle(C2::rectangle(1.0, 10.0), at_xy(-3.0, 5.0));
    let walker = level.character(M2::default(), C2::rectangle(1.0, 2.0), at_xy(0.0, 1.01));
    let mut crushed = 0;
    for frame in 0..300 {
        let x = -3.0 + 0.05 * if frame < 150 { frame as f32 } else { 300.0 - frame as f32 };
        level.set(door, at_xy(x.min(2.4), 5.0));
        let state = level.step(walker, FALL);
        crushed += u32::from(matches!(state.end, MoveEnd::Crushed(_)));
        assert!(level.place(walker).x < 2.5 && level.place(walker).y < 1.2, "{frame} {} {state:?}", level.place(walker));
    }
    assert!(crushed > 10);
    let state = level.step(walker, Vec2::new(-0.5, -0.05));
    assert!(state.is_grounded() && state.end == MoveEnd::Arrived, "{state:?} {}", level.place(walker));
}

#[test]
fn a_gap_as_wide_as_the_character_is_fallen_into_or_walked_over_without_sticking() {
    for width in [0.9f32, 0.99, 1.0, 1.019, 1.02, 1.021, 1.03, 1.1] {
        let mut level = Level::<Dim2>::new();
        level.obstacle(C2::rectangle(20.0, 4.0), at_xy(-10.0 - width / 2.0, -2.0));
        level.obstacle(C2::rectangle(20.0, 4.0), at_xy(10.0 + width / 2.0, -2.0));
        let walker = level.character(M2::default(), C2::rectangle(1.0, 1.0), at_xy(-2.0, 0.51));
        let mut fall = 0.0f32;
        let mut last = 0.0;
        let mut frames = 0;
        for _ in 0..200 {
            let state = level.step(walker, Vec2::new(0.07, -fall));
            fall = if state.is_grounded() { 0.0 } else { fall + 0.02 };
            frames += 1;
            last = level.place(walker).x;
            assert!(level.clearance(walker) > 0.0, "{width} {} {state:?}", level.place(walker));
        }
        let place = level.place(walker);
        println!("{width}: {place} {last} {frames}");
        assert!(place.x > 5.0 || place.y < -10.0 || level.state(walker).is_grounded(), "{width} {place} {:?}", level.state(walker));
    }
}

#[test]
fn a_funnel_of_slopes_ends_standing() {
    for angle in [20f32, 40.0, 49.9, 50.1, 60.0, 75.0, 85.0] {
        let mut level = Level::<Dim2>::new();
        let tan = angle.to_radians().tan();
        for side in [-1.0, 1.0] {
            level.obstacle(C2::triangle(Vec2::ZERO, Vec2::new(side * 5.0, 0.0), Vec2::new(side * 5.0, 5.0 * tan)), Transform::IDENTITY);
        }
        let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(1.0, 5.0 * tan + 1.0));
        let mut fall = 0.0f32;
        for _ in 0..600 {
            let state = level.step(walker, Vec2::new(0.0, -fall));
            fall = if state.is_grounded() { 0.0 } else { fall + 0.01 };
        }
        let state = level.step(walker, Vec2::new(0.0, -fall));
        assert!(state.is_grounded() && fall == 0.0, "{angle} {fall} {state:?}");
        let place = level.place(walker);
        level.walk(walker, Vec2::new(0.0, 0.2), 3);
        assert!(level.place(walker).y > place.y + 0.5, "{angle}");
    }
}

// --- spawned inside of levels

#[test]
fn standing_up_in_a_tunnel_of_tiles_is_no_long_way() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(C2::Grid(grid2(40, 12, |_, y| u16::from(y != 5))), Transform::IDENTITY);
    let walker = level.character(M2::default(), C2::rectangle(0.6, 0.8), at_xy(20.3, 5.41));
    level.walk(walker, FALL, 2);
    let before = level.place(walker);
    level.change(walker, |it: &mut C2| *it = C2::rectangle(0.6, 1.6));
    let state = level.step(walker, FALL);
    let place = level.place(walker);
    assert!(place.distance(before) < 1e-3, "{before} {place} {state:?}");
    assert!(matches!(state.end, MoveEnd::Crushed(_)), "{state:?}");
    level.change(walker, |it: &mut C2| *it = C2::rectangle(0.6, 0.8));
    level.walk(walker, Vec2::new(0.1, -0.05), 20);
    assert!((level.place(walker).x - before.x - 2.0).abs() < 0.02, "{}", level.place(walker));
}

#[test]
fn a_character_that_grows_beside_a_wall_is_pushed_by_what_it_grows() {
    for (old, new) in [(0.6f32, 1.0f32), (0.6, 3.0)] {
        let mut level = Level::<Dim2>::new();
        level.obstacle(C2::Grid(grid2(40, 20, |x, y| u16::from(y < 2 || x < 3))), Transform::IDENTITY);
        let walker = level.character(M2::default(), C2::rectangle(old, 1.6), at_xy(3.01 + old / 2.0, 2.81));
        level.walk(walker, FALL, 2);
        level.change(walker, |it: &mut C2| *it = C2::rectangle(new, 1.6));
        level.step(walker, FALL);
        let place = level.place(walker);
        assert!(place.distance(Vec2::new(3.01 + new / 2.0, 2.81)) < 1e-2, "{old} {new} {place}");
    }
}

// --- 3D: height fields

#[test]
fn a_character_walks_over_all_edges_of_a_height_field_and_falls_into_its_hole() {
    let n = 9;
    let mut heights = vec![0.0f32; n * n];
    heights[40] = f32::NAN;
    let mut level = Level::<Dim3>::new();
    level.obstacle(C3::height_field(heights, n as u32, Vec2::splat(8.0)), Transform::IDENTITY);
    // The hole is 2 wide: the six triangles at the middle.
    for shape in [C3::capsule(0.2, 1.0), C3::cuboid(0.4, 1.4, 0.4)] {
        let walker = level.character(M3::default(), shape.clone(), Transform::from_xyz(-3.0, 0.75, 0.0));
        let mut fall = 0.0f32;
        let mut fell_at = None;
        for _ in 0..120 {
            let state = level.step(walker, Vec3::new(0.05, -fall, 0.0));
            fall = if state.is_grounded() { 0.0 } else { fall + 0.01 };
            if fell_at.is_none() && level.place(walker).y < 0.3 { fell_at = Some(level.place(walker)); }
        }
        assert!(fell_at.is_some(), "{shape:?} {}", level.place(walker));
        level.app.world_mut().despawn(walker);
    }
}

#[test]
fn a_character_on_the_outer_edge_of_a_height_field_stands_or_falls() {
    let mut level = Level::<Dim3>::new();
    level.obstacle(C3::height_field(vec![0.0; 25], 5, Vec2::splat(4.0)), Transform::IDENTITY);
    for x in [1.9f32, 1.99, 2.0, 2.01, 2.1, 2.19, 2.21] {
        let walker = level.character(M3::default(), C3::cuboid(0.4, 1.0, 0.4), Transform::from_xyz(x, 0.51, 0.3));
        let state = level.step(walker, Vec3::NEG_Y * 0.1);
        assert_eq!(state.is_grounded(), x < 2.2, "{x} {state:?}");
        level.app.world_mut().despawn(walker);
    }
}

// --- stairs and steps of many kinds in 3D

#[test]
fn stairs_of_voxels_meshes_and_boxes_are_climbed_alike() {
    let mut ends = vec![];
    for form in 0..4 {
        let mut level = Level::<Dim3>::new();
        match form {
            0 => {
                let mut grid = CellGrid::<Dim3>::new(UVec3::new(24, 12, 8), 0.25, [CellKind::<Dim3>::full()]);
                for x in 0..24u32 { for z in 0..8 { for y in 0..=(x.saturating_sub(8) / 2).min(7) { grid.set(UVec3::new(x, y, z), 1).unwrap(); } } }
                level.obstacle(C3::Grid(grid), Transform::IDENTITY);
            }
            1 => for x in 0..24u32 { let h = (x.saturating_sub(8) / 2).min(7) as f32 * 0.25 + 0.25; level.obstacle(C3::cuboid(0.25, h, 2.0), Transform::from_xyz(x as f32 * 0.25 + 0.125, h / 2.0, 1.0)); },
            2 => {
                let parts = (0..24u32).map(|x| { let h = (x.saturating_sub(8) / 2).min(7) as f32 * 0.25 + 0.25; (Transform::from_xyz(x as f32 * 0.25 + 0.125, h / 2.0, 1.0), C3::cuboid(0.25, h, 2.0)) });
                level.obstacle(C3::compound(parts), Transform::IDENTITY);
            }
            _ => {
                let mut points = vec![Vec2::ZERO];
                points.push(Vec2::new(6.0, 0.0));
                points.push(Vec2::new(6.0, 2.0));
                for step in (1..=7).rev() { let x = 2.0 + 0.5 * step as f32; points.push(Vec2::new(x, 0.25 * step as f32 + 0.25)); points.push(Vec2::new(x, 0.25 * step as f32)); }
                points.push(Vec2::new(0.0, 0.25));
                level.obstacle(C3::extrusion(C2::outline(points), 2.0), Transform::from_xyz(0.0, 0.0, 1.0));
            }
        }
        let walker = level.character(M3::default(), C3::cuboid(0.5, 1.6, 0.5), Transform::from_xyz(0.5, 1.06, 1.0));
        let mut air = 0;
        for _ in 0..120 { let state = level.step(walker, Vec3::new(0.04, -0.02, 0.0)); air += u32::from(!state.is_grounded()); }
        ends.push((level.place(walker), air));
    }
    println!("{ends:?}");
    for end in &ends { assert!(end.0.distance(ends[0].0) < 0.01 && end.1 == 0, "{ends:?}"); }
    assert!((ends[0].0.y - 2.81).abs() < 0.02, "{ends:?}");
}

// --- pushes out of areas, beside columns and rings in f64

#[test]
fn a_push_out_of_an_outline_is_as_short_as_out_of_its_columns() {
    let points = profile();
    let mut app = app();
    app.spawn((C2::outline(points.clone()), Transform::IDENTITY));
    app.update();
    let query = app.query::<Dim2>();
    let mut random = Random(12);
    let contour = [points];
    let mut long = vec![];
    let mut crushed = vec![];
    for _ in 0..400 {
        let at = Vec2::new(random.range(1.0, 39.0), random.range(0.3, 5.5));
        let radius = random.range(0.2, 0.9);
        let pushed = query.depenetrate(&gjk::Circle::new(radius), Affine2::from_translation(at), &MoveSettings::default(), &QueryFilter::ALL);
        let r = f64::from(radius) + 0.01;
        let free = |to: DVec2| !inside(&contour, to) && edge(&contour, to) > r - 1e-4;
        if free(at.as_dvec2()) { continue; }
        let mut best = f64::INFINITY;
        for index in 0..1440 {
            let angle = f64::from(index) / 1440.0 * std::f64::consts::TAU;
            let d = DVec2::new(angle.cos(), angle.sin());
            let mut length = 0.0;
            while length < best.min(8.0) {
                if free(at.as_dvec2() + d * length) { best = length; break; }
                length += 0.01;
            }
        }
        let note = format!("{at} {radius} {pushed:?} best {best}");
        if pushed.end != MoveEnd::Arrived { if best < 4.0 * f64::from(radius) { crushed.push(note); } continue; }
        assert!(free(pushed.translation.as_dvec2()), "{note}");
        if f64::from(pushed.pushed.length()) > best * 1.02 + 0.02 { long.push(note); }
    }
    println!("long {} {:?}\ncrushed {} {:?}", long.len(), long.iter().take(4).collect::<Vec<_>>(), crushed.len(), crushed.iter().take(4).collect::<Vec<_>>());
    assert!(long.is_empty() && crushed.is_empty());
}

fn inside(contours: &[Vec<Vec2>], at: DVec2) -> bool {
    let mut inside = false;
    for c in contours { for (i, &a) in c.iter().enumerate() {
        let (a, b) = (a.as_dvec2(), c[(i + 1) % c.len()].as_dvec2());
        if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside = !inside; }
    } }
    inside
}
fn edge(contours: &[Vec<Vec2>], at: DVec2) -> f64 {
    let mut least = f64::INFINITY;
    for c in contours { for (i, &a) in c.iter().enumerate() {
        let (a, b) = (a.as_dvec2(), c[(i + 1) % c.len()].as_dvec2());
        let t = ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        least = least.min(at.distance(a + (b - a) * t));
    } }
    least
}

/// A dungeon of a closed mesh: pushes out of its walls into the room or out of the block, the shorter of the two.
#[test]
fn a_push_out_of_the_wall_of_a_solid_takes_the_shorter_side() {
    let mut app = app();
    app.spawn((dungeon(10.0, 8.0), Transform::IDENTITY));
    app.update();
    let query = app.query::<Dim3>();
    let mut random = Random(13);
    for _ in 0..300 {
        let mut at = point(&mut random, 6.0);
        let axis = random.below(3) as usize;
        at[axis] = random.range(7.6, 10.3) * if random.below(2) == 0 { 1.0 } else { -1.0 };
        let r = random.range(0.1, 0.8);
        let pushed = query.depenetrate(&gjk::Sphere::new(r), Affine3A::from_translation(at), &MoveSettings::default(), &QueryFilter::ALL);
        let inwards = at[axis].abs() - (8.0 - r - 0.01);
        let outwards = 10.0 + r + 0.01 - at[axis].abs();
        let best = inwards.min(outwards).max(0.0);
        assert!(pushed.end == MoveEnd::Arrived && (pushed.pushed.length() - best).abs() < 2e-3, "{at} {r} {pushed:?} {best}");
    }
}
