//! Properties of any pair of shapes (proptest): the queries agree, answers are certified by bounds from both
//! sides, separating by the depth separates, and neither order, rigid motion, scale nor a cache changes an
//! answer.

use gjk::*;

use crate::common::dynamic::{closest_points, contact, intersects, query};
use proptest::prelude::*;

/// The parameters of a random shape.
#[derive(Clone, Debug)]
struct Recipe {
    kind: u8,
    sizes: [f32; 3],
    turn: Vec3,
    at: Vec3,
}

/// A similarity applied to a whole pair.
#[derive(Clone, Copy, Debug)]
struct Motion {
    scale: f32,
    turn: Vec3,
    by: Vec3,
}

const AT_REST: Motion = Motion { scale: 1.0, turn: Vec3::ZERO, by: Vec3::ZERO };

fn rotation(turn: Vec3) -> Quat {
    Quat::from_scaled_axis(turn)
}

impl Recipe {
    fn shape_3d(&self, motion: Motion) -> Box<dyn Support<Vec3>> {
        let [x, y, z] = self.sizes.map(|size| size * motion.scale);
        let turn = rotation(motion.turn);
        let at = turn * (self.at * motion.scale) + motion.by;
        let map = Affine3A::from_rotation_translation(turn * rotation(self.turn), at);
        match self.kind % 8 {
            0 => Box::new(Sphere::new(x).placed(map)),
            1 => Box::new(Cuboid::new(x, y, z).placed(map)),
            2 => Box::new(Capsule3::new(x, y).placed(map)),
            3 => Box::new(Cylinder::new(x, y).placed(map)),
            4 => Box::new(Cone::new(x, y).placed(map)),
            5 => Box::new(Ellipsoid::from_half_size(Vec3::new(x, y, z)).placed(map)),
            6 => Box::new(Triangle::new([Vec3::X * x, Vec3::Y * y, Vec3::Z * z]).placed(map)),
            _ => Box::new(Extrusion::new(Rhombus::new(x, y), z).placed(map)),
        }
    }

    fn shape_2d(&self, motion: Motion) -> Box<dyn Support<Vec2>> {
        let [x, y, z] = self.sizes.map(|size| size * motion.scale);
        let at = Vec2::from_angle(motion.turn.x).rotate(self.at.truncate() * motion.scale);
        let map = Affine2::from_angle_translation(motion.turn.x + self.turn.x, at + motion.by.truncate());
        match self.kind % 7 {
            0 => Box::new(Circle::new(x).placed(map)),
            1 => Box::new(Rectangle::new(x, y).placed(map)),
            2 => Box::new(Capsule2::new(x, y).placed(map)),
            3 => Box::new(Ellipse::new(x, y).placed(map)),
            4 => Box::new(Triangle::new([Vec2::new(x, 0.0), Vec2::new(0.0, y), Vec2::new(z, z)]).placed(map)),
            5 => Box::new(CircularSector::new(x, self.sizes[1].min(1.5)).unwrap().placed(map)),
            _ => Box::new(CircularSegment::new(x, self.sizes[1]).unwrap().placed(map)),
        }
    }
}

fn recipe(far: f32) -> impl Strategy<Value = Recipe> {
    let vector = |size: f32| {
        let real = -size..size;
        (real.clone(), real.clone(), real).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    };
    // The lower bound is a power of two, because proptest 1.12 panics now and then at a bound like 0.02: it counts the
    // range in units of the last place of 1.5 and asserts that it never leaves it.
    let size = 0.015625f32..1.5;
    (any::<u8>(), [size.clone(), size.clone(), size], vector(2.5), vector(far))
        .prop_map(|(kind, sizes, turn, at)| Recipe { kind, sizes, turn, at })
}

fn size<V: Vector<Scalar = f32>>(a: &dyn Support<V>, b: &dyn Support<V>) -> f32 {
    a.size().half_extents.max_element() + b.size().half_extents.max_element()
}

/// Returns the error allowed in an answer, a length: 1e-5 of the size of the pair, and the rounding of coordinates
/// up to 4 (four units of 2.4e-7).
fn slack(size: f32) -> f32 {
    1e-5 * size + 1e-6
}

/// Returns the signed distance: the distance, or the depth with a minus.
fn signed_distance<V: Space + Vector<Scalar = f32>>(a: &dyn Support<V>, b: &dyn Support<V>) -> f32 {
    match closest_points(a, b) {
        Some(closest) => closest.distance,
        None => contact(a, b).map_or(f32::NAN, |contact| -contact.depth),
    }
}

/// Asserts that the three queries agree, and that a lower and an upper bound certify their answers.
fn assert_certified<V: Space + Vector<Scalar = f32>>(a: &dyn Support<V>, b: &dyn Support<V>) {
    let size = size(a, b);
    let overlap = |normal: V| (a.support(normal) - b.support(-normal)).dot(normal);
    let hit = intersects(a, b);
    match (closest_points(a, b), contact(a, b)) {
        (Some(found), None) => {
            assert!(!hit);
            // The witness points bound the distance from above, the separating axis from below.
            let offset = found.on_b - found.on_a;
            let upper = offset.dot(offset).sqrt();
            assert!((upper - found.distance).abs() < slack(size), "{upper} {found:?}");
            assert!(-overlap(found.normal) > found.distance - slack(size), "{found:?}");
        }
        (None, Some(found)) => {
            assert!(hit);
            // Any direction bounds the depth from above.
            let upper = overlap(found.normal);
            assert!((upper - found.depth).abs() < slack(size), "{upper} {found:?}");
            let between = (found.on_a - found.on_b).dot(found.normal);
            assert!((between - found.depth).abs() < slack(size), "{between} {found:?}");
            for index in 0..V::DIMENSION {
                for axis in [V::axis(index), -V::axis(index)] {
                    assert!(overlap(axis) > found.depth - slack(size), "{axis:?} {found:?}");
                }
            }
            assert_depth_separates(a, b, found, size);
        }
        both => panic!("{both:?}"),
    }
    assert_symmetric(a, b, size);
}

/// Asserts that moving b by 1.01 times the depth along the normal separates the pair, and by 0.99 times does not.
fn assert_depth_separates<V: Space + Vector<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    contact: Contact<V>,
    size: f32,
) {
    if contact.depth > 1e-3 * size + 1e-4 {
        let moved = |part: f32| b.placed(Affine::from_translation(contact.normal * (contact.depth * part)));
        assert!(!intersects(a, &moved(1.01)), "{contact:?}");
        assert!(intersects(a, &moved(0.99)), "{contact:?}");
    }
}

/// Asserts that the order of the pair does not change the signed distance.
fn assert_symmetric<V: Space + Vector<Scalar = f32>>(a: &dyn Support<V>, b: &dyn Support<V>, size: f32) {
    let (there, back) = (signed_distance(a, b), signed_distance(b, a));
    assert!((there - back).abs() < 2e-5 * size, "{there} {back}");
}

/// Asserts that a similarity scales the signed distance of a pair by `scale`. `far` is the distance from the
/// origin up to which coordinates are rounded.
fn assert_similar<V: Space + Vector<Scalar = f32>>(
    [a, b]: [&dyn Support<V>; 2],
    [moved_a, moved_b]: [&dyn Support<V>; 2],
    scale: f32,
    far: f32,
) {
    let (here, there) = (signed_distance(a, b), signed_distance(moved_a, moved_b));
    // The positions are rounded at their distance from the origin.
    let slack = 3.0 * slack(size(a, b)) * scale + 4e-7 * far;
    assert!((here * scale - there).abs() < slack, "{here} {there} at scale {scale}");
}

/// Asserts that caches carried over frames do not change the answers.
fn assert_cache_is_neutral<V: Space + Vector<Scalar = f32>>(frames: &[[Box<dyn Support<V>>; 2]]) {
    let mut caches = [SimplexCache::default(); 3];
    for [a, b] in frames {
        let [first, second, third] = &mut caches;
        let cold = signed_distance(&**a, &**b);
        let close = 2.0 * slack(size(&**a, &**b));
        let hit = query(&**a, &**b).cache(first).intersects();
        assert!(hit == (cold <= 0.0) || cold.abs() < close, "{hit} {cold}");
        if let Some(warm) = query(&**a, &**b).cache(second).closest_points() {
            assert!((warm.distance - cold).abs() < close, "{warm:?} {cold}");
        }
        if let Some(warm) = query(&**a, &**b).cache(third).contact() {
            assert!((warm.depth + cold).abs() < close, "{warm:?} {cold}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn answers_in_3d_are_certified(a in recipe(1.5), b in recipe(1.5)) {
        assert_certified(&*a.shape_3d(AT_REST), &*b.shape_3d(AT_REST));
    }

    #[test]
    fn answers_in_2d_are_certified(a in recipe(1.2), b in recipe(1.2)) {
        assert_certified(&*a.shape_2d(AT_REST), &*b.shape_2d(AT_REST));
    }

    #[test]
    fn rigid_motion_and_scale_keep_the_signed_distance(
        a in recipe(1.5),
        b in recipe(1.5),
        magnitude in -3.0f32..4.0,
        elsewhere in recipe(100.0),
    ) {
        let scale = 10f32.powf(magnitude);
        let motion = Motion { scale, turn: elsewhere.turn, by: elsewhere.at * scale };
        let far = elsewhere.at.length() * scale;
        assert_similar([&*a.shape_3d(AT_REST), &*b.shape_3d(AT_REST)], [&*a.shape_3d(motion), &*b.shape_3d(motion)], scale, far);
        assert_similar(
            [&*a.shape_2d(AT_REST), &*b.shape_2d(AT_REST)],
            [&*a.shape_2d(motion), &*b.shape_2d(motion)],
            scale,
            far,
        );
    }

    #[test]
    fn a_cache_changes_no_answer(a in recipe(1.0), b in recipe(1.0), motion in recipe(0.3)) {
        let frame = |step: u8| {
            let mut b = b.clone();
            b.at += motion.at * f32::from(step);
            b.turn += motion.turn * (0.1 * f32::from(step));
            b
        };
        let shapes_3d: Vec<_> = (0..6).map(|i| [a.shape_3d(AT_REST), frame(i).shape_3d(AT_REST)]).collect();
        assert_cache_is_neutral(&shapes_3d);
        let shapes_2d: Vec<_> = (0..6).map(|i| [a.shape_2d(AT_REST), frame(i).shape_2d(AT_REST)]).collect();
        assert_cache_is_neutral(&shapes_2d);
    }
}
