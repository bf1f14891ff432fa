//! The outline of corners on a frame: their convex hull.

use arrayvec::ArrayVec;

use crate::query::manifold::{Corner, Corners, MAX_CORNERS};

/// A corner whose sine is less stands out by rounding only: else a line would count as a face.
const STRAIGHT: f64 = 1e-4;

/// Leaves only the outline of corners, counter-clockwise; of two, the smaller name first.
#[inline]
pub(super) fn outline(corners: &mut Corners) {
    match **corners {
        [] | [_] => {}
        [a, b] => {
            if a.id > b.id {
                corners.swap(0, 1);
            }
        }
        [a, b, c, ..] => {
            // Most shapes visit theirs in order, one way or the other.
            let orientation = turn(&a, &b, &c);
            if !is_convex(corners, orientation) {
                chain(corners);
            } else if orientation < 0.0 {
                corners.reverse();
            }
        }
    }
}

#[inline(always)]
fn turn(a: &Corner, b: &Corner, c: &Corner) -> f64 {
    (b.at - a.at).perp_dot(c.at - b.at)
}

/// Whether the outline turns left at the second of three corners; right, if `orientation` is negative.
#[inline(always)]
fn turns(a: &Corner, b: &Corner, c: &Corner, orientation: f64) -> bool {
    let turn = turn(a, b, c);
    let sides = (b.at - a.at).length_squared() * (c.at - a.at).length_squared();
    turn * orientation > 0.0 && turn * turn > STRAIGHT * STRAIGHT * sides
}

/// Whether corners are those of a convex polygon in their order, by the sign of its orientation.
#[inline]
fn is_convex(corners: &[Corner], orientation: f64) -> bool {
    let count = corners.len();
    let (mut before, mut last, mut rounds) = (&corners[count - 2], &corners[count - 1], 0);
    for corner in corners {
        if !turns(before, last, corner, orientation) {
            return false;
        }
        rounds += usize::from(!leads_up(before, last) && leads_up(last, corner));
        (before, last) = (last, corner);
    }
    // What always turns the same way may do so for several rounds: as many as times it begins to lead up.
    rounds == 1
}

#[inline(always)]
fn leads_up(a: &Corner, b: &Corner) -> bool {
    b.at.y > a.at.y || b.at.y == a.at.y && b.at.x > a.at.x
}

/// Andrew's monotone chain.
#[inline(never)]
fn chain(corners: &mut Corners) {
    corners.sort_unstable_by(|a, b| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y)));
    let mut hull = ArrayVec::<Corner, { 2 * MAX_CORNERS }>::new();
    let mut half = |corners: &mut dyn Iterator<Item = &Corner>| {
        let start = hull.len();
        for corner in corners {
            while hull.len() >= start + 2 && !turns(&hull[hull.len() - 2], &hull[hull.len() - 1], corner, 1.0)
            {
                hull.pop();
            }
            hull.push(*corner);
        }
        hull.pop();
    };
    half(&mut corners.iter());
    half(&mut corners.iter().rev());
    corners.clear();
    corners.extend(hull.iter().take(MAX_CORNERS).copied());
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use crate::query::manifold::outline::{Corner, Corners, outline, turn};

    /// The first of each is on the inner of two loops, from where a fan turns left everywhere, too.
    #[test]
    fn corners_in_two_loops_are_brought_into_one() {
        let loops: [&[[f64; 2]]; 3] = [
            &[[-1.0, 0.0], [4.0, 1.0], [-2.0, 0.0], [0.0, -2.0], [-1.0, 3.0]],
            &[[1.0, 2.0], [-2.0, 1.0], [3.0, 0.0], [2.0, 4.0], [-3.0, -4.0], [3.0, 1.0]],
            &[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
        ];
        for (points, count) in loops.into_iter().zip([4, 5, 4]) {
            let corner = |(&at, id)| Corner { at: DVec2::from(at), height: 0.0, id };
            let all: Corners = points.iter().zip(0..).map(corner).collect();
            let mut corners = all.clone();
            outline(&mut corners);
            assert_eq!(corners.len(), count, "{corners:?}");
            for (index, one) in corners.iter().enumerate() {
                let two = &corners[(index + 1) % count];
                assert!(all.iter().all(|corner| turn(one, two, corner) >= 0.0));
            }
        }
    }
}
