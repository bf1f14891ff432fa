//! Measurements on their way from a worker to the program that started it: a line for each engine, its name
//! and numbers.

use crate::births::Births;
use crate::frames::Frames;
use crate::memory::Memory;
use crate::stopwatch::Span;
use crate::verdict::Tally;

/// What can be sent.
pub trait Sent: Sized {
    /// As numbers.
    fn numbers(&self) -> Vec<f64>;
    /// From as many.
    fn from_numbers(numbers: &[f64]) -> Option<Self>;
}

/// Writes a line.
pub fn write(engine: &str, sent: &impl Sent) -> String {
    let numbers: Vec<String> = sent.numbers().iter().map(f64::to_string).collect();
    format!("{engine}\t{}", numbers.join("\t"))
}

/// Reads a line.
pub fn read<S: Sent>(line: &str) -> Option<(String, S)> {
    let mut parts = line.split('\t');
    let engine = parts.next()?.to_owned();
    let numbers: Vec<f64> = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
    Some((engine, S::from_numbers(&numbers)?))
}

impl Sent for Frames {
    fn numbers(&self) -> Vec<f64> {
        let Self { median, percentiles, worst, timed, allocations, bytes, pairs, tally } = *self;
        let counts = [tally.touching, tally.wrong, tally.missing, tally.odd].map(|count| count as f64);
        let mut numbers = vec![median.wall, median.cpu];
        numbers.extend(percentiles.iter().flat_map(|span| [span.wall, span.cpu]));
        numbers.extend([worst, timed, allocations, bytes, pairs]);
        numbers.extend(counts);
        numbers
    }

    fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let (spans, rest) = numbers.split_first_chunk::<8>()?;
        let &[worst, timed, allocations, bytes, pairs, ref counts @ ..] = rest else { return None };
        let &[touching, wrong, missing, odd] = counts else { return None };
        let [touching, wrong, missing, odd] = [touching, wrong, missing, odd].map(|count| count as u64);
        let tally = Tally { touching, wrong, missing, odd };
        let span = |at: usize| Span { wall: spans[2 * at], cpu: spans[2 * at + 1] };
        let percentiles = [span(1), span(2), span(3)];
        Some(Self { median: span(0), percentiles, worst, timed, allocations, bytes, pairs, tally })
    }
}

impl Sent for Births {
    fn numbers(&self) -> Vec<f64> {
        [self.first, self.gone, self.again].iter().flat_map(|span| [span.wall, span.cpu]).collect()
    }

    fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let &[a, b, c, d, e, f] = numbers else { return None };
        let span = |wall, cpu| Span { wall, cpu };
        Some(Self { first: span(a, b), gone: span(c, d), again: span(e, f) })
    }
}

impl Sent for Memory {
    fn numbers(&self) -> Vec<f64> {
        vec![self.resident, self.peak, self.live, self.pairs]
    }

    fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let &[resident, peak, live, pairs] = numbers else { return None };
        Some(Self { resident, peak, live, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_arrives() {
        let numbers: Vec<f64> = (1..=17).map(|number| f64::from(number) * 1.5).collect();
        let frames = Frames { worst: 0.1 + 0.2, ..Frames::from_numbers(&numbers).expect("as many numbers") };
        assert_eq!(read(&write("an engine", &frames)), Some(("an engine".into(), frames)));
        assert_eq!(read::<Births>("an engine\t1\t2"), None);
    }
}
