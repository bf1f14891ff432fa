//! Running down: never in the air on ground that is walkable, at any speed and rate, and off every edge.

use super::level::Level;
use super::person::{cuboid, person};
use super::walker::Walker;
use crate::common::prelude::*;

const RATES: [u32; 5] = [15, 30, 60, 120, 240];

/// A solid below a line of points.
fn profile(level: &mut Level<Dim2>, points: &[Vec2]) {
    let low = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min) - 100.0;
    for ends in points.windows(2) {
        let hull = [ends[0], ends[1], Vec2::new(ends[0].x, low), Vec2::new(ends[1].x, low)];
        level.obstacle(dim2::Collider::hull(hull), Transform::IDENTITY);
    }
}

fn bodies(height: f32) -> [dim2::Collider; 2] {
    [dim2::Collider::capsule(0.25 * height, 0.5 * height), dim2::Collider::rectangle(0.5 * height, height)]
}

#[test]
fn a_run_down_a_slope_is_grounded_in_each_frame_at_any_rate_in_2d() {
    for rate in RATES {
        for (height, speed, degrees) in
            [(28.0, 300.0, 30.0f32), (48.0, 200.0, 45.0), (28.0, 900.0, 49.0), (48.0, 2000.0, 20.0)]
        {
            for (index, body) in bodies(height).into_iter().enumerate() {
                let tangent = degrees.to_radians().tan();
                let mut level = Level::<Dim2>::at_rate(f64::from(rate));
                let far = 4.0 * speed;
                profile(&mut level, &[Vec2::new(-300.0, 0.0), Vec2::ZERO, Vec2::new(far, -far * tangent)]);
                let place = at_xy(-100.0, height);
                let mover = CharacterMover::for_height(height);
                let mut runner = Walker::new(level, rate, mover, body, place, 2 * rate);
                let mut x = -100.0;
                for frame in 0..3 * rate {
                    let state = runner.run(Vec2::X * speed);
                    let note = format!("body {index}, {height} {speed} {degrees}°, {rate} Hz, frame {frame}");
                    assert!(state.is_grounded(), "{note}: {state:?}");
                    x += speed / rate as f32;
                    let place = runner.place();
                    assert!((place.x - x).abs() < 1e-5 * x.abs() + 1e-2, "{note}: {place} {x}");
                    assert!(state.moved.y.abs() < 1e-2, "{note}: {state:?}");
                }
                // And up again.
                for frame in 0..rate {
                    let state = runner.run(Vec2::X * -speed);
                    assert!(state.is_grounded(), "{height} {speed} {degrees}°, {rate} Hz, up, frame {frame}");
                }
            }
        }
    }
}

/// Sine hills, up and down, whose steepest slope is 40 degrees.
#[test]
fn a_run_over_hills_is_grounded_in_each_frame_at_any_rate() {
    for rate in RATES {
        for wave in [60.0f32, 250.0, 900.0] {
            let amplitude = 40f32.to_radians().tan() * wave / std::f32::consts::TAU;
            let height = |x: f32| amplitude * (x * std::f32::consts::TAU / wave).sin();
            let points: Vec<_> = (-100..1500)
                .map(|index| Vec2::new(wave / 24.0 * index as f32, height(wave / 24.0 * index as f32)))
                .take_while(|point| point.x < 1500.0)
                .collect();
            for (index, body) in bodies(28.0).into_iter().enumerate() {
                let mut level = Level::<Dim2>::at_rate(f64::from(rate));
                level.obstacle(dim2::Collider::polyline(points.clone()), Transform::IDENTITY);
                let place = at_xy(20.0, amplitude + 40.0);
                let mut runner =
                    Walker::new(level, rate, CharacterMover::for_height(28.0), body, place, 2 * rate);
                for frame in 0..4 * rate {
                    let state = runner.run(Vec2::X * 300.0);
                    let place = runner.place();
                    assert!(
                        state.is_grounded(),
                        "body {index}, wave {wave}, {rate} Hz, frame {frame}, {place}: {state:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_run_down_terrain_in_3d_is_grounded_in_each_frame_at_any_rate() {
    let slope = |x: f32, z: f32| -0.8 * x + 0.2 * z;
    let hills = |x: f32, z: f32| 1.2 * (0.5 * x).sin() + 0.9 * (0.4 * z).cos();
    let bodies = [person(), dim3::Collider::cuboid(0.6, 1.95, 0.6), dim3::Collider::cylinder(0.3, 1.95)];
    for (name, height) in [("slope", &slope as &dyn Fn(f32, f32) -> f32), ("hills", &hills)] {
        let samples = || (0..81 * 81).map(|index| [(index % 81) as f32 - 40.0, (index / 81) as f32 - 40.0]);
        let heights: Vec<_> = samples().map(|[x, z]| height(x, z)).collect();
        let field = dim3::Collider::height_field(heights, 81, Vec2::splat(80.0));
        let corners: Vec<_> = samples().map(|[x, z]| Vec3::new(x, height(x, z), z)).collect();
        let triangles = (0..80 * 80).flat_map(|cell: u32| {
            let first = cell / 80 * 81 + cell % 80;
            [[first, first + 81, first + 1], [first + 1, first + 81, first + 82]]
        });
        let mesh = dim3::Collider::tri_mesh(corners, triangles);
        for (kind, ground) in [("height field", field), ("mesh", mesh)] {
            for rate in [15, 60] {
                for body in &bodies {
                    let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                    level.obstacle(ground.clone(), Transform::IDENTITY);
                    let place = Transform::from_xyz(-34.0, height(-34.0, 3.0) + 1.5, 3.0);
                    let mover = CharacterMover::default();
                    let mut runner = Walker::new(level, rate, mover, body.clone(), place, 2 * rate);
                    for frame in 0..4 * rate {
                        let state = runner.run(Vec3::new(15.0, 0.0, 3.0));
                        let place = runner.place();
                        let note = format!("{name}, {kind}, {rate} Hz, frame {frame}, {place}");
                        assert!(state.is_grounded(), "{note}: {state:?}");
                        // Measuring all triangles takes its time.
                        let is_measured = frame % 20 == 0;
                        assert!(!is_measured || runner.level.clearance(runner.character) > 0.0098, "{note}");
                    }
                    assert!(runner.place().x > 25.0);
                }
            }
        }
    }
}

/// A wall along the way turns the run, and any direction is up.
#[test]
fn a_run_down_along_a_wall_is_grounded_in_each_frame() {
    for turn in [Quat::IDENTITY, Quat::from_rotation_x(2.0) * Quat::from_rotation_z(0.5)] {
        for rate in [15, 60] {
            let mut level = Level::<Dim3>::at_rate(f64::from(rate));
            let tilt = Quat::from_rotation_z(-40f32.to_radians());
            let mut place = |center: Vec3, tilt: Quat, size: Vec3| {
                let place = Transform::from_translation(turn * center).with_rotation(turn * tilt);
                level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), place);
            };
            place(tilt * Vec3::NEG_Y * 0.5, tilt, Vec3::new(200.0, 1.0, 40.0));
            // Across the way at an angle of 30 degrees.
            let wall = Quat::from_rotation_y(30f32.to_radians());
            place(Vec3::new(0.0, 0.0, -10.0), wall, Vec3::new(200.0, 200.0, 1.0));
            let mover = CharacterMover { up: turn * Vec3::Y, ..CharacterMover::default() };
            let start = Transform::from_translation(turn * Vec3::Y * 1.5).with_rotation(turn);
            let mut runner = Walker::new(level, rate, mover, person(), start, 2 * rate);
            for frame in 0..3 * rate {
                let state = runner.run(turn * Vec3::new(10.0, 0.0, 2.0));
                assert!(state.is_grounded(), "{turn} {rate} Hz, frame {frame}: {state:?}");
            }
            let way = turn.inverse() * runner.place();
            assert!(way.x > 15.0, "{way}");
        }
    }
}

/// A slope that moves to the side, up and down.
#[test]
fn a_run_down_a_slope_that_moves_is_grounded_in_each_frame() {
    for rate in [15, 60] {
        for velocity in [Vec3::X * 4.0, Vec3::NEG_X * 4.0, Vec3::Y * 3.0, Vec3::NEG_Y * 3.0] {
            let mut level = Level::<Dim3>::at_rate(f64::from(rate));
            let tilt = Quat::from_rotation_z(-40f32.to_radians());
            let at = |time: f32| {
                Transform::from_translation(tilt * Vec3::NEG_Y * 0.5 + velocity * time).with_rotation(tilt)
            };
            let slope = level.obstacle(dim3::Collider::cuboid(200.0, 1.0, 40.0), at(0.0));
            let place = at_xy(0.0, 1.5);
            let mut runner = Walker::new(level, rate, CharacterMover::default(), person(), place, 2 * rate);
            for frame in 0..2 * rate {
                runner.level.set(slope, at((frame + 1) as f32 / rate as f32));
                let state = runner.run(Vec3::X * 9.0);
                assert!(state.is_grounded(), "{velocity} {rate} Hz, frame {frame}: {state:?}");
            }
        }
    }
}

/// A character that can walk up stairs walks down them, too, and is never in the air.
#[test]
fn stairs_that_can_be_walked_up_are_walked_down() {
    let (mut tried, mut walked) = (0, 0);
    let mut share = Share::one_of(7);
    for (index, body) in bodies(28.0).into_iter().enumerate() {
        for step in [0.1, 0.5, 0.83, 1.0] {
            let mover = CharacterMover::for_height(28.0);
            let rise = step * mover.step_height;
            for tread in [3.0f32, 8.0, 30.0] {
                for (rate, speed) in [(15, 100.0), (15, 400.0), (60, 20.0), (60, 300.0), (240, 300.0)] {
                    if !share.takes_next() {
                        continue;
                    }
                    tried += 1;
                    let mut level = Level::<Dim2>::at_rate(f64::from(rate));
                    let floor = dim2::Collider::rectangle(2000.0, 200.0);
                    level.obstacle(floor, at_xy(0.0, -100.0));
                    for stair in 0..8 {
                        let width = 400.0 - 2.0 * stair as f32 * tread;
                        let place = at_xy(0.0, rise * (stair as f32 + 0.5));
                        level.obstacle(dim2::Collider::rectangle(width, rise), place);
                    }
                    let place = at_xy(-300.0, 20.0);
                    let mut runner = Walker::new(level, rate, mover, body.clone(), place, 2 * rate);
                    let mut frames = 0;
                    while runner.place().x < 0.0 && frames < 20 * rate {
                        let state = runner.run(Vec2::X * speed);
                        assert!(state.is_grounded());
                        frames += 1;
                    }
                    if runner.place().x < 0.0 {
                        continue;
                    }
                    walked += 1;
                    while runner.place().x < 300.0 {
                        let state = runner.run(Vec2::X * speed);
                        let place = runner.place();
                        assert!(
                            state.is_grounded(),
                            "body {index}, {rise} by {tread}, {speed} at {rate} Hz, {place}: {state:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(walked > tried / 2, "{walked} of {tried}");
}

/// The same for the mover of a person, and one that climbs higher steps but is otherwise the default.
#[test]
fn stairs_in_meters_are_walked_up_and_down() {
    for (step_height, rise) in [(0.3, 0.25), (0.3, 0.3), (0.3, 0.05), (0.6, 0.5)] {
        for rate in [30, 60, 144] {
            for speed in [1.0, 4.0, 9.0] {
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(60.0, 1.0, 60.0));
                for stair in 0..6 {
                    let width = 12.0 - 0.7 * stair as f32;
                    let at = Vec3::Y * rise * (stair as f32 + 0.5);
                    cuboid(&mut level, at, Vec3::new(width, rise, 10.0));
                }
                let mover = CharacterMover { step_height, ..CharacterMover::default() };
                let body = dim3::Collider::cuboid(0.6, 1.8, 0.6);
                let place = at_xy(-7.0, 1.0);
                let mut runner = Walker::new(level, rate, mover, body, place, 2 * rate);
                let mut highest = 0.0f32;
                while runner.place().x < 7.0 {
                    let state = runner.run(Vec3::X * speed);
                    let place = runner.place();
                    assert!(state.is_grounded(), "{rise} of {step_height}, {speed} at {rate} Hz: {place}");
                    highest = highest.max(place.y);
                }
                assert!(highest > 6.0 * rise + 0.9, "{rise} of {step_height}: {highest}");
            }
        }
    }
}

/// Steps down of more than the height of a step, crests whose other side is too steep, and ends of platforms.
#[test]
fn a_run_off_an_edge_flies_at_any_rate() {
    let mover = CharacterMover::for_height(28.0);
    let step = mover.step_height;
    let drop = |depth: f32| vec![Vec2::new(100.01, -depth), Vec2::new(3000.0, -depth)];
    let levels = [
        ("a drop of 1.2 steps, which a round bottom rolls down", drop(1.2 * step)),
        ("a drop of 3 steps", drop(3.0 * step)),
        ("a drop of 20 steps", drop(20.0 * step)),
        ("a slope of 60°", vec![Vec2::new(100.0 + 1000.0, -1732.0)]),
        ("a slope of 80°", vec![Vec2::new(100.0 + 300.0, -1701.0)]),
        ("nothing", vec![]),
    ];
    for (name, below) in levels {
        for rate in RATES {
            for (index, body) in bodies(28.0).into_iter().enumerate() {
                if index == 0 && name.ends_with("rolls down") {
                    continue;
                }
                let mut level = Level::<Dim2>::at_rate(f64::from(rate));
                let points: Vec<_> = [Vec2::new(-500.0, 0.0), Vec2::new(100.0, 0.0)]
                    .into_iter()
                    .chain(below.clone())
                    .collect();
                // A thin line, so that nothing is below its edge but what is there.
                for ends in points.windows(2) {
                    let is_edge = (ends[1].x - ends[0].x).abs() < 1.0;
                    if !is_edge {
                        let segment = dim2::Collider::segment(ends[0], ends[1]);
                        level.obstacle(segment, Transform::IDENTITY);
                    } else {
                        let edge = [ends[0], ends[1], ends[0] - Vec2::X * 3.0, ends[1] - Vec2::X * 3.0];
                        level.obstacle(dim2::Collider::hull(edge), Transform::IDENTITY);
                    }
                }
                let place = at_xy(-50.0, 20.0);
                let mut runner = Walker::new(level, rate, mover, body, place, 2 * rate);
                let mut flew = false;
                while runner.place().x < 400.0 {
                    let state = runner.run(Vec2::X * 300.0);
                    let x = runner.place().x;
                    flew |= !state.is_grounded();
                    assert!(!flew || x > 90.0, "{name}, body {index}, {rate} Hz: {x}");
                    assert!(flew || x < 100.0 + 14.0 + 20.5, "{name}, body {index}, {rate} Hz: {x}");
                }
            }
        }
    }
}

/// A bridge over lower ground is no part of it.
#[test]
fn a_run_off_a_bridge_flies() {
    for rate in RATES {
        let mut level = Level::<Dim3>::at_rate(f64::from(rate));
        cuboid(&mut level, Vec3::NEG_Y * 4.5, Vec3::new(200.0, 1.0, 20.0));
        cuboid(&mut level, Vec3::new(0.0, -0.1, 0.0), Vec3::new(20.0, 0.2, 4.0));
        let place = at_xy(0.0, 1.5);
        let mut runner = Walker::new(level, rate, CharacterMover::default(), person(), place, 2 * rate);
        while runner.place().x < 10.35 {
            runner.run(Vec3::X * 20.0);
        }
        assert!(!runner.level.state(runner.character).is_grounded(), "{rate} Hz");
        assert!(runner.place().y > 0.5, "{rate} Hz: {}", runner.place());
    }
}

#[test]
fn the_defaults_of_all_constructors_agree() {
    let movers = [
        CharacterMover::<Dim2>::default(),
        CharacterMover::for_height(28.0),
        CharacterMover::for_height(1.8),
        CharacterMover::top_down(),
    ];
    for mover in movers {
        assert!(mover.snap_distance >= mover.step_height, "{mover:?}");
        assert_eq!(mover.snap_distance > 0.0, mover.max_slope.is_some());
    }
}

/// A way over stairs that is not perpendicular to them leads up and down as many of them as a straight one.
#[test]
fn stairs_are_run_over_diagonally() {
    for angle in [0.0f32, 15.0, 30.0, 50.0].map(f32::to_radians) {
        for (rate, speed) in [(60, 4.0), (60, 30.0), (20, 9.0), (20, 18.0), (15, 15.0)] {
            for body in [person(), dim3::Collider::cuboid(0.6, 1.8, 0.6), dim3::Collider::cylinder(0.3, 1.8)]
            {
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                cuboid(&mut level, Vec3::NEG_Y * 0.5, Vec3::new(90.0, 1.0, 90.0));
                for stair in 0..8 {
                    let size = Vec3::new(14.0 - 0.8 * stair as f32, 0.25, 80.0);
                    let at = Transform::from_xyz(0.0, 0.25 * (stair as f32 + 0.5), 0.0);
                    let turned = Transform::from_rotation(Quat::from_rotation_y(angle)) * at;
                    level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), turned);
                }
                let across = Quat::from_rotation_y(angle) * Vec3::X;
                let start = at_xy(-9.0 / angle.cos(), 1.2);
                let mut runner = Walker::new(level, rate, CharacterMover::default(), body, start, 2 * rate);
                let (mut frames, mut highest) = (0, 0.0f32);
                let note = format!("{angle}, {speed} at {rate} Hz");
                while runner.place().dot(across) < 9.0 {
                    let state = runner.run(Vec3::X * speed);
                    assert!(state.is_grounded(), "{note}: {}", runner.place());
                    highest = highest.max(runner.place().y);
                    frames += 1;
                    assert!(frames < 100 * rate, "{note}: {}", runner.place());
                }
                let straight = 18.0 / angle.cos() / speed * rate as f32;
                assert!(
                    frames as f32 <= 1.1 * straight + 2.0,
                    "{note}: {frames} frames in place of {straight}"
                );
                assert!(highest > 2.8, "{note}: {highest}");
            }
        }
    }
}
