//! The motions of colliders since the last run, which carry and push characters.

use gjk::{Aabb, Affine, Support, Vector, Wide};

use super::affine::carried;
use super::carry::Carry;
use crate::collider::bvh::{AabbDistance, PackedBvh, corners_of, search};
use crate::collider::{AffineOf, Dimension};
use crate::detection::proxies::{Colliders, PlacedCollider};
use crate::movement::clearance::MovingShape;

/// A collider that moved since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlatformMove<D: Dimension> {
    pub(super) slot: u32,
    pub(super) before: AffineOf<D>,
    /// The displacement, if it did not turn or change its size.
    pub(super) straight: Option<D::Wide>,
    /// The AABB of the whole motion.
    pub(super) bounds: Aabb<D::Vector>,
}

impl<D: Dimension> PlatformMove<D> {
    /// Returns the motion of a collider since the last run, if it moved.
    pub(super) fn of(colliders: &Colliders<D>, collider: &PlacedCollider<D>) -> Option<Self> {
        let before = *colliders.previous_affine(collider.slot)?;
        let after = *collider.affine();
        if before == after {
            return None;
        }
        let turns = (0..D::Vector::DIMENSION).any(|index| before.column(index) != after.column(index));
        let displacement = after.translation().widen() - before.translation().widen();
        let shape = collider.shape()?;
        let bounds = if shape.convex().is_some_and(|shape| shape.half_space().is_some()) {
            let far = D::Vector::splat(f32::MAX / 4.0);
            Aabb { min: -far, max: far }
        } else {
            let at = |time: f32| shape.bounds(&D::between(&before, &after, time));
            let ends = shape.bounds(&before).union(shape.bounds(&after));
            if turns {
                let all = ends.union(at(0.25)).union(at(0.5)).union(at(0.75));
                let padding = (all.max - all.min) * 0.125;
                Aabb { min: all.min - padding, max: all.max + padding }
            } else {
                ends
            }
        };
        Some(Self { slot: collider.slot, before, straight: (!turns).then_some(displacement), bounds })
    }

    /// Returns the displacement of a point that moves along with it up to a time of the run.
    pub(super) fn displacement(&self, after: &AffineOf<D>, point: D::Wide, time: f64) -> D::Wide {
        if let Some(straight) = self.straight {
            return straight * time;
        }
        let now = if time >= 1.0 { *after } else { D::between(&self.before, after, time as f32) };
        carried::<D>(point, &self.before, &now).map_or(D::Wide::ZERO, |image| image - point)
    }
}

/// The colliders that moved since the last run.
pub(super) struct PlatformMoves<D: Dimension> {
    all: Vec<PlatformMove<D>>,
    /// The AABBs of their motions, in the same order.
    tree: PackedBvh,
    /// Those that were collected last.
    near: Vec<PlatformMove<D>>,
}

impl<D: Dimension> Default for PlatformMoves<D> {
    fn default() -> Self {
        Self { all: Vec::new(), tree: PackedBvh::default(), near: Vec::new() }
    }
}

impl<D: Dimension> PlatformMoves<D> {
    /// Replaces them by the motions of the given colliders, of those that moved.
    pub(super) fn update<'c>(
        &mut self,
        colliders: &Colliders<D>,
        moved: impl Iterator<Item = &'c PlacedCollider<D>>,
    ) {
        self.all.clear();
        self.all.extend(moved.filter_map(|collider| PlatformMove::of(colliders, collider)));
        let all = &self.all;
        self.tree.build(0..all.len() as u32, |index| corners_of::<D>(&all[index as usize].bounds));
    }

    /// Collects, in the order of their slots, those that may have come near a character that is carried meanwhile. The
    /// ground that carries it may be one that is not among all.
    pub(super) fn collect_near(
        &mut self,
        shape: &MovingShape<D>,
        carry: &Carry<D>,
        passes: impl Fn(&PlatformMove<D>) -> bool,
    ) -> &[PlatformMove<D>] {
        let Self { all, tree, near } = self;
        let region = shape.swept_bounds(D::Wide::ZERO, carry.displacement, shape.skin);
        let ground = carry.ground.map(|(ground, _)| ground);
        near.clear();
        near.extend(ground.filter(|ground| ground.bounds.overlaps(&region) && passes(ground)));
        search(tree, &AabbDistance::new::<D>(&region), 0.0, |index, limit| {
            let platform = &all[index as usize];
            if platform.bounds.overlaps(&region) && passes(platform) {
                near.push(*platform);
            }
            limit
        });
        near.sort_unstable_by_key(|platform| platform.slot);
        near.dedup_by_key(|platform| platform.slot);
        near
    }
}
