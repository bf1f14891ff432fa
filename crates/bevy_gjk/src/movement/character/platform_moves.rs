//! The motions of colliders since the last run, which carry and push characters.

use gjk::{Aabb, Affine, Support, Vector, Wide};

use super::{Carry, carried};
use crate::collider::bvh::{AabbDistance, PackedBvh, corners_of, search};
use crate::collider::{AffineOf, ColliderShape, Dimension};
use crate::detection::proxies::{Colliders, PlacedCollider, rotational_bound, swept_bounds};
use crate::movement::MovingShape;

/// How far a place that was carried along with a parent may be from where it is, in units in the last place.
const ROUNDING: f64 = 16.0;
/// The largest relative change of size in a run that counts as a rate.
const MAX_STRAIN: f64 = 0.5;

/// A collider that moved since the last run.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlatformMove<D: Dimension> {
    pub(super) slot: u32,
    pub(super) before: AffineOf<D>,
    /// The translation: the displacement of its origin.
    pub(super) translation: D::Wide,
    /// How it turns or changes its size, if it does.
    pub(super) turn: Option<Turn>,
    /// The AABB of the whole motion.
    pub(super) bounds: Aabb<D::Vector>,
}

/// Upper bounds of how fast the points of a collider move, apart from its displacement, in a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The speed per distance from its origin: the angle in radians, and the relative change of size.
    rate: f64,
    /// The speed of any point because of a change of size that is too great for a rate.
    stretch: f64,
}

impl Turn {
    fn of<D: Dimension>(shape: &ColliderShape<D>, before: &AffineOf<D>, after: &AffineOf<D>) -> Self {
        let (angle, rescaling) = D::change(before, after);
        let strain = f64::from(rescaling.largest_stretch()) / f64::from(before.least_stretch());
        // Meanwhile the size is at least 1 - strain of what it was.
        if strain <= MAX_STRAIN {
            Self { rate: f64::from(angle) + strain / (1.0 - strain), stretch: 0.0 }
        } else {
            // Of two points relative to each other.
            Self { rate: angle.into(), stretch: 2.0 * f64::from(rotational_bound(shape, before, after)) }
        }
    }

    /// Returns an upper bound of the speed of a point that is no farther than this from the origin.
    pub(super) fn speed(&self, lever: f64) -> f64 {
        self.rate * lever + self.stretch
    }
}

impl<D: Dimension> PlatformMove<D> {
    /// Returns the motion of a collider since the last run, if it moved. To be mirrored is no motion: a sprite that is
    /// flipped is elsewhere at once, as one that is spawned there.
    pub(super) fn of(colliders: &Colliders<D>, collider: &PlacedCollider<D>) -> Option<Self> {
        Self::from(*colliders.previous_affine(collider.slot)?, collider)
    }

    /// Returns the motion of a collider from a place to where it is, unless it is there.
    fn from(before: AffineOf<D>, collider: &PlacedCollider<D>) -> Option<Self> {
        let after = *collider.affine();
        if before == after {
            return None;
        }
        let turns = (0..D::Vector::DIMENSION).any(|index| before.column(index) != after.column(index));
        let mirrors = |affine| Some(D::to_local(affine, D::Wide::ZERO)?.1);
        if turns && mirrors(&before).zip(mirrors(&after)).is_some_and(|(before, after)| before != after) {
            return None;
        }
        let shape = collider.shape()?;
        let bounds = if shape.convex().is_some_and(|shape| shape.half_space().is_some()) {
            let far = D::Vector::splat(f32::MAX / 4.0);
            Aabb { min: -far, max: far }
        } else {
            let ends = [&before, &after].map(|affine| shape.bounds(affine));
            let rotation = if turns { rotational_bound(shape, &before, &after) } else { 0.0 };
            swept_bounds(ends[0], ends[1], after.translation() - before.translation(), rotation)
        };
        Some(Self {
            slot: collider.slot,
            before,
            translation: after.translation().widen() - before.translation().widen(),
            turn: turns.then(|| Turn::of(shape, &before, &after)),
            bounds,
        })
    }

    /// Returns the motion relative to what moves from one map to another meanwhile, such as the parent of a character;
    /// `None` if it only moves along.
    pub(super) fn relative_to(
        &self,
        [from, to]: &[AffineOf<D>; 2],
        collider: &PlacedCollider<D>,
    ) -> Option<Self> {
        let Some(inverse) = from.inverted() else { return Some(*self) };
        let moved = D::compose(to, &D::compose(&inverse, &self.before));
        let after = *collider.affine();
        let size = |vector: D::Vector| f64::from(vector.dot(vector)).sqrt();
        let far = [from, to, &self.before, &after].map(|affine| size(affine.translation()));
        let rounding = ROUNDING * f64::from(f32::EPSILON);
        let is_same =
            |one: D::Vector, two: D::Vector, scale: f64| size(one - two) <= rounding * scale.max(size(two));
        let turns =
            (0..D::Vector::DIMENSION).any(|axis| !is_same(moved.column(axis), after.column(axis), 0.0));
        let reach = far.into_iter().fold(0.0, f64::max);
        let moves = !is_same(moved.translation(), after.translation(), reach);
        let before = if turns { moved } else { after.with_translation(moved.translation()) };
        if turns || moves { Self::from(before, collider) } else { None }
    }

    /// Returns the displacement of a point that moves along with it up to a time of the run.
    pub(super) fn displacement(&self, after: &AffineOf<D>, point: D::Wide, time: f64) -> D::Wide {
        if self.turn.is_none() {
            return self.translation * time;
        }
        let now = if time >= 1.0 { *after } else { D::between(&self.before, after, time as f32) };
        carried::<D>(point, &self.before, &now).map_or(D::Wide::ZERO, |image| image - point)
    }

    /// Returns an upper bound of the speed, apart from its displacement, of its points in a region, during the run.
    pub(super) fn turning_speed(&self, region: &Aabb<D::Vector>) -> f64 {
        let start = self.before.translation().widen();
        self.turn.map_or(0.0, |turn| {
            let ends = [start, start + self.translation];
            turn.speed(
                ends.map(|origin| farthest_corner::<D>(region, origin)).into_iter().fold(0.0, f64::max),
            )
        })
    }
}

/// Returns the distance of the farthest point of an AABB from another point.
pub(super) fn farthest_corner<D: Dimension>(bounds: &Aabb<D::Vector>, point: D::Wide) -> f64 {
    let [to_min, to_max] = [bounds.min, bounds.max].map(|corner| corner.widen() - point);
    let square: f64 = (0..D::Vector::DIMENSION)
        .map(|index| {
            let axis = D::Vector::axis(index).widen();
            to_min.dot(axis).abs().max(to_max.dot(axis).abs()).powi(2)
        })
        .sum();
    square.sqrt()
}

/// The colliders that moved since the last run.
#[derive(Default)]
pub(super) struct PlatformMoves<D: Dimension> {
    all: Vec<PlatformMove<D>>,
    /// The AABBs of their motions, in the same order.
    tree: PackedBvh,
    /// Those that were collected last.
    near: Vec<PlatformMove<D>>,
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
        let space = colliders.space_keys();
        self.tree.build(
            0..all.len() as u32,
            |index| corners_of::<D>(&all[index as usize].bounds),
            |index| space(all[index as usize].slot),
        );
    }

    /// Collects, in the order of their entities, those that may have come near a character in a slot that is carried
    /// meanwhile.
    /// The ground that carries it may be one that is not among all. `seen` returns how one moves in the eyes of the
    /// character, if it does and may push it.
    pub(super) fn collect_near(
        &mut self,
        slot: u32,
        shape: &MovingShape<D>,
        carry: &Carry<D>,
        colliders: &Colliders<D>,
        seen: impl Fn(&PlatformMove<D>) -> Option<PlatformMove<D>>,
    ) -> &[PlatformMove<D>] {
        let Self { all, tree, near } = self;
        let region = carry.swept_bounds(shape, carry.displacement);
        let ground = carry.ground.map(|(ground, _)| ground);
        near.clear();
        near.extend(ground.filter(|ground| ground.bounds.overlaps(&region)));
        let tree = tree.in_space(colliders.space_keys()(slot));
        search(&tree, &AabbDistance::new::<D>(&region), 0.0, &mut |index, limit| {
            near.extend(seen(&all[index as usize]).filter(|platform| platform.bounds.overlaps(&region)));
            limit
        });
        near.sort_unstable_by_key(|platform| colliders.order(platform.slot));
        near.dedup_by_key(|platform| platform.slot);
        near
    }
}
