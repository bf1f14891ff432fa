//! Rounded shapes are larger by their radius, and extrusions of several parts extrude each of them.

use crate::common::prelude::*;

fn solid(random: &mut Random) -> dim3::Collider {
    let (a, b) = (random.range(0.1, 1.0), random.range(0.1, 1.0));
    match random.below(6) {
        0 => dim3::Collider::cuboid(a, b, 0.4),
        1 => dim3::Collider::cylinder(a, b),
        2 => dim3::Collider::segment(Vec3::new(a, 0.0, -b), Vec3::new(-b, a, 0.0)),
        3 => dim3::Collider::capsule(a, b),
        4 => dim3::Collider::extrusion(dim2::Collider::regular_polygon(a, 5), b),
        _ => {
            let mut corner = || Vec3::new(random.range(-a, a), random.range(-b, b), random.range(-a, b));
            dim3::Collider::hull([(); 6].map(|()| corner()))
        }
    }
}

fn rigid(random: &mut Random, reach: f32) -> Affine3A {
    let mut range = |by: f32| random.range(-by, by);
    let rotation = Quat::from_euler(EulerRot::XYZ, range(3.0), range(3.0), range(3.0));
    Affine3A::from_rotation_translation(rotation, Vec3::new(range(reach), range(reach), range(reach)))
}

/// Under transforms that keep lengths, the distance is smaller by the radius.
#[test]
fn rounding_reduces_the_distance_by_the_radius() {
    let mut random = Random(21);
    let mut apart = 0;
    for _ in each(0..1000) {
        let (one, two) = (solid(&mut random), solid(&mut random));
        let (at, other_at) = (rigid(&mut random, 2.0), rigid(&mut random, 2.0));
        let radius = random.range(0.0, 0.3);
        let distance = |one: &dim3::Collider| {
            let [one, two] = [one, &two].map(|it| Shape::<Dim3>::prepare(it).unwrap());
            let one = Placed::new(one.convex().unwrap(), at);
            let two = Placed::new(two.convex().unwrap(), other_at);
            gjk::closest_points(&one, &two).map(|closest| closest.distance)
        };
        let (bare, round_one) = (distance(&one), distance(&dim3::Collider::rounded(one.clone(), radius)));
        match (bare, round_one) {
            (Some(bare), Some(round_one)) => {
                apart += 1;
                assert_near(round_one, bare - radius, 1e-5);
            }
            (Some(bare), None) => assert!(bare < radius + 1e-5),
            (None, found) => assert!(found.is_none()),
        }
    }
    assert!(apart > 300, "{apart}");
}

/// Under a shear, the ball around each point becomes an ellipsoid, and the AABB grows by that of the ellipsoid.
#[test]
fn a_shear_applies_to_the_rounding() {
    let mut random = Random(4);
    for _ in each(0..300) {
        let bare = solid(&mut random);
        let radius = random.range(0.0, 0.5);
        let scale = Vec3::new(random.range(-2.0, 2.0), random.range(-2.0, 2.0), random.range(0.0, 2.0));
        let map = rigid(&mut random, 2.0) * Affine3A::from_scale(scale) * rigid(&mut random, 1.0);
        let bounds = |collider: &dim3::Collider| {
            let form = Shape::<Dim3>::prepare(collider).unwrap();
            Placed::<_, Vec3>::new(form.convex().unwrap(), map).aabb()
        };
        let (bare, rounded) = (bounds(&bare), bounds(&dim3::Collider::rounded(bare, radius)));
        let rows = map.matrix3.transpose();
        let more = Vec3::new(rows.x_axis.length(), rows.y_axis.length(), rows.z_axis.length()) * radius;
        assert_near(rounded.max, bare.max + more, 1e-5);
        assert_near(rounded.min, bare.min - more, 1e-5);
    }
}

/// Several parts are rounded one by one, which makes a thick line with round corners.
#[test]
fn a_rounded_polyline_is_thick() {
    let mut app = app();
    let line = dim2::Collider::polyline([Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0)]);
    let thick = app.spawn(dim2::Collider::rounded(line, 0.5));
    let distances = [
        (Vec2::new(2.0, 2.0), Some(1.5)),
        (Vec2::new(2.0, -1.5), Some(1.0)),
        // Beyond the corner it is round.
        (Vec2::new(7.0, -4.0), Some(4.5)),
        (Vec2::new(2.0, 0.4), None),
        (Vec2::new(4.3, -0.3), None),
    ];
    let points = distances.map(|(at, distance)| {
        let point = (dim2::Collider::circle(0.0), at_point(at.extend(0.0)), ProximityMargin(9.0));
        (app.spawn(point), distance)
    });
    app.update();
    let collisions = app.resource::<dim2::Collisions>();
    for (point, expected) in points {
        assert_eq!(collisions.contains(thick, point), expected.is_none());
        let found = collisions.get_proximity(point, thick).map(|near| near.closest.distance);
        assert_eq!(found.is_some(), expected.is_some());
        assert!(found.zip(expected).is_none_or(|(one, two)| (one - two).abs() < 1e-6), "{found:?}");
    }
}

/// A part of a compound may be rounded, a rounded shape may have rotated parts, and both may be custom.
#[test]
fn rounded_shapes_nest() {
    struct Unit;
    impl Support<Vec3> for Unit {
        fn support(&self, direction: Vec3) -> Vec3 {
            Vec3::ONE.copysign(direction)
        }
    }
    let turned = at_x(5.0).with_scale(Vec3::new(2.0, 1.0, 1.0));
    let rounded =
        dim3::Collider::Rounded { parts: vec![(turned, dim3::Collider::custom(Unit)).into()], radius: 0.5 };
    let nested = dim3::Collider::compound([(at_xy(0.0, 1.0), rounded)]);
    let form = Shape::<Dim3>::prepare(&nested).unwrap();
    let place = Dim3::affine(&GlobalTransform::IDENTITY);
    let bounds = form.composite().unwrap().with_part(0, &place, |part| part.aabb()).unwrap();
    // Stretched first and rounded then.
    assert_eq!((bounds.min, bounds.max), (Vec3::new(2.5, -0.5, -1.5), Vec3::new(7.5, 2.5, 1.5)));
}

#[test]
fn an_extruded_polyline_consists_of_walls() {
    let mut app = app();
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|at| 8.0 * at - 4.0);
    let fence = dim2::Collider::rounded(dim2::Collider::closed_polyline(square), 0.25);
    let walls = app.spawn(dim3::Collider::extrusion(fence, 2.0));
    let places =
        [(0.0, 0.0, false), (3.0, 0.0, true), (3.0, 1.5, true), (3.0, 3.0, false), (2.7, 0.0, false)];
    let touches = places.map(|(x, z, touches)| {
        (app.spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(x, 0.0, z))), touches)
    });
    app.update();
    let collisions = app.resource::<dim3::Collisions>();
    for (ball, touches) in touches {
        assert_eq!(collisions.contains(walls, ball), touches);
    }
}

#[test]
fn invalid_rounded_shapes_give_errors_that_name_the_cause() {
    let error = |collider: dim2::Collider| Shape::<Dim2>::prepare(&collider).unwrap_err().to_string();
    let circle = dim2::Collider::circle(1.0);
    assert_eq!(error(dim2::Collider::rounded(circle.clone(), -1.0)), "a size is negative");
    assert_eq!(error(dim2::Collider::rounded(circle, f32::NAN)), "a size is NaN or infinite");
    assert_eq!(error(dim2::Collider::rounded(dim2::Collider::circle(-1.0), 1.0)), "a size is negative");
    assert!(error(dim2::Collider::Rounded { parts: vec![], radius: 1.0 }).contains("without parts"));
    let endless = dim2::Collider::half_space(Vec2::Y, 0.0);
    assert!(error(dim2::Collider::rounded(endless, 1.0)).contains("half-space"));
}
