//! Determinism: with the feature `libm`, the answers have the same bits on every platform, so that their hashes
//! are constants.
//!
//! `.ci/platforms` runs this code on x86-64, aarch64 and wasm32, and compares.

#[path = "common/rng.rs"]
mod rng;

use gjk::*;

use rng::Rng;

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

/// Returns an integer from `low` to `high`.
fn integer(rng: &mut Rng, low: i32, high: i32) -> f32 {
    (low + rng.below((high - low + 1) as u64) as i32) as f32
}

/// Returns a 2D shape of integer sizes at integer coordinates, turned by quarter turns and perhaps mirrored.
fn grid_shape_2d(rng: &mut Rng) -> Box<dyn Support<Vec2>> {
    let [x, y, u, v] = [(); 4].map(|()| integer(rng, -2, 2));
    let (width, height) = (integer(rng, 1, 2), integer(rng, 1, 2));
    let axes = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
    let turn = rng.below(4) as usize;
    let map =
        Affine2::from_cols(axes[turn], axes[(turn + 1 + 2 * rng.below(2) as usize) % 4], Vec2::new(x, y));
    match rng.below(7) {
        0 => Box::new(Circle::new(width).placed(map)),
        1 => Box::new(Rectangle::new(2.0 * width, 2.0 * height).placed(map)),
        2 => Box::new(Capsule2::new(width, height).placed(map)),
        3 => Box::new(Rhombus::new(2.0 * width, 2.0 * height).placed(map)),
        4 => Box::new(Triangle::new([Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(u, v)]).placed(map)),
        5 => Box::new(Rectangle::new(2.0 * width, 2.0 * height).placed(map).rounded(1.0)),
        _ => {
            let corners =
                [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(3.0, 1.0), Vec2::new(2.0, 2.0), Vec2::Y];
            Box::new(ConvexPolygon::new(corners).unwrap().placed(map))
        }
    }
}

/// Returns a 3D shape of integer sizes at integer coordinates, with its axes exchanged and perhaps mirrored.
fn grid_shape_3d(rng: &mut Rng) -> Box<dyn Support<Vec3>> {
    let [x, y, z, u, v, w] = [(); 6].map(|()| integer(rng, -2, 2));
    let (width, height, depth) = (integer(rng, 1, 2), integer(rng, 1, 2), integer(rng, 1, 2));
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let first = rng.below(3) as usize;
    let [s, t] = [(); 2].map(|()| if rng.below(2) == 0 { 1.0 } else { -1.0 });
    let map = Affine3A::from_cols(
        (axes[first] * s).into(),
        (axes[(first + 1) % 3] * t).into(),
        axes[(first + 2) % 3].into(),
        Vec3::new(x, y, z).into(),
    );
    match rng.below(9) {
        0 => Box::new(Sphere::new(width).placed(map)),
        1 => Box::new(Cuboid::new(2.0 * width, 2.0 * height, 2.0 * depth).placed(map)),
        2 => Box::new(Capsule3::new(width, height).placed(map)),
        3 => Box::new(Cylinder::new(width, 2.0 * height).placed(map)),
        4 => Box::new(Cone::new(width, 2.0 * height).placed(map)),
        5 => Box::new(
            Triangle::new([Vec3::ZERO, Vec3::new(width, 0.0, height), Vec3::new(u, v, w)]).placed(map),
        ),
        6 => Box::new(Cuboid::new(2.0 * width, 2.0 * height, 2.0 * depth).placed(map).rounded(1.0)),
        7 => Box::new(Hull::new(axes.into_iter().flat_map(|axis| [axis, -axis])).unwrap().placed(map)),
        _ => Box::new(Hull::new([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE]).unwrap().placed(map)),
    }
}

/// Returns the hashes of the answers about a thousand pairs at random in 2D and in 3D, and about a thousand on a
/// grid in 2D and in 3D: these often touch exactly, where a number is zero and has a sign.
pub fn hashes() -> [u64; 4] {
    let mut rng = Rng(53);
    let mut grid = Rng(59);
    [
        hash(1000, || Input { a: rng.shape_2d(1.2), b: rng.shape_2d(1.2), velocity: rng.vec2(2.0) }),
        hash(1000, || Input { a: rng.shape_3d(1.0), b: rng.shape_3d(1.0), velocity: rng.vec3(2.0) }),
        hash(1000, || Input {
            a: grid_shape_2d(&mut grid),
            b: grid_shape_2d(&mut grid),
            velocity: Vec2::new(integer(&mut grid, -2, 2), integer(&mut grid, -2, 2)),
        }),
        hash(1000, || Input {
            a: grid_shape_3d(&mut grid),
            b: grid_shape_3d(&mut grid),
            velocity: Vec3::from_array([(); 3].map(|()| integer(&mut grid, -2, 2))),
        }),
    ]
}

/// The [hashes] on every platform. A change of a solver may change them: then `.ci/platforms` tells whether the
/// new ones are the same everywhere.
pub const EXPECTED: [u64; 4] =
    [0x9a02_0872_6c39_c690, 0xe10f_f42a_b982_6810, 0x3044_c952_935d_7ed7, 0x1e91_4f5d_01f6_bed7];

#[test]
fn twenty_thousand_answers_have_the_same_bits_everywhere() {
    let hashes = hashes();
    assert_eq!(hashes, EXPECTED, "the hashes are {hashes:#x?}");
}
