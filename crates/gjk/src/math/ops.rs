//! Square roots and trigonometry, from `std` or, for the same bits on every platform, from `libm`.
//!
//! A square root is correctly rounded everywhere, so `std` may serve it even when `libm` is asked for.

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("gjk needs square roots: enable the feature `std` or `libm`");

macro_rules! operations {
    ($scalar:ident, $sqrt:path, $sin_cos:path) => {
        pub(crate) mod $scalar {
            #[inline(always)]
            pub(crate) fn sqrt(x: $scalar) -> $scalar {
                #[cfg(feature = "std")]
                return x.sqrt();
                #[cfg(not(feature = "std"))]
                return $sqrt(x);
            }

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
