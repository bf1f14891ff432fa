//! Square roots and trigonometry: from `std`, or from `libm` for the same bits on every platform.
//!
//! IEEE 754 requires correctly rounded square roots, so `std` has the same bits and is used even with `libm`.

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("gjk needs square roots: enable the feature `std` or `libm`");

macro_rules! operations {
    ($scalar:ident, $sqrt:path, $sin_cos:path) => {
        pub(crate) mod $scalar {
            /// Returns the square root.
            #[inline(always)]
            pub(crate) fn sqrt(x: $scalar) -> $scalar {
                #[cfg(feature = "std")]
                return x.sqrt();
                #[cfg(not(feature = "std"))]
                return $sqrt(x);
            }

            /// Returns the sine and the cosine of an angle in radians.
            #[inline]
            pub(crate) fn sin_cos(x: $scalar) -> ($scalar, $scalar) {
                #[cfg(feature = "libm")]
                return $sin_cos(x);
                #[cfg(not(feature = "libm"))]
                return x.sin_cos();
            }
        }
    };
}

operations!(f32, libm::sqrtf, libm::sincosf);
operations!(f64, libm::sqrt, libm::sincos);
