//! Nearest-neighbor queries.

use bevy_ecs::prelude::Entity;
#[cfg(feature = "recorder")]
use gjk::Vector;
use gjk::{Aabb, ClosestPoints, Contact, Status};

use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
#[cfg(feature = "recorder")]
use crate::detection::RecordedQueryKind;
use crate::query::filter::{Admitted, QueryFilter};
use crate::query::hit::{QueryFn, QueryHit, VisitFlow};
use crate::query::shape::QueryShape;
#[cfg(feature = "recorder")]
use crate::query::shape::aabb_of;
use crate::query::{CollisionQuery, per_collider};

/// The distance of a collider to a shape or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearby<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The distance of the two; 0 if they touch.
    pub distance: f32,
    /// The point of the shape that is nearest to the collider, or if they touch, the one deepest inside it.
    pub on_shape: D::Vector,
    /// The point of the collider that is nearest to the shape, or if they touch, the one deepest inside it.
    pub on_collider: D::Vector,
    /// The unit normal of the collider's surface, from the collider to the shape. If they touch, the direction of the
    /// shortest way of the shape out of the collider.
    pub normal: D::Vector,
    /// The index of the part of the collider: 0 if the collider is convex.
    pub part: u32,
    /// How the algorithm ended, and thus how reliable the result is.
    pub status: Status,
}

impl<D: Dimension> Nearby<D> {
    /// Creates the answer about a part that the shape touches, from the contact, whose normal points from the shape to
    /// the part.
    pub(super) fn touching(entity: Entity, part: u32, contact: &Contact<D::Vector>) -> Self {
        let &Contact { on_a, on_b, normal, status, .. } = contact;
        Self { entity, distance: 0.0, on_shape: on_a, on_collider: on_b, normal: -normal, part, status }
    }

    /// Creates the answer about a part that the shape does not touch, from the closest points of the two.
    pub(super) fn apart(entity: Entity, part: u32, closest: ClosestPoints<D::Vector>) -> Self {
        let ClosestPoints { on_a, on_b, normal, distance, status } = closest;
        Self { entity, distance, on_shape: on_a, on_collider: on_b, normal: -normal, part, status }
    }
}

impl<D: Dimension> QueryHit for Nearby<D> {
    fn entity(&self) -> Entity {
        self.entity
    }
    fn key(&self) -> f32 {
        self.distance
    }
}

/// # Nearest colliders
/// For a point, use a [`gjk::Point`] as the shape. The maximum distance may be [`f32::INFINITY`]; a smaller one is
/// faster. Colliders that touch the shape are at distance 0.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the collider that is nearest to a shape. Of several at the same distance, it is that of the entity
    /// with the lowest index.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Point, Vec2};
    ///
    /// fn snap(query: &CollisionQuery, mouse: Vec2) -> Vec2 {
    ///     let nearest = query.nearest(&Point::new([mouse]), 8.0, &QueryFilter::ALL);
    ///     nearest.map_or(mouse, |nearest| nearest.on_collider)
    /// }
    /// ```
    pub fn nearest(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<Nearby<D>> {
        let query = prepare(self.bounds_of(shape), shape)?;
        let nearest = self.first_hit(query, max_distance, filter.view());
        self.note_nearest(shape, max_distance, nearest.as_ref());
        nearest
    }

    /// Calls `visit` for every collider within a distance of a shape, in no particular order. Returning
    /// [`ControlFlow::Break`](core::ops::ControlFlow::Break) stops the query.
    pub fn nearest_each<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(Nearby<D>) -> F,
    ) {
        if let Some(query) = prepare(self.bounds_of(shape), shape) {
            self.note_nearest(shape, max_distance, None);
            self.visit_hits(query, max_distance, filter.view(), |nearby| {
                self.note_nearest(shape, max_distance, Some(&nearby));
                visit(nearby)
            });
        }
    }

    /// Replaces the content of `nearest` with the at most `count` colliders that are nearest to a shape, sorted by
    /// distance.
    pub fn nearest_n(
        &self,
        shape: &impl QueryShape<D>,
        count: usize,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        nearest: &mut Vec<Nearby<D>>,
    ) {
        nearest.clear();
        if let Some(query) = prepare(self.bounds_of(shape), shape) {
            self.first_n_hits(query, max_distance, filter.view(), count, nearest);
            self.note_nearest(shape, max_distance, None);
            nearest.iter().for_each(|nearby| self.note_nearest(shape, max_distance, Some(nearby)));
        }
    }

    /// Notes a question and an answer for recordings.
    #[inline]
    fn note_nearest(&self, _shape: &dyn QueryShape<D>, _max_distance: f32, _nearest: Option<&Nearby<D>>) {
        #[cfg(feature = "recorder")]
        {
            let hit =
                _nearest.map(|nearby| (nearby.entity, nearby.distance, [nearby.on_collider, nearby.normal]));
            self.note(RecordedQueryKind::Nearest, || aabb_of(_shape), D::Vector::ZERO, _max_distance, hit);
        }
    }
}

/// Returns the query for AABBs and the one for colliders, or `None` if the shape is not finite.
pub(super) fn prepare<D: Dimension>(
    bounds: Option<Aabb<D::Vector>>,
    shape: &dyn QueryShape<D>,
) -> Option<(AabbDistance, impl QueryFn<D, Nearby<D>>)> {
    let aabb_query = AabbDistance::new::<D>(&bounds?);
    Some((aabb_query, move |collider: &Admitted<D>, limit| per_collider::nearest(collider, shape, limit)))
}
