//! Measures, on a machine that others use too.
//!
//! * The clock counts the processor time of this thread alone: not the time that other programs had.
//! * All who answer a row are timed in turn in each repetition, and each repetition begins with another of
//!   them, so that nobody always runs after the same neighbour.
//! * A virtual machine changes its speed from second to second. Within one repetition it hardly does: so
//!   each sample counts relative to the others of its repetition, and the median of these relations is what
//!   is compared; see [`medians`].

use rustix::time::{ClockId, clock_gettime};

use crate::bench::{Row, Sheet};
use crate::job::Job;

/// How long a batch of questions takes at least: a few hundred times what reading the clock takes.
const BATCH: f64 = 100_000.0;

/// The processor time of this thread, in nanoseconds.
pub fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// How long one question takes, in nanoseconds, on average over some runs of a job.
pub fn time(job: &mut dyn Job, runs: usize) -> f64 {
    let begin = thread_time();
    for _ in 0..runs {
        job.run();
    }
    (thread_time() - begin) / (runs * job.count()) as f64
}

/// Warms a job up, and says how many runs fill a batch.
pub fn runs(job: &mut dyn Job) -> usize {
    job.run();
    let once = time(job, 1) * job.count() as f64;
    (BATCH / once.max(1.0)).ceil() as usize
}

/// Times all rows, pass by pass.
pub fn measure(sheets: &mut [Sheet], reps: usize, passes: usize) {
    for pass in 0..passes {
        for row in sheets.iter_mut().flat_map(|sheet| &mut sheet.rows) {
            measure_row(row, reps);
        }
        eprintln!("pass {} of {passes}", pass + 1);
    }
}

fn measure_row(row: &mut Row, reps: usize) {
    let count = row.entries.len();
    let batches: Vec<usize> = row.entries.iter_mut().map(|entry| runs(&mut *entry.job)).collect();
    for rep in 0..reps {
        for turn in 0..count {
            let index = (turn + rep) % count;
            let entry = &mut row.entries[index];
            entry.samples.push(time(&mut *entry.job, batches[index]));
        }
    }
}

/// How long each entry of a row takes, in nanoseconds, without the drift of the machine.
pub fn medians(row: &Row) -> Vec<f64> {
    let samples: Vec<&[f64]> = row.entries.iter().map(|entry| &*entry.samples).collect();
    without_drift(&samples)
}

/// The geometric mean of a repetition says how fast the machine was then. A figure is the median of the
/// samples, each divided by that mean, and multiplied by the median of the means.
fn without_drift(samples: &[&[f64]]) -> Vec<f64> {
    let reps = samples.iter().map(|samples| samples.len()).min().unwrap_or(0);
    let speed = |rep: usize| {
        let logarithms: f64 = samples.iter().map(|samples| samples[rep].ln()).sum();
        (logarithms / samples.len() as f64).exp()
    };
    let speeds: Vec<f64> = (0..reps).map(speed).collect();
    let usual = median(speeds.iter().copied());
    let figure = |samples: &&[f64]| usual * median(samples.iter().zip(&speeds).map(|(ns, speed)| ns / speed));
    samples.iter().map(figure).collect()
}

/// The middle one.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    quantile(numbers, 0.5)
}

/// What this part of the numbers does not exceed; NaN if there are none.
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
    fn a_machine_that_slows_down_does_not_decide() {
        let drift = [1.0, 1.1, 1.2, 1.9, 2.0];
        let fast = drift.map(|speed| 10.0 * speed);
        let mut slow = drift.map(|speed| 20.0 * speed);
        // Nor does a single sample.
        slow[1] *= 50.0;
        let medians = without_drift(&[&fast, &slow]);
        assert!((medians[1] / medians[0] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert!(median([].into_iter()).is_nan());
    }
}
