//! Shapes without an extent along some axis answer as the shape of a lower dimension that they are.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{cast, closest_points, face_normal, manifold, ray_cast};

type Shape<V> = Box<dyn Support<V>>;
/// A name, a degenerate shape, and the shape of a lower dimension that it is.
type Case<V> = (&'static str, Shape<V>, Shape<V>);

fn cases_2d(rng: &mut Rng) -> Vec<Case<Vec2>> {
    let (x, y) = (rng.real(0.1, 1.0), rng.real(0.1, 1.0));
    let [a, b] = [rng.vec2(1.0), rng.vec2(1.0)];
    let (p, q) = (rng.real(0.2, 0.4), rng.real(0.6, 0.8));
    let [near_a, near_b] = [p, q].map(|t| a + (b - a) * t);
    let segment = |a: Vec2, b: Vec2| -> Shape<Vec2> { Box::new(Segment::new([a, b])) };
    let [ex, ey] = [Vec2::X * x, Vec2::Y * y];
    let angle = rng.real(-3.0, 3.0);
    let flatten = Affine2::from_scale(Vec2::new(1.0, 0.0));
    let point = || -> Shape<Vec2> { Box::new(Point::new([Vec2::ZERO])) };
    vec![
        ("hull 2", Box::new(Hull::new([a, b]).unwrap()), segment(a, b)),
        ("hull 4", Box::new(Hull::new([near_b, a, near_a, b]).unwrap()), segment(a, b)),
        ("hull x", Box::new(Hull::new([ex, ex * 0.3, -ex * 0.7, -ex]).unwrap()), segment(-ex, ex)),
        ("hull point", Box::new(Hull::new([a, a]).unwrap()), Box::new(Point::new([a]))),
        ("polygon", Box::new(ConvexPolygon::new([a, near_a, b]).unwrap()), segment(a, b)),
        ("polygon 4", Box::new(ConvexPolygon::new([a, near_a, b, near_b]).unwrap()), segment(a, b)),
        ("polygon x", Box::new(ConvexPolygon::new([-ex, ex * 0.3, ex]).unwrap()), segment(-ex, ex)),
        ("triangle", Box::new(Triangle::new([near_a, a, b])), segment(a, b)),
        ("rectangle x", Box::new(Rectangle::new(2.0 * x, 0.0)), segment(-ex, ex)),
        ("rectangle y", Box::new(Rectangle::new(0.0, 2.0 * y)), segment(-ey, ey)),
        ("rectangle 0", Box::new(Rectangle::new(0.0, 0.0)), point()),
        ("rhombus", Box::new(Rhombus::new(2.0 * x, 0.0)), segment(-ex, ex)),
        ("capsule line", Box::new(Capsule2::new(y, 0.0)), segment(-ey, ey)),
        ("capsule ball", Box::new(Capsule2::new(0.0, y)), Box::new(Circle::new(y))),
        ("capsule 0", Box::new(Capsule2::new(0.0, 0.0)), point()),
        ("circle 0", Box::new(Circle::new(0.0)), point()),
        ("ellipse", Box::new(Ellipse::new(0.0, y)), segment(-ey, ey)),
        ("ellipse 0", Box::new(Ellipse::new(0.0, 0.0)), point()),
        ("sector", Box::new(CircularSector::new(y, 0.0).unwrap()), segment(Vec2::ZERO, ey)),
        ("segment 0", Box::new(CircularSegment::new(y, 0.0).unwrap()), Box::new(Point::new([ey]))),
        ("segment point", segment(a, a), Box::new(Point::new([a]))),
        ("flat rectangle", Box::new(Rectangle::new(2.0 * x, y).placed(flatten)), segment(-ex, ex)),
        ("flat circle", Box::new(Circle::new(x).placed(flatten)), segment(-ex, ex)),
        (
            "flat turned rectangle",
            Box::new(Rectangle::new(x, y).placed(flatten * Affine2::from_angle(angle))),
            {
                let end = Vec2::X * 0.5 * ((x * angle.cos()).abs() + (y * angle.sin()).abs());
                segment(-end, end)
            },
        ),
        (
            "flat polygon",
            Box::new(ConvexPolygon::regular(x, 6).unwrap().placed(Affine2::from_scale(Vec2::new(0.0, 1.0)))),
            segment(-Vec2::Y * x, Vec2::Y * x),
        ),
    ]
}

fn cases_3d(rng: &mut Rng) -> Vec<Case<Vec3>> {
    let (x, y, z) = (rng.real(0.1, 1.0), rng.real(0.1, 1.0), rng.real(0.1, 1.0));
    let [a, b, c] = [rng.vec3(1.0), rng.vec3(1.0), rng.vec3(1.0)];
    let (p, q) = (rng.real(0.2, 0.4), rng.real(0.6, 0.8));
    let [near_a, near_b] = [p, q].map(|t| a + (b - a) * t);
    let inside = a * p + b * 0.5 * (1.0 - p) + c * 0.5 * (1.0 - p);
    let segment = |a: Vec3, b: Vec3| -> Shape<Vec3> { Box::new(Segment::new([a, b])) };
    let [ex, ey, ez] = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
    let point = || -> Shape<Vec3> { Box::new(Point::new([Vec3::ZERO])) };
    let scale = |x, y, z| Affine3A::from_scale(Vec3::new(x, y, z));
    let quad = [ex + ey, ey - ex, -ex - ey, ex - ey];
    let flat_box = || -> Shape<Vec3> { Box::new(Cuboid::new(2.0 * x, 2.0 * y, 0.0)) };
    let disc = || -> Shape<Vec3> { Box::new(Cylinder::new(x, 0.0)) };
    vec![
        ("hull 2", Box::new(Hull::new([a, b]).unwrap()), segment(a, b)),
        ("hull 4", Box::new(Hull::new([near_b, a, near_a, b]).unwrap()), segment(a, b)),
        ("hull x", Box::new(Hull::new([ex, ex * 0.3, -ex * 0.7, -ex]).unwrap()), segment(-ex, ex)),
        ("hull point", Box::new(Hull::new([a, a]).unwrap()), Box::new(Point::new([a]))),
        (
            "hull plane",
            Box::new(Hull::new([inside, a, b, near_a, c]).unwrap()),
            Box::new(Triangle::new([a, b, c])),
        ),
        ("hull quad", Box::new(Hull::new(quad).unwrap()), flat_box()),
        ("triangle", Box::new(Triangle::new([near_a, a, b])), segment(a, b)),
        ("tetrahedron", Box::new(Tetrahedron::new([near_a, a, b, c])), Box::new(Triangle::new([a, b, c]))),
        ("tetrahedron line", Box::new(Tetrahedron::new([near_a, a, b, near_b])), segment(a, b)),
        ("cuboid x", Box::new(Cuboid::new(2.0 * x, 0.0, 0.0)), segment(-ex, ex)),
        ("cuboid z", Box::new(Cuboid::new(0.0, 0.0, 2.0 * z)), segment(-ez, ez)),
        ("cuboid 0", Box::new(Cuboid::new(0.0, 0.0, 0.0)), point()),
        ("capsule line", Box::new(Capsule3::new(y, 0.0)), segment(-ey, ey)),
        ("capsule ball", Box::new(Capsule3::new(0.0, y)), Box::new(Sphere::new(y))),
        ("capsule 0", Box::new(Capsule3::new(0.0, 0.0)), point()),
        ("sphere 0", Box::new(Sphere::new(0.0)), point()),
        ("cylinder line", Box::new(Cylinder::new(0.0, 2.0 * y)), segment(-ey, ey)),
        ("cylinder 0", Box::new(Cylinder::new(0.0, 0.0)), point()),
        ("cone line", Box::new(Cone::new(0.0, 2.0 * y)), segment(-ey, ey)),
        ("cone disc", Box::new(Cone::new(x, 0.0)), disc()),
        ("cone 0", Box::new(Cone::new(0.0, 0.0)), point()),
        ("frustum line", Box::new(ConicalFrustum::new(0.0, 0.0, 2.0 * y)), segment(-ey, ey)),
        ("frustum disc", Box::new(ConicalFrustum::new(0.5 * x, x, 0.0)), disc()),
        ("frustum cone", Box::new(ConicalFrustum::new(0.0, x, y)), Box::new(Cone::new(x, y))),
        ("ellipsoid line", Box::new(Ellipsoid::<Vec3>::new(0.0, y, 0.0)), segment(-ey, ey)),
        ("ellipsoid disc", Box::new(Ellipsoid::<Vec3>::new(x, 0.0, x)), disc()),
        ("ellipsoid 0", Box::new(Ellipsoid::<Vec3>::new(0.0, 0.0, 0.0)), point()),
        ("extrusion", Box::new(Extrusion::new(Rectangle::new(2.0 * x, 2.0 * y), 0.0)), flat_box()),
        (
            "extrusion of a segment",
            Box::new(Extrusion::new(Segment::new([-ex.truncate(), ex.truncate()]), 0.0)),
            segment(-ex, ex),
        ),
        ("extrusion of a point", Box::new(Extrusion::new(Circle::new(0.0), 2.0 * z)), segment(-ez, ez)),
        ("flat cuboid", Box::new(Cuboid::new(2.0 * x, 2.0 * y, z).placed(scale(1.0, 1.0, 0.0))), flat_box()),
        (
            "flat cuboid line",
            Box::new(Cuboid::new(2.0 * x, y, z).placed(scale(1.0, 0.0, 0.0))),
            segment(-ex, ex),
        ),
        ("flat sphere", Box::new(Sphere::new(x).placed(scale(1.0, 0.0, 1.0))), disc()),
        ("flat sphere line", Box::new(Sphere::new(y).placed(scale(0.0, 1.0, 0.0))), segment(-ey, ey)),
        ("flat capsule", Box::new(Capsule3::new(y, z).placed(scale(0.0, 1.0, 0.0))), {
            let end = Vec3::Y * (y + z);
            segment(-end, end)
        }),
        ("flat cylinder", Box::new(Cylinder::new(x, y).placed(scale(1.0, 0.0, 1.0))), disc()),
        ("flat cone", Box::new(Cone::new(x, y).placed(scale(1.0, 0.0, 1.0))), disc()),
        (
            "flat triangle",
            Box::new(Triangle::new([ex, ez, -ex]).placed(scale(1.0, 1.0, 0.0))),
            segment(-ex, ex),
        ),
        (
            "flat hull",
            Box::new(
                Hull::new([quad[0] + ez, quad[1] - ez, quad[2] + ez, quad[3], ez])
                    .unwrap()
                    .placed(scale(1.0, 1.0, 0.0)),
            ),
            flat_box(),
        ),
    ]
}

fn length<V: Vector<Scalar = f32>>(vector: V) -> f32 {
    vector.dot(vector).sqrt()
}

fn near(one: f32, other: f32) -> bool {
    (one - other).abs() <= 2e-5 * (1.0 + one.abs())
}

/// Asserts that a ray hits both shapes at the same place, or none.
fn assert_same_hit<V: Space<Scalar = f32>>(
    name: &str,
    [one, other]: [&dyn Support<V>; 2],
    origin: V,
    direction: V,
) {
    let hits = [one, other].map(|shape| ray_cast(shape, origin, direction, 1e3));
    let is_same = match &hits {
        [Some(one), Some(other)] => near(one.distance, other.distance),
        [one, other] => one.is_none() && other.is_none(),
    };
    assert!(is_same, "{name}: {hits:?}");
}

/// Asserts that two shapes give the same answers about a third, and about its cast.
fn assert_same_answers<V: Space<Scalar = f32>>(
    name: &str,
    [one, other]: [&dyn Support<V>; 2],
    third: &dyn Support<V>,
    velocity: V,
) {
    match [one, other].map(|shape| closest_points(shape, third)) {
        [Some(one), Some(other)] => {
            assert!(near(one.distance, other.distance), "{name}: {one:?} {other:?}");
            let turn = length(one.normal - other.normal);
            assert!(turn < 1e-3 || one.distance < 1e-2, "{name}: {one:?} {other:?}");
        }
        [one, other] => {
            assert!(one.or(other).is_none_or(|it| it.distance < 1e-6), "{name}: {one:?} {other:?}");
        }
    }
    match &[one, other].map(|shape| manifold(shape, third)) {
        [Some(one), Some(other)] => {
            assert!(near(one.contact.depth, other.contact.depth), "{name}: {one:?} {other:?}");
            let is_same_normal = length(one.contact.normal - other.contact.normal) < 1e-3;
            let counts = [one, other].map(|manifold| manifold.points().len());
            assert!(!is_same_normal || counts[0] == counts[1], "{name}: {one:?} {other:?}");
        }
        [one, other] => {
            assert!(
                one.as_ref().or(other.as_ref()).is_none_or(|it| it.contact.depth < 1e-6),
                "{name}: {one:?} {other:?}"
            );
        }
    }
    let casts = [one, other].map(|shape| cast(shape, V::ZERO, third, velocity, 1e3));
    let [Some(hit), Some(other_hit)] = casts else {
        assert!(casts[0].is_none() && casts[1].is_none(), "{name}: {casts:?}");
        return;
    };
    assert!(near(hit.time * length(velocity), other_hit.time * length(velocity)), "{name}: {casts:?}");
    if hit.time > 0.0 {
        let hits = [(one, hit.contact), (other, other_hit.contact)];
        let [one, other] = hits.map(|(shape, contact)| face_normal(shape, contact.on_a, contact.normal));
        // Faces that are nearly perpendicular to the normal may be missed.
        let is_steep = [one, other].iter().any(|face| face.dot(hit.contact.normal) < 0.1);
        let is_missed = [one, other].iter().any(|face| length(*face - hit.contact.normal) < 1e-3);
        assert!(is_steep || is_missed || length(one - other) < 1e-2, "{name}: {one:?} {other:?} {casts:?}");
    }
}

/// Asserts that rays give the same answers: one through the shape, and one along it, which hits its end. The ends are the
/// support points along `direction` and against it; `across` is another direction.
fn assert_same_rays<V: Space<Scalar = f32>>(
    name: &str,
    shapes: [&dyn Support<V>; 2],
    origin: V,
    [direction, across]: [V; 2],
    inside: f32,
) {
    let [end, other_end, beside] =
        [direction, -direction, across].map(|direction| shapes[1].support(direction));
    let along = other_end - end;
    // Whether a ray meets a point is rounding, and so it is for a line in space.
    if length(along) < 1e-2 {
        return;
    }
    let unit = along * (1.0 / length(along));
    let height = (beside - end) - unit * unit.dot(beside - end);
    if V::DIMENSION == 2 || length(height) > 1e-2 {
        let inner = end + along * inside;
        assert_same_hit(name, shapes, origin, inner + (beside - inner) * (0.5 * inside) - origin);
    }
    // The ray is rounded, and may meet the shape a little behind its end.
    let back = 20.0;
    let hits = shapes.map(|shape| ray_cast(shape, end - unit * back, unit, 1e3));
    let is_end = |hit: &Option<RayHit<V>>| hit.is_some_and(|hit| (hit.distance - back).abs() < 0.02);
    assert!(hits.iter().all(is_end), "{name}: {hits:?}");
}

#[test]
fn degenerate_shapes_in_2d_answer_as_what_they_are() {
    let mut rng = Rng(77);
    for _ in 0..400 {
        for (name, flat, lower) in cases_2d(&mut rng) {
            let map = Affine2::from_angle_translation(rng.real(-3.0, 3.0), rng.vec2(2.0));
            let shapes: [Shape<Vec2>; 2] = [Box::new(flat.placed(map)), Box::new(lower.placed(map))];
            let shapes = [&*shapes[0], &*shapes[1]];
            let third = rng.shape_2d(4.0);
            let velocity = shapes[0].core().origin - third.core().origin + rng.vec2(1.0);
            assert_same_answers(name, shapes, &*third, velocity);
            let directions = [rng.vec2(1.0), rng.vec2(1.0)];
            let inside = rng.real(0.1, 0.9);
            assert_same_rays(name, shapes, rng.vec2(6.0), directions, inside);
        }
    }
}

#[test]
fn degenerate_shapes_in_3d_answer_as_what_they_are() {
    let mut rng = Rng(78);
    for _ in 0..400 {
        for (name, flat, lower) in cases_3d(&mut rng) {
            let map = Affine3A::from_rotation_translation(rng.rotation(), rng.vec3(2.0));
            let shapes: [Shape<Vec3>; 2] = [Box::new(flat.placed(map)), Box::new(lower.placed(map))];
            let shapes = [&*shapes[0], &*shapes[1]];
            let third = rng.shape_3d(4.0);
            let velocity = shapes[0].core().origin - third.core().origin + rng.vec3(1.0);
            assert_same_answers(name, shapes, &*third, velocity);
            let directions = [rng.vec3(1.0), rng.vec3(1.0)];
            let inside = rng.real(0.1, 0.9);
            assert_same_rays(name, shapes, rng.vec3(6.0), directions, inside);
        }
    }
}

/// Rounding of the ray and of the points decides neither whether the end is hit nor where.
#[test]
fn a_ray_along_collinear_points_hits_the_nearest_of_them() {
    let mut rng = Rng(99);
    for case in 0..4000 {
        let [a, b] = [rng.vec3(1.0), rng.vec3(1.0)];
        let [near_a, near_b] = [0.3, 0.7].map(|t| a + (b - a) * t);
        let shapes: [Shape<Vec3>; 4] = [
            Box::new(Segment::new([a, b])),
            Box::new(Hull::new([near_b, a, near_a, b]).unwrap()),
            Box::new(Tetrahedron::new([near_b, a, near_a, b])),
            Box::new(Triangle::new([b, near_a, a])),
        ];
        let distance = 10f32.powf(rng.real(-1.0, 2.0));
        let origin = a - (b - a) * distance;
        for shape in &shapes {
            let hit =
                ray_cast(&**shape, origin, b - a, 1e3).unwrap_or_else(|| panic!("{case}: {origin} {a} {b}"));
            assert!(near(hit.distance, origin.distance(a)), "{case}: {hit:?} {origin} {a}");
            assert!(hit.normal.dot((a - b).normalize()) > 0.9, "{case}: {hit:?}");
        }
    }
}
