//! What a move knows of a part near it, so that nothing is measured twice.

use gjk::{SimplexCache, Wide};

use super::{Clearance, Constraint, Limits, MovingShape, PlacedPart, Surfaces, face_normal};
use crate::collider::Dimension;

/// What is known of a part.
pub(super) struct PartState<D: Dimension> {
    pub(super) limits: Limits,
    /// The plane of the surface that it does not rise above, and how far it is behind the shape along its normal at the
    /// start.
    surface: Option<Constraint<D::Wide>>,
    pub(super) cache: SimplexCache<D::Vector>,
    /// The clearance when it was last measured, and the displacement at which.
    pub(super) clearance: Clearance<D>,
    pub(super) displacement: D::Wide,
}

impl<D: Dimension> PartState<D> {
    /// Measures the clearance to a part after a displacement, and at the start of the move; `None` if the part has no
    /// place.
    pub(super) fn measure(
        shape: &MovingShape<D>,
        surfaces: &Surfaces<D>,
        part: &PlacedPart<D>,
        displacement: D::Wide,
    ) -> Option<Self> {
        let mut cache = SimplexCache::default();
        let clearance = shape.measure(part, displacement, &mut cache)?;
        let start = D::Wide::ZERO;
        let is_start = displacement == start;
        let before =
            if is_start { clearance } else { shape.measure(part, start, &mut Default::default())? };
        let limits = shape.limits(&before);
        let surface = surfaces.nearest_plane(part, limits.tolerance);
        let limits = surfaces.limits(part, before.bound, limits);
        Some(Self { limits, surface, cache, clearance, displacement })
    }

    /// Returns the normal of a plane between the shape and the part, given their clearance after a displacement: that
    /// of the surface, if its plane leaves as much of the clearance, up to the tolerance. A large round shape may meet
    /// a corner of the next face of a floor before the face itself.
    pub(super) fn plane_normal(
        &self,
        part: &PlacedPart<D>,
        clearance: &Clearance<D>,
        displacement: D::Wide,
    ) -> D::Wide {
        let is_near = |surface: &Constraint<D::Wide>| {
            surface.offset - surface.normal.dot(displacement) >= clearance.bound - self.limits.tolerance
        };
        match self.surface.filter(is_near) {
            Some(surface) => surface.normal,
            None => face_normal::<D>(part, clearance.normal).0,
        }
    }
}
