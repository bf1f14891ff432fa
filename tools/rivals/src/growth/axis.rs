//! A logarithmic axis.

/// Where numbers are on the picture.
#[derive(Clone, Copy)]
pub struct Axis {
    numbers: [f64; 2],
    places: [f64; 2],
}

impl Axis {
    /// The lowest and the highest number, and their places.
    pub fn new(numbers: [f64; 2], places: [f64; 2]) -> Self {
        Self { numbers: numbers.map(f64::ln), places }
    }

    /// The place of a number.
    pub fn at(self, number: f64) -> f64 {
        let [low, high] = self.numbers;
        let [from, to] = self.places;
        from + (to - from) * (number.ln() - low) / (high - low)
    }

    /// The powers of ten on it.
    pub fn decades(self) -> impl Iterator<Item = f64> {
        let [low, high] = self.numbers.map(|number| number / std::f64::consts::LN_10);
        // A power that rounding has put beyond the end is on it.
        ((low - 1e-9).ceil() as i32..=(high + 1e-9).floor() as i32).map(|power| 10f64.powi(power))
    }
}

/// The powers of ten around numbers.
pub fn around(numbers: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let (low, high) = (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(0.0, f64::max));
    [10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_evenly_apart() {
        let axis = Axis::new(around([0.02, 7.0].into_iter()), [0.0, 30.0]);
        let places: Vec<f64> = axis.decades().map(|power| axis.at(power)).collect();
        assert_eq!(places.iter().map(|place| place.round()).collect::<Vec<_>>(), [0.0, 10.0, 20.0, 30.0]);
    }
}
