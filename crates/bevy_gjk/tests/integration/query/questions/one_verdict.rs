//! The plugin, its queries and `gjk` come to one verdict of two colliders, also where these nearly touch.

use bevy_gjk::gjk::{Capsule3, Cone, Cuboid, Cylinder, Sphere};

use super::*;

/// A collider and the same shape of `gjk`.
fn collider(random: &mut Random) -> (dim3::Collider, Box<dyn Support<Vec3>>) {
    let (x, y, z) = (random.range(0.1, 1.5), random.range(0.1, 1.5), random.range(0.1, 1.5));
    match random.next() % 5 {
        0 => (dim3::Collider::sphere(x), Box::new(Sphere::new(x))),
        1 => (dim3::Collider::cuboid(x, y, z), Box::new(Cuboid::new(x, y, z))),
        2 => (dim3::Collider::capsule(x, y), Box::new(Capsule3::new(0.5 * y, x))),
        3 => (dim3::Collider::cylinder(x, y), Box::new(Cylinder::new(x, y))),
        _ => (dim3::Collider::cone(x, y), Box::new(Cone::new(x, y))),
    }
}

/// Returns a translation at which the second shape just touches the first.
fn touching([a, b]: [&dyn Support<Vec3>; 2], turns: [&Transform; 2], direction: Vec3) -> Vec3 {
    let place = |transform: &Transform, at: Vec3| Affine3A::from_rotation_translation(transform.rotation, at);
    let (a, b) = (a.placed(place(turns[0], Vec3::ZERO)), b.placed(place(turns[1], direction * 8.0)));
    let hit = gjk::cast(&a, Vec3::ZERO, &b, -direction, 20.0).unwrap();
    direction * (8.0 - hit.time)
}

#[test]
fn colliders_that_nearly_touch_have_one_verdict() {
    let random = &mut Random(11);
    let mut app = app();
    let mut pairs = Vec::new();
    for index in 0..120 {
        let center = Vec3::new((index % 12) as f32, 0.0, (index / 12) as f32) * 20.0;
        let [one, two] = [(); 2].map(|()| collider(random));
        let turns = [(); 2].map(|()| anywhere::<Dim3>(random, 0.0, false).with_scale(Vec3::ONE));
        let direction = turns[0].rotation * Vec3::X;
        let at = touching([&*one.1, &*two.1], [&turns[0], &turns[1]], direction);
        let entities = [(one.0, turns[0], center), (two.0, turns[1], center + at)]
            .map(|(collider, turn, at)| app.spawn((collider, turn.with_translation(at))));
        pairs.push((entities, [one.1, two.1], center + at));
    }
    let mut touched = [0; 2];
    for _ in 0..40 {
        for ([_, moved], _, at) in &pairs {
            let step = Vec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), random.range(-1.0, 1.0));
            let mut transform = app.world_mut().get_mut::<Transform>(*moved).unwrap();
            transform.translation = *at + step * 10_f32.powf(random.range(-7.0, -4.0));
        }
        app.update();
        for (entities, shapes, _) in &pairs {
            let [a, b] = *entities;
            let affine = |entity| app.get::<GlobalTransform>(entity).affine();
            let affines = [affine(a), affine(b)];
            let (one, two) = ((&*shapes[0]).placed(affines[0]), (&*shapes[1]).placed(affines[1]));
            let verdict = gjk::intersects(&one, &two);
            let collisions = app.resource::<dim3::Collisions>();
            assert_eq!(collisions.contains(a, b), verdict, "{affines:?}");
            touched[usize::from(verdict)] += 1;
        }
        let all: Vec<_> = pairs.iter().map(|(entities, ..)| *entities).collect();
        app.world_mut()
            .run_system_once(move |query: dim3::CollisionQuery, collisions: Res<dim3::Collisions>| {
                for &[a, b] in &all {
                    let verdict = collisions.contains(a, b);
                    for [a, b] in [[a, b], [b, a]] {
                        let pair = query.pair(a, b).unwrap();
                        assert_eq!(pair.intersects(), verdict);
                        assert_eq!(pair.closest_points().is_none(), verdict);
                        assert_eq!(pair.contact().is_some(), verdict);
                        assert_eq!(pair.manifold().is_some(), verdict);
                    }
                }
            })
            .unwrap();
    }
    assert!(touched.iter().all(|&count| count > 500), "{touched:?}");
}
