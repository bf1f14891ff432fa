//! EPA: the penetration depth of two shapes that overlap.
//!
//! EPA, the expanding polytope algorithm (van den Bergen, *Proximity Queries and Penetration Depth
//! Computation on 3D Game Objects*, GDC 2001), finds the point of the boundary of the Minkowski difference
//! nearest to the origin inside. It starts from the final simplex of GJK, expanded to a **polytope** around
//! the origin: a polygon in 2D, a polyhedron in 3D. A **facet** is an edge of the polygon or a face of the
//! polyhedron. Each iteration
//!
//! 1. takes the facet of the polytope nearest to the origin, with its outward unit normal `n`;
//! 2. computes the support point `w` of the difference along `n`;
//! 3. stops if `w` lies no farther out than the facet; otherwise adds `w` to the polytope.
//!
//! The polytope lies inside the difference, so the depth is at least the distance of the nearest facet.
//! Moving the shapes apart by `w·n` along `n` separates them, so the depth is at most the smallest `w·n` so
//! far. The answer is always such an upper bound with its normal: it separates the shapes even if the loop
//! ends early, and it is the depth if the two bounds meet.
//!
//! # Witness points
//! A facet whose plane bounds the difference may not contain the projection of the origin: both triangles of
//! a box's face have the same plane. The answer must be the facet that contains it, so that the witness
//! points are in line with the normal. It is found by following the normal from the origin to the facet
//! that it hits. That facet is nearer still, and the search goes on from there until
//! it is the facet itself.
//!
//! # Curved shapes
//! Where the boundary is about equally far everywhere, as around the center of a ball, raising the nearest facet would
//! never end. So this nearest phase has a limit of vertices. The ray phase, which follows, spends all others around the
//! best normal so far, where the bounds then meet. A slightly smaller depth elsewhere may remain undetected; the status
//! of the answer says so.
//!
//! # Signed distances
//! The distances of facets are signed. If the polytope does not contain the origin yet, a facet has a
//! negative distance, comes first, and grows until the polytope contains the origin. If it cannot, the origin
//! is outside by that distance. So EPA may start from any points of the difference, and touching shapes are
//! no special case.
//!
//! The loops, and the reasons to end them, are in [`expand_3d`] and [`expand_2d`].

mod expand_2d;
mod expand_3d;
mod face_queue;
mod initial_tetrahedron;
mod penetration;
mod polyhedron;

use crate::gjk::Simplex;
use crate::math::{Vector, Wide};
use crate::minkowski::{DifferencePoint, MinkowskiDifference, means};
use crate::separation::CoreSeparation;
use crate::simplex::Solve;
use crate::support::Support;
use crate::trace::{Observer, Step, Stop};
pub use penetration::penetration;

/// The deepest points of two cores, and why EPA ended. The signed distance may be positive, by no more than
/// the tolerance, if the cores only touch.
pub type Penetration<W> = (CoreSeparation<W>, Stop);

/// Vectors whose polytopes can be expanded: of 2D or 3D.
pub trait Expand: Solve {
    /// Runs EPA from the final simplex of GJK, and returns the deepest points.
    fn expand_polytope<V, A, B, O>(
        difference: &MinkowskiDifference<V, A, B>,
        simplex: &Simplex<V>,
        observer: &mut O,
    ) -> Penetration<Self>
    where
        V: Vector<Wide = Self>,
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>;
}

/// An upper bound of the depth: moving the shapes apart by `depth` along `normal` separates them.
#[derive(Clone, Copy)]
struct UpperBound<W> {
    normal: W,
    depth: f64,
}

impl<W: Wide> UpperBound<W> {
    const NONE: Self = Self { normal: W::ZERO, depth: f64::INFINITY };
}

/// The state of an expansion that both dimensions share: the Minkowski difference, the observer, and the best upper
/// bound so far.
struct Expansion<'s, V: Vector, A: ?Sized, B: ?Sized, O> {
    difference: &'s MinkowskiDifference<'s, V, A, B>,
    observer: &'s mut O,
    /// The smallest upper bound, and a place for those that are not smaller, so that none needs a branch.
    bounds: [UpperBound<V::Wide>; 2],
}

impl<'s, V, A, B, O> Expansion<'s, V, A, B, O>
where
    V: Vector,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    #[inline(always)]
    fn new(difference: &'s MinkowskiDifference<'s, V, A, B>, observer: &'s mut O) -> Self {
        Self { difference, observer, bounds: [UpperBound::NONE; 2] }
    }

    /// Returns the smallest upper bound of the depth so far.
    fn upper_bound(&self) -> UpperBound<V::Wide> {
        self.bounds[0]
    }

    /// Takes an upper bound of the depth into account.
    #[inline(always)]
    fn add_upper_bound(&mut self, normal: V::Wide, depth: f64) {
        // The comparison is unpredictable, so it selects an address instead of a branch.
        let index = usize::from(!(depth < self.bounds[0].depth));
        self.bounds[index] = UpperBound { normal, depth };
    }

    /// Computes the support point along a unit normal, and the upper bound of the depth that it proves.
    #[inline]
    fn support_along_normal(&mut self, normal: V::Wide) -> DifferencePoint<V> {
        let point = self.support(V::narrow(normal));
        self.add_upper_bound(normal, normal.dot(point.point));
        point
    }

    /// Computes the support point along a direction of any length.
    #[inline(always)]
    fn support(&mut self, direction: V) -> DifferencePoint<V> {
        let point = self.difference.support(direction);
        if O::ACTIVE {
            self.observer.observe(Step::Support { direction, point });
        }
        point
    }

    /// Returns the answer for an upper bound. The witness points are those of a facet, given by its vertices
    /// and the weights of the projection of the origin.
    fn finish(
        &mut self,
        vertices: &[DifferencePoint<V>],
        weights: &[f64],
        bound: UpperBound<V::Wide>,
        stop: Stop,
    ) -> Penetration<V::Wide> {
        if O::ACTIVE {
            self.observer.observe(Step::EpaStop(stop));
        }
        let UpperBound { normal, depth } = bound;
        let (on_a, on_b) = means(vertices, weights);
        (CoreSeparation { on_a, on_b, normal, distance: -depth }, stop)
    }
}

/// Returns the facet that a ray from the origin hits from inside a polytope.
///
/// `facets` gives the index, outward normal and signed distance of each. Of several facets in a common plane,
/// it is the one nearest to the exit point; `distance_squared` computes that for a facet and a point.
fn facet_hit_by<W: Wide>(
    ray: W,
    facets: impl Iterator<Item = (usize, W, f64)> + Clone,
    precision: f64,
    mut distance_squared: impl FnMut(usize, W) -> f64,
) -> Option<usize> {
    let exits = facets.filter_map(|(index, normal, distance)| {
        let slope = ray.dot(normal);
        (slope > 0.0 && distance < f64::INFINITY).then(|| (index, distance / slope))
    });
    let first = exits.clone().map(|(_, exit)| exit).min_by(f64::total_cmp)?;
    let exit_point = ray * first;
    exits
        .filter(|&(_, exit)| exit <= first + precision)
        .map(|(index, _)| (index, distance_squared(index, exit_point)))
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(index, _)| index)
}
