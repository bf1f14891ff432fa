//! Shapes at the ends of the range of `f32`: no answer has a number that is not finite.

use std::collections::BTreeMap;

use gjk::support::TransformCache;
use gjk::*;

use crate::common::Rng;
use crate::common::answers::faults;
use crate::common::any_shape::{self, Numbers};
use crate::common::dynamic::{cast, closest_points, contact, intersects, manifold, nearest_point, ray_cast};

const MOST: f32 = f32::MAX;
/// Finite magnitudes at both ends of the range, and ordinary ones between them.
const MAGNITUDES: [f32; 20] = [
    0.0, 1e-45, 1e-44, 3e-42, 1e-39, 1.2e-38, 1e-30, 1e-20, 1e-3, 1.0, 1e3, 1e18, 1e20, 1e30, 1e33, 1e36,
    8e37, 1e38, 3e38, MOST,
];

/// Random numbers of extreme magnitudes, and shapes of such sizes and places.
struct Extremes {
    rng: Rng,
    /// The magnitudes of all sizes and places of a case.
    magnitudes: [f32; 3],
}

impl Extremes {
    fn new(seed: u64) -> Self {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| _ = rng.bits());
        let magnitudes = std::array::from_fn(|_| MAGNITUDES[rng.below(20) as usize]);
        Self { rng, magnitudes }
    }

    fn direction(&mut self) -> Vec3 {
        if self.rng.below(2) == 0 { Vec3::AXES[self.rng.below(3) as usize] } else { self.rng.vec3(1.0) }
    }

    fn shape_2d(&mut self) -> Box<dyn Support<Vec2>> {
        let turn = if self.rng.below(2) == 0 { 0.0 } else { self.rng.real(-3.0, 3.0) };
        let scale = match self.rng.below(4) {
            0 => Vec2::new(self.coordinate(), self.coordinate()),
            _ => Vec2::ONE,
        };
        let map = Affine2::from_scale_angle_translation(scale, turn, self.vec2());
        let shape = match self.rng.below(15) {
            0 => Box::new(HalfSpace::new(self.direction().truncate(), self.coordinate())),
            _ => any_shape::shape_2d(self),
        };
        self.placed(shape, map)
    }

    fn shape_3d(&mut self) -> Box<dyn Support<Vec3>> {
        let turn = if self.rng.below(2) == 0 { Quat::IDENTITY } else { self.rng.rotation() };
        let scale = match self.rng.below(4) {
            0 => self.vec3(),
            _ => Vec3::ONE,
        };
        let map = Affine3A::from_scale_rotation_translation(scale, turn, self.vec3());
        let shape = match self.rng.below(15) {
            0 => Box::new(HalfSpace::new(self.direction(), self.coordinate())),
            _ => any_shape::shape_3d(self),
        };
        self.placed(shape, map)
    }

    /// Returns a shape as it is, or placed in one of two ways.
    fn placed<V: Vector + 'static>(
        &mut self,
        shape: Box<dyn Support<V>>,
        map: V::Affine,
    ) -> Box<dyn Support<V>> {
        match self.rng.below(4) {
            0 => shape,
            1 => {
                let cache = TransformCache::new(&*shape, &map);
                Box::new(Placed::with_cache(shape, map, &cache))
            }
            _ => Box::new(shape.placed(map)),
        }
    }
}

impl Numbers for Extremes {
    fn below(&mut self, count: u64) -> u64 {
        self.rng.below(count)
    }
    fn size(&mut self) -> f32 {
        let magnitude = self.magnitudes[self.rng.below(3) as usize];
        if self.rng.below(3) == 0 { magnitude } else { magnitude * self.rng.real(0.0, 1.0) }
    }
    fn angle(&mut self, most: f32) -> f32 {
        self.rng.real(0.0, most)
    }
    fn coordinate(&mut self) -> f32 {
        let size = self.size();
        if self.rng.below(2) == 0 { size } else { -size }
    }
}

/// Asks all questions about many pairs, and counts the faults.
fn sweep<V: Space<Scalar = f32>>(
    cases: u64,
    shape: impl Fn(&mut Extremes) -> Box<dyn Support<V>>,
    vector: impl Fn(&mut Extremes) -> V,
) {
    let mut all = BTreeMap::<String, (usize, u64)>::new();
    for seed in 0..cases {
        let mut extremes = Extremes::new(seed);
        let (a, b) = (shape(&mut extremes), shape(&mut extremes));
        let velocity = vector(&mut extremes);
        let points = [vector(&mut extremes), a.core().origin, b.support(V::axis(1))];
        let max = if extremes.rng.below(4) == 0 { f32::INFINITY } else { extremes.size() };
        for fault in faults(&*a, &*b, velocity, &points, max) {
            all.entry(fault).or_insert((0, seed)).0 += 1;
        }
        // Shapes whose sizes are out of range have no contact, but may be found to intersect all the same.
        let sized = [&a, &b].iter().all(|shape| shape.size().half_extents.is_finite());
        let meets = intersects(&*a, &*b);
        if sized && (contact(&*a, &*b).is_some() != meets || meets && closest_points(&*a, &*b).is_some()) {
            all.entry("the questions disagree on whether they meet".into()).or_insert((0, seed)).0 += 1;
        }
    }
    assert!(all.is_empty(), "{} kinds of faults, how often and where first: {all:#?}", all.len());
}

#[test]
fn shapes_of_extreme_sizes_and_places_get_finite_answers_in_2d() {
    sweep::<Vec2>(10_000, Extremes::shape_2d, Extremes::vec2);
}

#[test]
fn shapes_of_extreme_sizes_and_places_get_finite_answers_in_3d() {
    sweep::<Vec3>(10_000, Extremes::shape_3d, Extremes::vec3);
}

/// The lowest point of a sphere may exceed the range, although its distance from the half-space does not.
#[test]
fn half_spaces_at_the_end_of_the_range_keep_their_distances() {
    let ground = |height| HalfSpace::new(Vec3::Y, height);
    let ball = |radius, height| Sphere::new(radius).placed(Affine3A::from_translation(Vec3::Y * height));
    for height in [1e38_f32, 3e38, -3e38, f32::MAX] {
        // The sphere is below the boundary, on it, or above it; as far as there is room for that.
        let radius = 1e36;
        let meeting = contact(&ground(height), &ball(radius, height)).unwrap();
        assert_eq!((meeting.depth, meeting.status), (radius, Status::Converged), "{height}");
        assert!(intersects(&ball(radius, height), &ground(height)));
        let apart = 0.5 * height.abs();
        if height < 0.0 {
            let closest = closest_points(&ground(height), &ball(radius, height + apart)).unwrap();
            assert!((closest.distance / (apart - radius) - 1.0).abs() < 1e-6, "{closest:?}");
            assert!(!intersects(&ground(height), &ball(radius, height + apart)));
        } else {
            let within = contact(&ground(height), &ball(radius, height - apart)).unwrap();
            assert!((within.depth / (apart + radius) - 1.0).abs() < 1e-6, "{within:?}");
        }
    }
}

#[test]
fn numbers_beyond_the_range_are_clamped_and_reported() {
    // The lowest point of the sphere and its depth exceed the range.
    let ground = HalfSpace::new(Vec3::Y, 3e38);
    let low = Sphere::new(1e38).placed(Affine3A::from_translation(Vec3::Y * -3e38));
    let deep = contact(&ground, &low).unwrap();
    assert_eq!((deep.depth, deep.normal, deep.status), (f32::MAX, Vec3::Y, Status::OutOfRange));
    assert_eq!((deep.on_a.y, deep.on_b.y), (3e38, f32::MIN));
    assert!(intersects(&ground, &low) && closest_points(&ground, &low).is_none());
    assert_eq!(manifold(&ground, &low).unwrap().contact, deep);
    let up = cast(&ground, Vec3::ZERO, &low, Vec3::Y, 1.0).unwrap();
    assert_eq!((up.time, up.contact), (0.0, deep));
    // The distance of two spheres exceeds it, and so does the time of a cast without a limit.
    let place = |x: f32| Sphere::new(1.0).placed(Affine3A::from_translation(Vec3::X * x));
    let (left, right) = (place(-3e38), place(3e38));
    let apart = closest_points(&left, &right).unwrap();
    assert_eq!((apart.distance, apart.normal, apart.status), (f32::MAX, Vec3::X, Status::OutOfRange));
    assert_eq!((apart.on_a, apart.on_b), (Vec3::X * -3e38, Vec3::X * 3e38));
    assert!(!intersects(&left, &right) && contact(&left, &right).is_none());
    let late = cast(&left, Vec3::X, &right, Vec3::ZERO, f32::INFINITY).unwrap();
    assert_eq!((late.time, late.contact.status), (f32::MAX, Status::OutOfRange));
    let nearest = nearest_point(&right, Vec3::X * -3e38);
    assert_eq!((nearest.distance, nearest.status), (f32::MAX, Status::OutOfRange));
    let hit = ray_cast(&right, Vec3::X * -3e38, Vec3::X, f32::INFINITY).unwrap();
    assert_eq!((hit.distance, hit.status), (f32::MAX, Status::OutOfRange));
    // The vertices of a box exceed it, but not its center.
    let half = Vec3::new(1e38, 1.0, 1e38);
    let floor = Cuboid::from_half_size(half).placed(Affine3A::from_translation(Vec3::new(3e38, 0.0, 0.0)));
    let slab = Cuboid::from_half_size(half).placed(Affine3A::from_translation(Vec3::new(3e38, 1.5, 0.0)));
    let touching = manifold(&floor, &slab).unwrap();
    assert_eq!(touching.points().len(), 4);
    assert!(touching.points().iter().all(|point| point.on_a.is_finite() && point.on_b.is_finite()));
    assert_eq!(touching.contact.status, Status::OutOfRange);
}
