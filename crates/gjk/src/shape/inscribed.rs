//! Inscribed spheres: radii of spheres around the origin that lie within hulls of points.

use glam::{DVec2, DVec3, Vec2};

use crate::math::{Scalar, Vector, ops};
use crate::shape::winding::edges;

/// Returns the radius of the largest circle around the origin within a polygon with counter-clockwise corners; 0 if
/// the origin is not inside.
pub(super) fn inscribed_radius_of_polygon(corners: &[Vec2]) -> f32 {
    f32::narrow(least_distance(edges(corners).map(|[from, to]| distance_to_line(from.into(), to.into()))))
}

/// Returns the distance of the origin to the left of a line times the length of the given segment of the line, and
/// the square of that length.
fn distance_to_line(from: DVec2, to: DVec2) -> (f64, f64) {
    let along = to - from;
    (from.perp_dot(to), along.dot(along))
}

/// Returns the least of distances, each given as its product with a length and the square of that length; 0 if a
/// distance is not positive. Ignores distances whose length is 0. Takes one square root for all, and no branch.
fn least_distance(distances: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut least, mut inside) = (f64::INFINITY, true);
    for (product, square) in distances {
        let is_valid = square > 0.0;
        let found = if is_valid { product * product / square } else { f64::INFINITY };
        // A square that overflows proves nothing.
        inside &= (product > 0.0) & (found < f64::INFINITY) | !is_valid;
        least = if found < least { found } else { least };
    }
    if inside && least < f64::INFINITY { ops::f64::sqrt(least) } else { 0.0 }
}

/// Returns the radius of a sphere around the origin within the hull of points; 0 if none was found.
///
/// The extreme points along the axes span a quadrilateral or an octahedron, possibly degenerate. If the origin lies
/// on the inner side of each edge or face, and they wind around it once, then they enclose a part of the hull.
pub(super) fn inscribed_radius<V: Vector>(points: &[V]) -> V::Scalar {
    // The first of the extreme points along each axis, both ways; without branches, which would be unpredictable.
    let mut extremes = [[0; 2]; 3];
    for (axis, [forth, back]) in extremes.iter_mut().enumerate().take(V::DIMENSION) {
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
    let extreme = |point: usize| DVec3::from([0, 1, 2].map(|index| element(points[point], index)));
    let [x, y, z] = extremes.map(|ends| ends.map(extreme));
    if V::DIMENSION == 2 {
        // Four angles below half a turn each add up to one turn at most.
        let around = [x[0], y[0], x[1], y[1]].map(DVec3::truncate);
        let sides = (0..4).map(|index| [around[index], around[(index + 1) % 4]]);
        return V::Scalar::narrow(least_distance(sides.map(|[from, to]| distance_to_line(from, to))));
    }
    // The faces, counter-clockwise from outside. A face with two equal corners has no area and is ignored.
    let [x0, x1, y0, y1, z0, z1] = [x[0], x[1], y[0], y[1], z[0], z[1]];
    let faces = [
        [x0, y0, z0],
        [x1, z0, y0],
        [x0, z0, y1],
        [x1, y1, z0],
        [x0, z1, y0],
        [x1, y0, z1],
        [x0, y1, z1],
        [x1, z1, y1],
    ];
    let least = least_distance(faces.into_iter().map(|[a, b, c]| {
        let normal = (b - a).cross(c - a);
        (normal.dot(a), normal.dot(normal))
    }));
    let mut hits = 0;
    for [a, b, c] in faces {
        let [one, two, three] = [a.cross(b), b.cross(c), c.cross(a)].map(|side| side.dot(RAY) > 0.0);
        hits += u32::from(one & two & three);
    }
    V::Scalar::narrow(if hits == 1 { least } else { 0.0 })
}

/// The direction of a ray that must hit exactly one face if the octahedron winds around the origin once. It has no
/// symmetry, so that no edge is likely to lie on it.
const RAY: DVec3 = DVec3::new(0.267, 0.535, 0.802);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use glam::Vec3;

    use super::*;

    #[test]
    fn the_inscribed_radius_of_an_octahedron_and_a_square_is_exact() {
        let octahedron = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis]).concat();
        assert!((inscribed_radius(&octahedron) - 3f32.sqrt().recip()).abs() < 1e-6);
        let square = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y];
        let expected = 2f32.sqrt().recip();
        assert!((inscribed_radius(&square) - expected).abs() < 1e-6);
        assert!((inscribed_radius_of_polygon(&square) - expected).abs() < 1e-6);
    }

    #[test]
    fn the_inscribed_radius_is_zero_if_the_origin_is_on_the_boundary_or_outside() {
        let triangle = [Vec2::ZERO, Vec2::X, Vec2::Y];
        for shift in [Vec2::ZERO, Vec2::splat(1.0), Vec2::splat(-1.0)] {
            let corners = triangle.map(|corner| corner + shift);
            assert_eq!((inscribed_radius(&corners), inscribed_radius_of_polygon(&corners)), (0.0, 0.0));
            let flat: Vec<_> = corners.iter().map(|corner| corner.extend(0.0)).collect();
            assert_eq!(inscribed_radius(&flat), 0.0);
        }
        assert_eq!(inscribed_radius(&[Vec3::ZERO]), 0.0);
        assert_eq!(inscribed_radius(&[Vec2::X]), 0.0);
    }
}
