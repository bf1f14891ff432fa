//! Properties of any pair of shapes: the queries agree, answers are certified by bounds from both sides, separating by
//! the depth separates, and neither order, rigid motion, scale nor a cache changes an answer.

use gjk::*;

use crate::common::Rng;
use crate::common::dynamic::{closest_points, contact, intersects, query};

/// The number of pairs in each dimension.
const PAIRS: usize = 1500;

/// Returns a random shape of any size from a hundredth to 1.5.
fn shape_2d(rng: &mut Rng, far: f32) -> impl Support<Vec2> + use<> {
    let scale = Affine2::from_scale(Vec2::splat(rng.real(0.15, 1.5)));
    rng.shape_2d(far).placed(scale)
}

fn shape_3d(rng: &mut Rng, far: f32) -> impl Support<Vec3> + use<> {
    let scale = Affine3A::from_scale(Vec3::splat(rng.real(0.15, 1.5)));
    rng.shape_3d(far).placed(scale)
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
pub fn signed_distance<V: Space + Vector<Scalar = f32>>(a: &dyn Support<V>, b: &dyn Support<V>) -> f32 {
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
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    similarity: V::Affine,
    scale: f32,
    far: f32,
) {
    let (here, there) =
        (signed_distance(a, b), signed_distance(&a.placed(similarity), &b.placed(similarity)));
    // The positions are rounded at their distance from the origin.
    let slack = 3.0 * slack(size(a, b)) * scale + 4e-7 * far;
    assert!((here * scale - there).abs() < slack, "{here} {there} at scale {scale}");
}

/// Asserts that caches carried over frames do not change the answers.
fn assert_cache_is_neutral<V: Space + Vector<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    place: &dyn Fn(f32) -> V::Affine,
) {
    let mut caches = [SimplexCache::default(); 3];
    for frame in 0..6_u8 {
        let b = b.placed(place(f32::from(frame)));
        let [first, second, third] = &mut caches;
        let cold = signed_distance(a, &b);
        let close = 2.0 * slack(size(a, &b));
        let hit = query(a, &b).cache(first).intersects();
        assert!(hit == (cold <= 0.0) || cold.abs() < close, "{hit} {cold}");
        if let Some(warm) = query(a, &b).cache(second).closest_points() {
            assert!((warm.distance - cold).abs() < close, "{warm:?} {cold}");
        }
        if let Some(warm) = query(a, &b).cache(third).contact() {
            assert!((warm.depth + cold).abs() < close, "{warm:?} {cold}");
        }
    }
}

#[test]
fn answers_are_certified() {
    let mut rng = Rng(61);
    for _ in 0..PAIRS {
        assert_certified(&shape_3d(&mut rng, 1.5), &shape_3d(&mut rng, 1.5));
        assert_certified(&shape_2d(&mut rng, 1.2), &shape_2d(&mut rng, 1.2));
    }
}

#[test]
fn rigid_motion_and_scale_keep_the_signed_distance() {
    let mut rng = Rng(67);
    for _ in 0..PAIRS {
        let scale = 10f32.powf(rng.real(-3.0, 4.0));
        let (turn, by) = (rng.rotation(), rng.vec3(100.0) * scale);
        let motion = Affine3A::from_scale_rotation_translation(Vec3::splat(scale), turn, by);
        assert_similar(&shape_3d(&mut rng, 1.5), &shape_3d(&mut rng, 1.5), motion, scale, by.length());
        let (angle, by) = (rng.real(-3.0, 3.0), by.truncate());
        let motion = Affine2::from_scale_angle_translation(Vec2::splat(scale), angle, by);
        assert_similar(&shape_2d(&mut rng, 1.5), &shape_2d(&mut rng, 1.5), motion, scale, by.length());
    }
}

#[test]
fn a_cache_changes_no_answer() {
    let mut rng = Rng(71);
    for _ in 0..PAIRS {
        let (step, axis, turn) = (rng.vec3(0.3), rng.vec3(1.0).normalize(), rng.real(-0.25, 0.25));
        let (a, b) = (shape_3d(&mut rng, 1.0), shape_3d(&mut rng, 1.0));
        assert_cache_is_neutral(&a, &b, &|frame| {
            Affine3A::from_rotation_translation(Quat::from_axis_angle(axis, turn * frame), step * frame)
        });
        let (a, b) = (shape_2d(&mut rng, 1.0), shape_2d(&mut rng, 1.0));
        assert_cache_is_neutral(&a, &b, &|frame| {
            Affine2::from_angle_translation(turn * frame, step.truncate() * frame)
        });
    }
}
