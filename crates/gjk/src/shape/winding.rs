//! Orientation and winding of closed polygonal chains.

use glam::{DVec2, Vec2};

/// Returns twice the signed area of the triangle of three points: positive for a left turn at the second.
#[inline(always)]
pub(super) fn turn(one: Vec2, two: Vec2, three: Vec2) -> f64 {
    let [one, two, three] = [one, two, three].map(DVec2::from);
    (two - one).perp_dot(three - two)
}

/// Returns the edges of a closed chain: each corner with its successor.
pub(super) fn edges(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let after = |index: usize| corners[if index + 1 < corners.len() { index + 1 } else { 0 }];
    corners.iter().enumerate().map(move |(index, &corner)| [corner, after(index)])
}

/// Returns the corners at which a closed chain begins to ascend: one for each winding, if it turns the same way at
/// every corner.
pub(super) fn winding_starts(corners: &[Vec2]) -> impl Iterator<Item = usize> {
    let ascends = |[from, to]: [Vec2; 2]| to.y > from.y || to.y == from.y && to.x > from.x;
    let mut ascended = corners.last().is_some_and(|&last| ascends([last, corners[0]]));
    edges(corners).map(ascends).enumerate().filter_map(move |(index, ascends)| {
        let begins = ascends && !ascended;
        ascended = ascends;
        begins.then_some(index)
    })
}

/// Returns the corner at the end of the first edge that crosses or touches an earlier edge not adjacent to it.
#[cold]
pub(super) fn first_crossing(corners: &[Vec2]) -> Option<usize> {
    let separates = |[from, to]: [Vec2; 2], ends: [Vec2; 2]| {
        let [one, two] = ends.map(|end| turn(from, to, end));
        one * two > 0.0
    };
    let intersect = |one: [Vec2; 2], two: [Vec2; 2]| !separates(one, two) && !separates(two, one);
    let count = corners.len();
    let crosses = |(index, edge): (usize, [Vec2; 2])| {
        // The last edge is adjacent to the first.
        let first = usize::from(index + 1 == count);
        let mut earlier = edges(corners).take(index.saturating_sub(1)).skip(first);
        earlier.any(|other| intersect(other, edge)).then_some((index + 1) % count)
    };
    edges(corners).enumerate().find_map(crosses)
}

/// Returns whether points are the corners of a strictly convex polygon in counter-clockwise order: a left turn at
/// every corner, and one winding.
pub(super) fn is_strictly_convex(points: &[Vec2]) -> bool {
    let count = points.len();
    let at = |index: usize| points[if index < count { index } else { index - count }];
    count >= 3
        && (0..count).all(|index| turn(at(index), at(index + 1), at(index + 2)) > 0.0)
        && winding_starts(points).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{ConvexPolygon, ShapeError};

    /// Counter-clockwise corners take a shortcut; other orders take the monotone chain.
    #[test]
    fn the_hull_of_points_does_not_depend_on_their_order() {
        for count in 3..12 {
            for shift in [Vec2::ZERO, Vec2::new(0.3, -0.2), Vec2::new(900.0, 50.0)] {
                let corner = |index: usize| {
                    Vec2::from_angle((index as f32 + 0.2 * (index % 3) as f32) * 6.0 / count as f32) + shift
                };
                let corners: Vec<Vec2> = (0..count).map(corner).collect();
                assert!(is_strictly_convex(&corners));
                let hull = ConvexPolygon::hull(corners.clone()).unwrap();
                let reversed: Vec<Vec2> = corners.iter().rev().copied().collect();
                let shuffled: Vec<Vec2> = (0..count).map(|index| corners[index * 13 % count]).collect();
                let with_middle: Vec<Vec2> =
                    corners.iter().copied().chain([shift + Vec2::X * 0.01]).collect();
                assert!(!is_strictly_convex(&reversed) && !is_strictly_convex(&with_middle));
                for points in [reversed, shuffled, with_middle] {
                    assert_eq!(ConvexPolygon::hull(points).unwrap(), hull);
                }
                let twice = [&corners[..], &corners].concat();
                assert!(!is_strictly_convex(&twice));
                assert_eq!(ConvexPolygon::hull(twice).unwrap(), hull);
            }
        }
        let pentagram = [0, 2, 4, 1, 3].map(|index| Vec2::from_angle(index as f32 * 1.256_637));
        assert!(!is_strictly_convex(&pentagram));
        assert_eq!(ConvexPolygon::hull(pentagram).unwrap().corners().len(), 5);
    }

    /// The chains turn left at every corner, also as a fan from the first corner, which lies on the inner of two loops.
    #[test]
    fn polygons_that_wind_twice_are_rejected() {
        let chains: [&[[i8; 2]]; 4] = [
            &[[-1, 0], [4, 1], [-2, 0], [0, -2], [-1, 3]],
            &[[1, 2], [-2, 1], [3, 0], [2, 4], [-3, -4], [3, 1]],
            &[[-2, -3], [3, -3], [-3, 1], [-3, -4], [2, -3], [-2, 2], [-4, 0]],
            &[[0, 2], [-3, 4], [1, -3], [3, -1], [0, 3], [-3, 2], [1, -1], [1, 0]],
        ];
        for (chain, crossed) in chains.into_iter().zip([4, 4, 4, 5]) {
            let corners: Vec<Vec2> = chain.iter().map(|&[x, y]| Vec2::new(x.into(), y.into())).collect();
            assert!(!is_strictly_convex(&corners));
            assert_eq!(ConvexPolygon::new(corners.clone()), Err(ShapeError::SelfIntersecting(crossed)));
            let reversed = corners.iter().rev().copied();
            assert!(matches!(ConvexPolygon::new(reversed), Err(ShapeError::SelfIntersecting(_))));
            // The hull contains each corner, and its corners are among them.
            let hull = ConvexPolygon::hull(corners.clone()).unwrap();
            let hull: Vec<Vec2> = hull.corners().collect();
            assert!(is_strictly_convex(&hull) && hull.iter().all(|corner| corners.contains(corner)));
            for edge in edges(&hull) {
                assert!(corners.iter().all(|&corner| turn(edge[0], edge[1], corner) >= 0.0));
            }
        }
    }
}
