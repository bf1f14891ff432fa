//! SIMD lanes: four vectors or numbers side by side, so that one instruction works on all of them.
//!
//! They are written over glam's `Vec4` and `DVec4`, so the crate needs no `unsafe` and no intrinsics, and gives the
//! same bits with and without SIMD instructions.

use core::fmt::Debug;

use glam::{DMat4, DVec2, DVec3, DVec4, Mat4, Vec2, Vec3, Vec4};

use crate::math::vector::Vector;

/// Four vectors, as one array of four numbers for each coordinate.
pub trait VecX4<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Four numbers, one for each vector.
    type ScalarX4: ScalarX4<V::Scalar>;
    /// Creates the lanes from four vectors.
    fn new(vectors: [V; 4]) -> Self;
    /// Returns the vector in a lane.
    fn get(&self, lane: usize) -> V;
    /// Returns the dot product of each with a vector.
    fn dot(&self, vector: V) -> Self::ScalarX4;
    /// Returns the dot product of the absolute values of each with those of a vector.
    fn dot_magnitudes(&self, vector: V) -> Self::ScalarX4;
}

/// Four numbers, one in each lane.
pub trait ScalarX4<S>: Copy + Debug {
    /// Creates four lanes of the same number.
    fn splat(number: S) -> Self;
    /// Returns the lanes as an array.
    fn to_array(self) -> [S; 4];
    /// Returns the sums, lane by lane.
    fn plus(self, other: Self) -> Self;
    /// Returns the minima, lane by lane.
    fn min(self, other: Self) -> Self;
    /// Returns the smallest of the four.
    fn min_element(self) -> S;
    /// Returns the maxima, lane by lane.
    fn max(self, other: Self) -> Self;
    /// Returns the largest of the four.
    fn max_element(self) -> S;
    /// Returns, for each of four groups, the largest of its lanes.
    fn largest_of_each(groups: [Self; 4]) -> Self;
    /// Returns a bit mask of the lanes that are at least `than`.
    fn at_least(self, than: S) -> u32;
    /// Returns a bit mask of the lanes that are larger than `than`.
    fn larger(self, than: S) -> u32;
}

macro_rules! impl_vec_x4 {
    ($vec_x4:ident, $vector:ident, $scalar:ident, $scalar_x4:ident, $($axis:ident)+) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align(16))]
        pub struct $vec_x4 {
            $($axis: [$scalar; 4],)+
        }

        impl VecX4<$vector> for $vec_x4 {
            type ScalarX4 = $scalar_x4;
            #[inline]
            fn new(vectors: [$vector; 4]) -> Self {
                Self { $($axis: vectors.map(|vector| vector.$axis),)+ }
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> $vector {
                $vector { $($axis: self.$axis[lane & 3],)+ }
            }
            #[inline(always)]
            fn dot(&self, vector: $vector) -> $scalar_x4 {
                impl_vec_x4!(@sum $($scalar_x4::from_array(self.$axis) * vector.$axis),+)
            }
            #[inline(always)]
            fn dot_magnitudes(&self, vector: $vector) -> $scalar_x4 {
                impl_vec_x4!(@sum $($scalar_x4::from_array(self.$axis).abs() * vector.$axis.abs()),+)
            }
        }
    };
    (@sum $first:expr, $second:expr) => { $first + $second };
    (@sum $first:expr, $second:expr, $third:expr) => { $first + $second + $third };
}

macro_rules! impl_scalar_x4 {
    ($scalar_x4:ident, $scalar:ident, $matrix:ident) => {
        impl ScalarX4<$scalar> for $scalar_x4 {
            #[inline(always)]
            fn splat(number: $scalar) -> Self {
                $scalar_x4::splat(number)
            }
            #[inline(always)]
            fn to_array(self) -> [$scalar; 4] {
                $scalar_x4::to_array(&self)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $scalar_x4::min(self, other)
            }
            #[inline(always)]
            fn min_element(self) -> $scalar {
                $scalar_x4::min_element(self)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $scalar_x4::max(self, other)
            }
            #[inline(always)]
            fn max_element(self) -> $scalar {
                $scalar_x4::max_element(self)
            }
            #[inline(always)]
            fn largest_of_each([a, b, c, d]: [Self; 4]) -> Self {
                let columns = $matrix::from_cols(a, b, c, d).transpose();
                columns.x_axis.max(columns.y_axis).max(columns.z_axis.max(columns.w_axis))
            }
            #[inline(always)]
            fn at_least(self, than: $scalar) -> u32 {
                self.cmpge($scalar_x4::splat(than)).bitmask()
            }
            #[inline(always)]
            fn larger(self, than: $scalar) -> u32 {
                self.cmpgt($scalar_x4::splat(than)).bitmask()
            }
        }
    };
}

impl_scalar_x4!(Vec4, f32, Mat4);
impl_scalar_x4!(DVec4, f64, DMat4);
impl_vec_x4!(Vec2x4, Vec2, f32, Vec4, x y);
impl_vec_x4!(Vec3x4, Vec3, f32, Vec4, x y z);
impl_vec_x4!(DVec2x4, DVec2, f64, DVec4, x y);
impl_vec_x4!(DVec3x4, DVec3, f64, DVec4, x y z);

impl Vec2x4 {
    /// Returns the x and the y coordinates.
    #[inline(always)]
    pub(crate) fn coordinates(&self) -> (Vec4, Vec4) {
        (Vec4::from_array(self.x), Vec4::from_array(self.y))
    }

    /// Returns the images of the four vectors under a matrix with these columns and a translation.
    #[inline(always)]
    pub(crate) fn combined(&self, column_x: Vec2, column_y: Vec2, translation: Vec2) -> Self {
        let (x, y) = self.coordinates();
        Self {
            x: (x * column_x.x + y * column_y.x + translation.x).to_array(),
            y: (x * column_x.y + y * column_y.y + translation.y).to_array(),
        }
    }
}
