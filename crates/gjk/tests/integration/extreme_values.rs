//! Extreme values: shapes with NaN, infinities, subnormals and arbitrary bit patterns for sizes, maps and
//! velocities neither panic nor hang a query. `tools/fuzz` runs the same queries on bytes of its own.

use gjk::*;

use crate::common::Rng;
use crate::common::raw_shapes::{RawShapes, query_all};

/// Returns the bytes of 64 numbers, each after a random byte that can select a kind of shape: raw bit
/// patterns, special values and moderate numbers.
fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    const SPECIAL: [f32; 10] =
        [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45, f32::EPSILON];
    let extremes = rng.below(3);
    let mut bytes = Vec::new();
    for _ in 0..64 {
        bytes.push(rng.bits() as u8);
        let number = match rng.below(8) {
            0 if extremes == 0 => f32::from_bits(rng.bits() as u32),
            1 if extremes < 2 => SPECIAL[rng.below(10) as usize],
            2 => SPECIAL[rng.below(4) as usize],
            3 => rng.below(5) as f32 - 2.0,
            _ => rng.real(-2.0, 2.0),
        };
        bytes.extend(number.to_le_bytes());
    }
    bytes
}

/// Returns the same without the bytes between the numbers but the first, so that one shape after the other
/// reads whole numbers.
fn random_numbers(rng: &mut Rng) -> Vec<u8> {
    let all = random_bytes(rng);
    let mut bytes = Vec::new();
    for (index, chunk) in all.chunks(5).enumerate() {
        bytes.extend(if index == 0 { chunk } else { &chunk[1..] });
    }
    bytes
}

#[test]
fn queries_of_pairs_of_arbitrary_bits_end() {
    let mut rng = Rng(61);
    for _ in 0..6000 {
        RawShapes::new(&random_bytes(&mut rng)).query_pair_2d();
        RawShapes::new(&random_numbers(&mut rng)).query_pair_2d();
        RawShapes::new(&random_bytes(&mut rng)).query_pair_3d();
        RawShapes::new(&random_numbers(&mut rng)).query_pair_3d();
    }
}

/// A negative radius is no shape; the answers about it are finite all the same, where the centers are one point, too.
#[test]
fn answers_about_negative_radii_are_finite() {
    fn check<V: Space + Vector<Scalar = f32>>(shapes: &[Box<dyn Support<V>>]) {
        for one in shapes {
            shapes.iter().for_each(|other| query_all(&**one, &**other, V::axis(0), 1.0, true));
        }
    }
    let radii = [-1.0, -3e-5, -1e-30, 0.0, 1e-30, 1.0];
    let in_2d = radii.map(|radius| -> [Box<dyn Support<Vec2>>; 5] {
        [
            Box::new(Circle::new(radius)),
            Box::new(Capsule2::new(radius, 0.0)),
            Box::new(Capsule2::new(0.0, radius)),
            Box::new(Rectangle::new(1.0, 1.0).rounded(radius)),
            Box::new(Rectangle::new(0.0, 0.0).rounded(radius)),
        ]
    });
    check(in_2d.as_flattened());
    let in_3d = radii.map(|radius| -> [Box<dyn Support<Vec3>>; 5] {
        [
            Box::new(Sphere::new(radius)),
            Box::new(Capsule3::new(radius, 0.0)),
            Box::new(Capsule3::new(0.0, radius)),
            Box::new(Cuboid::from_half_size(Vec3::ONE).rounded(radius)),
            Box::new(Cuboid::from_half_size(Vec3::ZERO).rounded(radius)),
        ]
    });
    check(in_3d.as_flattened());
}
