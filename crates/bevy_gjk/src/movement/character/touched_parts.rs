//! What a character touches where it ends: its ground, a wall and a ceiling, and what the final rounding must not pass.

use bevy_ecs::prelude::Entity;
use gjk::Wide;
use smallvec::SmallVec;

use super::{
    MIN_RISE_TO_LAND, MIN_RISE_TO_STAND, MoverContact, PartContact, SAME_DIRECTION, SurfaceTests, VANISHING,
    Walker, project_fall,
};
use crate::collider::Dimension;
use crate::movement::{MAX_STORED_PARTS, NearPart, Obstacles, length, round_to_translation};

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

impl<D: Dimension> Walker<'_, '_, D> {
    /// Returns the parts that are touched after a displacement.
    #[inline(always)]
    pub(super) fn touched_parts(&mut self, displacement: D::Wide) -> TouchedParts<D> {
        let mut touched = TouchedParts { displacement, all: SmallVec::new() };
        let Self { obstacles, surfaces, .. } = self;
        obstacles.touched(displacement, |&NearPart { key, clearance, limits, .. }| {
            let normal = -clearance.normal;
            if surfaces.blocks_from(key, limits, normal, None) {
                let contact = PartContact { key, point: clearance.on_b, normal, tolerance: limits.tolerance };
                let max_along_normal =
                    (clearance.bound - limits.stop_clearance).max(0.0) - normal.dot(displacement);
                touched.all.push(TouchedPart { contact, max_along_normal });
            }
        });
        touched
    }
}

impl<D: Dimension> TouchedParts<D> {
    /// Iterates over the entities of the touched parts.
    pub(super) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.all.iter().map(|part| part.contact.key.entity)
    }

    /// Returns the most upward contact if the touched parts hold the character together, although none of them is
    /// ground.
    ///
    /// It is held if the steepest way down that they leave is no steeper than ground: in a trench between two steep
    /// slopes, in the corner of a slope and a wall, in a pit. That depends on nothing but the place and what is touched
    /// there.
    pub(super) fn held_by(&self, surfaces: &SurfaceTests<D>) -> Option<MoverContact<D>> {
        let settings = &surfaces.settings;
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
        most_along(self.all.iter(), settings.up)
    }

    /// Returns the ground: of several the one with the most upward normal, and of those the one whose contact is the
    /// most upward: rather the floor than the edge of a ledge beside it.
    pub(super) fn ground(&self, surfaces: &SurfaceTests<D>, min_rise: f64) -> Option<MoverContact<D>> {
        let up = surfaces.settings.up;
        let grounds = self.all.iter().enumerate().filter_map(|(index, part)| {
            if self.is_repeated(index, surfaces) {
                return None;
            }
            let normal = surfaces.ground_normal(&part.contact, min_rise)?;
            Some((part, normal, [normal.dot(up), part.contact.normal.dot(up)]))
        });
        let (part, normal, _) = grounds.reduce(|best, next| {
            let [by_normal, by_contact] = [0, 1].map(|index| next.2[index] - best.2[index]);
            let is_more_upward =
                if by_normal.abs() > SAME_RISE { by_normal > 0.0 } else { by_contact > SAME_RISE };
            if is_more_upward { next } else { best }
        })?;
        Some(part.contact.report(normal))
    }

    /// Returns whether an inclined contact is that of a part before: at a corner that many parts share, the ground is
    /// decided among all of them for each, and once is enough.
    fn is_repeated(&self, index: usize, surfaces: &SurfaceTests<D>) -> bool {
        let contact = &self.all[index].contact;
        let is_same = |other: &PartContact<D>| {
            let apart = other.point - contact.point;
            apart.dot(apart) <= contact.tolerance * contact.tolerance
                && other.normal.dot(contact.normal) >= 1.0 - SAME_DIRECTION
        };
        !surfaces.settings.is_walkable(contact.normal)
            && self.all[..index].iter().any(|before| is_same(&before.contact))
    }

    /// Returns the height of the ground below the top of a step, continued to its place: of several the highest one.
    /// What is touched at the height of the top is the step itself.
    pub(super) fn ground_height_at(&self, surfaces: &SurfaceTests<D>, top: D::Wide) -> Option<f64> {
        let settings = &surfaces.settings;
        let up = settings.up;
        let heights = self.all.iter().filter_map(|TouchedPart { contact, .. }| {
            let offset = top - contact.point;
            if !(offset.dot(up) > contact.tolerance) {
                return None;
            }
            let normal = surfaces.ground_normal(contact, MIN_RISE_TO_STAND)?;
            Some(contact.point.dot(up) - settings.horizontal(offset).dot(normal) / normal.dot(up))
        });
        heights.reduce(f64::max)
    }

    /// Returns the most upward surface that is too steep for ground and no wall.
    pub(super) fn steep_slope(&self, surfaces: &SurfaceTests<D>) -> Option<MoverContact<D>> {
        let up = surfaces.settings.up;
        let is_steep = |TouchedPart { contact, .. }: &&TouchedPart<D>| {
            contact.normal.dot(up) >= MIN_RISE_TO_LAND
                && surfaces.surface_normal(contact, MIN_RISE_TO_STAND).is_none()
        };
        most_along(self.all.iter().filter(is_steep), up)
    }

    /// Returns the wall that is most in the way of a motion, and the ceiling.
    pub(super) fn wall_and_ceiling(
        &self,
        surfaces: &SurfaceTests<D>,
        motion: D::Wide,
    ) -> [Option<MoverContact<D>>; 2] {
        let settings = &surfaces.settings;
        if settings.least_cosine.is_none() {
            return [most_along(self.all.iter(), -motion), None];
        }
        let is_ceiling = |part: &&TouchedPart<D>| part.contact.normal.dot(settings.up) <= -CEILING;
        let is_wall =
            |part: &&TouchedPart<D>| !is_ceiling(part) && !settings.is_walkable(part.contact.normal);
        let walls = self.all.iter().filter(is_wall);
        [most_along(walls, -motion), most_along(self.all.iter().filter(is_ceiling), -settings.up)]
    }

    /// Rounds the displacement to a translation that passes none of the planes.
    pub(super) fn round(&self, obstacles: &Obstacles<D>) -> D::Vector {
        let planes = self.all.iter().map(|part| (-part.contact.normal, part.max_along_normal));
        round_to_translation(&obstacles.shape, self.displacement, planes)
    }
}

/// Returns the contact, of the first of several parts, whose normal has the largest component along a vector.
fn most_along<'p, D: Dimension>(
    parts: impl Iterator<Item = &'p TouchedPart<D>>,
    vector: D::Wide,
) -> Option<MoverContact<D>> {
    let along = |part: &TouchedPart<D>| part.contact.normal.dot(vector);
    let most = parts.reduce(|best, next| if along(next) > along(best) { next } else { best })?;
    Some(most.contact.report(most.contact.normal))
}
