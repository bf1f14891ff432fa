//! Characters that are children of what moves, or that were, and what carries them into something.

use super::prelude::*;
use super::vehicles::spawn_carriage;

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

/// A child of what moves a room stays where it is in it, whatever way that goes in one run, standing or in the air;
/// and so does one that the app turns with the room.
#[test]
fn a_child_of_a_moving_room_is_not_pushed_by_its_walls() {
    for (speed, is_pushed, height) in each3([0.3, 3.0, 30.0, 300.0], [true, false], [SOLE, SOLE + 0.7]) {
        let mut level = Level::<Dim3>::new();
        let train = spawn_carriage(&mut level, 1);
        let start = Vec3::new(1.0, height, 0.4);
        let mover = CharacterMover { is_pushed, ..mover() };
        let child = level.character(mover, person(), at_point(start));
        level.app.insert(child, ChildOf(train));
        level.app.update();
        for frame in 1..=20 {
            let way = Vec3::new(speed, -0.7 * speed, 0.4 * speed) * frame as f32;
            level.set(train, at_point(way).with_rotation(Quat::from_rotation_y(0.3 * frame as f32)));
            let state = level.step(child, Vec3::ZERO);
            let rounding = f32::max(1e-5 + 4.0 * f32::EPSILON * way.length(), 1e-4);
            assert_near(level.app.get::<Transform>(child).translation, start, rounding);
            assert!(state.pushed.length() < rounding && state.end == MoveEnd::Arrived);
        }
    }
}

/// What moves in the room still carries and pushes it.
#[test]
fn a_child_of_a_moving_room_is_carried_by_a_lift_in_it() {
    let mut level = Level::<Dim2>::new();
    let ship = level.spawn(Transform::default());
    let lift = level.spawn((dim2::Collider::rectangle(4.0, 1.0), at_xy(0.0, -0.5), ChildOf(ship)));
    let wall = level.spawn((dim2::Collider::rectangle(1.0, 4.0), at_xy(6.0, 2.0), ChildOf(ship)));
    let shape = dim2::Collider::rectangle(1.0, 2.0);
    let child = level.spawn((shape, CharacterMover::<Dim2>::default(), at_xy(0.0, 1.01), ChildOf(ship)));
    level.app.update();
    for frame in 1..=30 {
        let time = frame as f32;
        level.set(ship, at_xy(7.0 * time, -5.0 * time));
        level.set(lift, at_xy(0.0, -0.5 + 0.05 * time));
        level.set(wall, at_xy(6.0 - 0.25 * time, 2.0));
        level.app.update();
        // The wall comes from the right, and is next to it when its left side is nearer than half a width and the skin.
        let pushed = (5.5 - 0.25 * time - 0.51).min(0.0);
        let place = level.app.get::<Transform>(child).translation;
        assert_near(place, Vec3::new(pushed, 1.01 + 0.05 * time, 0.0), 2e-3);
    }
}

/// A character that loses its parent, and is somewhere else for that, is not carried by its former ground.
#[test]
fn who_jumps_away_by_losing_its_parent_is_not_carried() {
    let mut level = Level::<Dim2>::new();
    let cart = level.spawn(at_xy(20.0, 0.0));
    let platform = level.spawn((dim2::Collider::rectangle(4.0, 1.0), at_xy(20.0, -0.5)));
    let shape = dim2::Collider::rectangle(1.0, 2.0);
    let child = level.spawn((shape, CharacterMover::<Dim2>::default(), at_xy(0.0, 1.01), ChildOf(cart)));
    level.app.update();
    level.app.update();
    assert_eq!(level.state(child).ground.map(|ground| ground.entity), Some(platform));
    level.app.remove::<ChildOf>(child);
    level.set(platform, at_xy(20.5, -0.5));
    level.app.update();
    let state = level.state(child);
    assert_eq!((state.carried, state.ground_velocity), (Vec2::ZERO, Vec2::ZERO));
}

/// A belt or a platform that carries it into something, or holds it in something, does not keep it from being pushed
/// out.
#[test]
fn a_carried_character_is_pushed_out_of_what_it_overlaps() {
    for (belt, lift) in each([(0.0, 0.0), (-0.1, 0.0), (0.1, 0.0), (5.0, 0.0), (0.0, 0.002), (5.0, 0.002)]) {
        let mut level = Level::<Dim2>::new();
        let floor = (dim2::Collider::rectangle(20.0, 1.0), SurfaceVelocity::<Dim2>::new(Vec2::X * belt));
        let floor = level.spawn((floor, at_xy(0.0, -0.5)));
        let shape = dim2::Collider::rectangle(0.5, 0.8);
        let walker = level.spawn((shape, CharacterMover::<Dim2>::default(), at_xy(0.0, 0.41)));
        level.app.update();
        let start = level.place(walker);
        level.obstacle(dim2::Collider::rectangle(0.5, 0.6), at_xy(start.x + 0.4, start.y + 0.2));
        for frame in 1..=50 {
            level.set(floor, at_xy(0.0, -0.5 + lift * frame as f32));
            level.app.update();
            assert_eq!(level.state(walker).end, MoveEnd::Arrived);
            level.assert_clear(walker, 0.9);
        }
    }
}
