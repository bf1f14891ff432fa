//! Dropping through one-way platforms, told for one run only, in the loop of the book.

use bevy_app::prelude::*;
use bevy_gjk::{CharacterMover, CollisionPlugin, MoverMotion, MoverState, OneWayPlatform};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

use super::level::Level;
use super::person::{SKIN, SOLE, bodies, mover, person};
use super::walker::Walker;
use crate::common::basics::*;

fn one_way_box(level: &mut Level<Dim3>, center: Vec3, size: Vec3) -> Entity {
    level.one_way(dim3::Collider::cuboid(size.x, size.y, size.z), at_point(center))
}

/// Spawns a person that lands from a height of its soles.
fn dropper(level: Level<Dim3>, body: dim3::Collider, x: f32, height: f32) -> Walker<Dim3> {
    Walker::new(level, mover(), body, at_xy(x, height + SOLE)).land(3)
}

const RATES: [u32; 5] = [20, 30, 60, 144, 240];

/// A row of one-way tiles above another one, and solid ground below both.
#[test]
fn a_drop_of_one_run_leads_to_the_next_platform_and_no_farther() {
    let bodies = [person(), dim3::Collider::cuboid(0.6, 1.95, 0.6)];
    for (rate, speed, body) in each3(RATES, [0.0, 4.0, -1.5], bodies) {
        let mut level = Level::<Dim3>::at_rate(rate);
        for (top, column) in each2([5.0, 2.5], -20..20) {
            let center = Vec3::new(column as f32 + 0.3, top - 0.1, 0.0);
            one_way_box(&mut level, center, Vec3::new(1.0, 0.2, 4.0));
        }
        level.obstacle(dim3::Collider::cuboid(60.0, 1.0, 20.0), at_xy(0.0, -0.5));
        let mut dropper = dropper(level, body, 0.0, 5.0);
        for floor in [2.5, 0.0] {
            assert!(!dropper.run_dropping(Vec3::X * speed, true).is_grounded());
            (0..rate).for_each(|_| _ = dropper.run(Vec3::X * speed));
            assert_near(dropper.place().y, floor + SOLE, 1e-3);
            assert!(dropper.is_grounded());
        }
        // On solid ground it does nothing.
        assert!(dropper.run_dropping(Vec3::ZERO, true).is_grounded());
        assert_near(dropper.place().y, SOLE, 1e-3);
    }
}

#[test]
fn a_drop_leaves_platforms_that_move() {
    let velocities = [
        Vec3::Y * 0.5,
        Vec3::NEG_Y * 0.5,
        Vec3::NEG_Y * 3.0,
        Vec3::Y * 3.0,
        Vec3::X * 2.0,
        Vec3::new(1.0, -1.0, 0.5),
    ];
    for (rate, velocity) in each2(RATES, velocities) {
        let mut level = Level::<Dim3>::at_rate(rate);
        let at = |frame: u32| Vec3::Y * (20.0 - 0.1) + velocity * frame as f32 / rate as f32;
        let platform = one_way_box(&mut level, at(0), Vec3::new(30.0, 0.2, 30.0));
        let mut dropper = dropper(level, person(), 0.0, 20.0);
        let mut is_below = false;
        for frame in 1..=3 * rate {
            dropper.level.set(platform, at_point(at(frame)));
            let state = dropper.run_dropping(Vec3::ZERO, frame == 4);
            is_below |= dropper.place().y - at(frame).y - 0.1 < -1.0;
            assert_eq!(state.is_grounded(), frame < 4);
        }
        assert!(is_below);
    }
}

/// What was dropped through is solid again for what comes onto it.
#[test]
fn a_platform_that_was_left_is_solid_again() {
    for rate in each([30, 144]) {
        let mut level = Level::<Dim2>::at_rate(rate);
        level.obstacle(dim2::Collider::rectangle(400.0, 16.0), at_xy(0.0, -8.0));
        level.one_way(dim2::Collider::rectangle(64.0, 4.0), at_xy(0.0, 38.0));
        let (mover, body) = (CharacterMover::for_height(20.0), dim2::Collider::rectangle(12.0, 20.0));
        let mut dropper = Walker::new(level, mover, body, at_xy(0.0, 50.1)).land(3);
        dropper.run_dropping(Vec2::ZERO, true);
        (0..rate).for_each(|_| _ = dropper.run(Vec2::ZERO));
        assert_near(dropper.place().y, 10.1, 1e-3);
        // A jump through it, and down onto it.
        dropper.speed_of_fall = -400.0;
        let mut has_landed = false;
        for _ in 0..2 * rate {
            let displacement = Vec2::NEG_Y * dropper.speed_of_fall * dropper.dt;
            let is_grounded = dropper.level.step(dropper.character, displacement).is_grounded();
            let faster = dropper.speed_of_fall + 1200.0 * dropper.dt;
            dropper.speed_of_fall = if is_grounded { 0.0 } else { faster };
            has_landed |= is_grounded;
        }
        assert!(has_landed);
        assert_near(dropper.place().y, 50.1, 1e-3);
        // A jump at once after a drop lands on it as well.
        dropper.run_dropping(Vec2::ZERO, true);
        dropper.level.step(dropper.character, Vec2::Y * 5.0);
        (0..rate).for_each(|_| _ = dropper.run(Vec2::ZERO));
        assert_near(dropper.place().y, 50.1, 1e-3);
    }
}

/// Over a platform and solid ground of the same height, it stands.
#[test]
fn a_drop_beside_solid_ground_stays() {
    let mut level = Level::<Dim3>::new();
    one_way_box(&mut level, Vec3::new(-2.0, -0.1, 0.0), Vec3::new(4.0, 0.2, 4.0));
    level.obstacle(dim3::Collider::cuboid(4.0, 1.0, 4.0), at_xy(2.0, -0.5));
    let mut dropper = dropper(level, person(), 0.02, 0.0);
    for frame in 0..120 {
        let velocity = if frame < 20 { Vec3::ZERO } else { Vec3::NEG_X };
        assert!(dropper.run_dropping(velocity, frame == 5).is_grounded());
    }
    assert_near(dropper.place().y, SOLE, 1e-3);
    assert!(dropper.place().x < -1.0);
}

#[derive(Resource, Default)]
struct Keys {
    /// In this frame.
    just_pressed: bool,
    /// Since the last fixed step.
    is_remembered: bool,
}

#[derive(Component, Default)]
struct Fall(f32);

/// The loop of the book in `FixedUpdate`; the key is read in `Update` and remembered.
#[test]
fn a_drop_of_one_step_works_in_fixed_steps() {
    for (fixed, frames) in each([(64.0, 144.0), (64.0, 60.0), (30.0, 60.0), (120.0, 50.0)]) {
        let mut app = app_with((TimePlugin, CollisionPlugin::<Dim3>::in_schedule(FixedPostUpdate)));
        let frame = core::time::Duration::from_secs_f64(1.0 / frames);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        app.insert_resource(Time::<Fixed>::from_hz(fixed));
        app.init_resource::<Keys>();
        app.add_systems(Update, |mut keys: ResMut<Keys>| keys.is_remembered |= keys.just_pressed);
        app.add_systems(
            FixedUpdate,
            |mut keys: ResMut<Keys>,
             mut characters: Query<(&mut Fall, &mut MoverMotion<Dim3>, &MoverState<Dim3>)>,
             time: Res<Time>| {
                for (mut fall, mut motion, state) in &mut characters {
                    fall.0 = if state.is_grounded() { 0.0 } else { fall.0 + 9.8 * time.delta_secs() };
                    motion.displacement = Vec3::NEG_Y * fall.0 * time.delta_secs();
                    motion.drop_through = keys.is_remembered;
                }
                keys.is_remembered = false;
            },
        );
        for top in [5.0, 2.0] {
            let platform = dim3::Collider::cuboid(4.0, 0.2, 4.0);
            app.spawn((platform, OneWayPlatform::<Dim3>::default(), at_xy(0.0, top - 0.1)));
        }
        let character = app.spawn((mover(), person(), Fall::default(), at_xy(0.0, 5.0 + SOLE)));
        let height = |app: &App| app.get::<Transform>(character).translation.y;
        app.updates(frames as u32);
        assert_near(height(&app), 5.0 + SOLE, 1e-3);
        app.resource_mut::<Keys>().just_pressed = true;
        app.update();
        app.resource_mut::<Keys>().just_pressed = false;
        app.updates(2 * frames as u32);
        assert_near(height(&app), 2.0 + SOLE, 1e-3);
        assert!(app.get::<MoverState<Dim3>>(character).is_grounded());
    }
}

/// Walks to x = 240 past a one-way platform whose top is above the skin of a character by less than that, and returns
/// whether the character was lifted onto it.
fn is_lifted_by_an_edge(motion: f32, has_floor: bool, gap: f32) -> bool {
    let mut level = Level::<Dim2>::new();
    let below = if has_floor { 0.0 } else { -300.0 };
    level.obstacle(dim2::Collider::rectangle(40_000.0, 16.0), at_xy(0.0, below - 8.0));
    level.one_way(dim2::Collider::rectangle(64.0, 4.0), at_xy(250.0, 0.1 - gap - 2.0));
    let mover = CharacterMover::for_height(20.0).with_skin(0.1);
    let character = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(0.0, 10.1));
    let mut is_lifted = false;
    let mut x = 0.0;
    while x < 240.0 {
        let state = level.step(character, Vec2::X * motion);
        let place = level.place(character);
        assert_near(place.x, x + motion, 1e-3 * motion);
        x = place.x;
        is_lifted |= !state.hits.is_empty() && place.y > 10.1 + 2e-3;
    }
    is_lifted
}

/// Above a one-way platform by less than the skin, long moves and short ones come past its edge alike.
#[test]
fn the_edge_of_a_one_way_platform_stops_no_move_however_long() {
    let mut classes: Vec<Vec<bool>> = Vec::new();
    let motions = [1.0f32, 2.0, 7.3, 40.0, 500.0, 1000.0, 5000.0];
    for (motion, has_floor) in each2(motions, [false, true]) {
        let mut share = Share::one_of(10);
        let gaps = (0..=110).filter(|_| share.takes_next()).map(|index| index as f32 * 0.001);
        let lifted = gaps.map(|gap| (gap, is_lifted_by_an_edge(motion, has_floor, gap)));
        classes.push(lifted.filter(|(gap, _)| *gap < 0.0945).map(|(_, is_lifted)| is_lifted).collect());
    }
    // Whether it gets onto the platform is the same for all moves that end on it.
    for class in &classes[1..8] {
        assert_eq!(*class, classes[0]);
    }
}

#[test]
fn the_edge_of_a_one_way_platform_stops_no_move_in_3d() {
    for (motion, (_, body), index) in each3([0.05f32, 0.5, 20.0, 500.0, 5000.0], bodies(), 0..=22) {
        let gap = index as f32 * 0.001;
        let mut level = Level::<Dim3>::new();
        level.obstacle(dim3::Collider::cuboid(20_000.0, 1.0, 20_000.0), at_xy(0.0, -0.5));
        one_way_box(&mut level, Vec3::new(3.0, SKIN - gap - 0.1, 0.0), Vec3::new(2.0, 0.2, 2.0));
        let character = level.character(mover(), body, at_xy(0.0, SOLE));
        let mut x = 0.0;
        while x < 3.0 {
            level.step(character, Vec3::new(motion, 0.0, 0.01 * motion));
            let now = level.place(character).x;
            assert_near(now, x + motion, 1e-3 * motion);
            x = now;
        }
    }
}

/// The next tile of a row does not end a drop, however slowly the fall begins.
#[test]
fn a_drop_of_a_round_bottom_leads_through_a_row_of_tiles() {
    let starts = [-3.0, 0.0, 2.0, 5.0, 7.5];
    for (start, speed, gravity) in each3(starts, [0.0, 1.0, 3.0, -6.0], [0.05, 0.3]) {
        let mut level = Level::<Dim2>::new();
        for tile in -40..40 {
            level.one_way(dim2::Collider::rectangle(16.0, 8.0), at_xy(16.0 * tile as f32 + 8.0, -4.0));
        }
        let mover = CharacterMover::for_height(20.0).with_skin(0.1);
        let character = level.character(mover, dim2::Collider::capsule(6.0, 8.0), at_xy(start, 10.1));
        level.walk_on_ground(character, Vec2::NEG_Y * 0.2, 1);
        let mut fall = 0.0;
        for frame in 0..60 {
            level.change(character, |motion: &mut MoverMotion<Dim2>| motion.drop_through = frame == 0);
            assert!(!level.step(character, Vec2::new(speed, -fall)).is_grounded());
            fall += gravity;
        }
        assert!(level.place(character).y < -20.0);
    }
}
