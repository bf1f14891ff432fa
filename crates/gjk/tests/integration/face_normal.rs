//! The normal of the face that a cast hits, against a list of all faces.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{cast, face_normal};

/// A face: a point of it and its outward unit normal.
type Face<V> = (V, V);

/// How far a face may lie from the point, relative to the shape's size, and surely or possibly meet there.
const SURELY: f32 = 1e-6;
const POSSIBLY: f32 = 1e-4;

/// The angle up to which a normal is precise, in radians.
const PRECISION: f32 = 6e-3;

/// What of the answers was seen.
#[derive(Default)]
struct Seen {
    inside: u32,
    edges: u32,
    /// Answers with a face that is not the nearest, or with the normal of the contact at an edge: the nearest face is
    /// narrower than a fiftieth of the shape, or seen as a sliver.
    missed: u32,
}

impl Seen {
    /// Checks that both kinds of contacts were seen often enough, and that few faces were missed.
    fn check(&self, inside: u32, edges: u32, missed_in_1000: u32) {
        let Self { inside: seen_inside, edges: seen_edges, missed } = *self;
        assert!(seen_inside > inside && seen_edges > edges, "{seen_inside} {seen_edges}");
        assert!(missed * 1000 <= missed_in_1000 * (seen_inside + seen_edges), "{missed} missed");
    }
}

/// Checks the face normal at a contact against all faces of a polytope of about unit size.
fn check<V: Space<Scalar = f32>>(
    shape: &dyn Support<V>,
    faces: &[Face<V>],
    contact: &Contact<V>,
    seen: &mut Seen,
) {
    let outward = -contact.normal;
    let found = face_normal(shape, contact.on_b, outward);
    let size = shape.size().half_extents.max_element() + contact.on_b.max(-contact.on_b).max_element();
    // Of the faces of nearly the same normal, any may be the answer.
    let meeting = |within: f32| {
        faces
            .iter()
            .filter(move |(point, normal)| (contact.on_b - *point).dot(*normal).abs() <= within * size)
    };
    let nearest = meeting(SURELY).map(|(_, normal)| normal.dot(outward)).fold(-1.0, f32::max);
    let is_nearest = found.dot(outward) > nearest - PRECISION;
    let is_face =
        meeting(POSSIBLY).any(|(_, normal)| (*normal - found).dot(*normal - found) < PRECISION * PRECISION);
    // Every answer is a face, or the normal of the contact.
    assert!(is_face || found == outward, "{found:?} is no face at {contact:?} {faces:?}");
    let is_edge_on = meeting(POSSIBLY).all(|(_, normal)| normal.dot(outward) < 1.0 / 32.0);
    seen.missed += u32::from(!(is_nearest && is_face || is_edge_on));
    let is_inside = (found - outward).dot(found - outward) < PRECISION * PRECISION;
    *(if is_inside { &mut seen.inside } else { &mut seen.edges }) += 1;
}

/// Returns the faces of the hull of some points, by trying all planes through three of them.
fn faces_of_hull(points: &[Vec3]) -> Vec<Face<Vec3>> {
    let mut faces = Vec::new();
    for (k, &three) in points.iter().enumerate() {
        for (j, &two) in points[..k].iter().enumerate() {
            for &one in &points[..j] {
                let (one, two, three) = (one.as_dvec3(), two.as_dvec3(), three.as_dvec3());
                let normal = (two - one).cross(three - one).normalize();
                if !normal.is_finite() {
                    continue;
                }
                let heights = points.iter().map(|point| (point.as_dvec3() - one).dot(normal));
                let [low, high] =
                    heights.fold([0.0_f64; 2], |[low, high], height| [low.min(height), high.max(height)]);
                if high < 1e-6 {
                    faces.push((one.as_vec3(), normal.as_vec3()));
                }
                if low > -1e-6 {
                    faces.push((one.as_vec3(), -normal.as_vec3()));
                }
            }
        }
    }
    faces
}

/// Returns the edges of the hull of some points.
fn edges_of_hull(points: &[Vec2]) -> Vec<Face<Vec2>> {
    let mut faces = Vec::new();
    for &one in points {
        for &two in points {
            let normal = (two - one).perp().as_dvec2().normalize();
            if normal.is_finite()
                && points.iter().all(|&point| (point.as_dvec2() - one.as_dvec2()).dot(normal) < 1e-6)
            {
                faces.push((one, normal.as_vec2()));
            }
        }
    }
    faces
}

/// Returns the contact of a shape that flies from outside towards a point within 0.7 of the origin.
fn hit_3d(rng: &mut Rng, target: &dyn Support<Vec3>) -> Option<Contact<Vec3>> {
    let from = rng.vec3(1.0).try_normalize()? * 12.0;
    let velocity = rng.vec3(0.7) - from;
    let map = Affine3A::from_rotation_translation(rng.rotation(), from);
    let none = Vec3::ZERO;
    let hit = match rng.below(4) {
        0 => cast(&Sphere::new(0.3).placed(map), velocity, target, none, 2.0),
        1 => cast(&Cuboid::new(0.5, 1.0, 0.3).placed(map), velocity, target, none, 2.0),
        2 => cast(&Capsule3::new(0.2, 1.0).placed(map), velocity, target, none, 2.0),
        _ => cast(&Point::new([from]), velocity, target, none, 2.0),
    };
    hit.map(|hit| hit.contact)
}

fn hit_2d(rng: &mut Rng, target: &dyn Support<Vec2>) -> Option<Contact<Vec2>> {
    let from = rng.vec2(1.0).try_normalize()? * 12.0;
    let velocity = rng.vec2(0.7) - from;
    let map = Affine2::from_angle_translation(rng.real(-3.0, 3.0), from);
    let none = Vec2::ZERO;
    let hit = match rng.below(4) {
        0 => cast(&Circle::new(0.3).placed(map), velocity, target, none, 2.0),
        1 => cast(&Rectangle::new(0.5, 1.0).placed(map), velocity, target, none, 2.0),
        2 => cast(&Capsule2::new(0.2, 1.0).placed(map), velocity, target, none, 2.0),
        _ => cast(&Point::new([from]), velocity, target, none, 2.0),
    };
    hit.map(|hit| hit.contact)
}

/// A shape that tells nothing beside its support function.
struct Bare<S>(S);

impl<V: Vector, S: Support<V>> Support<V> for Bare<S> {
    fn support(&self, direction: V) -> V {
        self.0.support(direction)
    }
}

/// Returns a map with rotation, shear, scale and mirror, whose images of a unit shape are not too thin.
fn map_3d(rng: &mut Rng) -> Affine3A {
    let mut scale = || rng.real(0.4, 1.5) * if rng.below(2) == 0 { 1.0 } else { -1.0 };
    let scale = Vec3::new(scale(), scale(), scale());
    let [one, two] = [rng.rotation(), rng.rotation()];
    Affine3A::from_rotation_translation(one, rng.vec3(0.3))
        * Affine3A::from_scale(scale)
        * Affine3A::from_quat(two)
}

/// A shape and its faces.
type WithFaces<V> = (Box<dyn Support<V>>, Vec<Face<V>>);

/// Checks the face normals where random shapes fly against random targets, of which some are left out. If `bare`, also
/// those of the targets without their hints.
fn check_all<V: Space<Scalar = f32>>(
    seed: u64,
    rounds: usize,
    bare: bool,
    hit: &dyn Fn(&mut Rng, &dyn Support<V>) -> Option<Contact<V>>,
    target: &dyn Fn(&mut Rng) -> Option<WithFaces<V>>,
) -> Seen {
    let mut rng = Rng(seed);
    let mut seen = Seen::default();
    for _ in 0..rounds {
        let Some((shape, faces)) = target(&mut rng) else { continue };
        if let Some(contact) = hit(&mut rng, &*shape) {
            check(&*shape, &faces, &contact, &mut seen);
            if bare {
                check(&Bare(&*shape), &faces, &contact, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn the_face_of_a_sheared_box_is_one_of_its_six() {
    let corner =
        |bits: u32| Vec3::from_array([0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { -1.0 } else { 1.0 }));
    let sheared_box = |rng: &mut Rng| -> Option<WithFaces<Vec3>> {
        let map = map_3d(rng);
        let corners: Vec<Vec3> = (0..8).map(|bits| map.transform_point3(corner(bits))).collect();
        Some((Box::new(Cuboid::new(2.0, 2.0, 2.0).placed(map)), faces_of_hull(&corners)))
    };
    check_all::<Vec3>(11, 3000, true, &hit_3d, &sheared_box).check(500, 500, 0);
}

#[test]
fn the_face_of_a_hull_is_one_of_all_planes_through_three_points() {
    let hull = |rng: &mut Rng| -> Option<WithFaces<Vec3>> {
        let points: Vec<Vec3> = (0..4 + rng.below(9)).map(|_| rng.vec3(1.5)).collect();
        let faces = faces_of_hull(&points);
        Some((Box::new(Hull::new(points).unwrap()), faces))
    };
    check_all::<Vec3>(12, 3000, false, &hit_3d, &hull).check(300, 500, 10);
}

#[test]
fn the_face_of_a_triangle_is_on_the_side_that_is_hit() {
    let triangle = |rng: &mut Rng| -> Option<WithFaces<Vec3>> {
        let corners @ [one, two, three] = [rng.vec3(1.5), rng.vec3(1.5), rng.vec3(1.5)];
        let normal = (two - one).cross(three - one);
        let sides = [(one - two).length(), (two - three).length(), (three - one).length()];
        let is_thick = sides.into_iter().all(|side| side >= 0.3) && normal.length() >= 0.3;
        let normal = normal.normalize();
        let faces = vec![(one, normal), (one, -normal)];
        is_thick.then(|| -> WithFaces<Vec3> { (Box::new(Triangle::new(corners)), faces) })
    };
    check_all::<Vec3>(13, 3000, false, &hit_3d, &triangle).check(200, 200, 30);
}

#[test]
fn the_face_of_a_polygon_is_one_of_its_edges() {
    let polygon = |rng: &mut Rng| -> Option<WithFaces<Vec2>> {
        let points: Vec<Vec2> = (0..3 + rng.below(8)).map(|_| rng.vec2(1.5)).collect();
        let faces = edges_of_hull(&points);
        (!faces.is_empty()).then(|| -> WithFaces<Vec2> { (Box::new(Hull::new(points).unwrap()), faces) })
    };
    check_all::<Vec2>(14, 5000, true, &hit_2d, &polygon).check(1000, 1000, 0);
}

#[test]
fn a_segment_has_two_faces_in_2d() {
    let segment = |rng: &mut Rng| -> Option<WithFaces<Vec2>> {
        let ends @ [from, to] = [rng.vec2(1.5), rng.vec2(1.5)];
        let normal = (to - from).perp().normalize();
        let faces = vec![(from, normal), (from, -normal)];
        ((to - from).length() >= 0.2).then(|| -> WithFaces<Vec2> { (Box::new(Segment::new(ends)), faces) })
    };
    check_all::<Vec2>(15, 2000, false, &hit_2d, &segment).check(200, 100, 0);
}

#[test]
fn a_smooth_shape_has_the_normal_of_the_contact() {
    let mut rng = Rng(16);
    for round in 0..3000 {
        let size = |rng: &mut Rng| rng.real(if round % 2 == 0 { 0.5 } else { 0.02 }, 1.5);
        let [x, y, z] = [(); 3].map(|()| size(&mut rng));
        let map = Affine3A::from_rotation_translation(rng.rotation(), rng.vec3(0.3));
        let sphere = Sphere::new(1.0).placed(map_3d(&mut rng));
        let ellipsoid = Ellipsoid::from_half_size(Vec3::new(x, y, z)).placed(map);
        let capsule = Capsule3::new(x, y).placed(map);
        let rounded = Cuboid::new(x, y, z).rounded(0.05).placed(map);
        let all: [&dyn Support<Vec3>; 4] = [&sphere, &ellipsoid, &capsule, &rounded];
        for shape in all {
            let Some(contact) = hit_3d(&mut rng, shape) else { continue };
            let found = face_normal(shape, contact.on_b, -contact.normal);
            assert!((found + contact.normal).length() < 2e-3, "{found} {contact:?} {x} {y} {z}");
        }
        let map = Affine2::from_angle_translation(rng.real(-3.0, 3.0), rng.vec2(0.3));
        let ellipse = Ellipse::new(x, y).placed(map);
        let circle = Circle::new(x).placed(map);
        let all: [&dyn Support<Vec2>; 2] = [&ellipse, &circle];
        for shape in all {
            let Some(contact) = hit_2d(&mut rng, shape) else { continue };
            let found = face_normal(shape, contact.on_b, -contact.normal);
            assert!((found + contact.normal).length() < 2e-3, "{found} {contact:?} {x} {y}");
        }
    }
}

/// On the rim of a cylinder, the cap and the curved side meet.
#[test]
fn the_rim_of_a_cylinder_has_the_cap_or_the_side() {
    let cylinder = Cylinder::new(1.0, 2.0);
    for step in 0..50 {
        let turn = Quat::from_rotation_y(0.13 * step as f32);
        let rim = turn * Vec3::new(1.0, 1.0, 0.0);
        let tilt = 0.02 + 0.03 * step as f32;
        let outward = turn * Vec3::new(tilt.cos(), tilt.sin(), 0.0);
        let found = face_normal(&cylinder, rim, outward);
        let expected = if tilt < core::f32::consts::FRAC_PI_4 { turn * Vec3::X } else { Vec3::Y };
        assert!((found - expected).length() < 2e-3, "{step}: {found} {expected}");
    }
}

#[test]
fn the_answer_is_the_same_at_any_scale_and_near_in_any_place() {
    let mut rng = Rng(17);
    for scale in [1e-3_f32, 1.0, 1e3] {
        for shift in [0.0, 3.0, 100.0] {
            let at = Vec3::splat(shift * scale);
            let shape =
                Cuboid::new(2.0 * scale, 2.0 * scale, 2.0 * scale).placed(Affine3A::from_translation(at));
            for _ in 0..200 {
                let toward =
                    Vec3::new(rng.real(0.01, 1.0), rng.real(0.01, 1.0), rng.real(0.01, 1.0)).normalize();
                let found = face_normal(&shape, at + Vec3::splat(scale), toward);
                assert!(found.dot(toward) > toward.max_element() - 2e-3, "{found} {toward}");
                assert!(found.max_element() > 1.0 - 1e-6, "{found}");
            }
        }
    }
}

#[test]
fn shapes_without_faces_and_invalid_input_give_the_normal_back() {
    let normal = Vec3::new(0.6, 0.8, 0.0);
    assert_eq!(face_normal(&Point::new([Vec3::ONE]), Vec3::ONE, normal), normal);
    assert_eq!(face_normal(&Cuboid::new(0.0, 0.0, 0.0), Vec3::ZERO, normal), normal);
    let segment = Segment::new([Vec3::ZERO, Vec3::Z]);
    assert!((face_normal(&segment, Vec3::Z * 0.5, normal) - normal).length() < 2e-3);
    let triangle = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::Y]);
    assert_eq!(face_normal(&triangle, Vec3::X * 0.5, Vec3::NEG_Y), Vec3::NEG_Y, "edge-on");
    assert_eq!(face_normal(&HalfSpace::new(Vec3::Y, 0.0), Vec3::ZERO, normal), Vec3::Y);
    for bad in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY] {
        let answer = face_normal(&Cuboid::new(1.0, 1.0, 1.0), Vec3::ONE * 0.5, bad);
        assert_eq!(answer.to_string(), bad.to_string());
    }
    let far = face_normal(&Cuboid::new(1.0, 1.0, 1.0), Vec3::NAN, normal);
    assert_eq!(far, normal);
}
