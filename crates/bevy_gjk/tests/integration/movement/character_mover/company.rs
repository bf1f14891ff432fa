//! Characters that meet, and that stand on each other.

use super::level::Level;
use super::person::{SKIN, SOLE, cuboid, mover, person, with_floor, with_slab};
use crate::common::prelude::*;

/// A character that walks into another one does not move it, whatever their skins are.
#[test]
fn a_character_that_comes_near_does_not_push() {
    for [skin_of_standing, skin_of_walking] in [[0.02, 0.02], [0.01, 0.1], [0.1, 0.01]] {
        for stands_first in [true, false] {
            let mut level = with_floor();
            let mut spawn = |x: f32, skin: f32| {
                let place = at_xy(x, 0.975 + skin);
                level.character(mover().with_skin(skin), person(), place)
            };
            let mut pair = [(0.0, skin_of_standing), (-2.0, skin_of_walking)];
            if !stands_first {
                pair.reverse();
            }
            let mut pair = pair.map(|(x, skin)| spawn(x, skin));
            if !stands_first {
                pair.reverse();
            }
            let [standing, walking] = pair;
            level.walk(walking, Vec3::new(0.05, -0.01, 0.0), 90);
            let [standing, walking] = [standing, walking].map(|entity| level.place(entity).x);
            assert!(standing.abs() < 1e-3, "{skin_of_standing} {skin_of_walking} {stands_first}: {standing}");
            let gap = standing - walking - 0.6;
            assert!(gap > 0.99 * f32::min(skin_of_standing, skin_of_walking) && gap < 0.11, "{gap}");
        }
    }
}

/// Whatever their order, characters that stand on each other stay so on a lift, however fast it is.
#[test]
fn a_stack_rides_on_a_lift() {
    for speed in [0.05, 0.6, 3.0] {
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let (mut level, lift) = with_slab(4.0, 4.0);
            let mut stack = [Entity::PLACEHOLDER; 3];
            for index in order {
                let place = at_xy(0.0, SOLE + (1.95 + SKIN) * index as f32);
                stack[index] = level.spawn((mover(), dim3::Collider::cylinder(0.3, 1.95), place));
            }
            level.app.updates(3);
            for frame in 1..=60 {
                let wave = if frame <= 30 { frame } else { 60 - frame } as f32;
                let lifted = Vec3::new(0.5 * speed * wave, speed * wave, 0.0);
                level.set(lift, Transform::from_translation(lifted - Vec3::Y * 0.5));
                level.app.update();
                for (index, &entity) in stack.iter().enumerate() {
                    let expected = lifted + Vec3::Y * (SOLE + (1.95 + SKIN) * index as f32);
                    let (place, state) = (level.place(entity), level.state(entity));
                    assert!(place.distance(expected) < 1e-2, "{speed} {order:?}, {frame}, {index}: {place}");
                    assert!(state.is_grounded(), "{speed} {order:?}, {frame}, {index}: {state:?}");
                }
            }
        }
    }
}

#[test]
fn a_character_on_the_head_is_carried_up_a_slope() {
    for degrees in [0.0, 10.0, 30f32] {
        let slope = degrees.to_radians();
        let mut level = Level::<Dim3>::new();
        let turn = Quat::from_rotation_z(slope);
        let place = Transform::from_translation(turn * Vec3::NEG_Y).with_rotation(turn);
        level.obstacle(dim3::Collider::cuboid(80.0, 2.0, 40.0), place);
        let sole = 0.3 * slope.tan() + SKIN / slope.cos();
        let [lower, upper] = [sole + 0.5, sole + 1.5 + SKIN]
            .map(|y| level.spawn((mover(), dim3::Collider::cuboid(0.6, 1.0, 0.6), at_xy(0.0, y))));
        level.app.updates(3);
        let start = level.place(lower);
        for frame in 1..=60 {
            level.step(lower, Vec3::new(0.03, -0.01, 0.0));
            let (below, above) = (level.place(lower), level.place(upper));
            let expected = start + Vec3::new(0.03, 0.03 * slope.tan(), 0.0) * frame as f32;
            assert!(below.distance(expected) < 5e-3, "{degrees}, frame {frame}: {below} {expected}");
            assert!((above - below).distance(Vec3::Y * (1.0 + SKIN)) < 5e-3, "{degrees}: {below} {above}");
        }
    }
}

/// A jump lifts the one on the head, but not into a ceiling: then it ends below the head's feet.
#[test]
fn a_jump_does_not_press_the_one_on_the_head_into_a_ceiling() {
    let mut level = with_floor();
    cuboid(&mut level, Vec3::Y * 5.0, Vec3::new(4.0, 1.0, 4.0));
    let [lower, upper] = [SOLE, SOLE + 1.95 + SKIN]
        .map(|y| level.spawn((mover(), dim3::Collider::cylinder(0.3, 1.95), at_xy(0.0, y))));
    level.app.updates(3);
    let mut highest = 0.0;
    for frame in 0..60 {
        let rise = 0.15 - 0.01 * frame as f32;
        for character in [lower, upper] {
            let fall = if character == lower { rise } else { -0.01 };
            level.change(character, |motion: &mut MoverMotion<Dim3>| motion.displacement = Vec3::Y * fall);
        }
        level.app.update();
        for character in [lower, upper] {
            let clearance = level.clearance(character);
            assert!(clearance > 0.9 * f64::from(SKIN), "frame {frame}: {clearance}");
        }
        highest = f32::max(highest, level.place(upper).y);
    }
    assert!(highest > SOLE + 1.95 + SKIN + 0.3, "{highest}");
}
