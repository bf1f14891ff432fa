//! Half-spaces under any transform, as an unbounded ground and walls.

use crate::common::prelude::*;

in_both_dimensions!(a_half_space_stays_one_under_any_transform, a_collider_leaps_over_slopes_at_rest,);

/// Returns a random rotation and scale, mirrored or not, but not flat.
fn anywhere(random: &mut Random, plane: bool) -> Transform {
    let mut range = |by: f32| random.range(-by, by);
    let translation = Vec3::new(range(2.0), range(2.0), if plane { 0.0 } else { range(2.0) });
    let tilt = if plane { 0.0 } else { 3.0 };
    let rotation = Quat::from_euler(EulerRot::XYZ, range(tilt), range(tilt), range(3.0));
    let mut scale = || random.range(0.3, 1.5) * if random.below(2) == 0 { 1.0 } else { -1.0 };
    Transform { translation, rotation, scale: Vec3::new(scale(), scale(), if plane { 1.0 } else { scale() }) }
}

/// Compares hulls and half-spaces, both sheared and mirrored below parents, with the lowest corner in `f64`.
fn a_half_space_stays_one_under_any_transform<D: Spatial>() {
    let plane = D::NAME == "2D";
    let mut random = Random(11);
    let (mut touching, mut near) = (0, 0);
    for _ in each(0..400) {
        let mut point = |by: f32| {
            let mut point = point(&mut random, by);
            point.z *= f32::from(u8::from(!plane));
            point
        };
        let (corners, normal) = ([(); 4].map(|()| point(1.0)), point(1.0));
        let offset = random.range(-1.0, 1.0) * normal.length();
        let mut app = app();
        let colliders = [D::hull(&corners), D::half_space(normal, offset)].map(|collider| {
            let (above, below) = (anywhere(&mut random, plane), anywhere(&mut random, plane));
            let parent = app.spawn(above);
            app.spawn((collider, below, ChildOf(parent), ProximityMargin(0.5)))
        });
        app.update();
        let [of_hull, of_half] =
            colliders.map(|entity| app.get::<GlobalTransform>(entity).affine().as_daffine3());
        // The images of two tangents of the boundary give the normal of the transformed half-space.
        let normal = normal.as_dvec3();
        let (one, two) = if plane {
            (DVec3::Z, normal.cross(DVec3::Z))
        } else {
            normal.normalize().any_orthonormal_pair()
        };
        let matrix = of_half.matrix3;
        let mut across = (matrix * one).cross(matrix * two).normalize();
        if across.dot(matrix * normal) < 0.0 {
            across = -across;
        }
        let foot = of_half.transform_point3(normal * (f64::from(offset) / normal.length_squared()));
        let heights = corners.map(|corner| across.dot(of_hull.transform_point3(corner.as_dvec3()) - foot));
        let lowest = heights.into_iter().fold(f64::MAX, f64::min);
        let [hull, half] = colliders;
        let collisions = app.resource::<Collisions<D>>();
        let close = |found: f32, what: f64| {
            assert!((f64::from(found) - what).abs() < 2e-5, "{found} {what}");
        };
        match (collisions.get(half, hull), collisions.get_proximity(half, hull)) {
            (Some(touch), _) => {
                touching += 1;
                let contact = touch.contact();
                close(contact.depth, -lowest);
                let out = Vec3::from_array(D::coordinates(contact.normal)).as_dvec3();
                assert!(out.distance(across) < 1e-5, "{out} {across}");
                assert!(touch.manifold().is_some_and(|it| !it.points().is_empty()));
            }
            (None, Some(found)) => {
                near += 1;
                close(found.closest.distance, lowest);
            }
            (None, None) => assert!(lowest > 0.5 - 1e-5, "{lowest}"),
        }
    }
    assert!(touching > 100 && near > 20, "{touching} {near}");
}

#[test]
fn a_falling_collider_touches_the_ground_once() {
    let mut app = app();
    let ground = app.spawn(dim2::Collider::half_space(Vec2::Y, 0.0));
    for far in [0.0, -3e4, 1e6] {
        let at = |y| at_xy(far, y);
        let ball = app.spawn((dim2::Collider::circle(1.0), at(5.0), ProximityMargin(1.0)));
        let touch = pair(ground, ball);
        assert_eq!(step2(&mut app), NOTHING);
        app.step_at(ball, at(1.5));
        let near = app.resource::<dim2::Collisions>().get_proximity(ball, ground).unwrap();
        assert_eq!((near.closest.distance, near.closest.normal), (0.5, Vec2::NEG_Y));
        set(&mut app, ball, at(0.5));
        let events = step::<Dim2>(&mut app);
        let [CollisionEvent::Started { contact, .. }] = events[..] else { panic!("{events:?}") };
        assert_eq!(contact.depth, 0.5);
        // Deep below the surface it is still inside.
        assert_eq!(app.step_at(ball, at(-1e5)), NOTHING);
        assert_eq!(app.step_at(ball, at(1.001)), (vec![], vec![(touch, EndReason::Separated)]));
        app.despawn(ball);
        step2(&mut app);
    }
}

/// The AABB ends at the boundary, so that colliders above it form no pairs with it.
#[test]
fn the_aabb_of_the_ground_ends_at_its_surface() {
    let mut app = app();
    let ground = app.spawn((dim3::Collider::half_space(Vec3::Y, 2.0), at_xy(0.0, 1.0)));
    app.update();
    let top = |app: &App, ground| {
        let collisions = app.resource::<dim3::Collisions>();
        collisions.colliders().get(ground).unwrap().bounds().max.y
    };
    assert!((3.0..3.00001).contains(&top(&app, ground)), "{}", top(&app, ground));
    app.update_with(ground, ProximityMargin(0.5));
    assert!((3.5..3.50001).contains(&top(&app, ground)), "{}", top(&app, ground));
    // The AABB of a slope covers everything.
    app.update_at(ground, Transform::from_rotation(Quat::from_rotation_z(0.1)));
    assert!(top(&app, ground) > 1e30);
}

#[test]
fn two_half_spaces_touch_unless_they_face_each_other() {
    let mut app = app();
    let half = |normal: Vec2| dim2::Collider::half_space(normal, 0.0);
    let ground = app.spawn(half(Vec2::Y));
    let sky = app.spawn((half(Vec2::NEG_Y), at_xy(0.0, 9.0)));
    let wall = app.spawn((half(Vec2::X), at_x(-9.0)));
    let mut started = step2(&mut app).0;
    started.sort();
    let mut corners = vec![pair(ground, wall), pair(sky, wall)];
    corners.sort();
    assert_eq!(started, corners);
    assert_eq!(app.step_at(sky, at_xy(0.0, -1.0)).0, [pair(ground, sky)]);
    assert_eq!(app.resource::<dim2::Collisions>().get(ground, sky).unwrap().contact().depth, 1.0);
}

/// A custom shape may be a half-space, too, if it declares itself one.
#[test]
fn a_custom_shape_may_be_a_half_space() {
    let mut app = app();
    let shape = gjk::HalfSpace::new(Vec3::Y, 0.0);
    let ground = app.spawn(dim3::Collider::custom(shape));
    let ball = app.spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(1e6, -5.0, -1e6)));
    app.update();
    let contact = app.resource::<dim3::Collisions>().get(ground, ball).map(|touch| touch.contact()).unwrap();
    assert_eq!((contact.depth, contact.normal), (6.0, Vec3::Y));
}

#[test]
fn a_half_space_cannot_be_a_part() {
    let half = || dim3::Collider::half_space(Vec3::Y, 0.0);
    let error = |collider: dim3::Collider| Shape::<Dim3>::prepare(&collider).unwrap_err().to_string();
    assert!(error(dim3::Collider::half_space(Vec3::ZERO, 0.0)).contains("normal is zero"));
    assert!(error(dim3::Collider::half_space(Vec3::NAN, 0.0)).contains("NaN"));
    assert!(error(dim3::Collider::compound([(Transform::IDENTITY, half())])).contains("half-space"));
    let base = dim2::Collider::half_space(Vec2::Y, 0.0);
    assert!(error(dim3::Collider::extrusion(base, 1.0)).contains("half-space"));
}

/// Flattened, it is invalid, until its scale is restored.
#[test]
fn a_flattened_half_space_is_invalid() {
    let mut app = app();
    let ground = app.spawn(dim2::Collider::half_space(Vec2::Y, 0.0));
    let ball = app.spawn(dim2::Collider::circle(1.0));
    let touch = pair(ground, ball);
    assert_eq!(step2(&mut app).0, [touch]);
    set(&mut app, ground, Transform::from_scale(Vec3::new(1.0, 0.0, 1.0)));
    assert_eq!(step2(&mut app), (vec![], vec![(touch, EndReason::Invalid)]));
    assert_eq!(app.step_at(ground, Transform::from_scale(Vec3::new(2.0, -1.0, 1.0))).0, [touch]);
}

/// Asserts that a contact or the closest points hold no NaN and no infinity.
fn assert_finite(points: &[Vec3], length: f32) {
    assert!(points.iter().all(|point| point.is_finite()) && length.is_finite(), "{points:?} {length}");
}

#[test]
fn contacts_of_a_half_space_at_the_end_of_the_range_are_finite() {
    let mut app = app();
    let ground = (dim3::Collider::half_space(Vec3::Y, 0.0), at_xy(0.0, 3e38));
    let ground = app.spawn((ground, ProximityMargin(1.0)));
    // Inside of the half-space by nearly the range, by more than the range, and at its boundary.
    let heights = [0.0, -1e38, 3e38].map(|height| Transform::from_xyz(1.0, height, 2.0));
    let balls = heights.map(|at| app.spawn((dim3::Collider::sphere(1e36), at)));
    let swept = app.spawn((dim3::Collider::sphere(1.0), at_xy(0.0, 5.0), SweptCollider::default()));
    for height in [-1e30, 1e38] {
        let mut started = BTreeSet::new();
        for event in step::<Dim3>(&mut app) {
            if let CollisionEvent::Started { a, b, contact, .. } = event {
                assert_finite(&[contact.on_a, contact.on_b, contact.normal], contact.depth);
                started.extend([a, b]);
            }
        }
        if height == -1e30 {
            assert_eq!(started, BTreeSet::from([ground, balls[0], balls[1], balls[2], swept]));
        }
        let collisions = app.resource::<dim3::Collisions>();
        for ball in balls.into_iter().chain([swept]) {
            let contact = collisions.get(ground, ball).unwrap().contact();
            assert_finite(&[contact.on_a, contact.on_b, contact.normal], contact.depth);
            assert_eq!(contact.normal, Vec3::Y);
            for point in collisions.get(ground, ball).and_then(|touch| touch.manifold()).unwrap().points() {
                assert_finite(&[point.on_a, point.on_b], point.depth);
            }
        }
        assert_eq!(collisions.get(ground, balls[1]).unwrap().contact().depth, f32::MAX);
        set(&mut app, swept, at_xy(0.0, height));
    }
}

/// Half-spaces that are not parallel to an axis have an unbounded AABB, in the static tree, while most colliders stand
/// still, a few keep moving and one leaps: in each frame, each ball touches exactly those half-spaces that it is in.
fn a_collider_leaps_over_slopes_at_rest<D: Spatial>() {
    let slopes = [Vec3::new(0.1, 1.0, 0.0), Vec3::new(-1.0, 0.3, 0.4), Vec3::Y, Vec3::new(0.2, -0.7, 1.0)];
    for count in each([1, 4]) {
        let mut app = app();
        let flat = |normal: Vec3| if D::NAME == "2D" { normal.with_z(0.0) } else { normal };
        let slopes: Vec<(Entity, Vec3)> =
            slopes[..count].iter().map(|&it| (app.spawn(D::half_space(it, 0.0)), flat(it))).collect();
        let at = |index: usize| at_xy(3.0 * index as f32 - 30.0, 1.5);
        let balls: Vec<Entity> = (0..21).map(|index| app.spawn((D::ball(1.0), at(index)))).collect();
        for frame in each(0..60) {
            for (index, &entity) in balls.iter().enumerate() {
                let mut transform = app.get_mut::<Transform>(entity);
                match index {
                    0..4 => transform.translation.x += 0.05,
                    4 if frame % 9 == 0 && frame > 0 => {
                        transform.translation.x += if frame % 2 == 0 { -9.0 } else { 9.0 };
                    }
                    _ => {}
                }
            }
            app.update();
            let collisions = app.resource::<Collisions<D>>();
            for (&(slope, normal), &entity) in
                slopes.iter().flat_map(|it| balls.iter().map(move |ball| (it, ball)))
            {
                let center = app.get::<Transform>(entity).translation;
                let height = center.dot(normal.normalize()) - 1.0;
                assert!(height.abs() > 1e-3, "too near to tell: {center} {normal}");
                assert_eq!(collisions.contains(slope, entity), height < 0.0, "{center} {normal}");
            }
        }
    }
}
