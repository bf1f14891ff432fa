//! Characters that are children of what moves.

use super::level::Level;
use super::person::{SOLE, mover, person, with_slab};
use crate::common::prelude::*;

/// A passenger that becomes a child of the ship it rides on, or leaves it again, stays where it is on the ship.
#[test]
fn a_new_parent_does_not_move_a_passenger() {
    let ways: [(&str, fn(f32) -> Transform); 4] = [
        ("ahead", |frame| at_x(0.03 * frame)),
        ("to and fro", |frame| at_x(0.12 * (0.4 * frame).sin())),
        ("up", |frame| Transform::from_xyz(40.0, 0.04 * frame, 5.0)),
        ("turning", |frame| Transform::from_rotation(Quat::from_rotation_y(0.03 * frame))),
    ];
    for (_, way) in each(ways) {
        let mut level = Level::<Dim3>::new();
        let ship = level.spawn(way(0.0));
        level.spawn((dim3::Collider::cuboid(8.0, 1.0, 8.0), at_xy(0.0, -0.5), ChildOf(ship)));
        let local = Vec3::new(1.0, SOLE, 0.5);
        let character = level.character(mover(), person(), at_point(way(0.0).transform_point(local)));
        for frame in 1..=60 {
            let place = level.get::<GlobalTransform>(character);
            let mut entity = level.app.world_mut().entity_mut(character);
            if frame % 20 == 5 {
                let now = way(frame as f32 - 1.0).compute_affine().inverse() * place.affine();
                entity.insert((Transform::from_matrix(now.into()), ChildOf(ship)));
            } else if frame % 20 == 15 {
                entity.remove::<ChildOf>().insert(place.compute_transform());
            }
            level.set(ship, way(frame as f32));
            level.walk_on_ground(character, Vec3::NEG_Y * 0.01, 1);
            assert_near(level.place(character), way(frame as f32).transform_point(local), 5e-3);
        }
    }
}

/// A child of one thing that stands on another one goes along with both, however little the other one moves.
#[test]
fn a_parent_moves_a_character_whether_its_ground_moves_or_not() {
    for tremble in each([0.0, 0.001]) {
        let (mut level, ground) = with_slab(40.0, 40.0);
        let parent = level.spawn(Transform::default());
        let character = level.spawn((mover(), person(), at_xy(0.0, SOLE), ChildOf(parent)));
        level.app.update();
        for frame in 1..=60 {
            level.set(parent, at_x(0.05 * frame as f32));
            level.set(ground, Transform::from_xyz(0.0, -0.5, tremble * (frame % 2) as f32));
            level.step(character, Vec3::NEG_Y * 0.01);
        }
        assert_near(level.place(character), Vec3::new(3.0, SOLE, 0.0), 0.01);
    }
}
