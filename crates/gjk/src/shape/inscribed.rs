//! Balls around the origin that lie within the hulls of points.

use glam::{DVec2, DVec3, Vec2};

use crate::math::ops;
use crate::math::{Scalar, Vector};
use crate::shape::winding::sides;

/// The radius of the largest disc around the origin within a polygon, its corners counter-clockwise; 0 if the
/// origin is not inside.
pub(super) fn within_sides(corners: &[Vec2]) -> f32 {
    f32::narrow(nearest(sides(corners).map(|[from, to]| left_of_origin(from.into(), to.into()))))
}

/// By how much the origin is to the left of a line, times the length of what is given of the line, and the square of that.
fn left_of_origin(from: DVec2, to: DVec2) -> (f64, f64) {
    let along = to - from;
    (from.perp_dot(to), along.dot(along))
}

/// The least of some distances, each given as its product with a length and the square of that length; 0 if one of them
/// is not above zero. Those without a length do not count. It takes one root for all, and no branch.
fn nearest(distances: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut least, mut inside) = (f64::INFINITY, true);
    for (product, square) in distances {
        let counts = square > 0.0;
        let found = if counts { product * product / square } else { f64::INFINITY };
        // Beyond all numbers, nothing is known of it.
        inside &= (product > 0.0) & (found < f64::INFINITY) | !counts;
        least = if found < least { found } else { least };
    }
    if inside && least < f64::INFINITY { ops::f64::sqrt(least) } else { 0.0 }
}

/// The radius of a ball around the origin within the hull of points; 0 if none was found.
///
/// The points farthest along the axes make a rhombus or an octahedron, more or less bent; some of them may be the
/// same. Where each side has the origin on the inner side, and they go round it once, all that they enclose belongs
/// to the hull.
pub(super) fn inscribed_radius<V: Vector>(points: &[V]) -> V::Scalar {
    // Which are the first of those farthest along each axis and against it. Without a branch: which of them is farther
    // than those before is hard to guess.
    let mut tips = [[0; 2]; 3];
    for (axis, [forth, back]) in tips.iter_mut().enumerate().take(V::DIMENSION) {
        let [mut most, mut least] = [points[0].element(axis); 2];
        for (index, point) in points.iter().enumerate() {
            let at = point.element(axis);
            (most, *forth) = if at > most { (at, index) } else { (most, *forth) };
            (least, *back) = if at < least { (at, index) } else { (least, *back) };
        }
    }
    let element = |point: V, index: usize| {
        if index < V::DIMENSION { point.element(index).widen() } else { 0.0 }
    };
    let tip = |tip: usize| DVec3::from([0, 1, 2].map(|index| element(points[tip], index)));
    let [x, y, z] = tips.map(|ends| ends.map(tip));
    if V::DIMENSION == 2 {
        // Four angles below half a turn each make no more than one turn.
        let around = [x[0], y[0], x[1], y[1]].map(DVec3::truncate);
        let sides = (0..4).map(|index| [around[index], around[(index + 1) % 4]]);
        return V::Scalar::narrow(nearest(sides.map(|[from, to]| left_of_origin(from, to))));
    }
    // Counter-clockwise from outside. Where two corners are the same, it is no side, nor is it seen.
    let [x0, x1, y0, y1, z0, z1] = [x[0], x[1], y[0], y[1], z[0], z[1]];
    let sides = [
        [x0, y0, z0],
        [x1, z0, y0],
        [x0, z0, y1],
        [x1, y1, z0],
        [x0, z1, y0],
        [x1, y0, z1],
        [x0, y1, z1],
        [x1, z1, y1],
    ];
    let least = nearest(sides.into_iter().map(|[a, b, c]| {
        let normal = (b - a).cross(c - a);
        (normal.dot(a), normal.dot(normal))
    }));
    let mut rounds = 0;
    for [a, b, c] in sides {
        let [one, two, three] = [a.cross(b), b.cross(c), c.cross(a)].map(|side| side.dot(SOMEWHERE) > 0.0);
        rounds += u32::from(one & two & three);
    }
    V::Scalar::narrow(if rounds == 1 { least } else { 0.0 })
}

/// A direction along which nothing is likely to lie.
const SOMEWHERE: DVec3 = DVec3::new(0.267, 0.535, 0.802);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::{Vec2, Vec3};

    use crate::shape::inscribed::{inscribed_radius, within_sides};

    #[test]
    fn of_an_octahedron_and_of_a_square() {
        let octahedron = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis]).concat();
        assert!((inscribed_radius(&octahedron) - 3f32.sqrt().recip()).abs() < 1e-6);
        let square = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y];
        let expected = 2f32.sqrt().recip();
        assert!((inscribed_radius(&square) - expected).abs() < 1e-6);
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
            let radius = inscribed_radius(&points);
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
            assert_eq!((inscribed_radius(&corners), within_sides(&corners)), (0.0, 0.0));
            let flat: Vec<_> = corners.iter().map(|corner| corner.extend(0.0)).collect();
            assert_eq!(inscribed_radius(&flat), 0.0);
        }
        assert_eq!(inscribed_radius(&[Vec3::ZERO]), 0.0);
        assert_eq!(inscribed_radius(&[Vec2::X]), 0.0);
    }
}
