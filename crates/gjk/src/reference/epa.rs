//! The least depth of an overlap: the point of the boundary of a convex set nearest to the origin within.
//!
//! EPA, the expanding polytope algorithm (van den Bergen, *Proximity Queries and Penetration Depth
//! Computation on 3D Game Objects*, GDC 2001), starts where GJK ended: from a simplex of points of the
//! Minkowski difference around the origin. Each round it
//!
//! 1. takes the polytope's facet nearest to the origin, with its outward normal `n`;
//! 2. asks for the support point `w` of the difference along `n`;
//! 3. stops if `w` lies no further out than the facet; else adds `w` to the polytope.
//!
//! The polytope lies within the difference, so the depth is at least the distance of its nearest facet. And
//! for every direction `n` ever asked for, moving the shapes apart by `w·n` along `n` separates them, so the
//! depth is at most the least of these. The answer is always such an upper bound, with the normal that gave
//! it: it separates even where the loop ends early, and it is the depth where the two bounds meet.
//!
//! A facet whose plane bounds the difference need not hold the foot of the perpendicular from the origin:
//! the two triangles of a box's face have the same plane. The answer is the facet that does, so that the
//! witness points are apart by the depth along the normal. It is found by following the perpendicular to the
//! facet that it leaves the polytope through, which is nearer still, until that is the facet itself.
//!
//! Where a curved boundary is about as far everywhere, as around the center of a ball, there would be no end
//! to raising the nearest facet. After a number of vertices, all others are spent around the best normal so
//! far, where the bounds then meet. A depth a little less may then remain unseen elsewhere; the answer's
//! status says so.
//!
//! Distances of facets are signed. A polytope that does not hold the origin yet has a facet that sees it, at
//! a negative distance, which comes first and grows until it holds the origin; if it cannot, the origin is
//! outside by that much. So EPA may start from any points of the difference, and touching is no special case.

mod expand_2d;
mod expand_3d;
mod face_queue;
mod polyhedron;

use crate::math::{Vector, Wide};
use crate::reference::gjk::Simplex;
use crate::reference::minkowski::{DifferencePoint, MinkowskiDifference, means};
use crate::reference::separation::Cores;
use crate::reference::simplex::Solve;
use crate::reference::trace::{Observer, Step, Stop};
use crate::support::Support;

/// The deepest points of two cores, and why EPA ended. The distance is above zero by no more than the tolerance,
/// where the cores only touch.
pub type Penetration<W> = (Cores<W>, Stop);

/// A space whose polytopes can be expanded.
pub trait Expand: Wide {
    /// Expands the polytope from GJK's last simplex.
    fn deepest_points<V, A, B, O>(
        difference: &MinkowskiDifference<V, A, B>,
        simplex: &Simplex<V>,
        observer: &mut O,
    ) -> Penetration<Self>
    where
        V: Vector<Wide = Self>,
        Self: Solve,
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>;
}

/// The least upper bound of the depth so far.
#[derive(Clone, Copy)]
struct Least<W> {
    normal: W,
    depth: f64,
}

impl<W: Wide> Least<W> {
    const NONE: Self = Self { normal: W::ZERO, depth: f64::INFINITY };
}

/// The shapes that are asked, who looks on, and the best answer so far.
struct Search<'s, V: Vector, A: ?Sized, B: ?Sized, O> {
    difference: &'s MinkowskiDifference<'s, V, A, B>,
    observer: &'s mut O,
    /// The least, and the last that was not less.
    bounds: [Least<V::Wide>; 2],
}

impl<'s, V, A, B, O> Search<'s, V, A, B, O>
where
    V: Vector,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    #[inline(always)]
    fn new(difference: &'s MinkowskiDifference<'s, V, A, B>, observer: &'s mut O) -> Self {
        Self { difference, observer, bounds: [Least::NONE; 2] }
    }

    /// The least upper bound of the depth so far.
    fn least(&self) -> Least<V::Wide> {
        self.bounds[0]
    }

    /// The shapes come apart by moving this far along this direction.
    #[inline(always)]
    fn consider(&mut self, normal: V::Wide, depth: f64) {
        // Whether it is less cannot be foretold: another address instead of a branch.
        let index = usize::from(!(depth < self.bounds[0].depth));
        self.bounds[index] = Least { normal, depth };
    }

    /// The support point along a unit normal. Its distance along it is an upper bound of the depth.
    #[inline]
    fn support(&mut self, normal: V::Wide) -> DifferencePoint<V> {
        let point = self.look(V::narrow(normal));
        self.consider(normal, normal.dot(point.point));
        point
    }

    /// The support point along a direction of any length.
    #[inline(always)]
    fn look(&mut self, direction: V) -> DifferencePoint<V> {
        let point = self.difference.support(direction);
        if O::ACTIVE {
            self.observer.observe(Step::Support { direction, point });
        }
        point
    }

    /// The answer along a normal, with the witness points of a facet whose corners have these weights.
    fn end(
        &mut self,
        corners: &[DifferencePoint<V>],
        weights: &[f64],
        least: Least<V::Wide>,
        stop: Stop,
    ) -> Penetration<V::Wide> {
        if O::ACTIVE {
            self.observer.observe(Step::EpaStop(stop));
        }
        let Least { normal, depth } = least;
        let (on_a, on_b) = means(corners, weights);
        (Cores { on_a, on_b, normal, distance: -depth }, stop)
    }
}

/// The facet through which a ray from the origin leaves a polytope.
///
/// Of several that it leaves through, as those of a common plane, it is the one that comes nearest to the
/// point where it does: `gap` is the squared distance of a facet from a point.
fn exit_face<W: Wide>(
    ray: W,
    facets: impl Iterator<Item = (usize, W, f64)> + Clone,
    precision: f64,
    mut gap: impl FnMut(usize, W) -> f64,
) -> Option<usize> {
    let exits = facets.filter_map(|(index, normal, distance)| {
        let slope = ray.dot(normal);
        (slope > 0.0 && distance < f64::INFINITY).then(|| (index, distance / slope))
    });
    let first = exits.clone().map(|(_, exit)| exit).min_by(f64::total_cmp)?;
    let at = ray * first;
    exits
        .filter(|&(_, exit)| exit <= first + precision)
        .map(|(index, _)| (index, gap(index, at)))
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(index, _)| index)
}
