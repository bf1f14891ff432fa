//! Slopes, steps and snapping.

use super::level::Level;
use super::person::{SKIN, SOLE, cuboid, floor, mover_to_45_degrees as mover, person, with_floor, with_slab};
use crate::common::prelude::*;

/// A slope through the origin that rises along x.
fn slope(level: &mut Level<Dim3>, angle: f32) -> Entity {
    let turn = Quat::from_rotation_z(angle);
    let place = Transform::from_translation(turn * Vec3::NEG_Y * 0.5).with_rotation(turn);
    level.obstacle(dim3::Collider::cuboid(100.0, 1.0, 40.0), place)
}

/// Where a person stands on that slope at the origin.
fn on_slope(angle: f32) -> Vec3 {
    Vec3::Y * (0.675 + (0.3 + SKIN) / angle.cos())
}

/// Jolt's `TestMovingOnSlope`: the level part of the way is kept.
#[test]
fn a_walk_on_a_slope_keeps_its_level_speed_at_any_angle() {
    for degrees in (5..=75).step_by(10) {
        let angle = (degrees as f32).to_radians();
        for sign in [1.0, -1.0] {
            let mut level = Level::<Dim3>::new();
            slope(&mut level, angle);
            let mover = CharacterMover { max_slope: Some(80f32.to_radians()), snap_distance: 0.5, ..mover() };
            let start = on_slope(angle);
            let character = level.character(mover, person(), Transform::from_translation(start));
            for frame in 0..90 {
                let state = level.step(character, Vec3::new(sign * 2.0, -9.8 / 60.0, 0.0) / 60.0);
                assert!(state.is_grounded(), "{degrees}° {frame}");
                assert_eq!(state.end, MoveEnd::Arrived);
            }
            let expected = sign * 3.0 * Vec3::new(1.0, angle.tan(), 0.0);
            let way = level.place(character) - start;
            assert!(way.distance(expected) < 1e-4 * expected.length(), "{degrees}°: {way} {expected}");
        }
    }
}

/// The other half of Jolt's `TestMovingOnSlope`: too steep a slope is slid down, and not climbed.
#[test]
fn a_fall_on_a_steep_slope_slides_down_it_and_never_climbs() {
    for degrees in [50, 60, 70, 80] {
        let angle = (degrees as f32).to_radians();
        let mut level = Level::<Dim3>::new();
        slope(&mut level, angle);
        let start = on_slope(angle);
        let character = level.character(mover(), person(), Transform::from_translation(start));
        for _ in 0..60 {
            let before = level.place(character);
            let state = level.step(character, Vec3::new(2.0, -3.0, 1.0) / 60.0);
            assert!(!state.is_grounded(), "{degrees}°");
            assert!(level.place(character).y < before.y);
            assert!(state.wall.is_some());
        }
        // The nearest motion along the slope: what presses uphill slows the slide.
        let way = level.place(character) - start;
        let down = (3.0 * angle.sin() - 2.0 * angle.cos()) * Vec3::new(-angle.cos(), -angle.sin(), 0.0);
        assert!(way.distance(down + Vec3::Z) < 1e-3, "{degrees}°: {way} {}", down + Vec3::Z);
    }
}

/// avian#949: a character crept down a slope under gravity.
#[test]
fn a_character_that_stands_on_a_slope_of_30_degrees_does_not_drift() {
    let angle = 30f32.to_radians();
    let mut level = Level::<Dim3>::new();
    slope(&mut level, angle);
    let character = level.character(mover(), person(), Transform::from_translation(on_slope(angle)));
    level.step(character, Vec3::NEG_Y * 0.1);
    let start = level.place(character);
    for frame in 0..600 {
        let state = level.step(character, Vec3::NEG_Y * 9.8 / 3600.0 * frame as f32);
        assert!(state.is_grounded());
        assert_eq!(level.place(character), start, "frame {frame}");
    }
}

/// Jolt's pull request 696: a character that walked against the foot of a steep slope hopped.
#[test]
fn a_walk_against_the_foot_of_a_steep_slope_does_not_hop() {
    for degrees in [46, 50, 60, 75, 89] {
        let mut level = with_floor();
        slope(&mut level, (degrees as f32).to_radians());
        let mover = CharacterMover { step_height: 0.0, ..mover() };
        let character = level.character(mover, person(), at_xy(-3.0, SOLE));
        for frame in 0..120 {
            let state = level.step(character, Vec3::new(0.1, -0.01, 0.02));
            let place = level.place(character);
            assert!((place.y - SOLE).abs() < 1e-5, "{degrees}° {frame}: {place}");
            assert!(state.is_grounded());
        }
        // It goes on along the slope.
        assert!((level.place(character).z - 2.4).abs() < 1e-3, "{degrees}°: {}", level.place(character));
    }
}

/// Jolt's `TestStickToFloor`.
#[test]
fn a_run_down_a_slope_of_45_degrees_is_grounded_in_each_frame() {
    let angle = 45f32.to_radians();
    for snap_distance in [0.5, 0.0] {
        let mut level = Level::<Dim3>::new();
        slope(&mut level, angle);
        let mover = CharacterMover { snap_distance, ..mover() };
        let start = on_slope(angle);
        let character = level.character(mover, person(), Transform::from_translation(start));
        for frame in 0..90 {
            let state = level.step(character, Vec3::new(-10.0, -9.8 / 60.0, 0.0) / 60.0);
            assert_eq!(state.is_grounded(), snap_distance > 0.0, "frame {frame}");
        }
        let way = level.place(character) - start;
        if snap_distance > 0.0 {
            assert!(way.distance(Vec3::new(-15.0, -15.0, 0.0)) < 1e-3, "{way}");
        } else {
            assert!(way.y > -1.0, "{way}");
        }
    }
}

/// godot#63177: a diagonal walk up a slope changed its heading.
#[test]
fn a_diagonal_walk_up_a_slope_keeps_its_heading() {
    let angle = 30f32.to_radians();
    let mut level = Level::<Dim3>::new();
    slope(&mut level, angle);
    let start = on_slope(angle);
    let character = level.character(mover(), person(), Transform::from_translation(start));
    level.walk(character, Vec3::new(1.0, -0.1, 1.0) / 60.0, 120);
    let way = level.place(character) - start;
    assert!((way.x - 2.0).abs() < 1e-4 && (way.z - 2.0).abs() < 1e-4, "{way}");
}

/// godot#87946: snapping stored a speed that was let out later.
#[test]
fn snapping_for_600_frames_moves_nothing_afterwards() {
    let angle = 30f32.to_radians();
    let mut level = Level::<Dim3>::new();
    slope(&mut level, angle);
    let character = level.character(mover(), person(), Transform::from_translation(on_slope(angle)));
    for _ in 0..600 {
        let state = level.step(character, Vec3::new(-0.01, 0.0, 0.0));
        assert!((state.moved - Vec3::new(-0.01, 0.0, 0.0)).length() < 1e-6, "{state:?}");
        assert!(state.snapped > 0.0);
    }
    let before = level.place(character);
    let state = level.step(character, Vec3::ZERO);
    assert_eq!((level.place(character), state.moved, state.snapped), (before, Vec3::ZERO, 0.0));
}

/// Ten steps of 0.3, as a mesh and as boxes.
fn stairs(level: &mut Level<Dim3>, as_mesh: bool, count: u32) {
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    for step in 0..count {
        let (low, high) = (0.3 * step as f32, 0.3 * (step + 1) as f32);
        if as_mesh {
            let first = corners.len() as u32;
            for z in [-2.0, 2.0] {
                corners.extend([Vec3::new(low, low, z), Vec3::new(low, high, z), Vec3::new(high, high, z)]);
            }
            for [a, b, c, d] in [[0, 1, 4, 3], [1, 2, 5, 4]] {
                triangles.push([a, b, c].map(|index| first + index));
                triangles.push([a, c, d].map(|index| first + index));
            }
        } else {
            cuboid(level, Vec3::new(low + 2.0, high - 0.15, 0.0), Vec3::new(4.0, 0.3, 4.0));
        }
    }
    if as_mesh {
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
    }
}

/// Jolt's `TestWalkStairs`.
#[test]
fn a_walk_up_stairs_goes_forward_in_each_frame_at_any_rate() {
    for as_mesh in [true, false] {
        for rate in [30, 60, 120, 240, 360] {
            for speed in [4.0, 0.7] {
                let mut level = Level::<Dim3>::at_rate(f64::from(rate));
                floor(&mut level);
                stairs(&mut level, as_mesh, 10);
                let mover = CharacterMover { step_height: 0.4, ..mover() };
                let place = at_xy(-0.5, SOLE);
                let character = level.character(mover, person(), place);
                let mut last = level.place(character);
                let frames = (4.0 / speed * rate as f32) as u32;
                for frame in 0..frames {
                    let way = Vec3::new(speed, -9.8 / rate as f32, 0.0) / rate as f32;
                    let state = level.step(character, way);
                    let now = level.place(character);
                    assert!(state.is_grounded(), "{as_mesh} {rate} Hz, frame {frame}: {now}");
                    assert!(
                        now.x > last.x && now.z.abs() < 1e-4,
                        "{as_mesh} {rate} Hz, frame {frame}: {now} {last}"
                    );
                    last = now;
                    if now.y > 3.0 + SOLE - 1e-3 {
                        break;
                    }
                }
                assert!((last.y - 3.0 - SOLE).abs() < 1e-3, "{as_mesh} {rate} Hz: {last}");
            }
        }
    }
}

/// Without steps, the same stairs are a wall.
#[test]
fn stairs_are_a_wall_for_a_character_that_climbs_no_steps() {
    let mut level = with_floor();
    stairs(&mut level, true, 10);
    let mover = CharacterMover { step_height: 0.0, ..mover() };
    let character = level.character(mover, person(), at_xy(-1.0, SOLE));
    level.walk(character, Vec3::new(4.0, -1.0, 0.0) / 60.0, 120);
    let place = level.place(character);
    assert!((place.x + 0.3 + SKIN).abs() < 1e-2 && (place.y - SOLE).abs() < 1e-4, "{place}");
    assert!(level.state(character).wall.is_some());
}

/// Walking down, each frame is grounded.
#[test]
fn a_walk_down_stairs_snaps_from_step_to_step() {
    for rate in [60, 240] {
        let mut level = Level::<Dim3>::at_rate(f64::from(rate));
        floor(&mut level);
        stairs(&mut level, false, 10);
        let mover = CharacterMover { step_height: 0.4, snap_distance: 0.35, ..mover() };
        let character = level.character(mover, person(), at_xy(3.5, 3.0 + SOLE));
        for frame in 0..2 * rate {
            let state = level.step(character, Vec3::new(-3.0, -0.1, 0.0) / rate as f32);
            assert!(state.is_grounded(), "{rate} Hz, frame {frame}: {}", level.place(character));
        }
        let place = level.place(character);
        assert!((place - Vec3::new(-2.5, SOLE, 0.0)).length() < 1e-3, "{place}");
    }
}

/// A step is climbed only if there is room above it.
#[test]
fn a_step_under_a_low_ceiling_is_climbed_only_if_it_fits() {
    for (room, climbs) in [(2.0, true), (1.9, false)] {
        let mut level = with_floor();
        cuboid(&mut level, Vec3::new(3.0, 0.125, 0.0), Vec3::new(4.0, 0.25, 4.0));
        cuboid(&mut level, Vec3::new(3.0, 0.25 + room + 0.5, 0.0), Vec3::new(4.0, 1.0, 4.0));
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        level.walk(character, Vec3::new(1.5, -1.0, 0.0) / 60.0, 120);
        let place = level.place(character);
        assert_eq!(place.x > 2.0, climbs, "{room}: {place}");
        if climbs {
            assert!((place.y - 0.25 - SOLE).abs() < 1e-3, "{room}: {place}");
        } else {
            // Its round ends may reach between the two edges, but no farther than there is room.
            assert!(place.x < 1.0 && level.clearance(character) > 0.99 * f64::from(SKIN), "{room}: {place}");
        }
    }
}

/// godot's pull request 114447: a step beside a taller wall was not climbed from rest.
#[test]
fn a_step_beside_a_taller_wall_is_climbed_from_rest() {
    let mut level = with_floor();
    cuboid(&mut level, Vec3::new(2.0, 0.1, 0.0), Vec3::new(2.0, 0.2, 4.0));
    cuboid(&mut level, Vec3::new(0.0, 2.0, 1.0), Vec3::new(10.0, 4.0, 1.0));
    let place = Transform::from_xyz(1.0 - 0.3 - SKIN, SOLE, 0.5 - 0.3 - SKIN);
    let character = level.character(mover(), person(), place);
    level.walk(character, Vec3::new(1.0, -0.5, 0.5) / 60.0, 60);
    let place = level.place(character);
    assert!(place.x > 1.5 && (place.y - 0.2 - SOLE).abs() < 1e-3, "{place}");
}

/// The rise is told apart from the motion, so that a game which derives a velocity gets no jump.
#[test]
fn the_rise_of_a_step_is_in_stepped_and_not_in_the_motion() {
    let mut level = with_floor();
    cuboid(&mut level, Vec3::new(3.0, 0.1, 0.0), Vec3::new(4.0, 0.2, 4.0));
    let character = level.character(mover(), person(), at_xy(0.5, SOLE));
    let (mut stepped, mut moved) = (0.0, Vec3::ZERO);
    for _ in 0..60 {
        let state = level.step(character, Vec3::new(1.5, 0.0, 0.0) / 60.0);
        assert!(state.moved.y.abs() < 1e-5, "{state:?}");
        stepped += state.stepped - state.snapped;
        moved += state.moved;
    }
    assert!((stepped - 0.2).abs() < 1e-3, "{stepped}");
    assert!((moved.x - 1.5).abs() < 0.02, "{moved}");
}

/// A wall is not a step, and trying it costs no way.
#[test]
fn a_walk_along_a_wall_loses_no_way_to_attempts_at_steps() {
    for rate in [60, 120, 240, 360] {
        let mut level = Level::<Dim3>::at_rate(f64::from(rate));
        floor(&mut level);
        cuboid(&mut level, Vec3::new(0.0, 2.0, -1.0), Vec3::new(40.0, 4.0, 1.0));
        let character = level.character(mover(), person(), at_xy(-2.0, SOLE));
        level.walk(character, Vec3::new(5.0, -0.5, -1.0) / rate as f32, rate);
        let place = level.place(character);
        assert!((place.x - 3.0).abs() < 0.01, "{rate} Hz: {place}");
    }
}

/// The ledge of a box without the radius of a capsule under it.
#[test]
fn a_capsule_that_dashes_at_a_ledge_gains_no_height() {
    for height in [0.05, 0.15, 0.25, 0.31] {
        let mut level = with_floor();
        cuboid(&mut level, Vec3::new(3.0, 0.5 * height, 0.0), Vec3::new(4.0, height, 4.0));
        let mover = CharacterMover { step_height: 0.0, ..mover() };
        let character = level.character(mover, person(), at_xy(-1.0, SOLE));
        for _ in 0..60 {
            level.step(character, Vec3::new(0.8, -0.01, 0.0));
            let place = level.place(character);
            let is_shallow = height < (0.3 + SKIN) * (1.0 - 45f32.to_radians().cos()) - SKIN;
            if !is_shallow {
                assert!((place.y - SOLE).abs() < 1e-4, "{height}: {place}");
            }
        }
    }
}

/// A capsule stands on the edge of a ledge, though the contact is inclined.
#[test]
fn a_capsule_stands_on_the_edge_of_a_ledge() {
    let (mut level, _) = with_slab(2.0, 2.0);
    let character = level.character(mover(), person(), at_xy(1.2, SOLE));
    let mut rest = None;
    for frame in 0..60 {
        let state = level.step(character, Vec3::NEG_Y * 0.1);
        if frame > 10 {
            let ground = state.ground.expect("a ground");
            assert!(ground.normal.distance(Vec3::Y) < 1e-3, "{ground:?}");
            assert_eq!(level.place(character), *rest.get_or_insert(level.place(character)));
        }
    }
}

/// godot-jolt#524: a catch at the change from a ramp to a flat floor, and back.
#[test]
fn a_walk_over_a_ramp_is_grounded_and_never_slower() {
    for turn in [0.3f32, 0.6] {
        let mut level = with_floor();
        let (rise, run) = (2.0 * turn.tan(), 2.0);
        let points = [[0.0, 0.0], [run, rise], [run + 3.0, rise], [2.0 * run + 3.0, 0.0]];
        let corners = points.into_iter().flat_map(|[x, y]| [-2.0, 2.0].map(|z| Vec3::new(x, y, z)));
        level.obstacle(dim3::Collider::hull(corners), Transform::IDENTITY);
        let mover = CharacterMover { step_height: 0.0, snap_distance: 0.3, ..mover() };
        let character = level.character(mover, person(), at_xy(-1.5, SOLE));
        let mut x = -1.5;
        while level.place(character).x < 9.0 {
            let state = level.step(character, Vec3::new(0.05, -0.01, 0.0));
            assert!(state.is_grounded(), "{turn}: {}", level.place(character));
            let now = level.place(character).x;
            assert!((now - x - 0.05).abs() < 1e-4, "{turn}: {x} {now}");
            x = now;
        }
        assert!((level.place(character).y - SOLE).abs() < 1e-4);
    }
}

/// godot#92621: tiles with a slope; the slope is walkable beside an empty cell.
#[test]
fn a_box_walks_up_tiles_with_slopes_at_a_constant_speed() {
    let mut level = Level::<Dim2>::new();
    for column in 0..20 {
        let height = f32::clamp(column as f32 - 6.0, 0.0, 4.0);
        for row in 0..4 {
            if (row as f32) < height || row == 0 {
                let place = at_xy(16.0 * column as f32, 16.0 * (row as f32 - 0.5));
                level.obstacle(dim2::Collider::rectangle(16.0, 16.0), place);
            }
        }
        if (7..=9).contains(&column) {
            // A slope of 45 degrees on each column.
            let corners = [Vec2::new(-8.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 16.0)];
            let lower = height - 1.0;
            let place = at_xy(16.0 * column as f32, 16.0 * lower);
            level.obstacle(dim2::Collider::hull(corners), place);
        }
    }
    let mover = CharacterMover { step_height: 0.0, ..CharacterMover::for_height(20.0).with_skin(0.1) };
    let collider = dim2::Collider::rectangle(12.0, 20.0);
    let character = level.character(mover, collider, at_xy(16.0, 10.1));
    let mut x = 16.0;
    for frame in 0..200 {
        let state = level.step(character, Vec2::new(1.0, -0.5));
        let place = level.place(character);
        assert!(state.is_grounded(), "{frame}: {place}");
        assert!((place.x - x - 1.0).abs() < 1e-3, "{frame}: {place} {x}");
        x = place.x;
    }
}
