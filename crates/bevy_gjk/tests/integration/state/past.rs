//! The past: what it answers, and what it keeps.

use std::collections::HashMap;

use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_gjk::state::{CollisionPast, CollisionPastPlugin};
use gjk::{Affine, Ball, Point, Support, Vec2};

use crate::common::prelude::*;

/// Asks many questions, and tells the answers with the names of the entities.
pub fn answers<D: Spatial>(
    query: &CollisionQuery<D>,
    names: &HashMap<Entity, u64>,
    seed: u64,
) -> Vec<String> {
    let mut random = Random(seed.wrapping_mul(31) + 5);
    let name = |entity: Entity| names[&entity];
    let (all, mut lines) = (&QueryFilter::ALL, Vec::new());
    for _ in 0..3 {
        let [from, towards] = [6.0, 1.0].map(|reach| D::vector(point(&mut random, reach)));
        let at = <<D::Vector as Vector>::Affine as Affine<D::Vector>>::from_translation(from);
        let direction = D::Direction::try_from(towards).unwrap();
        let ball = Ball::<D::Vector>::new(0.7);
        let ball = (&ball).placed(at);
        let mut hits = Vec::new();
        query.cast_ray_all(from, direction, 20.0, all, &mut hits);
        lines.extend(hits.iter().map(|hit| {
            format!("ray: {} {:?}", name(hit.entity), (hit.distance, hit.point, hit.normal, hit.part))
        }));
        let first = query.cast_ray(from, direction, 20.0, all);
        assert_eq!(first.map(|hit| hit.distance), hits.first().map(|hit| hit.distance));
        let mut casts = Vec::new();
        query.cast_shape_all(&ball, direction, 20.0, all, &mut casts);
        lines.extend(casts.iter().map(|hit| {
            format!("cast: {} {:?}", name(hit.entity), (hit.distance, hit.point, hit.normal, hit.depth))
        }));
        let mut near = Vec::new();
        query.nearest_n(&Point::new([from]), 4, 9.0, all, &mut near);
        lines.extend(
            near.iter()
                .map(|it| format!("near: {} {:?}", name(it.entity), (it.distance, it.on_collider, it.part))),
        );
        let mut unsorted = Vec::new();
        query.nearest_parts(&ball, 0.5, all, |it| {
            unsorted.push(format!("part: {} {:?}", name(it.entity), (it.part, it.on_shape, it.on_collider)));
        });
        query.intersections_with_aabb(&ball.aabb(), all, |collider| {
            unsorted.push(format!("box: {} {:?}", name(collider.entity()), collider.bounds()));
        });
        unsorted.sort();
        lines.append(&mut unsorted);
        if let [one, two, ..] = near[..] {
            let pair = query.pair(one.entity, two.entity).unwrap();
            lines.push(format!("pair: {:?} {:?}", pair.closest_points(), pair.contact()));
        }
        let moved = query.mover(&Ball::<D::Vector>::new(0.2), at).slide(towards);
        lines.push(format!("move: {:?} {:?}", moved.translation, moved.end));
    }
    lines
}

/// Returns an app that keeps four ticks, in which a circle has moved by ten a tick for six ticks.
fn moved() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(CollisionPastPlugin::<Dim2>::new(4));
    let circle = app.spawn((dim2::Collider::circle(1.0), at_x(0.0)));
    for tick in 0..6 {
        app.resource_mut::<CollisionPast<Dim2>>().begin_tick(tick);
        app.update_at(circle, at_x(10.0 * tick as f32));
    }
    (app, circle)
}

fn containing(app: &mut App, tick: u64, fraction: f32, x: f32) -> Option<Entity> {
    let mut past = app.resource_mut::<CollisionPast<Dim2>>();
    past.between(tick, fraction).unwrap().containing(Vec2::new(x, 0.0), &QueryFilter::ALL)
}

#[test]
fn the_past_is_asked_at_ticks_and_between() {
    let (mut app, circle) = moved();
    for (tick, fraction, x) in [
        (3, 0.5, 35.0),
        (3, 0.0, 30.0),
        (2, 0.25, 22.5),
        (4, 0.5, 45.0),
        (2, 0.0, 20.0),
        (5, 0.0, 50.0),
        (4, 1.0, 50.0),
    ] {
        assert_eq!(containing(&mut app, tick, fraction, x), Some(circle), "{tick} {fraction}");
        assert_eq!(containing(&mut app, tick, fraction, x + 2.0), None);
    }
    let mut past = app.resource_mut::<CollisionPast<Dim2>>();
    assert_eq!(past.kept(), Some(2..=5));
    for (tick, fraction, missing) in [(1, 0.0, 1), (6, 0.5, 6), (5, 0.5, 6)] {
        let error = past.between(tick, fraction).err().unwrap();
        assert_eq!((error.tick, error.kept.clone()), (missing, Some(2..=5)));
        assert_eq!(error.to_string(), format!("tick {missing} is not kept: only 2 to 5 are"));
    }
    assert!(past.between(5, f32::NAN).is_ok());
}

#[test]
fn what_was_despawned_or_had_another_shape_is_in_the_past() {
    let (mut app, circle) = moved();
    let tick = |app: &mut App, number| {
        app.resource_mut::<CollisionPast<Dim2>>().begin_tick(number);
        app.update();
    };
    app.insert(circle, dim2::Collider::circle(4.0));
    tick(&mut app, 6);
    app.despawn(circle);
    let other = app.spawn((dim2::Collider::circle(1.0), at_x(0.0)));
    tick(&mut app, 7);
    assert_eq!(containing(&mut app, 7, 0.0, 50.0), None);
    assert_eq!(containing(&mut app, 7, 0.0, 0.0), Some(other));
    assert_eq!(containing(&mut app, 6, 0.5, 53.0), Some(circle));
    assert_eq!(containing(&mut app, 6, 0.0, 0.0), None);
    assert_eq!(containing(&mut app, 5, 0.0, 53.0), None);
    assert_eq!(containing(&mut app, 5, 0.5, 50.5), Some(circle), "shapes are not interpolated");
    let back = Entity::from_raw_u32(9999).unwrap();
    let mut past = app.resource_mut::<CollisionPast<Dim2>>();
    past.map_entities(&mut EntityHashMap::from_iter([(circle, back)]));
    assert_eq!(containing(&mut app, 6, 0.0, 53.0), Some(back));
    // A tick that is run again replaces itself and those after it.
    tick(&mut app, 5);
    assert_eq!(app.resource::<CollisionPast<Dim2>>().kept(), Some(4..=5));
    assert_eq!(containing(&mut app, 5, 0.0, 0.0), Some(other));
    assert_eq!(containing(&mut app, 5, 0.0, 50.0), None);
    assert_eq!(containing(&mut app, 4, 0.0, 40.0), Some(back));
}
