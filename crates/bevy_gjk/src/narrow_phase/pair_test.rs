//! Phase four: which of the pairs touch, asked of GJK with what it knew a frame ago.

use super::Formed;
use super::composite;
use super::swept;
use gjk::{ClosestPoints, Contact, Placed, Query, SimplexCache};

use crate::collider::Convex;
use crate::collider::Dimension;
use crate::contacts::Verdict;
use crate::narrow_phase::Test;
use crate::proxies::PlacedCollider;

/// The plugin's own test.
#[derive(Clone)]
pub(crate) struct Standard;

impl<D: Dimension> Test<D> for Standard {
    fn judge(
        &mut self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
        before: &Verdict<D>,
    ) -> Verdict<D> {
        let terms = Terms {
            margin: a.margin().max(b.margin()),
            touch_only: a.is_touch_only() || b.is_touch_only(),
            before,
        };
        if a.motion().is_some() || b.motion().is_some() {
            return swept::judge([a, b], cache, terms);
        }
        terms.judge_standing([a, b], cache)
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
        if let (Some((one, fit)), Some((two, other_fit))) = (a.fitted(), b.fitted()) {
            let one = Placed::with_cache(one, *a.affine(), fit);
            let two = Placed::with_cache(two, *b.affine(), other_fit);
            return Some(meet::<D>(&one, &two, cache));
        }
        Some(Formed([a, b]).intersects())
    }

    fn begin(&mut self, pair: [&PlacedCollider<D>; 2], cache: &mut SimplexCache<D::Vector>) -> Verdict<D> {
        Terms { margin: 0.0, touch_only: false, before: &Verdict::Apart }.judge_standing(pair, cache)
    }
}

/// The parts with which two colliders touch, one of each: those that meet first on the way of what is swept, or
/// else those that overlap deepest.
pub(crate) fn touching_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    swept::first_parts(pair).or_else(|| composite::deepest(pair).map(|(parts, _)| parts))
}

/// What can be asked of a pair of colliders.
pub(crate) trait Questions<D: Dimension> {
    fn intersects(&mut self) -> bool;
    fn contact(&mut self) -> Option<Contact<D::Vector>>;
    /// The nearest points of two that do not touch, if they are no farther apart.
    fn closest_points(&mut self, within: f32) -> Option<ClosestPoints<D::Vector>>;
}

/// What matters of a pair beside its shapes.
pub(super) struct Terms<'v, D: Dimension> {
    margin: f32,
    pub(super) touch_only: bool,
    pub(super) before: &'v Verdict<D>,
}

impl<D: Dimension> Terms<'_, D> {
    /// What two colliders are to each other where they stand.
    #[inline(always)]
    pub(super) fn judge_standing(
        self,
        [a, b]: [&PlacedCollider<D>; 2],
        cache: &mut SimplexCache<D::Vector>,
    ) -> Verdict<D> {
        if let (Some((one, fit)), Some((two, other_fit))) = (a.fitted(), b.fitted()) {
            let one = Placed::with_cache(one, *a.affine(), fit);
            let two = Placed::with_cache(two, *b.affine(), other_fit);
            return self.judge(&mut ConvexPair { one: &one, two: &two, cache });
        }
        self.judge_parts([a, b])
    }

    /// The same, where one has many parts.
    #[cold]
    #[inline(never)]
    fn judge_parts(self, pair: [&PlacedCollider<D>; 2]) -> Verdict<D> {
        self.judge(&mut Formed(pair))
    }

    #[inline(always)]
    fn judge(self, pair: &mut impl Questions<D>) -> Verdict<D> {
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
            return Verdict::Touching(contact);
        }
        if self.margin > 0.0
            && let Some(closest) = pair.closest_points(self.margin)
        {
            return Verdict::Near(closest);
        }
        Verdict::Apart
    }
}

/// Whether two convex shapes meet. Much code, so it is there once.
#[inline(never)]
fn meet<D: Dimension>(
    one: &Placed<&Convex<D>, D::Vector>,
    two: &Placed<&Convex<D>, D::Vector>,
    cache: &mut SimplexCache<D::Vector>,
) -> bool {
    Query::new(one, two).cache(cache).intersects()
}

/// Two convex shapes.
struct ConvexPair<'p, D: Dimension> {
    one: &'p Placed<&'p Convex<D>, D::Vector>,
    two: &'p Placed<&'p Convex<D>, D::Vector>,
    cache: &'p mut SimplexCache<D::Vector>,
}

impl<D: Dimension> Questions<D> for ConvexPair<'_, D> {
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
