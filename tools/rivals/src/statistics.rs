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

/// Returns by how much the machine was slower than usual in each round; it changes its speed from second to second.
/// The columns are rounds in which all rows had their turn, and the geometric mean of a column tells the speed of
/// the machine then.
pub fn drift(rows: &[Vec<f64>]) -> Vec<f64> {
    let rounds = rows.iter().map(Vec::len).min().unwrap_or(0);
    let speed = |round: usize| {
        // A clock that has not moved must not make the mean zero.
        let logarithms: f64 = rows.iter().map(|row| row[round].max(1e-6).ln()).sum();
        (logarithms / rows.len() as f64).exp()
    };
    let speeds: Vec<f64> = (0..rounds).map(speed).collect();
    let usual = median(speeds.iter().copied());
    speeds.iter().map(|speed| speed / usual).collect()
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
        let drift = drift(&[one.clone(), other.clone()]);
        let figure = |row: &[f64]| median(row.iter().zip(&drift).map(|(time, drift)| time / drift));
        assert!((figure(&other) / figure(&one) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_of_the_sorted_numbers() {
        let numbers = || [5.0, 1.0, 4.0, 2.0, 3.0].into_iter();
        assert_eq!((median(numbers()), quantile(numbers(), 1.0)), (3.0, 5.0));
        assert!(median(std::iter::empty()).is_nan());
    }
}
