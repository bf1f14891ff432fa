//! What is where.

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Contact, Point, Vector};

use super::shape::around;
use crate::broad_phase::AabbDistance;
use crate::collider::Dimension;
use crate::proxies::PlacedCollider;
use crate::query::answer::VisitFlow;
use crate::query::filter::QueryFilter;
use crate::query::shape::QueryShape;
use crate::query::{CollisionQuery, ask};

/// # What is where
/// Sets are closed: touching counts, to within half a millionth of the size of the two. What has a NaN meets
/// nothing. Visitors see each collider once, in no order, and may stop by giving back a
/// [`ControlFlow::Break`](core::ops::ControlFlow::Break).
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Whether a shape meets any collider.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Rectangle, Support, Vec2};
    ///
    /// fn is_free(query: &CollisionQuery, at: Vec2) -> bool {
    ///     let house = Rectangle::new(4.0, 3.0).placed(Affine2::from_translation(at));
    ///     !query.intersects(&house, &QueryFilter::ALL)
    /// }
    /// ```
    pub fn intersects(&self, shape: &impl QueryShape<D>, filter: &QueryFilter) -> bool {
        let mut any = false;
        self.intersections_with_shape(shape, filter, |_| {
            any = true;
            core::ops::ControlFlow::Break(())
        });
        any
    }

    /// Shows every entity whose collider meets a shape to a visitor.
    pub fn intersections_with_shape<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter,
        visit: impl FnMut(Entity) -> F,
    ) {
        self.meeting(
            shape,
            filter,
            |collider| ask::intersects(collider, shape).then_some(collider.entity()),
            visit,
        );
    }

    /// Shows every entity whose collider meets a shape to a visitor, and how: `on_a` is on the shape, and the
    /// normal points from it to the collider.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::{Affine3A, Sphere, Support, Vec3};
    ///
    /// /// The way out of all walls, if there is room.
    /// fn pushed_out(query: &CollisionQuery, mut at: Vec3) -> Vec3 {
    ///     let ball = Sphere::new(0.5).placed(Affine3A::from_translation(at));
    ///     query.contacts_with_shape(&ball, &QueryFilter::ALL, |_wall, contact| {
    ///         at -= contact.normal * contact.depth;
    ///     });
    ///     at
    /// }
    /// ```
    pub fn contacts_with_shape<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter,
        mut visit: impl FnMut(Entity, Contact<D::Vector>) -> F,
    ) {
        let ask = |collider: &PlacedCollider<D>| Some((collider.entity(), ask::contact(collider, shape)?.1));
        self.meeting(shape, filter, ask, |(entity, contact)| visit(entity, contact));
    }

    /// Shows every entity whose collider contains a point to a visitor.
    pub fn intersections_with_point<F: VisitFlow>(
        &self,
        point: D::Vector,
        filter: &QueryFilter,
        visit: impl FnMut(Entity) -> F,
    ) {
        self.intersections_with_shape(&Point::new([point]), filter, visit);
    }

    /// Whether the collider of an entity contains a point.
    pub fn contains(&self, entity: Entity, point: D::Vector) -> bool {
        self.get(entity).is_some_and(|collider| ask::intersects(collider, &Point::new([point])))
    }

    /// An entity whose collider contains a point; of several, that with the lowest index.
    pub fn containing(&self, point: D::Vector, filter: &QueryFilter) -> Option<Entity> {
        let mut first: Option<Entity> = None;
        self.intersections_with_point(point, filter, |entity| {
            if first.is_none_or(|first| {
                crate::contacts::entity_order(entity) < crate::contacts::entity_order(first)
            }) {
                first = Some(entity);
            }
        });
        first
    }

    /// Shows every collider whose [box](PlacedCollider::bounds) meets this one to a visitor: a first, quick
    /// choice. What is exactly within a box, a rectangle or cuboid of its place and size tells.
    pub fn intersections_with_aabb<F: VisitFlow>(
        &self,
        bounds: &Aabb<D::Vector>,
        filter: &QueryFilter,
        mut visit: impl FnMut(&PlacedCollider<D>) -> F,
    ) {
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return;
        }
        self.search(&AabbDistance::new::<D>(bounds), 0.0, filter, |collider, limit| {
            let goes_on = !collider.bounds().overlaps(bounds) || visit(collider).goes_on();
            if goes_on { limit } else { -1.0 }
        });
    }

    fn meeting<T, F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter,
        ask: impl Fn(&PlacedCollider<D>) -> Option<T>,
        visit: impl FnMut(T) -> F,
    ) {
        if let Some(bounds) = around(shape) {
            self.each(&AabbDistance::new::<D>(&bounds), 0.0, filter, |collider, _| ask(collider), visit);
        }
    }
}
