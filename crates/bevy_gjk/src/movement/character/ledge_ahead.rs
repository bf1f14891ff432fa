//! The ledge ahead of a character: forward to a wall, up along it, over its edge, and down onto the top.

use gjk::{Affine, Vector, Wide};

use super::ground::PartContact;
use super::state::MoverContact;
use super::surface_tests::SurfaceTests;
use super::walk::{MIN_RISE_TO_STAND, height_slack, sweep_straight};
use crate::collider::Dimension;
use crate::movement::constraints::length;
use crate::movement::obstacles::Obstacles;
use crate::movement::trace::Unobserved;

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

/// Finds the wall in a direction, at most so far, whose top is at most so high above the feet.
pub(super) fn find_ledge<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    direction: D::Wide,
    [distance, max_height]: [f64; 2],
) -> Option<LedgeAhead<D>> {
    let settings = surfaces.settings();
    let (up, heading) = (settings.up, settings.heading(direction)?);
    let shape = obstacles.shape;
    let mut sweep = |from, motion| sweep_straight(obstacles, surfaces, from, motion, &mut Unobserved);
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
    let normal = surfaces.ground_at(&top, MIN_RISE_TO_STAND)?;
    let top = PartContact::of(&top);
    let feet = (at + shape.support(up * -1.0)).dot(up) - shape.skin;
    let height = top.point.dot(up) - feet;
    if !(height > height_slack(obstacles)) || height > max_height + height_slack(obstacles) {
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
