//! What is ahead of a character: where the ground ends, found by the walk of its runs, piece by piece, until it stands
//! no more; and a ledge: forward to a wall, up along it, over its edge, and down onto the top.

use gjk::{Affine, Vector, Wide};

use super::{LEAST_GAIN, MIN_RISE_TO_STAND, MoverContact, PartContact, Walked, Walker};
use crate::collider::Dimension;
use crate::movement::{SweepPurpose, length};

/// The length of a piece of the walk, in widths of the character: it walks over gaps that are not much wider.
const PIECE: f64 = 0.25;
/// The limit of pieces of a walk. Farther ahead, they are longer.
const MAX_PIECES: f64 = 1024.0;
/// The shortest step of the walk, in pieces: it loses the ground where the character does not stand even after this.
const LEAST_STEP: f64 = 1.0 / 256.0;
/// At how many places, up to its width beyond the edge, the depth of the ground is looked for.
const DEPTHS: u32 = 8;

/// An edge of the ground ahead of a character; see [`edge_ahead`](crate::queries::CharacterQuery::edge_ahead).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeAhead {
    /// How far it can walk until it loses the ground, horizontally.
    pub distance: f32,
    /// How much deeper it would come to lie beyond the edge than where it would stand last, at most its own width
    /// further, or `None` if there is no ground down to the `max_drop` that was asked for.
    pub drop: Option<f32>,
}

/// A wall whose top a character could stand on; see [`ledge_ahead`](crate::queries::CharacterQuery::ledge_ahead).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LedgeAhead<D: Dimension> {
    /// How far the character is from the wall, with its skin.
    pub distance: f32,
    /// How high the top is above its feet.
    pub height: f32,
    /// The wall, with its normal towards the character.
    pub wall: MoverContact<D>,
    /// The ground on top, as it would be below the character.
    pub top: MoverContact<D>,
    /// The translation of the character where it would stand on the top, at its edge.
    pub translation: D::Vector,
}

/// A place of the walk at which the character stands.
#[derive(Clone, Copy)]
struct Stand<D: Dimension> {
    displacement: D::Wide,
    height_of_ground: f64,
}

impl<D: Dimension> Walker<'_, '_, D> {
    /// Walks the character in a direction, at most so far, and finds where it loses the ground.
    pub(super) fn find_edge(
        &mut self,
        direction: D::Wide,
        [distance, max_drop]: [f64; 2],
    ) -> Option<EdgeAhead> {
        let heading = self.surfaces.settings.heading(direction)?;
        let shape = self.obstacles.shape;
        let width = (shape.support(heading) - shape.support(heading * -1.0)).dot(heading);
        let piece = (PIECE * width).max(distance / MAX_PIECES);
        let mut stand = self.stand_at(D::Wide::ZERO)?;
        let mut way = 0.0;
        let mut step = piece;
        while way < distance {
            let next = step.min(distance - way);
            let walked = self.attempt(|walker| {
                let mut walked = Walked::from(stand.displacement, stand.height_of_ground, walker.hits.len());
                walker.walk_horizontally(heading * next, &mut walked);
                walker.snap_down(0.0, &mut walked);
                walked.displacement
            });
            if (walked - stand.displacement).dot(heading) < next * (1.0 - LEAST_GAIN) {
                return None;
            }
            if let Some(next_stand) = self.stand_at(walked) {
                stand = next_stand;
                way += next;
                // A slow character walks on where a fast one leaves the ground.
                step = piece.min(2.0 * step);
                continue;
            }
            step = 0.5 * next;
            if step < LEAST_STEP * piece {
                let drop = self.drop_after(stand.displacement, heading * width, max_drop);
                return Some(EdgeAhead { distance: way as f32, drop: drop.map(|drop| drop as f32) });
            }
        }
        None
    }

    /// Returns how the character stands after a displacement, if it does.
    fn stand_at(&mut self, displacement: D::Wide) -> Option<Stand<D>> {
        let touched = self.touched_parts(displacement);
        let surfaces = &self.surfaces;
        let ground = touched.ground(surfaces, MIN_RISE_TO_STAND).or_else(|| touched.held_by(surfaces))?;
        Some(Stand { displacement, height_of_ground: ground.point.widen().dot(surfaces.settings.up) })
    }

    /// Returns how deep the character would fall from where it stands at an edge: the largest depth at some places
    /// beyond it, since what begins below the edge may rise, or end.
    fn drop_after(&mut self, last: D::Wide, beyond: D::Wide, max_drop: f64) -> Option<f64> {
        if !(max_drop > 0.0) {
            return None;
        }
        let down = self.surfaces.settings.up * -max_drop;
        (1..=DEPTHS).try_fold(0.0_f64, |deepest, place| {
            let way = beyond * (f64::from(place) / f64::from(DEPTHS));
            let (above, _) = self.sweep_straight(SweepPurpose::Slide, last, way);
            let (landed, below) = self.sweep_straight(SweepPurpose::Down, above, down);
            below.map(|_| deepest.max(length(above - landed)))
        })
    }
    /// Finds the wall in a direction, at most so far, whose top is at most so high above the feet.
    pub(super) fn find_ledge(
        &mut self,
        direction: D::Wide,
        [distance, max_height]: [f64; 2],
    ) -> Option<LedgeAhead<D>> {
        let settings = self.surfaces.settings;
        let (up, heading) = (settings.up, settings.heading(direction)?);
        let shape = self.obstacles.shape;
        let mut sweep = |from, motion| self.sweep_straight(SweepPurpose::Slide, from, motion);
        let (at, wall) = sweep(D::Wide::ZERO, heading * distance);
        let wall = PartContact::of(&wall?);
        if settings.is_walkable(wall.normal) {
            return None;
        }
        let (raised, _) = sweep(at, up * max_height.max(0.0));
        let half_width = (shape.support(heading) - shape.center()).dot(heading);
        // Its center comes over the edge, so that it stands there whatever its bottom is like.
        let (over, _) = sweep(raised, heading * (half_width + 2.0 * shape.skin));
        if !((over - raised).dot(heading) > shape.skin) {
            return None;
        }
        let (displacement, top) = sweep(over, up * -(raised - at).dot(up));
        let top = top?;
        let normal = self.surfaces.ground_at(&top, MIN_RISE_TO_STAND)?;
        let top = PartContact::of(&top);
        let feet = (at + shape.support(up * -1.0)).dot(up) - shape.skin;
        let (height, slack) = (top.point.dot(up) - feet, self.height_slack());
        if !(height > slack) || height > max_height + slack {
            return None;
        }
        Some(LedgeAhead {
            distance: length(at) as f32,
            height: height as f32,
            wall: wall.report(wall.normal),
            top: top.report(normal),
            translation: D::Vector::narrow(shape.affine.translation().widen() + displacement),
        })
    }
}
