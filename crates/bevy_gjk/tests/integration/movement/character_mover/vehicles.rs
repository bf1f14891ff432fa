//! Platforms with walls, platforms that are swapped, and obstacles that turn into characters.

use super::prelude::*;

/// Spawns a carriage with a floor and four walls: one collider, an entity with parts below it, or a compound of
/// entities.
pub(super) fn spawn_carriage(level: &mut Level<Dim3>, kind: u32) -> Entity {
    let parts = [
        (Vec3::NEG_Y * 0.1, [4.0, 0.2, 2.0]),
        (Vec3::new(2.1, 1.5, 0.0), [0.2, 3.4, 2.4]),
        (Vec3::new(-2.1, 1.5, 0.0), [0.2, 3.4, 2.4]),
        (Vec3::new(0.0, 1.5, 1.1), [4.0, 3.4, 0.2]),
        (Vec3::new(0.0, 1.5, -1.1), [4.0, 3.4, 0.2]),
    ];
    let parts = parts.map(|(center, [x, y, z])| (at_point(center), dim3::Collider::cuboid(x, y, z)));
    if kind == 0 {
        return level.obstacle(dim3::Collider::compound(parts), Transform::default());
    }
    let train = level.spawn(Transform::default());
    if kind == 2 {
        level.app.insert(train, CompoundCollider);
    }
    for (place, shape) in parts {
        level.spawn((shape, place, ChildOf(train)));
    }
    train
}

/// Moves a vehicle frame by frame, and asserts that its passenger stays where it is on it.
#[track_caller]
pub(super) fn assert_carried(
    mut level: Level<Dim3>,
    vehicle: Entity,
    on_vehicle: Vec3,
    (frames, tolerance): (u32, f32),
    at: &dyn Fn(f32) -> Transform,
) {
    let start = at_point(at(0.0).transform_point(on_vehicle));
    let character = level.character(mover(), person(), start);
    for frame in 1..=frames {
        let state = level.step_beside(vehicle, at(frame as f32), character, Vec3::NEG_Y * 0.01);
        assert!(state.is_grounded() && state.end == MoveEnd::Arrived);
        assert_near(level.place(character), at(frame as f32).transform_point(on_vehicle), tolerance);
        level.assert_clear(character, 0.9);
    }
}

/// However fast it goes, nobody in it touches a wall.
#[test]
fn a_passenger_of_a_fast_carriage_stays_where_it_stands() {
    for (kind, speed) in each2(0..3, [0.3, 3.0, 30.0]) {
        let mut level = Level::<Dim3>::new();
        let train = spawn_carriage(&mut level, kind);
        assert_carried(level, train, Vec3::new(1.0, SOLE, 0.4), (40, 2e-3), &|frame| {
            at_xy(speed * frame, 0.02 * frame)
        });
    }
}

#[test]
fn a_passenger_of_a_turning_carriage_stays_where_it_stands() {
    for kind in each(0..2) {
        let mut level = Level::<Dim3>::new();
        let train = spawn_carriage(&mut level, kind);
        assert_carried(level, train, Vec3::new(1.0, SOLE, 0.4), (60, 5e-3), &|frame| {
            at_x(0.2 * frame).with_rotation(Quat::from_rotation_y(0.1 * frame))
        });
    }
}

/// From one moving platform to another that moves the other way.
#[test]
fn a_walk_from_platform_to_platform_changes_the_carry() {
    let mut level = Level::<Dim3>::new();
    let near = level.cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(40.0, 1.0, 2.0));
    let far = level.cuboid(Vec3::new(0.0, -0.5, 2.0), Vec3::new(40.0, 1.0, 2.0));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    let mut last = level.place(character);
    for frame in 1..=100 {
        level.set(near, at_xy(0.04 * frame as f32, -0.5));
        level.set(far, Transform::from_xyz(-0.04 * frame as f32, -0.5, 2.0));
        level.walk_on_ground(character, Vec3::new(0.0, -0.01, 0.02), 1);
        let place = level.place(character);
        let way = place - last;
        assert_near(place.y, SOLE, 1e-4);
        assert_near(way.z, 0.02, 1e-5);
        assert_near(way.x.abs(), 0.04, 1e-4);
        assert_eq!(way.x > 0.0, last.z < 1.0, "{way} {last}");
        last = place;
    }
}

/// A platform takes its passenger along until a wall holds it, and goes on below it.
#[test]
fn a_wall_holds_a_passenger_while_its_platform_goes_on() {
    let (mut level, platform) = with_slab(12.0, 4.0);
    level.cuboid(Vec3::new(3.0, 2.01, 0.0), Vec3::new(1.0, 4.0, 4.0));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=60 {
        let state = level.step_beside(platform, at_xy(0.1 * frame as f32, -0.5), character, Vec3::ZERO);
        assert!(state.is_grounded() && !matches!(state.end, MoveEnd::Crushed(_)));
    }
    assert_near(level.place(character), Vec3::new(2.5 - 0.3 - SKIN, SOLE, 0.0), 1e-3);
}

/// A lift presses its passenger against a ceiling, names both, and comes down again.
#[test]
fn a_lift_crushes_at_a_ceiling_and_lets_go_on_the_way_down() {
    let (mut level, lift) = with_slab(4.0, 4.0);
    let ceiling = level.cuboid(Vec3::Y * 3.5, Vec3::new(6.0, 1.0, 6.0));
    let character = level.character(mover(), person(), Transform::from_xyz(0.3, SOLE, 0.2));
    let mut was_crushed = false;
    for frame in 1..=80 {
        let height = if frame < 40 { 0.05 * frame as f32 } else { 0.05 * (80 - frame) as f32 };
        let state = level.step_beside(lift, at_xy(0.0, height - 0.5), character, Vec3::ZERO);
        let place = level.place(character);
        if height > 3.0 - 1.95 - 2.0 * SKIN + 1e-3 {
            let MoveEnd::Crushed(pair) = state.end else { panic!("not crushed") };
            assert!(pair == [lift, ceiling] || pair == [ceiling, lift], "{pair:?}");
            was_crushed = true;
        } else {
            assert_eq!(state.end, MoveEnd::Arrived);
            assert_near(place.y, height + SOLE, 1e-3);
        }
        assert!(place.y < 3.0 - 0.975 - 0.5 * SKIN);
    }
    assert!(was_crushed && level.state(character).is_grounded());
}

/// Two walls that close on a character name each other, and stop naming when they open.
#[test]
fn walls_that_close_crush_and_name_both() {
    let (mut level, _) = with_slab(20.0, 20.0);
    let walls =
        [-1.0, 1.0].map(|side| level.cuboid(Vec3::new(2.0 * side, 2.01, 0.0), Vec3::new(1.0, 4.0, 6.0)));
    let character = level.character(mover(), person(), at_xy(0.3, SOLE));
    for frame in 1..=60 {
        let gap = 1.5 - 0.05 * f32::min(frame as f32, 60.0 - frame as f32);
        for (wall, side) in walls.iter().zip([-1.0, 1.0]) {
            level.set(*wall, at_xy(side * (gap + 0.5), 2.01));
        }
        let state = level.step(character, Vec3::NEG_Y * 0.01);
        if gap < 0.25 {
            let MoveEnd::Crushed(pair) = state.end else { panic!("not crushed at {gap}") };
            assert!(walls.iter().all(|wall| pair.contains(wall)), "{pair:?}");
        }
        if gap > 0.3 + SKIN + 1e-3 {
            assert!(!matches!(state.end, MoveEnd::Crushed(_)), "{gap}");
            level.assert_clear(character, 0.9);
        }
        assert!(level.place(character).x.abs() < 1.0);
    }
}

/// A bar that turns pushes a character around, at any speed, and never passes through it.
#[test]
fn a_turning_bar_pushes_a_character_and_never_passes_through() {
    for speed in each([0.01f32, 0.05, 0.2, 0.5]) {
        let (mut level, _) = with_slab(60.0, 60.0);
        let bar = level.cuboid(Vec3::Y, Vec3::new(8.0, 1.9, 0.2));
        let character = level.character(mover(), person(), Transform::from_xyz(2.0, SOLE, -1.0));
        let mut side = None;
        for frame in 1..=200 {
            let turn = Quat::from_rotation_y(speed * frame as f32);
            level.step_beside(bar, at_xy(0.0, 1.0).with_rotation(turn), character, Vec3::NEG_Y * 0.01);
            level.assert_clear(character, 0.9);
            // In the space of the bar it stays on one side, until it is beyond the end.
            let local = turn.inverse() * level.place(character);
            if local.x.abs() >= 4.0 {
                break;
            }
            assert_eq!(local.z < 0.0, *side.get_or_insert(local.z < 0.0), "{local}");
        }
    }
}

/// A wall pushes a character up a slope, and along another wall.
#[test]
fn a_push_goes_along_what_is_behind() {
    let (mut level, floor) = with_slab(60.0, 60.0);
    let fence = at_xy(1.0, 2.01).with_rotation(Quat::from_rotation_y(0.6));
    level.obstacle(dim3::Collider::cuboid(0.2, 4.0, 20.0), fence);
    let wall = level.cuboid(Vec3::new(-2.0, 2.01, 0.0), Vec3::new(1.0, 4.0, 30.0));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=80 {
        level.set(wall, at_xy(-2.0 + 0.05 * frame as f32, 2.01));
        let state = level.step(character, Vec3::NEG_Y * 0.01);
        assert!(state.ground.is_some_and(|ground| ground.entity == floor));
        assert!(!matches!(state.end, MoveEnd::Crushed(_)));
        level.assert_clear(character, 0.9);
    }
    assert!(level.place(character).z.abs() > 1.0);
}

/// A jump from a lift adds to nothing: the way is the one that was asked for, from where the lift took it.
#[test]
fn a_jump_from_a_lift_begins_where_the_lift_is() {
    for speed in each([0.05f32, -0.05]) {
        let (mut level, lift) = with_slab(4.0, 4.0);
        let character = level.character(mover(), person(), at_xy(0.0, SOLE));
        for frame in 1..=11 {
            level.set(lift, at_xy(0.0, speed * frame as f32 - 0.5));
            level.step(character, if frame == 11 { Vec3::Y * 0.2 } else { Vec3::ZERO });
        }
        assert!(!level.state(character).is_grounded());
        assert_near(level.place(character).y, SOLE + speed * 11.0 + 0.2, 1e-4);
    }
}

/// Whoever is put somewhere else is not carried by what it stood on.
#[test]
fn a_character_that_is_put_elsewhere_is_not_carried() {
    let (mut level, lift) = with_slab(4.0, 4.0);
    level.cuboid(Vec3::new(20.0, -0.5, 0.0), Vec3::new(4.0, 1.0, 4.0));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=11 {
        if frame == 11 {
            level.set(character, Transform::from_xyz(20.0, SOLE, 0.5));
        }
        level.step_beside(lift, at_xy(0.1 * frame as f32, -0.5), character, Vec3::ZERO);
    }
    assert_near(level.place(character), Vec3::new(20.0, SOLE, 0.5), 1e-4);
    assert!(level.state(character).is_grounded());
}

/// A character that begins again elsewhere does not shove the others that are on the straight way there.
#[test]
fn a_character_that_is_put_elsewhere_sweeps_nobody_aside() {
    let (mut level, _) = with_slab(80.0, 8.0);
    let [first, second] = [0.0, 5.0].map(|x| level.character(mover(), person(), at_xy(x, SOLE)));
    level.step_beside(first, at_xy(20.0, SOLE), second, Vec3::NEG_Y * 0.01);
    assert_near(level.place(second).x, 5.0, 1e-4);
    assert_near(level.place(first).x, 20.0, 1e-4);
}

/// A game that nudges its character by the `Transform` does not lose the carry.
#[test]
fn a_character_that_is_nudged_on_its_platform_is_still_carried() {
    let (mut level, platform) = with_slab(8.0, 4.0);
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=20 {
        level.set(platform, at_xy(0.1 * frame as f32, -0.5));
        level.change(character, |transform: &mut Transform| transform.translation.x += 0.05);
        level.step(character, Vec3::NEG_Y * 0.01);
    }
    assert_near(level.place(character).x, 3.0, 1e-3);
}

/// Stairs that move are climbed as stairs that stand.
#[test]
fn stairs_that_move_are_climbed() {
    let mut level = Level::<Dim3>::new();
    let ship = level.spawn(Transform::default());
    let mut part = |center: Vec3, size: Vec3| {
        level.spawn((dim3::Collider::cuboid(size.x, size.y, size.z), at_point(center), ChildOf(ship)));
    };
    part(Vec3::NEG_Y * 0.5, Vec3::new(20.0, 1.0, 6.0));
    for step in 0..5 {
        let low = 0.25 * step as f32;
        part(Vec3::new(4.0 + 0.4 * step as f32, low + 0.125, 0.0), Vec3::new(6.0, 0.25, 4.0));
    }
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    for frame in 1..=120 {
        let turn = Quat::from_rotation_y(0.005 * frame as f32);
        level.set(ship, at_xy(0.03 * frame as f32, 0.01 * frame as f32).with_rotation(turn));
        level.walk_clear(character, turn * Vec3::X * 0.04 - Vec3::Y * 0.02, 1, 0.9);
    }
    let turn = Quat::from_rotation_y(0.6);
    let local = turn.inverse() * (level.place(character) - Vec3::new(3.6, 1.2, 0.0));
    assert!((local.y - 1.25 - SOLE).abs() < 5e-3 && local.x > 3.0, "{local}");
}

const TILE_SKIN: f32 = 0.1;

/// Spawns a box of 12 by 20, whose soles are at this height.
fn spawn_runner(level: &mut Level<Dim2>, x: f32, soles: f32) -> Entity {
    let mover = CharacterMover::for_height(20.0).with_skin(TILE_SKIN);
    level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(x, soles + 10.0 + TILE_SKIN))
}

/// A one-way platform of 48 by 4 above a floor, if there is one, and a box on the floor or the platform.
fn with_one_way(has_floor: bool, platform: Transform, x: f32) -> (Level<Dim2>, Entity, Entity) {
    let mut level = Level::<Dim2>::new();
    if has_floor {
        level.obstacle(dim2::Collider::rectangle(400.0, 16.0), at_xy(0.0, -8.0));
    }
    let platform = level.one_way(dim2::Collider::rectangle(48.0, 4.0), platform);
    let character = spawn_runner(&mut level, x, if has_floor { 0.0 } else { 2.0 });
    (level, platform, character)
}

/// A one-way platform that goes to the side or down carries like any other.
#[test]
fn a_one_way_platform_carries_to_the_side_and_down() {
    for way in each([[2.0, 0.0], [0.0, -3.0], [-1.0, 5.0], [4.0, -8.0]].map(Vec2::from)) {
        let (mut level, platform, character) = with_one_way(false, Transform::default(), 5.0);
        for frame in 1..=60 {
            let at = way * frame as f32;
            level.set(platform, at_xy(at.x, at.y));
            level.walk_on_ground(character, Vec2::new(0.0, -0.2), 1);
            assert_near(level.place(character), Vec2::new(5.0, 12.0 + TILE_SKIN) + at, 1e-2);
        }
    }
}

/// A one-way platform that comes from the side passes whoever stands on the floor.
#[test]
fn a_one_way_platform_from_the_side_pushes_nobody() {
    let (mut level, platform, character) = with_one_way(true, at_xy(-80.0, 8.0), 0.0);
    for frame in 1..=80 {
        level.set(platform, at_xy(-80.0 + 2.0 * frame as f32, 8.0 + 0.02 * frame as f32));
        level.walk_on_ground(character, Vec2::new(0.0, -0.2), 1);
        assert_near(level.place(character), Vec2::new(0.0, 10.0 + TILE_SKIN), 1e-3);
    }
}

/// One that comes down passes a head, and one that comes up under the feet lifts.
#[test]
fn a_one_way_platform_that_goes_up_and_down_passes_from_above_and_lifts_from_below() {
    let (mut level, platform, character) = with_one_way(true, at_xy(0.0, 60.0), 0.0);
    for frame in 1..=34 {
        level.step_beside(platform, at_xy(0.0, 60.0 - 2.0 * frame as f32), character, Vec2::new(0.0, -0.2));
        assert_near(level.place(character).y, 10.0 + TILE_SKIN, 1e-3);
    }
    // It is below the floor now, and comes up through it.
    for frame in 1..=20 {
        let top = -6.0 + 2.0 * frame as f32;
        level.step_beside(platform, at_xy(0.0, top - 2.0), character, Vec2::new(0.0, -0.2));
        assert_near(level.place(character).y, f32::max(0.0, top) + 10.0 + TILE_SKIN, 1e-2);
    }
}

/// Platforms that swing like a pendulum keep a standing box, whatever the rate.
#[test]
fn a_platform_that_swings_keeps_its_passenger() {
    for rate in each([20, 60, 144]) {
        let mut level = Level::<Dim2>::at_rate(rate);
        let pivot = level.spawn(at_xy(0.0, 100.0));
        level.spawn((dim2::Collider::rectangle(60.0, 6.0), at_xy(0.0, -100.0), ChildOf(pivot)));
        let character = spawn_runner(&mut level, 0.0, 3.0);
        for frame in 1..=4 * rate {
            let angle = 0.35 * (2.0 * frame as f32 / rate as f32).sin();
            level.set(pivot, at_xy(0.0, 100.0).with_rotation(Quat::from_rotation_z(angle)));
            level.walk_clear(character, Vec2::new(0.0, -60.0) / rate as f32, 1, 0.9);
        }
    }
}
