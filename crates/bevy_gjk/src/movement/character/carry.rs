//! How far the ground carries a character, before it moves by itself.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Support, Vector, Wide};

use super::affine::carried;
use super::one_move::Character;
use super::platform_moves::PlatformMove;
use super::state::MoverContact;
use crate::collider::Dimension;
use crate::detection::proxies::PlacedCollider;
use crate::movement::clearance::MovingShape;
use crate::movement::constraints::length;
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

    /// Returns the velocity of the ground, from its displacement and the seconds that it took; zero if these are zero. The rise along a
    /// slope is none of the velocity of a surface.
    pub(super) fn velocity(&self, seconds: f64) -> D::Vector {
        let moved = self.displacement - self.rise;
        if seconds > 0.0 { D::Vector::narrow(moved * (1.0 / seconds)) } else { D::Vector::ZERO }
    }

    /// Returns the AABB of a character on its way to a displacement, with its skin: along the arc of a ground that turns.
    pub(super) fn swept_bounds(&self, shape: &MovingShape<D>, displacement: D::Wide) -> Aabb<D::Vector> {
        // Each point of an arc is no farther from one of its ends than half of its length.
        let bulge = 0.5 * self.turning_speed();
        shape.swept_bounds(D::Wide::ZERO, displacement, shape.skin + bulge)
    }

    /// Returns an upper bound of the speed at which a ground that turns carries the character, apart from its displacement.
    pub(super) fn turning_speed(&self) -> f64 {
        self.ground.map_or(0.0, |(ground, point)| {
            let point = D::Vector::narrow(point);
            ground.turning_speed(&Aabb { min: point, max: point })
        })
    }
}

impl<D: Dimension> Character<'_, D> {
    /// Returns the ground of the last run, if the character still stands on it, and how that carries it.
    /// `shape` is the character where it is now, and `carries` tells whether a part of a collider may carry it: a cell that it stood on
    /// may be gone, or no longer be solid.
    pub(super) fn ground_and_carry(
        &self,
        last_ground: Option<MoverContact<D>>,
        shape: &impl Support<D::Vector>,
        start: D::Wide,
        carries: &impl Fn(&PlacedCollider<D>, u32) -> bool,
    ) -> (Option<MoverContact<D>>, Carry<D>) {
        let query = self.environment.query;
        let moved_by_parent =
            self.moved_by_new_parent(last_ground, start).unwrap_or(self.since_last_run.moved_by_parent);
        let before = start - moved_by_parent;
        let mut last_ground = last_ground;
        if self.since_last_run.was_teleported {
            let reach = f64::from(self.mover.skin) + self.settings.snap_distance;
            last_ground = last_ground.filter(|ground| {
                let distance = distance_before(query, ground, shape, before - start);
                distance.is_some_and(|distance| distance <= reach)
            });
        }
        let mut carry = Carry { ground: None, displacement: D::Wide::ZERO, rise: D::Wide::ZERO };
        let Some(ground) = last_ground.filter(|_| self.mover.rides_platforms) else {
            return (last_ground, carry);
        };
        let Some(collider) = query.get(ground.entity).filter(|collider| carries(collider, ground.part))
        else {
            return (last_ground, carry);
        };
        if let Some(moved) = PlatformMove::of(query.colliders(), collider) {
            let point = self.carried_point(before, &ground);
            carry.ground = Some((moved, point));
            if let Some(image) = carried::<D>(point, &moved.before, collider.affine()) {
                carry.displacement = image - point;
                if self.shares_root_with(collider.entity()) {
                    carry.displacement = carry.displacement - moved_by_parent;
                }
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

    /// Returns whether the character and its ground are below one root entity. The displacement by the parents is part of the
    /// motion of such a ground, and must not carry the character twice.
    fn shares_root_with(&self, ground: Entity) -> bool {
        self.root.is_some_and(|root| ground == root || (self.environment.is_below)(ground, root))
    }

    /// Returns the point of the ground that carries the character: straight below the origin of the character, at the height
    /// of the contact with the ground.
    fn carried_point(&self, origin: D::Wide, ground: &MoverContact<D>) -> D::Wide {
        origin + self.settings.up * (ground.point.widen() - origin).dot(self.settings.up)
    }

    /// Returns how far the character has been moved since it got a new parent, if the ground would have carried it just as far:
    /// then it became a child of its ground, or of what moves the ground, and is not to be carried again.
    fn moved_by_new_parent(&self, last_ground: Option<MoverContact<D>>, start: D::Wide) -> Option<D::Wide> {
        let before = self.since_last_run.before_new_parent?;
        let ground = last_ground?;
        let table = self.environment.query.colliders();
        let collider = table.get(ground.entity)?;
        let moved = PlatformMove::of(table, collider)?;
        let point = self.carried_point(before, &ground);
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
