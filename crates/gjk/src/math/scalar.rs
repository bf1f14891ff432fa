//! The floating point numbers, and the operations that the algorithms need of them.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::math::ops;
use crate::math::vector::Sealed;

/// A floating point number, `f32` or `f64`.
pub trait Scalar:
    Sealed
    + Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// One half.
    const HALF: Self;
    /// Infinity.
    const INFINITY: Self;
    /// The largest finite number.
    const MAX: Self;
    /// A quarter of the largest finite number: farther than any shape, yet sums of up to four stay finite.
    const FAR: Self;
    /// Converts to `f64`; exact.
    fn widen(self) -> f64;
    /// Converts from `f64` to the nearest number.
    fn narrow(wide: f64) -> Self;
    /// Returns the square root.
    fn sqrt(self) -> Self;
    /// Returns the sine and the cosine of an angle in radians.
    fn sin_cos(self) -> (Self, Self);
    /// Returns the absolute value.
    fn abs(self) -> Self;
    /// Returns whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// Returns the sign bit; a negative zero is negative.
    fn is_negative(self) -> bool;
}

macro_rules! scalar {
    ($scalar:ident) => {
        impl Sealed for $scalar {}

        impl Scalar for $scalar {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const INFINITY: Self = $scalar::INFINITY;
            const MAX: Self = $scalar::MAX;
            const FAR: Self = $scalar::MAX / 4.0;
            #[inline(always)]
            fn widen(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn narrow(wide: f64) -> Self {
                wide as Self
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                ops::$scalar::sqrt(self)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                ops::$scalar::sin_cos(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$scalar>::abs(self)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                <$scalar>::is_finite(self)
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
        }
    };
}

scalar!(f32);
scalar!(f64);
