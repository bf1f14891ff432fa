//! Answers in closed form, where the cores of both shapes are sums of segments.
//!
//! Points, segments and boxes under any affine map are *zonotopes*: a center and a few half edges, and all
//! sums of parts of these. So is the Minkowski difference of two, with the half edges of both. Its faces are
//! known by name: in the plane one pair of edges for each half edge, in space one pair of faces for each two
//! of them. That replaces the search by a few products, and is exact. It is the separating axis test
//! (Gottschalk, Lin, Manocha, *`OBBTree`: A Hierarchical Structure for Rapid Interference Detection*, SIGGRAPH
//! 1996), of which the axes give the depth and the places as well.
//!
//! Small polygons of any other kind in the plane are compared the same way, all edges at once.
//!
//! An observer, who wants to see GJK, is shown GJK.

#![allow(clippy::needless_range_loop, reason = "an index names the same half edge in several arrays")]

mod box_box;
mod parallelograms;
mod polygon_distance;
mod polygons;
mod segments;
mod zonotopes_2d;
mod zonotopes_3d;

use glam::{DVec2, Vec2};

use crate::math::{Scalar, Vector, Wide, touch};
use crate::reference::{Cores, MinkowskiDifference, Separation, Status};
use crate::support::{SmallPolygon, Support, Zonotope};

/// Where a form says no more than that shapes are within this many times the touching distance of touching, GJK
/// is asked, which measures their distance: so all questions agree on who touches.
const NEAR: f64 = 4.0;

/// The corners of two polygons that carry their nearest points, by their names.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosestFeature {
    /// The ids of one or two pairs of vertices.
    pub ids: [[u32; 2]; 2],
    /// How many pairs there are.
    pub count: u8,
}

/// Two zonotopes: from the center of the second to that of the first, and the half edges of each.
#[derive(Clone, Copy, Debug)]
pub struct Pair<W> {
    offset: W,
    a: [W; 3],
    b: [W; 3],
    counts: [usize; 2],
}

/// What a closed form knows of a contact.
pub enum Known<T> {
    /// The shapes are apart.
    Apart,
    /// The cores.
    Cores(Cores<T>),
    /// Nothing: ask GJK.
    Nothing,
}

/// A space in which some pairs have closed forms. Each may know nothing.
pub trait Sat: Wide {
    /// The nearest points of two cores, or the deepest.
    fn nearest(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>>;
    /// The deepest points of two cores that are within `reach`, or the nearest.
    fn deepest(pair: &Pair<Self>, reach: f64, touch: f64) -> Known<Self>;
    /// Whether two cores with this radius around them touch.
    fn within(pair: &Pair<Self>, radius: f64, touch: f64) -> Option<bool>;
    /// The deepest points of two polygons that are within `reach`.
    fn deepest_of_polygons(offset: Self, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Known<Self>;
    /// The nearest points of two polygons, or some distance below zero, if it is clear whether they are within
    /// `reach`; and the corners that carry them. Looked for along `hint` first.
    fn nearest_of_polygons(
        offset: Self,
        pair: &[SmallPolygon; 2],
        hint: Self,
        reach: f64,
        touch: f64,
    ) -> Option<(Cores<Self>, ClosestFeature)>;
    /// Whether two polygons are within `reach`.
    fn polygons_within(offset: Self, pair: &[SmallPolygon; 2], reach: f64, touch: f64) -> Option<bool>;
}

impl<W: Wide> Pair<W> {
    #[inline(always)]
    fn new<V: Vector<Wide = W>>(offset: W, a: Zonotope<V>, b: Zonotope<V>) -> Self {
        let widen = |edges: Zonotope<V>| edges.edges.map(V::widen);
        Self { offset, a: widen(a), b: widen(b), counts: [a.count, b.count] }
    }
}

/// The pair of cores, if both are zonotopes, the sum of the radii, and the distance that is touching.
#[inline(always)]
fn pair<V, A, B>(a: &A, b: &B) -> Option<(Pair<V::Wide>, f64, f64)>
where
    V: Vector,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    // Both at once: of one alone it is harder to guess.
    if !(a.may_be_zonotope() & b.may_be_zonotope()) {
        return None;
    }
    let (edges_a, edges_b) = (a.zonotope()?, b.zonotope()?);
    let radius = a.core().convex_radius.widen() + b.core().convex_radius.widen();
    let mut size = radius;
    for Zonotope { edges, count } in [edges_a, edges_b] {
        for edge in edges.into_iter().take(count) {
            size += edge.max(-edge).max_element().widen();
        }
    }
    let pair = Pair::new(a.core().origin.widen() - b.core().origin.widen(), edges_a, edges_b);
    Some((pair, radius, touch::<V>(size)))
}

/// Returns the closest points, if both cores are zonotopes and the pair has a closed form.
#[inline(always)]
pub(super) fn zonotope_distance<V: Vector<Wide: Sat>, A, B>(a: &A, b: &B) -> Option<Separation<V>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (pair, radius, touch) = pair(a, b)?;
    let cores = V::Wide::nearest(&pair, touch)?;
    Some(Separation::new(a, b, &cores, radius, touch, Status::Converged))
}

/// Returns the closest points and the features that they lie on, if both cores are small polygons. Searches along
/// `hint` first, a guess of the direction from the first shape to the second.
#[inline(always)]
pub(super) fn polygon_distance<V: Vector<Wide: Sat>, A, B>(
    a: &A,
    b: &B,
    hint: Option<V>,
) -> Option<(Separation<V>, ClosestFeature)>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let mut pair = [SmallPolygon::empty(), SmallPolygon::empty()];
    if !small_polygons(a, b, &mut pair) {
        return None;
    }
    let MinkowskiDifference { offset, radius, touch, .. } = MinkowskiDifference::new(a, b);
    let hint = hint.map_or(-offset, V::widen);
    let (cores, feature) = V::Wide::nearest_of_polygons(offset, &pair, hint, radius + touch, touch)?;
    Some((Separation::new(a, b, &cores, radius, touch, Status::Converged), feature))
}

/// Returns the deepest points, or `Some(None)` for shapes that are apart, if the pair has a closed form. Leaves small
/// polygons in `polygons`.
#[inline(always)]
pub(super) fn deepest_points<V: Vector<Wide: Sat>, A, B>(
    a: &A,
    b: &B,
    polygons: &mut [SmallPolygon; 2],
) -> Option<Option<Separation<V>>>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (known, radius, touch) = match pair(a, b) {
        Some((pair, radius, touch)) => (V::Wide::deepest(&pair, radius + touch, touch), radius, touch),
        None => {
            if !small_polygons(a, b, polygons) {
                return None;
            }
            let MinkowskiDifference { offset, radius, touch, .. } = MinkowskiDifference::new(a, b);
            (V::Wide::deepest_of_polygons(offset, polygons, radius + touch, touch), radius, touch)
        }
    };
    match known {
        Known::Apart => Some(None),
        Known::Nothing => None,
        Known::Cores(cores) => {
            Some(Separation::new(a, b, &cores, radius, touch, Status::Converged).if_touching())
        }
    }
}

/// Returns whether two shapes intersect, if the pair has a closed form.
#[inline(always)]
pub(super) fn intersects<V: Vector<Wide: Sat>, A, B>(a: &A, b: &B) -> Option<bool>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    match pair(a, b) {
        Some((pair, radius, touch)) => V::Wide::within(&pair, radius, touch),
        None => {
            let mut pair = [SmallPolygon::empty(), SmallPolygon::empty()];
            if !small_polygons(a, b, &mut pair) {
                return None;
            }
            let MinkowskiDifference { offset, radius, touch, .. } = MinkowskiDifference::new(a, b);
            V::Wide::polygons_within(offset, &pair, radius + touch, touch)
        }
    }
}

/// The cores as polygons of the plane, if both are in `f32`.
#[inline(always)]
fn small_polygons<V: Vector, A, B>(a: &A, b: &B, polygons: &mut [SmallPolygon; 2]) -> bool
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let [of_a, of_b] = polygons;
    V::DIMENSION == 2 && V::EPSILON == Vec2::EPSILON && small_polygon(a, of_a) && small_polygon(b, of_b)
}

#[inline(always)]
fn small_polygon<V: Vector>(shape: &(impl Support<V> + ?Sized), outline: &mut SmallPolygon) -> bool {
    shape.small_polygon(outline)
        || shape.zonotope().is_some_and(|Zonotope { edges, count }| {
            let plane = |v: V| DVec2::new(v.element(0).widen(), v.element(1).widen()).as_vec2();
            polygons::from_half_edges(plane(edges[0]), plane(edges[1]), count, outline);
            true
        })
}
