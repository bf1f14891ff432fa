//! Queries that answer for each convex part of a collider instead of for the collider as a whole.
//!
//! A mesh is one collider of many triangles. In a corner of it a shape touches two of them, and a caller that moves the
//! shape has to know both.

use core::cell::OnceCell;
use core::ops::Range;

use bevy_ecs::prelude::Entity;
use gjk::{Cast, Contact, Vector};
use smallvec::SmallVec;

use super::shape::aabb_of;
use crate::collider::Dimension;
use crate::collider::bvh::{AabbCast, AabbDistance, AabbQuery};
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::{FilterView, QueryFilter};
use crate::query::hit::VisitFlow;
use crate::query::part_cast::{PLACE_ROUNDING, PartCast, Target};
use crate::query::per_collider::{self, Part};
use crate::query::shape::QueryShape;
use crate::query::{CastHit, CollisionQuery, Nearby};
use crate::query::{per_part, solids};

/// # Part by part
/// A mesh, a height field, a polyline and a compound consist of convex parts. These queries answer for each part, with
/// its index in the collider; see [`PlacedCollider::with_part`]. A single convex shape is part 0.
///
/// Visitors see each part once, in no order, and may stop by giving back a
/// [`ControlFlow::Break`](core::ops::ControlFlow::Break).
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a shape runs into on its way. Parts that the shape touches from the start and
    /// that the motion does not bring closer are ignored, so that a shape can slide along a wall or leave it. A flat shape leaves a flat
    /// part to either side: so does a point that is on a triangle. What it comes to later is hit from the side where the shape has been.
    ///
    /// A shape that slides along something at the start also slides along what it touches later: what a plane along the motion
    /// separates from all that the shape covers on its way, up to the tolerance of touching, such as the next tile of a floor. What
    /// rises above the floor by more is hit.
    ///
    /// What is nearer than the tolerance of touching, or than the rounding of coordinates, counts as touched. So in a corner of flat walls
    /// that is nearer than this, a point may leave through either wall.
    ///
    /// From inside of an area or of a closed mesh it leaves the whole of it, and hits it again where it enters it from outside. So does what is
    /// inside of a shape that is one.
    ///
    /// Otherwise it is as [`cast_shape`](Self::cast_shape).
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_gjk::gjk::{Affine2, Circle, Support, Vec2};
    /// use bevy_math::Dir2;
    ///
    /// /// How far a ball that lies on the ground can roll to the right.
    /// fn roll(query: &CollisionQuery, from: Vec2) -> f32 {
    ///     let ball = Circle::new(0.5).placed(Affine2::from_translation(from));
    ///     let hit = query.cast_shape_leaving(&ball, Dir2::X, 10.0, &QueryFilter::ALL);
    ///     hit.map_or(10.0, |hit| hit.distance)
    /// }
    /// ```
    pub fn cast_shape_leaving(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
    ) -> Option<CastHit<D>> {
        let mut first: Option<CastHit<D>> = None;
        let cast = PartCast { shape, direction: direction.into(), is_leaving: true };
        self.cast_parts(cast, max_distance, filter.view(), |hit, limit| {
            let order = |entity| self.colliders().order_of(entity);
            let key = |hit: &CastHit<D>| (hit.distance, -hit.depth, order(hit.entity), hit.part);
            if first.is_none_or(|first| key(&hit) < key(&first)) {
                first = Some(hit);
            }
            limit.min(hit.distance)
        });
        first
    }

    /// Shows each part that a shape touches on its way, and when, to a visitor. None of them holds the shape up. What it
    /// touches from the start is hit at distance 0.
    pub fn cast_shape_parts<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        let cast = PartCast { shape, direction: direction.into(), is_leaving: false };
        self.cast_parts(
            cast,
            max_distance,
            filter.view(),
            |hit, limit| if visit(hit).goes_on() { limit } else { -1.0 },
        );
    }

    /// Does the same, but ignores what the shape touches from the start and does not come closer to, as
    /// [`cast_shape_leaving`](Self::cast_shape_leaving) does, and what it slides along later: convex shapes that do not approach each other
    /// at first never do so later on the same straight way. A flat shape on a flat part may leave it to either side.
    pub fn cast_shape_parts_leaving<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        let cast = PartCast { shape, direction: direction.into(), is_leaving: true };
        self.cast_parts(
            cast,
            max_distance,
            filter.view(),
            |hit, limit| if visit(hit).goes_on() { limit } else { -1.0 },
        );
    }

    /// Shows each part within a distance of a shape to a visitor. Parts that the shape meets are at distance 0, with
    /// their deepest points. An area or a closed mesh that the shape meets is at distance 0 once, as
    /// [`contacts_with_parts`](Self::contacts_with_parts) shows it, and its parts that the shape does not meet are shown as well.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// use bevy_gjk::gjk::{Affine3A, Sphere, Support, Vec3};
    ///
    /// /// The normals of all faces of the level within a step of a ball.
    /// fn faces(query: &CollisionQuery, at: Vec3, found: &mut Vec<Vec3>) {
    ///     let ball = Sphere::new(0.5).placed(Affine3A::from_translation(at));
    ///     query.nearest_parts(&ball, 0.1, &QueryFilter::ALL, |near| found.push(near.normal));
    /// }
    /// ```
    pub fn nearest_parts<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(Nearby<D>) -> F,
    ) {
        let Some(bounds) = aabb_of(shape) else { return };
        let reach = AabbDistance::new::<D>(&bounds);
        let touched = |collider: &PlacedCollider<D>, part, contact: &Contact<D::Vector>| {
            visit(Nearby::touching(collider.entity(), part, contact)).goes_on()
        };
        if !(max_distance >= 0.0) || !self.each_way_out(shape, filter.view(), touched) {
            return;
        }
        self.each_part(&reach, max_distance, filter.view(), &mut |collider, index, part, limit| {
            let near = per_part::nearest(shape, part, limit);
            let goes_on = near.is_none_or(|near| {
                let is_told = near.distance == 0.0 && collider.is_part_of_solid(index);
                is_told || visit(Nearby { entity: collider.entity(), part: index, ..near }).goes_on()
            });
            if goes_on { limit } else { -1.0 }
        });
    }

    /// Shows each part that meets a shape to a visitor: the entity, the index of the part, and the contact. `on_a` is
    /// on the shape, and the normal points from it to the part.
    ///
    /// An area or a closed mesh gives one contact, which leads the shape out of all of it; the part is that of the face where it comes
    /// out.
    pub fn contacts_with_parts<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(Entity, u32, Contact<D::Vector>) -> F,
    ) {
        let Some(bounds) = aabb_of(shape) else { return };
        let reach = AabbDistance::new::<D>(&bounds);
        let touched = |collider: &PlacedCollider<D>, part, contact: &Contact<D::Vector>| {
            visit(collider.entity(), part, *contact).goes_on()
        };
        if !self.each_way_out(shape, filter.view(), touched) {
            return;
        }
        self.each_part(&reach, 0.0, filter.view(), &mut |collider, index, part, limit| {
            if collider.is_part_of_solid(index) {
                return limit;
            }
            let contact = per_part::contact(shape, part);
            let goes_on = contact.is_none_or(|contact| visit(collider.entity(), index, contact).goes_on());
            if goes_on { limit } else { -1.0 }
        });
    }

    /// Calls for each part that a shape hits within the limit. `visit` gets the limit and returns a new one, below zero
    /// to stop.
    fn cast_parts(
        &self,
        cast: PartCast<D>,
        max_distance: f32,
        filter: FilterView,
        mut visit: impl FnMut(CastHit<D>, f32) -> f32,
    ) {
        let Some(bounds) = aabb_of(cast.shape).filter(|_| cast.direction.is_finite()) else { return };
        let reach = AabbCast::new::<D>(&bounds, cast.direction);
        let mut limit = max_distance;
        // The sets in which the shape is at the start: the slots of their colliders, and their parts.
        let mut inside = SmallVec::<[(u32, Range<u32>); 4]>::new();
        if limit >= 0.0 {
            self.each_way_out(cast.shape, filter, |collider, part, contact| {
                if cast.is_leaving && PartCast::<D>::only_touches(contact, &bounds, &collider.bounds()) {
                    return true;
                }
                let parts = solids::parts_of_set(collider, part);
                let set = (collider.slot, parts.unwrap_or(part..part + 1));
                let is_first = !inside.contains(&set);
                if is_first {
                    inside.push(set);
                }
                if !cast.is_leaving || cast.closes_in(contact.normal.widen()) {
                    let hit = Cast { time: 0.0, contact: *contact };
                    limit = visit(CastHit::new(collider.entity(), part, hit), limit);
                }
                if cast.is_leaving && is_first {
                    let entity = collider.entity();
                    let entered = |part, hit, limit| visit(CastHit::new(entity, part, hit), limit);
                    limit = solids::each_entry((collider, part), cast.shape, cast.direction, limit, entered);
                }
                limit >= 0.0
            });
        }
        let slides = OnceCell::new();
        let slides = || *slides.get_or_init(|| !inside.is_empty() || self.slides_along_any(&cast, filter));
        self.each_part(&reach, limit, filter, &mut |collider, index, part, limit| {
            let is_left = collider.is_part_of_solid(index)
                && inside.iter().any(|(slot, parts)| *slot == collider.slot && parts.contains(&index));
            match cast.first_hit(&Target { collider, index, part, is_left }, limit, &slides) {
                Some(hit) => visit(CastHit::new(collider.entity(), index, hit), limit),
                None => limit,
            }
        });
    }

    /// Returns whether a shape slides along any part that it touches at the start, up to the rounding of their places.
    fn slides_along_any(&self, cast: &PartCast<D>, filter: FilterView) -> bool {
        let Some(bounds) = aabb_of(cast.shape) else { return false };
        let rounding = PLACE_ROUNDING * bounds.max.max(-bounds.min).max_element();
        let mut slides = false;
        self.each_part(&AabbDistance::new::<D>(&bounds), rounding, filter, &mut |_, _, part, limit| {
            slides = slides || cast.slides_along(part, rounding);
            if slides { -1.0 } else { limit }
        });
        slides
    }

    /// Calls for each collider whose AABB a query meets, and that has sets with a boundary that the filter lets through: areas and closed
    /// meshes. A visitor stops by giving back `false`.
    pub(crate) fn each_with_boundary(
        &self,
        reach: &AabbDistance,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>) -> bool,
    ) {
        if self.colliders().has_solids {
            self.traverse(reach, 0.0, filter, &mut |collider, limit| {
                let goes_on = !collider.has_sets() || visit(collider.collider());
                if goes_on { limit } else { -1.0 }
            });
        }
    }

    /// Calls for each collider that consists of sets with a boundary, and for each way that leads a shape and these sets apart, with the index of
    /// a part of them and the contact. Returns whether no visitor stopped.
    fn each_way_out(
        &self,
        shape: &dyn QueryShape<D>,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>, u32, &Contact<D::Vector>) -> bool,
    ) -> bool {
        let Some(bounds) = aabb_of(shape) else { return true };
        let mut goes_on = true;
        self.each_with_boundary(&AabbDistance::new::<D>(&bounds), filter, |collider| {
            let is_of_set = |part| collider.is_part_of_solid(part);
            solids::each_way_out(&collider.into(), shape, is_of_set, |part, contact| {
                goes_on = goes_on && visit(collider, part, &contact);
            });
            goes_on
        });
        goes_on
    }

    /// Calls for each part within the limit of colliders that the filter lets through. `visit` gets the limit and
    /// returns a new one, below zero to stop.
    pub(crate) fn each_part(
        &self,
        reach: &(impl AabbQuery + Copy),
        limit: f32,
        filter: FilterView,
        visit: &mut dyn FnMut(&PlacedCollider<D>, u32, &Part<D>, f32) -> f32,
    ) {
        self.traverse(reach, limit, filter, &mut |collider, limit| {
            per_collider::each_part(collider, || *reach, limit, &mut |index, part, limit| {
                visit(collider.collider(), index, part, limit)
            })
        });
    }
}
