//! Overlap queries: the colliders that touch a shape, contain a point, or have an AABB that overlaps a given one.

use bevy_ecs::prelude::Entity;
#[cfg(feature = "recorder")]
use gjk::Vector;
use gjk::{Aabb, Contact, Point};

use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
#[cfg(feature = "recorder")]
use crate::detection::RecordedQueryKind;
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::{Admitted, QueryFilter};
use crate::query::hit::VisitFlow;
use crate::query::shape::QueryShape;
use crate::query::{CollisionQuery, per_collider};

/// # Overlap tests
/// Shapes are closed sets: shapes that just touch intersect, to within half a millionth of the size of the two. A
/// shape with a NaN intersects nothing. Visitors are called once for each collider, in no particular order;
/// returning [`ControlFlow::Break`](core::ops::ControlFlow::Break) stops the query.
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns whether a shape intersects any collider.
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
    #[doc(alias = "overlap")]
    pub fn intersects(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> bool {
        let mut any = false;
        self.intersections_with_shape(shape, filter, |_| {
            any = true;
            core::ops::ControlFlow::Break(())
        });
        any
    }

    /// Calls `visit` for every entity whose collider intersects a shape.
    #[doc(alias = "overlap")]
    pub fn intersections_with_shape<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        visit: impl FnMut(Entity) -> F,
    ) {
        self.visit_overlapping(
            shape,
            filter,
            |collider| per_collider::intersects(collider, shape).then_some(collider.collider.entity()),
            |&entity| entity,
            visit,
        );
    }

    /// Calls `visit` for every entity whose collider intersects a shape, with the contact of the pair:
    /// `on_a` is on the shape, `on_b` on the collider, and the normal points from the shape to the collider.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::{Affine3A, Sphere, Support, Vec3};
    ///
    /// /// Returns what an explosion reaches, each with its point deepest in the blast.
    /// fn blast(query: &CollisionQuery, at: Vec3) -> Vec<(Entity, Vec3)> {
    ///     let blast = Sphere::new(5.0).placed(Affine3A::from_translation(at));
    ///     let mut hit = Vec::new();
    ///     query.contacts_with_shape(&blast, &QueryFilter::ALL, |entity, contact| hit.push((entity, contact.on_b)));
    ///     hit
    /// }
    /// ```
    ///
    /// The depths of several contacts do not add up to a way out: two tiles side by side would push twice. To push a
    /// shape out of what it overlaps, use [`depenetrate`](Self::depenetrate).
    #[doc(alias = "penetration")]
    pub fn contacts_with_shape<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(Entity, Contact<D::Vector>) -> F,
    ) {
        let query = |collider: &Admitted<D>| {
            Some((collider.collider.entity(), per_collider::contact(collider, shape)?.1))
        };
        self.visit_overlapping(shape, filter, query, |hit| hit.0, |(entity, contact)| visit(entity, contact));
    }

    /// Calls `visit` for every entity whose collider contains a point.
    #[doc(alias("mouse", "pick"))]
    pub fn intersections_with_point<F: VisitFlow>(
        &self,
        point: D::Vector,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        visit: impl FnMut(Entity) -> F,
    ) {
        self.intersections_with_shape(&Point::new([point]), filter, visit);
    }

    /// Returns whether the collider of an entity contains a point.
    pub fn contains(&self, entity: Entity, point: D::Vector) -> bool {
        self.get(entity)
            .is_some_and(|collider| per_collider::intersects(&collider.into(), &Point::new([point])))
    }

    /// Returns an entity whose collider contains a point; of several, the one with the lowest index.
    #[doc(alias("mouse", "pick"))]
    pub fn containing(
        &self,
        point: D::Vector,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<Entity> {
        let mut first: Option<Entity> = None;
        self.intersections_with_point(point, filter, |entity| {
            let order = |entity| self.colliders().order_of(entity);
            if first.is_none_or(|first| order(entity) < order(first)) {
                first = Some(entity);
            }
        });
        first
    }

    /// Calls `visit` for every collider whose [AABB](PlacedCollider::bounds) overlaps this one, without testing its
    /// shape. Bounds may be infinite: from negative to positive infinity, all colliders are found. To test the shapes,
    /// use [`intersections_with_shape`](Self::intersections_with_shape) with a rectangle or a cuboid.
    #[doc(alias("AABB", "overlap"))]
    pub fn intersections_with_aabb<F: VisitFlow>(
        &self,
        bounds: &Aabb<D::Vector>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(&PlacedCollider<D>) -> F,
    ) {
        let is_nan = |corner| D::coordinates(corner).iter().any(|at| at.is_nan());
        if is_nan(bounds.min) || is_nan(bounds.max) {
            return;
        }
        self.note_overlap(bounds, None);
        self.traverse(&AabbDistance::new::<D>(bounds), 0.0, filter.view(), &mut |collider, limit| {
            let overlaps = collider.collider.bounds().overlaps(bounds);
            if overlaps {
                self.note_overlap(bounds, Some(collider.collider.entity()));
            }
            if !overlaps || visit(collider.collider).goes_on() { limit } else { -1.0 }
        });
    }

    /// Calls `visit` for each hit on the colliders whose AABB overlaps that of a shape.
    fn visit_overlapping<T, F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        query: impl Fn(&Admitted<D>) -> Option<T>,
        entity_of: impl Fn(&T) -> Entity,
        mut visit: impl FnMut(T) -> F,
    ) {
        if let Some(bounds) = self.bounds_of(shape) {
            let aabb_query = AabbDistance::new::<D>(&bounds);
            let query = |collider: &Admitted<D>, _| query(collider);
            self.note_overlap(&bounds, None);
            self.visit_hits((aabb_query, query), 0.0, filter.view(), |hit| {
                self.note_overlap(&bounds, Some(entity_of(&hit)));
                visit(hit)
            });
        }
    }

    /// Notes a question and an answer for recordings.
    #[inline]
    fn note_overlap(&self, _bounds: &Aabb<D::Vector>, _found: Option<Entity>) {
        #[cfg(feature = "recorder")]
        {
            let center = (_bounds.min + _bounds.max) * 0.5;
            let found = _found.map(|entity| (entity, 0.0, [center, D::Vector::ZERO]));
            self.note(RecordedQueryKind::Overlap, || Some(*_bounds), D::Vector::ZERO, 0.0, found);
        }
    }
}
