//! Support functions: for each shape and wrapper, the support along many directions agrees with a cloud of points
//! of the set, as do the core, the vertices by id, the supporting features, the AABB and the bounding and
//! inscribed spheres.

use gjk::support::hints::Vertex;
use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{closest_points, contains_point};

/// Returns unit vectors all around, by the golden angle.
fn unit_circle(count: usize) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |i| Vec2::from_angle(i as f32 * 2.399_963 + 0.1))
}

/// Returns unit vectors on a Fibonacci sphere.
fn unit_sphere(count: usize) -> impl Iterator<Item = Vec3> {
    unit_circle(count).enumerate().map(move |(i, at)| {
        let z = 1.0 - 2.0 * (i as f32 + 0.5) / count as f32;
        (at * (1.0 - z * z).max(0.0).sqrt()).extend(z)
    })
}

/// Asserts that the support along each direction is that of a cloud of points of the set, up to `slack`, and
/// that the core, its vertices and supporting features agree with it.
fn assert_support<V: Vector<Scalar = f32>>(
    shape: &dyn Support<V>,
    cloud: &[V],
    directions: impl Iterator<Item = V>,
    slack: f32,
) {
    for direction in directions {
        let most = cloud.iter().map(|point| point.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
        let support = shape.support(direction).dot(direction);
        assert!(support >= most - 1e-5 && support <= most + slack, "{direction:?}: {support} for {most}");
        let core = shape.core_support(direction);
        let along = (shape.core().origin + core.point).dot(direction) + shape.core().convex_radius;
        assert!((along - support).abs() < 1e-5, "{direction:?}: the core gives {along}, not {support}");
        if core.id != Vertex::<V>::NO_ID {
            assert_eq!(Vertex::with_ids(shape, [core.id; 4]), [core; 4]);
        }
        // The supporting feature holds the farthest vertex, and none beyond it.
        let mut best = f32::NEG_INFINITY;
        shape.support_feature(direction, 0.0, &mut |vertex| best = best.max(vertex.point.dot(direction)));
        assert!((best - core.point.dot(direction)).abs() < 1e-5, "{direction:?}: feature {best}");
    }
}

/// Returns points of the arc of a circular sector or segment, and its center if it has one.
fn arc(radius: f32, half_angle: f32, center: bool) -> Vec<Vec2> {
    let points = (-200..=200).map(|i| {
        let (sin, cos) = (half_angle * i as f32 / 200.0).sin_cos();
        Vec2::new(sin, cos) * radius
    });
    points.chain(center.then_some(Vec2::ZERO)).collect()
}

#[test]
fn circular_sectors_and_segments_have_the_support_of_their_arc() {
    use core::f32::consts::{FRAC_PI_2, PI};
    for half_angle in [0.0, 0.01, 0.5, 1.2, FRAC_PI_2] {
        let sector = CircularSector::new(2.0, half_angle).unwrap();
        assert_support(&sector, &arc(2.0, half_angle, true), unit_circle(500), 1e-4);
    }
    for half_angle in [0.0, 0.01, 0.5, 1.2, FRAC_PI_2, 2.5, PI, 9.0] {
        let segment = CircularSegment::new(2.0, half_angle).unwrap();
        assert_support(&segment, &arc(2.0, half_angle.min(PI), false), unit_circle(500), 2e-4);
        assert!(segment.support(Vec2::Y).distance(Vec2::new(0.0, 2.0)) < 1e-6);
    }
    let error = CircularSector::new(1.0, 1.6).unwrap_err();
    assert_eq!(error, ShapeError::SectorTooWide);
    assert!(error.to_string().contains("more than half a disc") && error.to_string().contains("π/2"));
    assert_eq!(CircularSector::new(-1.0, 1.0), Err(ShapeError::Negative));
    assert_eq!(CircularSegment::new(1.0, f32::NAN), Err(ShapeError::NotFinite));
}

#[test]
fn a_flat_circular_segment_of_a_large_disc_keeps_its_precision() {
    // A lens a thousandth as wide as its disc and a millionth as high.
    let lens = CircularSegment::new(1.0, 1e-3).unwrap();
    let height = 1.0 - (1e-3f64).cos();
    let ball = |gap: f64| {
        let y = 1.0 - height - gap - 1e-3;
        DVec2::new(0.0, y).as_vec2()
    };
    // The position of the circle is rounded, so the expected distance is computed from the rounded one.
    for gap in [1e-5, 1e-4, 1e-3] {
        let at = ball(gap);
        let distance = 1.0 - height - (f64::from(at.y) + f64::from(1e-3f32));
        let under = Circle::new(1e-3).placed(Affine2::from_translation(at));
        let closest = closest_points(&lens, &under).unwrap();
        assert!((f64::from(closest.distance) - distance).abs() < 1e-9, "{closest:?} {distance}");
    }
}

#[test]
fn a_rhombus_has_the_support_of_its_four_corners() {
    let rhombus = Rhombus::new(4.0, 1.0);
    assert_support(&rhombus, &rhombus.corners(), unit_circle(300), 1e-5);
    assert_eq!(Rhombus::new(1.0, -1.0).validate(), Err(ShapeError::Negative));
}

#[test]
fn a_conical_frustum_is_the_hull_of_two_discs() {
    for (top, bottom) in [(0.5, 1.0), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)] {
        let frustum = ConicalFrustum::new(top, bottom, 2.0);
        let ring =
            |radius: f32, y| unit_circle(4000).map(move |at| Vec3::new(at.x * radius, y, at.y * radius));
        let cloud: Vec<_> = ring(top, 1.0).chain(ring(bottom, -1.0)).collect();
        assert_support(&frustum, &cloud, unit_sphere(300), 1e-4);
    }
    let (cone, cylinder) = (Cone::new(1.0, 2.0), Cylinder::new(1.0, 2.0));
    for direction in unit_sphere(300) {
        let near = |one: Vec3, other: Vec3| assert!((one - other).dot(direction).abs() < 1e-6);
        near(ConicalFrustum::new(0.0, 1.0, 2.0).support(direction), cone.support(direction));
        near(ConicalFrustum::new(1.0, 1.0, 2.0).support(direction), cylinder.support(direction));
    }
}

#[test]
fn an_extrusion_is_the_hull_of_its_base_on_two_sides() {
    let on_both_sides =
        |base: &[Vec2]| base.iter().flat_map(|p| [p.extend(0.5), p.extend(-0.5)]).collect::<Vec<_>>();
    let polygon = ConvexPolygon::regular(1.0, 5).unwrap();
    let corners: Vec<_> = polygon.corners().collect();
    assert_support(&Extrusion::new(polygon, 1.0), &on_both_sides(&corners), unit_sphere(300), 1e-5);
    // The extrusion of a disc is a cylinder, without round edges.
    let disc: Vec<_> = unit_circle(4000).collect();
    assert_support(&Extrusion::new(Circle::new(1.0), 1.0), &on_both_sides(&disc), unit_sphere(300), 1e-4);
    assert_eq!(Extrusion::new(Circle::new(1.0), f32::NAN).validate(), Err(ShapeError::NotFinite));
}

#[test]
fn a_swept_shape_is_the_hull_of_its_start_and_end() {
    let translation = Vec2::new(3.0, -1.0);
    let triangle = Triangle::new([Vec2::ZERO, Vec2::X, Vec2::Y]);
    let cloud: Vec<_> = triangle.corners.iter().flat_map(|&p| [p, p + translation]).collect();
    assert_support(&triangle.swept(translation), &cloud, unit_circle(300), 1e-5);
    // A swept sphere is a capsule, whose distances are exact.
    let swept = Sphere::new(0.5).swept(Vec3::Y * 2.0);
    let ball = Sphere::new(0.5).placed(Affine3A::from_translation(Vec3::new(2.0, 1.3, 0.0)));
    assert_eq!(closest_points(&swept, &ball).unwrap().distance, 1.0);
}

#[test]
fn a_minkowski_sum_has_the_sum_of_the_supports() {
    let (one, other) = (Rectangle::new(2.0, 1.0), Triangle::new([Vec2::ZERO, Vec2::new(1.0, 0.2), Vec2::Y]));
    let corners = Vertex::with_ids(&one, [0, 1, 2, 3]).map(|vertex| vertex.point);
    let cloud: Vec<_> = corners.into_iter().flat_map(|p| other.corners.map(|q| p + q)).collect();
    assert_support(&one.minkowski_sum(other), &cloud, unit_circle(300), 1e-5);
    // The cores and the convex radii add up separately.
    let sum = Capsule2::new(1.0, 0.5).minkowski_sum(Circle::new(0.25));
    assert_eq!((sum.core().convex_radius, sum.core_support(Vec2::Y).point), (0.75, Vec2::Y));
}

#[test]
fn the_hull_of_two_has_the_larger_support() {
    let one = Rectangle::new(1.0, 1.0).placed(Affine2::from_translation(Vec2::new(5.0, 0.0)));
    let other = Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(-1.0, 2.0)));
    let corners = Vertex::with_ids(&one, [0, 1, 2, 3]).map(|vertex| vertex.point + one.core().origin);
    let cloud: Vec<_> =
        corners.into_iter().chain(unit_circle(4000).map(|p| p * 0.5 + Vec2::new(-1.0, 2.0))).collect();
    assert_support(&one.hull_with(other), &cloud, unit_circle(300), 1e-4);
    assert_support(&other.hull_with(one), &cloud, unit_circle(300), 1e-4);
    // The hull of two circles of one radius keeps the radius, as a capsule.
    let ball = |x| Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(x, 0.0)));
    assert_eq!(ball(0.0).hull_with(ball(3.0)).core().convex_radius, 0.5);
}

#[test]
fn the_aabb_is_tight_under_any_affine_map() {
    let map = Affine3A::from_mat3_translation(
        Mat3::from_cols(Vec3::new(1.0, 0.5, 0.0), Vec3::new(-0.3, -2.0, 0.1), Vec3::new(0.0, 0.4, 0.7)),
        Vec3::new(10.0, -20.0, 30.0),
    );
    let placed = Ellipsoid::from_half_size(Vec3::new(1.0, 0.5, 2.0)).placed(map);
    let aabb = placed.aabb();
    for axis in 0..3 {
        // The extent of an ellipsoid along an axis is the length of that row of its map.
        let row = Vec3::new(map.matrix3.x_axis[axis], map.matrix3.y_axis[axis], map.matrix3.z_axis[axis]);
        let extent = (row * Vec3::new(1.0, 0.5, 2.0)).length();
        assert!((aabb.max[axis] - map.translation[axis] - extent).abs() < 1e-5);
        assert!((map.translation[axis] - aabb.min[axis] - extent).abs() < 1e-5);
    }
    assert!(aabb.overlaps(&aabb.union(Sphere::new(1.0).aabb())));
    assert!(!aabb.overlaps(&Sphere::new(1.0).aabb()));
}

/// Includes hulls far from their own origin, and maps that shear, mirror and flatten.
#[test]
fn a_shape_lies_between_its_inscribed_and_its_bounding_sphere() {
    let rng = &mut Rng(21);
    let (mut bounded, mut inscribed) = (0, 0);
    for round in 0..300 {
        let far = rng.vec3(1.0) * [0.0, 1.0, 1000.0][round % 3];
        let columns = [0; 3].map(|_| rng.vec3(2.0));
        let matrix = Mat3::from_cols(columns[0], columns[1], columns[round / 3 % 3]);
        let map = Affine3A::from_mat3_translation(matrix, rng.vec3(100.0));
        let shapes: [Box<dyn Support<Vec3>>; 6] = [
            Box::new(Hull::new((0..9).map(|_| far + rng.vec3(1.0))).unwrap()),
            Box::new(Cuboid::new(rng.real(0.0, 1.0), 1.0, 2.0)),
            Box::new(Cylinder::new(rng.real(0.1, 1.0), 1.0)),
            Box::new(Cone::new(rng.real(0.1, 1.0), 1.0)),
            Box::new(ConicalFrustum::new(rng.real(0.1, 1.0), 0.5, 1.0)),
            Box::new(Sphere::new(rng.real(0.1, 1.0))),
        ];
        for shape in shapes {
            let turned = Affine3A::from_rotation_translation(rng.rotation(), rng.vec3(100.0));
            let (moved, placed) = ((&*shape).placed_rigidly(turned), (&*shape).placed(map));
            for (radius, origin, shape) in [
                (shape.size().bounding_radius, shape.core().origin, &*shape),
                (moved.size().bounding_radius, moved.core().origin, &moved as &dyn Support<Vec3>),
                (placed.size().bounding_radius, placed.core().origin, &placed),
            ] {
                let inner = shape.size().inscribed_radius;
                inscribed += usize::from(inner > 0.0);
                for _ in 0..if inner > 0.0 { 20 } else { 0 } {
                    let direction = rng.vec3(1.0);
                    let along = shape.core_support(direction).point.dot(direction) / direction.length();
                    let most = (along + shape.core().convex_radius) * (1.0 + 2e-6) + 1e-6;
                    assert!(inner <= most, "{inner} {along} {origin}");
                }
                if radius.is_infinite() {
                    continue;
                }
                bounded += 1;
                for _ in 0..20 {
                    let direction = rng.vec3(1.0);
                    let distance = shape.core_support(direction).point.length() + shape.core().convex_radius;
                    assert!(distance <= radius * (1.0 + 2e-6), "{distance} {radius} {origin}");
                }
            }
        }
    }
    assert!(bounded > 3000 && inscribed > 3000, "{bounded} {inscribed}");
}

/// The sphere that a shape reports around its center lies within it, and is the largest.
#[test]
fn inscribed_spheres_touch_the_boundary() {
    let shapes: [(&str, &dyn Support<Vec3>); 8] = [
        ("sphere", &Sphere::new(2.0)),
        ("box", &Cuboid::new(1.0, 2.0, 30.0)),
        ("capsule", &Capsule3::new(1.5, 0.5)),
        ("long capsule", &Capsule3::new(30.0, 1.0)),
        ("short capsule", &Capsule3::new(0.01, 20.0)),
        ("cylinder", &Cylinder::new(1.0, 5.0)),
        ("ellipsoid", &Ellipsoid::from_half_size(Vec3::new(1.0, 2.0, 0.3))),
        ("extrusion", &Extrusion::new(Rectangle::new(2.0, 1.0), 3.0)),
    ];
    for (name, shape) in shapes {
        let radius = shape.size().inscribed_radius;
        let on_sphere = || Vec3::AXES.into_iter().chain(unit_sphere(500)).map(|unit| unit * radius);
        for end in on_sphere() {
            assert!(contains_point(shape, end * (1.0 - 1e-4)), "{name}, {end}");
        }
        assert!(on_sphere().any(|end| !contains_point(shape, end * (1.0 + 1e-3))), "{name}");
    }
}
