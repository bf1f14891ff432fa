//! What a push is searched among: the parts near the shape, and what the push has to satisfy.

use super::clearance::{Clearance, MovingShape, Part};
use super::constraints::Constraint;
use super::hit::PartKey;
use super::planes::ContactPlane;
use crate::collider::Dimension;
use gjk::Wide;

/// A part near the shape.
pub(super) struct NearPart<'o, 's, 'p, D: Dimension> {
    pub(super) key: PartKey,
    pub(super) shape: &'o MovingShape<'s, D>,
    pub(super) part: &'o Part<'p, D>,
    pub(super) clearance: &'o Clearance<D>,
    /// The clearance that is wanted.
    pub(super) skin: f64,
    /// The only way out, if there are no others to choose from.
    pub(super) only_way: Option<Constraint<D::Wide>>,
}

impl<D: Dimension> NearPart<'_, '_, '_, D> {
    /// Returns the plane of the nearest way out, measured after a displacement.
    pub(super) fn nearest_way(&self, displacement: D::Wide) -> Constraint<D::Wide> {
        let Clearance::<D> { normal, bound, .. } = *self.clearance;
        Constraint { normal, offset: normal.dot(displacement) + bound - self.skin }
    }
}

/// The parts among which a push is searched.
pub(super) trait PushSpace<D: Dimension> {
    /// Shows all parts that are nearer than the skin after a displacement, by more than the tolerance.
    fn each_overlap(&mut self, displacement: D::Wide, visit: impl FnMut(&NearPart<D>));

    /// Shows all parts near a motion, with their clearance at its start.
    fn each_near(&mut self, displacement: D::Wide, motion: D::Wide, visit: impl FnMut(&NearPart<D>));
}

/// What a push has to satisfy.
pub(super) struct PushTask<'t, D: Dimension> {
    /// The center of the shape at the start.
    pub(super) center: D::Wide,
    /// The displacement to which the one searched for is to be nearest.
    pub(super) wanted: D::Wide,
    /// Planes that hold in any case.
    pub(super) fixed: &'t [ContactPlane<D>],
    /// The longest push, unless the center is inside of a part.
    pub(super) max_length: f64,
    /// The length of a push that is known; only shorter ones are searched for.
    pub(super) known_length: f64,
}
