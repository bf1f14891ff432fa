//! One-way platforms that are sets with an inside: areas in 2D, closed meshes and extrusions in 3D. There is no ground inside of them.

use super::level::Level;
use crate::common::prelude::*;

const FALL: Vec2 = Vec2::new(0.0, -0.05);

fn outline(corners: &[(f32, f32)]) -> dim2::Collider {
    dim2::Collider::outline(corners.iter().copied().map(Vec2::from))
}

/// A T: its bar is from y = 1 to 2, its stem from 0 to 1.
fn tee() -> dim2::Collider {
    outline(&[(-4., 2.), (-4., 1.), (-2., 1.), (-2., 0.), (2., 0.), (2., 1.), (4., 1.), (4., 2.)])
}

/// A T that stands on its bar, from y = 0 to 1, its stem from 1 to 2.
fn turned_tee() -> dim2::Collider {
    outline(&[(-4., 0.), (4., 0.), (4., 1.), (2., 1.), (2., 2.), (-2., 2.), (-2., 1.), (-4., 1.)])
}

fn star() -> dim2::Collider {
    let radius = |index: u32| if index.is_multiple_of(2) { 4.0 } else { 1.5 };
    let corner = |index: u32| Vec2::from_angle(index as f32 * 0.6283 + 0.3) * radius(index);
    dim2::Collider::outline((0..10).map(corner))
}

/// A rectangle of four triangles, with an edge at y = 1.
fn mesh() -> dim2::Collider {
    let corners = [(-4., 0.), (4., 0.), (4., 2.), (-4., 2.), (-4., 1.), (4., 1.)].map(Vec2::from);
    dim2::Collider::tri_mesh(corners, [[0, 1, 5], [0, 5, 4], [4, 5, 2], [4, 2, 3]])
}

fn overlap(one: (&dim2::Collider, Transform), two: &dim2::Collider) -> bool {
    let (one, two) = (one.0.placed(one.1).unwrap(), two.placed(Transform::IDENTITY).unwrap());
    one.pair(&two).intersects()
}

/// The cuts between its parts are no surface.
#[test]
fn what_is_in_a_one_way_area_falls_out_of_it() {
    let small = dim2::Collider::rectangle(0.1, 0.1);
    let mut share = Share::one_of(7);
    for (name, area) in [("tee", tee()), ("turned", turned_tee()), ("star", star()), ("mesh", mesh())] {
        for x in [-3.0, -1.5, 0.0, 0.3, 1.0, 1.7] {
            for y in [0.2, 0.5, 1.3, 1.5, 1.7] {
                if !overlap((&small, at_xy(x, y)), &area) || !share.takes_next() {
                    continue;
                }
                let mut level = Level::<Dim2>::new();
                level.spawn((area.clone(), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
                let mover = CharacterMover::for_height(0.1).with_step_height(0.0);
                let character = level.character(mover, small.clone(), at_xy(x, y));
                let mut was_out = false;
                for _ in 0..200 {
                    let state = level.step(character, FALL);
                    let place = level.place(character);
                    was_out |= !overlap((&small, at_xy(place.x, place.y)), &area);
                    assert!(was_out || !state.is_grounded(), "{name} {x} {y}: stands at {place}: {state:?}");
                }
                assert!(was_out, "{name} {x} {y}");
            }
        }
    }
}

/// Returns the highest and the last place of a jump from y = -0.85.
fn jump<D: Dimension>(
    level: &mut Level<D>,
    collider: D::Collider,
    place: Transform,
    mut speed: f32,
) -> [f32; 2] {
    let character = level.character(CharacterMover::for_height(0.2), collider, place);
    let mut highest = f32::MIN;
    for _ in 0..200 {
        let state = level.step(character, D::Vector::axis(1) * speed);
        speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
        highest = highest.max(level.place(character).element(1));
    }
    [highest, level.place(character).element(1)]
}

/// Lets a box jump from a floor below a one-way area, and returns its greatest height and its last one.
fn jump_below(area: dim2::Collider, speed: f32) -> [f32; 2] {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(50.0, 1.0), at_xy(0.0, -1.5));
    level.spawn((area, OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
    jump(&mut level, dim2::Collider::rectangle(0.1, 0.2), at_xy(0.0, -0.85), speed)
}

#[test]
fn a_jump_that_ends_in_a_one_way_area_falls_out_of_it() {
    for (name, area) in [("tee", tee()), ("turned", turned_tee()), ("mesh", mesh())] {
        let [highest, last] = jump_below(area, 0.2);
        assert!(highest > 1.0 && highest < 1.9, "{name}: {highest}");
        assert!(last < -0.8, "{name}: it stands at {last}");
    }
}

#[test]
fn a_jump_through_a_one_way_area_lands_on_it() {
    for (name, area) in [("tee", tee()), ("turned", turned_tee()), ("mesh", mesh())] {
        let [_, last] = jump_below(area, 0.3);
        assert!((last - 2.1).abs() < 0.01, "{name}: it is at {last}");
    }
}

/// A rising area is compared at the place where it was in the run before.
#[test]
fn a_one_way_area_that_rises_lifts_what_stands_on_it_and_passes_what_is_in_it() {
    for speed in [0.02, 0.3, 3.0] {
        let mut level = Level::<Dim2>::new();
        let lift = level.spawn((tee(), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
        let small = || dim2::Collider::rectangle(0.1, 0.1);
        let on = level.character(CharacterMover::for_height(0.1), small(), at_xy(0.0, 2.051));
        let inside = level.character(CharacterMover::for_height(0.1), small(), at_xy(1.0, 1.5));
        for frame in 1..20 {
            level.set(lift, at_xy(0.0, speed * frame as f32));
            level.step(on, FALL);
            let place = level.place(on);
            assert!((place.y - 2.051 - speed * frame as f32).abs() < 0.01, "{speed} {frame}: {place}");
        }
        assert_eq!(level.place(inside), Vec2::new(1.0, 1.5), "{speed}");
    }
}

#[test]
fn a_jump_into_a_one_way_body_falls_out_of_it_whatever_it_is_made_of() {
    let corner = |index: u32| {
        let side = |axis: u32, [low, high]: [f32; 2]| if index >> axis & 1 == 0 { low } else { high };
        Vec3::new(side(0, [-2.0, 2.0]), side(1, [0.0, 2.0]), side(2, [-2.0, 2.0]))
    };
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let cuboid = (Transform::from_xyz(0.0, 1.0, 0.0), dim3::Collider::cuboid(4.0, 2.0, 4.0));
    let bodies = [
        ("cuboid", dim3::Collider::compound([cuboid])),
        ("solid", dim3::Collider::solid((0..8).map(corner), triangles)),
        ("extrusion", dim3::Collider::extrusion(tee(), 4.0)),
    ];
    for (name, body) in bodies {
        let mut level = Level::<Dim3>::new();
        level.obstacle(dim3::Collider::cuboid(50.0, 1.0, 50.0), Transform::from_xyz(0.0, -1.5, 0.0));
        level.spawn((body, OneWayPlatform::<Dim3>::default(), Transform::IDENTITY));
        let place = Transform::from_xyz(0.3, -0.85, 0.2);
        let [highest, last] = jump(&mut level, dim3::Collider::cuboid(0.1, 0.2, 0.1), place, 0.22);
        assert!(highest > 1.1 && highest < 1.9 && last < -0.8, "{name}: up to {highest}, ends at {last}");
    }
}
