//! What callbacks decide, many obstacles, and what a move costs.

use gjk::{Circle, Sphere};

use super::world::World;
use crate::common::prelude::*;

const SKIN: f32 = 0.02;

/// Three walls across the way of a ball, at x = 2, 4 and 6.
fn three_walls() -> (World<Dim2>, [Entity; 3]) {
    let mut world = World::new(SKIN);
    let walls = [2.0, 4.0, 6.0].map(|x| world.spawn(dim2::Collider::rectangle(0.2, 10.0), at_x(x)));
    world.update();
    (world, walls)
}

fn ball() -> (Circle, Affine2) {
    (Circle::new(0.5), Affine2::IDENTITY)
}

#[test]
fn a_collider_that_is_passed_is_asked_about_once() {
    let (mut world, walls) = three_walls();
    let (ball, pose) = ball();
    let mut asked = Vec::new();
    let moved = world.ask(|query, settings| {
        let asking = query.mover(&ball, pose).with_settings(*settings).on_hit(|hit| {
            asked.push(hit.entity);
            if hit.entity == walls[2] { MoveResponse::Slide } else { MoveResponse::Pass }
        });
        asking.slide(Vec2::X * 10.0)
    });
    assert_eq!(asked, walls);
    assert_eq!(moved.end, MoveEnd::Blocked);
    assert!((moved.translation.x - (5.9 - 0.5 - SKIN)).abs() < 1e-5, "{moved:?}");
}

#[test]
fn a_move_that_is_stopped_keeps_what_is_left_of_the_motion() {
    let (mut world, walls) = three_walls();
    let (ball, pose) = ball();
    let moved = world.ask(|query, settings| {
        let stopping = query.mover(&ball, pose).with_settings(*settings).on_hit(|_| MoveResponse::Stop);
        stopping.slide(Vec2::new(10.0, 1.0))
    });
    assert_eq!(moved.end, MoveEnd::Stopped(walls[0]));
    assert!((moved.translation.x - (1.9 - 0.5 - SKIN)).abs() < 1e-5, "{moved:?}");
    assert!((moved.remaining + moved.moved).distance(Vec2::new(10.0, 1.0)) < 1e-5, "{moved:?}");
}

#[test]
fn a_weak_wall_takes_its_push_off_the_motion_and_gives_way() {
    let (mut world, walls) = three_walls();
    let (ball, pose) = ball();
    let mut slide = |length: f32| {
        world.ask(|query, settings| {
            let asking = query.mover(&ball, pose).with_settings(*settings).on_hit(|hit| {
                if hit.entity == walls[2] { MoveResponse::Slide } else { MoveResponse::PushAtMost(0.25) }
            });
            asking.slide(Vec2::new(length, 0.0))
        })
    };
    // The wall at 2 stops what presses by less than its push.
    let weak = slide(1.5);
    assert_eq!(weak.end, MoveEnd::Blocked);
    assert!((weak.translation.x - (1.9 - 0.5 - SKIN)).abs() < 1e-5, "{weak:?}");
    // More gives way, less the push.
    let strong = slide(3.0);
    assert_eq!(strong.end, MoveEnd::Arrived);
    assert!((strong.translation.x - 2.75).abs() < 1e-5, "{strong:?}");
    let stronger = slide(4.5);
    assert!((stronger.translation.x - 4.0).abs() < 1e-5, "{stronger:?}");
}

#[test]
fn a_push_out_of_a_weak_collider_is_as_long_as_it_may_be() {
    let mut world = World::<Dim2>::new(SKIN);
    world.spawn(dim2::Collider::rectangle(10.0, 10.0), at_x(5.0));
    world.update();
    let (ball, pose) = ball();
    let mut push = |response| {
        world.ask(|query, settings| {
            let asking = query.mover(&ball, pose).with_settings(*settings).on_hit(|_| response);
            asking.push_out().translation.x
        })
    };
    assert!((push(MoveResponse::PushAtMost(0.2)) + 0.2).abs() < 1e-6);
    assert!((push(MoveResponse::PushAtMost(9.0)) + 0.52).abs() < 1e-6);
    assert_eq!(push(MoveResponse::Pass), 0.0);
    assert_eq!(push(MoveResponse::Stop), 0.0);
}

#[test]
fn a_filter_leaves_out_colliders() {
    let (mut world, walls) = three_walls();
    let (ball, pose) = ball();
    let moved = world.ask(|query, settings| {
        let filter = QueryFilter::ALL.excluding(&walls[..2]);
        query.move_and_slide(&ball, pose, Vec2::X * 10.0, settings, &filter)
    });
    assert!((moved.translation.x - (5.9 - 0.5 - SKIN)).abs() < 1e-5, "{moved:?}");
}

#[test]
fn a_move_passes_more_colliders_than_it_has_steps() {
    let mut world = World::<Dim2>::new(SKIN);
    for x in 1..=100 {
        world.spawn(dim2::Collider::rectangle(0.1, 4.0), at_x(x as f32));
    }
    world.update();
    let (ball, pose) = ball();
    let mut asked = 0;
    let moved = world.ask(|query, settings| {
        let passing = query.mover(&ball, pose).with_settings(*settings).on_hit(|_| {
            asked += 1;
            MoveResponse::Pass
        });
        passing.slide(Vec2::X * 110.0)
    });
    assert_eq!((asked, moved.end, moved.steps), (100, MoveEnd::Arrived, 1));
    assert!((moved.translation.x - 110.0).abs() < 1e-4, "{moved:?}");
}

#[test]
fn a_move_of_too_many_pieces_says_so() {
    // A bowl of many faces: the ball slides from one to the next.
    let mut world = World::<Dim2>::new(SKIN);
    let corners = (0..200).map(|step| {
        let (sin, cos) = (step as f32 / 199.0 * 3.0 + 3.2).sin_cos();
        Vec2::new(cos, sin) * 10.0
    });
    world.spawn(dim2::Collider::polyline(corners), Transform::IDENTITY);
    world.update();
    world.settings.max_steps = 4;
    let pose = Affine2::from_translation(Vec2::new(-9.0, 0.0));
    let (moved, _) = world.slide(&Circle::new(0.5), pose, Vec2::new(3.0, -20.0));
    assert_eq!((moved.end, moved.steps), (MoveEnd::OutOfSteps, 4));
    assert!(moved.remaining.length() > 1.0);
    assert!(world.clearance(&Circle::new(0.5), Affine2::from_translation(moved.translation)) > SKIN * 0.998);
}

/// A ball over more parts than are stored gets the answer that it gets over one.
#[test]
fn a_thousand_tiles_are_one_floor() {
    let ball = Sphere::new(4.0);
    let motion = Vec3::new(1.3, -3.0, 0.7);
    let pose = Affine3A::from_translation(Vec3::new(0.2, 4.5, -0.1));
    let mut one = World::<Dim3>::new(SKIN);
    one.spawn(dim3::Collider::cuboid(30.0, 1.0, 30.0), at_xy(0.0, -0.5));
    one.spawn(dim3::Collider::cuboid(1.0, 30.0, 30.0), at_x(5.2));
    one.update();
    let mut many = World::<Dim3>::new(SKIN);
    for row in 0..30 {
        for column in 0..30 {
            let [a, b] = [row, column].map(|index| index as f32 - 14.5);
            many.spawn(dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_xyz(a, -0.5, b));
            many.spawn(dim3::Collider::cuboid(1.0, 1.0, 1.0), Transform::from_xyz(5.2, a, b));
        }
    }
    many.update();
    let ((one, _), (many, _)) = (one.slide(&ball, pose, motion), many.slide(&ball, pose, motion));
    assert_eq!(one.end, many.end);
    assert!(one.translation.distance(many.translation) < 1e-5, "{one:?} {many:?}");
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
        world.update();
        world.slide(&Circle::new(0.4), Affine2::IDENTITY, Vec2::new(3.0, 0.5)).0.translation
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
        world.spawn(
            dim3::Collider::cuboid(1.0, 1.0, 1.0),
            Transform::from_xyz(x as f32 * 2.0, 1.0, z as f32 * 2.0),
        );
    }
    world.update();
    let counted = world.ask(|query, settings| {
        // The first question builds the tree of what may move.
        query.intersects(&Sphere::new(1.0), &QueryFilter::ALL);
        allocation_counter::measure(|| {
            for index in 0..50 {
                let place = Vec3::new(0.3 * index as f32, 1.3, 0.9 * (index % 7) as f32);
                let pose = Affine3A::from_translation(place);
                let filter = QueryFilter::ALL;
                query.move_and_slide(&Sphere::new(0.4), pose, Vec3::new(5.0, -2.0, 3.0), settings, &filter);
                query.move_and_slide(&Sphere::new(0.4), pose, Vec3::new(50.0, -2.0, 30.0), settings, &filter);
                query.depenetrate(&Sphere::new(0.4), pose, settings, &filter);
            }
        })
    });
    assert_eq!(counted.count_total, 0);
}
