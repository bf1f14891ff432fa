//! Compounds behave like the union of their parts.

use crate::common::prelude::*;

fn shape2(random: &mut Random) -> dim2::Collider {
    let (a, b) = (random.range(0.2, 1.0), random.range(0.2, 1.0));
    match random.below(4) {
        0 => dim2::Collider::circle(a),
        1 => dim2::Collider::rectangle(a, b),
        2 => dim2::Collider::capsule(a * 0.5, b),
        _ => dim2::Collider::regular_polygon(a, 3 + random.below(5)),
    }
}

fn shape3(random: &mut Random) -> dim3::Collider {
    let (a, b) = (random.range(0.2, 1.0), random.range(0.2, 1.0));
    match random.below(5) {
        0 => dim3::Collider::sphere(a),
        1 => dim3::Collider::cuboid(a, b, 0.5),
        2 => dim3::Collider::capsule(a * 0.5, b),
        3 => dim3::Collider::cone(a, b),
        _ => dim3::Collider::triangle(Vec3::ZERO, Vec3::new(a, b, 0.0), Vec3::new(-b, 0.0, a)),
    }
}

/// A convex shape and its transform in the world.
type Piece<D> = (<<D as Dimension>::Collider as Shape<D>>::ConvexShape, GlobalTransform);

/// The parts of a compound with their transforms, and the same as placed shapes.
fn compound<D: Dimension>(
    random: &mut Random,
    shape: fn(&mut Random) -> D::Collider,
    at: Transform,
) -> (Vec<ColliderPart<D::Collider>>, Vec<Piece<D>>) {
    let parts: Vec<_> = (0..1 + random.below(6))
        .map(|_| ColliderPart { transform: anywhere::<D>(random, 1.0, false), shape: shape(random) })
        .collect();
    let pieces = parts.iter().map(|part| {
        let form = part.shape.prepare().unwrap();
        (form.convex().unwrap().clone(), GlobalTransform::from(at).mul_transform(part.transform))
    });
    let pieces = pieces.collect();
    (parts, pieces)
}

/// Compares random pairs of compounds with queries on each pair of parts.
fn agrees<D: Dimension>(
    shape: fn(&mut Random) -> D::Collider,
    make: fn(Vec<ColliderPart<D::Collider>>) -> D::Collider,
) {
    let mut random = Random(7);
    let (mut touching, mut near) = (0, 0);
    for round in 0..400 {
        let mut app = app();
        let flat = round % 8 == 0;
        let places = [anywhere::<D>(&mut random, 0.8, flat), anywhere::<D>(&mut random, 0.8, false)];
        let made = places.map(|at| compound::<D>(&mut random, shape, at));
        let [one, two] = [0, 1].map(|side| {
            let (parts, _) = &made[side];
            let collider = make(parts.clone());
            app.spawn((collider, places[side], ProximityMargin(0.5)))
        });
        app.update();
        let (mut depth, mut distance): (Option<f32>, Option<f32>) = (None, None);
        for (shape, at) in &made[0].1 {
            for (other, other_at) in &made[1].1 {
                let one = Placed::new(shape, D::affine(at));
                let two = Placed::new(other, D::affine(other_at));
                if let Some(contact) = gjk::contact(&one, &two) {
                    depth = Some(depth.map_or(contact.depth, |depth| depth.max(contact.depth)));
                } else if let Some(closest) = gjk::closest_points(&one, &two) {
                    distance = Some(distance.map_or(closest.distance, |least| least.min(closest.distance)));
                }
            }
        }
        let collisions = app.resource::<Collisions<D>>();
        let found = collisions.get(one, two).map(|touch| touch.contact());
        let close = |one: f32, two: f32| (one - two).abs() < 1e-4;
        match (depth, found) {
            (Some(depth), Some(found)) => {
                touching += 1;
                assert!(close(found.depth, depth), "{round}: {} {depth}", found.depth);
                let manifold = collisions.get(one, two).and_then(|touch| touch.manifold()).unwrap();
                assert!(close(manifold.contact.depth, depth));
            }
            (None, None) => {
                let distance = distance.filter(|&distance| distance <= 0.5);
                let found = collisions.get_proximity(one, two).map(|near| near.closest.distance);
                match (distance, found) {
                    (Some(distance), Some(found)) => {
                        near += 1;
                        assert!(close(found, distance), "{round}: {found} {distance}");
                    }
                    (None, None) => {}
                    differ => panic!("{round}: {differ:?}"),
                }
            }
            (depth, found) => {
                assert!(depth.or(found.map(|it| it.depth)).unwrap() < 1e-5, "{round}");
            }
        }
    }
    assert!(touching > 60 && near > 60, "{touching} {near}");
}

#[test]
fn a_compound_equals_its_parts() {
    agrees::<Dim3>(shape3, dim3::Collider::compound);
    agrees::<Dim2>(shape2, dim2::Collider::compound);
}

#[test]
fn a_compound_has_one_start_and_one_end_for_all_parts() {
    let mut app = app();
    let parts = [-2.0, 0.0, 2.0].map(|x| (at_x(x), dim2::Collider::circle(0.5)));
    let comb = app.spawn(dim2::Collider::compound(parts));
    let ball = app.spawn((dim2::Collider::circle(0.25), at_x(-2.0)));
    let touch = pair(comb, ball);
    assert_eq!(step2(&mut app).0, [touch]);
    // From one part to the next, and through the gap between.
    assert_eq!(app.step_at(ball, at_x(0.0)), NOTHING);
    assert_eq!(app.step_at(ball, at_x(1.0)), ends(comb, ball, EndReason::Separated));
    assert_eq!(app.step_at(ball, at_x(2.25)).0, [touch]);
}
