//! Timing on a machine that is shared with others.
//!
//! * The clock counts the processor time of this thread only, not that of other programs.
//! * In each repetition, all benchmarks of a row are timed one after another, each time beginning with another one, so
//!   that none always runs after the same predecessor.
//! * Each sample counts relative to the others of its repetition, which corrects for the [`drift`] of the machine.

use report::statistics::{drift, median};
use report::stopwatch::thread_nanoseconds;

use crate::bench::{BenchmarkGroup, Row};
use crate::job::Job;

/// The least time of a sample, in nanoseconds: a few hundred times that of reading the clock.
const MIN_SAMPLE_TIME: f64 = 100_000.0;

/// Times all rows, once in each pass.
pub fn measure(groups: &mut [BenchmarkGroup], reps: usize, passes: usize) {
    for pass in 0..passes {
        for row in groups.iter_mut().flat_map(|group| &mut group.rows) {
            measure_row(row, reps);
        }
        eprintln!("pass {} of {passes}", pass + 1);
    }
}

fn measure_row(row: &mut Row, reps: usize) {
    let count = row.benchmarks.len();
    let runs: Vec<usize> =
        row.benchmarks.iter_mut().map(|benchmark| runs_per_sample(&mut benchmark.job)).collect();
    for rep in 0..reps {
        for offset in 0..count {
            let index = (offset + rep) % count;
            let benchmark = &mut row.benchmarks[index];
            benchmark.samples.push(time_per_query(&mut benchmark.job, runs[index]));
        }
    }
}

/// Warms up a job and returns how many runs make a sample of at least [`MIN_SAMPLE_TIME`].
fn runs_per_sample(job: &mut Job) -> usize {
    (job.run)();
    let once = time_per_query(job, 1) * job.count as f64;
    (MIN_SAMPLE_TIME / once.max(1.0)).ceil() as usize
}

/// Returns the mean time of one query over some runs of a job, in nanoseconds.
fn time_per_query(job: &mut Job, runs: usize) -> f64 {
    thread_nanoseconds(|| (0..runs).for_each(|_| (job.run)())) / (runs * job.count) as f64
}

/// Returns the median time of one query in each benchmark of a row, in nanoseconds, without the drift of the machine.
pub fn medians(row: &Row) -> Vec<f64> {
    let samples: Vec<Vec<f64>> = row.benchmarks.iter().map(|benchmark| benchmark.samples.clone()).collect();
    let drift = drift(&samples);
    samples.iter().map(|samples| median(samples.iter().zip(&drift).map(|(ns, drift)| ns / drift))).collect()
}
