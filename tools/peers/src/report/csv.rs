//! The measurements in CSV: a line for each benchmark of each row.

use std::fmt::Write;

use crate::bench::BenchmarkGroup;
use crate::query::Start;
use crate::timing::{medians, quantile};

/// Returns all benchmarks, including the baselines. Times are in nanoseconds; `ns` is the median corrected
/// for the drift of the machine, and the quantiles are those of the samples as measured.
pub fn csv(groups: &[BenchmarkGroup]) -> String {
    let mut text = String::from(
        "workload,query,poses,start,peer,ns,min,quarter,median,three_quarters,samples,checked,wrong,max_error\n",
    );
    for group in groups {
        for row in &group.rows {
            for (benchmark, ns) in row.benchmarks.iter().zip(medians(row)) {
                let start = if benchmark.start == Start::Warm { "warm" } else { "cold" };
                let at = |part| quantile(benchmark.samples.iter().copied(), part);
                let _ = writeln!(
                    text,
                    "{},{},{},{start},{},{ns:.2},{:.2},{:.2},{:.2},{:.2},{},{},{},{:.2e}",
                    group.workload.name,
                    row.query,
                    row.pose_set,
                    benchmark.peer,
                    at(0.0),
                    at(0.25),
                    at(0.5),
                    at(0.75),
                    benchmark.samples.len(),
                    benchmark.accuracy.checked,
                    benchmark.accuracy.wrong,
                    benchmark.accuracy.max_error,
                );
            }
        }
    }
    text
}
