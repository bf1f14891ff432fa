//! The test of one pair: GJK, warm-started from the pair's simplex cache, decides whether it touches. Its contact, by
//! EPA where the shapes overlap, is computed when the touch begins and when it is read.
//!
//! Two convex shapes are tested directly. If one has several parts, the pair goes to the [composite](composite) test;
//! if one is a moving `SweptCollider`, to the [swept](swept) test. A [filter](FilteredTest) that sees the contact may
//! refuse a touch.

use super::{CompositePair, composite, solids, swept};
use gjk::{Cast, ClosestPoints, Contact, Placed, Query, SimplexCache, Status, Vector};

use crate::collider::{ContactFilter, Dimension, FilteredContact, PlacedPart};
use crate::detection::contacts::PairState;
use crate::detection::narrow_phase::PairTest;
use crate::detection::proxies::PlacedCollider;

/// The plugin's own test: GJK.
#[derive(Clone)]
pub(crate) struct GjkTest;

impl<D: Dimension> PairTest<D> for GjkTest {
    #[inline]
    fn compute_state(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        _before: &PairState<D>,
    ) -> PairState<D> {
        if a.motion().is_some() || b.motion().is_some() {
            return swept::compute_state([a, b], cache);
        }
        compute_state_at_rest([a, b], cache)
    }
}

/// The plugin's own test, whose touches a filter may refuse.
pub(crate) struct FilteredTest<'f, F>(pub(crate) &'f F);

impl<D: Dimension, F: ContactFilter<D>> PairTest<D> for FilteredTest<'_, F> {
    fn compute_state(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D> {
        let state = GjkTest.compute_state([a, b], cache, before);
        if !state.touches() || !self.0.is_concerned(a.entity, b.entity) {
            return state;
        }
        let contact = match state {
            PairState::Swept(Cast { contact, .. }) => contact,
            _ => contact([a, b], *cache),
        };
        let found = FilteredContact { a: a.entity, b: b.entity, contact, was_touching: before.touches() };
        if self.0.allows(&found) { state } else { PairState::FilteredByContact }
    }
}

/// Computes the state of a pair where the colliders stand, without sweeps.
#[inline(always)]
pub(super) fn compute_state_at_rest<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    cache: &mut SimplexCache<D::Vector>,
) -> PairState<D> {
    // The placed shapes are constructed where they are used: copying both takes about as long as an easy test.
    if let (Some((one, one_cache)), Some((two, two_cache))) = (a.convex_with_cache(), b.convex_with_cache()) {
        let one = Placed::with_cache(one, *a.affine(), one_cache);
        let two = Placed::with_cache(two, *b.affine(), two_cache);
        return compute_state([a, b], &mut ConvexPair::<D> { one: &one, two: &two, cache });
    }
    compute_composite_state([a, b])
}

/// Computes the state of a pair of which at least one is composite.
#[cold]
#[inline(never)]
fn compute_composite_state<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> PairState<D> {
    compute_state(pair, &mut CompositePair(pair))
}

#[inline(always)]
fn compute_state<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    pair: &mut impl ShapePair<D>,
) -> PairState<D> {
    if pair.intersects() {
        return PairState::Touching;
    }
    let margin = a.margin().max(b.margin());
    if margin > 0.0
        && let Some(closest) = pair.closest_points(margin)
    {
        return PairState::Near(closest);
    }
    PairState::Apart
}

/// Computes the contact of two colliders that touch where they stand, from the simplex cache of their last test.
///
/// The same colliders and cache give the same bits, so that a contact that is read equals that of the event. The cache
/// is a copy: reading a contact does not change the next test. If the colliders have moved apart since that test, the
/// contact is at their closest points, with depth 0.
pub(crate) fn contact<D: Dimension>(
    [a, b]: [&PlacedCollider<D>; 2],
    mut cache: SimplexCache<D::Vector>,
) -> Contact<D::Vector> {
    if let (Some((one, one_cache)), Some((two, two_cache))) = (a.convex_with_cache(), b.convex_with_cache()) {
        let one = Placed::with_cache(one, *a.affine(), one_cache);
        let two = Placed::with_cache(two, *b.affine(), two_cache);
        return contact_or_closest(&mut ConvexPair::<D> { one: &one, two: &two, cache: &mut cache });
    }
    contact_or_closest(&mut CompositePair([a, b]))
}

/// Computes the contact of a pair that touches, or that its last test found to touch.
#[inline(always)]
fn contact_or_closest<D: Dimension>(pair: &mut impl ShapePair<D>) -> Contact<D::Vector> {
    if let Some(contact) = pair.contact() {
        return contact;
    }
    // A phase of the user may have other verdicts.
    let Some(closest) = pair.closest_points(f32::INFINITY) else {
        let (point, normal) = (D::Vector::ZERO, D::Vector::axis(0));
        return Contact { on_a: point, on_b: point, normal, depth: 0.0, status: Status::OutOfRange };
    };
    let ClosestPoints { on_a, on_b, normal, status, .. } = closest;
    Contact { on_a, on_b, normal, depth: 0.0, status }
}

/// Returns the two parts with which two colliders touch, as the index of one part of each: the two with the first
/// impact if a collider is swept and moved, otherwise the two that overlap deepest.
pub(crate) fn touching_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    swept::first_parts(pair).or_else(|| composite::deepest(pair).map(|(parts, _)| parts))
}

/// Shows each pair of parts with which two colliders touch to a visitor, in no particular order: on the way of a
/// collider that is swept and moved, otherwise where they stand. A part that is entirely in a closed mesh is shown with
/// the face where it comes out. Only those that are `wanted` are tested.
pub(crate) fn each_touching_parts<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    wanted: impl Fn([u32; 2]) -> bool,
    mut visit: impl FnMut([u32; 2]),
) {
    if pair.iter().any(|collider| collider.motion().is_some()) {
        return swept::each_touched_parts(pair, wanted, visit);
    }
    let has_closed_mesh = pair.iter().any(|collider| collider.has_closed_mesh());
    let mut touching = Vec::new();
    composite::each_part_pair(pair, 0.0, |parts, one, two, limit| {
        if wanted(parts) && gjk::intersects(one, two) {
            if has_closed_mesh {
                touching.push(parts);
            }
            visit(parts);
        }
        limit
    });
    if has_closed_mesh {
        solids::each_part_inside(pair, &touching, wanted, visit);
    }
}

/// Two shapes, convex or composite, and what is asked about them.
pub(crate) trait ShapePair<D: Dimension> {
    /// Returns whether the two overlap.
    fn intersects(&mut self) -> bool;
    /// Returns the contact of the two, or `None` if they do not overlap.
    fn contact(&mut self) -> Option<Contact<D::Vector>>;
    /// Returns the closest points, or `None` if the two overlap or are farther apart than `within`.
    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>>;
}

/// Returns whether two convex shapes overlap. Not inlined, to keep a single copy of this large code.
#[inline(never)]
fn intersects_cached<D: Dimension>(
    one: &PlacedPart<D>,
    two: &PlacedPart<D>,
    cache: &mut SimplexCache<D::Vector>,
) -> bool {
    Query::new(one, two).cache(cache).intersects()
}

/// Two convex shapes and the simplex cache of their pair.
struct ConvexPair<'p, D: Dimension> {
    one: &'p PlacedPart<'p, D>,
    two: &'p PlacedPart<'p, D>,
    cache: &'p mut SimplexCache<D::Vector>,
}

impl<D: Dimension> ShapePair<D> for ConvexPair<'_, D> {
    #[inline(always)]
    fn intersects(&mut self) -> bool {
        intersects_cached::<D>(self.one, self.two, self.cache)
    }

    #[inline(always)]
    fn contact(&mut self) -> Option<Contact<D::Vector>> {
        Query::new(self.one, self.two).cache(self.cache).contact()
    }

    #[inline(always)]
    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>> {
        let closest = Query::new(self.one, self.two).cache(self.cache).closest_points();
        closest.filter(|closest| closest.distance <= within)
    }
}
