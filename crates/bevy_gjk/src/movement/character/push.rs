//! What is done to a character before it moves by itself: the ground carries it, and what was moved into it pushes it.
//!
//! The displacement `x` is the one nearest to what the ground asks for that satisfies the planes of all parts in the way,
//! as in [`push_out`](super::super::push_out), and as there, other ways out of what overlaps are tried if it is not short
//! for sure. The planes of parts that moved since the last run come from a sweep of both motions at once
//! ([`platform_sweep`](super::platform_sweep)), so nothing passes through the character, however fast it is.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;
use gjk::Wide;
use smallvec::SmallVec;

use super::carry::Carry;
use super::one_move::Character;
use super::platform_moves::PlatformMove;
use super::platform_sweep::{PlatformHit, is_platform};
use super::surface_tests::SurfaceTests;
use crate::collider::Dimension;
use crate::collider::exit_search::ExitSpace;
use crate::detection::proxies::Colliders;
use crate::movement::answer::MoveEnd;
use crate::movement::entered::Entered;
use crate::movement::hit::PartKey;
use crate::movement::obstacles::{HeldBy, MAX_STORED_PARTS, Obstacles};
use crate::movement::planes::{ContactPlane, ContactPlanes, Projection};
use crate::movement::trace::{MoveObserver, Push};

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

/// The search for the displacement of a character before it moves by itself.
pub(super) struct PushSolver<'a, 'q, D: Dimension> {
    pub(super) character: &'a Character<'a, D>,
    pub(super) surfaces: &'a SurfaceTests<'a, D>,
    pub(super) obstacles: &'a mut Obstacles<'q, D>,
    /// The colliders that moved near it.
    pub(super) platforms: &'a [PlatformMove<D>],
    /// The closed meshes among these in which it was before they moved. It passes their faces.
    pub(super) entered: Entered,
    pub(super) carry: Carry<D>,
    /// Whether it is pushed by what moved into it, and out of what it overlaps.
    pub(super) is_pushed: bool,
    /// Whether a character that overlaps another one leaves it to the side, as the other one does.
    pub(super) parts_to_the_side: bool,
}

/// The planes of what is in the way.
pub(super) struct Planes<D: Dimension> {
    pub(super) all: ContactPlanes<D>,
    /// The parts whose planes only keep it from going deeper into what it overlaps from the start.
    deep: SmallVec<[PartKey; 4]>,
    /// How many of these have got planes that lead out since.
    led_out: u32,
    /// Those of what was swept before anything overlapped.
    pub(super) swept: ArrayVec<ContactPlane<D>, MAX_STORED_PARTS>,
    /// Whether anything overlapped, and the way out of the deepest part alone from the displacement that is wanted.
    has_overlaps: bool,
    pub(super) depth: f64,
}

impl<D: Dimension> Planes<D> {
    fn new() -> Self {
        Self {
            all: ContactPlanes::new(),
            deep: SmallVec::new(),
            led_out: 0,
            swept: ArrayVec::new(),
            depth: 0.0,
            has_overlaps: false,
        }
    }

    /// Adds the plane of something that is overlapped, in place of one that only keeps it from becoming worse. Returns
    /// whether it is new.
    fn lead_out(&mut self, plane: ContactPlane<D>) -> bool {
        if self.all.push(plane) {
            return true;
        }
        let Some(index) = self.deep.iter().position(|key| *key == plane.key) else { return false };
        self.deep.swap_remove(index);
        self.led_out += 1;
        self.all.replace(plane.key, plane.normal, plane.offset);
        true
    }
}

impl<'a, D: Dimension> PushSolver<'a, '_, D> {
    /// Finds the displacement that is nearest to what the ground asks for and that leaves room. `last_end` is how the last
    /// move ended.
    pub(super) fn solve(mut self, last_end: MoveEnd, observer: &mut impl MoveObserver<D>) -> PushSolution<D> {
        let before = self.platforms.iter().map(|platform| (platform.slot, &platform.before));
        self.entered = self.obstacles.find_entered(before);
        let mut solution = self.attempt(observer);
        if solution.end != MoveEnd::Arrived {
            self.parts_to_the_side = false;
            let again = self.attempt(observer);
            solution = if again.end == MoveEnd::Arrived { again } else { solution };
        }
        if let MoveEnd::Crushed(_) = solution.end {
            // It goes along as far as what stands still allows.
            let is_anything_moving = !self.platforms.is_empty();
            (self.is_pushed, self.platforms) = (false, &[]);
            let still = self.attempt(observer);
            if still.end == MoveEnd::Arrived {
                solution.displacement = still.displacement;
            }
            // Where nothing moves and nothing overlaps, a narrow passage only leaves less room than two skins.
            if !is_anything_moving && !overlaps(self.obstacles) {
                solution.end = MoveEnd::Arrived;
            }
        }
        match last_end {
            MoveEnd::Crushed(pair) if is_still_crushed(self.obstacles, pair) => PushSolution::none(last_end),
            _ => solution,
        }
    }

    pub(super) fn colliders(&self) -> &'a Colliders<D> {
        self.character.environment.query.colliders()
    }

    /// Finds the displacement with what is pushed and solid now.
    fn attempt(&mut self, observer: &mut impl MoveObserver<D>) -> PushSolution<D> {
        let mut planes = Planes::new();
        let mut solution = self.add_planes(&mut planes);
        if planes.has_overlaps
            && let Some(nearer) = self.nearer_solution(&solution, &mut planes)
        {
            solution = nearer;
        }
        let Carry { ground, displacement: wanted, .. } = self.carry;
        let ground = ground.map(|(ground, _)| self.colliders().at(ground.slot).entity());
        let push = Push { ground, wanted, moved: solution.displacement, end: solution.end };
        observer.pushed(&self.obstacles.shape, D::Wide::ZERO, push, &planes.all);
        solution
    }

    /// Finds the displacement by the nearest way out of each part, and adds the planes that it keeps to.
    fn add_planes(&mut self, planes: &mut Planes<D>) -> PushSolution<D> {
        let wanted = self.carry.displacement;
        for _ in 0..MAX_ROUNDS {
            let displacement = match planes.all.project(wanted) {
                Projection::Motion(displacement) => displacement,
                Projection::PushLimitExceeded(_) => {
                    return PushSolution::none(MoveEnd::OutOfSteps);
                }
                Projection::Infeasible(pair) => {
                    return PushSolution::none(MoveEnd::Crushed(pair.map(|key| key.entity)));
                }
            };
            let hit = self.first_hit(displacement, &planes.all);
            let has_hit = hit.is_some();
            let mut has_room = match hit {
                Some(hit) => {
                    if !planes.has_overlaps {
                        let _ = planes.swept.try_push(hit.plane);
                    }
                    if hit.is_deep {
                        planes.deep.push(hit.plane.key);
                    }
                    planes.all.push(hit.plane)
                }
                None => true,
            };
            if !has_hit {
                let before = (planes.all.len(), planes.led_out);
                if self.is_pushed {
                    has_room = self.add_overlaps(displacement, planes);
                }
                if (planes.all.len(), planes.led_out) == before {
                    return PushSolution { displacement, end: MoveEnd::Arrived };
                }
            }
            if !has_room {
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
        let (colliders, platforms) = (self.colliders(), self.platforms);
        loop {
            let skip = |key: PartKey| planes.contains(key) || is_platform(colliders, platforms, key);
            let hit = self.obstacles.first_hit(HeldBy::HalfSpaces, D::Wide::ZERO, displacement, skip)?;
            if !self.surfaces.blocks(&hit, D::Wide::ZERO) {
                if self.obstacles.ignore(hit.key.passable()) {
                    continue;
                }
                return None;
            }
            let clearance = &hit.impact.at_min.clearance;
            let at = displacement * hit.impact.at_min.time;
            let offset = clearance.normal.dot(at) + clearance.bound - hit.limits.stop_clearance;
            let plane = ContactPlane::rigid(hit.key, clearance.normal, offset);
            let is_deep = hit.limits.stop_clearance < hit.limits.skin - hit.limits.tolerance;
            return Some(PlatformHit { time: hit.impact.at_min.time, plane, is_deep });
        }
    }

    /// Adds the planes of all parts that are nearer than the skin after a displacement. Returns whether there was room.
    fn add_overlaps(&mut self, displacement: D::Wide, planes: &mut Planes<D>) -> bool {
        let (mut has_room, wanted) = (true, self.carry.displacement);
        self.each_overlap(displacement, |near| {
            let plane = near.only_exit.unwrap_or_else(|| near.nearest_exit(displacement));
            planes.has_overlaps = true;
            if displacement == wanted {
                planes.depth = planes.depth.max(near.skin - near.clearance.bound);
            }
            has_room &= planes.lead_out(ContactPlane::rigid(near.key, plane.normal, plane.offset));
        });
        has_room
    }
}

/// Returns whether a character overlaps anything at the start of its move.
fn overlaps<D: Dimension>(obstacles: &mut Obstacles<D>) -> bool {
    let mut overlaps = false;
    obstacles.overlaps(D::Wide::ZERO, |hit| {
        overlaps |= hit.impact.at_stop.clearance.bound < -hit.limits.tolerance;
    });
    overlaps
}

/// Returns whether a character that was crushed still touches both colliders and overlaps one of them.
fn is_still_crushed<D: Dimension>(obstacles: &mut Obstacles<D>, pair: [Entity; 2]) -> bool {
    let (mut touched, mut overlaps) = ([false; 2], false);
    obstacles.touching(D::Wide::ZERO, |key, clearance, limits| {
        for (touched, entity) in touched.iter_mut().zip(pair) {
            if key.entity == entity {
                *touched = true;
                overlaps |= clearance.bound < -limits.tolerance;
            }
        }
    });
    touched == [true; 2] && overlaps
}
