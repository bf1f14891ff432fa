//! The boundary of an area by the even-odd rule: of rings that may cross, the edges that have the area on one side.

use super::lattice::Point;
use super::sweep::{Segment, Swept, sweep};
use crate::collider::ColliderError;

/// The number of sweeps after which outlines count as too tangled. Two are enough nearly always: one divides, one finds
/// that all is well. More come from crossings that are rounded onto other edges.
const MAX_SWEEPS: u32 = 32;

/// Returns the edges of the boundary of an area, with the area on the left of each. Edges meet at their ends only, and
/// as many end at a point as begin there.
///
/// # Errors
/// [`ColliderError::NoArea`], or [`ColliderError::TooTangled`].
pub(super) fn even_odd(rings: impl Iterator<Item = Vec<Point>>) -> Result<Vec<[Point; 2]>, ColliderError> {
    let mut segments = Vec::new();
    for ring in rings {
        let last = ring.last().copied();
        let corners = last.into_iter().chain(ring.iter().copied());
        segments
            .extend(corners.zip(ring.iter().copied()).filter_map(|(from, to)| Segment::between(from, to)));
    }
    // With a limit that grows as their number, time does, too.
    let limit = 1 << 14 | (16 * segments.len()).min(u32::MAX as usize >> 1);
    for _ in 0..MAX_SWEEPS {
        cancel_pairs(&mut segments);
        match sweep(&mut segments, limit) {
            Swept::Apart(_) if segments.is_empty() => return Err(ColliderError::NoArea),
            Swept::Apart(has_area_above) => {
                let directed =
                    |(&Segment { left, right }, above)| if above { [left, right] } else { [right, left] };
                return Ok(segments.iter().zip(has_area_above).map(directed).collect());
            }
            Swept::Divided => {}
            Swept::TooOften => break,
        }
    }
    Err(ColliderError::TooTangled)
}

/// Sorts segments, and keeps one of each odd number of equal ones: an even number does not divide inside from outside.
fn cancel_pairs(segments: &mut Vec<Segment>) {
    segments.sort_unstable();
    let mut kept = 0;
    for index in 0..segments.len() {
        if kept > 0 && segments[kept - 1] == segments[index] {
            kept -= 1;
        } else {
            segments[kept] = segments[index];
            kept += 1;
        }
    }
    segments.truncate(kept);
}

/// Joins edges to closed rings.
pub(super) fn rings(mut edges: Vec<[Point; 2]>) -> Vec<Vec<Point>> {
    edges.sort_unstable();
    // For each point, the first of its edges that is in no ring yet, kept at the place of its first edge.
    let mut next: Vec<u32> = (0..edges.len() as u32).collect();
    let mut rings = Vec::new();
    let begins_at = |point: Point| edges.partition_point(|edge| edge[0] < point);
    for start in 0..edges.len() {
        let mut ring = Vec::new();
        let mut at = edges[start][0];
        loop {
            let first = begins_at(at);
            let edge = next.get(first).map_or(edges.len(), |&edge| edge as usize);
            let Some(&[from, to]) = edges.get(edge).filter(|edge| edge[0] == at) else { break };
            next[first] += 1;
            ring.push(from);
            at = to;
        }
        if ring.len() > 2 {
            rings.push(ring);
        }
    }
    rings
}
