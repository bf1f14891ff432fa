//! What a surface is to a character: ground or not, in the way or not.

use gjk::{Support, Vector, Wide};

use super::blocking::Blocking;
use super::checked_settings::CheckedSettings;
use super::ground::{GroundTest, PartContact};
use super::walk::MIN_RISE_TO_STAND;
use crate::collider::Dimension;
use crate::movement::hit::Hit;

/// By how much less than its skin a character may be above the surface of a one-way platform, in tolerances of the
/// clearance: one is the rounding of where it stands, the other one that of the planes that its way keeps to.
const SKIN_SLACK: f64 = 2.0;

/// The tests of a surface: whether it is ground, and whether it blocks the character.
#[derive(Clone, Copy)]
pub(super) struct SurfaceTests<'a, D: Dimension> {
    pub(super) ground: GroundTest<'a, D>,
    pub(super) blocking: Blocking<'a, D>,
}

impl<'a, D: Dimension> SurfaceTests<'a, D> {
    /// Returns the same tests for the character somewhere else.
    pub(super) fn of<'s>(&self, shape: &'s dyn Support<D::Vector>) -> SurfaceTests<'s, D>
    where
        'a: 's,
    {
        SurfaceTests {
            ground: GroundTest { shape, ..self.ground },
            blocking: Blocking { shape, ..self.blocking },
        }
    }

    pub(super) fn settings(&self) -> &CheckedSettings<D> {
        self.ground.settings
    }

    /// Returns whether a part that is hit by a sweep from a displacement blocks the character at all.
    pub(super) fn blocks(&self, hit: &Hit<D>, from: D::Wide) -> bool {
        let normal = -hit.impact.at_min.clearance.normal;
        !self.blocking.is_one_way(hit.key)
            || self.blocking.blocks(hit.key, &hit.limits, normal, None) && self.comes_from_above(hit, from)
    }

    /// Returns whether a sweep from a displacement comes onto the surface of a one-way platform, and not beside it.
    ///
    /// A character that passes above a platform by less than its skin meets the edge of the platform at an inclined normal.
    /// That makes a wall of no one-way platform: the edge counts if it can be walked over, or if the sweep began above the
    /// surface.
    fn comes_from_above(&self, hit: &Hit<D>, from: D::Wide) -> bool {
        let settings = self.settings();
        let (clearance, limits) = (&hit.impact.at_min.clearance, &hit.limits);
        let normal = -clearance.normal;
        let surface = || self.ground_at(hit, MIN_RISE_TO_STAND).unwrap_or(normal);
        let height_above = |surface: D::Wide| {
            let lowest = self.ground.shape.support(D::Vector::narrow(-surface)).widen();
            (lowest + from - clearance.on_b).dot(surface)
        };
        if self.blocking.is_dropping() && normal.dot(settings.up) > MIN_RISE_TO_STAND {
            // What is at the height of the platform below, such as the next tile of a row, is passed, too.
            return height_above(surface()) > limits.skin + limits.tolerance;
        }
        let is_touched = hit.impact.at_stop.time == 0.0;
        // Judged by the normal that the edge has at a clearance of the skin, at the same height: the sweep may have come nearer,
        // by its tolerance, where the normal is more upright.
        let is_walkable = || settings.is_walkable(normal * (clearance.distance / limits.skin));
        is_touched || is_walkable() || height_above(surface()) >= limits.skin - SKIN_SLACK * limits.tolerance
    }

    /// Returns the normal of the ground at a hit, if it is ground.
    pub(super) fn ground_at(&self, hit: &Hit<D>, min_rise: f64) -> Option<D::Wide> {
        self.ground.ground_normal(&PartContact::of(hit), min_rise)
    }
}
