//! Affine maps: the transforms of [`Placed`](crate::Placed) shapes, over glam's types.
//!
//! Shapes are placed by any affine map, so rotation, non-uniform scale, mirror and shear are one case. The
//! bounds of the stretch carry radii and sizes from the shape to its image.

use glam::{Affine2, Affine3A, DAffine2, DAffine3, DVec2, DVec3, Vec2, Vec3};

use crate::math::{Plane, Scalar, Vector, Wide, ops};

/// The tolerance of a [similarity](Affine::similarity) in multiples of [`Vector::EPSILON`], relative to the
/// square of the scale factor: each dot product of two columns of a rotation matrix has the rounding of both
/// columns and its own.
const SIMILARITY: f64 = 4.0;

/// An affine map `x ↦ M·x + t` in 2D or 3D: any rotation, scale, mirror and shear.
pub trait Affine<V: Vector>: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The identity.
    const IDENTITY: Self;
    /// Creates a translation.
    fn from_translation(translation: V) -> Self;
    /// Returns the map with the translation replaced.
    #[must_use]
    fn with_translation(self, translation: V) -> Self;
    /// Returns the translation `t`.
    fn translation(&self) -> V;
    /// Returns a column of the linear part `M`: the image of axis `index`.
    fn column(&self, index: usize) -> V;
    /// Returns the rows of the linear part; in 2D, the third is zero.
    fn rows(&self) -> [V; 3];
    /// Returns `M·v`.
    fn linear(&self, v: V) -> V;
    /// Returns `Mᵀ·v`.
    fn transposed(&self, v: V) -> V;
    /// Returns the inverse map, or `None` for a singular one.
    fn inverted(&self) -> Option<Self>;
    /// Returns the image of the boundary of a half-space. It is not finite for a singular map, under which no
    /// half-space is left.
    fn plane(&self, plane: Plane<V>) -> Plane<V>;
    /// Returns the scale factor of a similarity, which scales all directions alike, up to the rounding of a
    /// rotation matrix; `None` for any other map.
    #[inline]
    fn similarity(&self) -> Option<V::Scalar> {
        let tolerance = V::Scalar::narrow(SIMILARITY * V::EPSILON);
        let first = self.column(0);
        let square = first.dot(first);
        for i in 1..V::DIMENSION {
            let column = self.column(i);
            if !((column.dot(column) - square).abs() <= tolerance * square) {
                return None;
            }
            for j in 0..i {
                if !(column.dot(self.column(j)).abs() <= tolerance * square) {
                    return None;
                }
            }
        }
        // Between infinite squares, all comparisons above hold.
        square.is_finite().then(|| square.sqrt())
    }
    /// Returns an upper bound of the factor by which the map scales any length. It is exact, up to rounding,
    /// for a similarity and for a scale along the axes.
    ///
    /// The square of the factor is the largest eigenvalue of `MᵀM`, which is at most the largest sum of the
    /// magnitudes of a row (Gershgorin's circle theorem).
    #[inline(always)]
    fn largest_stretch(&self) -> V::Scalar {
        let mut largest = 0.0_f64;
        for i in 0..V::DIMENSION {
            let column = self.column(i).widen();
            let sum = (0..V::DIMENSION).map(|j| column.dot(self.column(j).widen()).abs()).sum::<f64>();
            largest = largest.max(sum);
        }
        V::Scalar::narrow(ops::f64::sqrt(largest))
    }
    /// Returns a lower bound of the factor by which the map scales any length. It is exact, up to rounding,
    /// for a similarity and for a scale along the axes; see [`largest_stretch`](Self::largest_stretch) for
    /// the theorem.
    #[inline(always)]
    fn least_stretch(&self) -> V::Scalar {
        let mut least = f64::INFINITY;
        for i in 0..V::DIMENSION {
            let column = self.column(i).widen();
            let others = (0..V::DIMENSION).filter(|&j| j != i);
            let off_diagonal = others.map(|j| column.dot(self.column(j).widen()).abs()).sum::<f64>();
            least = least.min(column.dot(column) - off_diagonal);
        }
        V::Scalar::narrow(ops::f64::sqrt(least.max(0.0)))
    }
    /// Returns the columns of the linear part of a 2D map in `f32`; `None` for any other.
    #[inline(always)]
    fn columns_2d(&self) -> Option<[Vec2; 2]> {
        None
    }
    /// Returns `M·x + t`.
    #[inline]
    fn apply(&self, point: V) -> V {
        self.linear(point) + self.translation()
    }
}

macro_rules! affine {
    ($affine:ident, $vector:ident, $linear:ident, $rows:expr, $product:expr, $wide:expr, $invert:expr $(, $override:item)*) => {
        impl Affine<$vector> for $affine {
            const IDENTITY: Self = $affine::IDENTITY;
            #[inline]
            fn from_translation(translation: $vector) -> Self {
                Self::from_translation(translation)
            }
            #[inline(always)]
            fn with_translation(self, translation: $vector) -> Self {
                Self { translation: translation.into(), ..self }
            }
            #[inline(always)]
            fn translation(&self) -> $vector {
                self.translation.into()
            }
            #[inline(always)]
            fn column(&self, index: usize) -> $vector {
                self.$linear.col(index).into()
            }
            #[inline(always)]
            fn rows(&self) -> [$vector; 3] {
                $rows(self.$linear.transpose())
            }
            #[inline(always)]
            fn linear(&self, v: $vector) -> $vector {
                self.$linear * v
            }
            #[inline(always)]
            fn transposed(&self, v: $vector) -> $vector {
                $product(&self.$linear, v)
            }
            $($override)*
            fn inverted(&self) -> Option<Self> {
                let (determinant, linear) = $invert(&self.$linear);
                let inverse = Self { $linear: linear, translation: -(linear * self.translation) };
                (determinant != 0.0 && inverse.is_finite()).then_some(inverse)
            }
            fn plane(&self, plane: Plane<$vector>) -> Plane<$vector> {
                // A normal is mapped by the inverse transpose of M.
                let wide = $wide(self);
                let normal = wide.$linear.inverse().transpose() * plane.normal;
                let largest = normal.abs().max_element();
                Plane {
                    point: wide.$linear * plane.point + wide.translation,
                    normal: (normal / largest).normalize(),
                }
            }
        }
    };
}

affine!(
    Affine2,
    Vec2,
    matrix2,
    |rows: glam::Mat2| [rows.x_axis, rows.y_axis, Vec2::ZERO],
    |m: &glam::Mat2, v: Vec2| Vec2::new(m.x_axis.dot(v), m.y_axis.dot(v)),
    Affine2::as_daffine2,
    |m: &glam::Mat2| (m.determinant(), m.inverse()),
    #[inline(always)]
    fn columns_2d(&self) -> Option<[Vec2; 2]> {
        Some([self.matrix2.x_axis, self.matrix2.y_axis])
    }
);
affine!(
    DAffine2,
    DVec2,
    matrix2,
    |rows: glam::DMat2| [rows.x_axis, rows.y_axis, DVec2::ZERO],
    |m: &glam::DMat2, v: DVec2| DVec2::new(m.x_axis.dot(v), m.y_axis.dot(v)),
    |map: &DAffine2| *map,
    |m: &glam::DMat2| (m.determinant(), m.inverse())
);
affine!(
    Affine3A,
    Vec3,
    matrix3,
    |rows: glam::Mat3A| [rows.x_axis.into(), rows.y_axis.into(), rows.z_axis.into()],
    |m: &glam::Mat3A, v: Vec3| m.transpose() * v,
    Affine3A::as_daffine3,
    // Without SIMD: glam's cross product of `Vec3A` fuses products and sums on some processors.
    |m: &glam::Mat3A| {
        let scalar = glam::Mat3::from(*m);
        (scalar.determinant(), scalar.inverse().into())
    },
    // All six dot products of the columns at once.
    #[inline]
    fn similarity(&self) -> Option<f32> {
        let [x, y, z] = [self.matrix3.x_axis, self.matrix3.y_axis, self.matrix3.z_axis];
        let column_sums = |x, y, z| {
            let m = glam::Mat3A::from_cols(x, y, z).transpose();
            m.x_axis + m.y_axis + m.z_axis
        };
        let squares = column_sums(x * x, y * y, z * z);
        let products = column_sums(x * y, y * z, z * x);
        let limit = glam::Vec3A::splat((SIMILARITY * Vec3::EPSILON) as f32 * squares.x);
        let deviation = (squares - glam::Vec3A::splat(squares.x)).abs().max(products.abs());
        // No comparison with a NaN is true.
        (deviation.cmple(limit).all() && squares.is_finite()).then(|| squares.x.sqrt())
    }
);
affine!(
    DAffine3,
    DVec3,
    matrix3,
    |rows: glam::DMat3| [rows.x_axis, rows.y_axis, rows.z_axis],
    |m: &glam::DMat3, v: DVec3| DVec3::new(m.x_axis.dot(v), m.y_axis.dot(v), m.z_axis.dot(v)),
    |map: &DAffine3| *map,
    |m: &glam::DMat3| (m.determinant(), m.inverse())
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_huge_singular_map_is_no_similarity() {
        for scale in [1.0, 1e15, 1e20] {
            assert_eq!(Affine2::from_scale(Vec2::new(scale, 0.0)).similarity(), None);
            assert_eq!(Affine3A::from_scale(Vec3::new(scale, scale, 0.0)).similarity(), None);
        }
        assert_eq!(Affine2::from_scale(Vec2::splat(1e15)).similarity(), Some(1e15));
        assert_eq!(Affine3A::from_scale(Vec3::splat(1e15)).similarity(), Some(1e15));
    }
}
