//! Medians and means, on a machine that others use, too.

use crate::stopwatch::Span;

/// Returns the median; NaN of nothing.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    quantile(numbers, 0.5)
}

/// Returns what a part of the numbers, from 0 to 1, does not exceed; NaN of nothing.
pub fn quantile(numbers: impl IntoIterator<Item = f64>, part: f64) -> f64 {
    let mut sorted: Vec<f64> = numbers.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((part * last).round() as usize).copied().unwrap_or(f64::NAN)
}

/// Returns the medians of wall and of processor time.
pub fn median_span(spans: &[Span]) -> Span {
    let of = |time: fn(&Span) -> f64| median(spans.iter().map(time));
    Span { wall: of(|span| span.wall), cpu: of(|span| span.cpu) }
}

/// Returns the geometric mean; NaN of nothing.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (count, logarithms) =
        numbers.into_iter().fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number.ln()));
    (logarithms / count).exp()
}

/// Returns by how much the machine was slower than usual in each round: a virtual machine changes its speed from second
/// to second, but hardly within a round.
///
/// Each row has the times of one contestant, a column is a round in which all had their turn, and the geometric mean of
/// a column tells the speed of the machine then. Times divided by the drift of their round can be compared.
pub fn drift(rows: &[Vec<f64>]) -> Vec<f64> {
    let rounds = rows.iter().map(Vec::len).min().unwrap_or(0);
    // A clock that has not moved must not make the mean zero.
    let speed = |round: usize| geometric_mean(rows.iter().map(|row| row[round].max(1e-6)));
    let speeds: Vec<f64> = (0..rounds).map(speed).collect();
    let usual = median(speeds.iter().copied());
    speeds.iter().map(|speed| speed / usual).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_does_not_change_the_ratio_of_medians() {
        let speeds = [1.0, 1.3, 2.0, 1.1, 1.0];
        let one = speeds.map(|speed| 3.0 * speed).to_vec();
        let mut other = speeds.map(|speed| 12.0 * speed).to_vec();
        // An outlier does not change the median either.
        other[2] *= 40.0;
        let drift = drift(&[one.clone(), other.clone()]);
        let figure = |row: &[f64]| median(row.iter().zip(&drift).map(|(time, drift)| time / drift));
        assert!((figure(&other) / figure(&one) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_numbers() {
        let numbers = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!((median(numbers), quantile(numbers, 1.0)), (3.0, 5.0));
        assert!(median([]).is_nan());
        assert!((geometric_mean([2.0, 8.0]) - 4.0).abs() < 1e-12);
    }
}
