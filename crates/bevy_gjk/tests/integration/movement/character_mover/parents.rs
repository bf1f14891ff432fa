//! Characters that are children of what moves.

use super::level::Level;
use super::person::{SOLE, cuboid, mover, person};
use crate::common::prelude::*;

/// A passenger that becomes a child of the ship it rides on, or leaves it again, stays where it is on the ship.
#[test]
fn a_new_parent_does_not_move_a_passenger() {
    let ways: [fn(f32) -> Transform; 4] = [
        |frame| at_x(0.03 * frame),
        |frame| at_x(0.12 * (0.4 * frame).sin()),
        |frame| Transform::from_xyz(40.0, 0.04 * frame, 5.0),
        |frame| Transform::from_rotation(Quat::from_rotation_y(0.03 * frame)),
    ];
    for (index, way) in ways.into_iter().enumerate() {
        let mut level = Level::<Dim3>::new();
        let ship = level.spawn(way(0.0));
        let deck = at_xy(0.0, -0.5);
        level.spawn((dim3::Collider::cuboid(8.0, 1.0, 8.0), deck, ChildOf(ship)));
        let local = Vec3::new(1.0, SOLE, 0.5);
        let start = Transform::from_translation(way(0.0).transform_point(local));
        let character = level.character(mover(), person(), start);
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
            let state = level.step(character, Vec3::NEG_Y * 0.01);
            let expected = way(frame as f32).transform_point(local);
            let place = level.place(character);
            assert!(place.distance(expected) < 5e-3, "way {index}, frame {frame}: {place} {expected}");
            assert!(state.is_grounded());
        }
    }
}

/// A child of one thing that stands on another one goes along with both, however little the other one moves.
#[test]
fn a_parent_moves_a_character_whether_its_ground_moves_or_not() {
    for tremble in [0.0, 0.001] {
        let mut level = Level::<Dim3>::new();
        let parent = level.spawn(Transform::default());
        let ground = cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(40.0, 1.0, 40.0));
        let character = level.spawn((mover(), person(), at_xy(0.0, SOLE), ChildOf(parent)));
        level.app.update();
        for frame in 1..=60 {
            level.set(parent, at_x(0.05 * frame as f32));
            level.set(ground, Transform::from_xyz(0.0, -0.5, tremble * (frame % 2) as f32));
            level.step(character, Vec3::NEG_Y * 0.01);
        }
        let place = level.place(character);
        assert!(place.distance(Vec3::new(3.0, SOLE, 0.0)) < 0.01, "{tremble}: {place}");
    }
}
