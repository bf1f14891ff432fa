//! No question allocates.
//!
//! `allocation_counter` counts what this thread allocates; our own crate has no `unsafe` to do so itself.

mod common;

use allocation_counter::measure;
use common::Dice;
use gjk::*;

/// Asks, and fails if that allocates.
fn quiet<R>(question: &str, ask: impl FnOnce() -> R) -> R {
    let mut answer = None;
    let info = measure(|| answer = Some(ask()));
    assert_eq!(info.count_total, 0, "{question} allocates {} bytes", info.bytes_total);
    answer.expect("what was measured has run")
}

/// Asks everything about two shapes; whether they meet.
fn ask<V: Space<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    cache: &mut SimplexCache<V>,
    (point, way): (V, V),
) -> bool {
    let meets = quiet("intersects", || intersects(a, b));
    quiet("closest_points", || closest_points(a, b));
    quiet("contact", || contact(a, b));
    quiet("manifold", || manifold(a, b));
    quiet("cast", || cast(a, way, b, -way, 2.0));
    quiet("ray_cast", || ray_cast(a, point, way, 10.0));
    quiet("contains_point", || contains_point(a, point));
    quiet("nearest_point", || nearest_point(b, point));
    quiet("bounds", || a.aabb());
    let many = || (0..20).map(|_| Query::new(a, b));
    quiet("a batch", || batch::intersects(many(), |_, answer| assert_eq!(answer, meets)));

    quiet("intersects, warm", || Query::new(a, b).cache(cache).intersects());
    quiet("closest_points, warm", || Query::new(a, b).cache(cache).closest_points());
    quiet("contact, warm", || Query::new(a, b).cache(cache).contact());
    quiet("manifold, warm", || Query::new(a, b).cache(cache).manifold());
    quiet("cast, warm", || Query::new(a, b).cache(cache).cast(way, -way, 2.0));
    let origin = Point::new([point]);
    let ray = &mut SimplexCache::default();
    for _ in 0..2 {
        quiet("ray_cast, warm", || Query::new(&origin, a).cache(ray).ray_cast(way, 10.0));
    }
    meets
}

/// A polygon of up to a hundred corners.
fn polygon(dice: &mut Dice) -> ConvexPolygon {
    ConvexPolygon::regular(dice.real(0.3, 1.0), 3 + dice.below(98) as usize).expect("a polygon")
}

fn figure(dice: &mut Dice) -> Box<dyn Support<Vec2>> {
    let place = Affine2::from_angle_translation(dice.real(-3.0, 3.0), dice.vec2(1.0));
    match dice.below(4) {
        0 => Box::new(polygon(dice).placed(place)),
        1 => Box::new(Hull::new((0..40).map(|_| dice.vec2(1.0))).expect("a hull").placed(place)),
        2 => Box::new(HalfSpace::new(Vec2::Y, -1.0).placed(place)),
        _ => dice.figure(1.0),
    }
}

fn solid(dice: &mut Dice) -> Box<dyn Support<Vec3>> {
    let place = Affine3A::from_rotation_translation(dice.rotation(), dice.vec3(1.0));
    match dice.below(4) {
        0 => {
            let count = 4 + dice.below(300);
            let points = (0..count).map(|_| dice.rotation() * Vec3::X);
            Box::new(Hull::new(points).expect("a hull").placed(place))
        }
        1 => Box::new(Extrusion::new(polygon(dice), 0.5).placed(place)),
        2 => Box::new(HalfSpace::new(Vec3::Y, -1.0).placed(place)),
        _ => dice.solid(1.0),
    }
}

#[test]
fn nothing_in_the_plane_allocates() {
    let dice = &mut Dice(0x2545_f491_4f6c_dd1d);
    let (mut apart, mut met) = (0, 0);
    for _ in 0..400 {
        let (a, b, mut cache) = (figure(dice), figure(dice), SimplexCache::default());
        for _ in 0..3 {
            let moved = (&*b).placed(Affine2::from_translation(dice.vec2(0.5)));
            let meets = ask(&*a, &moved, &mut cache, (dice.vec2(2.0), dice.vec2(1.0)));
            *if meets { &mut met } else { &mut apart } += 1;
        }
    }
    assert!(apart > 200 && met > 200, "{apart} apart, {met} met");
}

#[test]
fn nothing_in_space_allocates() {
    let dice = &mut Dice(0x9e37_79b9_7f4a_7c15);
    let (mut apart, mut met) = (0, 0);
    for _ in 0..400 {
        let (a, b, mut cache) = (solid(dice), solid(dice), SimplexCache::default());
        for _ in 0..3 {
            let moved = (&*b).placed(Affine3A::from_translation(dice.vec3(0.5)));
            let meets = ask(&*a, &moved, &mut cache, (dice.vec3(2.0), dice.vec3(1.0)));
            *if meets { &mut met } else { &mut apart } += 1;
        }
    }
    assert!(apart > 200 && met > 200, "{apart} apart, {met} met");
}

#[test]
fn the_counter_counts() {
    let info = measure(|| drop(Hull::new((0..9).map(|i| Vec3::X * i as f32))));
    assert!(info.count_total > 0, "a hull of more than eight points is on the heap");
}
