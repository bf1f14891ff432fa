//! Shapes without an extent along some axis answer as the shape of a lower dimension that they are.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{cast, closest_points, face_normal, manifold, ray_cast};

type Shape<V> = Box<dyn Support<V>>;
/// A name, a degenerate shape, and the shape of a lower dimension that it is.
type Case<V> = (&'static str, Shape<V>, Shape<V>);

fn case<V: Vector>(
    name: &'static str,
    flat: impl Support<V> + 'static,
    lower: impl Support<V> + 'static,
) -> Case<V> {
    (name, Box::new(flat), Box::new(lower))
}

fn cases_2d(rng: &mut Rng) -> Vec<Case<Vec2>> {
    let (x, y) = (rng.real(0.1, 1.0), rng.real(0.1, 1.0));
    let [a, b] = [rng.vec2(1.0), rng.vec2(1.0)];
    let (p, q) = (rng.real(0.2, 0.4), rng.real(0.6, 0.8));
    let [near_a, near_b] = [p, q].map(|t| a + (b - a) * t);
    let segment = |a: Vec2, b: Vec2| Segment::new([a, b]);
    let [ex, ey] = [Vec2::X * x, Vec2::Y * y];
    let angle = rng.real(-3.0, 3.0);
    let turned = Vec2::X * 0.5 * ((x * angle.cos()).abs() + (y * angle.sin()).abs());
    let flatten = Affine2::from_scale(Vec2::new(1.0, 0.0));
    let point = || Point::new([Vec2::ZERO]);
    let turned_rectangle = Rectangle::new(x, y).placed(flatten * Affine2::from_angle(angle));
    let upright = Affine2::from_scale(Vec2::new(0.0, 1.0));
    let flat_polygon = ConvexPolygon::regular(x, 6).unwrap().placed(upright);
    vec![
        case("hull 2", Hull::new([a, b]).unwrap(), segment(a, b)),
        case("hull 4", Hull::new([near_b, a, near_a, b]).unwrap(), segment(a, b)),
        case("hull x", Hull::new([ex, ex * 0.3, -ex * 0.7, -ex]).unwrap(), segment(-ex, ex)),
        case("hull point", Hull::new([a, a]).unwrap(), Point::new([a])),
        case("polygon", ConvexPolygon::new([a, near_a, b]).unwrap(), segment(a, b)),
        case("polygon 4", ConvexPolygon::new([a, near_a, b, near_b]).unwrap(), segment(a, b)),
        case("polygon x", ConvexPolygon::new([-ex, ex * 0.3, ex]).unwrap(), segment(-ex, ex)),
        case("triangle", Triangle::new([near_a, a, b]), segment(a, b)),
        case("rectangle x", Rectangle::new(2.0 * x, 0.0), segment(-ex, ex)),
        case("rectangle y", Rectangle::new(0.0, 2.0 * y), segment(-ey, ey)),
        case("rectangle 0", Rectangle::new(0.0, 0.0), point()),
        case("rhombus", Rhombus::new(2.0 * x, 0.0), segment(-ex, ex)),
        case("capsule line", Capsule2::new(y, 0.0), segment(-ey, ey)),
        case("capsule ball", Capsule2::new(0.0, y), Circle::new(y)),
        case("capsule 0", Capsule2::new(0.0, 0.0), point()),
        case("circle 0", Circle::new(0.0), point()),
        case("ellipse", Ellipse::new(0.0, y), segment(-ey, ey)),
        case("ellipse 0", Ellipse::new(0.0, 0.0), point()),
        case("sector", CircularSector::new(y, 0.0).unwrap(), segment(Vec2::ZERO, ey)),
        case("segment 0", CircularSegment::new(y, 0.0).unwrap(), Point::new([ey])),
        case("segment point", segment(a, a), Point::new([a])),
        case("flat rectangle", Rectangle::new(2.0 * x, y).placed(flatten), segment(-ex, ex)),
        case("flat circle", Circle::new(x).placed(flatten), segment(-ex, ex)),
        case("flat turned rectangle", turned_rectangle, segment(-turned, turned)),
        case("flat polygon", flat_polygon, segment(-Vec2::Y * x, Vec2::Y * x)),
    ]
}

fn cases_3d(rng: &mut Rng) -> Vec<Case<Vec3>> {
    let (x, y, z) = (rng.real(0.1, 1.0), rng.real(0.1, 1.0), rng.real(0.1, 1.0));
    let [a, b, c] = [rng.vec3(1.0), rng.vec3(1.0), rng.vec3(1.0)];
    let (p, q) = (rng.real(0.2, 0.4), rng.real(0.6, 0.8));
    let [near_a, near_b] = [p, q].map(|t| a + (b - a) * t);
    let inside = a * p + b * 0.5 * (1.0 - p) + c * 0.5 * (1.0 - p);
    let segment = |a: Vec3, b: Vec3| Segment::new([a, b]);
    let [ex, ey, ez] = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
    let point = || Point::new([Vec3::ZERO]);
    let scale = |x, y, z| Affine3A::from_scale(Vec3::new(x, y, z));
    let quad = [ex + ey, ey - ex, -ex - ey, ex - ey];
    let flat_box = || Cuboid::new(2.0 * x, 2.0 * y, 0.0);
    let disc = || Cylinder::new(x, 0.0);
    let line = Segment::new([-ex.truncate(), ex.truncate()]);
    let top = Vec3::Y * (y + z);
    let hull = Hull::new([quad[0] + ez, quad[1] - ez, quad[2] + ez, quad[3], ez]).unwrap();
    vec![
        case("hull 2", Hull::new([a, b]).unwrap(), segment(a, b)),
        case("hull 4", Hull::new([near_b, a, near_a, b]).unwrap(), segment(a, b)),
        case("hull x", Hull::new([ex, ex * 0.3, -ex * 0.7, -ex]).unwrap(), segment(-ex, ex)),
        case("hull point", Hull::new([a, a]).unwrap(), Point::new([a])),
        case("hull plane", Hull::new([inside, a, b, near_a, c]).unwrap(), Triangle::new([a, b, c])),
        case("hull quad", Hull::new(quad).unwrap(), flat_box()),
        case("triangle", Triangle::new([near_a, a, b]), segment(a, b)),
        case("tetrahedron", Tetrahedron::new([near_a, a, b, c]), Triangle::new([a, b, c])),
        case("tetrahedron line", Tetrahedron::new([near_a, a, b, near_b]), segment(a, b)),
        case("cuboid x", Cuboid::new(2.0 * x, 0.0, 0.0), segment(-ex, ex)),
        case("cuboid z", Cuboid::new(0.0, 0.0, 2.0 * z), segment(-ez, ez)),
        case("cuboid 0", Cuboid::new(0.0, 0.0, 0.0), point()),
        case("capsule line", Capsule3::new(y, 0.0), segment(-ey, ey)),
        case("capsule ball", Capsule3::new(0.0, y), Sphere::new(y)),
        case("capsule 0", Capsule3::new(0.0, 0.0), point()),
        case("sphere 0", Sphere::new(0.0), point()),
        case("cylinder line", Cylinder::new(0.0, 2.0 * y), segment(-ey, ey)),
        case("cylinder 0", Cylinder::new(0.0, 0.0), point()),
        case("cone line", Cone::new(0.0, 2.0 * y), segment(-ey, ey)),
        case("cone disc", Cone::new(x, 0.0), disc()),
        case("cone 0", Cone::new(0.0, 0.0), point()),
        case("frustum line", ConicalFrustum::new(0.0, 0.0, 2.0 * y), segment(-ey, ey)),
        case("frustum disc", ConicalFrustum::new(0.5 * x, x, 0.0), disc()),
        case("frustum cone", ConicalFrustum::new(0.0, x, y), Cone::new(x, y)),
        case("ellipsoid line", Ellipsoid::<Vec3>::new(0.0, y, 0.0), segment(-ey, ey)),
        case("ellipsoid disc", Ellipsoid::<Vec3>::new(x, 0.0, x), disc()),
        case("ellipsoid 0", Ellipsoid::<Vec3>::new(0.0, 0.0, 0.0), point()),
        case("extrusion", Extrusion::new(Rectangle::new(2.0 * x, 2.0 * y), 0.0), flat_box()),
        case("extrusion of a segment", Extrusion::new(line, 0.0), segment(-ex, ex)),
        case("extrusion of a point", Extrusion::new(Circle::new(0.0), 2.0 * z), segment(-ez, ez)),
        case("flat cuboid", Cuboid::new(2.0 * x, 2.0 * y, z).placed(scale(1.0, 1.0, 0.0)), flat_box()),
        case("flat cuboid line", Cuboid::new(2.0 * x, y, z).placed(scale(1.0, 0.0, 0.0)), segment(-ex, ex)),
        case("flat sphere", Sphere::new(x).placed(scale(1.0, 0.0, 1.0)), disc()),
        case("flat sphere line", Sphere::new(y).placed(scale(0.0, 1.0, 0.0)), segment(-ey, ey)),
        case("flat capsule", Capsule3::new(y, z).placed(scale(0.0, 1.0, 0.0)), segment(-top, top)),
        case("flat cylinder", Cylinder::new(x, y).placed(scale(1.0, 0.0, 1.0)), disc()),
        case("flat cone", Cone::new(x, y).placed(scale(1.0, 0.0, 1.0)), disc()),
        case("flat triangle", Triangle::new([ex, ez, -ex]).placed(scale(1.0, 1.0, 0.0)), segment(-ex, ex)),
        case("flat hull", hull.placed(scale(1.0, 1.0, 0.0)), flat_box()),
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
            let either = one.as_ref().or(other.as_ref());
            assert!(either.is_none_or(|it| it.contact.depth < 1e-6), "{name}: {one:?} {other:?}");
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

/// Asserts that rays give the same answers: one through the shape, and one along it, which hits its end. The ends are
/// the support points along `direction` and against it; `across` is another direction.
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

/// Compares all cases with what they are, at random places and with random other shapes.
fn check_all<V: Space<Scalar = f32>>(
    seed: u64,
    cases: fn(&mut Rng) -> Vec<Case<V>>,
    place: fn(&mut Rng) -> V::Affine,
    third: fn(&mut Rng, f32) -> Shape<V>,
    vector: fn(&mut Rng, f32) -> V,
) {
    let mut rng = Rng(seed);
    for _ in 0..400 {
        for (name, flat, lower) in cases(&mut rng) {
            let map = place(&mut rng);
            let shapes: [&dyn Support<V>; 2] = [&flat.placed(map), &lower.placed(map)];
            let third = third(&mut rng, 4.0);
            let velocity = shapes[0].core().origin - third.core().origin + vector(&mut rng, 1.0);
            assert_same_answers(name, shapes, &*third, velocity);
            let directions = [vector(&mut rng, 1.0), vector(&mut rng, 1.0)];
            let inside = rng.real(0.1, 0.9);
            assert_same_rays(name, shapes, vector(&mut rng, 6.0), directions, inside);
        }
    }
}

#[test]
fn degenerate_shapes_in_2d_answer_as_what_they_are() {
    let place = |rng: &mut Rng| Affine2::from_angle_translation(rng.real(-3.0, 3.0), rng.vec2(2.0));
    check_all::<Vec2>(77, cases_2d, place, Rng::shape_2d, Rng::vec2);
}

#[test]
fn degenerate_shapes_in_3d_answer_as_what_they_are() {
    let place = |rng: &mut Rng| Affine3A::from_rotation_translation(rng.rotation(), rng.vec3(2.0));
    check_all::<Vec3>(78, cases_3d, place, Rng::shape_3d, Rng::vec3);
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
