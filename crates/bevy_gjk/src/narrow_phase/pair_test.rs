//! The test of one pair: GJK, and EPA where the shapes overlap, warm-started from the pair's simplex cache.
//!
//! Two convex shapes are tested directly. If one has several parts, the pair goes to the [composite](composite) test;
//! if one is a moving `SweptCollider`, to the [swept](swept) test.

use super::CompositePair;
use super::composite;
use super::swept;
use gjk::{ClosestPoints, Contact, Placed, Query, SimplexCache};

use crate::collider::ConvexOf;
use crate::collider::Dimension;
use crate::contacts::PairState;
use crate::narrow_phase::PairTest;
use crate::proxies::PlacedCollider;

/// The plugin's own test: GJK and EPA.
#[derive(Clone)]
pub(crate) struct GjkTest;

impl<D: Dimension> PairTest<D> for GjkTest {
    fn evaluate(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &PairState<D>,
    ) -> PairState<D> {
        let settings = TestSettings {
            margin: a.margin().max(b.margin()),
            touch_only: a.is_touch_only() || b.is_touch_only(),
            before,
        };
        if a.motion().is_some() || b.motion().is_some() {
            return swept::evaluate([a, b], cache, settings);
        }
        settings.evaluate_at_rest([a, b], cache)
    }

    #[inline]
    fn touch(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
    ) -> Option<bool> {
        let touch_only = a.is_touch_only() || b.is_touch_only();
        let needs_evaluation =
            a.margin() > 0.0 || b.margin() > 0.0 || a.motion().is_some() || b.motion().is_some();
        if !touch_only || needs_evaluation {
            return None;
        }
        // The placed shapes are constructed where they are used: copying both takes about as long as an easy test.
        if let (Some((one, one_cache)), Some((two, two_cache))) =
            (a.convex_with_cache(), b.convex_with_cache())
        {
            let one = Placed::with_cache(one, *a.affine(), one_cache);
            let two = Placed::with_cache(two, *b.affine(), two_cache);
            return Some(intersects_cached::<D>(&one, &two, cache));
        }
        Some(CompositePair([a, b]).intersects())
    }

    fn begin(&mut self, pair: [&PlacedCollider<D>; 2], cache: &mut SimplexCache<D::Vector>) -> PairState<D> {
        TestSettings { margin: 0.0, touch_only: false, before: &PairState::Apart }
            .evaluate_at_rest(pair, cache)
    }
}

/// Returns the two parts with which two colliders touch, as the index of one part of each: the two with the first
/// impact if a collider is swept and moved, otherwise the two that overlap deepest.
pub(crate) fn touching_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    swept::first_parts(pair).or_else(|| composite::deepest(pair).map(|(parts, _)| parts))
}

/// The queries on a pair of colliders.
pub(crate) trait PairTests<D: Dimension> {
    /// Returns whether the two overlap.
    fn intersects(&mut self) -> bool;
    /// Returns the contact of the two, or `None` if they do not overlap.
    fn contact(&mut self) -> Option<Contact<D::Vector>>;
    /// Returns the closest points, or `None` if the two overlap or are farther apart than `within`.
    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>>;
}

/// The settings of a pair, and its state before the test.
pub(super) struct TestSettings<'v, D: Dimension> {
    margin: f32,
    pub(super) touch_only: bool,
    pub(super) before: &'v PairState<D>,
}

impl<D: Dimension> TestSettings<'_, D> {
    /// Computes the state of a pair at its current transforms, without sweeps.
    #[inline(always)]
    pub(super) fn evaluate_at_rest(
        self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
    ) -> PairState<D> {
        if let (Some((one, one_cache)), Some((two, two_cache))) =
            (a.convex_with_cache(), b.convex_with_cache())
        {
            let one = Placed::with_cache(one, *a.affine(), one_cache);
            let two = Placed::with_cache(two, *b.affine(), two_cache);
            return self.evaluate(&mut ConvexPair { one: &one, two: &two, cache });
        }
        self.evaluate_composite([a, b])
    }

    /// Computes the state of a pair of which at least one is composite.
    #[cold]
    #[inline(never)]
    fn evaluate_composite(self, pair: [&PlacedCollider<D>; 2]) -> PairState<D> {
        self.evaluate(&mut CompositePair(pair))
    }

    #[inline(always)]
    fn evaluate(self, pair: &mut impl PairTests<D>) -> PairState<D> {
        let contact = if self.touch_only {
            match (pair.intersects(), self.before.touch()) {
                (false, _) => None,
                (true, Some((contact, _))) => Some(contact),
                (true, None) => pair.contact(),
            }
        } else {
            pair.contact()
        };
        if let Some(contact) = contact {
            return PairState::Touching(contact);
        }
        if self.margin > 0.0
            && let Some(closest) = pair.closest_points(self.margin)
        {
            return PairState::Near(closest);
        }
        PairState::Apart
    }
}

/// Returns whether two convex shapes overlap. Not inlined, to keep a single copy of this large code.
#[inline(never)]
fn intersects_cached<D: Dimension>(
    one: &Placed<&ConvexOf<D>, D::Vector>,
    two: &Placed<&ConvexOf<D>, D::Vector>,
    cache: &mut SimplexCache<D::Vector>,
) -> bool {
    Query::new(one, two).cache(cache).intersects()
}

/// Two convex shapes and the simplex cache of their pair.
struct ConvexPair<'p, D: Dimension> {
    one: &'p Placed<&'p ConvexOf<D>, D::Vector>,
    two: &'p Placed<&'p ConvexOf<D>, D::Vector>,
    cache: &'p mut SimplexCache<D::Vector>,
}

impl<D: Dimension> PairTests<D> for ConvexPair<'_, D> {
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
