//! Starts in touch, numbers at the ends of their range, settings that make no sense, and the rest of a run.

use super::prelude::*;

/// Jolt's `TestInitiallyIntersecting`.
#[test]
fn a_character_that_starts_in_a_box_is_beside_it_after_one_run() {
    let mut level = with_floor();
    level.cuboid(Vec3::new(-0.5, 0.5, 0.0), Vec3::ONE);
    let character = level.character(mover(), person(), at_xy(0.1, SOLE));
    let place = level.place(character);
    assert!((place.x - 0.3 - SKIN).abs() < 1e-4 && (place.y - SOLE).abs() < 1e-4, "{place}");
    assert_near(level.state(character).pushed.x, 0.22, 1e-4);
}

#[test]
fn characters_at_one_point_part_the_same_way_each_time() {
    let run = || {
        let mut level = with_floor();
        let characters = [(); 3].map(|()| level.spawn((mover(), person(), at_xy(0.0, SOLE))));
        level.app.updates(10);
        characters.map(|character| {
            assert!(level.state(character).is_grounded());
            level.assert_clear(character, 0.9);
            level.place(character)
        })
    };
    assert_eq!(run(), run());
}

#[test]
fn motions_at_the_ends_of_their_range_are_answered() {
    let mut level = with_floor();
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    let start = level.place(character);
    for way in each([0.0, 1e-30, -1e-30]) {
        let state = level.step(character, Vec3::splat(way));
        assert!(state.end == MoveEnd::Arrived && state.is_grounded());
        assert_near(level.place(character), start, 1e-5);
    }
    for way in each([f32::NAN, f32::INFINITY]) {
        let state = level.step(character, Vec3::new(way, 0.0, 0.0));
        assert!(state.end == MoveEnd::NotFinite && state.is_grounded());
        assert_near(level.place(character), start, 1e-5);
    }
    level.step(character, Vec3::new(f32::MAX, 0.0, 0.0));
    assert!(level.place(character).is_finite());
}

#[test]
fn a_thin_wall_stops_a_motion_of_a_thousand() {
    for max_slope in each([mover().max_slope, None]) {
        let (mut level, _) = with_slab(3000.0, 60.0);
        level.cuboid(Vec3::new(500.0, 1.0, 0.0), Vec3::new(0.1, 8.0, 60.0));
        let character = level.character(CharacterMover { max_slope, ..mover() }, person(), at_xy(0.0, SOLE));
        level.step(character, Vec3::new(1000.0, 0.0, 0.0));
        assert_near(level.place(character).x, 500.0 - 0.05 - 0.3 - SKIN, 1e-3);
    }
}

/// Any direction may be up, on any obstacle that is scaled and mirrored.
#[test]
fn a_walk_is_the_same_in_a_world_that_is_turned() {
    let turns = [Quat::IDENTITY, Quat::from_rotation_z(2.1), Quat::from_rotation_x(std::f32::consts::PI)];
    let ends = turns.map(|turn| {
        let mut level = Level::<Dim3>::new();
        let mut place = |center: Vec3, size: Vec3| {
            let place = at_point(turn * center).with_rotation(turn).with_scale(size);
            level.obstacle(dim3::Collider::cuboid(1.0, 1.0, 1.0), place);
        };
        place(Vec3::NEG_Y * 0.5, Vec3::new(-40.0, 1.0, 40.0));
        place(Vec3::new(3.0, 0.1, 0.0), Vec3::new(2.0, -0.2, 4.0));
        place(Vec3::new(8.0, 2.0, 0.0), Vec3::new(1.0, 4.0, -9.0));
        let mover = CharacterMover { up: turn * Vec3::Y * 3.0, ..mover() };
        let start = at_point(turn * (Vec3::Y * SOLE)).with_rotation(turn);
        let character = level.character(mover, person(), start);
        level.walk(character, turn * Vec3::new(0.1, -0.05, 0.01), 120);
        assert!(level.state(character).is_grounded());
        turn.inverse() * level.place(character)
    });
    for end in ends {
        assert_near(end, ends[0], 1e-3);
        assert_near(end.truncate(), Vec2::new(7.5 - 0.3 - SKIN, SOLE), 1e-3);
    }
}

/// The events of a run are those of where the character went in it.
#[test]
fn a_pick_up_is_touched_in_the_frame_in_which_the_character_comes_to_it() {
    let mut level = Level::<Dim2>::new();
    let coin_layer = CollisionLayers::new(LayerMask::layer(5), LayerMask::ALL);
    let coin = level.spawn((dim2::Collider::circle(5.0), coin_layer, at_x(30.0)));
    let mover = CharacterMover { solid_layers: LayerMask::layer(0), ..CharacterMover::<Dim2>::top_down() };
    let hero = level.character(mover, dim2::Collider::circle(5.0), Transform::default());
    for frame in 1..=10 {
        level.step(hero, Vec2::new(5.0, 0.0));
        let touches = level.app.resource::<Collisions<Dim2>>().contains(hero, coin);
        assert_eq!(touches, (4..=8).contains(&frame), "{frame}");
    }
    let messages = level.app.resource::<Messages<CollisionEvent<Dim2>>>();
    assert!(messages.iter_current_update_messages().count() <= 1);
}

/// Calling the detection by hand takes the motion that is wanted, as the schedule does.
#[test]
fn detecting_by_hand_moves_characters() {
    let mut level = with_floor();
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    level.change(character, |motion: &mut MoverMotion<Dim3>| motion.displacement = Vec3::X);
    detect_collisions(level.app.world_mut());
    assert_near(level.place(character).x, 1.0, 1e-5);
    level.app.update();
    assert_near(level.place(character).x, 1.0, 1e-5);
}

/// Nothing else is lost by one that makes no sense.
#[test]
fn characters_without_sense_stay_and_all_others_go_on() {
    let mut level = with_floor();
    let at = |x: f32| at_xy(x, SOLE);
    let parts = [(Transform::default(), person()), (at_xy(0.0, 1.0), person())];
    let senseless = [
        level.spawn((CharacterMover { up: Vec3::ZERO, ..mover() }, person(), at(-20.0))),
        level.spawn((CharacterMover { up: Vec3::NAN, ..mover() }, person(), at(-16.0))),
        level.spawn((CharacterMover { skin: -1.0, ..mover() }, person(), at(-12.0))),
        level.spawn((CharacterMover { step_height: f32::NAN, ..mover() }, person(), at(-8.0))),
        level.spawn((mover(), at(8.0))),
        level.spawn((mover(), dim3::Collider::compound(parts), at(12.0))),
        level.spawn((mover(), dim3::Collider::sphere(f32::NAN), at(16.0))),
    ];
    let character = level.character(mover(), person(), at(0.0));
    let starts = senseless.map(|entity| level.get::<Transform>(entity));
    for entity in senseless {
        level.change(entity, |motion: &mut MoverMotion<Dim3>| motion.displacement = Vec3::Z);
    }
    level.step(character, Vec3::Z);
    assert_near(level.place(character).z, 1.0, 1e-5);
    for (entity, start) in senseless.into_iter().zip(starts) {
        assert_eq!(level.get::<Transform>(entity), start);
        assert_eq!(level.get::<MoverState<Dim3>>(entity).ground, None);
    }
}

/// Characters from above: no ground, no steps, all directions alike.
#[test]
fn walkers_from_above_slide_along_walls_and_each_other() {
    let mut level = Level::<Dim2>::new();
    for side in [-10.0, 10.0] {
        level.obstacle(dim2::Collider::rectangle(20.0, 1.0), at_xy(0.0, side));
        level.obstacle(dim2::Collider::rectangle(1.0, 20.0), at_x(side));
    }
    let walkers: Vec<Entity> = (0..20)
        .map(|index| {
            let place = at_xy((index % 5) as f32 * 3.0 - 6.0, (index / 5) as f32 * 3.0 - 4.5);
            level.spawn((CharacterMover::<Dim2>::top_down(), dim2::Collider::circle(0.5), place))
        })
        .collect();
    for frame in 0..300 {
        for (index, &walker) in walkers.iter().enumerate() {
            let angle = index as f32 + 0.02 * frame as f32;
            level.change(walker, |motion: &mut MoverMotion<Dim2>| {
                motion.displacement = Vec2::from_angle(angle) * 0.15;
            });
        }
        level.app.update();
        for &walker in &walkers {
            level.assert_clear(walker, 0.99);
            assert!(!level.touches_anything(walker));
        }
    }
}
