//! Ground that is mirrored, as a sprite that is flipped: it is elsewhere at once, and carries nothing.

use super::level::Level;
use crate::common::prelude::*;

const WAY: Vec2 = Vec2::new(0.0, -0.05);

#[test]
fn a_platform_that_is_flipped_carries_nothing() {
    for mirror in each([Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -1.0, 1.0)]) {
        let mut level = Level::<Dim2>::new();
        let platform = level.obstacle(dim2::Collider::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
        let shape = dim2::Collider::capsule(0.3, 1.0);
        let walker = level.character(CharacterMover::default(), shape, at_xy(3.0, 0.81));
        level.walk(walker, WAY, 3);
        for scale in [mirror, Vec3::ONE, mirror] {
            level.set(platform, at_xy(0.0, -0.5).with_scale(scale));
            let state = level.step(walker, Vec2::ZERO);
            assert_near(level.place(walker), Vec2::new(3.0, 0.81), 1e-3);
            assert!(state.is_grounded());
            assert_eq!([state.carried, state.ground_velocity], [Vec2::ZERO; 2]);
        }
        // It carries on as it is.
        level.set(platform, at_xy(0.2, -0.5).with_scale(mirror));
        level.step(walker, Vec2::ZERO);
        assert_near(level.place(walker).x, 3.2, 1e-3);
    }
}

#[test]
fn a_parent_that_is_flipped_carries_nothing_and_pushes_nobody_on_its_way() {
    let mut level = Level::<Dim3>::new();
    let parent = level.spawn(Transform::IDENTITY);
    for x in [3.0, -3.0] {
        level.spawn((dim3::Collider::cuboid(6.0, 1.0, 6.0), at_xy(x, -0.5), ChildOf(parent)));
    }
    level.spawn((dim3::Collider::cuboid(0.2, 3.0, 6.0), at_xy(5.0, 1.6), ChildOf(parent)));
    let shape = dim3::Collider::capsule(0.3, 1.0);
    let walker = level.character(CharacterMover::default(), shape, at_xy(2.0, 0.81));
    level.walk(walker, Vec3::NEG_Y * 0.05, 3);
    level.set(parent, Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0)));
    level.step(walker, Vec3::ZERO);
    assert_near(level.place(walker), Vec3::new(2.0, 0.81, 0.0), 1e-3);
}
