//! More parts at one point than a move stores: none that matters is lost.

use core::f32::consts::TAU;

use super::prelude::*;

const COUNTS: [u32; 6] = [60, 63, 65, 100, 300, 1000];

/// A fan of triangles from an apex to a rim, a function of the angle; turned to one side or the other.
fn fan(count: u32, apex: Vec3, is_turned: bool, rim: &dyn Fn(f32) -> Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let rim = (0..count).map(|index| rim(index as f32 * TAU / count as f32));
    let corners = [apex].into_iter().chain(rim).collect();
    let triangles = (0..count).map(|index| (1 + index, 1 + (index + 1) % count));
    let triangles = triangles.map(|(one, two)| if is_turned { [0, two, one] } else { [0, one, two] });
    (corners, triangles.collect())
}

/// A fan in the form of a flat cone, whose apex points to a person at the origin.
fn cone(count: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let rim = |angle: f32| Vec3::new(1.3, 1.2 + 0.9 * angle.sin(), 0.9 * angle.cos());
    fan(count, Vec3::new(1.0, 1.2, 0.0), false, &rim)
}

#[test]
fn a_character_that_presses_against_the_apex_of_a_fan_keeps_its_ground() {
    for (count, is_reversed, floor_is_first) in each3(COUNTS, [false, true], [false, true]) {
        let (corners, mut triangles) = cone(count);
        if is_reversed {
            triangles.reverse();
        }
        let mut level = Level::<Dim3>::new();
        if floor_is_first {
            level.floor();
        }
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        if !floor_is_first {
            level.floor();
        }
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        level.walk_on_ground(character, Vec3::new(0.05, -0.02, 0.0), 60);
        assert_near(level.place(character).x, 0.7 - SKIN, 1e-3);
        assert_near(level.place(character).y, SOLE, 1e-4);
        assert!(level.state(character).wall.is_some_and(|wall| wall.normal.x < -0.99));
        // And it can leave.
        level.step(character, Vec3::new(-0.2, -0.02, 0.1));
        assert_near(level.place(character).x, 0.5 - SKIN, 1e-3);
    }
}

/// The parts of the fan are entities, spawned before the floor and after it.
#[test]
fn a_character_among_many_entities_at_one_point_keeps_its_ground() {
    for (count, floor_is_first) in each2([65, 200], [true, false]) {
        let mut level = Level::<Dim3>::new();
        if floor_is_first {
            level.floor();
        }
        let (corners, triangles) = cone(count);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|index| corners[index as usize]);
            level.obstacle(dim3::Collider::triangle(a, b, c), Transform::IDENTITY);
        }
        if !floor_is_first {
            level.floor();
        }
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        level.walk_on_ground(character, Vec3::new(0.05, -0.02, 0.01), 30);
    }
}

/// A hill whose top is the apex of a fan is ground, and a funnel of as many facets holds who falls into it.
#[test]
fn the_apex_of_a_fan_is_ground_to_stand_on_and_to_walk_over() {
    for (count, slope) in each2(COUNTS, [-0.4f32, 0.0, 0.4]) {
        let rim = |angle: f32| Vec3::new(4.0 * angle.cos(), 4.0 * slope, 4.0 * angle.sin());
        let (corners, triangles) = fan(count, Vec3::ZERO, true, &rim);
        let mut level = Level::<Dim3>::new();
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        let character = level.character(mover(), person(), at_xy(0.0, SOLE + 0.1));
        level.walk(character, Vec3::NEG_Y * 0.02, 10);
        level.walk_on_ground(character, Vec3::NEG_Y * 0.02, 10);
        level.walk_on_ground(character, Vec3::new(0.05, -0.02, 0.02), 20);
        assert_near(level.place(character).x, 1.0, 1e-3);
        assert_near(level.place(character).z, 0.4, 1e-3);
    }
}

/// A spike at the height of the shins, of many facets: its contact is inclined, and no ground.
#[test]
fn the_apex_of_a_spike_is_no_ground_however_many_facets_it_has() {
    for count in each(COUNTS) {
        let rim = |angle: f32| Vec3::new(1.5, 0.15 + 0.1 * angle.sin(), 0.1 * angle.cos());
        let (corners, triangles) = fan(count, Vec3::new(0.5, 0.15, 0.0), false, &rim);
        let mut level = with_floor();
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        let mover = CharacterMover { step_height: 0.0, ..mover() };
        let character = level.character(mover, person(), at_xy(0.0, SOLE));
        for _ in 0..30 {
            let state = level.step(character, Vec3::new(0.05, -0.02, 0.0));
            let ground = state.ground.expect("the floor");
            assert!(ground.normal.y > 0.999 && ground.point.y < 1e-3);
        }
        assert!(level.state(character).wall.is_some() && level.place(character).x < 0.5);
    }
}

#[test]
fn many_segments_and_parts_at_one_point_do_not_hide_the_ground_in_2d() {
    for (count, kind, floor_is_first) in each3(COUNTS, ["polyline", "compound"], [true, false]) {
        let tip = Vec2::new(1.0, 1.0);
        let end = |index: u32| tip + Vec2::from_angle(1.2 * (index as f32 / count as f32 - 0.5));
        let collider = if kind == "polyline" {
            // To and fro between the tip and the ends: each end is a corner of its own.
            dim2::Collider::polyline((0..count).flat_map(|index| [tip, end(index)]))
        } else {
            let part = |index| dim2::Collider::triangle(tip, end(index), end(index + 1));
            dim2::Collider::compound((0..count).map(|index| (Transform::IDENTITY, part(index))))
        };
        let mut obstacles =
            [(dim2::Collider::rectangle(40.0, 1.0), at_xy(0.0, -0.5)), (collider, Transform::IDENTITY)];
        if !floor_is_first {
            obstacles.reverse();
        }
        let mut level = Level::<Dim2>::new();
        for (obstacle, place) in obstacles {
            level.obstacle(obstacle, place);
        }
        let mover = CharacterMover::default().with_skin(SKIN);
        let character = level.character(mover, dim2::Collider::capsule(0.3, 1.35), at_xy(0.0, SOLE));
        level.walk_on_ground(character, Vec2::new(0.05, -0.02), 60);
        assert_near(level.place(character).x, 0.7 - SKIN, 1e-3);
    }
}
