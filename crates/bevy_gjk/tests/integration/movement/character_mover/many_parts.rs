//! More parts at one point than a move stores: none that matters is lost.

use super::level::Level;
use super::person::{SKIN, SOLE, floor, mover, person, with_floor};
use crate::common::prelude::*;

const COUNTS: [u32; 6] = [60, 63, 65, 100, 300, 1000];

/// A fan of triangles in the form of a flat cone, whose apex points to a person at the origin.
fn fan(count: u32, reverse: bool) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let rim = (0..count).map(|index| {
        let angle = index as f32 * std::f32::consts::TAU / count as f32;
        Vec3::new(1.3, 1.2 + 0.9 * angle.sin(), 0.9 * angle.cos())
    });
    let corners = [Vec3::new(1.0, 1.2, 0.0)].into_iter().chain(rim).collect();
    let mut triangles: Vec<_> = (0..count).map(|index| [0, 1 + index, 1 + (index + 1) % count]).collect();
    if reverse {
        triangles.reverse();
    }
    (corners, triangles)
}

#[test]
fn a_character_that_presses_against_the_apex_of_a_fan_keeps_its_ground() {
    for count in COUNTS {
        for order in 0..4 {
            let mut level = Level::<Dim3>::new();
            let (corners, triangles) = fan(count, order % 2 == 1);
            let mesh = dim3::Collider::tri_mesh(corners, triangles);
            let at = Transform::IDENTITY;
            let (first, second) = if order < 2 { (true, false) } else { (false, true) };
            if first {
                level.obstacle(mesh.clone(), at);
            }
            floor(&mut level);
            if second {
                level.obstacle(mesh, at);
            }
            let character = level.character(mover(), person(), at_xy(0.0, SOLE));
            for frame in 0..60 {
                let state = level.step(character, Vec3::new(0.05, -0.02, 0.0));
                assert!(state.is_grounded(), "{count} {order}, frame {frame}: {state:?}");
            }
            let (place, state) = (level.place(character), level.state(character));
            assert!(
                (place.x - (0.7 - SKIN)).abs() < 1e-3 && (place.y - SOLE).abs() < 1e-4,
                "{count}: {place}"
            );
            assert!(state.wall.is_some_and(|wall| wall.normal.x < -0.99), "{count}: {state:?}");
            // And it can leave.
            level.step(character, Vec3::new(-0.2, -0.02, 0.1));
            assert!((level.place(character).x - (0.5 - SKIN)).abs() < 1e-3);
        }
    }
}

/// The parts of the fan are entities, spawned before the floor and after it.
#[test]
fn a_character_among_many_entities_at_one_point_keeps_its_ground() {
    for count in [65, 200] {
        for floor_is_first in [true, false] {
            let mut level = Level::<Dim3>::new();
            if floor_is_first {
                floor(&mut level);
            }
            let (corners, triangles) = fan(count, false);
            for [a, b, c] in triangles {
                let [a, b, c] = [a, b, c].map(|index| corners[index as usize]);
                level.obstacle(dim3::Collider::triangle(a, b, c), Transform::IDENTITY);
            }
            if !floor_is_first {
                floor(&mut level);
            }
            let character = level.character(mover(), person(), at_xy(0.0, SOLE));
            for frame in 0..30 {
                let state = level.step(character, Vec3::new(0.05, -0.02, 0.01));
                assert!(state.is_grounded(), "{count} {floor_is_first}, frame {frame}: {state:?}");
            }
        }
    }
}

/// A hill whose top is the apex of a fan is ground, and a funnel of as many facets holds who falls into it.
#[test]
fn the_apex_of_a_fan_is_ground_to_stand_on_and_to_walk_over() {
    for count in COUNTS {
        for slope in [-0.4f32, 0.0, 0.4] {
            let rim = (0..count).map(|index| {
                let angle = index as f32 * std::f32::consts::TAU / count as f32;
                Vec3::new(4.0 * angle.cos(), 4.0 * slope, 4.0 * angle.sin())
            });
            let corners: Vec<_> = [Vec3::ZERO].into_iter().chain(rim).collect();
            let triangles = (0..count).map(|index| [0, 1 + (index + 1) % count, 1 + index]);
            let mut level = Level::<Dim3>::new();
            level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
            let place = at_xy(0.0, SOLE + 0.1);
            let character = level.character(mover(), person(), place);
            for frame in 0..20 {
                let state = level.step(character, Vec3::NEG_Y * 0.02);
                assert!(state.is_grounded() || frame < 10, "{count} {slope}, frame {frame}: {state:?}");
            }
            for frame in 0..20 {
                let state = level.step(character, Vec3::new(0.05, -0.02, 0.02));
                assert!(state.is_grounded(), "{count} {slope}, frame {frame}: {state:?}");
            }
            let place = level.place(character);
            assert!((place.x - 1.0).abs() < 1e-3 && (place.z - 0.4).abs() < 1e-3, "{count} {slope}: {place}");
        }
    }
}

/// A spike at the height of the shins, of many facets: its contact is inclined, and no ground.
#[test]
fn the_apex_of_a_spike_is_no_ground_however_many_facets_it_has() {
    for count in COUNTS {
        let rim = (0..count).map(|index| {
            let angle = index as f32 * std::f32::consts::TAU / count as f32;
            Vec3::new(1.5, 0.15 + 0.1 * angle.sin(), 0.1 * angle.cos())
        });
        let corners: Vec<_> = [Vec3::new(0.5, 0.15, 0.0)].into_iter().chain(rim).collect();
        let triangles = (0..count).map(|index| [0, 1 + index, 1 + (index + 1) % count]);
        let mut level = with_floor();
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        let mover = CharacterMover { step_height: 0.0, ..mover() };
        let character = level.character(mover, person(), at_xy(0.0, SOLE));
        for frame in 0..30 {
            let state = level.step(character, Vec3::new(0.05, -0.02, 0.0));
            let ground = state.ground.expect("the floor");
            assert!(ground.normal.y > 0.999 && ground.point.y < 1e-3, "{count}, frame {frame}: {ground:?}");
        }
        assert!(level.state(character).wall.is_some() && level.place(character).x < 0.5, "{count}");
    }
}

#[test]
fn many_segments_and_parts_at_one_point_do_not_hide_the_ground_in_2d() {
    for count in COUNTS {
        let tip = Vec2::new(1.0, 1.0);
        let end = |index: u32| {
            let angle = 1.2 * (index as f32 / count as f32 - 0.5);
            tip + Vec2::from_angle(angle)
        };
        // To and fro between the tip and the ends: each end is a corner of its own.
        let polyline = dim2::Collider::polyline((0..count).flat_map(|index| [tip, end(index)]));
        let parts = (0..count)
            .map(|index| (Transform::IDENTITY, dim2::Collider::triangle(tip, end(index), end(index + 1))));
        let compound = dim2::Collider::compound(parts);
        for (name, collider) in [("polyline", polyline), ("compound", compound)] {
            for floor_is_first in [true, false] {
                let mut level = Level::<Dim2>::new();
                let ground = dim2::Collider::rectangle(40.0, 1.0);
                let below = at_xy(0.0, -0.5);
                if floor_is_first {
                    level.obstacle(ground.clone(), below);
                }
                level.obstacle(collider.clone(), Transform::IDENTITY);
                if !floor_is_first {
                    level.obstacle(ground, below);
                }
                let mover = CharacterMover::default().with_skin(SKIN);
                let body = dim2::Collider::capsule(0.3, 1.35);
                let character = level.character(mover, body, at_xy(0.0, SOLE));
                for frame in 0..60 {
                    let state = level.step(character, Vec2::new(0.05, -0.02));
                    assert!(state.is_grounded(), "{name} {count}, frame {frame}: {state:?}");
                }
                let place = level.place(character);
                assert!((place.x - (0.7 - SKIN)).abs() < 1e-3, "{name} {count}: {place}");
            }
        }
    }
}
