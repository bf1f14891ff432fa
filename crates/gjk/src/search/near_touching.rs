//! The verdict on shapes that nearly touch.
//!
//! Near touching, the rounding of the support points decides which of the two bounds of the distance is the first to
//! pass the core touching distance, the one of the cores up to which the shapes touch. So searches that start from
//! different simplices may come to different verdicts. So that two placed shapes have one verdict, whatever was asked
//! before and in whichever way, it is defined by a **reference search**, one from the start, without a cache: shapes
//! intersect if it finds that they do, in either order of the shapes.
//!
//! Only pairs in the [band](MinkowskiDifference::touching_band) around touching need the definition. Outside of it,
//! every proof comes to the same verdict: an axis that separates the shapes by more than the band, cores that are
//! nearer than the radii by more than the band, or a simplex that contains a ball as large as the band.
//!
//! Points, segments and boxes are searched by their half edges alone, as a [`BareZonotope`], so that
//! [`fast`](crate::fast) need not keep the shapes in memory for a search that is rare. Two points are compared
//! directly.

use crate::epa::Expand;
use crate::epa::penetration;
use crate::gjk::{self, Goal, Outcome};
use crate::math::{Scalar, Vector, Wide, unit};
use crate::minkowski::MinkowskiDifference;
use crate::separation::Separation;
use crate::simplex::Solve;
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, Zonotope};
use crate::trace::{Observer, Unobserved};

/// Returns the verdict on two shapes in the band around touching. The observer sees the search in the given order,
/// unless the shapes are zonotopes.
#[cold]
#[inline(never)]
pub fn intersect_near_touching<V, A, B, O>(a: &A, b: &B, observer: &mut O) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    match (BareZonotope::of(a), BareZonotope::of(b)) {
        (Some(a), Some(b)) => zonotopes_intersect_near_touching(a, b),
        _ => reference_search(a, b, observer) || reference_search(b, a, &mut Unobserved),
    }
}

/// Returns the verdict on two zonotopes in the band around touching.
#[cold]
#[inline(never)]
pub fn zonotopes_intersect_near_touching<V: Vector<Wide: Solve>>(
    a: BareZonotope<V>,
    b: BareZonotope<V>,
) -> bool {
    let difference = MinkowskiDifference::new(&a, &b);
    if [a.zonotope.count, b.zonotope.count] == [0, 0] {
        return points_intersect(difference.offset, difference.core_touching_distance());
    }
    reference_search(&a, &b, &mut Unobserved) || reference_search(&b, &a, &mut Unobserved)
}

/// Returns the verdict on two points with convex radii, near touching or not, from the offset of the first from the
/// second. No search is needed.
#[inline(always)]
pub fn points_intersect<W: Wide>(offset: W, core_touching_distance: f64) -> bool {
    offset.dot(offset) <= core_touching_distance * core_touching_distance
}

/// Returns whether a search from the start, without a cache, finds that two shapes intersect.
fn reference_search<V, A, B, O>(a: &A, b: &B, observer: &mut O) -> bool
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let difference = MinkowskiDifference::new(a, b);
    run_without_cache(&difference, Goal::Intersection, observer).intersects()
}

/// Measures two shapes by a search from the start, for where the search that the caller made, perhaps with a cache,
/// contradicts the verdict of the reference search. Returns `None` if a number is not finite.
#[cold]
#[inline(never)]
pub fn separation_near_touching<V, A, B, O>(a: &A, b: &B, observer: &mut O) -> Option<Separation<V>>
where
    V: Vector<Wide: Expand>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    let difference = MinkowskiDifference::new(a, b);
    let outcome = run_without_cache(&difference, Goal::DistanceOrContact, observer);
    if outcome.is_apart() {
        Some(difference.separation(&outcome.cores(), outcome.stop))
    } else if outcome.intersects() {
        Some(penetration(&difference, &outcome, observer))
    } else {
        None
    }
}

/// Runs GJK without a cache, for one goal or another by the same machine code, since it is rarely called.
#[inline(never)]
fn run_without_cache<V, A, B, O>(
    difference: &MinkowskiDifference<V, A, B>,
    goal: Goal,
    observer: &mut O,
) -> Outcome<V>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    gjk::run(difference, None, goal, observer)
}

/// A point, segment or box in world space, known by its half edges, with a convex radius.
#[derive(Clone, Copy)]
pub struct BareZonotope<V: Vector> {
    origin: V,
    convex_radius: V::Scalar,
    zonotope: Zonotope<V>,
}

impl<V: Vector> BareZonotope<V> {
    /// Returns the zonotope of a shape, if its core is one.
    #[inline(always)]
    pub fn of(shape: &(impl Support<V> + ?Sized)) -> Option<Self> {
        let Core { origin, convex_radius, .. } = shape.core();
        Zonotope::of(shape).map(|zonotope| Self { origin, convex_radius, zonotope })
    }

    /// Returns the half edges.
    fn edges(&self) -> &[V] {
        &self.zonotope.edges[..self.zonotope.count]
    }
}

impl<V: Vector> Support<V> for BareZonotope<V> {
    fn support(&self, direction: V) -> V {
        self.origin + self.core_support(direction).point + unit(direction) * self.convex_radius
    }

    fn core(&self) -> Core<V> {
        Core::new(self.origin, self.convex_radius)
    }

    fn size(&self) -> Size<V> {
        let radius = V::splat(self.convex_radius);
        let half_extents = self.edges().iter().fold(radius, |sum, &edge| sum + edge.abs());
        Size { half_extents, bounding_radius: V::Scalar::INFINITY, inscribed_radius: V::Scalar::ZERO }
    }

    fn core_support(&self, direction: V) -> Vertex<V> {
        let sign = |edge: V| if edge.dot(direction) < V::Scalar::ZERO { -edge } else { edge };
        Vertex::without_id(self.edges().iter().fold(V::ZERO, |sum, &edge| sum + sign(edge)))
    }
}
