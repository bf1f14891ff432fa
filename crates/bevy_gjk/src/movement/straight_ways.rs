//! Straight ways out of a union of parts: how far a direction leads until nothing overlaps.
//!
//! The [search among planes](super::least_push) takes up one node after the other, up to a limit. In 3D, many parts make
//! more nodes than that, and a narrow way out between them can be missed. A straight way needs no nodes: it goes from part to
//! part, each of which is left where a sweep back from beyond it meets the part.

use gjk::{SimplexCache, Support, Vector, Wide};

use super::clearance::Limits;
use super::constraints::Constraint;
use super::push_space::{NearPart, PushSpace};
use super::sweep::sweep;
use crate::collider::Dimension;

/// The number of directions in 3D: neighbors are some 25 degrees apart.
const DIRECTIONS: u32 = 64;
/// The golden angle: how far a direction is turned from the one before.
const TURN: f64 = 2.399_963_229_728_653;
/// The limit of parts that are left one after the other.
const MAX_PARTS: u32 = 32;

/// Returns unit directions in 3D that are spread evenly, on a spiral around the sphere.
pub(super) fn directions<D: Dimension>() -> impl Iterator<Item = D::Wide> {
    let [x, y, z] = [0, 1, 2].map(|axis| D::Vector::axis(axis).widen());
    (0..DIRECTIONS).map(move |index| {
        let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(DIRECTIONS);
        let radius = (1.0 - height * height).sqrt();
        let (sine, cosine) = (TURN * f64::from(index)).sin_cos();
        x * (radius * cosine) + y * height + z * (radius * sine)
    })
}

/// Returns the first displacement in a unit direction from another one at which nothing overlaps, if it is no farther than a
/// limit.
pub(super) fn straight_way<D: Dimension>(
    space: &mut impl PushSpace<D>,
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

/// Returns how far a unit direction leads from a displacement until a part is its skin away.
fn distance_out<D: Dimension>(near: &NearPart<D>, displacement: D::Wide, direction: D::Wide) -> f64 {
    let &NearPart { shape, part, skin, only_way, .. } = near;
    if only_way.is_some() || part.half_space().is_some() {
        let Constraint { normal, offset } = only_way.unwrap_or_else(|| near.nearest_way(displacement));
        let opening = -normal.dot(direction);
        return if opening > 0.0 { (normal.dot(displacement) - offset) / opening } else { f64::INFINITY };
    }
    // Beyond the plane across the direction, nothing of the part is left.
    let end_of_part = part.support(D::Vector::narrow(direction)).widen().dot(direction);
    let start_of_shape = (shape.support(-direction) + displacement).dot(direction);
    let beyond = end_of_part - start_of_shape + skin;
    let back = direction * -beyond;
    let mut cache = SimplexCache::default();
    let mut measure = |time: f64| shape.measure(part, displacement + back * (time - 1.0), &mut cache);
    let Some(start) = measure(0.0) else { return beyond };
    let tolerance = shape.tolerance(skin);
    let limits = Limits { skin, tolerance, stop_clearance: skin, min_clearance: skin - 0.5 * tolerance };
    sweep::<D>(start, back, &limits, |_| false, measure)
        .map_or(beyond, |impact| beyond * (1.0 - impact.at_stop.time))
}
