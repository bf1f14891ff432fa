//! The questions, each on the poses for which its answer says something.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use gjk::{
    Placed, Point, Query, SimplexCache, Support, cast, closest_points, contact, intersects, manifold,
    ray_cast,
};

use super::batches::ask_many;
use super::poses::{MOVING_PAIRS, Mix, Place, Poses, moving, random};

/// Asks everything about a pair of shapes.
pub fn ask<V: Place, A: Support<V>, B: Support<V>>(criterion: &mut Criterion, pair: &str, a: &A, b: &B) {
    for mix in [Mix::Apart, Mix::Near, Mix::Overlap] {
        cold(criterion, "intersects", pair, mix, a, b, |a, b, _| intersects(a, b));
        warm(criterion, "intersects", pair, mix, a, b, |a, b, _, cache| query(a, b, cache).intersects());
        ask_many(criterion, pair, mix, a, b);
    }
    for mix in [Mix::Apart, Mix::Near] {
        cold(criterion, "closest_points", pair, mix, a, b, |a, b, _| closest_points(a, b));
        warm(criterion, "closest_points", pair, mix, a, b, |a, b, _, cache| {
            query(a, b, cache).closest_points()
        });
    }
    let mix = Mix::Overlap;
    cold(criterion, "contact", pair, mix, a, b, |a, b, _| contact(a, b));
    warm(criterion, "contact", pair, mix, a, b, |a, b, _, cache| query(a, b, cache).contact());
    cold(criterion, "manifold", pair, mix, a, b, |a, b, _| manifold(a, b));
    warm(criterion, "manifold", pair, mix, a, b, |a, b, _, cache| query(a, b, cache).manifold());
    // Towards the first shape, so that most hit; the ray from the place of the second.
    let mix = Mix::Apart;
    cold(criterion, "cast", pair, mix, a, b, |a, b, way| cast(a, V::ZERO, b, -way, 4.0));
    warm(criterion, "cast", pair, mix, a, b, |a, b, way, cache| query(a, b, cache).cast(V::ZERO, -way, 4.0));
    cold(criterion, "ray_cast", pair, mix, a, b, |a, b, way| ray_cast(a, b.core().origin, -way, 4.0));
    warm(criterion, "ray_cast", pair, mix, a, b, |a, b, way, cache| {
        query(&Point::new([b.core().origin]), a, cache).ray_cast(-way, 4.0)
    });
}

fn query<'q, V: Place, A: Support<V>, B: Support<V>>(
    a: &'q A,
    b: &'q B,
    cache: &'q mut SimplexCache<V>,
) -> Query<'q, V, A, B> {
    Query::new(a, b).cache(cache)
}

type There<'s, S, V> = Placed<&'s S, V>;

fn cold<V: Place, A: Support<V>, B: Support<V>, R>(
    criterion: &mut Criterion,
    question: &str,
    pair: &str,
    mix: Mix,
    a: &A,
    b: &B,
    ask: impl Fn(&There<A, V>, &There<B, V>, V) -> R,
) {
    let id = BenchmarkId::new(pair, format!("{mix:?}").to_lowercase());
    criterion.benchmark_group(question).bench_function(id, |bencher| {
        let poses = random(a, b, mix);
        let mut next = poses.iter().cycle();
        bencher.iter(|| {
            let Poses { a: at_a, b: at_b, direction } = *black_box(next.next().unwrap());
            ask(&a.placed(at_a), &b.placed(at_b), direction)
        });
    });
}

/// The same with a cache for each pair, kept from frame to frame.
fn warm<V: Place, A: Support<V>, B: Support<V>, R>(
    criterion: &mut Criterion,
    question: &str,
    pair: &str,
    mix: Mix,
    a: &A,
    b: &B,
    ask: impl Fn(&There<A, V>, &There<B, V>, V, &mut SimplexCache<V>) -> R,
) {
    let id = BenchmarkId::new(pair, format!("{mix:?} warm").to_lowercase());
    criterion.benchmark_group(question).bench_function(id, |bencher| {
        let poses = moving(a, b, mix);
        let mut next = poses.iter().enumerate().cycle();
        let mut caches = [SimplexCache::default(); MOVING_PAIRS];
        bencher.iter(|| {
            let (index, poses) = black_box(next.next().unwrap());
            let (a, b) = (a.placed(poses.a), b.placed(poses.b));
            ask(&a, &b, poses.direction, &mut caches[index % MOVING_PAIRS])
        });
    });
}
