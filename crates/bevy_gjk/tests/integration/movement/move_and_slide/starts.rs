//! Starts inside of something, and numbers at the ends of their range.

use gjk::{Capsule3, Circle, Cuboid, Sphere};

use super::world::{World, at};
use crate::common::prelude::*;

const SKIN: f32 = 0.02;

/// A capsule as tall as a person: radius 0.3, height 1.95.
fn person() -> Capsule3 {
    Capsule3::new(0.675, 0.3)
}

/// A world of cuboids, with their centers and sizes.
fn cuboids<const N: usize>(cuboids: [(Vec3, Vec3); N]) -> (World<Dim3>, [Entity; N]) {
    let mut world = World::<Dim3>::new(SKIN);
    let entities = cuboids.map(|(center, size)| world.cuboid(center, size));
    (world, entities)
}

/// A plane of colliders with their places.
fn plane(colliders: [(dim2::Collider, Transform); 2]) -> World<Dim2> {
    let mut world = World::<Dim2>::new(SKIN);
    colliders.into_iter().for_each(|(collider, place)| _ = world.spawn(collider, place));
    world
}

/// Jolt's `TestInitiallyIntersecting`.
#[test]
fn a_capsule_that_starts_in_a_box_is_beside_it_after_one_push() {
    let (mut world, _) = cuboids([(Vec3::new(-0.5, 0.5, 0.0), Vec3::ONE)]);
    let pushed = world.push(&person(), at(Vec3::Y * 0.5));
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert_near(pushed.translation, Vec3::new(0.32, 0.5, 0.0), 1e-5);
}

/// `Box3D`'s `MoverHullDeepOverlap`.
#[test]
fn a_capsule_deep_in_a_hull_comes_out() {
    let mut world = World::<Dim3>::new(SKIN);
    let corners = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_ONE, Vec3::new(-0.5, 1.0, 0.8)].map(|at| at * 5.0);
    world.spawn(dim3::Collider::hull(corners), Transform::IDENTITY);
    let pushed = world.push(&person(), at(Vec3::splat(0.1)));
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert_near(world.clearance(&person(), at(pushed.translation)), SKIN, 1e-4);
}

/// Two walls of a corner are left at once, by the shortest way, and not one after the other.
#[test]
fn a_ball_in_a_corner_is_pushed_out_of_both_walls_at_once() {
    let mut world = plane([
        (dim2::Collider::rectangle(2.0, 20.0), at_x(-1.0)),
        (dim2::Collider::rectangle(20.0, 2.0), at_xy(0.0, -1.0)),
    ]);
    let pushed = world.push(&Circle::new(0.5), at(Vec2::new(0.2, 0.3)));
    assert_eq!((pushed.end, pushed.parts), (MoveEnd::Arrived, 2));
    assert_near(pushed.translation, Vec2::splat(0.5 + SKIN), 1e-6);
}

/// The planes of the two overlaps meet at twice the height at which the ball is free.
#[test]
fn a_ball_between_two_round_posts_is_pushed_no_farther_than_needed() {
    let mut world = plane([-0.9, 0.9].map(|x| (dim2::Collider::circle(1.0), at_x(x))));
    let pushed = world.push(&Circle::new(0.5), at(Vec2::Y * 0.3));
    let shortest = (1.5_f32 + SKIN).powi(2) - 0.9_f32.powi(2);
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert_near(pushed.translation, Vec2::Y * shortest.sqrt(), 2e-3);
}

/// The push stops at what it would enter, and goes around it.
#[test]
fn a_push_enters_nothing_else() {
    let mut world = plane([
        (dim2::Collider::rectangle(4.0, 20.0), at_x(-2.0)),
        (dim2::Collider::circle(1.0), at_xy(1.9, 0.3)),
    ]);
    let pushed = world.push(&Circle::new(0.5), at(Vec2::new(0.2, 0.0)));
    assert_eq!((pushed.end, pushed.parts), (MoveEnd::Arrived, 2));
    assert!(world.clearance(&Circle::new(0.5), at(pushed.translation)) > SKIN * 0.998, "{pushed:?}");
    assert!(pushed.translation.y < -0.05, "{pushed:?}");
}

/// Two movers at one point part, and always in the same way.
#[test]
fn two_balls_at_one_point_part() {
    let part = || {
        let mut world = World::<Dim3>::new(SKIN);
        let start = Vec3::new(3.0, 1.0, 2.0);
        let balls = [(); 2].map(|()| world.spawn(dim3::Collider::sphere(0.5), at_point(start)));
        let places = balls.map(|ball| {
            let filter = QueryFilter::of(ball);
            let pushed = world
                .ask(|query, settings| query.depenetrate(&Sphere::new(0.5), at(start), settings, &filter));
            assert_eq!(pushed.end, MoveEnd::Arrived);
            world.place(ball, at_point(pushed.translation));
            pushed.translation
        });
        assert_near(places[0].distance(places[1]), 1.0 + SKIN, 1e-4);
        places
    };
    assert_eq!(part(), part());
}

/// Zero and tiny motions move nothing; what is not finite is refused.
#[test]
fn motions_at_the_ends_of_their_range_are_answered() {
    let (mut world, _) = cuboids([(Vec3::NEG_Y * 0.5, Vec3::new(30.0, 1.0, 30.0))]);
    let start = Vec3::new(0.7, 0.5 + SKIN, 0.1);
    let ball = Sphere::new(0.5);
    for tiny in each([Vec3::ZERO, Vec3::splat(1e-30), Vec3::new(-1e-30, 1e-38, 0.0)]) {
        let moved = world.slide(&ball, at(start), tiny).0;
        assert_eq!((moved.translation, moved.moved), (start, Vec3::ZERO));
        assert!(matches!(moved.end, MoveEnd::Arrived | MoveEnd::Blocked));
    }
    for bad in each([Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::new(f32::MAX, f32::MAX, 0.0)]) {
        let moved = world.slide(&ball, at(start), bad).0;
        assert_eq!((moved.translation, moved.end), (start, MoveEnd::NotFinite));
    }
    for (start, skin) in each([(Vec3::NAN, MoveSettings::default().skin), (start, f32::NAN)]) {
        let settings = MoveSettings { skin, ..MoveSettings::default() };
        let all = QueryFilter::ALL;
        let moved = world.ask(|query, _| query.move_and_slide(&ball, at(start), Vec3::X, &settings, &all));
        assert_eq!(moved.end, MoveEnd::NotFinite);
    }
}

/// However fast, nothing is passed.
#[test]
fn a_thin_wall_stops_a_motion_of_a_thousand() {
    let (mut world, _) = cuboids([(Vec3::X * 400.0, Vec3::new(0.1, 20.0, 20.0))]);
    let (moved, hits) = world.slide(&person(), at(Vec3::ZERO), Vec3::X * 1000.0);
    assert_eq!((moved.end, hits.len()), (MoveEnd::Blocked, 1));
    assert_near(moved.translation.x, 399.95 - 0.3 - SKIN, 1e-3);
}

/// Standing up under a ceiling is refused, and so is a floor that rises under one: both are named.
#[test]
fn a_shape_that_does_not_fit_between_floor_and_ceiling_is_crushed() {
    let size = Vec3::new(30.0, 1.0, 30.0);
    let (mut world, floor_and_ceiling) = cuboids([(Vec3::NEG_Y * 0.5, size), (Vec3::Y * 1.9, size)]);
    let place = Vec3::new(1.0, 0.8, 2.0);
    let pushed = world.push(&person(), at(place));
    let MoveEnd::Crushed(mut both) = pushed.end else { panic!("{pushed:?}") };
    both.sort_by_key(|entity| entity.index_u32());
    assert_eq!((both, pushed.translation), (floor_and_ceiling, place));
    // Lying down, there is room.
    let pushed = world.push(&Cuboid::new(1.9, 0.6, 0.6), at(Vec3::new(1.0, 0.25, 2.0)));
    assert_eq!(pushed.end, MoveEnd::Arrived);
    assert_near(pushed.translation.y, 0.3 + SKIN, 1e-5);
}

/// A wall that has come into a mover that stands still pushes it.
#[test]
fn a_wall_that_came_nearer_pushes_what_stands_still() {
    let (mut world, [wall]) = cuboids([(Vec3::ZERO, Vec3::new(1.0, 10.0, 10.0))]);
    let start = Vec3::new(0.5 + 0.3 + SKIN, 0.0, 0.0);
    world.clearance(&person(), at(start));
    world.place(wall, at_x(0.5));
    assert_near(world.push(&person(), at(start)).translation, start + Vec3::X * 0.5, 1e-5);
}

/// A shape that starts in a wall may leave it and slide in it, but comes no deeper.
#[test]
fn a_motion_that_starts_in_a_wall_does_not_go_deeper() {
    let (mut world, _) = cuboids([(Vec3::X, Vec3::new(2.0, 20.0, 20.0))]);
    let (ball, start) = (Sphere::new(0.5), at(Vec3::X * -0.3));
    assert_near(world.slide(&ball, start, Vec3::new(1.0, 1.0, 0.0)).0.moved, Vec3::Y, 1e-5);
    assert_eq!(world.slide(&ball, start, Vec3::X).0.end, MoveEnd::Buried);
    let (moved, hits) = world.slide(&ball, start, Vec3::NEG_X);
    assert_eq!((moved.translation, hits.len()), (Vec3::X * -1.3, 0));
}

/// Far from the origin, the skin grows with the rounding of coordinates, and is reported.
#[test]
fn far_from_the_origin_the_skin_covers_the_rounding() {
    let far = 1e5;
    let mut world = World::<Dim2>::new(0.01);
    world.spawn(dim2::Collider::rectangle(2.0, 100.0), at_xy(far + 1.0, far));
    let mut place = Vec2::new(far - 3.0, far);
    for _ in 0..100 {
        let (moved, hits) = world.slide(&Circle::new(0.5), at(place), Vec2::new(0.1, 0.03));
        place = moved.translation;
        assert!(hits.iter().all(|hit| hit.skin >= 8.0 * f32::EPSILON * far), "{hits:?}");
        assert!(world.clearance(&Circle::new(0.5), at(place)) > 0.05, "{place}");
    }
    assert!(place.x > far - 0.7, "{place}");
}
