//! The sweep of a character against a collider that moves at the same time.
//!
//! A collider that moves without turning is swept exactly, by the relative motion; one that turns is followed by
//! conservative advancement, and the plane that is found turns with it to where it is now.

use core::ops::ControlFlow;

use gjk::{Aabb, SimplexCache, Vector, Wide};

use super::affine::{carried, carried_normal};
use super::platform_moves::PlatformMove;
use super::push::PushSolver;
use crate::collider::{AffineOf, Dimension};
use crate::detection::proxies::{Colliders, PlacedCollider};
use crate::movement::clearance::{Clearance, Limits, Part};
use crate::movement::obstacles::PartKey;
use crate::movement::planes::ContactPlane;
use crate::movement::sweep::sweep;

/// The least part of a run by which conservative advancement goes on, and the bisections that follow.
const LEAST_ADVANCE: f64 = 1.0 / 64.0;
const BISECTIONS: u32 = 10;
/// An arc is at most so much longer than its chord, for less than half a turn.
const ARC_PER_CHORD: f64 = core::f64::consts::FRAC_PI_2;

/// A plane of a part that moved into the character, and when.
pub(super) struct PlatformHit<D: Dimension> {
    pub(super) time: f64,
    pub(super) plane: ContactPlane<D>,
}

impl<D: Dimension> PlatformHit<D> {
    /// Returns whether this hit comes before another.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.time < other.time || self.time == other.time && self.plane.key.order() < other.plane.key.order()
    }
}

impl<D: Dimension> PushSolver<'_, '_, D> {
    /// Returns the plane of the first part that was moved into it, apart from those for which `skip` returns true.
    pub(super) fn first_platform_hit(
        &self,
        displacement: D::Wide,
        skip: impl Fn(PartKey) -> bool,
    ) -> Option<PlatformHit<D>> {
        let mut first: Option<PlatformHit<D>> = None;
        for platform in self.platforms {
            self.each_part_of(platform, displacement, |key, part| {
                if skip(key) {
                    return;
                }
                let hit = self.sweep_platform(platform, key, part, displacement);
                if let Some(hit) = hit
                    && first.as_ref().is_none_or(|first| hit.is_before(first))
                {
                    first = Some(hit);
                }
            });
        }
        first
    }

    /// Returns whether a part of a platform is solid, judged by where it was in the run before.
    pub(super) fn was_outside(&self, platform: &PlatformMove<D>, key: PartKey, normal: D::Wide) -> bool {
        if !self.surfaces.solidity.is_one_way(key.entity) {
            return true;
        }
        let start = D::Wide::ZERO;
        let shape = &self.obstacles.shape;
        let collider = self.colliders().at(platform.slot);
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
        key: PartKey,
        part: &Part<D>,
        displacement: D::Wide,
    ) -> Option<PlatformHit<D>> {
        let shape = &self.obstacles.shape;
        let solid = |limits: &Limits, normal| self.surfaces.solidity.is_solid(key.entity, limits, normal);
        if let Some(straight) = platform.straight
            && self.carry.ground.is_none_or(|(ground, _)| ground.straight.is_some())
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
        let collider = self.colliders().at(platform.slot);
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
        let Some((ground, foot)) = &self.carry.ground else { return whole * time };
        let after = self.colliders().at(ground.slot).affine();
        let whole_of_ground = ground.displacement(after, *foot, 1.0);
        ground.displacement(after, *foot, time) + (whole - whole_of_ground) * time
    }

    /// Returns the longest chord of the paths of all points of a platform that the character may meet, relative to it.
    fn longest_travel(&self, platform: &PlatformMove<D>, after: &AffineOf<D>, displacement: D::Wide) -> f64 {
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
        &self,
        platform: &PlatformMove<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &Part<D>),
    ) {
        let collider = self.colliders().at(platform.slot);
        let shape = &self.obstacles.shape;
        let region = shape.swept_bounds(D::Wide::ZERO, displacement, shape.skin);
        if !self.is_pushed && self.carry.ground.is_none_or(|(ground, _)| ground.slot != platform.slot)
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
            visit(PartKey { entity, part: index }, part);
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
