//! The trace of a single move.

use bevy_gjk::trace::{MoveEvent, MoveTrace};
use gjk::{Capsule3, Circle, Sphere};

use super::world::{World, at};
use crate::common::prelude::*;

const SKIN: f32 = 0.02;

#[test]
fn a_traced_move_gives_the_same_bits_as_an_untraced_one() {
    let mut world = World::<Dim3>::new(SKIN);
    let mut random = Random(3);
    for _ in 0..200 {
        let at = point(&mut random, 4.0);
        world.spawn(dim3::Collider::cuboid(0.9, 0.3, 0.7), at_point(at));
    }
    let (mut hits, mut trace) = (0, MoveTrace::default());
    for _ in 0..500 {
        let [from, way] = [4.0, 2.0].map(|half| point(&mut random, half));
        let (shape, pose) = (Capsule3::new(0.4, 0.2), at(from));
        let respond = |hit: &dim3::MoveHit| match hit.entity.index_u32() % 5 {
            0 => MoveResponse::Pass,
            1 => MoveResponse::PushAtMost(0.3),
            _ => MoveResponse::Slide,
        };
        world.ask(|query, settings| {
            let mover = || query.mover(&shape, pose).with_settings(*settings).on_hit(respond);
            let plain = mover().slide(way);
            let traced = mover().traced(&mut trace).slide(way);
            assert_eq!(plain, traced);
            assert_eq!((trace.start(), trace.wanted(), trace.translation()), (from, way, traced.translation));
            assert_eq!(trace.end(), Some(traced.end));
            let sweeps = trace.events().iter().filter_map(MoveEvent::sweep);
            hits += sweeps.filter(|sweep| sweep.hit.is_some()).count();
            let plain = mover().push_out();
            let traced = mover().traced(&mut trace).push_out();
            assert_eq!(plain, traced);
            assert_eq!(trace.translation(), traced.translation);
        });
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_trace_tells_the_pieces_of_a_slide_and_their_planes() {
    let mut world = World::<Dim2>::new(SKIN);
    let floor = world.spawn(dim2::Collider::rectangle(20.0, 1.0), at_xy(0.0, -0.5));
    let wall = world.spawn(dim2::Collider::rectangle(1.0, 8.0), at_xy(3.5, 4.0));
    let (ball, pose) = (Circle::new(0.5), at(Vec2::new(0.0, 1.0)));
    let mut trace = MoveTrace::default();
    world.ask(|query, settings| {
        let traced = query.mover(&ball, pose).with_settings(*settings).traced(&mut trace);
        traced.slide(Vec2::new(4.0, -2.0));
    });
    let sweeps: Vec<_> = trace.events().iter().map(|event| *event.sweep().unwrap()).collect();
    assert_eq!(sweeps.len(), 3, "{trace}");
    let [down, along, stopped] = sweeps[..] else { unreachable!() };
    assert_eq!(down.hit.unwrap().entity, floor);
    assert!((down.to().y - (0.5 + SKIN)).abs() < 1e-4, "{trace}");
    assert_eq!(along.allowed.y, 0.0);
    assert!(along.wanted.y < 0.0 && along.hit.unwrap().entity == wall, "{trace}");
    assert!((along.to().x - (3.0 - 0.5 - SKIN)).abs() < 1e-4, "{trace}");
    // In the corner both press.
    assert_eq!((stopped.moved, stopped.hit.unwrap().entity), (Vec2::ZERO, floor), "{trace}");
    assert_eq!(trace.end(), Some(MoveEnd::Blocked));
    let blockers: Vec<_> = trace.blockers().collect();
    assert!(blockers.len() == 2 && blockers.contains(&floor) && blockers.contains(&wall), "{trace}");
    let names = [(floor, Name::new("floor")), (wall, Name::new("wall"))];
    assert!(!trace.to_string().contains("\"wall\""));
    trace.set_names(|entity| names.iter().find(|(named, _)| *named == entity).map(|(_, name)| name));
    let text = trace.to_string();
    assert!(text.contains("\"wall\" are in the way.") && text.contains("\"floor\" and "), "{text}");
}

#[test]
fn a_trace_of_a_push_tells_the_planes() {
    let mut world = World::<Dim2>::new(SKIN);
    let tiles = [0.0, 16.0].map(|x| world.spawn(dim2::Collider::rectangle(16.0, 16.0), at_x(x)));
    let pose = at(Vec2::new(8.0, 9.0));
    let mut trace = MoveTrace::default();
    world.ask(|query, settings| {
        query.mover(&Circle::new(4.0), pose).with_settings(*settings).traced(&mut trace).push_out();
    });
    let [MoveEvent::Pushed(push)] = trace.events() else { panic!("{trace}") };
    assert_eq!(push.by.iter().map(|part| part.entity).collect::<Vec<_>>(), tiles);
    assert!((push.moved.y - (3.0 + SKIN)).abs() < 1e-4, "{trace}");
    // The plane is where the tiles and the ball are nearest to each other.
    for part in &push.by {
        assert_near(part.point, Vec2::new(8.0, 8.0 + SKIN), 1e-3);
        assert!(part.normal.y > 0.99, "{part:?}");
    }
}

#[test]
fn a_trace_says_what_a_buried_and_an_infinite_move_lack() {
    let mut world = World::<Dim3>::new(SKIN);
    world.spawn(dim3::Collider::cuboid(4.0, 4.0, 4.0), Transform::IDENTITY);
    let pose = at(Vec3::new(1.9, 0.0, 0.0));
    let mut trace = MoveTrace::default();
    let not_finite = "It was not moved: the shape, its place, the motion or the skin is not finite.";
    for (way, text) in each([
        (Vec3::NEG_X, "It began inside of something and is blocked"),
        (Vec3::splat(f32::INFINITY), not_finite),
        (Vec3::ZERO, "It was not to go anywhere"),
    ]) {
        world.ask(|query, settings| {
            query.mover(&Sphere::new(0.5), pose).with_settings(*settings).traced(&mut trace).slide(way);
        });
        assert!(trace.to_string().starts_with(text), "{trace}");
    }
}
