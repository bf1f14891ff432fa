//! The events of many random shapes agree, frame by frame, with a test of all pairs.

use bevy_gjk::dim2::Collider;

use crate::common::prelude::*;

fn shape(random: &mut Random) -> Collider {
    let mut size = || random.range(0.2, 1.2);
    let (a, b, c) = (size(), size(), size());
    match random.below(9) {
        0 => Collider::circle(a),
        1 => Collider::ellipse(a, b),
        2 => Collider::rectangle(a, b),
        3 => Collider::segment(Vec2::new(-a, b), Vec2::new(b, -c)),
        4 => Collider::capsule(a * 0.5, b),
        5 => Collider::triangle(Vec2::new(-a, 0.0), Vec2::new(b, 0.0), Vec2::new(0.0, c)),
        6 => Collider::regular_polygon(a, 3 + random.below(6)),
        7 => Collider::polygon([Vec2::new(a, -b), Vec2::new(b, c), Vec2::new(-c, a)]),
        _ => Collider::CircularSector { radius: a, half_angle: b },
    }
}

struct Mover {
    entity: Entity,
    velocity: Vec2,
    spin: f32,
}

fn spawn(app: &mut App, random: &mut Random, index: u32, speed: f32) -> Mover {
    let place = Vec3::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0), 0.0);
    let scale = Vec3::new(random.range(0.5, 2.0), random.range(-2.0, 2.0), 1.0);
    let transform = Transform::from_translation(place).with_scale(scale);
    let entity = app.spawn((shape(random), transform));
    // A third of the colliders never move.
    let speed = if index.is_multiple_of(3) { 0.0 } else { speed };
    let velocity = Vec2::new(random.range(-speed, speed), random.range(-speed, speed));
    Mover { entity, velocity, spin: random.range(-speed, speed) }
}

/// Returns every pair that touches, by a test of all pairs.
fn all_touches(app: &mut App) -> BTreeSet<[Entity; 2]> {
    let mut query = app.world_mut().query::<(Entity, &Collider, &Transform)>();
    let all: Vec<_> = query.iter(app.world()).collect();
    let place = |collider: &Collider, transform: &Transform| {
        pieces::<Dim2>(collider, &GlobalTransform::from(*transform)).remove(0)
    };
    let mut touches = BTreeSet::new();
    for (index, &(one, shape, transform)) in all.iter().enumerate() {
        let placed = place(shape, transform);
        for &(two, other, transform) in &all[..index] {
            if gjk::intersects(&placed, &place(other, transform)) {
                touches.insert(pair(one, two));
            }
        }
    }
    touches
}

#[test]
fn events_agree_with_a_test_of_all_pairs() {
    // So fast that pairs are searched in each frame, and so slow that the neighbor list stays valid for some frames.
    for (speed, frames) in [(0.3, 100), (0.06, 300)] {
        let [begun, ended] = compare(speed, frames);
        assert!(begun > 500 && ended > 500, "speed {speed}: {begun} {ended}");
    }
}

/// Compares all frames with a test of all pairs and returns how many touches began and ended.
fn compare(speed: f32, frames: u32) -> [u32; 2] {
    let mut random = Random(42);
    let mut app = app();
    let mut movers: Vec<_> = (0..100).map(|index| spawn(&mut app, &mut random, index, speed)).collect();
    let mut touching = BTreeSet::new();
    let (mut begun, mut ended) = (0, 0);
    for frame in 0..frames {
        for mover in &mut movers {
            let Some(mut transform) = app.world_mut().get_mut::<Transform>(mover.entity) else { continue };
            if mover.velocity != Vec2::ZERO {
                transform.translation += mover.velocity.extend(0.0);
                transform.rotation *= Quat::from_rotation_z(mover.spin);
            }
            for (place, speed) in [
                (transform.translation.x, &mut mover.velocity.x),
                (transform.translation.y, &mut mover.velocity.y),
            ] {
                if place.abs() > 8.0 {
                    *speed = -speed.abs().copysign(place);
                }
            }
        }
        if frame.is_multiple_of(7) {
            // One collider is despawned, one spawned, one stopped, one teleported, and one gets another shape.
            let index = random.below(100) as usize;
            app.despawn(movers[index].entity);
            movers[index] = spawn(&mut app, &mut random, frame, speed);
            movers[random.below(100) as usize].velocity = Vec2::ZERO;
            movers[random.below(100) as usize].velocity = Vec2::new(random.range(-speed, speed), speed);
            let entity = movers[random.below(100) as usize].entity;
            app.insert(entity, shape(&mut random));
        }
        for event in step::<Dim2>(&mut app) {
            let [a, b] = event.entities();
            match event {
                CollisionEvent::Started { .. } => assert!(touching.insert([a, b]), "frame {frame}: twice"),
                CollisionEvent::Ended { .. } => {
                    assert!(touching.remove(&[a, b]), "frame {frame}: never began");
                }
            }
            *(if event.is_started() { &mut begun } else { &mut ended }) += 1;
        }
        assert_eq!(touching, all_touches(&mut app), "frame {frame}");
        let held = app.resource::<dim2::Collisions>();
        assert_eq!(held.iter().count(), touching.len());
        for &[a, b] in &touching {
            assert!(held.contains(a, b) && held.collisions_with(b).any(|touch| touch.other == a));
        }
    }
    [begun, ended]
}
