//! Batches: the intersection test of many pairs in one batch and in a loop; the time is that of all pairs of a pose set.

use criterion::{BenchmarkId, Criterion};
use gjk::{Query, Support, batch, intersects};

use super::poses::{PoseSet, Poses, RandomPose, random};

/// Benchmarks the intersection test of all pairs of a pose set, one by one and in a batch.
pub fn bench_batch<V: RandomPose, A: Support<V>, B: Support<V>>(
    criterion: &mut Criterion,
    pair: &str,
    pose_set: PoseSet,
    a: &A,
    b: &B,
) {
    let place = |Poses { a: at_a, b: at_b, .. }| (a.placed(at_a), b.placed(at_b));
    let pairs: Vec<_> = random(a, b, pose_set).into_iter().map(place).collect();
    let mut answers = vec![false; pairs.len()];
    let mut group = criterion.benchmark_group("many");
    let pose_set = format!("{pose_set:?}").to_lowercase();
    group.bench_function(BenchmarkId::new(pair, format!("{pose_set} one by one")), |bencher| {
        bencher.iter(|| {
            for (answer, (a, b)) in answers.iter_mut().zip(&pairs) {
                *answer = intersects(a, b);
            }
        });
    });
    group.bench_function(BenchmarkId::new(pair, format!("{pose_set} batch")), |bencher| {
        bencher.iter(|| {
            let queries = pairs.iter().map(|(a, b)| Query::new(a, b));
            batch::intersects(queries, |index, touching| answers[index] = touching);
        });
    });
}
