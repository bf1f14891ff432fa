//! Characters that meet, and that stand on each other.

use super::prelude::*;

/// A character that walks into another one does not move it, whatever their skins are.
#[test]
fn a_character_that_comes_near_does_not_push() {
    for ((standing, walking), order) in each2([(0.02, 0.02), (0.01, 0.1), (0.1, 0.01)], [[0, 1], [1, 0]]) {
        let mut level = with_floor();
        let mut pair = [Entity::PLACEHOLDER; 2];
        for index in order {
            let (x, skin) = [(0.0, standing), (-2.0, walking)][index];
            pair[index] = level.character(mover().with_skin(skin), person(), at_xy(x, 0.975 + skin));
        }
        level.walk(pair[1], Vec3::new(0.05, -0.01, 0.0), 90);
        let [x, other_x] = pair.map(|entity| level.place(entity).x);
        assert!(x.abs() < 1e-3);
        let gap = x - other_x - 0.6;
        assert!(gap > 0.99 * f32::min(standing, walking) && gap < 0.11, "{gap}");
    }
}

/// Whatever their order, characters that stand on each other stay so on a lift, however fast it is.
#[test]
fn a_stack_rides_on_a_lift() {
    for (speed, order) in each2([0.05, 0.6, 3.0], [[0, 1, 2], [2, 1, 0], [1, 2, 0]]) {
        let (mut level, lift) = with_slab(4.0, 4.0);
        let height = |index: usize| SOLE + (1.95 + SKIN) * index as f32;
        let mut stack = [Entity::PLACEHOLDER; 3];
        for index in order {
            let body = dim3::Collider::cylinder(0.3, 1.95);
            stack[index] = level.spawn((mover(), body, at_xy(0.0, height(index))));
        }
        level.app.updates(3);
        for frame in 1..=60 {
            let wave = if frame <= 30 { frame } else { 60 - frame } as f32;
            let lifted = Vec3::new(0.5 * speed * wave, speed * wave, 0.0);
            level.set(lift, at_point(lifted - Vec3::Y * 0.5));
            level.app.update();
            for (index, &entity) in stack.iter().enumerate() {
                assert_near(level.place(entity), lifted + Vec3::Y * height(index), 1e-2);
                assert!(level.state(entity).is_grounded());
            }
        }
    }
}

#[test]
fn a_character_on_the_head_is_carried_up_a_slope() {
    for degrees in each([0.0, 10.0, 30f32]) {
        let slope = degrees.to_radians();
        let mut level = Level::<Dim3>::new();
        level.slope(slope);
        let sole = 0.3 * slope.tan() + SKIN / slope.cos();
        let [lower, upper] = [sole + 0.5, sole + 1.5 + SKIN]
            .map(|y| level.spawn((mover(), dim3::Collider::cuboid(0.6, 1.0, 0.6), at_xy(0.0, y))));
        level.app.updates(3);
        let start = level.place(lower);
        for frame in 1..=60 {
            level.step(lower, Vec3::new(0.03, -0.01, 0.0));
            let (below, above) = (level.place(lower), level.place(upper));
            assert_near(below, start + Vec3::new(0.03, 0.03 * slope.tan(), 0.0) * frame as f32, 5e-3);
            assert_near(above - below, Vec3::Y * (1.0 + SKIN), 5e-3);
        }
    }
}

/// A jump lifts the one on the head, but not into a ceiling: then it ends below the head's feet.
#[test]
fn a_jump_does_not_press_the_one_on_the_head_into_a_ceiling() {
    let mut level = with_floor();
    level.cuboid(Vec3::Y * 5.0, Vec3::new(4.0, 1.0, 4.0));
    let pair = [SOLE, SOLE + 1.95 + SKIN]
        .map(|y| level.spawn((mover(), dim3::Collider::cylinder(0.3, 1.95), at_xy(0.0, y))));
    level.app.updates(3);
    let mut highest = 0.0;
    for frame in 0..60 {
        for (character, rise) in pair.into_iter().zip([0.15 - 0.01 * frame as f32, -0.01]) {
            level.change(character, |motion: &mut MoverMotion<Dim3>| motion.displacement = Vec3::Y * rise);
        }
        level.app.update();
        pair.into_iter().for_each(|character| level.assert_clear(character, 0.9));
        highest = f32::max(highest, level.place(pair[1]).y);
    }
    assert!(highest > SOLE + 1.95 + SKIN + 0.3, "{highest}");
}
