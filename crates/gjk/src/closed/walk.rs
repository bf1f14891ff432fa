//! The nearest points of two small polygons that are apart: a walk along the outline of their difference.
//!
//! The Minkowski difference of two convex polygons is one whose edges are theirs, in the order of their
//! directions. From the corner that lies nearest along a guess of the direction, one goes along the edges, to the
//! side on which the origin comes nearer, until it no longer does. That is never more than once around, as a rule
//! no more than an edge or two, and the distance to a convex polygon has no other minimum. A last look for corners
//! beyond the answer proves it.

use glam::DVec2;

use super::{Cores, NEAR};
use crate::ops;
use crate::support::Outline;

/// By how much a distance may exceed what is proved of it, in touching distances: as in GJK.
const GAP: f64 = 0.5;

/// The corner with an index.
#[inline(always)]
fn at(outline: &Outline, index: usize) -> DVec2 {
    outline.corner(index).as_dvec2()
}

/// The nearest points, if they are clearly apart and the answer proves itself. The second lies about along `hint`
/// from the first, as a guess.
#[inline]
pub(super) fn nearest(offset: DVec2, [a, b]: &[Outline; 2], hint: DVec2, touch: f64) -> Option<Cores<DVec2>> {
    let direction = hint.as_vec2();
    let (mut of_a, mut of_b) = (a.farthest(direction), b.farthest(-direction));
    let (mut on_a, mut on_b) = (at(a, of_a), at(b, of_b));
    let mut edge = None;
    let (mut backwards, mut moved) = (false, false);
    for _ in 0..a.len() + b.len() {
        // From the second to the first: the sides of the first are taken the other way.
        let (next_a, next_b) =
            (a.beside(of_a, backwards != a.clockwise), b.beside(of_b, backwards != b.clockwise));
        let (at_a, at_b) = (at(a, next_a), at(b, next_b));
        let (side_a, side_b) = (on_a - at_a, at_b - on_b);
        let turn = side_b.perp_dot(side_a);
        let is_of_b = side_a == DVec2::ZERO || if backwards { turn < 0.0 } else { turn > 0.0 };
        let side = if is_of_b { side_b } else { side_a };
        let way = on_b - on_a - offset;
        let (part, square) = (-way.dot(side), side.dot(side));
        if !(part > 0.0) {
            if moved || backwards {
                break;
            }
            backwards = true;
        } else if part < square {
            edge = Some(side);
            let step = side * (part / square);
            if is_of_b {
                on_b += step;
            } else {
                on_a -= step;
            }
            break;
        } else {
            moved = true;
            if is_of_b { (of_b, on_b) = (next_b, at_b) } else { (of_a, on_a) = (next_a, at_a) }
        }
    }
    let way = on_b - on_a - offset;
    // Across an edge: the direction of a short way is rounding.
    let (normal, distance) = match edge {
        Some(side) => {
            let across = if backwards { -side.perp() } else { side.perp() };
            let normal = across * (1.0 / ops::f64::sqrt(across.dot(across)));
            (normal, normal.dot(way))
        }
        None => {
            let distance = ops::f64::sqrt(way.dot(way));
            (way * (1.0 / distance), distance)
        }
    };
    if !(distance > NEAR * touch) {
        return None;
    }
    let direction = normal.as_vec2();
    let (ahead, facing) = (at(a, a.farthest(direction)), at(b, b.farthest(-direction)));
    let gap = normal.dot(ahead - on_a) + normal.dot(on_b - facing);
    (gap <= GAP * touch).then_some(Cores { on_a, on_b, normal, distance })
}
