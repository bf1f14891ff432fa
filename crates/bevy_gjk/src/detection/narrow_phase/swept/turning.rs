//! The first impact of two shapes that translate and rotate, by [conservative advancement](gjk::time_of_impact).
//!
//! The rate at which their distance may shrink is the speed along the normal between their closest points, plus an
//! upper bound of what rotation adds: it bounds the path of every point of both shapes, so nothing that turns is
//! passed. Two shapes that only translate are [cast](gjk::cast) instead.

use gjk::{Approach, Cast, ClosestPoints, Contact, Query, SimplexCache, Support, Vector, time_of_impact};

use crate::collider::Dimension;
use crate::detection::narrow_phase::swept::ColliderMotion;

/// The distance at which two parts count as touching, as a fraction of the size of the smaller one. Tuning constant.
const RELATIVE_TOLERANCE: f32 = 1e-4;
/// The same, as a fraction of how far rotation moves the points. The greater of both distances holds. Tuning
/// constant.
const ROTATION_TOLERANCE: f32 = 1.0 / 512.0;
/// The limit of advances, after which two parts count as touching. It exceeds what a part needs that slides along
/// another at a distance just above the tolerance during the whole sweep.
const MAX_ADVANCES: u32 = 2048;

/// Returns the first impact of two parts, one of each collider, up to a time, if at least one collider turns.
pub(super) fn first_impact_turning<D: Dimension>(
    motions: &[ColliderMotion<D>; 2],
    parts: [u32; 2],
    max_time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<Cast<D::Vector>> {
    let [a, b] = motions;
    let rotational_bound = a.rotational_bound + b.rotational_bound;
    let approach = b.translation - a.translation;
    let tolerance =
        (RELATIVE_TOLERANCE * smaller_size(motions, parts)).max(ROTATION_TOLERANCE * rotational_bound);
    let mut last = None;
    let time = time_of_impact(0.0, max_time.into(), MAX_ADVANCES, |time| {
        let time = time as f32;
        last = sample(motions, parts, time, cache);
        let Some((contact, distance)) = last else { return Approach::Never };
        let rate = rotational_bound - contact.normal.dot(approach);
        if distance <= tolerance {
            Approach::Touching
        } else if rate > 0.0 {
            // Times are exact as `f32`, as the interpolation of the maps takes them.
            Approach::ApartUntil((time + distance / rate).into())
        } else {
            Approach::Never
        }
    })?;
    let (contact, _) = last?;
    let depth = if time == 0.0 { contact.depth } else { 0.0 };
    Some(Cast { time: time as f32, contact: Contact { depth, ..contact } })
}

/// Returns the contact of the two parts at a time and their distance. If they do not overlap, the contact holds their
/// closest points and its depth is 0; otherwise the distance is 0.
fn sample<D: Dimension>(
    [a, b]: &[ColliderMotion<D>; 2],
    parts: [u32; 2],
    time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<(Contact<D::Vector>, f32)> {
    let sampled = a.collider.with_part_at(parts[0], &a.at(time), |one| {
        b.collider.with_part_at(parts[1], &b.at(time), |two| {
            match Query::new(one, two).cache(cache).closest_points() {
                Some(ClosestPoints { on_a, on_b, normal, distance, status }) => {
                    Some((Contact { on_a, on_b, normal, depth: 0.0, status }, distance))
                }
                None => Query::new(one, two).cache(cache).contact().map(|contact| (contact, 0.0)),
            }
        })
    });
    sampled??
}

/// Returns the largest side of the AABB of the smaller part. A half-space counts as infinite.
fn smaller_size<D: Dimension>([a, b]: &[ColliderMotion<D>; 2], [of_a, of_b]: [u32; 2]) -> f32 {
    let size = |motion: &ColliderMotion<D>, index| {
        let side = motion.collider.with_part(index, |part| {
            let bounds = part.aabb();
            if part.half_space().is_some() { f32::INFINITY } else { (bounds.max - bounds.min).max_element() }
        });
        side.unwrap_or(0.0)
    };
    size(a, of_a).min(size(b, of_b))
}
