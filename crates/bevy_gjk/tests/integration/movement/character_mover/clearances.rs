//! The contract of clearance of a character, at places up to a hundred thousand units from the origin.

use core::f32::consts::FRAC_PI_2;

use super::prelude::*;

/// The largest coordinates of the scanned places.
const PLACES: [f32; 9] = [0.0, 3.0, 100.0, 857.3, 1023.9, 4097.0, 16_000.5, 65_000.0, 100_000.0];

/// Asserts that a character keeps its skin up to the tolerance, as documented, in a level of this size. Its bounding
/// sphere has this radius.
fn assert_keeps_skin<D: Spatial>(level: &mut Level<D>, character: Entity, radius: f32, size: f32) {
    let place = D::coordinates(level.place(character)).map(f32::abs);
    let coordinate = f64::from(place.into_iter().fold(0.0, f32::max) + radius);
    let touch = 4.8e-7 * f64::from(size);
    let rounding = f64::from(f32::EPSILON) * coordinate;
    let skin = f64::from(level.get::<CharacterMover<D>>(character).skin).max(4.0 * touch).max(8.0 * rounding);
    let tolerance = (skin / 1024.0).max(touch).max(3.0 * rounding);
    let short = (skin - level.clearance(character)) / tolerance;
    assert!(short < 1.0, "{short} tolerances");
}

/// Spawns a cuboid that is turned.
fn turned_cuboid(level: &mut Level<Dim3>, center: Vec3, turn: Quat, size: Vec3) -> Entity {
    level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), at_point(center).with_rotation(turn))
}

/// Walks among walls, slopes and corners around a place.
#[test]
fn a_character_keeps_its_skin_at_all_places_in_3d() {
    let directions = [Vec3::X, Vec3::NEG_Z, Vec3::Y, Vec3::new(1.0, 0.3, -0.8)];
    for (place, (index, direction), seed) in each3(PLACES, directions.into_iter().enumerate(), 0..6) {
        let at = direction * place;
        let mut random = Random(100 * seed + index as u64);
        let mut level = Level::<Dim3>::new();
        let tilt =
            Quat::from_rotation_z(random.range(-0.5, 0.5)) * Quat::from_rotation_x(random.range(-0.5, 0.5));
        turned_cuboid(&mut level, at + tilt * Vec3::NEG_Y, tilt, Vec3::new(40.0, 2.0, 40.0));
        for side in 0..4 {
            let turn = Quat::from_rotation_y(FRAC_PI_2 * side as f32 + random.range(-0.4, 0.4));
            turned_cuboid(&mut level, at + turn * Vec3::X * 4.0, turn, Vec3::new(2.0, 20.0, 12.0));
        }
        let body = dim3::Collider::capsule(0.3, 1.2);
        let character = level.character(CharacterMover::default(), body, at_point(at + Vec3::Y * 2.5));
        for frame in 0..90 {
            let heading = Quat::from_rotation_y(random.range(-3.0, 3.0) + 0.02 * frame as f32) * Vec3::X;
            let motion = heading * random.range(0.0, 0.4) - Vec3::Y * random.range(0.0, 0.3);
            level.step(character, motion);
            if frame >= 20 {
                assert_keeps_skin(&mut level, character, 2.5, 50.0);
            }
        }
    }
}

#[test]
fn a_character_keeps_its_skin_at_all_places_in_2d() {
    for (place, direction, skin) in each3(PLACES, [Vec2::X, Vec2::NEG_Y, Vec2::new(-1.0, 0.7)], [0.1, 0.02]) {
        let mut random = Random(7);
        let at = (direction * place).extend(0.0);
        let mut level = Level::<Dim2>::new();
        for side in 0..4 {
            let turn = Quat::from_rotation_z(FRAC_PI_2 * side as f32 + random.range(-0.2, 0.2));
            let wall = at_point(at + turn * Vec3::X * 60.0).with_rotation(turn);
            level.obstacle(dim2::Collider::rectangle(16.0, 200.0), wall);
        }
        let mover = CharacterMover::for_height(20.0).with_skin(skin);
        let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_point(at));
        for frame in 0..240 {
            level.step(character, Vec2::new(random.range(-8.0, 8.0), random.range(-6.0, 4.0)));
            if frame >= 40 {
                assert_keeps_skin(&mut level, character, 20.0, 220.0);
            }
        }
    }
}

/// Carried by a platform along walls, and pushed by one of them.
#[test]
fn a_character_that_is_carried_and_pushed_keeps_its_skin_at_all_places() {
    for (place, direction) in each2(PLACES, [Vec3::X, Vec3::NEG_Y, Vec3::new(0.6, 0.2, 1.0)]) {
        let at = direction * place;
        let mut level = Level::<Dim3>::new();
        let mut random = Random(3);
        let turn = |angle| Quat::from_rotation_y(angle);
        let tilt = Quat::from_rotation_z(0.1);
        let mut spawn = |offset, turn, size| turned_cuboid(&mut level, at + offset, turn, size);
        let floor = spawn(Vec3::NEG_Y, tilt, Vec3::new(40.0, 2.0, 40.0));
        spawn(Vec3::X * 5.0, turn(0.3), Vec3::new(2.0, 20.0, 30.0));
        spawn(Vec3::Z * 5.0, turn(-0.2), Vec3::new(30.0, 20.0, 2.0));
        let wall = spawn(Vec3::Z * -5.0, turn(0.2), Vec3::new(30.0, 20.0, 2.0));
        let body = dim3::Collider::capsule(0.3, 1.2);
        let character = level.character(CharacterMover::default(), body, at_point(at + Vec3::Y * 2.0));
        for frame in 0..240 {
            let phase = 0.03 * frame as f32;
            let carry = Vec3::new(3.0 * phase.sin(), -1.0 + 0.5 * phase.sin(), 0.0);
            level.set(floor, at_point(at + carry).with_rotation(tilt * turn(0.3 * phase)));
            let push = Vec3::Z * (-5.0 + 2.0 * phase.sin());
            level.set(wall, at_point(at + push).with_rotation(turn(0.2)));
            level.step(character, Vec3::new(random.range(-0.1, 0.2), -0.05, random.range(-0.1, 0.2)));
            if frame >= 20 {
                assert_keeps_skin(&mut level, character, 2.5, 50.0);
            }
        }
    }
}

/// A run leads no farther than four units in the last place at the last of these places.
#[test]
fn stairs_are_climbed_at_all_places() {
    let shapes = [dim2::Collider::capsule(0.3, 1.0), dim2::Collider::rectangle(0.6, 1.6)];
    for (far, shape) in each2([0.0f32, 1e4, 2e4, 4e4, 7e4, 1e5, 2e5], shapes) {
        let mut level = Level::<Dim2>::new();
        for step in 0..10 {
            let place = at_xy(far + 10.0 + step as f32, step as f32 * 0.25 - 0.125);
            level.obstacle(dim2::Collider::rectangle(20.0, 0.25), place);
        }
        let walker = level.character(CharacterMover::default(), shape, at_xy(far + 0.5, 0.9));
        level.walk(walker, Vec2::new(0.0625, -0.0625), 200);
        assert!(level.place(walker).y > 3.0);
    }
}
