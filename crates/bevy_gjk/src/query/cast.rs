//! Shape casts: linear sweeps of a shape against all colliders.

use bevy_ecs::prelude::Entity;
use gjk::{Contact, Vector};

use crate::collider::Dimension;
use crate::collider::bvh::AabbCast;
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::QueryFilter;
use crate::query::hit::{QueryFn, QueryHit, VisitFlow};
use crate::query::shape::{QueryShape, aabb_of};
use crate::query::{CollisionQuery, per_collider};

/// The first touch of a moving shape and a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The time at which they touch, from 0 to the `max_time` of the query; 0 if they overlap at the start.
    pub time: f32,
    /// The contact at that time: `on_a` is on the shape as it is placed then, `on_b` on the collider, and the
    /// normal points from the shape to the collider. The depth is 0 unless they overlap at the start. For the normal of
    /// the face that was hit there is [`CollisionQuery::face_normal`].
    pub contact: Contact<D::Vector>,
    /// The index of the part of the collider: 0 if the collider is convex.
    pub part: u32,
}

impl<D: Dimension> QueryHit for CastHit<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn key(&self) -> f32 {
        self.time
    }
}

/// # Shape casts
/// A shape moves along a straight line from where it is [placed](gjk::Support::placed), at a velocity and up to a
/// time. If the velocity is the whole displacement, times go from 0 to 1; if it is a unit vector, such as a `Dir2` or a
/// `Dir3`, times are distances. Colliders stand still. A collider that overlaps the shape at the start is hit at time 0, even if the
/// shape moves away from it. A shape or a velocity with a NaN hits nothing.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a moving shape touches. Of several at the same time, it is that of the
    /// entity with the lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Support, Vec2};
    ///
    /// /// Returns the fraction of the displacement that is free.
    /// fn free(query: &CollisionQuery, from: Vec2, displacement: Vec2) -> f32 {
    ///     let ball = Circle::new(0.5).placed(Affine2::from_translation(from));
    ///     query.cast_shape(&ball, displacement, 1.0, &QueryFilter::ALL).map_or(1.0, |hit| hit.time)
    /// }
    /// ```
    #[doc(alias("shape_cast", "shape cast", "sweep"))]
    pub fn cast_shape(
        &self,
        shape: &impl QueryShape<D>,
        velocity: impl Into<D::Vector>,
        max_time: f32,
        filter: &QueryFilter,
    ) -> Option<CastHit<D>> {
        let velocity = velocity.into();
        let query = prepare(shape, velocity)?;
        let hit = self.first_hit(query, max_time, filter);
        self.log_cast(shape, velocity, max_time, hit.as_ref());
        hit
    }

    /// Calls `visit` for every collider that a moving shape touches, in no particular order. The shape passes
    /// through all of them. Returning [`ControlFlow::Break`](core::ops::ControlFlow::Break) stops the query.
    pub fn cast_shape_each<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        velocity: impl Into<D::Vector>,
        max_time: f32,
        filter: &QueryFilter,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        let velocity = velocity.into();
        if let Some(query) = prepare(shape, velocity) {
            self.log_cast(shape, velocity, max_time, None);
            self.visit_hits(query, max_time, filter, |hit| {
                self.log_cast(shape, velocity, max_time, Some(&hit));
                visit(hit)
            });
        }
    }

    /// Replaces the content of `hits` with every collider that a moving shape touches, sorted by time.
    pub fn cast_shape_all(
        &self,
        shape: &impl QueryShape<D>,
        velocity: impl Into<D::Vector>,
        max_time: f32,
        filter: &QueryFilter,
        hits: &mut Vec<CastHit<D>>,
    ) {
        hits.clear();
        let velocity = velocity.into();
        if let Some(query) = prepare(shape, velocity) {
            self.all_hits(query, max_time, filter, hits);
            self.log_cast(shape, velocity, max_time, None);
            hits.iter().for_each(|hit| self.log_cast(shape, velocity, max_time, Some(hit)));
        }
    }

    /// Computes the outward unit normal of the face of the collider that a cast has hit: of the triangle of a mesh or a
    /// height field, of the segment of a polyline, of the side of a box.
    ///
    /// | normal | what it is | points |
    /// |---|---|---|
    /// | `hit.contact.normal` | of the plane that separates the two when they touch; where the shape touches an edge or a vertex, any between those of the faces that meet there | from the shape to the collider |
    /// | `face_normal(&hit)` | of one face; of those that meet at the point, the one nearest to the contact's | out of the collider |
    ///
    /// In the interior of a face and on smooth surfaces, such as a sphere or an ellipsoid, the one is minus the other; so
    /// it is where a flat shape is hit exactly edge-on. Each part of a collider is considered by itself: at the seam
    /// of two tiles, the answer is a face of the one that was hit, its [`part`](CastHit::part). A triangle has two faces, and the
    /// one is meant on whose side the shape is. For a shape of your own, faces are found by its support function. See
    /// [`gjk::face_normal`] for the precision.
    ///
    /// It is computed when asked for, so that casts cost nothing more. The collider has to be where it was when it was
    /// hit; if it does not take part any more, the answer is minus the contact's normal.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::{Affine3A, Sphere, Support, Vec3};
    ///
    /// /// Returns whether a ball lands on ground that is not too steep, also where it lands on an edge of it.
    /// fn lands(query: &CollisionQuery, from: Vec3) -> bool {
    ///     let ball = Sphere::new(0.5).placed(Affine3A::from_translation(from));
    ///     let hit = query.cast_shape(&ball, Vec3::NEG_Y, 10.0, &QueryFilter::ALL);
    ///     hit.is_some_and(|hit| query.face_normal(&hit).y > 0.7)
    /// }
    /// ```
    #[doc(alias("surface normal", "impact normal", "normal2"))]
    pub fn face_normal(&self, hit: &CastHit<D>) -> D::Vector {
        let outward = -hit.contact.normal;
        let collider = self.get(hit.entity);
        let face = collider.and_then(|collider| collider.face_normal(hit.part, hit.contact.on_b, outward));
        face.unwrap_or(outward)
    }

    /// Records a shape cast for the overlay.
    #[inline]
    fn log_cast(
        &self,
        _shape: &dyn QueryShape<D>,
        _velocity: D::Vector,
        _time: f32,
        _hit: Option<&CastHit<D>>,
    ) {
        #[cfg(feature = "overlay")]
        if let Some(log) = &self.log {
            log.record_cast(_shape, _velocity, _time, _hit);
        }
    }
}

/// Returns the query for AABBs and the one for colliders, or `None` if the shape or the velocity is not finite.
fn prepare<D: Dimension>(
    shape: &dyn QueryShape<D>,
    velocity: D::Vector,
) -> Option<(AabbCast, impl QueryFn<D, CastHit<D>>)> {
    let bounds = aabb_of(shape).filter(|_| velocity.is_finite())?;
    let aabb_cast = AabbCast::new::<D>(&bounds, velocity);
    Some((aabb_cast, move |collider: &PlacedCollider<D>, limit| {
        let (part, hit) = per_collider::cast_shape(collider, shape, [velocity, D::Vector::ZERO], limit)?;
        Some(CastHit { entity: collider.entity(), time: hit.time, contact: hit.contact, part })
    }))
}
