//! Answers in closed form, where the cores of both shapes are sums of segments.
//!
//! Points, segments and boxes under any affine map are *zonotopes*: a centre and a few half edges, and all
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

mod boxes;
mod parallelograms;
mod plane;
mod polygons;
mod segments;
mod two_boxes;
mod walk;

use glam::{DVec2, Vec2};

use crate::contact::{ClosestPoints, Contact};
use crate::minkowski::{Difference, witness_points};
use crate::support::{HalfEdges, Outline, Support};
use crate::trace::Status;
use crate::vector::{Scalar, Vector, Wide};

/// Where a form says no more than that shapes are within this many times the touching distance of touching, GJK
/// is asked, which measures their distance: so all questions agree on who touches.
const NEAR: f64 = 4.0;

/// The nearest or deepest points of two shapes, and the signed distance between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearance<V: Vector> {
    pub(crate) on_a: V::Wide,
    pub(crate) on_b: V::Wide,
    /// The unit direction from the first shape to the second.
    pub(crate) normal: V::Wide,
    /// Below zero where they overlap.
    pub(crate) distance: f64,
    /// Distances up to this are touching.
    pub(crate) touch: f64,
}

/// The nearest or deepest points of two cores, relative to their origins.
#[derive(Clone, Copy, Debug)]
pub struct Cores<W> {
    on_a: W,
    on_b: W,
    normal: W,
    distance: f64,
}

/// The corners of two polygons that carry their nearest points, by their names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carriers {
    pub(crate) names: [[u32; 2]; 2],
    pub(crate) count: u8,
}

/// Two zonotopes: from the centre of the second to that of the first, and the half edges of each.
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
    #[allow(private_interfaces, reason = "a space is one of ours")]
    Cores(Cores<T>),
    /// Nothing: ask GJK.
    Nothing,
}

/// A space in which some pairs have closed forms. Each may know nothing.
pub trait Closed: Wide {
    /// The nearest points of two cores, or the deepest.
    #[allow(private_interfaces, reason = "a space is one of ours")]
    fn nearest(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>>;
    /// The deepest points of two cores that are within `reach`, or the nearest.
    #[allow(private_interfaces, reason = "a space is one of ours")]
    fn deepest(pair: &Pair<Self>, reach: f64, touch: f64) -> Known<Self>;
    /// Whether two cores with this radius around them touch.
    #[allow(private_interfaces, reason = "a space is one of ours")]
    fn within(pair: &Pair<Self>, radius: f64, touch: f64) -> Option<bool>;
    /// The deepest points of two polygons that are within `reach`.
    fn deepest_of_polygons(offset: Self, pair: &[Outline; 2], reach: f64, touch: f64) -> Known<Self>;
    /// The nearest points of two polygons, or some distance below zero, if it is clear whether they are within
    /// `reach`; and the corners that carry them. Looked for along `hint` first.
    #[allow(private_interfaces, reason = "a space is one of ours")]
    fn nearest_of_polygons(
        offset: Self,
        pair: &[Outline; 2],
        hint: Self,
        reach: f64,
        touch: f64,
    ) -> Option<(Cores<Self>, Carriers)>;
    /// Whether two polygons are within `reach`.
    fn polygons_within(offset: Self, pair: &[Outline; 2], reach: f64, touch: f64) -> Option<bool>;
}

impl<W: Wide> Pair<W> {
    #[inline(always)]
    fn new<V: Vector<Wide = W>>(offset: W, a: HalfEdges<V>, b: HalfEdges<V>) -> Self {
        let widen = |edges: HalfEdges<V>| edges.edges.map(V::widen);
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
    if !(a.may_have_half_edges() & b.may_have_half_edges()) {
        return None;
    }
    let (edges_a, edges_b) = (a.half_edges()?, b.half_edges()?);
    let radius = a.radius().widen() + b.radius().widen();
    let mut size = radius;
    for HalfEdges { edges, count } in [edges_a, edges_b] {
        for edge in edges.into_iter().take(count) {
            size += edge.max(-edge).max_element().widen();
        }
    }
    let pair = Pair::new(a.origin().widen() - b.origin().widen(), edges_a, edges_b);
    Some((pair, radius, 2.0 * V::EPSILON * size))
}

impl<V: Vector<Wide: Closed>> Clearance<V> {
    /// The nearest points, if both cores are sums of segments and the pair has a closed form.
    #[inline(always)]
    pub(crate) fn nearest<A, B>(a: &A, b: &B) -> Option<Self>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let (pair, radius, touch) = pair(a, b)?;
        Some(Self::new(a, b, V::Wide::nearest(&pair, touch)?, radius, touch))
    }

    /// The nearest points and the corners that carry them, if both cores are polygons of few corners. A direction from
    /// the first shape to the second, if one is known, may help.
    #[inline(always)]
    pub(crate) fn nearest_of_polygons<A, B>(a: &A, b: &B, known: Option<V>) -> Option<(Self, Carriers)>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let mut pair = [Outline::empty(), Outline::empty()];
        if !outlines(a, b, &mut pair) {
            return None;
        }
        let Difference { offset, radius, touch, .. } = Difference::new(a, b);
        let hint = known.map_or(-offset, V::widen);
        let (cores, carriers) = V::Wide::nearest_of_polygons(offset, &pair, hint, radius + touch, touch)?;
        Some((Self::new(a, b, cores, radius, touch), carriers))
    }

    /// The contact and its normal before rounding, if the pair has a closed form. Leaves what polygons there are.
    #[inline(always)]
    pub(crate) fn deepest<A, B>(
        a: &A,
        b: &B,
        pair_of_outlines: &mut [Outline; 2],
    ) -> Option<Option<(Contact<V>, V::Wide)>>
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let (known, radius, touch) = match pair(a, b) {
            Some((pair, radius, touch)) => (V::Wide::deepest(&pair, radius + touch, touch), radius, touch),
            None => {
                if !outlines(a, b, pair_of_outlines) {
                    return None;
                }
                let Difference { offset, radius, touch, .. } = Difference::new(a, b);
                let reach = radius + touch;
                let known = V::Wide::deepest_of_polygons(offset, pair_of_outlines, reach, touch);
                (known, radius, touch)
            }
        };
        match known {
            Known::Apart => Some(None),
            Known::Nothing => None,
            Known::Cores(cores) => {
                let clearance = Self::new(a, b, cores, radius, touch);
                Some(clearance.contact().map(|contact| (contact, clearance.normal)))
            }
        }
    }

    #[inline(always)]
    fn new<A, B>(a: &A, b: &B, cores: Cores<V::Wide>, radius: f64, touch: f64) -> Self
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let Cores { on_a, on_b, normal, distance } = cores;
        let (on_a, on_b) = witness_points(a, b, on_a, on_b, normal);
        Self { on_a, on_b, normal, distance: distance - radius, touch }
    }
}

/// Whether two shapes meet, if the pair has a closed form.
#[inline(always)]
pub(crate) fn intersects<V: Vector<Wide: Closed>, A, B>(a: &A, b: &B) -> Option<bool>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    match pair(a, b) {
        Some((pair, radius, touch)) => V::Wide::within(&pair, radius, touch),
        None => {
            let mut pair = [Outline::empty(), Outline::empty()];
            if !outlines(a, b, &mut pair) {
                return None;
            }
            let Difference { offset, radius, touch, .. } = Difference::new(a, b);
            V::Wide::polygons_within(offset, &pair, radius + touch, touch)
        }
    }
}

/// The cores as polygons of the plane, if both are in `f32`.
#[inline(always)]
fn outlines<V: Vector, A, B>(a: &A, b: &B, outlines: &mut [Outline; 2]) -> bool
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let [of_a, of_b] = outlines;
    V::DIMENSION == 2 && V::EPSILON == Vec2::EPSILON && outline(a, of_a) && outline(b, of_b)
}

#[inline(always)]
fn outline<V: Vector>(shape: &(impl Support<V> + ?Sized), outline: &mut Outline) -> bool {
    shape.outline(outline)
        || shape.half_edges().is_some_and(|HalfEdges { edges, count }| {
            let plane = |v: V| DVec2::new(v.element(0).widen(), v.element(1).widen()).as_vec2();
            polygons::from_half_edges(plane(edges[0]), plane(edges[1]), count, outline);
            true
        })
}

impl<V: Vector> Clearance<V> {
    /// See [`intersects`](crate::intersects).
    #[inline(always)]
    pub(crate) fn meets(&self) -> bool {
        self.distance <= self.touch
    }

    /// See [`closest_points`](crate::closest_points).
    #[inline(always)]
    pub(crate) fn closest_points(&self) -> Option<ClosestPoints<V>> {
        (self.distance > self.touch && self.distance.is_finite()).then(|| ClosestPoints {
            on_a: V::narrow(self.on_a),
            on_b: V::narrow(self.on_b),
            distance: V::Scalar::narrow(self.distance),
            normal: V::narrow(self.normal),
            status: Status::Converged,
        })
    }

    /// See [`contact`](crate::contact).
    #[inline(always)]
    pub(crate) fn contact(&self) -> Option<Contact<V>> {
        (self.meets() && self.distance.is_finite()).then(|| Contact {
            on_a: V::narrow(self.on_a),
            on_b: V::narrow(self.on_b),
            normal: V::narrow(self.normal),
            depth: V::Scalar::narrow((-self.distance).max(0.0)),
            status: Status::Converged,
        })
    }
}
