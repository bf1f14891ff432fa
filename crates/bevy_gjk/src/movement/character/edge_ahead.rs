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
const MAX_PIECES: f64 = 64.0;
/// How often the piece in which the ground ends is halved.
const HALVINGS: u32 = 8;

/// An edge of the ground ahead of a character; see [`edge_ahead`](crate::queries::CharacterQuery::edge_ahead).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeAhead {
    /// How far it can walk until it loses the ground, horizontally.
    pub distance: f32,
    /// How much deeper the ground beyond the edge is than where it would stand last, or `None` if there is none down to the
    /// `max_drop` that was asked for.
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
    while way < distance {
        let next = piece.min(distance - way);
        let motion = heading * next;
        let walked = walk(obstacles, surfaces, stand, motion, hits);
        if (walked - stand.displacement).dot(heading) < next * (1.0 - LEAST_GAIN) {
            return None;
        }
        if let Some(next_stand) = stand_at(obstacles, surfaces, walked) {
            stand = next_stand;
            way += next;
            continue;
        }
        let (mut near, mut far) = (0.0, 1.0);
        let mut last = stand;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (near + far);
            let walked = walk(obstacles, surfaces, stand, motion * middle, hits);
            match stand_at(obstacles, surfaces, walked) {
                Some(stand) => (near, last) = (middle, stand),
                None => far = middle,
            }
        }
        let beyond = heading * (width + piece);
        let drop = drop_after(obstacles, surfaces, last.displacement, beyond, max_drop);
        return Some(EdgeAhead { distance: (way + next * near) as f32, drop: drop.map(|drop| drop as f32) });
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

/// Returns how deep the ground is beyond an edge, from where the character stands at it.
fn drop_after<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    last: D::Wide,
    beyond: D::Wide,
    max_drop: f64,
) -> Option<f64> {
    let up = surfaces.settings().up;
    let (beyond, _) = sweep_straight(obstacles, surfaces, last, beyond, &mut Unobserved);
    if !(max_drop > 0.0) || !(length(beyond - last) > 0.0) {
        return None;
    }
    let (landed, below) = sweep_straight(obstacles, surfaces, beyond, up * -max_drop, &mut Unobserved);
    below.map(|_| (last - landed).dot(up))
}
