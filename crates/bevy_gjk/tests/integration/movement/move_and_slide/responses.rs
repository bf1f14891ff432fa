//! What callbacks decide, many obstacles, and what a move costs.

use gjk::{Circle, Sphere};

use super::world::{World, at};
use crate::common::prelude::*;

const SKIN: f32 = 0.02;
const BALL: Circle = Circle { radius: 0.5 };
const START: Affine2 = Affine2::IDENTITY;

/// Three walls across the way of a ball, at x = 2, 4 and 6.
fn three_walls() -> (World<Dim2>, [Entity; 3]) {
    let mut world = World::new(SKIN);
    let walls = [2.0, 4.0, 6.0].map(|x| world.spawn(dim2::Collider::rectangle(0.2, 10.0), at_x(x)));
    (world, walls)
}

/// Where the ball stops at a wall.
fn before(wall: f32) -> f32 {
    wall - 0.1 - 0.5 - SKIN
}

#[test]
fn a_collider_that_is_passed_is_asked_about_once() {
    let (mut world, walls) = three_walls();
    let mut asked = Vec::new();
    let moved = world.slide_asking(&BALL, START, Vec2::X * 10.0, &mut |hit| {
        asked.push(hit.entity);
        if hit.entity == walls[2] { MoveResponse::Slide } else { MoveResponse::Pass }
    });
    assert_eq!((asked, moved.end), (walls.to_vec(), MoveEnd::Blocked));
    assert_near(moved.translation.x, before(6.0), 1e-5);
}

#[test]
fn a_move_that_is_stopped_keeps_what_is_left_of_the_motion() {
    let (mut world, walls) = three_walls();
    let moved = world.slide_asking(&BALL, START, Vec2::new(10.0, 1.0), &mut |_| MoveResponse::Stop);
    assert_eq!(moved.end, MoveEnd::Stopped(walls[0]));
    assert_near(moved.translation.x, before(2.0), 1e-5);
    assert_near(moved.remaining + moved.moved, Vec2::new(10.0, 1.0), 1e-5);
}

#[test]
fn a_weak_wall_takes_its_push_off_the_motion_and_gives_way() {
    let (mut world, walls) = three_walls();
    // The wall at 2 stops what presses by less than its push. More gives way, less the push.
    for (length, end, x) in each([
        (1.5, Some(MoveEnd::Blocked), before(2.0)),
        (3.0, Some(MoveEnd::Arrived), 2.75),
        (4.5, None, 4.0),
    ]) {
        let moved = world.slide_asking(&BALL, START, Vec2::X * length, &mut |hit| {
            if hit.entity == walls[2] { MoveResponse::Slide } else { MoveResponse::PushAtMost(0.25) }
        });
        assert!(end.is_none_or(|end| moved.end == end), "{moved:?}");
        assert_near(moved.translation.x, x, 1e-5);
    }
}

#[test]
fn a_push_out_of_a_weak_collider_is_as_long_as_it_may_be() {
    let mut world = World::<Dim2>::new(SKIN);
    world.spawn(dim2::Collider::rectangle(10.0, 10.0), at_x(5.0));
    for (response, x, tolerance) in each([
        (MoveResponse::PushAtMost(0.2), -0.2, 1e-6),
        (MoveResponse::PushAtMost(9.0), -0.52, 1e-6),
        (MoveResponse::Pass, 0.0, f32::MIN_POSITIVE),
        (MoveResponse::Stop, 0.0, f32::MIN_POSITIVE),
    ]) {
        let pushed = world.ask(|query, settings| {
            query.mover(&BALL, START).with_settings(*settings).on_hit(|_| response).push_out()
        });
        assert_near(pushed.translation.x, x, tolerance);
    }
}

#[test]
fn a_filter_leaves_out_colliders() {
    let (mut world, walls) = three_walls();
    let filter = QueryFilter::ALL.excluding(&walls[..2]);
    let moved =
        world.ask(|query, settings| query.move_and_slide(&BALL, START, Vec2::X * 10.0, settings, &filter));
    assert_near(moved.translation.x, before(6.0), 1e-5);
}

#[test]
fn a_move_passes_more_colliders_than_it_has_steps() {
    let mut world = World::<Dim2>::new(SKIN);
    for x in 1..=100 {
        world.spawn(dim2::Collider::rectangle(0.1, 4.0), at_x(x as f32));
    }
    let mut asked = 0;
    let moved = world.slide_asking(&BALL, START, Vec2::X * 110.0, &mut |_| {
        asked += 1;
        MoveResponse::Pass
    });
    assert_eq!((asked, moved.end, moved.steps), (100, MoveEnd::Arrived, 1));
    assert_near(moved.translation.x, 110.0, 1e-4);
}

#[test]
fn a_move_of_too_many_pieces_says_so() {
    // A bowl of many faces: the ball slides from one to the next.
    let mut world = World::<Dim2>::new(SKIN);
    let corners = (0..200).map(|step| 10.0 * Vec2::from_angle(step as f32 / 199.0 * 3.0 + 3.2));
    world.spawn(dim2::Collider::polyline(corners), Transform::IDENTITY);
    world.settings.max_steps = 4;
    let (moved, _) = world.slide(&BALL, at(Vec2::new(-9.0, 0.0)), Vec2::new(3.0, -20.0));
    assert_eq!((moved.end, moved.steps), (MoveEnd::OutOfSteps, 4));
    assert!(moved.remaining.length() > 1.0);
    assert!(world.clearance(&BALL, at(moved.translation)) > SKIN * 0.998);
}

/// A ball over more parts than are stored gets the answer that it gets over one.
#[test]
fn a_thousand_tiles_are_one_floor() {
    let mut one = World::<Dim3>::new(SKIN);
    one.spawn(dim3::Collider::cuboid(30.0, 1.0, 30.0), at_xy(0.0, -0.5));
    one.spawn(dim3::Collider::cuboid(1.0, 30.0, 30.0), at_x(5.2));
    let mut many = World::<Dim3>::new(SKIN);
    for (row, column) in each2(0..30, 0..30) {
        let [a, b] = [row, column].map(|index| index as f32 - 14.5);
        many.cuboid(Vec3::new(a, -0.5, b), Vec3::ONE);
        many.cuboid(Vec3::new(5.2, a, b), Vec3::ONE);
    }
    let [one, many] = [one, many].map(|mut world| {
        world.slide(&Sphere::new(4.0), at(Vec3::new(0.2, 4.5, -0.1)), Vec3::new(1.3, -3.0, 0.7)).0
    });
    assert_eq!(one.end, many.end);
    assert_near(one.translation, many.translation, 1e-5);
    assert!(one.moved.x < 1.0 && one.moved.y < -0.4, "{one:?}");
}

/// The order in which colliders were spawned changes nothing but which of two equal ones is named first.
#[test]
fn the_order_of_spawning_does_not_change_the_way() {
    let places = [(2.0, 0.3), (2.3, -1.0), (3.0, 1.7), (0.5, -2.0), (3.4, -0.2), (1.0, 2.0)];
    let slide = |order: [usize; 6]| {
        let mut world = World::<Dim2>::new(SKIN);
        for index in order {
            let (x, y) = places[index];
            world.spawn(dim2::Collider::circle(0.6), at_xy(x, y));
        }
        world.slide(&Circle::new(0.4), START, Vec2::new(3.0, 0.5)).0.translation
    };
    let first = slide([0, 1, 2, 3, 4, 5]);
    assert_eq!(first, slide([5, 4, 3, 2, 1, 0]));
    assert_eq!(first, slide([2, 0, 5, 1, 4, 3]));
}

#[test]
fn a_move_allocates_no_memory() {
    let mut world = World::<Dim3>::new(SKIN);
    world.spawn(dim3::Collider::height_field([0.0; 400], 20, Vec2::splat(40.0)), Transform::IDENTITY);
    for index in 0..200 {
        let (x, z) = (index % 14, index / 14);
        world.cuboid(Vec3::new(x as f32 * 2.0, 1.0, z as f32 * 2.0), Vec3::ONE);
    }
    let counted = world.ask(|query, settings| {
        // The first question builds the tree of what may move.
        query.intersects(&Sphere::new(1.0), &QueryFilter::ALL);
        allocation_counter::measure(|| {
            for index in 0..50 {
                let pose = at(Vec3::new(0.3 * index as f32, 1.3, 0.9 * (index % 7) as f32));
                let (ball, filter) = (Sphere::new(0.4), QueryFilter::ALL);
                for motion in [Vec3::new(5.0, -2.0, 3.0), Vec3::new(50.0, -2.0, 30.0)] {
                    query.move_and_slide(&ball, pose, motion, settings, &filter);
                }
                query.depenetrate(&ball, pose, settings, &filter);
            }
        })
    });
    assert_eq!(counted.count_total, 0);
}
