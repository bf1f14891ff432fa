//! The overlay draws the traces of characters.

use bevy_color::Color;

use super::{count, drawn, shown};
use crate::common::prelude::*;
use crate::common::screen::nothing;

/// Returns the points that are drawn in a color, with any opacity.
fn points(app: &mut App, color: Color) -> Vec<Vec3> {
    let color = bevy_color::LinearRgba::from(color);
    let is_same = |other: bevy_color::LinearRgba| {
        let by = [other.red - color.red, other.green - color.green, other.blue - color.blue];
        by.iter().all(|by| by.abs() < 1e-6)
    };
    drawn(app).into_iter().filter(|(_, color)| is_same(*color)).map(|(point, _)| point).collect()
}

/// A box on a floor before a block that is one unit high, in an app that shows moves only.
fn before_a_block() -> (App, Entity) {
    let mut app = shown(CollisionGizmos { moves: true, ..nothing() });
    let world = app.world_mut();
    world.spawn((dim2::Collider::rectangle(20.0, 1.0), at_xy(0.0, -0.5)));
    world.spawn((dim2::Collider::rectangle(1.0, 1.0), at_xy(2.0, 0.5)));
    let place = at_xy(0.0, 1.01);
    let hero =
        world.spawn((dim2::Collider::rectangle(1.0, 2.0), dim2::CharacterMover::default(), place)).id();
    app.update();
    (app, hero)
}

fn walk(app: &mut App, hero: Entity) {
    app.get_mut::<dim2::MoverMotion>(hero).displacement = Vec2::X * 2.0;
}

#[test]
fn the_move_of_a_character_is_drawn_if_it_has_a_trace() {
    let (mut app, hero) = before_a_block();
    walk(&mut app, hero);
    assert!(drawn(&mut app).is_empty());
    let (mut app, hero) = before_a_block();
    app.insert(hero, dim2::MoveTrace::default());
    walk(&mut app, hero);
    let colors = CollisionGizmos::default();
    let all = drawn(&mut app);
    assert!(!all.is_empty());
    let near = |points: &[Vec3], x: f32, y: f32| {
        points.iter().any(|point| point.distance(Vec3::new(x, y, 0.0)) < 1e-3)
    };
    // What was drawn is of the run before, so each color is looked up in a frame of its own.
    let mut of = |color| {
        app.get_mut::<Transform>(hero).translation = Vec3::new(0.0, 1.01, 0.0);
        walk(&mut app, hero);
        points(&mut app, color)
    };
    let wanted = of(colors.wanted_color);
    assert!(near(&wanted, -0.5, 0.01) && near(&wanted, 2.0, 1.01), "a ghost at the start, and the motion");
    let moved = of(colors.move_color);
    assert!(near(&moved, 0.99, 1.01) && near(&moved, 1.49, 2.01), "a ghost where it stopped");
    let planes = of(colors.plane_color);
    assert!(planes.iter().any(|point| (point.x - 1.5).abs() < 1e-3), "the face of the block");
    let refused = of(colors.refused_color);
    assert!(near(&refused, 0.99, 1.31), "the step that was tried");
    assert!(refused.len() > 100, "with the reason in letters");
}

#[test]
fn a_move_that_is_over_or_hidden_is_not_drawn() {
    let (mut app, hero) = before_a_block();
    app.insert(hero, dim2::MoveTrace::default());
    walk(&mut app, hero);
    assert!(!drawn(&mut app).is_empty());
    assert!(drawn(&mut app).is_empty(), "it stands still");
    super::switch_on(&mut app, nothing());
    walk(&mut app, hero);
    assert!(drawn(&mut app).is_empty(), "switched off");
}

#[test]
fn the_planes_of_a_move_in_3d_are_squares() {
    let mut app = shown(CollisionGizmos { moves: true, ..nothing() });
    let world = app.world_mut();
    world.spawn((dim3::Collider::cuboid(20.0, 1.0, 20.0), at_xy(0.0, -0.5)));
    world.spawn((dim3::Collider::cuboid(1.0, 4.0, 8.0), at_xy(2.0, 2.0)));
    let place = at_xy(0.0, 1.01);
    let hero = world.spawn((dim3::Collider::capsule(0.4, 1.2), dim3::CharacterMover::default(), place)).id();
    app.update_with(hero, dim3::MoveTrace::default());
    app.get_mut::<dim3::MoverMotion>(hero).displacement = Vec3::new(2.0, -0.05, 0.5);
    let points = points(&mut app, CollisionGizmos::default().plane_color);
    let wall = points.iter().filter(|point| (point.x - 1.5).abs() < 1e-3);
    let [low, high] = [f32::min as fn(_, _) -> _, f32::max]
        .map(|end| wall.clone().map(|point| point.z).reduce(end).expect("a wall"));
    assert!(wall.count() >= 5 && high - low > 0.1, "{points:?}");
    assert_eq!(count(&mut app, CollisionGizmos::default().apart), 0);
}
