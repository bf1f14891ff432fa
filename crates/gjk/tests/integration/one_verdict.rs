//! Two placed shapes have one verdict: whether they intersect does not depend on the question, on the order of the
//! shapes, on an observer, nor on a cache, whatever was asked before with it.
//!
//! Random pairs of all families follow paths that begin at touching, where rounding matters most. The number of
//! questions is that of the environment variable `ONE_VERDICT_QUESTIONS`, and the seed that of `ONE_VERDICT_SEED`.

use gjk::trace::{Observer, Step};
use gjk::*;

use crate::common::Rng;
use crate::common::any_shape::{self, Numbers};
use crate::common::dynamic::{cast, intersects, query};

/// The poses of a path.
const POSES: usize = 64;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}")))
}

/// The questions that were asked with caches, and the caches themselves.
struct Caches<V> {
    /// One for each question.
    own: [SimplexCache<V>; 4],
    /// One for all questions in turn.
    shared: SimplexCache<V>,
    /// Some of other pairs.
    foreign: Vec<SimplexCache<V>>,
}

/// Asks one of four questions for the verdict.
fn ask<V: Space, O: Observer<V>>(
    question: usize,
    query: Query<'_, V, dyn Support<V> + '_, dyn Support<V> + '_, O>,
) -> bool {
    match question {
        0 => query.intersects(),
        1 => query.closest_points().is_none(),
        2 => query.contact().is_some(),
        _ => query.manifold().is_some(),
    }
}

/// Asks all questions about a pair in all ways. Returns how many, and panics if one verdict differs.
fn ask_all<V: Space>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    caches: &mut Caches<V>,
    rng: &mut Rng,
    away: V,
    describe: &dyn Fn() -> String,
) -> u64 {
    let verdict = intersects(a, b);
    let mut count = 1;
    let mut check = |way: &str, question: usize, found: bool| {
        assert_eq!(found, verdict, "question {question} {way}: {}", describe());
        count += 1;
    };
    let watch = |_: Step<'_, V>| {};
    for question in 0..4 {
        check("cold", question, ask(question, query(a, b)));
        check("in the other order", question, ask(question, query(b, a)));
        check("observed", question, ask(question, query(a, b).observe(watch)));
        check("warm", question, ask(question, query(a, b).cache(&mut caches.own[question])));
        let shared = ask(question, query(a, b).cache(&mut caches.shared));
        check("with a cache of all questions", question, shared);
        let mut copy = caches.own[question];
        let observed = query(a, b).cache(&mut copy).observe(watch);
        check("warm and observed", question, ask(question, observed));
        if !caches.foreign.is_empty() {
            let mut other = caches.foreign[rng.below(caches.foreign.len() as u64) as usize];
            check("with another pair's cache", question, ask(question, query(a, b).cache(&mut other)));
        }
    }
    let mut copy = caches.own[1];
    let cast = query(a, b).cast(V::ZERO, away, V::Scalar::MAX);
    check("cast", 4, cast.is_some_and(|hit| hit.time == V::Scalar::ZERO));
    let cast = query(a, b).cache(&mut copy).cast(V::ZERO, away, V::Scalar::MAX);
    check("warm cast", 4, cast.is_some_and(|hit| hit.time == V::Scalar::ZERO));
    count
}

/// Lets a pair follow a path that begins at touching. Returns the number of questions.
fn follow_path<V: Space<Scalar = S> + core::fmt::Debug, S: Scalar>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    place: &dyn Fn(f32, V) -> V::Affine,
    direction: V,
    caches: &mut Caches<V>,
    rng: &mut Rng,
    name: &str,
) -> u64 {
    let size = a.size().half_extents.max_element().widen() + b.size().half_extents.max_element().widen();
    if !(size > 0.0 && size < 1e30) {
        return 0;
    }
    let from = direction * S::narrow(4.0 * size);
    let start = (&b).placed(place(0.0, from));
    let Some(hit) = cast(a, V::ZERO, &start, -direction, S::narrow(16.0 * size)) else { return 0 };
    let touching = from - direction * hit.time;
    (caches.own, caches.shared) = Default::default();
    let unit = V::EPSILON * size;
    let (mut count, mut at, mut angle) = (0, touching, 0.0);
    // Steps of a few roundings, or larger ones that return to touching.
    let coarse = f64::from(rng.real(0.0, 3.0));
    for pose in 0..POSES {
        let b = (&b).placed(place(angle, at));
        let describe = || format!("{name}, pose {pose}: at {at:?}, angle {angle}");
        count += ask_all(a, &b, caches, rng, direction, &describe);
        let steps =
            [0; 3].map(|_| S::narrow(unit * f64::from(rng.real(-1.0, 1.0)) * 10_f64.powf(coarse * 0.5)));
        let step = V::from_fn(|index| steps[index]);
        at = match rng.below(8) {
            0 => touching,
            1 => touching + direction * S::narrow(unit * f64::from(rng.real(-4.0, 4.0))),
            2 => touching + direction * S::narrow(size * f64::from(rng.real(-0.1, 0.1))),
            3 => touching + step,
            4 => {
                angle += rng.real(-1e-6, 1e-6);
                at
            }
            _ => at + step,
        };
    }
    if caches.foreign.len() < 256 {
        caches.foreign.extend(caches.own);
    } else {
        let index = rng.below(256) as usize;
        caches.foreign[index] = caches.shared;
    }
    count
}

/// The numbers of shapes of about unit size.
struct Sizes<'r>(&'r mut Rng);

impl Numbers for Sizes<'_> {
    fn below(&mut self, count: u64) -> u64 {
        self.0.below(count)
    }
    /// Any size, or one of few significant bits, so that touching is exact in some pairs.
    fn size(&mut self) -> f32 {
        if self.0.below(3) == 0 { (1 + self.0.below(8)) as f32 / 4.0 } else { self.0.real(0.02, 1.5) }
    }
    fn angle(&mut self, most: f32) -> f32 {
        self.size().min(most)
    }
    fn coordinate(&mut self) -> f32 {
        self.0.real(-1.0, 1.0)
    }
}

/// Returns a shape of any family in 2D, at its own origin or far from it.
fn shape_2d(rng: &mut Rng) -> Box<dyn Support<Vec2>> {
    if rng.below(17) > 0 {
        return any_shape::shape_2d(&mut Sizes(rng));
    }
    let far = rng.vec2(50.0);
    Box::new(ConvexPolygon::hull((0..7).map(|_| far + rng.vec2(1.0))).unwrap())
}

/// Returns a shape of any family in 3D, at its own origin or far from it.
fn shape_3d(rng: &mut Rng) -> Box<dyn Support<Vec3>> {
    if rng.below(18) > 0 {
        return any_shape::shape_3d(&mut Sizes(rng));
    }
    let far = rng.vec3(50.0);
    Box::new(Hull::new((0..9).map(|_| far + rng.vec3(1.0)).collect::<Vec<_>>()).unwrap())
}

/// Returns an angle: any, or none, for pairs whose sides are parallel.
fn angle(rng: &mut Rng) -> f32 {
    if rng.below(3) == 0 { 0.0 } else { rng.real(-3.0, 3.0) }
}

fn path_2d(rng: &mut Rng, caches: &mut Caches<Vec2>, name: &str) -> u64 {
    let far = if rng.below(8) == 0 { 1000.0 } else { 2.0 };
    let (a, b) = (shape_2d(rng), shape_2d(rng));
    let map = Affine2::from_angle_translation(angle(rng), rng.vec2(far));
    let (turned, mirrored) = (angle(rng), rng.below(4) == 0);
    let scale = if rng.below(6) == 0 { Sizes(rng).sizes2() } else { Vec2::ONE };
    let scale = if mirrored { scale * Vec2::new(-1.0, 1.0) } else { scale };
    let center = map.translation;
    let place =
        |more: f32, at: Vec2| Affine2::from_scale_angle_translation(scale, turned + more, center + at);
    let direction = if rng.below(3) == 0 { Vec2::X } else { Vec2::from_angle(rng.real(-3.0, 3.0)) };
    if rng.below(12) == 0 {
        let ground = HalfSpace::new(-direction, 0.0).placed(Affine2::from_translation(center));
        return follow_path(&ground, &*b, &place, direction, caches, rng, name);
    }
    follow_path(&(&*a).placed(map), &*b, &place, direction, caches, rng, name)
}

fn path_3d(rng: &mut Rng, caches: &mut Caches<Vec3>, name: &str) -> u64 {
    let far = if rng.below(8) == 0 { 1000.0 } else { 2.0 };
    let (a, b) = (shape_3d(rng), shape_3d(rng));
    let any = |rng: &mut Rng| if rng.below(3) == 0 { Quat::IDENTITY } else { rng.rotation() };
    let map = Affine3A::from_rotation_translation(any(rng), rng.vec3(far));
    let (turned, mirrored) = (any(rng), rng.below(4) == 0);
    let scale = if rng.below(6) == 0 { Sizes(rng).sizes3() } else { Vec3::ONE };
    let scale = if mirrored { scale * Vec3::new(1.0, -1.0, 1.0) } else { scale };
    let center = Vec3::from(map.translation);
    let place = move |more: f32, at: Vec3| {
        Affine3A::from_scale_rotation_translation(scale, turned * Quat::from_rotation_y(more), center + at)
    };
    let direction = if rng.below(3) == 0 { Vec3::Y } else { rng.rotation() * Vec3::Y };
    follow_path(&(&*a).placed(map), &*b, &place, direction, caches, rng, name)
}

/// The shapes that exist in any dimension, in `f64`.
fn shape_f64<V: Space<Scalar = f64>>(rng: &mut Rng) -> Box<dyn Support<V>> {
    let mut number =
        |low: f32, high: f32| f64::from(rng.real(low, high)) + 1e-9 * f64::from(rng.real(-1.0, 1.0));
    let (x, y) = (number(0.02, 1.0), number(0.02, 1.0));
    let mut vector = |low: f32| {
        let coordinates = [number(low, 1.0), number(low, 1.0), number(low, 1.0)];
        V::from_fn(|index| coordinates[index])
    };
    let (corners, half) = ([vector(-1.0), vector(-1.0), vector(-1.0)], vector(0.1));
    match rng.below(5) {
        0 => Box::new(Ball::new(x)),
        1 => Box::new(Capsule::new(x, y)),
        2 => Box::new(Orthotope::from_half_size(half)),
        3 => Box::new(Ellipsoid::from_half_size(half)),
        _ => Box::new(Triangle::new(corners)),
    }
}

fn path_f64<V: Space<Scalar = f64> + core::fmt::Debug>(
    rng: &mut Rng,
    caches: &mut Caches<V>,
    name: &str,
) -> u64 {
    let (a, b) = (shape_f64::<V>(rng), shape_f64::<V>(rng));
    let place = move |_: f32, at: V| Affine::from_translation(at);
    let direction = V::axis(rng.below(V::DIMENSION as u64) as usize);
    follow_path(&*a, &*b, &place, direction, caches, rng, name)
}

/// Follows paths until enough questions were asked.
fn follow_paths<V: Space>(share: u64, path: impl Fn(&mut Rng, &mut Caches<V>, &str) -> u64) {
    let (questions, seed) =
        (environment("ONE_VERDICT_QUESTIONS", 120_000) / share, environment("ONE_VERDICT_SEED", 1));
    let mut caches = Caches { own: Default::default(), shared: SimplexCache::default(), foreign: Vec::new() };
    let (mut count, mut index) = (0, 0);
    while count < questions {
        let path_seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index) | 1;
        let mut rng = Rng(path_seed);
        (0..8).for_each(|_| {
            rng.bits();
        });
        count += path(&mut rng, &mut caches, &format!("path {index} of seed {seed}"));
        index += 1;
    }
    println!("{count} questions about {index} pairs");
}

#[test]
fn pairs_in_2d_have_one_verdict() {
    follow_paths(3, path_2d);
}

#[test]
fn pairs_in_3d_have_one_verdict() {
    follow_paths(3, path_3d);
}

#[test]
fn pairs_in_f64_have_one_verdict() {
    follow_paths(6, path_f64::<DVec2>);
    follow_paths(6, path_f64::<DVec3>);
}

#[test]
fn a_point_at_the_edge_of_a_circle_has_one_verdict() {
    let matrix = Mat2::from_cols(Vec2::new(1.729_313_7, -0.698_811_8), Vec2::new(0.430_733_17, 0.772_140_7));
    let circle = Circle::new(0.797_260_6).placed(Affine2::from_mat2(matrix));
    let [before, at] = [0.425_497_68, 0.425_497_65].map(|y| Point::new([Vec2::new(0.732_030_33, y)]));
    let cold = intersects(&circle, &at);
    let mut cache = SimplexCache::default();
    for question in 0..4 {
        let (circle, before, at): (&dyn Support<Vec2>, &dyn Support<Vec2>, &dyn Support<Vec2>) =
            (&circle, &before, &at);
        ask(question, query(circle, before).cache(&mut cache));
        assert_eq!(ask(question, query(circle, at).cache(&mut cache)), cold, "question {question}");
    }
}
