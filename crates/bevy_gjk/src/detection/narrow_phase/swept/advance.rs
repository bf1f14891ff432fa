//! Conservative advancement: the first impact of two shapes that translate and rotate.
//!
//! Two shapes cannot meet before their distance is used up at the fastest rate at which it may shrink: the speed
//! along the normal between their closest points, plus an upper bound of what rotation adds. So the time is advanced
//! by distance over rate until the distance is within a tolerance or the sweep ends. (Mirtich, Impulse-based Dynamic
//! Simulation of Rigid Body Systems, 1996.)
//!
//! Two shapes that only translate are cast by `gjk::cast` instead (`query/cast.rs` in `gjk`): their distance is a
//! convex function of time, so Newton's method converges to the impact. The sweep of a mover (`movement/sweep.rs` here) is
//! that method with a clearance that is kept.

use gjk::{Cast, ClosestPoints, Contact, Query, SimplexCache, Support, Vector};

use crate::collider::Dimension;
use crate::detection::narrow_phase::swept::ColliderMotion;

/// The distance at which two parts count as touching, as a fraction of the size of the smaller one. Tuning constant.
const RELATIVE_TOLERANCE: f32 = 1e-4;
/// The same, as a fraction of how far rotation moves the points. The greater of both distances holds. Tuning
/// constant.
const ROTATION_TOLERANCE: f32 = 1.0 / 512.0;
/// The maximal number of steps. It exceeds what a part needs that slides along another at a distance just above the
/// tolerance during the whole sweep.
const MAX_STEPS: u32 = 2048;

/// Returns the first impact of two parts, one of each collider, up to a time.
pub(super) fn advance<D: Dimension>(
    motions: &[ColliderMotion<D>; 2],
    parts: [u32; 2],
    max_time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<Cast<D::Vector>> {
    let [a, b] = motions;
    let rotational_bound = a.rotational_bound + b.rotational_bound;
    let approach = b.step - a.step;
    let tolerance =
        (RELATIVE_TOLERANCE * smaller_size(motions, parts)).max(ROTATION_TOLERANCE * rotational_bound);
    let mut time = 0.0;
    for _ in 0..MAX_STEPS {
        let (contact, distance) = sample(motions, parts, time, cache)?;
        let rate = rotational_bound - contact.normal.dot(approach);
        let next = time + distance / rate;
        // At a high speed, the resolution of `time` may be too coarse to reach the tolerance.
        if distance <= tolerance || rate > 0.0 && next <= time {
            let depth = if time == 0.0 { contact.depth } else { 0.0 };
            return Some(Cast { time, contact: Contact { depth, ..contact } });
        }
        // Written so that a NaN ends the loop as well.
        if !(rate > 0.0 && next <= max_time) {
            return None;
        }
        time = next;
    }
    None
}

/// Returns the contact of the two parts at a time and their distance. If they do not overlap, the contact holds their
/// closest points and its depth is 0; otherwise the distance is 0.
fn sample<D: Dimension>(
    [a, b]: &[ColliderMotion<D>; 2],
    parts: [u32; 2],
    time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<(Contact<D::Vector>, f32)> {
    let sampled = a.with_part(parts[0], &a.at(time), |one| {
        b.with_part(parts[1], &b.at(time), |two| match Query::new(one, two).cache(cache).closest_points() {
            Some(ClosestPoints { on_a, on_b, normal, distance, status }) => {
                Some((Contact { on_a, on_b, normal, depth: 0.0, status }, distance))
            }
            None => Query::new(one, two).cache(cache).contact().map(|contact| (contact, 0.0)),
        })
    });
    sampled??
}

/// Returns the largest side of the AABB of the smaller part. A half-space counts as infinite.
fn smaller_size<D: Dimension>([a, b]: &[ColliderMotion<D>; 2], [of_a, of_b]: [u32; 2]) -> f32 {
    let size = |motion: &ColliderMotion<D>, index| {
        let side = motion.with_part(index, motion.collider.affine(), |part| {
            let bounds = part.aabb();
            if part.half_space().is_some() { f32::INFINITY } else { (bounds.max - bounds.min).max_element() }
        });
        side.unwrap_or(0.0)
    };
    size(a, of_a).min(size(b, of_b))
}
