//! Four vectors side by side, so that one instruction works on all of them.

mod f32x8;

use core::fmt::Debug;

use glam::{DMat4, DVec2, DVec3, DVec4, Mat4, Vec2, Vec3, Vec4};

use crate::math::vector::Vector;
pub use f32x8::{F32x8, Vec3x8};

/// Four vectors, coordinate by coordinate.
pub trait VecX4<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// A number for each of the four.
    type ScalarX4: ScalarX4<V::Scalar>;
    /// Four vectors.
    fn new(vectors: [V; 4]) -> Self;
    /// One of the four.
    fn get(&self, lane: usize) -> V;
    /// The products of each with a vector.
    fn dot(&self, vector: V) -> Self::ScalarX4;
    /// The products of the magnitudes of each with those of a vector.
    fn dot_magnitudes(&self, vector: V) -> Self::ScalarX4;
}

/// Four numbers.
pub trait ScalarX4<S>: Copy + Debug {
    /// The same number four times.
    fn splat(number: S) -> Self;
    /// The numbers.
    fn to_array(self) -> [S; 4];
    /// The sums.
    fn plus(self, other: Self) -> Self;
    /// The smaller of each.
    fn min(self, other: Self) -> Self;
    /// The smallest of the four.
    fn min_element(self) -> S;
    /// The larger of each.
    fn max(self, other: Self) -> Self;
    /// The largest of the four.
    fn max_element(self) -> S;
    /// The largest of each of four times four.
    fn largest_of_each(four: [Self; 4]) -> Self;
    /// A bit for each number that is not less.
    fn at_least(self, than: S) -> u32;
    /// A bit for each number that is larger.
    fn larger(self, than: S) -> u32;
}

macro_rules! lanes {
    ($lanes:ident, $vector:ident, $scalar:ident, $each:ident, $($axis:ident)+) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align(16))]
        pub struct $lanes {
            $($axis: [$scalar; 4],)+
        }

        impl VecX4<$vector> for $lanes {
            type ScalarX4 = $each;
            #[inline]
            fn new(vectors: [$vector; 4]) -> Self {
                Self { $($axis: vectors.map(|vector| vector.$axis),)+ }
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> $vector {
                $vector { $($axis: self.$axis[lane & 3],)+ }
            }
            #[inline(always)]
            fn dot(&self, vector: $vector) -> $each {
                lanes!(@sum $($each::from_array(self.$axis) * vector.$axis),+)
            }
            #[inline(always)]
            fn dot_magnitudes(&self, vector: $vector) -> $each {
                lanes!(@sum $($each::from_array(self.$axis).abs() * vector.$axis.abs()),+)
            }
        }
    };
    (@sum $first:expr, $second:expr) => { $first + $second };
    (@sum $first:expr, $second:expr, $third:expr) => { $first + $second + $third };
}

macro_rules! each {
    ($each:ident, $scalar:ident, $matrix:ident) => {
        impl ScalarX4<$scalar> for $each {
            #[inline(always)]
            fn splat(number: $scalar) -> Self {
                $each::splat(number)
            }
            #[inline(always)]
            fn to_array(self) -> [$scalar; 4] {
                $each::to_array(&self)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $each::min(self, other)
            }
            #[inline(always)]
            fn min_element(self) -> $scalar {
                $each::min_element(self)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $each::max(self, other)
            }
            #[inline(always)]
            fn max_element(self) -> $scalar {
                $each::max_element(self)
            }
            #[inline(always)]
            fn largest_of_each([a, b, c, d]: [Self; 4]) -> Self {
                let columns = $matrix::from_cols(a, b, c, d).transpose();
                columns.x_axis.max(columns.y_axis).max(columns.z_axis.max(columns.w_axis))
            }
            #[inline(always)]
            fn at_least(self, than: $scalar) -> u32 {
                self.cmpge($each::splat(than)).bitmask()
            }
            #[inline(always)]
            fn larger(self, than: $scalar) -> u32 {
                self.cmpgt($each::splat(than)).bitmask()
            }
        }
    };
}

each!(Vec4, f32, Mat4);
each!(DVec4, f64, DMat4);
lanes!(Vec2x4, Vec2, f32, Vec4, x y);
lanes!(Vec3x4, Vec3, f32, Vec4, x y z);
lanes!(DVec2x4, DVec2, f64, DVec4, x y);
lanes!(DVec3x4, DVec3, f64, DVec4, x y z);

impl Vec2x4 {
    /// Both coordinates of the four.
    #[inline(always)]
    pub(crate) fn coordinates(&self) -> (Vec4, Vec4) {
        (Vec4::from_array(self.x), Vec4::from_array(self.y))
    }

    /// What a matrix with these columns and a translation make of the four.
    #[inline(always)]
    pub(crate) fn combined(&self, column_x: Vec2, column_y: Vec2, translation: Vec2) -> Self {
        let (x, y) = self.coordinates();
        Self {
            x: (x * column_x.x + y * column_y.x + translation.x).to_array(),
            y: (x * column_x.y + y * column_y.y + translation.y).to_array(),
        }
    }
}
