//! Running down: never in the air on ground that is walkable, at any speed and rate, and off every edge.

use super::prelude::*;

const RATES: [u32; 5] = [15, 30, 60, 120, 240];

/// A solid below a line of points.
fn profile(level: &mut Level<Dim2>, points: &[Vec2]) {
    let low = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min) - 100.0;
    for ends in points.windows(2) {
        let hull = [ends[0], ends[1], Vec2::new(ends[0].x, low), Vec2::new(ends[1].x, low)];
        level.obstacle(dim2::Collider::hull(hull), Transform::IDENTITY);
    }
}

fn flat_bodies(height: f32) -> [dim2::Collider; 2] {
    [dim2::Collider::capsule(0.25 * height, 0.5 * height), dim2::Collider::rectangle(0.5 * height, height)]
}

/// Spawns a character with the default mover, and lets it land within two seconds.
fn runner(level: Level<Dim3>, body: dim3::Collider, place: Transform) -> Walker<Dim3> {
    let frames = 2 * level.rate;
    Walker::new(level, CharacterMover::default(), body, place).land(frames)
}

/// The same in 2D, in a game whose unit is a pixel.
fn flat_runner(level: Level<Dim2>, height: f32, body: dim2::Collider, place: Transform) -> Walker<Dim2> {
    let frames = 2 * level.rate;
    Walker::new(level, CharacterMover::for_height(height), body, place).land(frames)
}

#[test]
fn a_run_down_a_slope_is_grounded_in_each_frame_at_any_rate_in_2d() {
    let slopes = [(28.0, 300.0, 30.0f32), (48.0, 200.0, 45.0), (28.0, 900.0, 49.0), (48.0, 2000.0, 20.0)];
    for (rate, (height, speed, degrees), body) in each3(RATES, slopes, [0, 1]) {
        let mut level = Level::<Dim2>::at_rate(rate);
        let far = 4.0 * speed;
        let end = Vec2::new(far, -far * degrees.to_radians().tan());
        profile(&mut level, &[Vec2::new(-300.0, 0.0), Vec2::ZERO, end]);
        let body = flat_bodies(height)[body].clone();
        let mut runner = flat_runner(level, height, body, at_xy(-100.0, height));
        let mut x = -100.0;
        for _ in 0..3 * rate {
            let state = runner.run(Vec2::X * speed);
            assert!(state.is_grounded() && state.moved.y.abs() < 1e-2);
            x += speed / rate as f32;
            assert_near(runner.place().x, x, 1e-5 * x.abs() + 1e-2);
        }
        // And up again.
        runner.run_on_ground(Vec2::X * -speed, rate);
    }
}

/// Sine hills, up and down, whose steepest slope is 40 degrees.
#[test]
fn a_run_over_hills_is_grounded_in_each_frame_at_any_rate() {
    for (rate, wave, body) in each3(RATES, [60.0f32, 250.0, 900.0], flat_bodies(28.0)) {
        let amplitude = 40f32.to_radians().tan() * wave / std::f32::consts::TAU;
        let height = |x: f32| amplitude * (x * std::f32::consts::TAU / wave).sin();
        let points = (-100..1500).map(|index| wave / 24.0 * index as f32).take_while(|x| *x < 1500.0);
        let hills = dim2::Collider::polyline(points.map(|x| Vec2::new(x, height(x))));
        let mut level = Level::<Dim2>::at_rate(rate);
        level.obstacle(hills, Transform::IDENTITY);
        let mut runner = flat_runner(level, 28.0, body, at_xy(20.0, amplitude + 40.0));
        runner.run_on_ground(Vec2::X * 300.0, 4 * rate);
    }
}

#[test]
fn a_run_down_terrain_in_3d_is_grounded_in_each_frame_at_any_rate() {
    let slope: fn(f32, f32) -> f32 = |x, z| -0.8 * x + 0.2 * z;
    let hills: fn(f32, f32) -> f32 = |x, z| 1.2 * (0.5 * x).sin() + 0.9 * (0.4 * z).cos();
    for ((name, height), as_mesh) in each2([("slope", slope), ("hills", hills)], [0, 1]) {
        let (kind, ground) = &terrain([81, 81], Vec2::ONE, &height)[as_mesh];
        for (_, rate, (_, body)) in each3([format!("{name} as {kind}")], [15, 60], bodies()) {
            let mut level = Level::<Dim3>::at_rate(rate);
            level.obstacle(ground.clone(), Transform::IDENTITY);
            let place = Transform::from_xyz(-34.0, height(-34.0, 3.0) + 1.5, 3.0);
            let mut runner = runner(level, body, place);
            for frame in 0..4 * rate {
                assert!(runner.run(Vec3::new(15.0, 0.0, 3.0)).is_grounded());
                // Measuring all triangles takes its time.
                let is_measured = frame % 20 == 0;
                assert!(!is_measured || runner.level.clearance(runner.character) > 0.0098);
            }
            assert!(runner.place().x > 25.0);
        }
    }
}

/// A wall along the way turns the run, and any direction is up.
#[test]
fn a_run_down_along_a_wall_is_grounded_in_each_frame() {
    let turns = [Quat::IDENTITY, Quat::from_rotation_x(2.0) * Quat::from_rotation_z(0.5)];
    for (turn, rate) in each2(turns, [15, 60]) {
        let mut level = Level::<Dim3>::at_rate(rate);
        let mut place = |center: Vec3, tilt: Quat, size: Vec3| {
            let place = at_point(turn * center).with_rotation(turn * tilt);
            level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), place);
        };
        let tilt = Quat::from_rotation_z(-40f32.to_radians());
        place(tilt * Vec3::NEG_Y * 0.5, tilt, Vec3::new(200.0, 1.0, 40.0));
        // Across the way at an angle of 30 degrees.
        let wall = Quat::from_rotation_y(30f32.to_radians());
        place(Vec3::new(0.0, 0.0, -10.0), wall, Vec3::new(200.0, 200.0, 1.0));
        let mover = CharacterMover { up: turn * Vec3::Y, ..CharacterMover::default() };
        let start = at_point(turn * Vec3::Y * 1.5).with_rotation(turn);
        let mut runner = Walker::new(level, mover, person(), start).land(2 * rate);
        runner.run_on_ground(turn * Vec3::new(10.0, 0.0, 2.0), 3 * rate);
        assert!((turn.inverse() * runner.place()).x > 15.0);
    }
}

/// A slope that moves to the side, up and down.
#[test]
fn a_run_down_a_slope_that_moves_is_grounded_in_each_frame() {
    let velocities = [Vec3::X * 4.0, Vec3::NEG_X * 4.0, Vec3::Y * 3.0, Vec3::NEG_Y * 3.0];
    for (rate, velocity) in each2([15, 60], velocities) {
        let mut level = Level::<Dim3>::at_rate(rate);
        let tilt = Quat::from_rotation_z(-40f32.to_radians());
        let at = |time: f32| at_point(tilt * Vec3::NEG_Y * 0.5 + velocity * time).with_rotation(tilt);
        let slope = level.obstacle(dim3::Collider::cuboid(200.0, 1.0, 40.0), at(0.0));
        let mut runner = runner(level, person(), at_xy(0.0, 1.5));
        for frame in 0..2 * rate {
            runner.level.set(slope, at((frame + 1) as f32 / rate as f32));
            runner.run_on_ground(Vec3::X * 9.0, 1);
        }
    }
}

/// A character that can walk up stairs walks down them, too, and is never in the air.
#[test]
fn stairs_that_can_be_walked_up_are_walked_down() {
    let (mut tried, mut walked) = (0, 0);
    let mut share = Share::one_of(7);
    let speeds = [(15, 100.0), (15, 400.0), (60, 20.0), (60, 300.0), (240, 300.0)];
    let stairs = each2([0.1, 0.5, 0.83, 1.0], [3.0f32, 8.0, 30.0]);
    for (body, (step, tread), (rate, speed)) in
        each3(flat_bodies(28.0), stairs, speeds).filter(|_| share.takes_next())
    {
        tried += 1;
        let rise = step * CharacterMover::<Dim2>::for_height(28.0).step_height;
        let mut level = Level::<Dim2>::at_rate(rate);
        level.obstacle(dim2::Collider::rectangle(2000.0, 200.0), at_xy(0.0, -100.0));
        for stair in 0..8 {
            let width = 400.0 - 2.0 * stair as f32 * tread;
            level.obstacle(dim2::Collider::rectangle(width, rise), at_xy(0.0, rise * (stair as f32 + 0.5)));
        }
        let mut runner = flat_runner(level, 28.0, body, at_xy(-300.0, 20.0));
        let mut frames = 0;
        while runner.place().x < 0.0 && frames < 20 * rate {
            runner.run_on_ground(Vec2::X * speed, 1);
            frames += 1;
        }
        if runner.place().x < 0.0 {
            continue;
        }
        walked += 1;
        while runner.place().x < 300.0 {
            runner.run_on_ground(Vec2::X * speed, 1);
        }
    }
    assert!(walked > tried / 2, "{walked} of {tried}");
}

/// The same for the mover of a person, and one that climbs higher steps but is otherwise the default.
#[test]
fn stairs_in_meters_are_walked_up_and_down() {
    let steps = [(0.3, 0.25), (0.3, 0.3), (0.3, 0.05), (0.6, 0.5)];
    for ((step_height, rise), rate, speed) in each3(steps, [30, 60, 144], [1.0, 4.0, 9.0]) {
        let mut level = Level::<Dim3>::at_rate(rate);
        level.floor();
        for stair in 0..6 {
            let width = 12.0 - 0.7 * stair as f32;
            level.cuboid(Vec3::Y * rise * (stair as f32 + 0.5), Vec3::new(width, rise, 10.0));
        }
        let mover = CharacterMover { step_height, ..CharacterMover::default() };
        let body = dim3::Collider::cuboid(0.6, 1.8, 0.6);
        let mut runner = Walker::new(level, mover, body, at_xy(-7.0, 1.0)).land(2 * rate);
        let mut highest = 0.0f32;
        while runner.place().x < 7.0 {
            runner.run_on_ground(Vec3::X * speed, 1);
            highest = highest.max(runner.place().y);
        }
        assert!(highest > 6.0 * rise + 0.9, "{highest}");
    }
}

/// Steps down of more than the height of a step, crests whose other side is too steep, and ends of platforms.
#[test]
fn a_run_off_an_edge_flies_at_any_rate() {
    let step = CharacterMover::<Dim2>::for_height(28.0).step_height;
    let drop = |depth: f32| vec![Vec2::new(100.01, -depth), Vec2::new(3000.0, -depth)];
    let levels = [
        ("a drop of 1.2 steps, which a round bottom rolls down", drop(1.2 * step)),
        ("a drop of 3 steps", drop(3.0 * step)),
        ("a drop of 20 steps", drop(20.0 * step)),
        ("a slope of 60°", vec![Vec2::new(100.0 + 1000.0, -1732.0)]),
        ("a slope of 80°", vec![Vec2::new(100.0 + 300.0, -1701.0)]),
        ("nothing", vec![]),
    ];
    for ((name, below), rate, body) in each3(levels, RATES, [0, 1]) {
        if body == 0 && name.ends_with("rolls down") {
            continue;
        }
        let mut level = Level::<Dim2>::at_rate(rate);
        let mut points = vec![Vec2::new(-500.0, 0.0), Vec2::new(100.0, 0.0)];
        points.extend(below);
        // A thin line, so that nothing is below its edge but what is there.
        for ends in points.windows(2) {
            let is_edge = (ends[1].x - ends[0].x).abs() < 1.0;
            let edge = [ends[0], ends[1], ends[0] - Vec2::X * 3.0, ends[1] - Vec2::X * 3.0];
            let part =
                if is_edge { dim2::Collider::hull(edge) } else { dim2::Collider::segment(ends[0], ends[1]) };
            level.obstacle(part, Transform::IDENTITY);
        }
        let mut runner = flat_runner(level, 28.0, flat_bodies(28.0)[body].clone(), at_xy(-50.0, 20.0));
        let mut flew = false;
        while runner.place().x < 400.0 {
            flew |= !runner.run(Vec2::X * 300.0).is_grounded();
            let x = runner.place().x;
            assert!(if flew { x > 90.0 } else { x < 100.0 + 14.0 + 20.5 }, "{flew} {x}");
        }
    }
}

/// A bridge over lower ground is no part of it.
#[test]
fn a_run_off_a_bridge_flies() {
    for rate in each(RATES) {
        let mut level = Level::<Dim3>::at_rate(rate);
        level.cuboid(Vec3::NEG_Y * 4.5, Vec3::new(200.0, 1.0, 20.0));
        level.cuboid(Vec3::new(0.0, -0.1, 0.0), Vec3::new(20.0, 0.2, 4.0));
        let mut runner = runner(level, person(), at_xy(0.0, 1.5));
        while runner.place().x < 10.35 {
            runner.run(Vec3::X * 20.0);
        }
        assert!(!runner.is_grounded() && runner.place().y > 0.5);
    }
}

#[test]
fn the_defaults_of_all_constructors_agree() {
    let for_height = CharacterMover::for_height;
    for mover in
        [CharacterMover::<Dim2>::default(), for_height(28.0), for_height(1.8), CharacterMover::top_down()]
    {
        assert!(mover.snap_distance >= mover.step_height, "{mover:?}");
        assert_eq!(mover.snap_distance > 0.0, mover.max_slope.is_some());
    }
}

/// A way over stairs that is not perpendicular to them leads up and down as many of them as a straight one.
#[test]
fn stairs_are_run_over_diagonally() {
    let angles = [0.0f32, 15.0, 30.0, 50.0].map(f32::to_radians);
    let speeds = [(60, 4.0), (60, 30.0), (20, 9.0), (20, 18.0), (15, 15.0)];
    let bodies = [person(), dim3::Collider::cuboid(0.6, 1.8, 0.6), dim3::Collider::cylinder(0.3, 1.8)];
    for (angle, (rate, speed), body) in each3(angles, speeds, bodies) {
        let turn = Quat::from_rotation_y(angle);
        let mut level = Level::<Dim3>::at_rate(rate);
        level.cuboid(Vec3::NEG_Y * 0.5, Vec3::new(90.0, 1.0, 90.0));
        for stair in 0..8 {
            let size = Vec3::new(14.0 - 0.8 * stair as f32, 0.25, 80.0);
            let turned = Transform::from_rotation(turn) * at_xy(0.0, 0.25 * (stair as f32 + 0.5));
            level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), turned);
        }
        let across = turn * Vec3::X;
        let mut runner = runner(level, body, at_xy(-9.0 / angle.cos(), 1.2));
        let (mut frames, mut highest) = (0, 0.0f32);
        while runner.place().dot(across) < 9.0 {
            runner.run_on_ground(Vec3::X * speed, 1);
            highest = highest.max(runner.place().y);
            frames += 1;
            assert!(frames < 100 * rate);
        }
        let straight = 18.0 / angle.cos() / speed * rate as f32;
        assert!(frames as f32 <= 1.1 * straight + 2.0, "{frames} frames in place of {straight}");
        assert!(highest > 2.8, "{highest}");
    }
}
