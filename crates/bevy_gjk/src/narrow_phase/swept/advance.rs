//! The first impact of what also turns: conservative advancement.
//!
//! Two shapes cannot meet before their distance is used up at the fastest rate at which it may shrink: the
//! speed along the normal between their nearest points, and the most that turning may add. So the time is
//! advanced by distance over rate, again and again, until the shapes are as good as touching or the way ends.
//! (Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996.)

use gjk::{Cast, ClosestPoints, Contact, Query, SimplexCache, Support, Vector};

use crate::collider::Dimension;
use crate::narrow_phase::swept::Sweep;

/// What is as near as this part of the smaller shape touches.
const TOUCHING: f32 = 1e-4;
/// Or as this part of how far turning moves the points.
const PART_OF_BEND: f32 = 1.0 / 512.0;
/// More than it takes to slide along something at the very tolerance, for all of the way.
const MAX_STEPS: u32 = 2048;

/// When and how two parts, one of each, first meet, up to a time.
pub(super) fn advance<D: Dimension>(
    ways: &[Sweep<D>; 2],
    parts: [u32; 2],
    until: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<Cast<D::Vector>> {
    let [a, b] = ways;
    let rotational_bound = a.rotational_bound + b.rotational_bound;
    let approach = b.step - a.step;
    let tolerance = (TOUCHING * smaller_size(ways, parts)).max(PART_OF_BEND * rotational_bound);
    let mut time = 0.0;
    for _ in 0..MAX_STEPS {
        let (contact, distance) = look(ways, parts, time, cache)?;
        let rate = rotational_bound - contact.normal.dot(approach);
        let next = time + distance / rate;
        // At a high speed, times are too coarse to come as near as the tolerance.
        if distance <= tolerance || rate > 0.0 && next <= time {
            let depth = if time == 0.0 { contact.depth } else { 0.0 };
            return Some(Cast { time, contact: Contact { depth, ..contact } });
        }
        // As well for a NaN.
        if !(rate > 0.0 && next <= until) {
            return None;
        }
        time = next;
    }
    None
}

/// The parts at a time: how they touch, or their nearest points as a contact without depth; and how far apart
/// they are.
fn look<D: Dimension>(
    [a, b]: &[Sweep<D>; 2],
    parts: [u32; 2],
    time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<(Contact<D::Vector>, f32)> {
    let looked = a.with_part(parts[0], &a.at(time), |one| {
        b.with_part(parts[1], &b.at(time), |two| match Query::new(one, two).cache(cache).closest_points() {
            Some(ClosestPoints { on_a, on_b, normal, distance, status }) => {
                Some((Contact { on_a, on_b, normal, depth: 0.0, status }, distance))
            }
            None => Query::new(one, two).cache(cache).contact().map(|contact| (contact, 0.0)),
        })
    });
    looked??
}

/// The largest side of the box around the smaller of both parts; a half-space has no end.
fn smaller_size<D: Dimension>([a, b]: &[Sweep<D>; 2], [of_a, of_b]: [u32; 2]) -> f32 {
    let size = |way: &Sweep<D>, index| {
        let side = way.with_part(index, way.collider.affine(), |part| {
            let bounds = part.aabb();
            if part.half_space().is_some() { f32::INFINITY } else { (bounds.max - bounds.min).max_element() }
        });
        side.unwrap_or(0.0)
    };
    size(a, of_a).min(size(b, of_b))
}
