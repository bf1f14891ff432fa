//! The contract of clearance of a character, at places up to a hundred thousand units from the origin.

use super::level::Level;
use crate::common::prelude::*;

/// The largest coordinates of the scanned places.
const PLACES: [f32; 9] = [0.0, 3.0, 100.0, 857.3, 1023.9, 4097.0, 16_000.5, 65_000.0, 100_000.0];

/// The skin that is kept where the largest coordinate of a move is this, and the tolerance, as documented.
fn contract(skin: f32, size: f32, coordinate: f64) -> [f64; 2] {
    let touch = 4.8e-7 * f64::from(size);
    let rounding = f64::from(f32::EPSILON) * coordinate;
    let skin = f64::from(skin).max(4.0 * touch).max(8.0 * rounding);
    [skin, (skin / 1024.0).max(touch).max(3.0 * rounding)]
}

/// Returns the worst shortfall from the skin, in tolerances, of walks among walls, slopes and corners around a place.
fn worst_in_3d(at: Vec3, seed: u64) -> f64 {
    let mut random = Random(seed);
    let mut level = Level::<Dim3>::new();
    let mut place = |offset: Vec3, turn: Quat, size: Vec3| {
        let place = Transform::from_translation(at + offset).with_rotation(turn);
        level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), place);
    };
    let tilt =
        Quat::from_rotation_z(random.range(-0.5, 0.5)) * Quat::from_rotation_x(random.range(-0.5, 0.5));
    place(tilt * Vec3::NEG_Y, tilt, Vec3::new(40.0, 2.0, 40.0));
    for side in 0..4 {
        let turn = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2 * side as f32 + random.range(-0.4, 0.4));
        place(turn * Vec3::X * 4.0, turn, Vec3::new(2.0, 20.0, 12.0));
    }
    let mover = CharacterMover::default();
    let start = Transform::from_translation(at + Vec3::Y * 2.5);
    let character = level.character(mover, dim3::Collider::capsule(0.3, 1.2), start);
    let mut worst = 0.0f64;
    for frame in 0..90 {
        let heading = Quat::from_rotation_y(random.range(-3.0, 3.0) + 0.02 * frame as f32) * Vec3::X;
        let motion = heading * random.range(0.0, 0.4) - Vec3::Y * random.range(0.0, 0.3);
        level.step(character, motion);
        if frame < 20 {
            continue;
        }
        let reach = f64::from(level.place(character).abs().max_element()) + 2.5;
        let [skin, tolerance] = contract(mover.skin, 50.0, reach);
        worst = worst.max((skin - level.clearance(character)) / tolerance);
    }
    worst
}

#[test]
fn a_character_keeps_its_skin_at_all_places_in_3d() {
    for place in PLACES {
        for (index, direction) in
            [Vec3::X, Vec3::NEG_Z, Vec3::Y, Vec3::new(1.0, 0.3, -0.8)].into_iter().enumerate()
        {
            for seed in 0..6 {
                let worst = worst_in_3d(direction * place, 100 * seed + index as u64);
                assert!(worst < 1.0, "{place} {direction} {seed}: {worst} tolerances");
            }
        }
    }
}

#[test]
fn a_character_keeps_its_skin_at_all_places_in_2d() {
    for place in PLACES {
        for direction in [Vec2::X, Vec2::NEG_Y, Vec2::new(-1.0, 0.7)] {
            for skin in [0.1, 0.02] {
                let mut random = Random(7);
                let at = direction * place;
                let mut level = Level::<Dim2>::new();
                for side in 0..4 {
                    let angle = std::f32::consts::FRAC_PI_2 * side as f32 + random.range(-0.2, 0.2);
                    let turn = Quat::from_rotation_z(angle);
                    let center = at.extend(0.0) + turn * Vec3::X * 60.0;
                    let wall = Transform::from_translation(center).with_rotation(turn);
                    level.obstacle(dim2::Collider::rectangle(16.0, 200.0), wall);
                }
                let mover = CharacterMover::for_height(20.0).with_skin(skin);
                let start = Transform::from_translation(at.extend(0.0));
                let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), start);
                for frame in 0..240 {
                    level.step(character, Vec2::new(random.range(-8.0, 8.0), random.range(-6.0, 4.0)));
                    if frame < 40 {
                        continue;
                    }
                    let reach = f64::from(level.place(character).abs().max_element()) + 20.0;
                    let [skin, tolerance] = contract(skin, 220.0, reach);
                    let short = (skin - level.clearance(character)) / tolerance;
                    assert!(short < 1.0, "{at} {skin}, frame {frame}: {short} tolerances");
                }
            }
        }
    }
}

/// Carried by a platform along walls, and pushed by one of them.
#[test]
fn a_character_that_is_carried_and_pushed_keeps_its_skin_at_all_places() {
    for place in PLACES {
        for direction in [Vec3::X, Vec3::NEG_Y, Vec3::new(0.6, 0.2, 1.0)] {
            let at = direction * place;
            let mut level = Level::<Dim3>::new();
            let mut random = Random(3);
            let spawn = |level: &mut Level<Dim3>, offset: Vec3, turn: Quat, size: Vec3| {
                let place = Transform::from_translation(at + offset).with_rotation(turn);
                level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), place)
            };
            let turn = |angle| Quat::from_rotation_y(angle);
            let floor =
                spawn(&mut level, Vec3::NEG_Y, Quat::from_rotation_z(0.1), Vec3::new(40.0, 2.0, 40.0));
            spawn(&mut level, Vec3::X * 5.0, turn(0.3), Vec3::new(2.0, 20.0, 30.0));
            spawn(&mut level, Vec3::Z * 5.0, turn(-0.2), Vec3::new(30.0, 20.0, 2.0));
            let wall = spawn(&mut level, Vec3::Z * -5.0, turn(0.2), Vec3::new(30.0, 20.0, 2.0));
            let mover = CharacterMover::default();
            let start = Transform::from_translation(at + Vec3::Y * 2.0);
            let character = level.character(mover, dim3::Collider::capsule(0.3, 1.2), start);
            for frame in 0..240 {
                let phase = 0.03 * frame as f32;
                let carry = Vec3::new(3.0 * phase.sin(), -1.0 + 0.5 * phase.sin(), 0.0);
                let tilt = Quat::from_rotation_z(0.1) * turn(0.3 * phase);
                level.set(floor, Transform::from_translation(at + carry).with_rotation(tilt));
                let push = Vec3::Z * (-5.0 + 2.0 * phase.sin());
                level.set(wall, Transform::from_translation(at + push).with_rotation(turn(0.2)));
                let motion = Vec3::new(random.range(-0.1, 0.2), -0.05, random.range(-0.1, 0.2));
                let state = level.step(character, motion);
                let reach = f64::from(level.place(character).abs().max_element()) + 2.5;
                let [skin, tolerance] = contract(mover.skin, 50.0, reach);
                let short = (skin - level.clearance(character)) / tolerance;
                assert!(frame < 20 || short < 1.0, "{at}, frame {frame}: {short} tolerances, {state:?}");
            }
        }
    }
}

/// A run leads no farther than four units in the last place at the last of these places.
#[test]
fn stairs_are_climbed_at_all_places() {
    for far in [0.0f32, 1e4, 2e4, 4e4, 7e4, 1e5, 2e5] {
        for shape in [dim2::Collider::capsule(0.3, 1.0), dim2::Collider::rectangle(0.6, 1.6)] {
            let mut level = Level::<Dim2>::new();
            for step in 0..10 {
                let place = at_xy(far + 10.0 + step as f32, step as f32 * 0.25 - 0.125);
                level.obstacle(dim2::Collider::rectangle(20.0, 0.25), place);
            }
            let walker = level.character(CharacterMover::default(), shape.clone(), at_xy(far + 0.5, 0.9));
            level.walk(walker, Vec2::new(0.0625, -0.0625), 200);
            let place = level.place(walker) - Vec2::new(far, 0.0);
            assert!(place.y > 3.0, "{shape:?} at {far}: {place}");
        }
    }
}
