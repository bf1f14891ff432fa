//! How far the ground carries a character, before it moves by itself.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Affine, Support, Vector, Wide};

use super::{Character, MoverContact, ParentMotion, PlatformMove, carried};
use crate::collider::{AffineOf, Dimension};
use crate::detection::proxies::PlacedCollider;
use crate::movement::{MovingShape, length};
use crate::query::CollisionQuery;

/// A displacement by the ground, in units in the last place, that is the rounding of transforms.
const ROUNDING: f64 = 4.0;

/// How the ground carries a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carry<D: Dimension> {
    /// The motion of the ground, if it rides on it and it moved, and the point of it that carries the character.
    pub(super) ground: Option<(PlatformMove<D>, D::Wide)>,
    /// The whole displacement.
    pub(super) displacement: D::Wide,
    /// How much of it is only the way up a slope, against which the velocity of the surface would press the character.
    rise: D::Wide,
}

impl<D: Dimension> Carry<D> {
    /// Drops a displacement that is rounding.
    pub(super) fn without_rounding(self, ulp: f64) -> Self {
        let is_rounding = length(self.displacement) <= ROUNDING * ulp;
        Self { displacement: if is_rounding { D::Wide::ZERO } else { self.displacement }, ..self }
    }

    /// Returns the velocity of the ground, from its displacement and the seconds that it took; zero if these are zero.
    /// The rise along a slope is none of the velocity of a surface.
    pub(super) fn velocity(&self, seconds: f64) -> D::Vector {
        let moved = self.displacement - self.rise;
        if seconds > 0.0 { D::Vector::narrow(moved * (1.0 / seconds)) } else { D::Vector::ZERO }
    }

    /// Returns the AABB of a character on its way to a displacement, with its skin: along the arc of a ground that
    /// turns.
    pub(super) fn swept_bounds(&self, shape: &MovingShape<D>, displacement: D::Wide) -> Aabb<D::Vector> {
        // Each point of an arc is no farther from one of its ends than half of its length.
        let bulge = 0.5 * self.turning_speed();
        shape.swept_bounds(D::Wide::ZERO, displacement, shape.skin + bulge)
    }

    /// Returns an upper bound of the speed at which a ground that turns carries the character, apart from its
    /// displacement.
    pub(super) fn turning_speed(&self) -> f64 {
        self.ground.map_or(0.0, |(ground, point)| {
            let point = D::Vector::narrow(point);
            ground.turning_speed(&Aabb { min: point, max: point })
        })
    }
}

impl<D: Dimension> Character<'_, D> {
    /// Returns the ground of the last run, if the character still stands on it, and how that carries it. `shape` is the
    /// character where it is now, and `carries` returns whether a part of a collider may carry it: a cell that it stood
    /// on may be gone, or no longer be solid.
    pub(super) fn ground_and_carry(
        &self,
        last_ground: Option<MoverContact<D>>,
        shape: &impl Support<D::Vector>,
        start: D::Wide,
        parent_motion: &ParentMotion<D>,
        carries: &impl Fn(&PlacedCollider<D>, u32) -> bool,
    ) -> (Option<MoverContact<D>>, Carry<D>) {
        let query = self.query;
        let before = start - parent_motion.displacement;
        let reach = f64::from(self.mover.skin) + self.settings.snap_distance;
        let last_ground = last_ground.filter(|ground| {
            !self.since_last_run.was_teleported
                || distance_before(query, ground, shape, before - start)
                    .is_some_and(|distance| distance <= reach)
        });
        let mut carry = Carry { ground: None, displacement: D::Wide::ZERO, rise: D::Wide::ZERO };
        let carrying = last_ground.filter(|_| self.mover.rides_platforms).and_then(|ground| {
            let collider = query.get(ground.entity)?;
            carries(collider, ground.part).then_some((ground, collider))
        });
        let Some((ground, collider)) = carrying else { return (last_ground, carry) };
        let moved = PlatformMove::of(query.colliders(), collider);
        let is_shared = self.shares_root_with(collider.entity());
        let seen = moved.and_then(|moved| self.as_seen_from_parent(&moved, parent_motion));
        // In the eyes of a parent that moves both, the character has been where it is, and its ground there, too.
        let (origin, at) = match &parent_motion.maps {
            Some([from, to]) if is_shared => (start, carried::<D>(ground.point.widen(), from, to)),
            _ => (before, Some(ground.point.widen())),
        };
        if let Some((moved, at)) = seen.zip(at) {
            let point = self.carried_point(origin, at);
            carry.ground = Some((moved, point));
            if let Some(image) = carried::<D>(point, &moved.before, collider.affine()) {
                carry.displacement = image - point;
            }
        }
        if let Some(velocity) = self.surface {
            let moved = velocity.widen() * self.since_last_run.seconds;
            carry.rise = self.rise_along(&ground, moved);
            carry.displacement += moved + carry.rise;
        }
        (last_ground, carry)
    }

    /// Returns how far up a motion leads that a slope is in the way of, so that its horizontal part is kept.
    fn rise_along(&self, ground: &MoverContact<D>, motion: D::Wide) -> D::Wide {
        let (normal, up) = (ground.normal.widen(), self.settings.up);
        let into = -normal.dot(motion);
        if into > 0.0 && self.settings.is_walkable(normal) {
            up * (into / normal.dot(up))
        } else {
            D::Wide::ZERO
        }
    }

    /// Returns whether the character and its ground are below one root entity. The displacement by the parents is part
    /// of the motion of such a ground, and must neither carry nor push the character twice.
    fn shares_root_with(&self, ground: Entity) -> bool {
        self.root.is_some_and(|root| ground == root || (self.is_below)(ground, root))
    }

    /// Returns the point of the ground that carries the character: straight below the origin of the character, at the
    /// height of the contact with the ground.
    fn carried_point(&self, origin: D::Wide, contact: D::Wide) -> D::Wide {
        origin + self.settings.up * (contact - origin).dot(self.settings.up)
    }

    /// Returns how the parent of the character has moved it since the last run.
    pub(super) fn parent_motion(
        &self,
        last_ground: Option<MoverContact<D>>,
        start: D::Wide,
    ) -> ParentMotion<D> {
        let Some(displacement) = self.moved_by_new_parent(last_ground, start) else {
            return self.since_last_run.by_parent;
        };
        let to = AffineOf::<D>::from_translation(D::Vector::narrow(displacement));
        ParentMotion { displacement, maps: Some([AffineOf::<D>::IDENTITY, to]) }
    }

    /// Returns how a collider has moved in the eyes of the character, if it has: what its parent moves as well stands
    /// still there, and neither pushes nor carries it.
    pub(super) fn as_seen_from_parent(
        &self,
        platform: &PlatformMove<D>,
        parent_motion: &ParentMotion<D>,
    ) -> Option<PlatformMove<D>> {
        let collider = self.query.colliders().at(platform.slot);
        match &parent_motion.maps {
            Some(maps) if self.shares_root_with(collider.entity()) => platform.relative_to(maps, collider),
            _ => Some(*platform),
        }
    }

    /// Returns how far the character has been moved since it got a new parent, if the ground would have carried it just
    /// as far: then it became a child of its ground, or of what moves the ground, and is not to be carried again.
    fn moved_by_new_parent(&self, last_ground: Option<MoverContact<D>>, start: D::Wide) -> Option<D::Wide> {
        let before = self.since_last_run.before_new_parent?;
        let ground = last_ground?;
        let table = self.query.colliders();
        let collider = table.get(ground.entity)?;
        let moved = PlatformMove::of(table, collider)?;
        let point = self.carried_point(before, ground.point.widen());
        let carry = carried::<D>(point, &moved.before, collider.affine())? - point;
        let rest = start - before - carry;
        (length(rest) <= f64::from(self.mover.skin)).then(|| start - before)
    }
}

/// Returns the distance of a displaced shape from the ground where it was in the run before.
fn distance_before<D: Dimension>(
    query: &CollisionQuery<D>,
    ground: &MoverContact<D>,
    shape: &impl Support<D::Vector>,
    displacement: D::Wide,
) -> Option<f64> {
    let table = query.colliders();
    let collider = table.get(ground.entity)?;
    let before = table.previous_affine(collider.slot).unwrap_or(collider.affine());
    collider.with_part_at(ground.part, before, |part| {
        Some(gjk::Query::new(shape, part).signed_distance(displacement)?.distance)
    })?
}
