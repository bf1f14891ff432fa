//! Determinism: with the feature `libm`, the answers have the same bits on every platform, so that their hashes
//! are constants.
//!
//! `.ci/platforms` runs this code on x86-64, aarch64 and wasm32, and compares.

mod common;

use common::Rng;
use gjk::*;

/// A 64-bit FNV-1a hash.
struct Hash(u64);

impl Hash {
    fn add<V: Vector<Scalar = f32>>(&mut self, answer: Option<(V, V, V, f32)>) {
        let Some((on_a, on_b, normal, length)) = answer else { return self.bits(0) };
        for vector in [on_a, on_b, normal] {
            (0..V::DIMENSION).for_each(|index| self.bits(vector.element(index).to_bits()));
        }
        self.bits(length.to_bits());
    }

    fn bits(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Hashes the answers of five queries about each of `pairs` pairs.
fn hash<V: Space + Vector<Scalar = f32>>(pairs: usize, pair: impl FnMut() -> Input<V>) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for Input { a, b, velocity } in core::iter::repeat_with(pair).take(pairs) {
        hash.bits(intersects(&*a, &*b).into());
        hash.add(closest_points(&*a, &*b).map(|c| (c.on_a, c.on_b, c.normal, c.distance)));
        hash.add(contact(&*a, &*b).map(|c| (c.on_a, c.on_b, c.normal, c.depth)));
        let hit = cast(&*a, V::ZERO, &*b, velocity, 2.0);
        hash.add(hit.map(|hit| (hit.contact.on_a, hit.contact.on_b, hit.contact.normal, hit.time)));
        let points = manifold(&*a, &*b);
        hash.bits(points.as_ref().map_or(0, |manifold| manifold.points().len() as u32));
        for point in points.iter().flat_map(Manifold::points) {
            hash.add(Some((point.on_a, point.on_b, V::ZERO, point.depth)));
        }
    }
    hash.0
}

struct Input<V> {
    a: Box<dyn Support<V>>,
    b: Box<dyn Support<V>>,
    velocity: V,
}

/// Returns the hashes of the answers about a thousand pairs in 2D and a thousand in 3D.
pub fn hashes() -> [u64; 2] {
    let mut rng = Rng(53);
    [
        hash(1000, || Input { a: rng.shape_2d(1.2), b: rng.shape_2d(1.2), velocity: rng.vec2(2.0) }),
        hash(1000, || Input { a: rng.shape_3d(1.0), b: rng.shape_3d(1.0), velocity: rng.vec3(2.0) }),
    ]
}

/// The [hashes] on every platform. A change of a solver may change them: then `.ci/platforms` tells whether the
/// new ones are the same everywhere.
pub const EXPECTED: [u64; 2] = [0x9a02_0872_6c39_c690, 0xe10f_f42a_b982_6810];

#[test]
fn ten_thousand_answers_have_the_same_bits_everywhere() {
    let hashes = hashes();
    assert_eq!(hashes, EXPECTED, "the hashes are {hashes:#x?}");
}
