//! Where the ground ends ahead of a character: the walk of its runs, piece by piece, until it stands no more.

use gjk::Wide;

use super::snap::snap_down;
use super::surface_tests::SurfaceTests;
use super::touched_parts::TouchedParts;
use super::walk::{LEAST_GAIN, MIN_RISE_TO_STAND, Walked, sweep_straight, walk_horizontally};
use crate::collider::Dimension;
use crate::movement::answer::MoveHit;
use crate::movement::constraints::length;
use crate::movement::obstacles::Obstacles;
use crate::movement::trace::Unobserved;

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
    /// How much deeper it would come to lie beyond the edge than where it would stand last, at most its own width further, or
    /// `None` if there is no ground down to the `max_drop` that was asked for.
    pub drop: Option<f32>,
}

/// A place of the walk at which the character stands.
#[derive(Clone, Copy)]
struct Stand<D: Dimension> {
    displacement: D::Wide,
    height_of_ground: f64,
}

/// Walks the character in a direction, at most so far, and finds where it loses the ground.
pub(super) fn find_edge<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    direction: D::Wide,
    [distance, max_drop]: [f64; 2],
    hits: &mut Vec<MoveHit<D>>,
) -> Option<EdgeAhead> {
    let settings = surfaces.settings();
    let heading = settings.heading(direction)?;
    let shape = obstacles.shape;
    let width = (shape.support(heading) - shape.support(heading * -1.0)).dot(heading);
    let piece = (PIECE * width).max(distance / MAX_PIECES);
    let mut stand = stand_at(obstacles, surfaces, D::Wide::ZERO)?;
    let mut way = 0.0;
    let mut step = piece;
    while way < distance {
        let next = step.min(distance - way);
        let walked = walk(obstacles, surfaces, stand, heading * next, hits);
        if (walked - stand.displacement).dot(heading) < next * (1.0 - LEAST_GAIN) {
            return None;
        }
        if let Some(next_stand) = stand_at(obstacles, surfaces, walked) {
            stand = next_stand;
            way += next;
            // A slow character walks on where a fast one leaves the ground.
            step = piece.min(2.0 * step);
            continue;
        }
        step = 0.5 * next;
        if step < LEAST_STEP * piece {
            let drop = drop_after(obstacles, surfaces, stand.displacement, heading * width, max_drop);
            return Some(EdgeAhead { distance: way as f32, drop: drop.map(|drop| drop as f32) });
        }
    }
    None
}

/// Walks from where the character stands, and returns where it comes to.
fn walk<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    from: Stand<D>,
    motion: D::Wide,
    hits: &mut Vec<MoveHit<D>>,
) -> D::Wide {
    hits.clear();
    let mut walked = Walked::from(from.displacement, from.height_of_ground, 0);
    obstacles.attempt(|obstacles| {
        walk_horizontally(obstacles, surfaces, motion, hits, &mut walked, &mut Unobserved);
        snap_down(obstacles, surfaces, 0.0, hits, &mut walked, &mut Unobserved);
    });
    walked.displacement
}

/// Returns how the character stands after a displacement, if it does.
fn stand_at<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    displacement: D::Wide,
) -> Option<Stand<D>> {
    use gjk::Vector;
    let mut touched = TouchedParts::new(displacement);
    touched.collect(obstacles, surfaces);
    let ground = touched.ground(surfaces, MIN_RISE_TO_STAND).or_else(|| touched.held_by(surfaces))?;
    let height_of_ground = ground.point.widen().dot(surfaces.settings().up);
    Some(Stand { displacement, height_of_ground })
}

/// Returns how deep the character would fall from where it stands at an edge: the largest depth at some places beyond it,
/// since what begins below the edge may rise, or end.
fn drop_after<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    last: D::Wide,
    beyond: D::Wide,
    max_drop: f64,
) -> Option<f64> {
    if !(max_drop > 0.0) {
        return None;
    }
    let down = surfaces.settings().up * -max_drop;
    (1..=DEPTHS).try_fold(0.0_f64, |deepest, place| {
        let way = beyond * (f64::from(place) / f64::from(DEPTHS));
        let (above, _) = sweep_straight(obstacles, surfaces, last, way, &mut Unobserved);
        let (landed, below) = sweep_straight(obstacles, surfaces, above, down, &mut Unobserved);
        below.map(|_| deepest.max(length(above - landed)))
    })
}
