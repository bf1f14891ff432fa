//! The parts that a move can come near to.
//!
//! A slide never leaves the ball of the wanted motion's length around its start, so the parts whose AABBs meet that ball
//! are collected once. Where there are more than fit, each step searches the trees again.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;
use gjk::{Aabb, SimplexCache, Support, Wide};

use super::clearance::{Clearance, Limits, MovingShape, Part, WideOf};
use super::sweep::{Impact, Moment, sweep};
use crate::aabb::padded;
use crate::broad_phase::AabbDistance;
use crate::collider::Dimension;
use crate::contacts::entity_order;
use crate::query::{CollisionQuery, QueryFilter};

/// The limit of parts that are stored: more than surround a character on most levels, and 16 kB on the stack.
pub(super) const MAX_STORED_PARTS: usize = 64;

/// Ten roundings of an `f32` distance.
const ROUNDING: f64 = 1e-6;

/// A part of a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartKey {
    pub(super) entity: Entity,
    pub(super) part: u32,
}

impl PartKey {
    /// The order of parts that are hit at the same time.
    pub(super) fn order(self) -> ((u32, u32), u32) {
        (entity_order(self.entity), self.part)
    }
}

/// A part that is hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<D: Dimension> {
    pub(super) key: PartKey,
    pub(super) impact: Impact<D>,
    pub(super) limits: Limits,
}

impl<D: Dimension> Hit<D> {
    /// Returns whether this hit comes before another.
    fn is_before(&self, other: &Self) -> bool {
        let times = |hit: &Self| (hit.impact.at_min.time, hit.impact.at_stop.time);
        match times(self).partial_cmp(&times(other)) {
            Some(order) => order.then_with(|| self.key.order().cmp(&other.key.order())).is_lt(),
            None => false,
        }
    }
}

/// What is known of a part.
struct State<D: Dimension> {
    limits: Limits,
    cache: SimplexCache<D::Vector>,
    /// The clearance when it was last measured, and the displacement at which.
    clearance: Clearance<D>,
    displacement: WideOf<D>,
}

/// A stored part.
struct Obstacle<D: Dimension> {
    key: PartKey,
    slot: u32,
    bounds: Aabb<D::Vector>,
    state: Option<State<D>>,
}

/// The parts near a move.
pub(super) struct Obstacles<'q, 'w, D: Dimension> {
    query: &'q CollisionQuery<'w, D>,
    filter: &'q QueryFilter<'q>,
    pub(super) shape: MovingShape<'q, D>,
    /// All parts within reach; `None` if there are more than fit.
    stored: Option<ArrayVec<Obstacle<D>, MAX_STORED_PARTS>>,
    /// How far from the start the stored parts are complete.
    reach: f64,
    /// Entities that the move ignores.
    ignored: ArrayVec<Entity, MAX_STORED_PARTS>,
}

impl<'q, 'w, D: Dimension> Obstacles<'q, 'w, D> {
    /// Collects the parts that a motion of at most this length can come near to. For longer motions, the trees are
    /// searched each time.
    pub(super) fn collect(
        query: &'q CollisionQuery<'w, D>,
        filter: &'q QueryFilter<'q>,
        shape: MovingShape<'q, D>,
        reach: f64,
    ) -> Self {
        let mut stored = ArrayVec::new();
        let mut fits = true;
        // The padding of both AABBs covers a skin that grows with the size of the pair.
        let query_of_bounds = AabbDistance::new::<D>(&shape.bounds);
        let distance = (reach * (1.0 + ROUNDING) + shape.skin) as f32;
        query.each_part(&query_of_bounds, distance, filter, |collider, part, placed, limit| {
            let key = PartKey { entity: collider.entity(), part };
            let bounds =
                if placed.half_space().is_some() { collider.bounds() } else { padded(placed.aabb()) };
            fits = stored.try_push(Obstacle { key, slot: collider.slot, bounds, state: None }).is_ok();
            if fits { limit } else { -1.0 }
        });
        // The trees give them in an order that depends on their past.
        stored.sort_unstable_by_key(|obstacle: &Obstacle<D>| obstacle.key.order());
        Self { query, filter, shape, stored: fits.then_some(stored), reach, ignored: ArrayVec::new() }
    }

    /// Ignores a collider from now on. Returns whether there was room to remember it.
    pub(super) fn ignore(&mut self, entity: Entity) -> bool {
        self.ignored.try_push(entity).is_ok()
    }

    /// Returns the first part that a motion from a displacement hits, apart from those for which `skip` returns true.
    pub(super) fn first_hit(
        &mut self,
        displacement: WideOf<D>,
        motion: WideOf<D>,
        skip: impl Fn(PartKey) -> bool,
    ) -> Option<Hit<D>> {
        let mut first: Option<Hit<D>> = None;
        self.each_near(displacement, motion, |shape, key, part, state| {
            if skip(key) {
                return;
            }
            let State { limits, cache, clearance, .. } = state;
            let measure = |time: f64| shape.measure(part, displacement + motion * time, cache);
            let Some(impact) = sweep::<D>(*clearance, motion, limits, measure) else { return };
            let hit = Hit { key, impact, limits: *limits };
            if first.is_none_or(|first| hit.is_before(&first)) {
                first = Some(hit);
            }
        });
        first
    }

    /// Shows each part that is nearer than its skin after a displacement, by more than the tolerance, to a visitor: as
    /// a hit without a motion.
    pub(super) fn overlaps(&mut self, displacement: WideOf<D>, mut visit: impl FnMut(&Hit<D>)) {
        self.overlapping_parts(displacement, |_, key, _, &clearance, &limits| {
            let here = Moment { time: 0.0, clearance };
            visit(&Hit { key, impact: Impact { at_min: here, at_stop: here }, limits });
        });
    }

    /// Shows each part that is nearer than its skin after a displacement, by more than the tolerance, to a visitor.
    pub(super) fn overlapping_parts(
        &mut self,
        displacement: WideOf<D>,
        mut visit: impl FnMut(&MovingShape<D>, PartKey, &Part<D>, &Clearance<D>, &Limits),
    ) {
        self.each_near(displacement, WideOf::<D>::ZERO, |shape, key, part, state| {
            let State { limits, clearance, .. } = state;
            if clearance.bound < limits.skin - limits.tolerance {
                visit(shape, key, part, clearance, limits);
            }
        });
    }

    /// Shows each part whose clearance after a displacement is its skin or less, up to the tolerance, to a visitor.
    pub(super) fn touching(
        &mut self,
        displacement: WideOf<D>,
        mut visit: impl FnMut(PartKey, &Clearance<D>, &Limits),
    ) {
        self.each_near(displacement, WideOf::<D>::ZERO, |_, key, _, state| {
            let State { limits, clearance, .. } = state;
            if clearance.bound <= limits.skin + limits.tolerance {
                visit(key, clearance, limits);
            }
        });
    }

    /// Shows each part whose AABB is near a motion to a visitor, with its clearance at the start of the motion.
    pub(super) fn near_motion(
        &mut self,
        displacement: WideOf<D>,
        motion: WideOf<D>,
        mut visit: impl FnMut(PartKey, &Clearance<D>, &Limits),
    ) {
        self.each_near(displacement, motion, |_, key, _, state| visit(key, &state.clearance, &state.limits));
    }

    /// Calls for each part whose AABB is near a motion, with its clearance measured at the start.
    fn each_near(
        &mut self,
        displacement: WideOf<D>,
        motion: WideOf<D>,
        mut visit: impl FnMut(&MovingShape<D>, PartKey, &Part<D>, &mut State<D>),
    ) {
        let Self { query, filter, shape, stored, reach, ignored } = self;
        let region = shape.swept_bounds(displacement, motion, shape.skin);
        // The ends of the motion are the farthest from the start.
        let end = displacement + motion;
        let farthest = displacement.dot(displacement).max(end.dot(end)).sqrt();
        if let Some(stored) = stored.as_mut().filter(|_| farthest <= *reach * (1.0 + 0.5 * ROUNDING)) {
            for Obstacle { key, slot, bounds, state } in stored {
                if !bounds.overlaps(&region) || ignored.contains(&key.entity) {
                    continue;
                }
                let _ = query.colliders().at(*slot).with_part(key.part, |part| {
                    if !state.as_ref().is_some_and(|state| state.displacement == displacement) {
                        *state = measured(shape, part, displacement, state.take());
                    }
                    if let Some(state) = state {
                        visit(shape, *key, part, state);
                    }
                });
            }
            return;
        }
        query.each_part(&AabbDistance::new::<D>(&region), 0.0, filter, |collider, part, placed, limit| {
            let key = PartKey { entity: collider.entity(), part };
            if !ignored.contains(&key.entity)
                && let Some(mut state) = measured(shape, placed, displacement, None)
            {
                visit(shape, key, placed, &mut state);
            }
            limit
        });
    }
}

/// Measures the clearance to a part after a displacement, and at the start of the move if that is not known.
fn measured<D: Dimension>(
    shape: &MovingShape<D>,
    part: &Part<D>,
    displacement: WideOf<D>,
    state: Option<State<D>>,
) -> Option<State<D>> {
    let (mut cache, limits) = match state {
        Some(State { cache, limits, .. }) => (cache, Some(limits)),
        None => (SimplexCache::default(), None),
    };
    let clearance = shape.measure(part, displacement, &mut cache)?;
    let limits = match limits {
        Some(limits) => limits,
        None => {
            let is_start = displacement == WideOf::<D>::ZERO;
            let start = WideOf::<D>::ZERO;
            let before =
                if is_start { clearance } else { shape.measure(part, start, &mut Default::default())? };
            shape.limits(before.bound, before.touching_distance)
        }
    };
    Some(State { limits, cache, clearance, displacement })
}
