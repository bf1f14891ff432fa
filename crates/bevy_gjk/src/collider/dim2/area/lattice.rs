//! Points with integer coordinates, on which outlines are cut: their predicates are exact, on every platform.
//!
//! The coordinates of an outline are multiplied by one power of two, so that the largest become about 2⁵². Then all
//! that are at least 2⁻²⁸ of the largest are integers as they are; smaller ones are rounded, by 2⁻⁵³ of the largest at
//! most.
//!
//! Crossings are rounded to these integers, too, which are 2²⁸ times finer than `f32`: an edge that is divided there
//! hardly moves, so that it crosses no others. Only the corners of the finished parts are rounded to `f32`.

use gjk::Vec2;

/// The number of bits of the largest coordinate. Sums and products of differences fit into 128 bits with many to spare,
/// and `f64` holds all integers up to this size.
const BITS: i32 = 52;

/// A point with integer coordinates. Points are ordered as a sweep from left to right meets them, those on one vertical
/// from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Point {
    pub(super) x: i64,
    pub(super) y: i64,
}

/// Returns twice the area of a triangle: positive if it turns left at its second corner, zero if the corners are on a
/// line.
pub(super) fn turn(one: Point, two: Point, three: Point) -> i128 {
    let (x, y) = (i128::from(two.x - one.x), i128::from(two.y - one.y));
    x * i128::from(three.y - one.y) - y * i128::from(three.x - one.x)
}

/// The power of two that maps the coordinates of an outline to integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    factor: f64,
}

impl Lattice {
    /// Chooses the power of two for finite points.
    pub(super) fn around(points: impl Iterator<Item = Vec2>) -> Self {
        let largest = points.fold(f32::MIN_POSITIVE, |most, point| most.max(point.abs().max_element()));
        // The exponent as the bits have it: 2^exponent ≤ largest < 2^(exponent + 1).
        let exponent = (largest.to_bits() >> 23) as i32 - 127;
        // The bits of a power of two; the exponent is between -76 and 178.
        let bits = u64::from((1023 + BITS - 1 - exponent).unsigned_abs()) << 52;
        Self { factor: f64::from_bits(bits) }
    }

    /// Returns the integer point nearest to a point.
    pub(super) fn lattice_point(self, point: Vec2) -> Point {
        let [x, y] = point.to_array().map(|at| (f64::from(at) * self.factor).round_ties_even() as i64);
        Point { x, y }
    }

    /// Returns the point at an integer point, rounded to `f32`.
    pub(super) fn position(self, point: Point) -> Vec2 {
        let [x, y] = [point.x, point.y].map(|at| (at as f64 / self.factor) as f32);
        Vec2::new(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_near_the_size_of_the_outline_come_back_as_they_were() {
        for size in [1e-30, 0.7, 1.0, 3.0, 1e6, f32::MAX] {
            let points = [Vec2::new(size, -size * 0.3), Vec2::new(size * 1e-6, -size * 1.234e-7)];
            let lattice = Lattice::around(points.into_iter());
            for point in points {
                let found = lattice.lattice_point(point);
                assert!(found.x.abs() < 1 << BITS, "{size}");
                assert_eq!(lattice.position(found), point, "{size}");
            }
        }
        // Denormal numbers do not overflow.
        let tiny = Vec2::new(1e-42, 0.0);
        let lattice = Lattice::around([tiny].into_iter());
        assert_eq!(lattice.position(lattice.lattice_point(tiny)), tiny);
    }

    #[test]
    fn the_turn_of_large_triangles_is_exact() {
        let far = 1 << (BITS - 1);
        let [one, two] = [Point { x: -far, y: -far }, Point { x: far, y: far }];
        let on_line = Point { x: far - 1, y: far - 1 };
        assert_eq!(turn(one, two, on_line), 0);
        assert_eq!(turn(one, two, Point { y: far, ..on_line }), 2 * i128::from(far));
        assert_eq!(turn(two, one, Point { y: far, ..on_line }), -2 * i128::from(far));
    }
}
