//! Which way outlines turn, and how often they go round.

use glam::{DVec2, Vec2};

/// By how much the way from the first of three points over the second to the third turns left: twice the area between
/// them.
#[inline(always)]
pub(super) fn turn(one: Vec2, two: Vec2, three: Vec2) -> f64 {
    let [one, two, three] = [one, two, three].map(DVec2::from);
    (two - one).perp_dot(three - two)
}

/// The sides of an outline: each corner with the one after it.
pub(super) fn sides(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let after = |index: usize| corners[if index + 1 < corners.len() { index + 1 } else { 0 }];
    corners.iter().enumerate().map(move |(index, &corner)| [corner, after(index)])
}

/// The corners at which an outline begins to lead up again: one for each round, if it turns the same way everywhere.
pub(super) fn rounds(corners: &[Vec2]) -> impl Iterator<Item = usize> {
    let leads_up = |[from, to]: [Vec2; 2]| to.y > from.y || to.y == from.y && to.x > from.x;
    let mut led_up = corners.last().is_some_and(|&last| leads_up([last, corners[0]]));
    sides(corners).map(leads_up).enumerate().filter_map(move |(index, leads_up)| {
        let begins = leads_up && !led_up;
        led_up = leads_up;
        begins.then_some(index)
    })
}

/// The corner before which an outline first crosses a side before the last one, or touches it.
#[cold]
pub(super) fn crossing(corners: &[Vec2]) -> Option<usize> {
    let apart = |[from, to]: [Vec2; 2], ends: [Vec2; 2]| {
        let [one, two] = ends.map(|end| turn(from, to, end));
        one * two > 0.0
    };
    let meet = |one: [Vec2; 2], two: [Vec2; 2]| !apart(one, two) && !apart(two, one);
    let count = corners.len();
    let crosses = |(index, side): (usize, [Vec2; 2])| {
        // The last side ends where the first begins.
        let first = usize::from(index + 1 == count);
        let mut earlier = sides(corners).take(index.saturating_sub(1)).skip(first);
        earlier.any(|other| meet(other, side)).then_some((index + 1) % count)
    };
    sides(corners).enumerate().find_map(crosses)
}

/// Whether points are the corners of a polygon, counter-clockwise, each of them needed: they turn left everywhere, and
/// go round once.
pub(super) fn goes_round(points: &[Vec2]) -> bool {
    let count = points.len();
    let at = |index: usize| points[if index < count { index } else { index - count }];
    count >= 3
        && (0..count).all(|index| turn(at(index), at(index + 1), at(index + 2)) > 0.0)
        && rounds(points).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::Vec2;

    use crate::shape::winding::{goes_round, sides, turn};
    use crate::{ConvexPolygon, ShapeError};

    /// Whether they come as corners that go round, or have to be brought into that order.
    #[test]
    fn the_hull_of_points_does_not_depend_on_their_order() {
        for count in 3..12 {
            for shift in [Vec2::ZERO, Vec2::new(0.3, -0.2), Vec2::new(900.0, 50.0)] {
                let corner = |index: usize| {
                    Vec2::from_angle((index as f32 + 0.2 * (index % 3) as f32) * 6.0 / count as f32) + shift
                };
                let corners: Vec<Vec2> = (0..count).map(corner).collect();
                assert!(goes_round(&corners));
                let hull = ConvexPolygon::hull(corners.clone()).unwrap();
                let reversed: Vec<Vec2> = corners.iter().rev().copied().collect();
                let leaping: Vec<Vec2> = (0..count).map(|index| corners[index * 13 % count]).collect();
                let with_middle: Vec<Vec2> =
                    corners.iter().copied().chain([shift + Vec2::X * 0.01]).collect();
                assert!(!goes_round(&reversed) && !goes_round(&with_middle));
                for points in [reversed, leaping, with_middle] {
                    assert_eq!(ConvexPolygon::hull(points).unwrap(), hull);
                }
                let twice = [&corners[..], &corners].concat();
                assert!(!goes_round(&twice));
                assert_eq!(ConvexPolygon::hull(twice).unwrap(), hull);
            }
        }
        let pentagram = [0, 2, 4, 1, 3].map(|index| Vec2::from_angle(index as f32 * 1.256_637));
        assert!(!goes_round(&pentagram));
        assert_eq!(ConvexPolygon::hull(pentagram).unwrap().corners().len(), 5);
    }

    /// They turn left everywhere, also as a fan from the first corner, which is on the inner of two loops.
    #[test]
    fn outlines_that_go_round_twice_are_none_of_polygons() {
        let outlines: [&[[i8; 2]]; 4] = [
            &[[-1, 0], [4, 1], [-2, 0], [0, -2], [-1, 3]],
            &[[1, 2], [-2, 1], [3, 0], [2, 4], [-3, -4], [3, 1]],
            &[[-2, -3], [3, -3], [-3, 1], [-3, -4], [2, -3], [-2, 2], [-4, 0]],
            &[[0, 2], [-3, 4], [1, -3], [3, -1], [0, 3], [-3, 2], [1, -1], [1, 0]],
        ];
        for (outline, crossed) in outlines.into_iter().zip([4, 4, 4, 5]) {
            let corners: Vec<Vec2> = outline.iter().map(|&[x, y]| Vec2::new(x.into(), y.into())).collect();
            assert!(!goes_round(&corners));
            assert_eq!(ConvexPolygon::new(corners.clone()), Err(ShapeError::SelfIntersecting(crossed)));
            let reversed = corners.iter().rev().copied();
            assert!(matches!(ConvexPolygon::new(reversed), Err(ShapeError::SelfIntersecting(_))));
            // Each corner lies within the hull, and those of the hull are among them.
            let hull = ConvexPolygon::hull(corners.clone()).unwrap();
            let hull: Vec<Vec2> = hull.corners().collect();
            assert!(goes_round(&hull) && hull.iter().all(|corner| corners.contains(corner)));
            for side in sides(&hull) {
                assert!(corners.iter().all(|&corner| turn(side[0], side[1], corner) >= 0.0));
            }
        }
    }
}
