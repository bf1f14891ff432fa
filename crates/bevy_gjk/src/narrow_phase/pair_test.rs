//! Phase four: which of the pairs touch, asked of GJK with what it knew a frame ago.

use super::CompositePair;
use super::composite;
use super::swept;
use gjk::{ClosestPoints, Contact, Placed, Query, SimplexCache};

use crate::collider::ConvexOf;
use crate::collider::Dimension;
use crate::contacts::PairState;
use crate::narrow_phase::PairTest;
use crate::proxies::PlacedCollider;

/// The plugin's own test.
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
        let more = a.margin() > 0.0 || b.margin() > 0.0 || a.motion().is_some() || b.motion().is_some();
        if !touch_only || more {
            return None;
        }
        // Made where they are used: a copy of both would take as long as many a test.
        if let (Some((one, fit)), Some((two, other_fit))) = (a.convex_with_cache(), b.convex_with_cache()) {
            let one = Placed::with_cache(one, *a.affine(), fit);
            let two = Placed::with_cache(two, *b.affine(), other_fit);
            return Some(meet::<D>(&one, &two, cache));
        }
        Some(CompositePair([a, b]).intersects())
    }

    fn begin(&mut self, pair: [&PlacedCollider<D>; 2], cache: &mut SimplexCache<D::Vector>) -> PairState<D> {
        TestSettings { margin: 0.0, touch_only: false, before: &PairState::Apart }
            .evaluate_at_rest(pair, cache)
    }
}

/// The parts with which two colliders touch, one of each: those that meet first on the way of what is swept, or
/// else those that overlap deepest.
pub(crate) fn touching_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    swept::first_parts(pair).or_else(|| composite::deepest(pair).map(|(parts, _)| parts))
}

/// What can be asked of a pair of colliders.
pub(crate) trait PairTests<D: Dimension> {
    fn intersects(&mut self) -> bool;
    fn contact(&mut self) -> Option<Contact<D::Vector>>;
    /// The nearest points of two that do not touch, if they are no farther apart.
    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>>;
}

/// What matters of a pair beside its shapes.
pub(super) struct TestSettings<'v, D: Dimension> {
    margin: f32,
    pub(super) touch_only: bool,
    pub(super) before: &'v PairState<D>,
}

impl<D: Dimension> TestSettings<'_, D> {
    /// What two colliders are to each other where they stand.
    #[inline(always)]
    pub(super) fn evaluate_at_rest(
        self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
    ) -> PairState<D> {
        if let (Some((one, fit)), Some((two, other_fit))) = (a.convex_with_cache(), b.convex_with_cache()) {
            let one = Placed::with_cache(one, *a.affine(), fit);
            let two = Placed::with_cache(two, *b.affine(), other_fit);
            return self.evaluate(&mut ConvexPair { one: &one, two: &two, cache });
        }
        self.evaluate_composite([a, b])
    }

    /// The same, where one has many parts.
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

/// Whether two convex shapes meet. Much code, so it is there once.
#[inline(never)]
fn meet<D: Dimension>(
    one: &Placed<&ConvexOf<D>, D::Vector>,
    two: &Placed<&ConvexOf<D>, D::Vector>,
    cache: &mut SimplexCache<D::Vector>,
) -> bool {
    Query::new(one, two).cache(cache).intersects()
}

/// Two convex shapes.
struct ConvexPair<'p, D: Dimension> {
    one: &'p Placed<&'p ConvexOf<D>, D::Vector>,
    two: &'p Placed<&'p ConvexOf<D>, D::Vector>,
    cache: &'p mut SimplexCache<D::Vector>,
}

impl<D: Dimension> PairTests<D> for ConvexPair<'_, D> {
    #[inline(always)]
    fn intersects(&mut self) -> bool {
        meet::<D>(self.one, self.two, self.cache)
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
