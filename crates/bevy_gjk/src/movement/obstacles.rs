//! The parts that a move can come near to.
//!
//! A slide never leaves the ball of the wanted motion's length around its start, so the parts whose AABBs meet that
//! ball are collected once. Where there are more than fit, and for a push that leads farther, each step searches the
//! trees again. All parts are shown in the order of their keys.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use gjk::{Aabb, Affine, Support, Vector, Wide};
use smallvec::SmallVec;

use super::{
    Clearance, Entered, Hit, Holding, Impact, Limits, Moment, MovingShape, PartKey, PartState, Passable,
    PlacedPart, Surfaces, each_part_in_order, face_normal, sweep,
};
use crate::collider::aabb::padded;
use crate::collider::bvh::AabbDistance;
use crate::collider::exit_search::NearObstacle;
use crate::collider::{AffineOf, ColliderShape, Dimension};
use crate::query::{CollisionQuery, FilterView};

/// The limit of parts that are stored: more than surround a character on most levels, and some 20 kB on the stack.
/// Arrays of this size are filled in place: copying them would make a move take 1.6 times as long. What is known of the
/// touched ones has room for as many without an allocation.
pub(super) const MAX_STORED_PARTS: usize = 64;

/// The number of ignored colliders and cells for which no memory is allocated.
const INLINE_IGNORED: usize = 16;

/// Ten roundings of an `f32` distance.
const ROUNDING: f64 = 1e-6;

/// What of the closed meshes in which the shape is stops a motion: see [`entered`](super::entered).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum HeldBy {
    /// Only the half-spaces behind its exits: for pushes.
    HalfSpaces,
    /// Their faces, too, where they are to the shape that has left by the exit: for what it does by itself. So the
    /// walls of a room stop what is a little in its floor.
    HalfSpacesAndFaces,
}

/// By how much less than its skin a clearance may be that counts as room, in tolerances: a shape stands at less by one,
/// and is placed anew with a rounding of one.
const ROOM_SLACK: f64 = 2.0;

/// A part near the shape, with its clearance after a displacement.
pub(super) struct NearPart<'a, D: Dimension> {
    pub(super) shape: &'a MovingShape<'a, D>,
    pub(super) key: PartKey,
    pub(super) part: &'a PlacedPart<'a, D>,
    pub(super) clearance: &'a Clearance<D>,
    pub(super) limits: &'a Limits,
}

impl<'a, D: Dimension> NearPart<'a, D> {
    /// Returns whether it is nearer than its skin, by more than the tolerance.
    pub(super) fn is_overlapped(&self) -> bool {
        self.clearance.bound < self.limits.skin - self.limits.tolerance
    }

    /// Returns it as a hit without a motion.
    pub(super) fn hit(&self) -> Hit<D> {
        let here = Moment { time: 0.0, clearance: *self.clearance };
        let impact = Impact { at_min: here, at_stop: here };
        Hit { key: self.key, impact, limits: *self.limits, stop_time: 0.0 }
    }

    /// Returns it as an obstacle of the search for exits that has to leave this skin.
    pub(super) fn obstacle(&self, skin: f64) -> NearObstacle<'a, D, PartKey> {
        NearObstacle {
            key: self.key,
            body: self.shape.shape,
            obstacle: self.part,
            clearance: self.clearance,
            normals: &[],
            known_exit: None,
            skin,
            only_exit: None,
        }
    }
}

/// A stored part.
struct Obstacle<D: Dimension> {
    key: PartKey,
    slot: u32,
    /// The index of what is known of it, once it was measured.
    state: Option<u32>,
    bounds: Aabb<D::Vector>,
}

/// The parts near a move.
pub(super) struct Obstacles<'q, D: Dimension> {
    query: &'q CollisionQuery<'q, D>,
    filter: FilterView<'q>,
    pub(super) shape: MovingShape<'q, D>,
    /// All parts within reach, unless there are more than fit.
    stored: ArrayVec<Obstacle<D>, MAX_STORED_PARTS>,
    fits: bool,
    /// What is known of those that were measured.
    states: ArrayVec<PartState<D>, MAX_STORED_PARTS>,
    /// The surfaces that are nearer than the skin at the start: see [`find_surfaces`](Self::find_surfaces).
    surfaces: Surfaces<D>,
    /// How far from the start the stored parts are complete.
    pub(super) reach: f64,
    /// The closed meshes in which the shape is at the start.
    entered: Entered,
    /// What the move ignores.
    pub(super) ignored: SmallVec<[Passable; INLINE_IGNORED]>,
}

impl<'q, D: Dimension> Obstacles<'q, D> {
    /// Creates an empty collection: see [`collect`](Self::collect). Two calls, so that nothing is copied.
    #[inline(always)]
    pub(super) fn new(
        query: &'q CollisionQuery<'q, D>,
        filter: FilterView<'q>,
        shape: MovingShape<'q, D>,
    ) -> Self {
        Self {
            query,
            filter,
            shape,
            stored: ArrayVec::new(),
            fits: true,
            states: ArrayVec::new(),
            surfaces: Surfaces(ArrayVec::new()),
            reach: 0.0,
            entered: Entered::default(),
            ignored: SmallVec::new(),
        }
    }

    /// Collects the parts that a motion of at most this length can come near to. For longer motions, the trees are
    /// searched each time.
    pub(super) fn collect(&mut self, reach: f64) {
        let Self { query, filter, shape, stored, fits, states, surfaces, entered, ignored, .. } = self;
        entered.find(query, *filter, shape);
        stored.clear();
        states.clear();
        ignored.clear();
        surfaces.0.clear();
        *fits = true;
        // The padding of both AABBs covers a skin that grows with the size of the pair.
        let query_of_bounds = AabbDistance::new::<D>(&shape.bounds);
        let distance = (reach * (1.0 + ROUNDING) + shape.skin) as f32;
        query.each_part(&query_of_bounds, distance, *filter, &mut |collider, part, placed, limit| {
            let key = PartKey::new(collider, part, query.colliders());
            let bounds = match collider.shape() {
                Some(ColliderShape::Composite(_)) => padded(placed.aabb()),
                _ => collider.bounds(),
            };
            *fits = stored.try_push(Obstacle { key, slot: collider.slot, state: None, bounds }).is_ok();
            if *fits { limit } else { -1.0 }
        });
        // The trees give them in an order that depends on their past.
        stored.sort_unstable_by_key(|obstacle| obstacle.key);
        self.reach = reach;
    }

    /// Finds the surfaces that are nearer than the skin at the start, for a shape that has not been pushed out: what
    /// continues them keeps no more than the clearance that they have.
    pub(super) fn find_surfaces(&mut self) {
        self.surfaces = Surfaces::find(|visit| self.near_motion(D::Wide::ZERO, D::Wide::ZERO, visit));
        if !self.surfaces.0.is_empty() {
            // What was measured before has the limits of parts that stand alone.
            self.states.clear();
            self.stored.iter_mut().for_each(|obstacle| obstacle.state = None);
        }
    }

    /// Finds the closed meshes of some colliders in which the shape is at the start, where maps place the colliders.
    pub(super) fn find_entered<'p>(&self, placed: impl Iterator<Item = (u32, &'p AffineOf<D>)>) -> Entered {
        Entered::find_placed(self.query, &self.shape, placed)
    }

    /// Calls for each closed mesh of a collider in which the shape is at the start, or was before the collider moved,
    /// and still is after a displacement, with the half-space that it counts as. Returns these meshes.
    pub(super) fn each_exit(
        &self,
        slot: u32,
        entered_before: &Entered,
        displacement: D::Wide,
        visit: impl FnMut(PartKey, &PlacedPart<D>),
    ) -> Holding<D> {
        let entered = self.entered.of_collider_with(entered_before, slot);
        entered.each_exit(self.query, &self.shape, displacement, visit)
    }

    /// Calls for each area and closed mesh in which the shape is after a displacement, with the displacement at which
    /// it has left that by the shortest exit, with its skin. The parts alone do not show it, since most of their faces
    /// are cuts.
    pub(super) fn each_exit_of_solids(&self, displacement: D::Wide, mut visit: impl FnMut(D::Wide)) {
        let with_skin: &dyn Support<D::Vector> = &self.shape.shape.rounded(self.shape.skin as f32);
        let region = self.shape.swept_bounds(displacement, D::Wide::ZERO, self.shape.skin);
        self.query.each_with_solids(&AabbDistance::new::<D>(&region), self.filter, |collider| {
            let _ = collider.each_solid(&mut |solid| {
                if let Some(exit) = solid.exit(&with_skin, displacement) {
                    visit(displacement + exit.direction * exit.depth);
                }
                ControlFlow::Continue(())
            });
            true
        });
    }

    /// Ignores a collider or a cell from now on. Returns whether it was not ignored before, so that a caller that
    /// ignores what it hits comes to an end.
    pub(super) fn ignore(&mut self, passed: Passable) -> bool {
        let is_new = !self.ignored.contains(&passed);
        if is_new {
            self.ignored.push(passed);
        }
        is_new
    }

    /// Returns the first part that a motion from a displacement hits, apart from those for which `skip` returns true.
    pub(super) fn first_hit(
        &mut self,
        held_by: HeldBy,
        displacement: D::Wide,
        motion: D::Wide,
        skip: impl Fn(PartKey) -> bool,
    ) -> Option<Hit<D>> {
        let mut first: Option<Hit<D>> = None;
        let mut earliest_stop = f64::INFINITY;
        self.each_near(held_by, displacement, motion, &mut |shape, key, part, state| {
            if skip(key) {
                return;
            }
            let PartState { limits, cache, clearance, .. } = &mut *state;
            let measure = |time: f64| shape.measure(part, displacement + motion * time, cache);
            let is_face = |normal| face_normal::<D>(part, normal).1;
            let Some(impact) = sweep::<D>(*clearance, motion, limits, is_face, measure) else { return };
            // Of several planes that separate the two where they touch, the motion may cross this one and not another.
            if impact.at_stop.time == 0.0 && shape.leaves(part, displacement, motion, clearance) {
                return;
            }
            let stop_time = impact.at_stop.time;
            earliest_stop = earliest_stop.min(stop_time);
            let mut hit = Hit { key, impact, limits: *limits, stop_time };
            if first.is_none_or(|first| hit.is_before(&first)) {
                let Moment { time, clearance } = hit.impact.at_min;
                let normal = state.plane_normal(part, &clearance, displacement + motion * time);
                hit.impact.at_min.clearance.normal = normal;
                first = Some(hit);
            }
        });
        // Beside the seam of a floor, the face ahead may be hit first, and the shape is at its skin above the one below
        // it.
        first.map(|hit| Hit { stop_time: hit.impact.stop_time(earliest_stop, motion, &hit.limits), ..hit })
    }

    /// Returns whether all parts near the shape leave it the skin, up to the tolerance. `blocks` returns whether a part
    /// counts.
    pub(super) fn leave_room(&mut self, blocks: impl Fn(PartKey) -> bool) -> bool {
        let mut leave_room = true;
        self.collect(0.0);
        self.near_motion(D::Wide::ZERO, D::Wide::ZERO, |near| {
            let least = near.limits.skin - ROOM_SLACK * near.limits.tolerance;
            leave_room &= near.clearance.bound >= least || !blocks(near.key);
        });
        leave_room
    }

    /// Shows each part that is overlapped after a displacement to a visitor: nearer than its skin, by more than the
    /// tolerance.
    pub(super) fn overlapped(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearPart<D>)) {
        self.near_motion(displacement, D::Wide::ZERO, |near| {
            if near.is_overlapped() {
                visit(near);
            }
        });
    }

    /// Shows each part whose clearance after a displacement is its skin or less, up to the tolerance, to a visitor.
    pub(super) fn touched(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearPart<D>)) {
        self.near_motion(displacement, D::Wide::ZERO, |near| {
            if near.clearance.bound <= near.limits.skin + near.limits.tolerance {
                visit(near);
            }
        });
    }

    /// Shows each part whose AABB is near a motion to a visitor, with its clearance at the start of the motion.
    pub(super) fn near_motion(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        mut visit: impl FnMut(&NearPart<D>),
    ) {
        self.each_near(HeldBy::HalfSpaces, displacement, motion, &mut |shape, key, part, state| {
            let PartState { clearance, limits, .. } = state;
            visit(&NearPart { shape, key, part, clearance, limits });
        });
    }

    /// Calls for each part whose AABB is near a motion, in the order of their keys, with its clearance measured at the
    /// start.
    fn each_near(
        &mut self,
        held_by: HeldBy,
        displacement: D::Wide,
        motion: D::Wide,
        visit: &mut dyn FnMut(&MovingShape<D>, PartKey, &PlacedPart<D>, &mut PartState<D>),
    ) {
        let Self { query, filter, shape, stored, fits, states, surfaces, reach, entered, ignored } = self;
        let mut measure = |key: PartKey, part: &PlacedPart<D>| {
            if !ignored.contains(&key.passable())
                && let Some(mut state) = PartState::measure(shape, surfaces, part, displacement)
            {
                visit(shape, key, part, &mut state);
            }
        };
        let holding = entered.each_exit(query, shape, displacement, &mut measure);
        let region_from = |displacement| shape.swept_bounds(displacement, motion, shape.skin);
        let region = region_from(displacement);
        // The ends of the motion are the farthest from the start.
        let end = displacement + motion;
        let farthest = displacement.dot(displacement).max(end.dot(end)).sqrt();
        let is_free = holding.exits().next().is_none();
        if !(*fits && is_free && farthest <= *reach * (1.0 + 0.5 * ROUNDING)) {
            let region =
                holding.exits().fold(region, |region, exit| region.union(region_from(displacement + exit)));
            each_part_in_order(query, &region, *filter, &mut |key, part| {
                match holding.exit_from(&key).zip(query.get(key.entity)) {
                    None => measure(key, part),
                    Some(_) if held_by == HeldBy::HalfSpaces => {}
                    // The clearance of the shape that has left by the exit is that from the face moved against the
                    // exit.
                    Some((exit, collider)) => {
                        let translation = D::Vector::narrow(collider.affine().translation().widen() - exit);
                        let moved = collider.affine().with_translation(translation);
                        let _ = collider.with_part_at(key.part, &moved, |part| measure(key, part));
                    }
                }
                ControlFlow::Continue(())
            });
            return;
        }
        for Obstacle { key, slot, bounds, state } in stored {
            if !bounds.overlaps(&region) || ignored.contains(&key.passable()) {
                continue;
            }
            let _ = query.colliders().at(*slot).with_part(key.part, |part| {
                if state.is_none() {
                    // There is room: only here a part gets a state, and only one.
                    states.push(PartState::measure(shape, surfaces, part, displacement)?);
                    *state = Some(states.len() as u32 - 1);
                }
                let state = &mut states[(*state)? as usize];
                if state.displacement != displacement {
                    state.clearance = shape.measure(part, displacement, &mut state.cache)?;
                    state.displacement = displacement;
                }
                visit(shape, *key, part, state);
                Some(())
            });
        }
    }
}
