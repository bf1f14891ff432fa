//! Queries that see shapes beside the colliders: those of entities that no run has read yet.

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::query::filter::{Admitted, FilterView, QueryFilter};
use crate::query::hit::QueryHit;
use crate::query::shape::{PlacedShape, QueryShape, aabb_of};
use crate::query::{CastHit, CollisionQuery, Nearby, RayHit, cast, nearest, per_collider, ray};

/// A [`CollisionQuery`] that also sees shapes that are given to it: see [`CollisionQuery::with_shapes`].
#[derive(Clone, Copy)]
pub struct QueryWithShapes<'q, D: Dimension> {
    query: &'q CollisionQuery<'q, D>,
    shapes: &'q [PlacedShape<D>],
}

impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns queries that see all colliders and these shapes. With the shapes of what it has spawned, one system can
    /// place many things beside each other. Each query tests all the shapes one by one, so give tens of them, not
    /// thousands.
    ///
    /// A filter sees a shape with the entity that it [names](PlacedShape::for_entity), in all layers.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn plant(query: CollisionQuery, mut commands: Commands) {
    ///     let mut planted = Vec::new();
    ///     for x in 0..20 {
    ///         let (tree, place) = (Collider::circle(1.0), Transform::from_xyz(x as f32, 0.0, 0.0));
    ///         let Ok(shape) = tree.placed(place) else { continue };
    ///         if !query.with_shapes(&planted).intersects(&shape, &QueryFilter::ALL) {
    ///             let entity = commands.spawn((tree, place)).id();
    ///             planted.push(shape.for_entity(entity));
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(plant);
    /// ```
    pub fn with_shapes<'q>(&'q self, shapes: &'q [PlacedShape<D>]) -> QueryWithShapes<'q, D> {
        QueryWithShapes { query: self, shapes }
    }
}

impl<D: Dimension> QueryWithShapes<'_, D> {
    /// Returns the first hit of a ray: see [`CollisionQuery::cast_ray`]. Of several at the same distance, that of a
    /// collider comes first, then that of the first shape in the list.
    pub fn cast_ray(
        &self,
        origin: D::Vector,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<RayHit<D>> {
        let first = self.query.cast_ray(origin, direction, max_distance, filter);
        let (_, query) = ray::prepare(origin, direction.into())?;
        self.first(first, max_distance, filter.view(), query)
    }

    /// Returns the first touch of a moving shape: see [`CollisionQuery::cast_shape`].
    pub fn cast_shape(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<CastHit<D>> {
        let first = self.query.cast_shape(shape, direction, max_distance, filter);
        let (_, query) = cast::prepare(aabb_of(shape), shape, direction.into())?;
        self.first(first, max_distance, filter.view(), query)
    }

    /// Returns what is nearest to a shape: see [`CollisionQuery::nearest`].
    pub fn nearest(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<Nearby<D>> {
        let first = self.query.nearest(shape, max_distance, filter);
        let (_, query) = nearest::prepare(aabb_of(shape), shape)?;
        self.first(first, max_distance, filter.view(), query)
    }

    /// Returns whether a shape intersects anything: see [`CollisionQuery::intersects`].
    pub fn intersects(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> bool {
        let (view, colliders) = (filter.view(), self.query.colliders());
        let passes = view.test(colliders);
        let mut shapes = self.shapes.iter().filter(|other| passes(&other.0));
        self.query.intersects(shape, filter)
            || shapes.any(|other| per_collider::intersects(&view.admit(&other.0, colliders), shape))
    }

    /// Returns the first one of a hit of the colliders and those of the shapes that the filter lets through.
    fn first<T: QueryHit>(
        &self,
        mut first: Option<T>,
        max: f32,
        filter: FilterView,
        query: impl Fn(&Admitted<D>, f32) -> Option<T>,
    ) -> Option<T> {
        let colliders = self.query.colliders();
        let passes = filter.test(colliders);
        for PlacedShape(shape) in self.shapes.iter().filter(|shape| passes(&shape.0)) {
            let limit = first.as_ref().map_or(max, T::key);
            let hit = query(&filter.admit(shape, colliders), limit);
            first = match (first, hit) {
                (Some(first), Some(hit)) if hit.key() >= first.key() => Some(first),
                (first, hit) => hit.or(first),
            };
        }
        first
    }
}
