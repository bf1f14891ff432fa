//! Batches: the intersection test of many pairs in one batch and in a loop; the time is that of all pairs of a mix.

use criterion::{BenchmarkId, Criterion};
use gjk::{Query, Support, batch, intersects};

use super::poses::{Mix, Poses, RandomPose, random};

/// Benchmarks the intersection test of all pairs of a mix, one by one and in a batch.
pub fn bench_batch<V: RandomPose, A: Support<V>, B: Support<V>>(
    criterion: &mut Criterion,
    pair: &str,
    mix: Mix,
    a: &A,
    b: &B,
) {
    let place = |Poses { a: at_a, b: at_b, .. }| (a.placed(at_a), b.placed(at_b));
    let pairs: Vec<_> = random(a, b, mix).into_iter().map(place).collect();
    let mut answers = vec![false; pairs.len()];
    let mut group = criterion.benchmark_group("many");
    let mix = format!("{mix:?}").to_lowercase();
    group.bench_function(BenchmarkId::new(pair, format!("{mix} one by one")), |bencher| {
        bencher.iter(|| {
            for (answer, (a, b)) in answers.iter_mut().zip(&pairs) {
                *answer = intersects(a, b);
            }
        });
    });
    group.bench_function(BenchmarkId::new(pair, format!("{mix} batch")), |bencher| {
        bencher.iter(|| {
            let queries = pairs.iter().map(|(a, b)| Query::new(a, b));
            batch::intersects(queries, |index, touching| answers[index] = touching);
        });
    });
}
