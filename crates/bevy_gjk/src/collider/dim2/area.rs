//! Solid areas in 2D, concave and with holes: convex parts, and the boundary of them all.

use gjk::Vec2;

#[cfg(feature = "outlines")]
mod boundary;
#[cfg(feature = "outlines")]
mod cut;
#[cfg(feature = "outlines")]
mod joined;
#[cfg(feature = "outlines")]
mod lattice;
mod mesh;
#[cfg(feature = "outlines")]
mod status;
#[cfg(feature = "outlines")]
mod sweep;
#[cfg(all(test, feature = "outlines"))]
mod tests;

#[cfg(feature = "outlines")]
use crate::collider::CompositeShape;
use crate::collider::dim2::Collider;
use crate::collider::{ColliderError, ColliderShape, Dim2};
pub(super) use mesh::mesh_area;

/// Areas of any outline.
impl Collider {
    /// Creates a solid area from its outline, which may be concave: see [`Outline`](Self::Outline).
    ///
    /// ```
    /// use bevy_gjk::{dim2::Collider, gjk::Vec2};
    ///
    /// let corner = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)];
    /// let corner = Collider::outline(corner.map(Vec2::from));
    /// ```
    pub fn outline(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Outline { contours: vec![points.into_iter().collect()] }
    }

    /// Creates a solid area from several contours: those inside of others are holes, or islands in holes. See
    /// [`Outline`](Self::Outline).
    ///
    /// ```
    /// use bevy_gjk::{dim2::Collider, gjk::Vec2};
    ///
    /// let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from);
    /// let frame = Collider::outlines([square(5.0), square(4.0)]);
    /// ```
    pub fn outlines(contours: impl IntoIterator<Item = impl IntoIterator<Item = Vec2>>) -> Self {
        let contours = contours.into_iter().map(|points| points.into_iter().collect()).collect();
        Self::Outline { contours }
    }
}

/// Prepares an outline: see [`Collider::Outline`](crate::dim2::Collider::Outline).
#[cfg(feature = "outlines")]
pub(super) fn outline_area(contours: &[Vec<Vec2>]) -> Result<ColliderShape<Dim2>, ColliderError> {
    cut::area(contours).map(CompositeShape::implicit)
}

/// Returns an error: nothing cuts an outline without the feature `outlines`.
#[cfg(not(feature = "outlines"))]
pub(super) fn outline_area(_: &[Vec<Vec2>]) -> Result<ColliderShape<Dim2>, ColliderError> {
    Err(ColliderError::NoOutlines)
}
