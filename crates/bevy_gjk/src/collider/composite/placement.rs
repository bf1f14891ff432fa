//! Where parts are placed in the world.

use gjk::{Affine, Placed, Support, Vector, Wide};

use crate::collider::{AffineOf, Dimension};

/// A map, and by how much its translation is rounded.
///
/// Parts that meet have numbers in common in the coordinates of their collider. The sums and products that place them
/// in the world round differently for each part, and would open gaps between them. So the rounding error is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<D: Dimension> {
    pub(super) affine: AffineOf<D>,
    /// What the translation lacks.
    translation_error: D::Vector,
}

impl<D: Dimension> Placement<D> {
    /// Creates the placement of a collider, whose translation is exact.
    pub(super) fn new(affine: &AffineOf<D>) -> Self {
        Self { affine: *affine, translation_error: D::Vector::ZERO }
    }

    /// Creates the placement of a part around a point in the coordinates of its collider.
    pub(crate) fn around(linear: &AffineOf<D>, point: D::Wide) -> Self {
        Self { affine: *linear, translation_error: D::Vector::ZERO }.at(D::Vector::narrow(point), point)
    }

    /// Returns the placement of what has a placement in this one.
    pub(super) fn of(&self, inner: &Self) -> Self {
        let composed = D::compose(&self.affine, &inner.affine);
        let place = inner.affine.translation().widen() + inner.translation_error.widen();
        let mut exact = self.affine.translation().widen() + self.translation_error.widen();
        for axis in 0..D::Vector::DIMENSION {
            let coordinate = place.dot(D::Vector::axis(axis).widen());
            exact += self.affine.column(axis).widen() * coordinate;
        }
        Self { affine: composed, translation_error: D::Vector::ZERO }.at(composed.translation(), exact)
    }

    /// Replaces the translation by a rounded one, whose exact value is known.
    fn at(self, rounded: D::Vector, exact: D::Wide) -> Self {
        let error = D::Vector::narrow(exact - rounded.widen());
        let translation_error = if error.is_finite() { error } else { D::Vector::ZERO };
        Self { affine: self.affine.with_translation(rounded), translation_error }
    }

    /// Places a shape.
    #[inline]
    pub(super) fn place<S: Support<D::Vector>>(&self, shape: S) -> Placed<S, D::Vector> {
        Placed::new(shape, self.affine).with_translation_error(self.translation_error)
    }
}
