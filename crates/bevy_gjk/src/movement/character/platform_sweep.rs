//! The sweep of a character against a collider that moves at the same time.
//!
//! A collider that moves without turning is swept exactly, by the relative motion; one that turns is followed by
//! conservative advancement, and the plane that is found turns with it to where it is now.

use core::ops::ControlFlow;

use gjk::{Aabb, Approach, SimplexCache, Vector, Wide, time_of_impact};

use super::{PlatformMove, PushSolver, carried, carried_normal, farthest_corner};
use crate::collider::Dimension;
use crate::detection::proxies::{Colliders, PlacedCollider};
use crate::movement::{Clearance, ContactPlane, Limits, Moment, PartKey, PlacedPart, length, sweep};

/// By how much, as a part of the skin, each advance in time is longer than the clearance allows: a clearance that falls
/// below its minimum between two of them does so by no more than half of this.
const ADVANCE_SLACK: f64 = 0.5;
/// The limit of advances, after which the two count as touching.
const MAX_ADVANCES: u32 = 8192;

/// A plane of a part that moved into the character, and when.
pub(super) struct PlatformHit<D: Dimension> {
    pub(super) time: f64,
    pub(super) plane: ContactPlane<D>,
    /// Whether the plane only keeps the character from going deeper into what it overlaps from the start.
    pub(super) is_deep: bool,
}

impl<D: Dimension> PlatformHit<D> {
    /// Returns whether this hit comes before another.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.time < other.time || self.time == other.time && self.plane.key < other.plane.key
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
        for platform in self.rules.platforms {
            self.each_part_of(platform, displacement, |key, part| {
                if skip(key) || self.entered.has(&key) {
                    return;
                }
                if let Some(hit) = self.sweep_platform(platform, key, part, displacement)
                    && first.as_ref().is_none_or(|first| hit.is_before(first))
                {
                    first = Some(hit);
                }
            });
        }
        first
    }

    /// Returns whether a part of a platform blocks the character, judged by where it was in the run before.
    pub(super) fn was_outside(&self, platform: &PlatformMove<D>, key: PartKey, normal: D::Wide) -> bool {
        if !self.surfaces.is_one_way(key) {
            return true;
        }
        let start = D::Wide::ZERO;
        let shape = &self.obstacles.shape;
        let collider = self.colliders().at(platform.slot);
        let before = collider.with_part_at(key.part, &platform.before, |part| {
            shape.measure(part, start, &mut SimplexCache::default())
        });
        before.flatten().is_some_and(|before| {
            let limits = shape.limits(&before);
            self.surfaces.blocks_from(key, &limits, normal, Some(&platform.before))
        })
    }

    /// Sweeps a displacement of the character against a part of a platform and its motion.
    fn sweep_platform(
        &self,
        platform: &PlatformMove<D>,
        key: PartKey,
        part: &PlacedPart<D>,
        displacement: D::Wide,
    ) -> Option<PlatformHit<D>> {
        let shape = &self.obstacles.shape;
        let before = Some(&platform.before);
        let blocks = |limits: &Limits, normal| self.surfaces.blocks_from(key, limits, normal, before);
        let straight = platform.translation;
        if platform.turn.is_none() && self.carry.ground.is_none_or(|(ground, _)| ground.turn.is_none()) {
            // Relative to the part as it stands now, the character comes from where the part came from.
            let motion = displacement - straight;
            let mut cache = SimplexCache::default();
            let start = shape.measure(part, straight, &mut cache)?;
            let limits = shape.limits(&start);
            let measure = |time: f64| shape.measure(part, straight + motion * time, &mut cache);
            let impact = sweep::<D>(start, motion, &limits, |_| false, measure)?;
            let Moment { time, clearance } = &impact.at_min;
            let plane = ContactPlane::<D>::keeping(limits.skin, key, clearance, straight + motion * *time);
            let hit = PlatformHit { time: *time, plane, is_deep: false };
            return blocks(&limits, -plane.normal).then_some(hit);
        }
        let collider = self.colliders().at(platform.slot);
        let (time, clearance, limits) = self.follow(platform, collider, key, displacement)?;
        if !blocks(&limits, -clearance.normal) {
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
        Some(PlatformHit { time, plane, is_deep: false })
    }

    /// Follows two motions, of which one may turn, until the clearance of a part falls below its minimum.
    ///
    /// Between two places at which it is not below, it falls below by no more than a part of the skin: nothing that is
    /// thin or fast passes through the character.
    fn follow(
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
        let limits = shape.limits(&start);
        let speed = self.greatest_speed(platform, displacement);
        if !(speed > 0.0) || start.bound - speed > limits.min_clearance {
            return None;
        }
        let slack = ADVANCE_SLACK * limits.skin;
        let (mut last, mut below) = ((0.0, start), None);
        let time = time_of_impact(0.0, 1.0, MAX_ADVANCES, |time| {
            let clearance = if time > 0.0 { measure(time) } else { Some(start) };
            let Some(clearance) = clearance else { return Approach::Never };
            if clearance.bound < limits.min_clearance {
                below = Some(clearance);
                return Approach::Touching;
            }
            last = (time, clearance);
            match Approach::of_gap(time, clearance.bound - limits.min_clearance + slack, speed) {
                // The end is looked at in any case.
                Approach::ApartUntil(next) if time < 1.0 => Approach::ApartUntil(next.min(1.0)),
                _ => Approach::Never,
            }
        })?;
        let mut high = time;
        while below.is_some() && (high - last.0) * speed > limits.tolerance {
            let middle = 0.5 * (last.0 + high);
            if !(last.0 < middle && middle < high) {
                break;
            }
            let clearance = measure(middle)?;
            if clearance.bound < limits.min_clearance {
                high = middle;
            } else {
                last = (middle, clearance);
            }
        }
        Some((last.0, last.1, limits))
    }

    /// Returns an upper bound of the speed of a platform towards a character, where the two may meet.
    fn greatest_speed(&self, platform: &PlatformMove<D>, displacement: D::Wide) -> f64 {
        let shape = &self.obstacles.shape;
        let region = self.carry.swept_bounds(shape, displacement);
        let Some((ground, carried_point)) = self.carry.ground.filter(|(ground, _)| ground.turn.is_some())
        else {
            return length(platform.translation - displacement) + platform.turning_speed(&region);
        };
        let after = self.colliders().at(ground.slot).affine();
        // How it moves relative to the point of the ground that carries it.
        let rest = displacement - ground.displacement(after, carried_point, 1.0);
        if ground.slot == platform.slot {
            // In the space of the platform, it turns around that point.
            let region = shape.swept_bounds(D::Wide::ZERO, rest, shape.skin);
            let turn =
                ground.turn.map_or(0.0, |turn| turn.speed(farthest_corner::<D>(&region, carried_point)));
            return length(rest) + turn;
        }
        let of_ground = length(ground.translation) + self.carry.turning_speed();
        length(rest) + of_ground + length(platform.translation) + platform.turning_speed(&region)
    }

    /// Returns the displacement of the character at a time of the run, given the whole one: along the arc of the ground
    /// that carries it.
    fn displacement_at(&self, whole: D::Wide, time: f64) -> D::Wide {
        let Some((ground, carried_point)) = &self.carry.ground else { return whole * time };
        let after = self.colliders().at(ground.slot).affine();
        let whole_of_ground = ground.displacement(after, *carried_point, 1.0);
        ground.displacement(after, *carried_point, time) + (whole - whole_of_ground) * time
    }

    /// Calls for each part of a platform that may be near the character after a displacement. A closed mesh in which it
    /// is counts as the half-space behind the exit.
    pub(super) fn each_part_near(
        &self,
        platform: &PlatformMove<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &PlacedPart<D>),
    ) {
        let holding = self.obstacles.each_exit(platform.slot, &self.entered, displacement, &mut visit);
        self.each_part_of(platform, displacement, |key, part| {
            if holding.exit_from(&key).is_none() {
                visit(key, part);
            }
        });
    }

    /// Calls for each part of a platform that may have come near the character.
    pub(super) fn each_part_of(
        &self,
        platform: &PlatformMove<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &PlacedPart<D>),
    ) {
        let collider = self.colliders().at(platform.slot);
        let shape = &self.obstacles.shape;
        let region = self.carry.swept_bounds(shape, displacement);
        if !self.rules.is_pushed && self.carry.ground.is_none_or(|(ground, _)| ground.slot != platform.slot)
            || !platform.bounds.overlaps(&region)
        {
            return;
        }
        // A part that meets the region on its way is no farther from it at the end than it has moved.
        let longest = length(platform.translation) + platform.turning_speed(&region);
        let padding = D::Vector::splat(longest as f32);
        let region = Aabb { min: region.min - padding, max: region.max + padding };
        // Cells may be of other layers than the rest.
        let admitted = self.surfaces.filter.admit(collider, self.colliders());
        let _ = collider.parts_within(&region, |index, part| {
            if admitted.admits(index) {
                visit(PartKey::new(collider, index, self.colliders()), part);
            }
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
