//! Each query, cold and with a cache, on the pose sets for which it has a result.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use gjk::{
    Placed, Point, Query, SimplexCache, Support, cast, closest_points, contact, intersects, manifold,
    ray_cast,
};

use super::poses::{MOVING_PAIRS, PoseSet, Poses, RandomPose, moving, random};

/// Benchmarks every query about a pair of shapes.
pub fn bench_pair<V: RandomPose, A: Support<V>, B: Support<V>>(
    criterion: &mut Criterion,
    pair: &str,
    a: &A,
    b: &B,
) {
    for pose_set in [PoseSet::Apart, PoseSet::Near, PoseSet::Overlap] {
        cold(criterion, "intersects", pair, pose_set, a, b, |a, b, _| intersects(a, b));
        warm(criterion, "intersects", pair, pose_set, a, b, |a, b, _, cache| query(a, b, cache).intersects());
    }
    for pose_set in [PoseSet::Apart, PoseSet::Near] {
        cold(criterion, "closest_points", pair, pose_set, a, b, |a, b, _| closest_points(a, b));
        warm(criterion, "closest_points", pair, pose_set, a, b, |a, b, _, cache| {
            query(a, b, cache).closest_points()
        });
    }
    let pose_set = PoseSet::Overlap;
    cold(criterion, "contact", pair, pose_set, a, b, |a, b, _| contact(a, b));
    warm(criterion, "contact", pair, pose_set, a, b, |a, b, _, cache| query(a, b, cache).contact());
    cold(criterion, "manifold", pair, pose_set, a, b, |a, b, _| manifold(a, b));
    warm(criterion, "manifold", pair, pose_set, a, b, |a, b, _, cache| query(a, b, cache).manifold());
    // Towards the first shape, so that most casts hit; rays start at the origin of the second.
    let pose_set = PoseSet::Apart;
    cold(criterion, "cast", pair, pose_set, a, b, |a, b, direction| cast(a, V::ZERO, b, -direction, 4.0));
    warm(criterion, "cast", pair, pose_set, a, b, |a, b, direction, cache| {
        query(a, b, cache).cast(V::ZERO, -direction, 4.0)
    });
    cold(criterion, "ray_cast", pair, pose_set, a, b, |a, b, direction| {
        ray_cast(a, b.core().origin, -direction, 4.0)
    });
    warm(criterion, "ray_cast", pair, pose_set, a, b, |a, b, direction, cache| {
        query(&Point::new([b.core().origin]), a, cache).ray_cast(-direction, 4.0)
    });
}

fn query<'q, V: RandomPose, A: Support<V>, B: Support<V>>(
    a: &'q A,
    b: &'q B,
    cache: &'q mut SimplexCache<V>,
) -> Query<'q, V, A, B> {
    Query::new(a, b).cache(cache)
}

type PlacedRef<'s, S, V> = Placed<&'s S, V>;

/// Benchmarks a query without a cache.
fn cold<V: RandomPose, A: Support<V>, B: Support<V>, R>(
    criterion: &mut Criterion,
    query_name: &str,
    pair: &str,
    pose_set: PoseSet,
    a: &A,
    b: &B,
    run: impl Fn(&PlacedRef<A, V>, &PlacedRef<B, V>, V) -> R,
) {
    let id = BenchmarkId::new(pair, format!("{pose_set:?}").to_lowercase());
    criterion.benchmark_group(query_name).bench_function(id, |bencher| {
        let poses = random(a, b, pose_set);
        let mut next = poses.iter().cycle();
        bencher.iter(|| {
            let Poses { a: at_a, b: at_b, direction } = *black_box(next.next().unwrap());
            run(&a.placed(at_a), &b.placed(at_b), direction)
        });
    });
}

/// Benchmarks a query with a cache for each pair, carried from frame to frame.
fn warm<V: RandomPose, A: Support<V>, B: Support<V>, R>(
    criterion: &mut Criterion,
    query_name: &str,
    pair: &str,
    pose_set: PoseSet,
    a: &A,
    b: &B,
    run: impl Fn(&PlacedRef<A, V>, &PlacedRef<B, V>, V, &mut SimplexCache<V>) -> R,
) {
    let id = BenchmarkId::new(pair, format!("{pose_set:?} warm").to_lowercase());
    criterion.benchmark_group(query_name).bench_function(id, |bencher| {
        let poses = moving(a, b, pose_set);
        let mut next = poses.iter().enumerate().cycle();
        let mut caches = [SimplexCache::default(); MOVING_PAIRS];
        bencher.iter(|| {
            let (index, poses) = black_box(next.next().unwrap());
            let (a, b) = (a.placed(poses.a), b.placed(poses.b));
            run(&a, &b, poses.direction, &mut caches[index % MOVING_PAIRS])
        });
    });
}
