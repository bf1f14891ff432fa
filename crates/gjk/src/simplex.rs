//! The distance subalgorithm: the point of a simplex nearest to the origin, and its barycentric coordinates.
//!
//! The loop of GJK uses the quicker solvers of [`incremental`], which know the result of the last iteration. The
//! solvers here take any simplex: for warm starts, for the weights of the answer, and as the fallback of the loop.
//!
//! A simplex is the convex hull of one to four points: a point, segment, triangle or tetrahedron. Its nearest
//! point is a weighted mean of the vertices. The weights are the barycentric coordinates: they are not
//! negative and sum to one, and a vertex of weight zero does not contribute and is dropped.
//!
//! The weights are ratios of signed volumes (Montanari, Petrinic, Barbieri, *Improving the GJK Algorithm for
//! Faster and More Reliable Distance Queries*, ACM TOG 36, 2017). If one is negative, the origin lies beyond
//! the facet opposite to that vertex, and the nearest point is on such a facet. So each solver calls the
//! solvers of the facets that the origin lies beyond. The signs of a flat simplex are rounding, so it tries
//! all facets. The **exhaustive** solver always does: the loop calls it before it gives up, for simplices so
//! thin that rounding turns a sign.
//!
//! Compared with walking the Voronoi regions (Ericson, *Real-Time Collision Detection*, 2005, 5.1), this
//! costs a few multiplications more and needs no special case for degenerate simplices.

mod incremental;
mod segment;
#[cfg(test)]
mod tests;
mod tetrahedron;
mod triangle;

use glam::{DVec2, DVec3};

use crate::math::Wide;
pub use incremental::NearestSubsimplex;
pub(crate) use segment::segment;
pub(crate) use triangle::triangle;

/// The point of a simplex of `N` vertices nearest to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<W, const N: usize> {
    /// The point; zero where the simplex encloses the origin.
    pub point: W,
    /// The weight of each vertex; zero for those that do not contribute.
    pub weights: [f64; N],
    /// The origin lies inside a simplex of full dimension: a triangle in 2D, a tetrahedron in 3D.
    pub encloses: bool,
}

impl<W: Wide, const N: usize> Nearest<W, N> {
    /// Converts the result of a facet to one of the simplex; `indices` are the facet's vertices.
    #[inline(always)]
    fn from_facet<const M: usize>(facet: Nearest<W, M>, indices: [usize; M]) -> Self {
        let mut weights = [0.0; N];
        for (index, weight) in indices.into_iter().zip(facet.weights) {
            weights[index] = weight;
        }
        Self { point: facet.point, weights, encloses: false }
    }

    /// Returns the nearer of two results, the first of equals.
    fn nearer(best: Option<Self>, other: Self) -> Option<Self> {
        match best {
            Some(best) if best.point.dot(best.point) <= other.point.dot(other.point) => Some(best),
            _ => Some(other),
        }
    }
}

/// Vectors whose simplices can be solved: of 2D or 3D.
pub trait Solve: Wide {
    /// Computes the point nearest to the origin of the convex hull of one to `dimension + 1` points.
    ///
    /// The `exhaustive` solver does not rely on signs, but tries all facets.
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4>;

    /// Computes the same for two or more points, the last of which is [new](incremental): all others contributed
    /// to the nearest point of the last iteration, and the new one lies beyond that point, on the origin's
    /// side.
    fn nearest_incrementally(count: usize, point: impl Fn(usize) -> Self) -> NearestSubsimplex<Self>;

    /// Returns the content of the parallelotope that three edges at one vertex span; in 2D, the first two: twice the
    /// area of their triangle, or six times the volume of their tetrahedron.
    fn content(edges: [Self; 3]) -> f64;
}

/// Returns the nearest point of a single vertex.
fn point<W: Wide>(a: W) -> Nearest<W, 1> {
    Nearest { point: a, weights: [1.0], encloses: false }
}

impl Solve for DVec2 {
    #[inline(always)]
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4> {
        match *points {
            [a] => Nearest::from_facet(point(a), [0]),
            [a, b] => Nearest::from_facet(segment(a, b), [0, 1]),
            [a, b, c] => {
                let nearest = triangle(a, b, c, exhaustive);
                let encloses = nearest.weights.iter().all(|&weight| weight > 0.0);
                Nearest { encloses, ..Nearest::from_facet(nearest, [0, 1, 2]) }
            }
            _ => unreachable!("a 2D simplex has one to three vertices"),
        }
    }

    #[inline(always)]
    fn nearest_incrementally(count: usize, point: impl Fn(usize) -> Self) -> NearestSubsimplex<Self> {
        match count {
            2 => incremental::segment(point(0), point(1)),
            _ => incremental::triangle_2d(point(0), point(1), point(2)),
        }
    }

    #[inline(always)]
    fn content([first, second, _]: [Self; 3]) -> f64 {
        first.perp_dot(second).abs()
    }
}

impl Solve for DVec3 {
    #[inline(always)]
    fn nearest(points: &[Self], exhaustive: bool) -> Nearest<Self, 4> {
        match *points {
            [a] => Nearest::from_facet(point(a), [0]),
            [a, b] => Nearest::from_facet(segment(a, b), [0, 1]),
            [a, b, c] => Nearest::from_facet(triangle(a, b, c, exhaustive), [0, 1, 2]),
            [a, b, c, d] => tetrahedron::tetrahedron(a, b, c, d, exhaustive),
            _ => unreachable!("a 3D simplex has one to four vertices"),
        }
    }

    #[inline(always)]
    fn nearest_incrementally(count: usize, point: impl Fn(usize) -> Self) -> NearestSubsimplex<Self> {
        match count {
            2 => incremental::segment(point(0), point(1)),
            3 => incremental::triangle_3d(point(0), point(1), point(2)),
            _ => incremental::tetrahedron(point(0), point(1), point(2), point(3)),
        }
    }

    #[inline(always)]
    fn content([first, second, third]: [Self; 3]) -> f64 {
        first.cross(second).dot(third).abs()
    }
}
