//! Shape casts: linear sweeps of a shape against all colliders.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Cast, Vector};

use crate::collider::Dimension;
use crate::collider::bvh::AabbCast;
#[cfg(feature = "recorder")]
use crate::detection::RecordedQueryKind;
use crate::detection::narrow_phase::Answer;
use crate::query::filter::{Admitted, QueryFilter};
use crate::query::hit::{QueryFn, QueryHit, VisitFlow};
use crate::query::shape::QueryShape;
#[cfg(feature = "recorder")]
use crate::query::shape::aabb_of;
use crate::query::{CollisionQuery, per_collider};

/// The first touch of a moving shape and a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("shapecast", "time of impact"))]
pub struct CastHit<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The point of the collider where they touch. If they overlap at the start, its point that is deepest in the
    /// shape.
    pub point: D::Vector,
    /// The unit normal at which they touch, out of the collider and towards the shape. At an edge or a vertex it lies
    /// between the normals of the faces that meet there; [`CollisionQuery::face_normal`] is that of a face.
    pub normal: D::Vector,
    /// How far the shape has come when they touch, in world units; 0 if they overlap at the start.
    pub distance: f32,
    /// How deep they overlap at the start, else 0: the shape moved by `normal * depth` just touches the collider.
    pub depth: f32,
    /// The index of the part of the collider: 0 if the collider is convex.
    pub part: u32,
    /// How the algorithm ended, and thus how reliable the result is.
    pub status: gjk::Status,
}

impl<D: Dimension> CastHit<D> {
    /// Creates the hit of a shape that was cast along a unit vector, from the contact, whose normal points from the
    /// shape to the collider.
    pub(super) fn new(entity: Entity, part: u32, Cast { time, contact }: Cast<D::Vector>) -> Self {
        Self {
            entity,
            point: contact.on_b,
            normal: -contact.normal,
            distance: time,
            depth: contact.depth,
            part,
            status: contact.status,
        }
    }
}

impl<D: Dimension> Answer for CastHit<D> {
    fn key(&self) -> (f32, f32) {
        (self.distance, -self.depth)
    }
}

impl<D: Dimension> QueryHit for CastHit<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn key(&self) -> f32 {
        self.distance
    }
}

/// # Shape casts
/// A shape moves along a straight line from where it is [placed](gjk::Support::placed), in a direction, a `Dir2` or a
/// `Dir3`, and up to a distance in world units. Of a displacement, `Dir2::new_and_length(displacement)` returns both.
/// Colliders stand still. A collider that overlaps the shape at the start is hit at distance 0, even if the shape moves
/// away from it. A shape with a NaN hits nothing. Where both move, use
/// [`PairQuery::cast`](crate::queries::PairQuery::cast).
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a moving shape touches. Of several at the same distance, it is that of the
    /// entity with the lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Support, Vec2};
    /// use bevy_math::Dir2;
    ///
    /// /// Returns how far a ball can go.
    /// fn free_way(query: &CollisionQuery, from: Vec2, direction: Dir2, way: f32) -> f32 {
    ///     let ball = Circle::new(0.5).placed(Affine2::from_translation(from));
    ///     query.cast_shape(&ball, direction, way, &QueryFilter::ALL).map_or(way, |hit| hit.distance)
    /// }
    /// ```
    #[doc(alias("shape_cast", "shape cast", "sweep"))]
    pub fn cast_shape(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<CastHit<D>> {
        let direction = direction.into();
        let query = prepare(self.bounds_of(shape), shape, direction)?;
        let hit = self.first_hit(query, max_distance, filter.view());
        self.log_cast(shape, direction, max_distance, hit.as_ref());
        hit
    }

    /// Calls `visit` for every collider that a moving shape touches, in no particular order. The shape passes
    /// through all of them. Returning [`ControlFlow::Break`](core::ops::ControlFlow::Break) stops the query.
    pub fn cast_shape_each<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        let direction = direction.into();
        if let Some(query) = prepare(self.bounds_of(shape), shape, direction) {
            self.log_cast(shape, direction, max_distance, None);
            self.visit_hits(query, max_distance, filter.view(), |hit| {
                self.log_cast(shape, direction, max_distance, Some(&hit));
                visit(hit)
            });
        }
    }

    /// Replaces the content of `hits` with every collider that a moving shape touches, sorted by distance.
    pub fn cast_shape_all(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        hits: &mut Vec<CastHit<D>>,
    ) {
        hits.clear();
        let direction = direction.into();
        if let Some(query) = prepare(self.bounds_of(shape), shape, direction) {
            self.all_hits(query, max_distance, filter.view(), hits);
            self.log_cast(shape, direction, max_distance, None);
            hits.iter().for_each(|hit| self.log_cast(shape, direction, max_distance, Some(hit)));
        }
    }

    /// Computes the outward unit normal of the face of the collider that a cast has hit: of the triangle of a mesh or a
    /// height field, of the segment of a polyline, of the side of a box.
    ///
    /// | normal | what it is |
    /// |---|---|
    /// | `hit.normal` | of the plane that separates the two when they touch; where the shape touches an edge or a vertex, any between those of the faces that meet there |
    /// | `face_normal(&hit)` | of one face; of those that meet at the point, the one nearest to `hit.normal`. [`CastHit::face`] says which it is |
    ///
    /// Both point out of the collider. In the interior of a face and on smooth surfaces, such as a sphere or an
    /// ellipsoid, they are the same; so they are where a flat shape is hit exactly edge-on. Each part of a collider is
    /// considered by itself: at the seam of two tiles, the answer is a face of the one that was hit, its
    /// [`part`](CastHit::part). A triangle has two faces, and the one is meant on whose side the shape is. For a shape
    /// of your own, faces are found by its support function. See [`gjk::face_normal`] for the precision.
    ///
    /// It is computed only when you ask for it, so casts cost nothing more. The collider has to be where it was when it
    /// was hit. If it no longer takes part, the answer is `hit.normal`.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::{Affine3A, Sphere, Support, Vec3};
    /// use bevy_math::Dir3;
    ///
    /// /// Returns whether a ball lands on ground that is not too steep, also where it lands on an edge of it.
    /// fn lands(query: &CollisionQuery, from: Vec3) -> bool {
    ///     let ball = Sphere::new(0.5).placed(Affine3A::from_translation(from));
    ///     let hit = query.cast_shape(&ball, Dir3::NEG_Y, 10.0, &QueryFilter::ALL);
    ///     hit.is_some_and(|hit| query.face_normal(&hit).y > 0.7)
    /// }
    /// ```
    #[doc(alias("surface normal", "impact normal", "normal2"))]
    pub fn face_normal(&self, hit: &CastHit<D>) -> D::Vector {
        let collider = self.get(hit.entity);
        let face = collider.and_then(|collider| collider.face_normal(hit.part, hit.point, hit.normal));
        face.unwrap_or(hit.normal)
    }

    /// Records a shape cast for the overlay, and for recordings.
    #[inline]
    fn log_cast(
        &self,
        _shape: &dyn QueryShape<D>,
        _direction: D::Vector,
        _distance: f32,
        _hit: Option<&CastHit<D>>,
    ) {
        #[cfg(feature = "overlay")]
        if let Some(log) = &self.log {
            log.record_cast(_shape, _direction, _distance, _hit);
        }
        #[cfg(feature = "recorder")]
        {
            let hit = _hit.map(|hit| (hit.entity, hit.distance, [hit.point, hit.normal]));
            self.note(RecordedQueryKind::Cast, || aabb_of(_shape), _direction, _distance, hit);
        }
    }
}

/// Returns the query for AABBs and the one for colliders, or `None` if the shape or the direction is not finite.
pub(super) fn prepare<D: Dimension>(
    bounds: Option<Aabb<D::Vector>>,
    shape: &dyn QueryShape<D>,
    direction: D::Vector,
) -> Option<(AabbCast, impl QueryFn<D, CastHit<D>>)> {
    let bounds = bounds.filter(|_| direction.is_finite())?;
    let aabb_cast = AabbCast::new::<D>(&bounds, direction);
    Some((aabb_cast, move |collider: &Admitted<D>, limit| {
        let (part, hit) = per_collider::cast_shape(collider, shape, [direction, D::Vector::ZERO], limit)?;
        Some(CastHit::new(collider.collider.entity(), part, hit))
    }))
}
