//! Rays.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Vector};

use crate::broad_phase::AabbCast;
use crate::collider::Dimension;
use crate::proxies::PlacedCollider;
use crate::query::answer::{Answer, Ask, VisitFlow};
use crate::query::filter::QueryFilter;
use crate::query::{CollisionQuery, ask};

/// Where a ray enters a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<D: Dimension> {
    /// Whose collider it is.
    pub entity: Entity,
    /// The point, in the world.
    pub point: D::Vector,
    /// The unit normal of the collider there, towards the outside. For a ray that starts within it, the
    /// shortest way out.
    pub normal: D::Vector,
    /// How far the point is from the origin of the ray, in the units of the world; 0 if the ray starts within
    /// the collider.
    pub distance: f32,
    /// Which part of the collider it is: 0 if it is a single one.
    pub part: u32,
    /// How far the answer can be trusted.
    pub status: gjk::Status,
}

impl<D: Dimension> Answer for RayHit<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn measure(&self) -> f32 {
        self.distance
    }
}

/// # Rays
/// A ray has a direction of any length but zero, and reaches up to a distance in the units of the world, which
/// may be [`f32::INFINITY`]. Colliders are solid: one in which the ray starts is hit at distance 0. A ray with
/// a NaN hits nothing.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// The first collider that a ray hits. Of several at the same distance, that of the entity with the lowest
    /// index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim3::prelude::*, gjk::Vec3};
    ///
    /// fn look_down(query: CollisionQuery) {
    ///     if let Some(ground) = query.cast_ray(Vec3::Y, Vec3::NEG_Y, 10.0, &QueryFilter::ALL) {
    ///         println!("{} is {} below", ground.entity, ground.distance);
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(look_down);
    /// ```
    pub fn cast_ray(
        &self,
        origin: D::Vector,
        direction: impl Into<D::Vector>,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<RayHit<D>> {
        let direction = direction.into();
        let (reach, ask) = question(origin, direction)?;
        let hit = self.best(&reach, max_distance, filter, ask);
        self.note_ray([origin, direction], max_distance, hit.as_ref());
        hit
    }

    /// Shows every collider that a ray hits, in no order, to a visitor, which may stop by giving back a
    /// [`ControlFlow::Break`](core::ops::ControlFlow::Break).
    pub fn cast_ray_each<F: VisitFlow>(
        &self,
        origin: D::Vector,
        direction: impl Into<D::Vector>,
        max_distance: f32,
        filter: &QueryFilter,
        mut visit: impl FnMut(RayHit<D>) -> F,
    ) {
        let direction = direction.into();
        if let Some((reach, ask)) = question(origin, direction) {
            self.note_ray([origin, direction], max_distance, None);
            self.each(&reach, max_distance, filter, ask, |hit| {
                self.note_ray([origin, direction], max_distance, Some(&hit));
                visit(hit)
            });
        }
    }

    /// Every collider that a ray hits, the first one first, in place of what `hits` held.
    pub fn cast_ray_all(
        &self,
        origin: D::Vector,
        direction: impl Into<D::Vector>,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut Vec<RayHit<D>>,
    ) {
        hits.clear();
        let direction = direction.into();
        if let Some((reach, ask)) = question(origin, direction) {
            self.all(&reach, max_distance, filter, ask, hits);
            self.note_ray([origin, direction], max_distance, None);
            hits.iter().for_each(|hit| self.note_ray([origin, direction], max_distance, Some(hit)));
        }
    }

    /// Lets the overlay show it.
    #[inline]
    fn note_ray(&self, _ray: [D::Vector; 2], _distance: f32, _hit: Option<&RayHit<D>>) {
        #[cfg(feature = "overlay")]
        if let Some(log) = &self.log {
            log.ray(_ray, _distance, _hit);
        }
    }
}

/// Where to look, and what to ask; nothing for what is no ray.
fn question<D: Dimension>(
    origin: D::Vector,
    direction: D::Vector,
) -> Option<(AabbCast, impl Ask<D, RayHit<D>>)> {
    let is_ray = origin.is_finite() && direction.is_finite() && direction != D::Vector::ZERO;
    if !is_ray {
        return None;
    }
    // To unit length, from where squares stay in range.
    let scaled = direction * (1.0 / direction.max(-direction).max_element().clamp(1e-37, 1e37));
    let unit = scaled * (1.0 / scaled.dot(scaled).sqrt());
    let reach = AabbCast::new::<D>(&Aabb { min: origin, max: origin }, unit);
    Some((reach, move |collider: &PlacedCollider<D>, limit| {
        let (part, hit) = ask::ray(collider, &reach, [origin, direction], limit)?;
        let gjk::RayHit { point, normal, distance, status } = hit;
        Some(RayHit { entity: collider.entity(), point, normal, distance, part, status })
    }))
}
