//! Allocation: no query allocates, cold or warm.
//!
//! `allocation_counter` counts the allocations of this thread, which takes `unsafe` code of its own.

#[path = "common/rng.rs"]
mod rng;

use allocation_counter::measure;
use gjk::*;

use rng::Rng;

/// Runs a query, and fails if it allocates.
fn without_allocation<R>(name: &str, query: impl FnOnce() -> R) -> R {
    let mut answer = None;
    let info = measure(|| answer = Some(query()));
    assert_eq!(info.count_total, 0, "{name} allocates {} bytes", info.bytes_total);
    answer.expect("the query has run")
}

/// Runs every query about a pair without an allocation, and returns whether the pair touches.
fn query_all<V: Space<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    cache: &mut SimplexCache<V>,
    (point, direction): (V, V),
) -> bool {
    let touching = without_allocation("intersects", || intersects(a, b));
    without_allocation("closest_points", || closest_points(a, b));
    without_allocation("contact", || contact(a, b));
    without_allocation("manifold", || manifold(a, b));
    without_allocation("cast", || cast(a, direction, b, -direction, 2.0));
    without_allocation("ray_cast", || ray_cast(a, point, direction, 10.0));
    without_allocation("contains_point", || contains_point(a, point));
    without_allocation("nearest_point", || nearest_point(b, point));
    without_allocation("bounds", || a.aabb());

    without_allocation("intersects, warm", || Query::new(a, b).cache(cache).intersects());
    without_allocation("closest_points, warm", || Query::new(a, b).cache(cache).closest_points());
    without_allocation("contact, warm", || Query::new(a, b).cache(cache).contact());
    without_allocation("manifold, warm", || Query::new(a, b).cache(cache).manifold());
    without_allocation("cast, warm", || Query::new(a, b).cache(cache).cast(direction, -direction, 2.0));
    let origin = Point::new([point]);
    let ray = &mut SimplexCache::default();
    for _ in 0..2 {
        without_allocation("ray_cast, warm", || Query::new(&origin, a).cache(ray).ray_cast(direction, 10.0));
    }
    touching
}

/// A polygon of up to a hundred corners.
fn polygon(rng: &mut Rng) -> ConvexPolygon {
    ConvexPolygon::regular(rng.real(0.3, 1.0), 3 + rng.below(98) as usize).expect("a polygon")
}

fn shape_2d(rng: &mut Rng) -> Box<dyn Support<Vec2>> {
    let place = Affine2::from_angle_translation(rng.real(-3.0, 3.0), rng.vec2(1.0));
    match rng.below(4) {
        0 => Box::new(polygon(rng).placed(place)),
        1 => Box::new(Hull::new((0..40).map(|_| rng.vec2(1.0))).expect("a hull").placed(place)),
        2 => Box::new(HalfSpace::new(Vec2::Y, -1.0).placed(place)),
        _ => rng.shape_2d(1.0),
    }
}

fn shape_3d(rng: &mut Rng) -> Box<dyn Support<Vec3>> {
    let place = Affine3A::from_rotation_translation(rng.rotation(), rng.vec3(1.0));
    match rng.below(4) {
        0 => {
            let count = 4 + rng.below(300);
            let points = (0..count).map(|_| rng.rotation() * Vec3::X);
            Box::new(Hull::new(points).expect("a hull").placed(place))
        }
        1 => Box::new(Extrusion::new(polygon(rng), 0.5).placed(place)),
        2 => Box::new(HalfSpace::new(Vec3::Y, -1.0).placed(place)),
        _ => rng.shape_3d(1.0),
    }
}

/// Runs all queries about many pairs that move, and checks that enough of them touch and are apart.
fn query_pairs<V: Space<Scalar = f32>>(
    seed: u64,
    shape: fn(&mut Rng) -> Box<dyn Support<V>>,
    vector: fn(&mut Rng, f32) -> V,
) {
    let rng = &mut Rng(seed);
    let mut counts = [0; 2];
    for _ in 0..400 {
        let (a, b, mut cache) = (shape(rng), shape(rng), SimplexCache::default());
        for _ in 0..3 {
            let moved = (&*b).placed(Affine::from_translation(vector(rng, 0.5)));
            let touching = query_all(&*a, &moved, &mut cache, (vector(rng, 2.0), vector(rng, 1.0)));
            counts[usize::from(touching)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?} are apart and touch");
}

#[test]
fn queries_do_not_allocate() {
    query_pairs(0x2545_f491_4f6c_dd1d, shape_2d, Rng::vec2);
    query_pairs(0x9e37_79b9_7f4a_7c15, shape_3d, Rng::vec3);
}

#[test]
fn the_counter_counts_an_allocation() {
    let info = measure(|| drop(Hull::new((0..9).map(|i| Vec3::X * i as f32))));
    assert!(info.count_total > 0, "a hull of more than eight points is on the heap");
}
