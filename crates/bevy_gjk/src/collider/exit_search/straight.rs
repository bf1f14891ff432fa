//! Straight ways out of a union of parts: how far a direction leads until nothing overlaps.
//!
//! The [search among planes](super) takes up one node after the other, up to a limit. In 3D, many parts make more nodes
//! than that, and a narrow way out between them can be missed. A straight way needs no nodes: it goes from part to
//! part, each of which is left where a sweep back from beyond it meets the part.

use gjk::{Approach, Query, SimplexCache, Vector, Wide, time_of_impact};

use super::constraints::Constraint;
use super::space::{ExitSpace, NearObstacle};
use crate::collider::Dimension;

/// The number of directions: neighbors are some 25 degrees apart in 3D, and 6 to 9 in 2D.
const DIRECTIONS: u32 = 64;
/// The cosine and the sine of the golden angle, by which a direction is turned from the one before.
const TURN: [f64; 2] = [-0.737_368_878_078_319_7, 0.675_490_294_261_523_8];
/// The limit of parts that are left one after the other.
const MAX_PARTS: u32 = 32;
/// The limit of steps towards one of them.
const MAX_STEPS: u32 = 64;

/// Returns unit directions that are spread evenly: around the circle, or on a spiral around the sphere. They are found
/// by products alone, so that they are the same on every platform.
pub(super) fn directions<D: Dimension>() -> impl Iterator<Item = D::Wide> {
    let axis = |index: usize| D::Vector::axis(index).widen();
    let is_flat = D::Vector::DIMENSION == 2;
    let (one, other, up) =
        if is_flat { (axis(0), axis(1), D::Wide::ZERO) } else { (axis(0), axis(2), axis(1)) };
    let mut next = one;
    (0..DIRECTIONS).map(move |index| {
        let around = next;
        let ([cosine, sine], [x, y]) = (TURN, [around.dot(one), around.dot(other)]);
        next = one * (cosine * x - sine * y) + other * (sine * x + cosine * y);
        let height = if is_flat { 0.0 } else { 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(DIRECTIONS) };
        around * (1.0 - height * height).sqrt() + up * height
    })
}

/// Returns the first displacement in a unit direction from another one at which nothing overlaps, if it is no farther
/// than a limit.
pub(super) fn straight_way<D: Dimension>(
    space: &mut impl ExitSpace<D>,
    from: D::Wide,
    direction: D::Wide,
    limit: f64,
) -> Option<D::Wide> {
    let mut distance = 0.0_f64;
    for _ in 0..MAX_PARTS {
        let displacement = from + direction * distance;
        let (mut overlaps, mut out) = (false, 0.0_f64);
        space.each_overlap(displacement, |near| {
            overlaps = true;
            out = out.max(distance_out(near, displacement, direction));
        });
        if !overlaps {
            return Some(displacement);
        }
        distance += out;
        if !(out > 0.0 && distance <= limit) {
            return None;
        }
    }
    None
}

/// Returns how far a unit direction leads from a displacement until an obstacle is its skin away.
fn distance_out<D: Dimension, K>(
    near: &NearObstacle<D, K>,
    displacement: D::Wide,
    direction: D::Wide,
) -> f64 {
    let &NearObstacle { body, obstacle, skin, only_exit, .. } = near;
    if only_exit.is_some() || obstacle.half_space().is_some() {
        let Constraint { normal, offset } = only_exit.unwrap_or_else(|| near.nearest_exit(displacement));
        let opening = -normal.dot(direction);
        return if opening > 0.0 { (normal.dot(displacement) - offset) / opening } else { f64::INFINITY };
    }
    // Beyond the plane across the direction, nothing of the obstacle is left. From there it is approached.
    let narrow = D::Vector::narrow(direction);
    let end_of_obstacle = obstacle.support(narrow).widen().dot(direction);
    let start_of_body = (body.support(-narrow).widen() + displacement).dot(direction);
    let beyond = end_of_obstacle - start_of_body + skin;
    let mut cache = SimplexCache::default();
    let back = time_of_impact(0.0, beyond, MAX_STEPS, |back| {
        let at = displacement + direction * (beyond - back);
        let Some(near) = Query::new(body, obstacle).cache(&mut cache).signed_distance(at) else {
            return Approach::Never;
        };
        let gap = near.bound - skin;
        if gap <= near.touching_distance {
            return Approach::Touching;
        }
        Approach::of_gap(back, gap, -near.normal.dot(direction))
    });
    back.map_or(beyond, |back| beyond - back)
}
