//! Medians, on a machine that others use too.

use crate::stopwatch::Span;

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

/// The medians of wall and of processor time.
pub fn median_span(spans: &[Span]) -> Span {
    let of = |time: fn(&Span) -> f64| median(spans.iter().map(time));
    Span { wall: of(|span| span.wall), cpu: of(|span| span.cpu) }
}

/// The median of each row without the drift of the machine, which changes its speed from second to second.
/// The columns are rounds in which all had their turn: the geometric mean of a column is the speed of the
/// machine then. A figure is the median of a row's samples, each divided by that, times the usual speed.
pub fn without_drift(rows: &[Vec<f64>]) -> Vec<f64> {
    let rounds = rows.iter().map(Vec::len).min().unwrap_or(0);
    let speed = |round: usize| {
        // A clock that has not moved must not make the mean zero.
        let logarithms: f64 = rows.iter().map(|row| row[round].max(1e-6).ln()).sum();
        (logarithms / rows.len() as f64).exp()
    };
    let speeds: Vec<f64> = (0..rounds).map(speed).collect();
    let usual = median(speeds.iter().copied());
    let figure = |row: &Vec<f64>| usual * median(row.iter().zip(&speeds).map(|(time, speed)| time / speed));
    rows.iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_slows_down_does_not_decide() {
        let speeds = [1.0, 1.3, 2.0, 1.1, 1.0];
        let one = speeds.map(|speed| 3.0 * speed).to_vec();
        let mut other = speeds.map(|speed| 12.0 * speed).to_vec();
        other[2] *= 40.0;
        let figures = without_drift(&[one, other]);
        assert!((figures[1] / figures[0] - 4.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_of_the_sorted_numbers() {
        let numbers = || [5.0, 1.0, 4.0, 2.0, 3.0].into_iter();
        assert_eq!((median(numbers()), quantile(numbers(), 1.0)), (3.0, 5.0));
        assert!(median(std::iter::empty()).is_nan());
    }
}
