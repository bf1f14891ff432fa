//! What is done to a character before it moves by itself: the ground carries it, and what was moved into it pushes it.
//!
//! The displacement `x` is the one nearest to what the ground asks for that satisfies the planes of all parts in the way,
//! as in [`push_out`](super::super::push_out), and as there, other ways out of what overlaps are tried if it is not short
//! for sure. The planes of parts that moved since the last run come from a sweep of both
//! motions at once, so nothing passes through the character, however fast it is. A collider that moves without turning is
//! swept exactly, by the relative motion; one that turns is followed by conservative advancement, and the plane that is
//! found turns with it to where it is now.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;
use gjk::{Aabb, SimplexCache, Vector, Wide};

use super::affine::{carried, carried_normal};
use super::platform_moves::PlatformMove;
use super::surface_tests::SurfaceTests;
use crate::collider::{AffineOf, Dimension};
use crate::detection::proxies::{Colliders, PlacedCollider};
use crate::movement::answer::MoveEnd;
use crate::movement::clearance::{Clearance, Limits, Part};
use crate::movement::least_push::PushSpace;
use crate::movement::obstacles::{MAX_STORED_PARTS, Obstacles, PartKey};
use crate::movement::planes::{ContactPlane, ContactPlanes, Projection};
use crate::movement::sweep::sweep;
use crate::movement::trace::{MoveObserver, Push};

/// The limit of planes that are added one after another.
const MAX_ROUNDS: u32 = 64;
/// The least part of a run by which conservative advancement goes on, and the bisections that follow.
const LEAST_ADVANCE: f64 = 1.0 / 64.0;
const BISECTIONS: u32 = 10;
/// An arc is at most so much longer than its chord, for less than half a turn.
const ARC_PER_CHORD: f64 = core::f64::consts::FRAC_PI_2;

/// What asks a character for a displacement before it moves by itself.
pub(super) struct Carrier<'a, D: Dimension> {
    /// The ground, and the point of it that carries the character.
    pub(super) ground: Option<(&'a PlatformMove<D>, D::Wide)>,
    /// The whole displacement.
    pub(super) displacement: D::Wide,
}

/// Where a character is before it moves by itself: its displacement by others.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushSolution<D: Dimension> {
    pub(super) displacement: D::Wide,
    pub(super) end: MoveEnd,
}

/// The search for the displacement of a character before it moves by itself.
pub(super) struct PushSolver<'a, 'b, 'q, 'w, 's, D: Dimension> {
    /// The character.
    pub(super) entity: Entity,
    pub(super) colliders: &'a Colliders<D>,
    pub(super) surfaces: &'a SurfaceTests<'b, 'w, 's, D>,
    pub(super) obstacles: &'a mut Obstacles<'q, 'w, D>,
    /// The colliders that moved near it.
    pub(super) platforms: &'a [PlatformMove<D>],
    pub(super) carrier: Carrier<'a, D>,
    /// Whether it is pushed by what moved into it, and out of what it overlaps.
    pub(super) is_pushed: bool,
    /// The skin of an entity that is another character.
    pub(super) skin_of_mover: &'a dyn Fn(Entity) -> Option<f64>,
    /// Whether a character that overlaps another one leaves it to the side, as the other one does.
    pub(super) parts_to_the_side: bool,
}

/// A plane of a part that moved into the character, and when.
pub(super) struct PlatformHit<D: Dimension> {
    time: f64,
    plane: ContactPlane<D>,
}

impl<D: Dimension> PlatformHit<D> {
    /// Returns whether this hit comes before another.
    fn is_before(&self, other: &Self) -> bool {
        self.time < other.time || self.time == other.time && self.plane.key.order() < other.plane.key.order()
    }
}

/// The planes of what is in the way.
pub(super) struct Planes<D: Dimension> {
    pub(super) all: ContactPlanes<D>,
    /// Those of what was swept before anything overlapped.
    pub(super) swept: ArrayVec<ContactPlane<D>, MAX_STORED_PARTS>,
    /// Whether anything overlapped, and the way out of the deepest part alone from the displacement that is wanted.
    has_overlaps: bool,
    pub(super) depth: f64,
}

impl<D: Dimension> PushSolver<'_, '_, '_, '_, '_, D> {
    /// Finds the displacement that is nearest to what the carrier asks for and that leaves room.
    pub(super) fn solve(&mut self, observer: &mut impl MoveObserver<D>) -> PushSolution<D> {
        let mut planes =
            Planes { all: ContactPlanes::new(), swept: ArrayVec::new(), depth: 0.0, has_overlaps: false };
        let mut solution = self.solve_with(&mut planes);
        if planes.has_overlaps
            && let Some(nearer) = self.nearer_solution(&solution, &mut planes)
        {
            solution = nearer;
        }
        let ground = self.carrier.ground.map(|(ground, _)| self.colliders.at(ground.slot).entity());
        let push = Push {
            ground,
            wanted: self.carrier.displacement,
            moved: solution.displacement,
            end: solution.end,
        };
        observer.pushed(&self.obstacles.shape, D::Wide::ZERO, push, &planes.all);
        solution
    }

    /// Finds the displacement by the nearest way out of each part, and adds the planes that it keeps to.
    fn solve_with(&mut self, planes: &mut Planes<D>) -> PushSolution<D> {
        let wanted = self.carrier.displacement;
        for _ in 0..MAX_ROUNDS {
            let displacement = match planes.all.project(wanted) {
                Projection::Motion(displacement) => displacement,
                Projection::PushLimitExceeded(_) => {
                    return PushSolution { displacement: D::Wide::ZERO, end: MoveEnd::OutOfSteps };
                }
                Projection::Infeasible(pair) => {
                    let end = MoveEnd::Crushed(pair.map(|key| key.entity));
                    return PushSolution { displacement: D::Wide::ZERO, end };
                }
            };
            let hit = self.first_hit(displacement, &planes.all);
            let has_hit = hit.is_some();
            let mut has_room = match hit {
                Some(hit) => {
                    if !planes.has_overlaps {
                        let _ = planes.swept.try_push(hit.plane);
                    }
                    planes.all.push(hit.plane)
                }
                None => true,
            };
            if !has_hit {
                let count = planes.all.len();
                if self.is_pushed {
                    has_room = self.add_overlaps(displacement, planes);
                }
                if planes.all.len() == count {
                    return PushSolution { displacement, end: MoveEnd::Arrived };
                }
            }
            if !has_room {
                break;
            }
        }
        PushSolution { displacement: D::Wide::ZERO, end: MoveEnd::OutOfSteps }
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

    /// Returns the plane of the first part that was moved into it, apart from those for which `skip` returns true.
    pub(super) fn first_platform_hit(
        &mut self,
        displacement: D::Wide,
        skip: impl Fn(PartKey) -> bool,
    ) -> Option<PlatformHit<D>> {
        let mut first: Option<PlatformHit<D>> = None;
        for platform in self.platforms {
            let collider = self.colliders.at(platform.slot);
            self.each_part_of(platform, collider, displacement, |this, key, part| {
                if skip(key) {
                    return;
                }
                let hit = this.sweep_platform(platform, collider, key, part, displacement);
                if let Some(hit) = hit
                    && first.as_ref().is_none_or(|first| hit.is_before(first))
                {
                    first = Some(hit);
                }
            });
        }
        first
    }

    /// Returns the plane of the first part that did not move and that a displacement leads into.
    fn first_static_hit(
        &mut self,
        displacement: D::Wide,
        planes: &ContactPlanes<D>,
    ) -> Option<PlatformHit<D>> {
        let still = D::Wide::ZERO;
        if displacement == still {
            return None;
        }
        let (colliders, platforms) = (self.colliders, self.platforms);
        loop {
            let skip = |key: PartKey| planes.contains(key) || is_platform(colliders, platforms, key);
            let hit = self.obstacles.first_hit(still, displacement, skip)?;
            if !self.surfaces.is_solid(&hit, still) {
                if self.obstacles.ignore(hit.key.entity) {
                    continue;
                }
                return None;
            }
            let clearance = &hit.impact.at_min.clearance;
            let at = displacement * hit.impact.at_min.time;
            let offset = clearance.normal.dot(at) + clearance.bound - hit.limits.stop_clearance;
            let plane = ContactPlane::rigid(hit.key, clearance.normal, offset);
            return Some(PlatformHit { time: hit.impact.at_min.time, plane });
        }
    }

    /// Adds the planes of all parts that are nearer than the skin after a displacement. Returns whether there was room.
    fn add_overlaps(&mut self, displacement: D::Wide, planes: &mut Planes<D>) -> bool {
        let (mut has_room, wanted) = (true, self.carrier.displacement);
        self.each_overlap(displacement, |near| {
            let plane = near.only_way.unwrap_or_else(|| near.nearest_way(displacement));
            planes.has_overlaps = true;
            if displacement == wanted {
                planes.depth = planes.depth.max(near.skin - near.clearance.bound);
            }
            has_room &= planes.all.push(ContactPlane::rigid(near.key, plane.normal, plane.offset));
        });
        has_room
    }

    /// Returns whether a part of a platform is solid, judged by where it was in the run before.
    pub(super) fn was_outside(
        &self,
        platform: &PlatformMove<D>,
        collider: &PlacedCollider<D>,
        key: PartKey,
        normal: D::Wide,
    ) -> bool {
        if !self.surfaces.solidity.is_one_way(key.entity) {
            return true;
        }
        let start = D::Wide::ZERO;
        let shape = &self.obstacles.shape;
        let before = collider.with_part_at(key.part, &platform.before, |part| {
            shape.measure(part, start, &mut SimplexCache::default())
        });
        before.flatten().is_some_and(|before| {
            let limits = shape.limits(before.bound, before.touching_distance);
            self.surfaces.solidity.is_solid(key.entity, &limits, normal)
        })
    }

    /// Sweeps a displacement of the character against a part of a platform and its motion.
    fn sweep_platform(
        &self,
        platform: &PlatformMove<D>,
        collider: &PlacedCollider<D>,
        key: PartKey,
        part: &Part<D>,
        displacement: D::Wide,
    ) -> Option<PlatformHit<D>> {
        let shape = &self.obstacles.shape;
        let solid = |limits: &Limits, normal| self.surfaces.solidity.is_solid(key.entity, limits, normal);
        if let Some(straight) = platform.straight
            && self.carrier.ground.is_none_or(|(ground, _)| ground.straight.is_some())
        {
            // Relative to the part as it stands now, the character comes from where the part came from.
            let motion = displacement - straight;
            let mut cache = SimplexCache::default();
            let start = shape.measure(part, straight, &mut cache)?;
            let limits = shape.limits(start.bound, start.touching_distance);
            let measure = |time: f64| shape.measure(part, straight + motion * time, &mut cache);
            let impact = sweep::<D>(start, motion, &limits, measure)?;
            let found = &impact.at_min;
            let normal = found.clearance.normal;
            let at = straight + motion * found.time;
            let offset = normal.dot(at) + found.clearance.bound - limits.skin;
            let plane = ContactPlane::rigid(key, normal, offset);
            return solid(&limits, -normal).then_some(PlatformHit { time: found.time, plane });
        }
        let (time, clearance, limits) = self.advance(platform, collider, key, displacement)?;
        if !solid(&limits, -clearance.normal) {
            return None;
        }
        // The plane turns with the part to where it is now.
        let after = collider.affine();
        let now = D::between(&platform.before, after, time as f32);
        let normal = carried_normal::<D>(clearance.normal, &now, after)?;
        let point = carried::<D>(clearance.on_b, &now, after)?;
        let farthest = shape.support(normal).dot(normal);
        let offset = normal.dot(point) - farthest - limits.skin;
        let plane = ContactPlane::rigid(key, normal, offset);
        Some(PlatformHit { time, plane })
    }

    /// Follows two motions, of which one may turn, until the clearance of a part falls below its minimum.
    fn advance(
        &self,
        platform: &PlatformMove<D>,
        collider: &PlacedCollider<D>,
        key: PartKey,
        displacement: D::Wide,
    ) -> Option<(f64, Clearance<D>, Limits)> {
        let shape = &self.obstacles.shape;
        let after = collider.affine();
        let mut cache = SimplexCache::default();
        let mut measure = |time: f64| {
            let now = D::between(&platform.before, after, time as f32);
            let displacement = self.displacement_at(displacement, time);
            collider
                .with_part_at(key.part, &now, |part| shape.measure(part, displacement, &mut cache))
                .flatten()
        };
        let start = measure(0.0)?;
        let limits = shape.limits(start.bound, start.touching_distance);
        // The longest path of any point of the collider near the character, relative to it.
        let travel = ARC_PER_CHORD * self.longest_travel(platform, after, displacement);
        if !(travel > 0.0) || start.bound - travel > limits.min_clearance {
            return None;
        }
        let (mut time, mut last) = (0.0, start);
        while time < 1.0 {
            let advance = ((last.bound - limits.min_clearance) / travel).max(LEAST_ADVANCE);
            let next = f64::min(time + advance, 1.0);
            let clearance = measure(next)?;
            if clearance.bound < limits.min_clearance {
                let (mut low, mut high) = ((time, last), (next, clearance));
                for _ in 0..BISECTIONS {
                    let middle = 0.5 * (low.0 + high.0);
                    let clearance = measure(middle)?;
                    if clearance.bound < limits.min_clearance {
                        high = (middle, clearance);
                    } else {
                        low = (middle, clearance);
                    }
                }
                return Some((low.0, low.1, limits));
            }
            (time, last) = (next, clearance);
        }
        None
    }

    /// Returns the displacement of the character at a time of the run, given the whole one: along the arc of the ground
    /// that carries it.
    fn displacement_at(&self, whole: D::Wide, time: f64) -> D::Wide {
        let Some((ground, foot)) = &self.carrier.ground else { return whole * time };
        let after = self.colliders.at(ground.slot).affine();
        let whole_of_ground = ground.displacement(after, *foot, 1.0);
        ground.displacement(after, *foot, time) + (whole - whole_of_ground) * time
    }

    /// Returns the longest chord of the paths of all points of a platform that the character may meet, relative to it.
    fn longest_travel(
        &self,
        platform: &PlatformMove<D>,
        after: &AffineOf<D>,
        displacement: D::Wide,
    ) -> f64 {
        // The displacement is affine in the point, so the corners of the region have the longest.
        let region =
            self.obstacles.shape.swept_bounds(D::Wide::ZERO, displacement, self.obstacles.shape.skin);
        corners::<D>(&region)
            .map(|corner| {
                let relative = platform.displacement(after, corner, 1.0) - displacement;
                relative.dot(relative).sqrt()
            })
            .fold(0.0, f64::max)
    }

    /// Calls for each part of a platform that may have come near the character.
    pub(super) fn each_part_of(
        &mut self,
        platform: &PlatformMove<D>,
        collider: &PlacedCollider<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(&mut Self, PartKey, &Part<D>),
    ) {
        let shape = &self.obstacles.shape;
        let region = shape.swept_bounds(D::Wide::ZERO, displacement, shape.skin);
        if !self.is_pushed && self.carrier.ground.is_none_or(|(ground, _)| ground.slot != platform.slot)
            || !platform.bounds.overlaps(&region)
        {
            return;
        }
        // The part that meets the region now or on its way is in it after it has moved on.
        let longest = ARC_PER_CHORD
            * corners::<D>(&region)
                .map(|corner| {
                    let moved = platform.displacement(collider.affine(), corner, 1.0);
                    moved.dot(moved).sqrt()
                })
                .fold(0.0, f64::max);
        let padding = D::Vector::splat(longest as f32);
        let region = Aabb { min: region.min - padding, max: region.max + padding };
        let entity = collider.entity();
        let _ = collider.parts_within(&region, |index, part| {
            visit(self, PartKey { entity, part: index }, part);
            ControlFlow::Continue(())
        });
    }
}

/// Returns whether a part belongs to one of the platforms.
pub(super) fn is_platform<D: Dimension>(
    colliders: &Colliders<D>,
    platforms: &[PlatformMove<D>],
    key: PartKey,
) -> bool {
    platforms.iter().any(|platform| colliders.at(platform.slot).entity() == key.entity)
}

/// Returns the corners of an AABB.
fn corners<D: Dimension>(bounds: &Aabb<D::Vector>) -> impl Iterator<Item = D::Wide> {
    let Aabb { min, max } = *bounds;
    (0..1u32 << D::Vector::DIMENSION).map(move |choice| {
        D::Vector::from_fn(|axis| if choice >> axis & 1 == 0 { min.element(axis) } else { max.element(axis) })
            .widen()
    })
}
