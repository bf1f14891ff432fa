//! Ray casts against all colliders.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Vector};

use crate::collider::Dimension;
use crate::collider::bvh::AabbCast;
#[cfg(feature = "recorder")]
use crate::detection::RecordedQueryKind;
use crate::query::filter::{Admitted, QueryFilter};
use crate::query::hit::{QueryFn, QueryHit, VisitFlow};
use crate::query::{CollisionQuery, per_collider};

/// The point where a ray enters a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("raycast", "ray cast"))]
pub struct RayHit<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The point in world space.
    pub point: D::Vector,
    /// The outward unit normal of the collider at the point. For a ray that starts inside the collider, the
    /// direction of the shortest way out.
    pub normal: D::Vector,
    /// The distance of the point from the origin of the ray, in world units; 0 if the ray starts inside the collider.
    pub distance: f32,
    /// The index of the part of the collider: 0 if the collider is convex.
    pub part: u32,
    /// How the algorithm ended, and thus how reliable the result is.
    pub status: gjk::Status,
}

impl<D: Dimension> QueryHit for RayHit<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn key(&self) -> f32 {
        self.distance
    }
}

/// # Ray casts
/// A ray has a direction, a `Dir2` or a `Dir3`, and a maximum distance in world units, which may be [`f32::INFINITY`].
/// From one point to another, `Dir3::new_and_length(to - from)` returns both. Colliders are solid: a ray that starts
/// inside a collider hits it at distance 0. A ray with a NaN hits nothing.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a ray hits. Of several at the same distance, it is that of the entity with
    /// the lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim3::prelude::*, gjk::Vec3};
    /// use bevy_math::Dir3;
    ///
    /// fn look_down(query: CollisionQuery) {
    ///     if let Some(ground) = query.cast_ray(Vec3::Y, Dir3::NEG_Y, 10.0, &QueryFilter::ALL) {
    ///         println!("{} is {} below", ground.entity, ground.distance);
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(look_down);
    /// ```
    #[doc(alias("ray_cast", "raycast", "ray cast"))]
    pub fn cast_ray(
        &self,
        origin: D::Vector,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<RayHit<D>> {
        let direction = direction.into();
        let query = self.or_warn(prepare(origin, direction))?;
        let hit = self.first_hit(query, max_distance, filter.view());
        self.log_ray([origin, direction], max_distance, hit.as_ref());
        hit
    }

    /// Calls `visit` for every collider that a ray hits, in no particular order. Returning
    /// [`ControlFlow::Break`](core::ops::ControlFlow::Break) stops the query.
    pub fn cast_ray_each<F: VisitFlow>(
        &self,
        origin: D::Vector,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(RayHit<D>) -> F,
    ) {
        let direction = direction.into();
        if let Some(query) = self.or_warn(prepare(origin, direction)) {
            self.log_ray([origin, direction], max_distance, None);
            self.visit_hits(query, max_distance, filter.view(), |hit| {
                self.log_ray([origin, direction], max_distance, Some(&hit));
                visit(hit)
            });
        }
    }

    /// Replaces the content of `hits` with every collider that a ray hits, sorted by distance.
    pub fn cast_ray_all(
        &self,
        origin: D::Vector,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        hits: &mut Vec<RayHit<D>>,
    ) {
        hits.clear();
        let direction = direction.into();
        if let Some(query) = self.or_warn(prepare(origin, direction)) {
            self.all_hits(query, max_distance, filter.view(), hits);
            self.log_ray([origin, direction], max_distance, None);
            hits.iter().for_each(|hit| self.log_ray([origin, direction], max_distance, Some(hit)));
        }
    }

    /// Records a ray cast for the overlay, and for recordings.
    #[inline]
    fn log_ray(&self, _ray: [D::Vector; 2], _distance: f32, _hit: Option<&RayHit<D>>) {
        #[cfg(feature = "overlay")]
        if let Some(log) = &self.log {
            log.record_ray(_ray, _distance, _hit);
        }
        #[cfg(feature = "recorder")]
        {
            let hit = _hit.map(|hit| (hit.entity, hit.distance, [hit.point, hit.normal]));
            let bounds = || Some(Aabb { min: _ray[0], max: _ray[0] });
            self.note(RecordedQueryKind::Ray, bounds, _ray[1], _distance, hit);
        }
    }
}

/// Returns the query for AABBs and the one for colliders, or `None` if the ray is not finite.
pub(super) fn prepare<D: Dimension>(
    origin: D::Vector,
    direction: D::Vector,
) -> Option<(AabbCast, impl QueryFn<D, RayHit<D>>)> {
    let square = direction.dot(direction);
    if !(origin.is_finite() && square > 0.0 && square.is_finite()) {
        return None;
    }
    // A direction may have drifted from length one, as far as its type allows.
    let unit = direction * (1.0 / square.sqrt());
    let aabb_cast = AabbCast::new::<D>(&Aabb { min: origin, max: origin }, unit);
    Some((aabb_cast, move |collider: &Admitted<D>, limit| {
        let (part, hit) = per_collider::cast_ray(collider, &aabb_cast, [origin, direction], limit)?;
        let gjk::RayHit { point, normal, distance, status } = hit;
        Some(RayHit { entity: collider.collider.entity(), point, normal, distance, part, status })
    }))
}
