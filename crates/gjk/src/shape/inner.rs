//! Balls around the origin that lie within the hulls of points.

use glam::{DVec2, DVec3, Vec2};

use super::farthest;
use crate::ops;
use crate::vector::{Scalar, Vector};

/// The radius of the largest disc around the origin within a polygon, its corners counter-clockwise; 0 if the
/// origin is not inside.
pub(super) fn within_sides(corners: &[Vec2]) -> f32 {
    let sides = (0..corners.len()).map(|index| [corners[index], corners[(index + 1) % corners.len()]]);
    let least = sides.map(|[from, to]| left_of_origin(from.into(), to.into())).fold(f64::INFINITY, f64::min);
    f32::narrow(least.max(0.0))
}

/// By how much the origin is to the left of a line.
fn left_of_origin(from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let length = ops::f64::sqrt(along.dot(along));
    if length > 0.0 { from.perp_dot(to) / length } else { 0.0 }
}

/// The radius of a ball around the origin within the hull of points; 0 if none was found.
///
/// The points farthest along the axes make a rhombus or an octahedron, more or less bent; some of them may be the
/// same. Where each side has the origin on the inner side, and they go round it once, all that they enclose belongs
/// to the hull.
pub(super) fn inner_radius<V: Vector>(points: &[V]) -> V::Scalar {
    const SIGNS: [f64; 2] = [1.0, -1.0];
    let tip = |axis: usize, sign: f64| {
        let point = points[farthest(points, V::axis(axis) * V::Scalar::narrow(sign))];
        let element = |index: usize| if index < V::DIMENSION { point.element(index).widen() } else { 0.0 };
        DVec3::new(element(0), element(1), element(2))
    };
    let [x, y] = [0, 1].map(|axis| SIGNS.map(|sign| tip(axis, sign)));
    if V::DIMENSION == 2 {
        // Four angles below half a turn each make no more than one turn.
        let around = [x[0], y[0], x[1], y[1]].map(DVec3::truncate);
        let sides = (0..4).map(|index| [around[index], around[(index + 1) % 4]]);
        let sides = sides.filter(|[from, to]| from != to);
        let least = sides.map(|[from, to]| left_of_origin(from, to)).fold(f64::INFINITY, f64::min);
        return V::Scalar::narrow(if least.is_finite() { least.max(0.0) } else { 0.0 });
    }
    let z = SIGNS.map(|sign| tip(2, sign));
    let (mut least, mut rounds) = (f64::INFINITY, 0);
    for octant in 0..8 {
        let [i, j, k] = [octant & 1, octant >> 1 & 1, octant >> 2];
        // Counter-clockwise from outside.
        let odd = (i + j + k) % 2 == 1;
        let [a, b, c] = if odd { [x[i], z[k], y[j]] } else { [x[i], y[j], z[k]] };
        if a == b || b == c || c == a {
            continue;
        }
        let normal = (b - a).cross(c - a);
        let square = normal.dot(normal);
        least = least.min(if square > 0.0 { normal.dot(a) / ops::f64::sqrt(square) } else { 0.0 });
        let sees = [a.cross(b), b.cross(c), c.cross(a)].iter().all(|side| side.dot(SOMEWHERE) > 0.0);
        rounds += usize::from(sees);
    }
    V::Scalar::narrow(if rounds == 1 { least.max(0.0) } else { 0.0 })
}

/// A direction along which nothing is likely to lie.
const SOMEWHERE: DVec3 = DVec3::new(0.267, 0.535, 0.802);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::{Vec2, Vec3};

    use super::{inner_radius, within_sides};

    #[test]
    fn of_an_octahedron_and_of_a_square() {
        let octahedron = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis]).concat();
        assert!((inner_radius(&octahedron) - 3f32.sqrt().recip()).abs() < 1e-6);
        let square = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y];
        let expected = 2f32.sqrt().recip();
        assert!((inner_radius(&square) - expected).abs() < 1e-6);
        assert!((within_sides(&square) - expected).abs() < 1e-6);
    }

    /// Each direction of the ball is within the hull: the support along it is no less.
    #[test]
    fn of_points_at_random() {
        let mut seed = 1_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let mut found = 0;
        for _ in 0..200 {
            let points: Vec<Vec3> = (0..12).map(|_| Vec3::new(next(), next(), next())).collect();
            let radius = inner_radius(&points);
            found += usize::from(radius > 0.05);
            for _ in 0..50 {
                let direction = Vec3::new(next(), next(), next()).normalize();
                let most = points.iter().map(|point| point.dot(direction)).fold(0.0, f32::max);
                assert!(radius <= most * 1.000_001, "{radius} {most} {points:?}");
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn none_where_the_origin_is_on_the_rim_or_outside() {
        let triangle = [Vec2::ZERO, Vec2::X, Vec2::Y];
        for shift in [Vec2::ZERO, Vec2::splat(1.0), Vec2::splat(-1.0)] {
            let corners = triangle.map(|corner| corner + shift);
            assert_eq!((inner_radius(&corners), within_sides(&corners)), (0.0, 0.0));
            let flat: Vec<_> = corners.iter().map(|corner| corner.extend(0.0)).collect();
            assert_eq!(inner_radius(&flat), 0.0);
        }
        assert_eq!(inner_radius(&[Vec3::ZERO]), 0.0);
        assert_eq!(inner_radius(&[Vec2::X]), 0.0);
    }
}
