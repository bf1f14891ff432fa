//! The vector types, and the operations that the algorithms need of them.
//!
//! The algorithms are written once, over [`Vector`]. Support functions use the precision of the shape (`f32`
//! for [`Vec2`] and [`Vec3`]); the solvers work in [`Vector::Wide`], the `f64` vector of the same dimension.
//! There, a difference of two `f32` points is exact and a triple product of such differences keeps some 50
//! bits, so an answer is as good as the support points are, however thin the simplex is.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::math::affine::Affine;
use crate::math::manifold_points::ManifoldPoints;
use crate::math::scalar::Scalar;
use crate::math::simd::{DVec2x4, DVec3x4, Vec2x4, Vec3x4, VecX4};
use crate::math::tolerance::{EPSILON_F32, EPSILON_F64};

/// Keeps the traits of this module to its own vectors and numbers, so that a bound by one of them names a closed set.
pub trait Sealed {}

/// A 2D or 3D vector: [`Vec2`], [`Vec3`], [`DVec2`] or [`DVec3`].
pub trait Vector:
    Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The type of a coordinate.
    type Scalar: Scalar;
    /// The `f64` vector of the same dimension, in which the solvers work.
    type Wide: Wide;
    /// The affine maps that place a shape.
    type Affine: Affine<Self>;
    /// Four vectors in SIMD lanes.
    type VecX4: VecX4<Self>;
    /// A list with room for the points of a contact manifold: two in 2D, four in 3D.
    type ManifoldPoints<T: Copy + Debug + PartialEq>: ManifoldPoints<T>;
    /// The number of coordinates.
    const DIMENSION: usize;
    /// The zero vector.
    const ZERO: Self;
    /// The rounding of a support point, relative to the size of its shape.
    const EPSILON: f64;
    /// Returns the unit vector of axis `index`.
    fn axis(index: usize) -> Self;
    /// Creates a vector from its coordinate on each axis.
    fn from_fn(coordinate: impl Fn(usize) -> Self::Scalar) -> Self;
    /// Creates a vector with the same number on all axes.
    fn splat(number: Self::Scalar) -> Self;
    /// Converts to `f64`; exact.
    fn widen(self) -> Self::Wide;
    /// Converts from `f64`, each coordinate to the nearest number.
    fn narrow(wide: Self::Wide) -> Self;
    /// Returns the dot product.
    fn dot(self, other: Self) -> Self::Scalar;
    /// Returns the product, coordinate by coordinate.
    fn scale(self, other: Self) -> Self;
    /// Returns the absolute values of `self` with the signs of `signs`.
    fn with_signs(self, signs: Self) -> Self;
    /// Returns the minima, coordinate by coordinate.
    fn min(self, other: Self) -> Self;
    /// Returns the maxima, coordinate by coordinate.
    fn max(self, other: Self) -> Self;
    /// Returns the absolute values, coordinate by coordinate.
    fn abs(self) -> Self;
    /// Returns the largest coordinate.
    fn max_element(self) -> Self::Scalar;
    /// Returns the coordinate on axis `index`.
    fn element(self, index: usize) -> Self::Scalar;
    /// Returns whether no coordinate is infinite or NaN.
    fn is_finite(self) -> bool;
}

/// A vector of `f64`, in which the solvers work: [`DVec2`] or [`DVec3`].
pub trait Wide:
    Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// An oriented area (bivector): a number in 2D, the vector of the cross product in 3D.
    type Bivector: Copy;
    /// The zero vector.
    const ZERO: Self;
    /// Returns the dot product.
    fn dot(self, other: Self) -> f64;
    /// Returns the oriented area of the parallelogram of two vectors: their cross product.
    fn wedge(self, other: Self) -> Self::Bivector;
    /// Returns the dot product of two areas.
    fn dot_areas(one: Self::Bivector, other: Self::Bivector) -> f64;
    /// Returns the component of a vector along the normal of an area: zero in 2D.
    fn across(self, area: Self::Bivector) -> Self;
    /// Returns whether no coordinate is infinite or NaN.
    fn is_finite(self) -> bool;
}

macro_rules! vector {
    ($vector:ident, $scalar:ident, $wide:ident, $narrow:expr, $affine:ident, $lanes:ident, $dimension:literal, $epsilon:expr) => {
        impl Sealed for $vector {}

        impl Vector for $vector {
            type Scalar = $scalar;
            type Wide = $wide;
            type Affine = glam::$affine;
            type VecX4 = $lanes;
            type ManifoldPoints<T: Copy + Debug + PartialEq> = ArrayVec<T, { 2 * $dimension - 2 }>;
            const DIMENSION: usize = $dimension;
            const ZERO: Self = $vector::ZERO;
            const EPSILON: f64 = $epsilon;
            #[inline(always)]
            fn axis(index: usize) -> Self {
                Self::AXES[index]
            }
            #[inline(always)]
            fn from_fn(coordinate: impl Fn(usize) -> $scalar) -> Self {
                core::array::from_fn(coordinate).into()
            }
            #[inline(always)]
            fn splat(number: $scalar) -> Self {
                $vector::splat(number)
            }
            #[inline(always)]
            fn widen(self) -> $wide {
                self.into()
            }
            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }
            #[inline(always)]
            fn dot(self, other: Self) -> $scalar {
                $vector::dot(self, other)
            }
            #[inline(always)]
            fn scale(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn with_signs(self, signs: Self) -> Self {
                self.copysign(signs)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $vector::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $vector::max(self, other)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $vector::abs(self)
            }
            #[inline(always)]
            fn max_element(self) -> $scalar {
                $vector::max_element(self)
            }
            #[inline(always)]
            fn element(self, index: usize) -> $scalar {
                self[index]
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $vector::is_finite(self)
            }
        }
    };
}

vector!(Vec2, f32, DVec2, |wide: DVec2| wide.as_vec2(), Affine2, Vec2x4, 2, EPSILON_F32);
vector!(Vec3, f32, DVec3, |wide: DVec3| wide.as_vec3(), Affine3A, Vec3x4, 3, EPSILON_F32);
vector!(DVec2, f64, DVec2, |wide| wide, DAffine2, DVec2x4, 2, EPSILON_F64);
vector!(DVec3, f64, DVec3, |wide| wide, DAffine3, DVec3x4, 3, EPSILON_F64);

impl Wide for DVec2 {
    type Bivector = f64;
    const ZERO: Self = DVec2::ZERO;
    #[inline(always)]
    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }
    #[inline(always)]
    fn wedge(self, other: Self) -> f64 {
        self.perp_dot(other)
    }
    #[inline(always)]
    fn dot_areas(one: f64, other: f64) -> f64 {
        one * other
    }
    #[inline(always)]
    fn across(self, _area: f64) -> Self {
        DVec2::ZERO
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl Wide for DVec3 {
    type Bivector = DVec3;
    const ZERO: Self = DVec3::ZERO;
    #[inline(always)]
    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }
    #[inline(always)]
    fn wedge(self, other: Self) -> DVec3 {
        self.cross(other)
    }
    #[inline(always)]
    fn dot_areas(one: DVec3, other: DVec3) -> f64 {
        one.dot(other)
    }
    #[inline(always)]
    fn across(self, area: DVec3) -> Self {
        area * (area.dot(self) / area.length_squared())
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}
