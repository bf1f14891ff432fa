//! What is done to a character before it moves by itself: the ground carries it, and what was moved into it pushes it.
//!
//! The displacement `x` is the one nearest to what the ground asks for that satisfies the planes of all parts in the
//! way, as in [`push_out`](super::super::push_out), and as there, other exits from what overlaps are tried if it is not
//! short for sure. The planes of parts that moved since the last run come from a sweep of both motions at once
//! ([`platform_sweep`](super::platform_sweep)), so nothing passes through the character, however fast it is.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;
use gjk::Wide;
use smallvec::SmallVec;

use super::{Carry, Character, PlatformHit, PlatformMove, SurfaceTests, Walker, is_platform};
use crate::collider::Dimension;
use crate::collider::exit_search::ExitSpace;
use crate::detection::proxies::Colliders;
use crate::movement::{
    ContactPlane, ContactPlanes, Entered, HeldBy, MAX_STORED_PARTS, MoveEnd, Obstacles, PartKey, Projection,
    Push, Recorder,
};

/// The limit of planes that are added one after another.
const MAX_ROUNDS: u32 = 64;

/// Where a character is before it moves by itself: its displacement by others.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushSolution<D: Dimension> {
    pub(super) displacement: D::Wide,
    pub(super) end: MoveEnd,
}

impl<D: Dimension> PushSolution<D> {
    fn none(end: MoveEnd) -> Self {
        Self { displacement: D::Wide::ZERO, end }
    }
}

/// What an attempt to find the displacement takes into account.
#[derive(Clone, Copy)]
pub(super) struct PushRules<'a, D: Dimension> {
    /// The colliders that moved near the character.
    pub(super) platforms: &'a [PlatformMove<D>],
    /// Whether it is pushed by what moved into it, and out of what it overlaps.
    pub(super) is_pushed: bool,
    /// Whether a character that overlaps another one leaves it to the side, as the other one does.
    pub(super) parts_to_the_side: bool,
}

/// The search for the displacement of a character before it moves by itself.
pub(super) struct PushSolver<'a, 'q, D: Dimension> {
    pub(super) character: &'a Character<'a, D>,
    pub(super) surfaces: &'a SurfaceTests<'a, D>,
    pub(super) obstacles: &'a mut Obstacles<'q, D>,
    pub(super) carry: Carry<D>,
    /// The closed meshes among the platforms in which it was before they moved. It passes their faces.
    pub(super) entered: Entered,
    pub(super) rules: PushRules<'a, D>,
}

/// The planes of what is in the way.
#[derive(Default)]
pub(super) struct Planes<D: Dimension> {
    pub(super) all: ContactPlanes<D>,
    /// The parts whose planes only keep it from going deeper into what it overlaps from the start.
    deep: SmallVec<[PartKey; 4]>,
    /// Those of what was swept before anything overlapped.
    pub(super) swept: ArrayVec<ContactPlane<D>, MAX_STORED_PARTS>,
    /// Whether anything overlapped, and the length of the exit from the deepest part alone after the displacement that
    /// is wanted.
    has_overlaps: bool,
    pub(super) depth: f64,
}

impl<D: Dimension> Planes<D> {
    /// Adds the plane of an exit from a part, in place of one that only keeps the character from going deeper. Returns
    /// whether it is new.
    fn add_exit(&mut self, plane: ContactPlane<D>) -> bool {
        if self.all.push(plane) {
            return true;
        }
        let Some(index) = self.deep.iter().position(|key| *key == plane.key) else { return false };
        self.deep.swap_remove(index);
        self.all.replace(plane.key, plane.normal, plane.offset);
        true
    }
}

impl<'a, 'q, D: Dimension> PushSolver<'a, 'q, D> {
    /// Finds the displacement that is nearest to what the ground asks for and that leaves room. `last_end` is how the
    /// last move ended.
    pub(super) fn solve(
        character: &'a Character<'a, D>,
        walker: &'a mut Walker<'_, 'q, D>,
        carry: Carry<D>,
        platforms: &'a [PlatformMove<D>],
        last_end: MoveEnd,
    ) -> PushSolution<D> {
        let Walker { obstacles, surfaces, recorder, .. } = walker;
        let entered = obstacles.find_entered(platforms.iter().map(|moved| (moved.slot, &moved.before)));
        let rules = PushRules { platforms, is_pushed: character.mover.is_pushed, parts_to_the_side: true };
        let mut solver = Self { character, surfaces, obstacles, carry, entered, rules };
        let mut solution = solver.attempt(rules, recorder);
        if solution.end != MoveEnd::Arrived {
            let by_any_exit = solver.attempt(PushRules { parts_to_the_side: false, ..rules }, recorder);
            if by_any_exit.end == MoveEnd::Arrived {
                solution = by_any_exit;
            }
        }
        if let MoveEnd::Crushed(_) = solution.end {
            // It goes along as far as what stands still allows.
            let still = PushRules { platforms: &[], is_pushed: false, parts_to_the_side: false };
            let along_what_is_still = solver.attempt(still, recorder);
            if along_what_is_still.end == MoveEnd::Arrived {
                solution.displacement = along_what_is_still.displacement;
            }
            // Where nothing moves and nothing overlaps, a narrow passage only leaves less room than two skins.
            if platforms.is_empty() && !overlaps(solver.obstacles) {
                solution.end = MoveEnd::Arrived;
            }
        }
        match last_end {
            MoveEnd::Crushed(pair) if is_still_crushed(solver.obstacles, pair) => {
                PushSolution::none(last_end)
            }
            _ => solution,
        }
    }

    pub(super) fn colliders(&self) -> &'a Colliders<D> {
        self.character.query.colliders()
    }

    /// Finds the displacement by some rules.
    fn attempt(&mut self, rules: PushRules<'a, D>, recorder: &mut Recorder<D>) -> PushSolution<D> {
        self.rules = rules;
        let mut planes = Planes::default();
        let mut solution = self.add_planes(&mut planes);
        if planes.has_overlaps
            && let Some(nearer) = self.nearer_solution(&solution, &mut planes)
        {
            solution = nearer;
        }
        let Carry { ground, displacement: wanted, .. } = self.carry;
        let ground = ground.map(|(ground, _)| self.colliders().at(ground.slot).entity());
        let push = Push { ground, wanted, moved: solution.displacement, end: solution.end };
        recorder.pushed(&self.obstacles.shape, D::Wide::ZERO, push, &planes.all);
        solution
    }

    /// Finds the displacement by the nearest exit from each part, and adds the planes that it keeps to.
    fn add_planes(&mut self, planes: &mut Planes<D>) -> PushSolution<D> {
        for _ in 0..MAX_ROUNDS {
            let displacement = match planes.all.project(self.carry.displacement) {
                Projection::Motion(displacement) => displacement,
                Projection::PushLimitExceeded(_) => break,
                Projection::Infeasible(pair) => {
                    return PushSolution::none(MoveEnd::Crushed(pair.map(|key| key.entity)));
                }
            };
            if let Some(PlatformHit { plane, is_deep, .. }) = self.first_hit(displacement, &planes.all) {
                if !planes.has_overlaps {
                    let _ = planes.swept.try_push(plane);
                }
                if is_deep {
                    planes.deep.push(plane.key);
                }
                if !planes.all.push(plane) {
                    break;
                }
                continue;
            }
            let [is_any_new, are_all_new] = self.add_overlaps(displacement, planes);
            if !is_any_new {
                return PushSolution { displacement, end: MoveEnd::Arrived };
            }
            if !are_all_new {
                break;
            }
        }
        PushSolution::none(MoveEnd::OutOfSteps)
    }

    /// Returns the plane of the first part that a displacement leads into, or that was moved into it.
    fn first_hit(&mut self, displacement: D::Wide, planes: &ContactPlanes<D>) -> Option<PlatformHit<D>> {
        let first = self.first_static_hit(displacement, planes);
        let of_platform = self.first_platform_hit(displacement, |key| planes.contains(key));
        match (first, of_platform) {
            (Some(first), Some(other)) => Some(if other.is_before(&first) { other } else { first }),
            (first, other) => first.or(other),
        }
    }

    /// Returns the plane of the first part that did not move and that a displacement leads into.
    fn first_static_hit(
        &mut self,
        displacement: D::Wide,
        planes: &ContactPlanes<D>,
    ) -> Option<PlatformHit<D>> {
        if displacement == D::Wide::ZERO {
            return None;
        }
        let (colliders, platforms, start) = (self.colliders(), self.rules.platforms, D::Wide::ZERO);
        let skip = |key: PartKey| planes.contains(key) || is_platform(colliders, platforms, key);
        let obstacles = &mut *self.obstacles;
        let hit =
            self.surfaces.first_blocking_hit(obstacles, HeldBy::HalfSpaces, start, displacement, skip)?;
        let (limits, at_min) = (&hit.limits, &hit.impact.at_min);
        let at = displacement * at_min.time;
        let plane = ContactPlane::keeping(limits.stop_clearance, hit.key, &at_min.clearance, at);
        let is_deep = limits.stop_clearance < limits.skin - limits.tolerance;
        Some(PlatformHit { time: at_min.time, plane, is_deep })
    }

    /// Adds the planes of all parts that are overlapped after a displacement, if they push. Returns whether any is new,
    /// and whether all are.
    fn add_overlaps(&mut self, displacement: D::Wide, planes: &mut Planes<D>) -> [bool; 2] {
        let (mut is_any_new, mut are_all_new) = (false, true);
        let wanted = self.carry.displacement;
        if self.rules.is_pushed {
            self.each_overlap(displacement, |near| {
                let plane = near.only_exit.unwrap_or_else(|| near.nearest_exit(displacement));
                planes.has_overlaps = true;
                if displacement == wanted {
                    planes.depth = planes.depth.max(near.skin - near.clearance.bound);
                }
                let is_new = planes.add_exit(ContactPlane::rigid(near.key, plane.normal, plane.offset));
                is_any_new |= is_new;
                are_all_new &= is_new;
            });
        }
        [is_any_new, are_all_new]
    }
}

/// Returns whether a character overlaps anything at the start of its move.
fn overlaps<D: Dimension>(obstacles: &mut Obstacles<D>) -> bool {
    let mut overlaps = false;
    obstacles.overlapped(D::Wide::ZERO, |near| overlaps |= near.clearance.bound < -near.limits.tolerance);
    overlaps
}

/// Returns whether a character that was crushed still touches both colliders and overlaps one of them.
fn is_still_crushed<D: Dimension>(obstacles: &mut Obstacles<D>, pair: [Entity; 2]) -> bool {
    let (mut touched, mut overlaps) = ([false; 2], false);
    obstacles.touched(D::Wide::ZERO, |near| {
        for (touched, entity) in touched.iter_mut().zip(pair) {
            if near.key.entity == entity {
                *touched = true;
                overlaps |= near.clearance.bound < -near.limits.tolerance;
            }
        }
    });
    touched == [true; 2] && overlaps
}
