//! A logarithmic axis of the plot.

/// A logarithmic axis: maps numbers to coordinates.
#[derive(Clone, Copy)]
pub struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Creates an axis that maps the lowest and the highest number to two coordinates.
    pub fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self { low: low.ln(), high: high.ln(), from, to }
    }

    /// Returns the coordinate of a number.
    pub fn at(&self, number: f64) -> f64 {
        self.from + (self.to - self.from) * (number.ln() - self.low) / (self.high - self.low)
    }

    /// Returns the powers of ten on the axis.
    pub fn decades(&self) -> impl Iterator<Item = f64> {
        let ten = std::f64::consts::LN_10;
        let (first, last) = ((self.low / ten - 1e-9).ceil() as i32, (self.high / ten + 1e-9).floor() as i32);
        (first..=last).map(|power| 10f64.powi(power))
    }

    /// Returns the powers of ten that enclose some numbers.
    pub fn enclosing(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
        let (low, high) = numbers.fold((f64::INFINITY, 0.0f64), |(low, high), n| (low.min(n), high.max(n)));
        (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil()))
    }
}
