//! The map from local coordinates to those of the result, in `f64`.

use arrayvec::ArrayVec;
use gjk::{Affine, Vector, Wide};

use crate::collider::{AffineOf, Dimension};

/// An affine map in `f64`.
#[derive(Debug)]
pub(super) struct Frame<D: Dimension> {
    columns: ArrayVec<D::Wide, 3>,
    translation: D::Wide,
    /// Whether it turns what is counterclockwise.
    pub(super) mirrors: bool,
}

impl<D: Dimension> Frame<D> {
    pub(super) fn new(affine: &AffineOf<D>) -> Self {
        Self {
            columns: (0..D::Vector::DIMENSION).map(|axis| affine.column(axis).widen()).collect(),
            translation: affine.translation().widen(),
            mirrors: D::to_local(affine, D::Wide::ZERO).is_some_and(|(_, mirrors)| mirrors),
        }
    }

    /// Maps a point.
    pub(super) fn apply(&self, local: D::Wide) -> D::Vector {
        let columns = self.columns.iter().enumerate();
        let sum =
            columns.fold(self.translation, |sum, (axis, &column)| sum + column * element::<D>(local, axis));
        D::Vector::narrow(sum)
    }
}

/// Returns a coordinate of a vector.
pub(super) fn element<D: Dimension>(vector: D::Wide, axis: usize) -> f64 {
    vector.dot(D::Vector::axis(axis).widen())
}
