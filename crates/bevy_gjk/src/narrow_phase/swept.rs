//! Colliders that are swept: where two first meet on the ways of both.

use crate::collider::AffineOf;
use core::cell::Cell;
use core::ops::ControlFlow::Continue;

use gjk::{Aabb, Affine, Cast, Placed, SimplexCache, Support, Vector};

mod advance;

use crate::aabb::{loosened, padded};
use crate::collider::Dimension;
use crate::collider::{ColliderShape, ConvexOf};
use crate::contacts::PairState;
use crate::narrow_phase::pair_test::TestSettings;
use crate::proxies::PlacedCollider;
use advance::advance;

/// What two colliders are to each other, if at least one of them is swept and moved.
pub(super) fn evaluate<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    cache: &mut SimplexCache<D::Vector>,
    settings: TestSettings<D>,
) -> PairState<D> {
    match first_impact(pair.map(Sweep::of), cache) {
        Some(_) if settings.touch_only && settings.before.touch().is_some() => *settings.before,
        Some((_, impact)) => PairState::Swept(impact),
        None => settings.evaluate_at_rest(pair, cache),
    }
}

/// The parts that meet first on the way, one of each collider; none, if neither of them is swept and moved.
pub(super) fn first_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    pair.iter().find_map(|collider| collider.motion())?;
    first_impact(pair.map(Sweep::of), &mut SimplexCache::default()).map(|(parts, _)| parts)
}

/// How a collider moves during a run.
struct Sweep<'c, D: Dimension> {
    collider: &'c PlacedCollider<D>,
    start: AffineOf<D>,
    /// How far it goes: not at all, if it is not swept.
    step: D::Vector,
    /// A bound of how far turning and stretching move its points besides.
    rotational_bound: f32,
}

impl<'c, D: Dimension> Sweep<'c, D> {
    fn of(collider: &'c PlacedCollider<D>) -> Self {
        let end = *collider.affine();
        match collider.motion() {
            Some(motion) => {
                let step = end.translation() - motion.start.translation();
                Self { collider, start: motion.start, step, rotational_bound: motion.rotational_bound }
            }
            None => Self { collider, start: end, step: D::Vector::ZERO, rotational_bound: 0.0 },
        }
    }

    /// Where it is at a time from 0 to 1.
    fn at(&self, time: f32) -> AffineOf<D> {
        if self.rotational_bound > 0.0 {
            D::between(&self.start, self.collider.affine(), time)
        } else {
            D::compose(&Affine::from_translation(self.step * time), &self.start)
        }
    }

    /// Calls with a convex part as a map places it.
    fn with_part<T>(
        &self,
        index: u32,
        affine: &AffineOf<D>,
        visit: impl FnOnce(&Placed<&ConvexOf<D>, D::Vector>) -> T,
    ) -> Option<T> {
        match self.collider.shape()? {
            ColliderShape::Convex(shape) => Some(visit(&Placed::new(shape, *affine))),
            ColliderShape::Composite(parts) => parts.with_part(index, affine, visit),
        }
    }
}

/// When and how two first meet, and with which parts, one of each.
fn first_impact<D: Dimension>(
    ways: [Sweep<D>; 2],
    cache: &mut SimplexCache<D::Vector>,
) -> Option<([u32; 2], Cast<D::Vector>)> {
    let mut first: Option<([u32; 2], Cast<D::Vector>)> = None;
    let until = Cell::new(1.0);
    each_pair(&ways, |parts| {
        let impact = impact(&ways, parts, until.get(), cache);
        // Of those at the very start, the deepest.
        let sooner = |one: &Cast<_>, other: &Cast<_>| {
            one.time < other.time || one.time == other.time && one.contact.depth > other.contact.depth
        };
        if let Some(impact) = impact
            && first.is_none_or(|(_, first)| sooner(&impact, &first))
        {
            until.set(impact.time);
            first = Some((parts, impact));
        }
    });
    first
}

/// When and how two parts, one of each, first meet.
fn impact<D: Dimension>(
    ways: &[Sweep<D>; 2],
    parts: [u32; 2],
    until: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<Cast<D::Vector>> {
    let [a, b] = ways;
    if a.rotational_bound + b.rotational_bound > 0.0 {
        return advance(ways, parts, until, cache);
    }
    let from_start = a.with_part(parts[0], &a.start, |one| {
        b.with_part(parts[1], &b.start, |two| gjk::cast(one, a.step, two, b.step, until))
    });
    from_start??
}

/// Calls for each two parts, one of each collider, that may meet on their way.
fn each_pair<D: Dimension>(ways: &[Sweep<D>; 2], mut visit: impl FnMut([u32; 2])) {
    let [a, b] = ways;
    let (Some(form_a), Some(form_b)) = (a.collider.shape(), b.collider.shape()) else { return };
    // Each part of that which has fewer is looked for in the tree of the other.
    let swapped = form_a.len() > form_b.len();
    let (few, many) = if swapped { (b, a) } else { (a, b) };
    if let (ColliderShape::Convex(_), ColliderShape::Convex(_)) = (form_a, form_b) {
        return visit([0, 0]);
    }
    let step = few.step - many.step;
    let rotational_bound = few.rotational_bound + many.rotational_bound;
    let everywhere = |_: &Aabb<D::Vector>| Some(0.0);
    // The parts are where they are at the end. Seen from the one that has many, the other came by `step`.
    let _ = few.collider.parts_in_order(everywhere, |index, part| {
        let at_end = padded(part.aabb());
        let at_start = Aabb { min: at_end.min - step, max: at_end.max - step };
        let way = loosened(padded(at_end.union(at_start)), rotational_bound);
        many.collider.parts_in_order(
            |bounds| way.overlaps(bounds).then_some(0.0),
            |other, _| {
                visit(if swapped { [other, index] } else { [index, other] });
                Continue(())
            },
        )
    });
}
