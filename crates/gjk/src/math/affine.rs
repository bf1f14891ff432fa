//! Affine maps: what a [`Placed`](super::Placed) shape needs of glam's.

use glam::{Affine2, Affine3A, DAffine2, DAffine3, DVec2, DVec3, Vec2, Vec3};

use crate::math::Plane;
use crate::math::ops;
use crate::math::{Scalar, Vector, Wide};

/// An affine map `x ↦ M·x + t` of the plane or of space: any rotation, scale, mirror and shear.
pub trait Affine<V: Vector>: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The map that leaves everything where it is.
    const IDENTITY: Self;
    /// The map that only moves.
    fn from_translation(translation: V) -> Self;
    /// The same map with another translation.
    #[must_use]
    fn with_translation(self, translation: V) -> Self;
    /// The translation `t`.
    fn translation(&self) -> V;
    /// The column of the linear part `M` with this index: where it takes that axis.
    fn column(&self, index: usize) -> V;
    /// The rows of the linear part; in the plane, the third is zero.
    fn rows(&self) -> [V; 3];
    /// `M·v`.
    fn linear(&self, v: V) -> V;
    /// `Mᵀ·v`.
    fn transposed(&self, v: V) -> V;
    /// The inverse map, or nothing for a map that flattens.
    fn inverted(&self) -> Option<Self>;
    /// The boundary that the map makes of that of a half-space. Not finite for a map that flattens, which
    /// leaves no half-space.
    fn plane(&self, plane: Plane<V>) -> Plane<V>;
    /// The factor of a map that enlarges alike in all directions, up to the rounding of a rotation matrix;
    /// nothing for any other.
    #[inline]
    fn similarity(&self) -> Option<V::Scalar> {
        let tolerance = V::Scalar::narrow(4.0 * V::EPSILON);
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
        // Among infinite squares, all comparisons were true.
        square.is_finite().then(|| square.sqrt())
    }
    /// A bound of the factor by which the map enlarges any length: exact for a similarity, up to rounding, and
    /// for scales along the axes.
    ///
    /// Its square is the largest eigenvalue of `MᵀM`, which no sum of the magnitudes of a row is less than
    /// (Gershgorin).
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
    /// A bound of the factor by which the map enlarges any length at least, from below: exact for a similarity, up
    /// to rounding, and for scales along the axes. By the same theorem as [`largest_stretch`](Self::largest_stretch).
    #[inline(always)]
    fn least_stretch(&self) -> V::Scalar {
        let mut least = f64::INFINITY;
        for i in 0..V::DIMENSION {
            let column = self.column(i).widen();
            let others = (0..V::DIMENSION).filter(|&j| j != i);
            let off = others.map(|j| column.dot(self.column(j).widen()).abs()).sum::<f64>();
            least = least.min(column.dot(column) - off);
        }
        V::Scalar::narrow(ops::f64::sqrt(least.max(0.0)))
    }
    /// Returns the columns of the linear part of a 2D map in `f32`; `None` for any other.
    #[inline(always)]
    fn columns_2d(&self) -> Option<[Vec2; 2]> {
        None
    }
    /// `M·x + t`.
    #[inline]
    fn apply(&self, point: V) -> V {
        self.linear(point) + self.translation()
    }
}

macro_rules! affine {
    ($affine:ident, $vector:ident, $linear:ident, $rows:expr, $product:expr, $wide:expr $(, $own:item)*) => {
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
            $($own)*
            fn inverted(&self) -> Option<Self> {
                let determinant = self.$linear.determinant();
                let inverse = self.inverse();
                (determinant != 0.0 && inverse.is_finite()).then_some(inverse)
            }
            fn plane(&self, plane: Plane<$vector>) -> Plane<$vector> {
                // A normal is a row, not a column: n·M⁻¹ is across what M makes of whatever n is across.
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
    |map: &DAffine2| *map
);
affine!(
    Affine3A,
    Vec3,
    matrix3,
    |rows: glam::Mat3A| [rows.x_axis.into(), rows.y_axis.into(), rows.z_axis.into()],
    |m: &glam::Mat3A, v: Vec3| m.transpose() * v,
    Affine3A::as_daffine3,
    // All six products at once.
    #[inline]
    fn similarity(&self) -> Option<f32> {
        let [x, y, z] = [self.matrix3.x_axis, self.matrix3.y_axis, self.matrix3.z_axis];
        let sums = |x, y, z| {
            let m = glam::Mat3A::from_cols(x, y, z).transpose();
            m.x_axis + m.y_axis + m.z_axis
        };
        let squares = sums(x * x, y * y, z * z);
        let products = sums(x * y, y * z, z * x);
        let limit = glam::Vec3A::splat(4.0 * Vec3::EPSILON as f32 * squares.x);
        let off = (squares - glam::Vec3A::splat(squares.x)).abs().max(products.abs());
        // Of a NaN, no comparison is true.
        (off.cmple(limit).all() && squares.is_finite()).then(|| squares.x.sqrt())
    }
);
affine!(
    DAffine3,
    DVec3,
    matrix3,
    |rows: glam::DMat3| [rows.x_axis, rows.y_axis, rows.z_axis],
    |m: &glam::DMat3, v: DVec3| DVec3::new(m.x_axis.dot(v), m.y_axis.dot(v), m.z_axis.dot(v)),
    |map: &DAffine3| *map
);

#[cfg(test)]
mod tests {
    use glam::{Affine2, Affine3A, Vec2, Vec3};

    use crate::math::Affine;

    #[test]
    fn a_vast_map_that_flattens_is_no_similarity() {
        for scale in [1.0, 1e15, 1e20] {
            assert_eq!(Affine2::from_scale(Vec2::new(scale, 0.0)).similarity(), None);
            assert_eq!(Affine3A::from_scale(Vec3::new(scale, scale, 0.0)).similarity(), None);
        }
        assert_eq!(Affine2::from_scale(Vec2::splat(1e15)).similarity(), Some(1e15));
        assert_eq!(Affine3A::from_scale(Vec3::splat(1e15)).similarity(), Some(1e15));
    }
}
