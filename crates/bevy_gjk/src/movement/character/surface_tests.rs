//! What a surface is to a character: ground or not, in the way or not.

use bevy_ecs::prelude::Query;
use gjk::{Support, Vector, Wide};

use super::{CheckedSettings, MIN_RISE_TO_STAND};
use crate::collider::{Dimension, OneWayPlatform};
use crate::movement::{HeldBy, Hit, Obstacles, PartKey, Passable};
use crate::query::{CollisionQuery, FilterView};

/// By how much less than its skin a character may be above the surface of a one-way platform, in tolerances of the
/// clearance: one is the rounding of where it stands, the other one that of the planes that its way keeps to.
const SKIN_SLACK: f64 = 2.0;

/// The tests of a surface: whether it is [ground](super::ground), and whether it [blocks](super::blocking) the
/// character.
#[derive(Clone, Copy)]
pub(super) struct SurfaceTests<'a, D: Dimension> {
    pub(super) query: &'a CollisionQuery<'a, D>,
    /// What is solid for the character.
    pub(super) filter: FilterView<'a>,
    pub(super) settings: CheckedSettings<D>,
    /// The character where its move begins.
    pub(super) shape: &'a dyn Support<D::Vector>,
    pub(super) one_way: &'a Query<'a, 'a, &'static OneWayPlatform<D>>,
    /// Whether this move ignores all one-way platforms.
    pub(super) drop_through: bool,
    /// The one-way platforms that the character stood on when it began to drop, and has not left since.
    pub(super) dropping: &'a [Passable],
}

impl<D: Dimension> SurfaceTests<'_, D> {
    /// Returns whether a part that is hit by a sweep from a displacement blocks the character at all.
    pub(super) fn blocks(&self, hit: &Hit<D>, from: D::Wide) -> bool {
        let normal = -hit.impact.at_min.clearance.normal;
        !self.is_one_way(hit.key)
            || self.blocks_from(hit.key, &hit.limits, normal, None) && self.comes_from_above(hit, from)
    }

    /// Returns the first part that blocks a motion from a displacement, apart from those for which `skip` returns true.
    /// What does not block the motion is ignored from then on.
    pub(super) fn first_blocking_hit(
        &self,
        obstacles: &mut Obstacles<D>,
        held_by: HeldBy,
        from: D::Wide,
        motion: D::Wide,
        skip: impl Fn(PartKey) -> bool,
    ) -> Option<Hit<D>> {
        loop {
            let hit = obstacles.first_hit(held_by, from, motion, &skip)?;
            if self.blocks(&hit, from) || !obstacles.ignore(hit.key.passable()) {
                return Some(hit);
            }
        }
    }

    /// Returns whether a sweep from a displacement comes onto the surface of a one-way platform, and not beside it.
    ///
    /// A character that passes above a platform by less than its skin meets the edge of the platform at an inclined
    /// normal. That makes a wall of no one-way platform: the edge counts if it can be walked over, or if the sweep
    /// began above the surface.
    fn comes_from_above(&self, hit: &Hit<D>, from: D::Wide) -> bool {
        let settings = &self.settings;
        let (clearance, limits) = (&hit.impact.at_min.clearance, &hit.limits);
        let normal = -clearance.normal;
        let surface = || self.ground_at(hit, MIN_RISE_TO_STAND).unwrap_or(normal);
        let height_above = |surface: D::Wide| {
            let lowest = self.shape.support(D::Vector::narrow(-surface)).widen();
            (lowest + from - clearance.on_b).dot(surface)
        };
        if !self.dropping.is_empty() && normal.dot(settings.up) > MIN_RISE_TO_STAND {
            // What is at the height of the platform below, such as the next tile of a row, is passed, too.
            return height_above(surface()) > limits.skin + limits.tolerance;
        }
        let is_touched = hit.impact.at_stop.time == 0.0;
        // Judged by the normal that the edge has at a clearance of the skin, at the same height: the sweep may have
        // come nearer, by its tolerance, where the normal is more upright.
        let is_walkable = || settings.is_walkable(normal * (clearance.distance / limits.skin));
        is_touched || is_walkable() || height_above(surface()) >= limits.skin - SKIN_SLACK * limits.tolerance
    }
}
