//! The swept test: the first impact of two colliders of which at least one is a moving `SweptCollider`.
//!
//! A swept collider moves from where its pairs were last tested to where it is now; any other one stands where it is
//! now during the whole sweep, even if it has moved. Two that only translate are cast by `gjk::cast`, which is exact;
//! if one also rotates or changes its scale, [conservative advancement](turning) with a bound of its rotation is used.
//! For composite shapes the first impact among all pairs of parts counts.

use crate::collider::AffineOf;

use gjk::{Aabb, Affine, Cast, Contact, SimplexCache, Support, Vector};

mod turning;

use crate::collider::aabb::{enlarged, padded};
use crate::collider::{ColliderShape, Dimension, PlacedPart};
use crate::detection::contacts::PairState;
use crate::detection::narrow_phase::best::Best;
use crate::detection::narrow_phase::composite::{Region, each_part_pair_in};
use crate::detection::narrow_phase::pair_test::compute_state_at_rest;
use crate::detection::narrow_phase::solids;
use crate::detection::proxies::PlacedCollider;
use turning::first_impact_turning;

/// Computes the state of a pair of which at least one collider is swept and moved.
pub(super) fn compute_state<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    cache: &mut SimplexCache<D::Vector>,
) -> PairState<D> {
    match first_impact(pair.map(ColliderMotion::of), cache) {
        Some((_, impact)) => PairState::Swept(impact),
        None => compute_state_at_rest(pair, cache),
    }
}

/// Returns the two parts of the first impact, as the index of one part of each collider, or `None` if neither
/// collider is swept and moved.
pub(super) fn first_parts<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> Option<[u32; 2]> {
    pair.iter().find_map(|collider| collider.motion())?;
    first_impact(pair.map(ColliderMotion::of), &mut SimplexCache::default()).map(|(parts, _)| parts)
}

/// Shows each pair of parts that touch on the way to a visitor, in no particular order, and those that are entirely in
/// a closed mesh where the way begins. Only those that are `wanted` are tested.
pub(super) fn each_touched_parts<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    wanted: impl Fn([u32; 2]) -> bool,
    mut visit: impl FnMut([u32; 2]),
) {
    let has_closed_mesh = pair.iter().any(|collider| collider.has_closed_mesh());
    let mut touching = Vec::new();
    let motions = pair.map(ColliderMotion::of);
    each_pair(&motions, |parts| {
        if wanted(parts) && impact(&motions, parts, 1.0, &mut SimplexCache::default()).is_some() {
            if has_closed_mesh {
                touching.push(parts);
            }
            visit(parts);
        }
    });
    if has_closed_mesh && let Some([one, two]) = at_start(&motions) {
        solids::each_part_inside([&one, &two], &touching, wanted, visit);
    }
}

/// Returns two colliders where they are at the start.
fn at_start<D: Dimension>(motions: &[ColliderMotion<D>; 2]) -> Option<[PlacedCollider<D>; 2]> {
    placed(motions, |motion| motion.start)
}

/// Returns two colliders, placed somewhere on their ways.
fn placed<D: Dimension>(
    [a, b]: &[ColliderMotion<D>; 2],
    place: impl Fn(&ColliderMotion<D>) -> AffineOf<D>,
) -> Option<[PlacedCollider<D>; 2]> {
    let placed = |motion: &ColliderMotion<D>| {
        let mut collider = motion.collider.clone_detached();
        collider.move_detached(place(motion)).is_ok().then_some(collider)
    };
    Some([placed(a)?, placed(b)?])
}

/// The motion of a collider in a run: a swept one comes from where its pairs were last tested, any other one stands
/// still.
struct ColliderMotion<'c, D: Dimension> {
    collider: &'c PlacedCollider<D>,
    start: AffineOf<D>,
    /// The translation of the whole motion; zero if the collider is not swept.
    translation: D::Vector,
    /// An upper bound of how far rotation and scaling move any of its points, beside the translation.
    rotational_bound: f32,
}

impl<'c, D: Dimension> ColliderMotion<'c, D> {
    fn of(collider: &'c PlacedCollider<D>) -> Self {
        let end = *collider.affine();
        match collider.motion() {
            Some(motion) => {
                let translation = end.translation() - motion.start.translation();
                Self { collider, start: motion.start, translation, rotational_bound: motion.rotational_bound }
            }
            None => Self { collider, start: end, translation: D::Vector::ZERO, rotational_bound: 0.0 },
        }
    }

    /// Returns the transform at a time from 0 to 1.
    fn at(&self, time: f32) -> AffineOf<D> {
        if self.rotational_bound > 0.0 {
            D::between(&self.start, self.collider.affine(), time)
        } else {
            D::compose(&Affine::from_translation(self.translation * time), &self.start)
        }
    }
}

/// Returns the first impact of two colliders and its parts, as the index of one part of each.
fn first_impact<D: Dimension>(
    motions: [ColliderMotion<D>; 2],
    cache: &mut SimplexCache<D::Vector>,
) -> Option<([u32; 2], Cast<D::Vector>)> {
    let mut first = Best::NONE;
    let mut max_time = 1.0;
    each_pair(&motions, |parts| {
        if let Some(impact) = impact(&motions, parts, max_time, cache)
            && first.improve(parts, impact)
        {
            max_time = impact.time;
        }
    });
    let mut first = first.0;
    let is_at_start = first.is_some_and(|(_, impact)| impact.time == 0.0);
    if let Some((parts, contact)) = exit_at_start(&motions, is_at_start) {
        return Some((parts, Cast { time: 0.0, contact }));
    }
    if let Some((parts, impact)) = &mut first
        && impact.time > 0.0
        && motions.iter().any(|motion| motion.collider.has_boundary())
        && let Some([one, two]) = placed(&motions, |motion| motion.at(impact.time))
    {
        // Where a cut ends, the normal of the part is not that of the solid. They are placed where they meet.
        let (velocities, hit) = (motions.map(|motion| motion.translation), Cast { time: 0.0, ..*impact });
        impact.contact.normal =
            solids::normal_of_hit(Some((&one, parts[0])), (&two, parts[1]), velocities, &hit);
    }
    first
}

/// Returns the contact of two colliders where they are at the start, if one of them is a solid and they
/// touch there: the exit from the whole solid. `parts_touch` says that some of their parts do.
fn exit_at_start<D: Dimension>(
    motions: &[ColliderMotion<D>; 2],
    parts_touch: bool,
) -> Option<([u32; 2], Contact<D::Vector>)> {
    let has = |test: fn(&PlacedCollider<D>) -> bool| motions.iter().any(|motion| test(motion.collider));
    // What touches no part of an area is not in it.
    if !(has(PlacedCollider::has_closed_mesh) || parts_touch && has(PlacedCollider::has_boundary)) {
        return None;
    }
    let [one, two] = at_start(motions)?;
    (parts_touch || solids::is_one_inside([&one, &two])).then(|| solids::deepest([&one, &two]))?
}

/// Returns the first impact of two parts, one of each collider, up to a time.
fn impact<D: Dimension>(
    motions: &[ColliderMotion<D>; 2],
    parts: [u32; 2],
    max_time: f32,
    cache: &mut SimplexCache<D::Vector>,
) -> Option<Cast<D::Vector>> {
    let [a, b] = motions;
    if a.rotational_bound + b.rotational_bound > 0.0 {
        return first_impact_turning(motions, parts, max_time, cache);
    }
    let impact = a.collider.with_part_at(parts[0], &a.start, |one| {
        b.collider.with_part_at(parts[1], &b.start, |two| {
            gjk::cast(one, a.translation, two, b.translation, max_time)
        })
    });
    impact??
}

/// Visits each pair of parts, one of each collider, whose swept AABBs overlap.
fn each_pair<D: Dimension>(motions: &[ColliderMotion<D>; 2], mut visit: impl FnMut([u32; 2])) {
    let [a, b] = motions;
    if let (Some(ColliderShape::Convex(_)), Some(ColliderShape::Convex(_))) =
        (a.collider.shape(), b.collider.shape())
    {
        return visit([0, 0]);
    }
    let rotational_bound = a.rotational_bound + b.rotational_bound;
    // The parts are given where they are at the end of the sweep. The tree of the other collider is at its own end,
    // too: so each part is taken to have moved by the difference of both translations.
    let swept_region = |_: &PlacedCollider<D>, part: &PlacedPart<D>, is_second| {
        let (own, other) = if is_second { (b, a) } else { (a, b) };
        let relative = own.translation - other.translation;
        let at_end = padded(part.aabb());
        let at_start = Aabb { min: at_end.min - relative, max: at_end.max - relative };
        Region::of_aabb::<D>(&enlarged(padded(at_end.union(at_start)), rotational_bound))
    };
    each_part_pair_in(
        [a.collider, b.collider],
        0.0,
        |_| Region::Everywhere,
        swept_region,
        |parts, _, _, limit| {
            visit(parts);
            limit
        },
    );
}
