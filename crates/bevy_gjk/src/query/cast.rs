//! Shapes that move.

use bevy_ecs::prelude::Entity;
use gjk::{Contact, Vector};

use super::shape::around;
use crate::broad_phase::AabbCast;
use crate::collider::Dimension;
use crate::proxies::PlacedCollider;
use crate::query::answer::{Answer, Ask, VisitFlow};
use crate::query::filter::QueryFilter;
use crate::query::shape::QueryShape;
use crate::query::{CollisionQuery, ask};

/// How a shape that moves first touches a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit<D: Dimension> {
    /// Whose collider it is.
    pub entity: Entity,
    /// When they touch; 0 if they meet from the start.
    pub time: f32,
    /// How they touch then: `on_a` is on the shape as it stands at that time, `on_b` on the collider, and the
    /// normal points from the shape to the collider. The depth is 0, unless they overlap from the start.
    pub contact: Contact<D::Vector>,
    /// Which part of the collider it is: 0 if it is a single one.
    pub part: u32,
}

impl<D: Dimension> Answer for CastHit<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn measure(&self) -> f32 {
        self.time
    }
}

/// # Shapes that move
/// A shape moves along a straight line, from where it is [placed](gjk::Support::placed), at a velocity and up
/// to a time: with the whole way as the velocity the time goes from 0 to 1, and with a unit direction it is a
/// distance. Colliders stand still. Those that the shape meets from the start are touched at time 0, even
/// where it leaves them. What has a NaN touches nothing.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// The first collider that a shape touches on its way. Of several at the same time, that of the entity with
    /// the lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Support, Vec2};
    ///
    /// /// How much of the way is free.
    /// fn free(query: &CollisionQuery, from: Vec2, way: Vec2) -> f32 {
    ///     let ball = Circle::new(0.5).placed(Affine2::from_translation(from));
    ///     query.cast_shape(&ball, way, 1.0, &QueryFilter::ALL).map_or(1.0, |hit| hit.time)
    /// }
    /// ```
    pub fn cast_shape(
        &self,
        shape: &impl QueryShape<D>,
        velocity: D::Vector,
        max_time: f32,
        filter: &QueryFilter,
    ) -> Option<CastHit<D>> {
        let (reach, ask) = question(shape, velocity)?;
        let hit = self.best(&reach, max_time, filter, ask);
        self.note_cast(shape, velocity, max_time, hit.as_ref());
        hit
    }

    /// Shows every collider that a shape touches on its way, in no order, to a visitor, which may stop by
    /// giving back a [`ControlFlow::Break`](core::ops::ControlFlow::Break). None of them holds it up.
    pub fn cast_shape_each<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        velocity: D::Vector,
        max_time: f32,
        filter: &QueryFilter,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        if let Some((reach, ask)) = question(shape, velocity) {
            self.note_cast(shape, velocity, max_time, None);
            self.each(&reach, max_time, filter, ask, |hit| {
                self.note_cast(shape, velocity, max_time, Some(&hit));
                visit(hit)
            });
        }
    }

    /// Every collider that a shape touches on its way, the first one first, in place of what `hits` held.
    pub fn cast_shape_all(
        &self,
        shape: &impl QueryShape<D>,
        velocity: D::Vector,
        max_time: f32,
        filter: &QueryFilter,
        hits: &mut Vec<CastHit<D>>,
    ) {
        hits.clear();
        if let Some((reach, ask)) = question(shape, velocity) {
            self.all(&reach, max_time, filter, ask, hits);
            self.note_cast(shape, velocity, max_time, None);
            hits.iter().for_each(|hit| self.note_cast(shape, velocity, max_time, Some(hit)));
        }
    }

    /// Lets the overlay show it.
    #[inline]
    fn note_cast(
        &self,
        _shape: &dyn QueryShape<D>,
        _velocity: D::Vector,
        _time: f32,
        _hit: Option<&CastHit<D>>,
    ) {
        #[cfg(feature = "overlay")]
        if let Some(log) = &self.log {
            log.cast(_shape, _velocity, _time, _hit);
        }
    }
}

/// Where to look, and what to ask; nothing for what has no place.
fn question<D: Dimension>(
    shape: &dyn QueryShape<D>,
    velocity: D::Vector,
) -> Option<(AabbCast, impl Ask<D, CastHit<D>>)> {
    let bounds = around(shape).filter(|_| velocity.is_finite())?;
    let reach = AabbCast::new::<D>(&bounds, velocity);
    Some((reach, move |collider: &PlacedCollider<D>, limit| {
        let (part, hit) = ask::cast(collider, shape, [velocity, D::Vector::ZERO], limit)?;
        Some(CastHit { entity: collider.entity(), time: hit.time, contact: hit.contact, part })
    }))
}
