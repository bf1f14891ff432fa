//! What a surface is to a character: ground or not, in the way or not.

use super::checked_settings::CheckedSettings;
use super::ground::{GroundTest, PartContact};
use super::solid::Solidity;
use crate::collider::Dimension;
use crate::mover::clearance::WideOf;
use crate::mover::obstacles::Hit;

/// The tests of a surface: whether it is ground, and whether it is solid.
pub(super) struct SurfaceTests<'a, 'w, 's, D: Dimension> {
    pub(super) ground: GroundTest<'a, 'w, D>,
    pub(super) solidity: Solidity<'a, 'w, 's, D>,
}

impl<D: Dimension> SurfaceTests<'_, '_, '_, D> {
    pub(super) fn settings(&self) -> &CheckedSettings<D> {
        self.ground.settings
    }

    /// Returns whether a part that is hit is in the way at all.
    pub(super) fn is_solid(&self, hit: &Hit<D>) -> bool {
        self.solidity.is_solid(hit.key.entity, &hit.limits, -hit.impact.at_min.clearance.normal)
    }

    /// Returns the normal of the ground at a hit, if it is ground.
    pub(super) fn ground_at(&self, hit: &Hit<D>, min_rise: f64) -> Option<WideOf<D>> {
        let clearance = &hit.impact.at_min.clearance;
        let contact = PartContact {
            key: hit.key,
            point: clearance.on_b,
            normal: -clearance.normal,
            tolerance: hit.limits.tolerance,
        };
        self.ground.normal(&contact, min_rise)
    }
}
