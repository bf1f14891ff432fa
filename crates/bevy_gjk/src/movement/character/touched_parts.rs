//! What a character touches where it ends: its ground, a wall and a ceiling, and what the final rounding must not pass.

use bevy_ecs::prelude::Entity;
use gjk::Wide;
use smallvec::SmallVec;

use super::ground::{PartContact, SAME_DIRECTION};
use super::slide_policies::{VANISHING, project_fall};
use super::state::MoverContact;
use super::surface_tests::SurfaceTests;
use super::walk::{MIN_RISE_TO_LAND, MIN_RISE_TO_STAND};
use crate::collider::Dimension;
use crate::movement::constraints::length;
use crate::movement::obstacles::{MAX_STORED_PARTS, Obstacles};
use crate::movement::rounding::round_to_translation;

/// The cosine of the angle from straight down within which a surface is a ceiling: 45 degrees.
const CEILING: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// The component of a unit normal below which it is horizontal: in a narrow shaft, the rounding of opposite walls holds
/// no character.
const UPRIGHT: f64 = 1e-6;

/// By how much the rises of two normals may differ that are the same, up to rounding.
const SAME_RISE: f64 = 1e-6;

/// A part that a character touches: its clearance is the skin.
struct TouchedPart<D: Dimension> {
    contact: PartContact<D>,
    /// Of a displacement `x` since the start, `−normal · x` has to stay below this.
    max_along_normal: f64,
}

/// All parts that a character touches after a displacement since the start of its move.
pub(super) struct TouchedParts<D: Dimension> {
    displacement: D::Wide,
    /// In the order of their keys.
    all: SmallVec<[TouchedPart<D>; MAX_STORED_PARTS]>,
}

impl<D: Dimension> TouchedParts<D> {
    /// Creates an empty collection: see [`collect`](Self::collect). Two calls, so that nothing is copied.
    #[inline(always)]
    pub(super) fn new(displacement: D::Wide) -> Self {
        Self { displacement, all: SmallVec::new() }
    }

    /// Collects the parts that are touched.
    pub(super) fn collect(&mut self, obstacles: &mut Obstacles<D>, surfaces: &SurfaceTests<D>) {
        let Self { displacement, all } = self;
        obstacles.touching(*displacement, |key, clearance, limits| {
            let normal = -clearance.normal;
            if surfaces.blocking.blocks(key, limits, normal, None) {
                let contact = PartContact { key, point: clearance.on_b, normal, tolerance: limits.tolerance };
                let max_along_normal =
                    (clearance.bound - limits.stop_clearance).max(0.0) - normal.dot(*displacement);
                all.push(TouchedPart { contact, max_along_normal });
            }
        });
    }

    /// Iterates over the entities of the touched parts.
    pub(super) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.all.iter().map(|part| part.contact.key.entity)
    }

    /// Returns the most upward contact if the touched parts hold the character together, although none of them is ground.
    ///
    /// It is held if the steepest way down that they leave is no steeper than ground: in a trench between two steep slopes,
    /// in the corner of a slope and a wall, in a pit. That depends on nothing but the place and what is touched there.
    pub(super) fn held_by(&self, surfaces: &SurfaceTests<D>) -> Option<MoverContact<D>> {
        let settings = surfaces.settings();
        let upward = |part: &TouchedPart<D>| {
            let normal = part.contact.normal;
            if normal.dot(settings.up).abs() > UPRIGHT { normal } else { settings.horizontal(normal) }
        };
        let normals = self.all.iter().map(|part| -upward(part));
        let descent = project_fall(settings, normals, settings.up * -1.0);
        // Over an edge it hangs too far where that is no ground: it slides off, however flat the way down.
        let hangs_over = settings.least_edge_cosine > 0.0
            && self.all.iter().any(|part| settings.is_walkable(part.contact.normal));
        let falls = if hangs_over { length(descent) > VANISHING } else { settings.is_steep(descent) };
        if falls {
            return None;
        }
        let rise = |part: &TouchedPart<D>| part.contact.normal.dot(settings.up);
        let highest =
            self.all.iter().reduce(|best, next| if rise(next) > rise(best) { next } else { best })?;
        Some(highest.report(highest.contact.normal))
    }

    /// Returns the ground: of several the one with the most upward normal, and of those the one whose contact is the most
    /// upward: rather the floor than the edge of a ledge beside it.
    pub(super) fn ground(&self, surfaces: &SurfaceTests<D>, min_rise: f64) -> Option<MoverContact<D>> {
        let up = surfaces.settings().up;
        let grounds = self.all.iter().enumerate().filter_map(|(index, part)| {
            if self.is_repeated(index, surfaces) {
                return None;
            }
            let normal = surfaces.ground.ground_normal(&part.contact, min_rise)?;
            Some((part, normal, [normal.dot(up), part.contact.normal.dot(up)]))
        });
        let (part, normal, _) = grounds.reduce(|best, next| {
            let [by_normal, by_contact] = [0, 1].map(|index| next.2[index] - best.2[index]);
            let is_more_upward =
                if by_normal.abs() > SAME_RISE { by_normal > 0.0 } else { by_contact > SAME_RISE };
            if is_more_upward { next } else { best }
        })?;
        Some(part.report(normal))
    }

    /// Returns whether an inclined contact is that of a part before: at a corner that many parts share, the ground is decided
    /// among all of them for each, and once is enough.
    fn is_repeated(&self, index: usize, surfaces: &SurfaceTests<D>) -> bool {
        let contact = &self.all[index].contact;
        let is_same = |other: &PartContact<D>| {
            let apart = other.point - contact.point;
            apart.dot(apart) <= contact.tolerance * contact.tolerance
                && other.normal.dot(contact.normal) >= 1.0 - SAME_DIRECTION
        };
        !surfaces.settings().is_walkable(contact.normal)
            && self.all[..index].iter().any(|before| is_same(&before.contact))
    }

    /// Returns the height of the ground below the top of a step, continued to its place: of several the highest one.
    /// What is touched at the height of the top is the step itself.
    pub(super) fn ground_height_at(&self, surfaces: &SurfaceTests<D>, top: D::Wide) -> Option<f64> {
        let settings = surfaces.settings();
        let up = settings.up;
        let heights = self.all.iter().filter_map(|TouchedPart { contact, .. }| {
            let offset = top - contact.point;
            if !(offset.dot(up) > contact.tolerance) {
                return None;
            }
            let normal = surfaces.ground.ground_normal(contact, MIN_RISE_TO_STAND)?;
            Some(contact.point.dot(up) - settings.horizontal(offset).dot(normal) / normal.dot(up))
        });
        heights.reduce(f64::max)
    }

    /// Returns the most upward surface that is too steep for ground and no wall.
    pub(super) fn steep_slope(&self, surfaces: &SurfaceTests<D>) -> Option<MoverContact<D>> {
        let rise = |part: &TouchedPart<D>| part.contact.normal.dot(surfaces.settings().up);
        let slopes = self.all.iter().filter(|part| {
            rise(part) >= MIN_RISE_TO_LAND
                && surfaces.ground.surface_normal(&part.contact, MIN_RISE_TO_STAND).is_none()
        });
        let steep = slopes.reduce(|best, next| if rise(next) > rise(best) { next } else { best })?;
        Some(steep.report(steep.contact.normal))
    }

    /// Returns the wall that is most in the way of a motion, and the ceiling.
    pub(super) fn wall_and_ceiling(
        &self,
        surfaces: &SurfaceTests<D>,
        motion: D::Wide,
    ) -> [Option<MoverContact<D>>; 2] {
        let settings = surfaces.settings();
        let is_ceiling = |part: &&TouchedPart<D>| part.contact.normal.dot(settings.up) <= -CEILING;
        let most = |kind: &dyn Fn(&&TouchedPart<D>) -> bool, weight: D::Wide| {
            let weight = |part: &TouchedPart<D>| -part.contact.normal.dot(weight);
            let found = self
                .all
                .iter()
                .filter(kind)
                .reduce(|best, next| if weight(next) > weight(best) { next } else { best });
            found.map(|part| part.report(part.contact.normal))
        };
        if settings.least_cosine.is_none() {
            return [most(&|_| true, motion), None];
        }
        let is_wall =
            |part: &&TouchedPart<D>| !is_ceiling(part) && !settings.is_walkable(part.contact.normal);
        [most(&is_wall, motion), most(&is_ceiling, settings.up)]
    }

    /// Rounds the displacement to a translation that passes none of the planes.
    pub(super) fn round(&self, obstacles: &Obstacles<D>) -> D::Vector {
        let planes = self.all.iter().map(|part| (-part.contact.normal, part.max_along_normal));
        round_to_translation(&obstacles.shape, self.displacement, planes)
    }
}

impl<D: Dimension> TouchedPart<D> {
    fn report(&self, normal: D::Wide) -> MoverContact<D> {
        self.contact.report(normal)
    }
}
