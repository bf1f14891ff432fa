//! The point of a simplex that lies nearest to the origin, and the vertices that carry it.
//!
//! It knows nothing of shapes. A simplex is the hull of one to four points; its nearest point is written as
//! a weighted mean of the vertices with weights that are positive and sum to one. A vertex of weight zero
//! does not carry the point and is dropped.
//!
//! The weights are ratios of signed volumes (Montanari, Petrinic, Barbieri, *Improving the GJK Algorithm
//! for Faster and More Reliable Distance Queries*, ACM TOG 36, 2017), and where one is negative the nearest
//! point lies on the facet opposite to that vertex: outside a convex body, the nearest point is on a facet
//! that the outside point sees. So each solver asks the solvers of the facets that see the origin, and a
//! flat simplex, whose signs mean nothing, asks all of them. So does the `exhaustive` solver, for simplices
//! thin enough that rounding gives a sign wrong: the loop asks it before it gives up. This is slower than walking Voronoi regions
//! (Ericson, *Real-Time Collision Detection*, 5.1) by a few multiplications, and has no case of its own for
//! degenerate input.

mod advance;
mod segment;
mod tetrahedron;
mod triangle;

use glam::{DVec2, DVec3};

use crate::math::Wide;
pub use advance::Advance;
pub(crate) use segment::segment;
pub(crate) use triangle::triangle;

/// The point of a simplex of `N` vertices nearest to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<W, const N: usize> {
    /// The point; zero where the simplex encloses the origin.
    pub point: W,
    /// The weight of each vertex; zero for those that do not carry the point.
    pub weights: [f64; N],
    /// The origin lies within the full simplex of the space: a triangle of the plane or a tetrahedron.
    pub encloses: bool,
}

impl<W: Wide, const N: usize> Nearest<W, N> {
    /// The result of a facet, as one of the simplex: `indices` are the facet's vertices.
    #[inline(always)]
    fn of_facet<const M: usize>(facet: Nearest<W, M>, indices: [usize; M]) -> Self {
        let mut weights = [0.0; N];
        for (index, weight) in indices.into_iter().zip(facet.weights) {
            weights[index] = weight;
        }
        Self { point: facet.point, weights, encloses: false }
    }

    /// The nearer of two.
    fn nearer(best: Option<Self>, other: Self) -> Option<Self> {
        match best {
            Some(best) if best.point.dot(best.point) <= other.point.dot(other.point) => Some(best),
            _ => Some(other),
        }
    }
}

/// A space whose simplices can be solved.
pub trait Solve: Wide {
    /// The point nearest to the origin of the hull of one to `dimension + 1` points.
    ///
    /// A `exhaustive` solver trusts no sign: it asks all facets.
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4>;

    /// The same for two and more points, the last of them [newest](Advance): the others carried the nearest
    /// point before, each of them, and it lies beyond.
    fn advance(count: usize, point: impl Fn(usize) -> Self) -> Advance<Self>;
}

/// A single vertex is its own nearest point.
fn point<W: Wide>(a: W) -> Nearest<W, 1> {
    Nearest { point: a, weights: [1.0], encloses: false }
}

impl Solve for DVec2 {
    #[inline(always)]
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4> {
        match *points {
            [a] => Nearest::of_facet(point(a), [0]),
            [a, b] => Nearest::of_facet(segment(a, b), [0, 1]),
            [a, b, c] => {
                let nearest = triangle(a, b, c, exhaustive);
                let encloses = nearest.weights.iter().all(|&weight| weight > 0.0);
                Nearest { encloses, ..Nearest::of_facet(nearest, [0, 1, 2]) }
            }
            _ => unreachable!("a simplex of the plane has one to three vertices"),
        }
    }

    #[inline(always)]
    fn advance(count: usize, point: impl Fn(usize) -> Self) -> Advance<Self> {
        match count {
            2 => advance::segment(point(0), point(1)),
            _ => advance::triangle_of_plane(point(0), point(1), point(2)),
        }
    }
}

impl Solve for DVec3 {
    #[inline(always)]
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4> {
        match *points {
            [a] => Nearest::of_facet(point(a), [0]),
            [a, b] => Nearest::of_facet(segment(a, b), [0, 1]),
            [a, b, c] => Nearest::of_facet(triangle(a, b, c, exhaustive), [0, 1, 2]),
            [a, b, c, d] => tetrahedron::tetrahedron(a, b, c, d, exhaustive),
            _ => unreachable!("a simplex of space has one to four vertices"),
        }
    }

    #[inline(always)]
    fn advance(count: usize, point: impl Fn(usize) -> Self) -> Advance<Self> {
        match count {
            2 => advance::segment(point(0), point(1)),
            3 => advance::triangle(point(0), point(1), point(2)),
            _ => advance::tetrahedron(point(0), point(1), point(2), point(3)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_of_a_tetrahedron_is_inside_on_a_face_an_edge_or_a_vertex() {
        let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let nearest = |origin: DVec3| {
            let nearest = DVec3::nearest(&tetrahedron.map(|vertex| vertex - origin), false);
            (nearest.point + origin, nearest.weights.map(|weight| weight > 0.0), nearest.encloses)
        };
        let inside = DVec3::splat(0.1);
        let (point, vertex_mask, encloses) = nearest(inside);
        assert!((point - inside).length() < 1e-15 && vertex_mask == [true; 4] && encloses);
        assert_eq!(
            nearest(DVec3::new(0.25, 0.25, -1.0)),
            (DVec3::new(0.25, 0.25, 0.0), [true, true, true, false], false)
        );
        assert_eq!(
            nearest(DVec3::new(0.5, -1.0, -1.0)),
            (DVec3::new(0.5, 0.0, 0.0), [true, true, false, false], false)
        );
        assert_eq!(nearest(DVec3::new(3.0, -1.0, -1.0)), (DVec3::X, [false, true, false, false], false));
    }

    #[test]
    fn flat_simplices_give_the_nearest_point_all_the_same() {
        // Four points in a plane, one of them within the triangle of the others.
        let flat = [
            DVec3::new(-1.0, -1.0, 2.0),
            DVec3::new(3.0, -1.0, 2.0),
            DVec3::new(-1.0, 3.0, 2.0),
            DVec3::Z * 2.0,
        ];
        assert!((DVec3::nearest(&flat, false).point - DVec3::Z * 2.0).length() < 1e-15);
        // Three points in a line, the origin beside it.
        let line = [DVec2::new(-1.0, 1.0), DVec2::new(2.0, 1.0), DVec2::new(0.5, 1.0)];
        assert!((DVec2::nearest(&line, false).point - DVec2::Y).length() < 1e-15);
        // All points the same.
        assert_eq!(DVec3::nearest(&[DVec3::X; 4], false).point, DVec3::X);
    }
}
