//! ScalarX4 shape is what its support function says: sampled points of the set never lie beyond it, and it is
//! reached.

mod common;

use common::Dice;
use gjk::*;

/// Directions all around, in no particular order.
fn around(count: usize) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |i| Vec2::from_angle(i as f32 * 2.399_963 + 0.1))
}

fn sphere(count: usize) -> impl Iterator<Item = Vec3> {
    around(count).enumerate().map(move |(i, at)| {
        let z = 1.0 - 2.0 * (i as f32 + 0.5) / count as f32;
        (at * (1.0 - z * z).max(0.0).sqrt()).extend(z)
    })
}

/// The support along each direction is what a cloud of points of the set gives, up to `slack`.
fn same<V: Vector<Scalar = f32>>(
    shape: &impl Support<V>,
    cloud: &[V],
    directions: impl Iterator<Item = V>,
    slack: f32,
) {
    for direction in directions {
        let most = cloud.iter().map(|point| point.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
        let reach = shape.support(direction).dot(direction);
        assert!(reach >= most - 1e-5 && reach <= most + slack, "{direction:?}: {reach} for {most}");
        let core = shape.core_support(direction);
        let along = (shape.core().origin + core.point).dot(direction) + shape.core().convex_radius;
        assert!((along - reach).abs() < 1e-5, "{direction:?}: the core reaches {along}, not {reach}");
        if core.id != Vertex::<V>::NO_ID {
            assert_eq!(shape.vertex(core.id), Some(core.point));
        }
        // The feature holds the farthest vertex, and nothing beyond it.
        let mut best = f32::NEG_INFINITY;
        shape.support_feature(direction, 0.0, &mut |vertex| best = best.max(vertex.point.dot(direction)));
        assert!((best - core.point.dot(direction)).abs() < 1e-5, "{direction:?}: feature {best}");
    }
}

fn slice(radius: f32, half_angle: f32, center: bool) -> Vec<Vec2> {
    let arc = (-200..=200).map(|i| {
        let (sin, cos) = (half_angle * i as f32 / 200.0).sin_cos();
        Vec2::new(sin, cos) * radius
    });
    arc.chain(center.then_some(Vec2::ZERO)).collect()
}

#[test]
fn slices_of_a_disc_end_at_their_corners() {
    use core::f32::consts::{FRAC_PI_2, PI};
    for half_angle in [0.0, 0.01, 0.5, 1.2, FRAC_PI_2] {
        let sector = CircularSector::new(2.0, half_angle).unwrap();
        same(&sector, &slice(2.0, half_angle, true), around(500), 1e-4);
    }
    for half_angle in [0.0, 0.01, 0.5, 1.2, FRAC_PI_2, 2.5, PI, 9.0] {
        let segment = CircularSegment::new(2.0, half_angle).unwrap();
        same(&segment, &slice(2.0, half_angle.min(PI), false), around(500), 2e-4);
        assert!(segment.support(Vec2::Y).distance(Vec2::new(0.0, 2.0)) < 1e-6);
    }
    assert_eq!(CircularSector::new(1.0, 1.6), Err(ShapeError::ConcaveCorner(0)));
    assert_eq!(CircularSector::new(-1.0, 1.0), Err(ShapeError::Negative));
    assert_eq!(CircularSegment::new(1.0, f32::NAN), Err(ShapeError::NotFinite));
}

#[test]
fn a_flat_segment_of_a_large_disc_keeps_its_digits() {
    // A lens a thousandth as wide as its disc and a millionth as high.
    let lens = CircularSegment::new(1.0, 1e-3).unwrap();
    let height = 1.0 - (1e-3f64).cos();
    let ball = |gap: f64| {
        let y = 1.0 - height - gap - 1e-3;
        DVec2::new(0.0, y).as_vec2()
    };
    // The ball's own place is rounded: what is asked is how far it really is.
    for gap in [1e-5, 1e-4, 1e-3] {
        let at = ball(gap);
        let distance = 1.0 - height - (f64::from(at.y) + f64::from(1e-3f32));
        let under = Circle::new(1e-3).placed(Affine2::from_translation(at));
        let closest = closest_points(&lens, &under).unwrap();
        assert!((f64::from(closest.distance) - distance).abs() < 1e-9, "{closest:?} {distance}");
    }
}

#[test]
fn a_rhombus_has_four_corners() {
    let rhombus = Rhombus::new(4.0, 1.0);
    same(&rhombus, &rhombus.corners(), around(300), 1e-5);
    assert_eq!(Rhombus::new(1.0, -1.0).validate(), Err(ShapeError::Negative));
}

#[test]
fn a_frustum_is_the_hull_of_two_discs() {
    for (top, bottom) in [(0.5, 1.0), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)] {
        let frustum = ConicalFrustum::new(top, bottom, 2.0);
        let ring = |radius: f32, y| around(4000).map(move |at| Vec3::new(at.x * radius, y, at.y * radius));
        let cloud: Vec<_> = ring(top, 1.0).chain(ring(bottom, -1.0)).collect();
        same(&frustum, &cloud, sphere(300), 1e-4);
    }
    let (cone, cylinder) = (Cone::new(1.0, 2.0), Cylinder::new(1.0, 2.0));
    for direction in sphere(300) {
        let near = |one: Vec3, other: Vec3| assert!((one - other).dot(direction).abs() < 1e-6);
        near(ConicalFrustum::new(0.0, 1.0, 2.0).support(direction), cone.support(direction));
        near(ConicalFrustum::new(1.0, 1.0, 2.0).support(direction), cylinder.support(direction));
    }
}

#[test]
fn an_extruded_shape_is_its_base_on_two_sides() {
    let on_both_sides =
        |base: &[Vec2]| base.iter().flat_map(|p| [p.extend(0.5), p.extend(-0.5)]).collect::<Vec<_>>();
    let polygon = ConvexPolygon::regular(1.0, 5).unwrap();
    let corners: Vec<_> = polygon.corners().collect();
    same(&Extrusion::new(polygon, 1.0), &on_both_sides(&corners), sphere(300), 1e-5);
    // A disc makes a cylinder, not a coin with round edges.
    let disc: Vec<_> = around(4000).collect();
    same(&Extrusion::new(Circle::new(1.0), 1.0), &on_both_sides(&disc), sphere(300), 1e-4);
    assert_eq!(Extrusion::new(Circle::new(1.0), f32::NAN).validate(), Err(ShapeError::NotFinite));
}

#[test]
fn a_swept_shape_covers_start_and_end() {
    let way = Vec2::new(3.0, -1.0);
    let triangle = Triangle::new([Vec2::ZERO, Vec2::X, Vec2::Y]);
    let cloud: Vec<_> = triangle.corners.iter().flat_map(|&p| [p, p + way]).collect();
    same(&triangle.swept(way), &cloud, around(300), 1e-5);
    // A swept ball is a capsule, and answers as exactly.
    let swept = Sphere::new(0.5).swept(Vec3::Y * 2.0);
    let ball = Sphere::new(0.5).placed(Affine3A::from_translation(Vec3::new(2.0, 1.3, 0.0)));
    assert_eq!(closest_points(&swept, &ball).unwrap().distance, 1.0);
}

#[test]
fn a_sum_reaches_as_far_as_both() {
    let (one, other) = (Rectangle::new(2.0, 1.0), Triangle::new([Vec2::ZERO, Vec2::new(1.0, 0.2), Vec2::Y]));
    let corners = (0..4).filter_map(|id| one.vertex(id));
    let cloud: Vec<_> = corners.flat_map(|p| other.corners.map(|q| p + q)).collect();
    same(&one.minkowski_sum(other), &cloud, around(300), 1e-5);
    // Core and radius add up apart from each other.
    let sum = Capsule2::new(1.0, 0.5).minkowski_sum(Circle::new(0.25));
    assert_eq!((sum.core().convex_radius, sum.core_support(Vec2::Y).point), (0.75, Vec2::Y));
}

#[test]
fn the_hull_of_two_holds_both() {
    let one = Rectangle::new(1.0, 1.0).placed(Affine2::from_translation(Vec2::new(5.0, 0.0)));
    let other = Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(-1.0, 2.0)));
    let corners = (0..4).filter_map(|id| Some(one.vertex(id)? + one.core().origin));
    let cloud: Vec<_> = corners.chain(around(4000).map(|p| p * 0.5 + Vec2::new(-1.0, 2.0))).collect();
    same(&one.hull_with(other), &cloud, around(300), 1e-4);
    same(&other.hull_with(one), &cloud, around(300), 1e-4);
    // Two balls of one radius keep it: that is a capsule.
    let ball = |x| Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(x, 0.0)));
    assert_eq!(ball(0.0).hull_with(ball(3.0)).core().convex_radius, 0.5);
}

#[test]
fn bounds_are_tight_under_any_map() {
    let map = Affine3A::from_mat3_translation(
        Mat3::from_cols(Vec3::new(1.0, 0.5, 0.0), Vec3::new(-0.3, -2.0, 0.1), Vec3::new(0.0, 0.4, 0.7)),
        Vec3::new(10.0, -20.0, 30.0),
    );
    let placed = Ellipsoid::from_half_size(Vec3::new(1.0, 0.5, 2.0)).placed(map);
    let bounds = placed.aabb();
    for axis in 0..3 {
        // The reach of an ellipsoid along an axis is the length of that row of its map.
        let row = Vec3::new(map.matrix3.x_axis[axis], map.matrix3.y_axis[axis], map.matrix3.z_axis[axis]);
        let reach = (row * Vec3::new(1.0, 0.5, 2.0)).length();
        assert!((bounds.max[axis] - map.translation[axis] - reach).abs() < 1e-5);
        assert!((map.translation[axis] - bounds.min[axis] - reach).abs() < 1e-5);
    }
    assert!(bounds.overlaps(&bounds.union(Sphere::new(1.0).aabb())));
    assert!(!bounds.overlaps(&Sphere::new(1.0).aabb()));
}

/// Also of hulls far from their own origin, and under maps that shear, mirror and flatten.
#[test]
fn a_shape_is_between_the_ball_around_it_and_the_ball_within() {
    let dice = &mut Dice(21);
    let (mut known, mut within) = (0, 0);
    for round in 0..300 {
        let far = dice.vec3(1.0) * [0.0, 1.0, 1000.0][round % 3];
        let columns = [0; 3].map(|_| dice.vec3(2.0));
        let matrix = Mat3::from_cols(columns[0], columns[1], columns[round / 3 % 3]);
        let map = Affine3A::from_mat3_translation(matrix, dice.vec3(100.0));
        let shapes: [Box<dyn Support<Vec3>>; 6] = [
            Box::new(Hull::new((0..9).map(|_| far + dice.vec3(1.0))).unwrap()),
            Box::new(Cuboid::new(dice.real(0.0, 1.0), 1.0, 2.0)),
            Box::new(Cylinder::new(dice.real(0.1, 1.0), 1.0)),
            Box::new(Cone::new(dice.real(0.1, 1.0), 1.0)),
            Box::new(ConicalFrustum::new(dice.real(0.1, 1.0), 0.5, 1.0)),
            Box::new(Sphere::new(dice.real(0.1, 1.0))),
        ];
        for shape in shapes {
            let turned = Affine3A::from_rotation_translation(dice.rotation(), dice.vec3(100.0));
            let (moved, placed) = ((&*shape).placed_rigidly(turned), (&*shape).placed(map));
            for (radius, origin, shape) in [
                (shape.size().bounding_radius, shape.core().origin, &*shape),
                (moved.size().bounding_radius, moved.core().origin, &moved as &dyn Support<Vec3>),
                (placed.size().bounding_radius, placed.core().origin, &placed),
            ] {
                let inner = shape.size().inscribed_radius;
                within += usize::from(inner > 0.0);
                for _ in 0..if inner > 0.0 { 20 } else { 0 } {
                    let direction = dice.vec3(1.0);
                    let along = shape.core_support(direction).point.dot(direction) / direction.length();
                    assert!(
                        inner <= (along + shape.core().convex_radius) * (1.0 + 2e-6) + 1e-6,
                        "{inner} {along} {origin}"
                    );
                }
                if radius.is_infinite() {
                    continue;
                }
                known += 1;
                for _ in 0..20 {
                    let direction = dice.vec3(1.0);
                    let reach = shape.core_support(direction).point.length() + shape.core().convex_radius;
                    assert!(reach <= radius * (1.0 + 2e-6), "{reach} {radius} {origin}");
                }
            }
        }
    }
    assert!(known > 3000 && within > 3000, "{known} {within}");
}
