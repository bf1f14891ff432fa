//! Wedged: held by surfaces each of which is too steep for ground. The loop is that of the book: on the ground the
//! speed of a fall is zero, and otherwise it grows.

use bevy_gjk::trace::MoveTrace;

use super::prelude::*;

const RATES: [u32; 3] = [30, 60, 144];

/// Spawns a character that falls for two seconds, and stands from then on for one.
fn wedge<D: Spatial>(level: Level<D>, body: D::Collider, place: Transform) -> Walker<D> {
    let rate = level.rate;
    let mover = CharacterMover::default().with_skin(SKIN);
    let mut faller = Walker::new(level, mover, body, place);
    (0..2 * rate).for_each(|_| _ = faller.run(mover.up * 0.0));
    let rest = faller.place();
    for _ in 0..rate {
        run_wedged(&mut faller, mover.up * 0.0);
        assert_eq!(faller.place(), rest);
    }
    faller
}

/// Runs a frame in which the character is wedged, and does not fall.
#[track_caller]
fn run_wedged<D: Dimension>(faller: &mut Walker<D>, velocity: D::Vector) {
    let state = faller.run(velocity);
    assert!(state.is_grounded() && state.is_wedged && faller.speed_of_fall == 0.0);
}

fn assert_jumps_out<D: Spatial>(mut faller: Walker<D>) {
    let (before, jump) = (faller.place(), D::Vector::axis(1) * 0.05);
    let state = faller.level.step(faller.character, jump);
    assert!(!state.is_grounded() && !state.is_wedged);
    assert_near(faller.place() - before, jump, 3e-5);
}

/// A trench of two slopes that are this steep, in degrees. It is turned about the vertical, and falls away along its
/// length.
fn trench(rate: u32, steepness: [f32; 2], turn: f32, fall: f32) -> Level<Dim3> {
    let mut level = Level::<Dim3>::at_rate(rate);
    let lengthwise = Quat::from_rotation_y(turn) * Quat::from_rotation_x(fall);
    for (side, degrees) in [-1.0, 1.0].into_iter().zip(steepness) {
        let turn = lengthwise * Quat::from_rotation_z(side * degrees.to_radians());
        level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 60.0), below_origin(turn));
    }
    level
}

#[test]
fn a_character_in_a_trench_stands_at_rest_and_on_its_way_along() {
    let trenches = [([60.0, 60.0], 0.0), ([60.0, 75.0], 0.0), ([52.0, 88.0], 0.7), ([60.0, 60.0], 2.3)];
    for ((_, body), rate, (steepness, turn)) in each3(bodies(), RATES, trenches) {
        let mut faller = wedge(trench(rate, steepness, turn, 0.0), body, at_xy(0.2, 3.0));
        let start = faller.place();
        let along = Quat::from_rotation_y(turn) * Vec3::Z;
        for (velocity, seconds) in [(along * 3.0, 2), (along * -2.0 + Vec3::X * 0.2, 1)] {
            for _ in 0..seconds * rate {
                run_wedged(&mut faller, velocity);
                faller.level.assert_clear(faller.character, 0.99);
            }
        }
        assert!((faller.place() - start).dot(along) > 3.0);
        assert_jumps_out(faller);
    }
}

/// A trench whose bottom is itself a slope that can be walked on.
#[test]
fn a_character_in_a_trench_that_falls_away_gently_stands() {
    for (rate, (degrees, stands)) in each2(RATES, [(2.0f32, true), (20.0, true), (40.0, true), (55.0, false)])
    {
        let level = trench(rate, [65.0, 65.0], 0.4, degrees.to_radians());
        if stands {
            let mut faller = wedge(level, person(), at_xy(0.0, 2.0));
            let down = Quat::from_rotation_y(0.4) * Vec3::Z;
            (0..rate).for_each(|_| run_wedged(&mut faller, down * 2.0));
            assert_jumps_out(faller);
        } else {
            let mut faller = Walker::new(level, mover(), person(), at_xy(0.0, 2.0));
            (0..rate).for_each(|_| assert!(!faller.run(Vec3::ZERO).is_grounded()));
            assert!(faller.place().y < 0.0);
        }
    }
}

#[test]
fn a_character_in_the_corner_of_a_slope_and_a_wall_stands() {
    for ((_, body), rate, tilt_of_wall) in each3(bodies(), RATES, [0.0f32, 4.0, -4.0]) {
        let mut level = Level::<Dim3>::at_rate(rate);
        let turn = Quat::from_rotation_z(60f32.to_radians());
        level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 40.0), below_origin(turn));
        let wall = at_x(-1.0).with_rotation(Quat::from_rotation_z(tilt_of_wall.to_radians()));
        level.obstacle(dim3::Collider::cuboid(1.0, 20.0, 40.0), wall);
        let mut faller = wedge(level, body, at_xy(0.4, 4.0));
        (0..rate).for_each(|_| run_wedged(&mut faller, Vec3::new(-0.5, 0.0, 2.0)));
        assert!(faller.place().z > 1.9);
        if tilt_of_wall == 0.0 {
            assert_jumps_out(faller);
        }
    }
}

/// A pit in the form of a cone, of a number of facets.
#[test]
fn a_character_in_a_conical_pit_stands() {
    let mut share = Share::one_of(4);
    for (facets, (_, body), rate) in each3([3, 4, 7, 30, 200], bodies(), RATES).filter(|_| share.takes_next())
    {
        let tangent = 62f32.to_radians().tan();
        let rim = (0..facets).map(|index| {
            let angle = 0.3 + index as f32 * std::f32::consts::TAU / facets as f32;
            4.0 * Vec3::new(angle.cos(), tangent, angle.sin())
        });
        let corners: Vec<_> = [Vec3::ZERO].into_iter().chain(rim).collect();
        let triangles = (0..facets).map(|index| [0, 1 + (index + 1) % facets, 1 + index]);
        let mut level = Level::<Dim3>::at_rate(rate);
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
        let mut faller = wedge(level, body, Transform::from_xyz(0.1, 5.0, 0.3));
        for frame in 0..rate {
            let heading = Quat::from_rotation_y(6.0 * frame as f32 / rate as f32);
            run_wedged(&mut faller, heading * Vec3::X * 3.0);
        }
        assert_jumps_out(faller);
    }
}

#[test]
fn a_character_between_two_slopes_stands_in_2d_too() {
    let bodies = [
        dim2::Collider::capsule(0.3, 1.35),
        dim2::Collider::rectangle(0.6, 1.95),
        dim2::Collider::circle(0.4),
    ];
    let slopes = [[60.0f32, 60.0], [55.0, 80.0], [70.0, 90.0], [60.0, 94.0]];
    for (body, rate, steepness) in each3(bodies, RATES, slopes) {
        let mut level = Level::<Dim2>::at_rate(rate);
        for (side, degrees) in [-1.0, 1.0].into_iter().zip(steepness) {
            let turn = Quat::from_rotation_z(side * degrees.to_radians());
            level.obstacle(dim2::Collider::rectangle(20.0, 1.0), below_origin(turn));
        }
        let mut faller = wedge(level, body, at_xy(-0.4, 3.0));
        for frame in 0..rate {
            run_wedged(&mut faller, Vec2::new(2.0 * (0.2 * frame as f32).sin(), 0.0));
        }
        if steepness[1] <= 90.0 {
            assert_jumps_out(faller);
        }
    }
}

/// A trench of many triangles, in a height field and in a mesh.
#[test]
fn a_character_in_a_trench_of_terrain_stands_at_rest_and_on_its_way_along() {
    let ground = terrain([17, 41], Vec2::new(0.5, 1.0), &|x, _| 60f32.to_radians().tan() * x.abs());
    let mut share = Share::one_of(5);
    for (kind, (_, body), rate) in each3([0, 1], bodies(), RATES).filter(|_| share.takes_next()) {
        let mut level = Level::<Dim3>::at_rate(rate);
        level.obstacle(ground[kind].1.clone(), Transform::IDENTITY);
        let mut faller = wedge(level, body, Transform::from_xyz(0.2, 4.0, -5.3));
        (0..2 * rate).for_each(|_| run_wedged(&mut faller, Vec3::Z * 4.0));
        assert_near(faller.place().z + 5.3, 8.0, 0.1);
        assert_jumps_out(faller);
    }
}

/// A trench that moves carries the character that stands in it.
#[test]
fn a_trench_that_moves_keeps_its_character() {
    for velocity in each([Vec3::X * 2.0, Vec3::Z * 3.0, Vec3::Y, Vec3::NEG_Y, Vec3::new(1.0, -0.5, 2.0)]) {
        let mut level = Level::<Dim3>::new();
        let at = |side: f32, time: f32| {
            let place = below_origin(Quat::from_rotation_z(side * 60f32.to_radians()));
            place.with_translation(place.translation + velocity * time)
        };
        let slopes = [-1.0, 1.0]
            .map(|side| (side, level.obstacle(dim3::Collider::cuboid(20.0, 1.0, 60.0), at(side, 0.0))));
        let mut faller = wedge(level, person(), at_xy(0.2, 3.0));
        let start = faller.place();
        for frame in 1..=120 {
            for (side, slope) in slopes {
                faller.level.set(slope, at(side, frame as f32 / 60.0));
            }
            run_wedged(&mut faller, Vec3::ZERO);
        }
        assert_near(faller.place() - start, velocity * 2.0, 1e-2);
    }
}

/// Any direction is up, and obstacles may be scaled and mirrored.
#[test]
fn a_character_in_a_trench_stands_in_a_world_that_is_turned() {
    let world = Quat::from_euler(EulerRot::XYZ, 1.0, 0.3, -2.0);
    let mut level = Level::<Dim3>::new();
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_z(side * 60f32.to_radians());
        let place = below_origin(world * turn).with_scale(Vec3::new(-20.0, 1.0, 40.0));
        level.obstacle(dim3::Collider::cuboid(1.0, 1.0, 1.0), place);
    }
    let mover = CharacterMover { up: world * Vec3::Y * 2.0, ..mover() };
    let place = at_point(world * Vec3::new(0.2, 3.0, 0.0)).with_rotation(world);
    let character = level.character(mover, person(), place);
    let mut speed = 0.0;
    for frame in 0..240 {
        speed = if level.state(character).is_grounded() { 0.0 } else { speed + 9.8 / 60.0 };
        let state = level.step(character, world * Vec3::new(0.0, -speed, 1.0) / 60.0);
        assert!(state.is_wedged || frame < 120);
    }
    assert!((world.inverse() * level.place(character)).z > 2.0);
}

/// On ground, on one steep slope, in a shaft and in the air, no character is wedged.
#[test]
fn only_what_cannot_sink_is_wedged() {
    let mut slope = Level::<Dim3>::new();
    slope.slope(60f32.to_radians());
    // A shaft that is wider than the character by its two skins, turned so that its walls are rounded.
    let turn = Quat::from_rotation_y(0.7);
    let mut shaft = Level::<Dim3>::new();
    for side in [-1.0, 1.0] {
        let at = turn * Vec3::X * side * (0.8 + SKIN);
        shaft.obstacle(dim3::Collider::cuboid(1.0, 100.0, 4.0), at_point(at).with_rotation(turn));
    }
    for (mut level, start, way, depth) in [
        (slope, at_xy(0.5, 3.0), Vec3::new(0.1, -0.2, 0.05), None),
        (shaft, at_xy(0.0, 40.0), Vec3::NEG_Y * 0.5, Some(10.0)),
    ] {
        let character = level.character(mover(), person(), start);
        for _ in 0..60 {
            let state = level.step(character, way);
            assert!(!state.is_wedged && !state.is_grounded());
        }
        depth.into_iter().for_each(|depth| assert_near(level.place(character).y, depth, 1e-3));
    }
}

#[test]
fn a_trace_says_between_what_a_character_is_wedged() {
    let mut faller = wedge(trench(60, [60.0, 60.0], 0.0, 0.0), person(), at_xy(0.2, 3.0));
    faller.level.app.insert(faller.character, MoveTrace::<Dim3>::default());
    for velocity in each([Vec3::ZERO, Vec3::Z, Vec3::X]) {
        faller.run(velocity);
        let trace: MoveTrace<Dim3> = faller.level.get(faller.character);
        assert_eq!(trace.wedged_between().len(), 2, "{trace}");
        let text = trace.summary().to_string();
        assert!(text.contains("It is wedged"), "{text}");
        for entity in trace.wedged_between() {
            assert!(text.contains(&entity.to_string()), "{text}");
        }
    }
    faller.level.step(faller.character, Vec3::Y);
    let trace: MoveTrace<Dim3> = faller.level.get(faller.character);
    assert!(trace.wedged_between().is_empty() && !trace.to_string().contains("wedged"), "{trace}");
}
