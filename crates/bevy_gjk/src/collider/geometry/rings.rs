//! Joins the edges of areas to outlines.

use gjk::{Vector, Wide};

use crate::collider::Dimension;

/// Returns the bits of a place: those of its coordinates, rounded to `f32`.
pub(super) fn place<D: Dimension>(point: D::Wide) -> [u32; 3] {
    // Both zeros are one number.
    D::coordinates(D::Vector::narrow(point)).map(|coordinate| (coordinate + 0.0).to_bits())
}

/// Calls `visit` with the points of each closed polygon that edges make, without those on a straight line. The area is
/// on the left of each edge. Where several areas meet at a point, each gets an outline of its own.
pub(super) fn each_ring<D: Dimension>(
    edges: &mut [[D::Wide; 2]],
    ring: &mut Vec<D::Wide>,
    mut visit: impl FnMut(&[D::Wide]),
) {
    edges.sort_unstable_by_key(|edge| place::<D>(edge[0]));
    let mut is_used = vec![false; edges.len()];
    for first in 0..edges.len() {
        if is_used[first] {
            continue;
        }
        ring.clear();
        let mut at = first;
        loop {
            is_used[at] = true;
            let [from, to] = edges[at];
            ring.push(from);
            let here = place::<D>(to);
            let start = edges.partition_point(|edge| place::<D>(edge[0]) < here);
            let next = (start..edges.len())
                .take_while(|&edge| place::<D>(edges[edge][0]) == here)
                .filter(|&edge| edge == first || !is_used[edge])
                .max_by(|&one, &two| {
                    let [one, two] = [one, two].map(|edge| left_turn::<D>([from, to], edges[edge][1]));
                    one.total_cmp(&two)
                });
            match next {
                Some(next) if next != first => at = next,
                _ => break,
            }
        }
        let count = ring.len();
        let is_corner = |index: usize| {
            let [before, after] = [count - 1, 1].map(|step| ring[(index + step) % count]);
            left_turn::<D>([before, ring[index]], after) != 0.0
        };
        let corners: Vec<_> = (0..count).filter(|&index| is_corner(index)).map(|index| ring[index]).collect();
        if corners.len() > 2 {
            visit(&corners);
        }
    }
}

/// Returns a number that grows with the angle by which the way turns left at the end of an edge towards a point: 0 for
/// straight on, and up to 2 for back.
fn left_turn<D: Dimension>([from, to]: [D::Wide; 2], next: D::Wide) -> f64 {
    let (way, on) = (to - from, next - to);
    let right = D::outward([from, to, to]).dot(on);
    let ahead = way.dot(on) / (way.dot(way) * on.dot(on)).sqrt();
    if right == 0.0 && ahead > 0.0 {
        0.0
    } else if right > 0.0 {
        ahead - 1.0
    } else {
        1.0 - ahead
    }
}
