//! Timing on a machine that is shared with others.
//!
//! * The clock counts the processor time of this thread only, not that of other programs.
//! * In each repetition, all benchmarks of a row are timed one after another, each time beginning with
//!   another one, so that none always runs after the same predecessor.
//! * A virtual machine changes its speed from second to second, but hardly within one repetition. So each
//!   sample is divided by the mean of its repetition, and the medians of these ratios are compared; see
//!   [`medians`].

use rustix::time::{ClockId, clock_gettime};

use crate::bench::{BenchmarkGroup, Row};
use crate::job::Job;

/// The least time of a sample, in nanoseconds: a few hundred times that of reading the clock.
const MIN_SAMPLE_TIME: f64 = 100_000.0;

/// Returns the processor time of this thread, in nanoseconds.
pub fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns the mean time of one query over some runs of a job, in nanoseconds.
pub fn time_per_query(job: &mut dyn Job, runs: usize) -> f64 {
    let begin = thread_time();
    for _ in 0..runs {
        job.run();
    }
    (thread_time() - begin) / (runs * job.count()) as f64
}

/// Warms up a job and returns how many runs make a sample of at least [`MIN_SAMPLE_TIME`].
pub fn runs_per_sample(job: &mut dyn Job) -> usize {
    job.run();
    let once = time_per_query(job, 1) * job.count() as f64;
    (MIN_SAMPLE_TIME / once.max(1.0)).ceil() as usize
}

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
        row.benchmarks.iter_mut().map(|benchmark| runs_per_sample(&mut *benchmark.job)).collect();
    for rep in 0..reps {
        for offset in 0..count {
            let index = (offset + rep) % count;
            let benchmark = &mut row.benchmarks[index];
            benchmark.samples.push(time_per_query(&mut *benchmark.job, runs[index]));
        }
    }
}

/// Returns the time of one query in each benchmark of a row, in nanoseconds, corrected for the drift of the
/// machine.
pub fn medians(row: &Row) -> Vec<f64> {
    let samples: Vec<&[f64]> = row.benchmarks.iter().map(|benchmark| &*benchmark.samples).collect();
    without_drift(&samples)
}

/// Returns the median of each benchmark's samples, corrected for the drift of the machine.
///
/// The geometric mean of a repetition's samples measures how fast the machine was then. Each sample is
/// divided by that of its repetition, and the median of these ratios is multiplied by the median of the
/// means.
fn without_drift(samples: &[&[f64]]) -> Vec<f64> {
    let reps = samples.iter().map(|samples| samples.len()).min().unwrap_or(0);
    let speed = |rep: usize| {
        let logarithms: f64 = samples.iter().map(|samples| samples[rep].ln()).sum();
        (logarithms / samples.len() as f64).exp()
    };
    let speeds: Vec<f64> = (0..reps).map(speed).collect();
    let median_speed = median(speeds.iter().copied());
    let corrected =
        |samples: &&[f64]| median_speed * median(samples.iter().zip(&speeds).map(|(ns, speed)| ns / speed));
    samples.iter().map(corrected).collect()
}

/// Returns the median.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    quantile(numbers, 0.5)
}

/// Returns a quantile, of which `part` is from 0 to 1; NaN if there are no numbers.
pub fn quantile(numbers: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((part * last).round() as usize).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_does_not_change_the_ratio_of_medians() {
        let drift = [1.0, 1.1, 1.2, 1.9, 2.0];
        let fast = drift.map(|speed| 10.0 * speed);
        let mut slow = drift.map(|speed| 20.0 * speed);
        // An outlier does not change the median either.
        slow[1] *= 50.0;
        let medians = without_drift(&[&fast, &slow]);
        assert!((medians[1] / medians[0] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_median_of_three_is_the_second() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert!(median([].into_iter()).is_nan());
    }
}
