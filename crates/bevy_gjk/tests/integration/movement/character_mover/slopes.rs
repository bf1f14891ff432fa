//! Slopes, steps and snapping.

use super::person::mover_to_45_degrees as mover;
use super::prelude::*;

fn mover_without_steps() -> CharacterMover<Dim3> {
    CharacterMover { step_height: 0.0, ..mover() }
}

/// A character at the origin of a slope that rises along x, and where it stands there.
fn on_slope(angle: f32, mover: CharacterMover<Dim3>) -> (Level<Dim3>, Entity, Vec3) {
    let mut level = Level::<Dim3>::new();
    level.slope(angle);
    let start = Vec3::Y * (0.675 + (0.3 + SKIN) / angle.cos());
    let character = level.character(mover, person(), at_point(start));
    (level, character, start)
}

/// Jolt's `TestMovingOnSlope`: the level part of the way is kept.
#[test]
fn a_walk_on_a_slope_keeps_its_level_speed_at_any_angle() {
    for (degrees, sign) in each2((5..=75).step_by(10), [1.0, -1.0]) {
        let angle = (degrees as f32).to_radians();
        let mover = CharacterMover { max_slope: Some(80f32.to_radians()), snap_distance: 0.5, ..mover() };
        let (mut level, character, start) = on_slope(angle, mover);
        for _ in 0..90 {
            let state = level.step(character, Vec3::new(sign * 2.0, -9.8 / 60.0, 0.0) / 60.0);
            assert!(state.is_grounded() && state.end == MoveEnd::Arrived);
        }
        let expected = sign * 3.0 * Vec3::new(1.0, angle.tan(), 0.0);
        assert_near(level.place(character) - start, expected, 1e-4 * expected.length());
    }
}

/// The other half of Jolt's `TestMovingOnSlope`: too steep a slope is slid down, and not climbed.
#[test]
fn a_fall_on_a_steep_slope_slides_down_it_and_never_climbs() {
    for degrees in each([50, 60, 70, 80]) {
        let angle = (degrees as f32).to_radians();
        let (mut level, character, start) = on_slope(angle, mover());
        for _ in 0..60 {
            let before = level.place(character);
            let state = level.step(character, Vec3::new(2.0, -3.0, 1.0) / 60.0);
            assert!(!state.is_grounded() && state.wall.is_some());
            assert!(level.place(character).y < before.y);
        }
        // The nearest motion along the slope: what presses uphill slows the slide.
        let down = (3.0 * angle.sin() - 2.0 * angle.cos()) * Vec3::new(-angle.cos(), -angle.sin(), 0.0);
        assert_near(level.place(character) - start, down + Vec3::Z, 1e-3);
    }
}

/// avian#949: a character crept down a slope under gravity.
#[test]
fn a_character_that_stands_on_a_slope_of_30_degrees_does_not_drift() {
    let (mut level, character, _) = on_slope(30f32.to_radians(), mover());
    level.step(character, Vec3::NEG_Y * 0.1);
    let start = level.place(character);
    for frame in 0..600 {
        level.walk_on_ground(character, Vec3::NEG_Y * 9.8 / 3600.0 * frame as f32, 1);
        assert_eq!(level.place(character), start);
    }
}

/// Jolt's pull request 696: a character that walked against the foot of a steep slope hopped.
#[test]
fn a_walk_against_the_foot_of_a_steep_slope_does_not_hop() {
    for degrees in each([46, 50, 60, 75, 89]) {
        let mut level = with_floor();
        level.slope((degrees as f32).to_radians());
        let character = level.character(mover_without_steps(), person(), at_xy(-3.0, SOLE));
        for _ in 0..120 {
            level.walk_on_ground(character, Vec3::new(0.1, -0.01, 0.02), 1);
            assert_near(level.place(character).y, SOLE, 1e-5);
        }
        // It goes on along the slope.
        assert_near(level.place(character).z, 2.4, 1e-3);
    }
}

/// Jolt's `TestStickToFloor`.
#[test]
fn a_run_down_a_slope_of_45_degrees_is_grounded_in_each_frame() {
    for snap_distance in each([0.5, 0.0]) {
        let mover = CharacterMover { snap_distance, ..mover() };
        let (mut level, character, start) = on_slope(45f32.to_radians(), mover);
        for _ in 0..90 {
            let state = level.step(character, Vec3::new(-10.0, -9.8 / 60.0, 0.0) / 60.0);
            assert_eq!(state.is_grounded(), snap_distance > 0.0);
        }
        let way = level.place(character) - start;
        if snap_distance > 0.0 {
            assert_near(way, Vec3::new(-15.0, -15.0, 0.0), 1e-3);
        } else {
            assert!(way.y > -1.0, "{way}");
        }
    }
}

/// godot#63177: a diagonal walk up a slope changed its heading.
#[test]
fn a_diagonal_walk_up_a_slope_keeps_its_heading() {
    let (mut level, character, start) = on_slope(30f32.to_radians(), mover());
    level.walk(character, Vec3::new(1.0, -0.1, 1.0) / 60.0, 120);
    let way = level.place(character) - start;
    assert!((way.x - 2.0).abs() < 1e-4 && (way.z - 2.0).abs() < 1e-4, "{way}");
}

/// godot#87946: snapping stored a speed that was let out later.
#[test]
fn snapping_for_600_frames_moves_nothing_afterwards() {
    let (mut level, character, _) = on_slope(30f32.to_radians(), mover());
    for _ in 0..600 {
        let state = level.step(character, Vec3::new(-0.01, 0.0, 0.0));
        assert_near(state.moved, Vec3::new(-0.01, 0.0, 0.0), 1e-6);
        assert!(state.snapped > 0.0);
    }
    let before = level.place(character);
    let state = level.step(character, Vec3::ZERO);
    assert_eq!((level.place(character), state.moved, state.snapped), (before, Vec3::ZERO, 0.0));
}

/// A floor and ten steps of 0.3, as a mesh or as boxes.
fn stairs(rate: u32, as_mesh: bool) -> Level<Dim3> {
    let mut level = Level::<Dim3>::at_rate(rate);
    level.floor();
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for step in 0..10 {
        let (low, high) = (0.3 * step as f32, 0.3 * (step + 1) as f32);
        if !as_mesh {
            level.cuboid(Vec3::new(low + 2.0, high - 0.15, 0.0), Vec3::new(4.0, 0.3, 4.0));
            continue;
        }
        let first = corners.len() as u32;
        for z in [-2.0, 2.0] {
            corners.extend([Vec3::new(low, low, z), Vec3::new(low, high, z), Vec3::new(high, high, z)]);
        }
        for [a, b, c, d] in [[0, 1, 4, 3], [1, 2, 5, 4]] {
            triangles.extend([[a, b, c], [a, c, d]].map(|face| face.map(|index| first + index)));
        }
    }
    if as_mesh {
        level.obstacle(dim3::Collider::tri_mesh(corners, triangles), Transform::IDENTITY);
    }
    level
}

/// Jolt's `TestWalkStairs`.
#[test]
fn a_walk_up_stairs_goes_forward_in_each_frame_at_any_rate() {
    for (as_mesh, rate, speed) in each3([true, false], [30, 60, 120, 240, 360], [4.0, 0.7]) {
        let mut level = stairs(rate, as_mesh);
        let mover = CharacterMover { step_height: 0.4, ..mover() };
        let character = level.character(mover, person(), at_xy(-0.5, SOLE));
        let mut last = level.place(character);
        for _ in 0..(4.0 / speed * rate as f32) as u32 {
            level.walk_on_ground(character, Vec3::new(speed, -9.8 / rate as f32, 0.0) / rate as f32, 1);
            let now = level.place(character);
            assert!(now.x > last.x && now.z.abs() < 1e-4, "from {last}");
            last = now;
            if now.y > 3.0 + SOLE - 1e-3 {
                break;
            }
        }
        assert_near(last.y, 3.0 + SOLE, 1e-3);
    }
}

/// Without steps, the same stairs are a wall.
#[test]
fn stairs_are_a_wall_for_a_character_that_climbs_no_steps() {
    let mut level = stairs(60, true);
    let character = level.character(mover_without_steps(), person(), at_xy(-1.0, SOLE));
    level.walk(character, Vec3::new(4.0, -1.0, 0.0) / 60.0, 120);
    let place = level.place(character);
    assert!((place.x + 0.3 + SKIN).abs() < 1e-2 && (place.y - SOLE).abs() < 1e-4, "{place}");
    assert!(level.state(character).wall.is_some());
}

/// Walking down, each frame is grounded.
#[test]
fn a_walk_down_stairs_snaps_from_step_to_step() {
    for rate in each([60, 240]) {
        let mut level = stairs(rate, false);
        let mover = CharacterMover { step_height: 0.4, snap_distance: 0.35, ..mover() };
        let character = level.character(mover, person(), at_xy(3.5, 3.0 + SOLE));
        level.walk_on_ground(character, Vec3::new(-3.0, -0.1, 0.0) / rate as f32, 2 * rate);
        assert_near(level.place(character), Vec3::new(-2.5, SOLE, 0.0), 1e-3);
    }
}

/// A step is climbed only if there is room above it.
#[test]
fn a_step_under_a_low_ceiling_is_climbed_only_if_it_fits() {
    for (room, climbs) in each([(2.0, true), (1.9, false)]) {
        let mut level = with_floor();
        level.cuboid(Vec3::new(3.0, 0.125, 0.0), Vec3::new(4.0, 0.25, 4.0));
        level.cuboid(Vec3::new(3.0, 0.25 + room + 0.5, 0.0), Vec3::new(4.0, 1.0, 4.0));
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        level.walk(character, Vec3::new(1.5, -1.0, 0.0) / 60.0, 120);
        let place = level.place(character);
        assert_eq!(place.x > 2.0, climbs);
        if climbs {
            assert_near(place.y, 0.25 + SOLE, 1e-3);
        } else {
            // Its round ends may reach between the two edges, but no farther than there is room.
            assert!(place.x < 1.0);
            level.assert_clear(character, 0.99);
        }
    }
}

/// godot's pull request 114447: a step beside a taller wall was not climbed from rest.
#[test]
fn a_step_beside_a_taller_wall_is_climbed_from_rest() {
    let mut level = with_floor();
    level.cuboid(Vec3::new(2.0, 0.1, 0.0), Vec3::new(2.0, 0.2, 4.0));
    level.cuboid(Vec3::new(0.0, 2.0, 1.0), Vec3::new(10.0, 4.0, 1.0));
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
    level.cuboid(Vec3::new(3.0, 0.1, 0.0), Vec3::new(4.0, 0.2, 4.0));
    let character = level.character(mover(), person(), at_xy(0.5, SOLE));
    let (mut stepped, mut moved) = (0.0, Vec3::ZERO);
    for _ in 0..60 {
        let state = level.step(character, Vec3::new(1.5, 0.0, 0.0) / 60.0);
        assert!(state.moved.y.abs() < 1e-5);
        stepped += state.stepped - state.snapped;
        moved += state.moved;
    }
    assert_near(stepped, 0.2, 1e-3);
    assert_near(moved.x, 1.5, 0.02);
}

/// A wall is not a step, and trying it costs no way.
#[test]
fn a_walk_along_a_wall_loses_no_way_to_attempts_at_steps() {
    for rate in each([60, 120, 240, 360]) {
        let mut level = Level::<Dim3>::at_rate(rate);
        level.floor();
        level.cuboid(Vec3::new(0.0, 2.0, -1.0), Vec3::new(40.0, 4.0, 1.0));
        let character = level.character(mover(), person(), at_xy(-2.0, SOLE));
        level.walk(character, Vec3::new(5.0, -0.5, -1.0) / rate as f32, rate);
        assert_near(level.place(character).x, 3.0, 0.01);
    }
}

/// The ledge of a box without the radius of a capsule under it.
#[test]
fn a_capsule_that_dashes_at_a_ledge_gains_no_height() {
    for height in each([0.05, 0.15, 0.25, 0.31]) {
        let mut level = with_floor();
        level.cuboid(Vec3::new(3.0, 0.5 * height, 0.0), Vec3::new(4.0, height, 4.0));
        let character = level.character(mover_without_steps(), person(), at_xy(-1.0, SOLE));
        let is_shallow = height < (0.3 + SKIN) * (1.0 - 45f32.to_radians().cos()) - SKIN;
        for _ in 0..60 {
            level.step(character, Vec3::new(0.8, -0.01, 0.0));
            assert!(is_shallow || (level.place(character).y - SOLE).abs() < 1e-4);
        }
    }
}

/// A capsule stands on the edge of a ledge, though the contact is inclined.
#[test]
fn a_capsule_stands_on_the_edge_of_a_ledge() {
    let (mut level, _) = with_slab(2.0, 2.0);
    let character = level.character(mover(), person(), at_xy(1.2, SOLE));
    level.walk(character, Vec3::NEG_Y * 0.1, 12);
    let rest = level.place(character);
    for _ in 12..60 {
        let state = level.step(character, Vec3::NEG_Y * 0.1);
        assert_near(state.ground.expect("a ground").normal, Vec3::Y, 1e-3);
        assert_eq!(level.place(character), rest);
    }
}

/// godot-jolt#524: a catch at the change from a ramp to a flat floor, and back.
#[test]
fn a_walk_over_a_ramp_is_grounded_and_never_slower() {
    for turn in each([0.3f32, 0.6]) {
        let mut level = with_floor();
        let (rise, run) = (2.0 * turn.tan(), 2.0);
        let points = [[0.0, 0.0], [run, rise], [run + 3.0, rise], [2.0 * run + 3.0, 0.0]];
        let corners = points.into_iter().flat_map(|[x, y]| [-2.0, 2.0].map(|z| Vec3::new(x, y, z)));
        level.obstacle(dim3::Collider::hull(corners), Transform::IDENTITY);
        let mover = CharacterMover { snap_distance: 0.3, ..mover_without_steps() };
        let character = level.character(mover, person(), at_xy(-1.5, SOLE));
        let mut x = -1.5;
        while level.place(character).x < 9.0 {
            level.walk_on_ground(character, Vec3::new(0.05, -0.01, 0.0), 1);
            let now = level.place(character).x;
            assert_near(now, x + 0.05, 1e-4);
            x = now;
        }
        assert_near(level.place(character).y, SOLE, 1e-4);
    }
}

/// godot#92621: tiles with a slope; the slope is walkable beside an empty cell.
#[test]
fn a_box_walks_up_tiles_with_slopes_at_a_constant_speed() {
    let mut level = Level::<Dim2>::new();
    for column in 0..20 {
        let height = f32::clamp(column as f32 - 6.0, 0.0, 4.0);
        let at = |row: f32| at_xy(16.0 * column as f32, 16.0 * row);
        for row in (0..4).filter(|&row| (row as f32) < height || row == 0) {
            level.obstacle(dim2::Collider::rectangle(16.0, 16.0), at(row as f32 - 0.5));
        }
        if (7..=9).contains(&column) {
            // A slope of 45 degrees on each column.
            let corners = [Vec2::new(-8.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 16.0)];
            level.obstacle(dim2::Collider::hull(corners), at(height - 1.0));
        }
    }
    let mover = CharacterMover { step_height: 0.0, ..CharacterMover::for_height(20.0).with_skin(0.1) };
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(16.0, 10.1));
    let mut x = 16.0;
    for _ in 0..200 {
        level.walk_on_ground(character, Vec2::new(1.0, -0.5), 1);
        let now = level.place(character).x;
        assert_near(now, x + 1.0, 1e-3);
        x = now;
    }
}
