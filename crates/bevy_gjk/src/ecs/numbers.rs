//! Numbers and points in texts for people: three significant digits.

use core::fmt::{Display, Formatter, Result};

use gjk::Vector;

/// A point or vector.
pub(crate) struct Coordinates<V>(pub(crate) V);

impl<V: Vector<Scalar = f32>> Display for Coordinates<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for index in 0..V::DIMENSION {
            let before = if index == 0 { "(" } else { ", " };
            write!(f, "{before}{}", Number(f64::from(self.0.element(index))))?;
        }
        write!(f, ")")
    }
}

/// A number with three significant digits.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let number = self.0;
        match number.abs() {
            0.0 => write!(f, "0"),
            ..0.001 | 1e6.. => write!(f, "{number:.1e}"),
            ..1.0 => write!(f, "{number:.3}"),
            ..10.0 => write!(f, "{number:.2}"),
            ..100.0 => write!(f, "{number:.1}"),
            _ => write!(f, "{number:.0}"),
        }
    }
}
