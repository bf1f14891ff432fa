//! Queries that answer for each convex part of a collider instead of for the collider as a whole.
//!
//! A mesh is one collider of many triangles. In a corner of it a shape touches two of them, and a caller that moves the
//! shape has to know both.

use core::ops::ControlFlow::{self, Break, Continue};

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Cast, Contact, Query, Support, Vector, Wide};
use smallvec::SmallVec;

use super::shape::aabb_of;
use crate::collider::Dimension;
use crate::collider::bvh::{AabbCast, AabbDistance, AabbQuery};
use crate::collider::solid::Exit;
use crate::detection::narrow_phase::contact_of_exit;
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::{FilterView, QueryFilter};
use crate::query::hit::VisitFlow;
use crate::query::leaving::plane_to_leave_by;
use crate::query::per_collider::{self, Part};
use crate::query::shape::QueryShape;
use crate::query::solids;
use crate::query::{CastHit, CollisionQuery, Nearby};

/// The sine of the angle between a motion and a tangent up to which the motion does not bring a touching shape closer:
/// what the normals of touching shapes may be off by.
const GRAZING: f64 = 1e-6;
/// How deep a shape may be in a set with a boundary that it only touches, relative to the sum of their extents.
const TOUCHED: f64 = 1e-5;

/// # Part by part
/// A mesh, a height field, a polyline and a compound consist of convex parts. These queries answer for each part, with
/// its index in the collider; see [`PlacedCollider::with_part`]. A single convex shape is part 0.
///
/// Visitors see each part once, in no order, and may stop by giving back a
/// [`ControlFlow::Break`](core::ops::ControlFlow::Break).
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a shape runs into on its way. Parts that the shape touches from the start and
    /// that the motion does not bring closer are ignored, so that a shape can slide along a wall or leave it. From inside of an area or of a
    /// closed mesh it leaves the whole of it, and hits it again where it enters it from outside.
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
        let cast = ShapeCast { shape, direction: direction.into(), is_leaving: true };
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
        let cast = ShapeCast { shape, direction: direction.into(), is_leaving: false };
        self.cast_parts(
            cast,
            max_distance,
            filter.view(),
            |hit, limit| if visit(hit).goes_on() { limit } else { -1.0 },
        );
    }

    /// Does the same, but ignores what the shape touches from the start and does not come closer to, as
    /// [`cast_shape_leaving`](Self::cast_shape_leaving) does: convex shapes that do not approach each other at first never
    /// do so later on the same straight way. A flat shape on a flat part may leave it to either side.
    pub fn cast_shape_parts_leaving<F: VisitFlow>(
        &self,
        shape: &impl QueryShape<D>,
        direction: D::Direction,
        max_distance: f32,
        filter: &QueryFilter<impl Fn(Entity) -> bool>,
        mut visit: impl FnMut(CastHit<D>) -> F,
    ) {
        let cast = ShapeCast { shape, direction: direction.into(), is_leaving: true };
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
        let touched = |collider: &PlacedCollider<D>, exit: &Exit<D>| {
            visit(Nearby::touching(collider.entity(), exit.part, &contact_of_exit(exit, true))).goes_on()
        };
        if !(max_distance >= 0.0) || !self.each_exit(shape, filter.view(), touched) {
            return;
        }
        self.each_part(&reach, max_distance, filter.view(), |collider, index, part, limit| {
            let near = nearest(shape, part, limit);
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
        let touched = |collider: &PlacedCollider<D>, exit: &Exit<D>| {
            visit(collider.entity(), exit.part, contact_of_exit(exit, true)).goes_on()
        };
        if !self.each_exit(shape, filter.view(), touched) {
            return;
        }
        self.each_part(&reach, 0.0, filter.view(), |collider, index, part, limit| {
            if collider.is_part_of_solid(index) {
                return limit;
            }
            let goes_on =
                contact(shape, part).is_none_or(|contact| visit(collider.entity(), index, contact).goes_on());
            if goes_on { limit } else { -1.0 }
        });
    }

    /// Calls for each part that a shape hits within the limit. `visit` gets the limit and returns a new one, below zero
    /// to stop.
    fn cast_parts(
        &self,
        cast: ShapeCast<D>,
        max_distance: f32,
        filter: FilterView,
        mut visit: impl FnMut(CastHit<D>, f32) -> f32,
    ) {
        let Some(bounds) = aabb_of(cast.shape).filter(|_| cast.direction.is_finite()) else { return };
        let reach = AabbCast::new::<D>(&bounds, cast.direction);
        let mut limit = max_distance;
        // The slots of the colliders in which the shape is at the start.
        let mut inside = SmallVec::<[u32; 4]>::new();
        if limit >= 0.0 {
            self.each_exit(cast.shape, filter, |collider, exit| {
                let size = extent(&bounds) + extent(&collider.bounds());
                if cast.is_leaving && exit.depth <= TOUCHED * f64::from(size) {
                    return true;
                }
                let is_first = !inside.contains(&collider.slot);
                inside.push(collider.slot);
                if !cast.is_leaving || -exit.direction.dot(cast.direction.widen()) > cast.grazing() {
                    let hit = Cast { time: 0.0, contact: contact_of_exit(exit, true) };
                    limit = visit(CastHit::new(collider.entity(), exit.part, hit), limit);
                }
                if cast.is_leaving && is_first {
                    let entity = collider.entity();
                    let entered = |part, hit, limit| visit(CastHit::new(entity, part, hit), limit);
                    limit = solids::each_entry(collider, cast.shape, cast.direction, limit, entered);
                }
                limit >= 0.0
            });
        }
        self.each_part(&reach, limit, filter, |collider, index, part, limit| {
            let Some(hit) = cast.first_hit(part, limit) else { return limit };
            // The way out has told of what is touched at the start, and the faces that are entered of what comes later.
            if collider.is_part_of_solid(index)
                && inside.contains(&collider.slot)
                && (hit.time == 0.0 || cast.is_leaving)
            {
                return limit;
            }
            visit(CastHit::new(collider.entity(), index, hit), limit)
        });
    }

    /// Calls for each collider whose AABB a query meets, that the filter lets through, and that consists of sets with a boundary: areas and
    /// closed meshes. A visitor stops by giving back `false`.
    pub(crate) fn each_with_boundary(
        &self,
        reach: &AabbDistance,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>) -> bool,
    ) {
        if self.colliders().has_solids {
            self.traverse(reach, 0.0, filter, |collider, limit| {
                let goes_on = !collider.collider().has_boundary() || visit(collider.collider());
                if goes_on { limit } else { -1.0 }
            });
        }
    }

    /// Calls for each set with a boundary that a shape touches, with the way of the shape out of it. Returns whether no visitor stopped.
    fn each_exit(
        &self,
        shape: &dyn QueryShape<D>,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>, &Exit<D>) -> bool,
    ) -> bool {
        let Some(bounds) = aabb_of(shape) else { return true };
        let mut goes_on = true;
        self.each_with_boundary(&AabbDistance::new::<D>(&bounds), filter, |collider| {
            solids::each_exit(collider, shape, |exit| {
                goes_on = goes_on && visit(collider, exit);
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
        mut visit: impl FnMut(&PlacedCollider<D>, u32, &Part<D>, f32) -> f32,
    ) {
        self.traverse(reach, limit, filter, |collider, limit| {
            per_collider::each_part(
                collider,
                || *reach,
                limit,
                |index, part, limit| visit(collider.collider(), index, part, limit),
            )
        });
    }
}

/// The cast of a shape against single parts.
struct ShapeCast<'s, D: Dimension> {
    shape: &'s dyn QueryShape<D>,
    direction: D::Vector,
    /// Whether it ignores what the shape touches from the start and does not come closer to.
    is_leaving: bool,
}

impl<D: Dimension> ShapeCast<'_, D> {
    /// Returns up to which component along a normal the motion counts as one along the surface.
    fn grazing(&self) -> f64 {
        let direction = self.direction.widen();
        GRAZING * direction.dot(direction).sqrt()
    }

    /// Returns the first hit of any part of the shape on one part.
    fn first_hit(&self, part: &Part<D>, limit: f32) -> Option<Cast<D::Vector>> {
        let Self { shape, direction, is_leaving } = *self;
        let mut first: Option<Cast<D::Vector>> = None;
        let _ = shape.each_part(&mut |own| {
            let limit = first.map_or(limit, |first| first.time);
            let hit = gjk::cast(own, direction, part, D::Vector::ZERO, per_collider::inclusive(limit));
            if let Some(hit) = hit
                && hit.time <= limit
                && first.is_none_or(|first| per_collider::cast_key(&hit) < per_collider::cast_key(&first))
                && (hit.time > 0.0 || !is_leaving || is_closing::<D>(own, part, direction))
            {
                first = Some(hit);
            }
            Continue(())
        });
        first
    }
}

/// Returns the longest side of an AABB.
fn extent<V: Vector<Scalar = f32>>(&Aabb { min, max }: &Aabb<V>) -> f32 {
    (max - min).max_element()
}

/// Returns whether a motion brings a shape closer to a part that it touches, or deeper into it.
fn is_closing<D: Dimension>(own: &dyn Support<D::Vector>, part: &Part<D>, direction: D::Vector) -> bool {
    let (direction, still) = (direction.widen(), D::Wide::ZERO);
    let grazing = GRAZING * direction.dot(direction).sqrt();
    let closes_in = |normal: D::Wide| normal.dot(direction) > grazing;
    Query::new(own, part).signed_distance(still).is_none_or(|start| {
        closes_in(start.normal)
            && plane_to_leave_by::<D>(own, part, still, direction, &start).is_none_or(closes_in)
    })
}

/// Returns where a shape and a part are nearest, without the entity and the index of the part.
fn nearest<D: Dimension>(shape: &dyn QueryShape<D>, part: &Part<D>, limit: f32) -> Option<Nearby<D>> {
    let mut nearest: Option<Nearby<D>> = None;
    let seen = shape.each_part(&mut |own| {
        let Some(closest) = gjk::closest_points(own, part) else {
            // They meet, or one of them has no place.
            return if gjk::intersects(own, part) { Break(()) } else { Continue(()) };
        };
        if closest.distance <= limit && nearest.is_none_or(|nearest| closest.distance < nearest.distance) {
            nearest = Some(Nearby {
                entity: Entity::PLACEHOLDER,
                distance: closest.distance,
                on_shape: closest.on_a,
                on_collider: closest.on_b,
                normal: -closest.normal,
                part: 0,
                status: closest.status,
            });
        }
        Continue(())
    });
    if seen.is_continue() {
        return nearest;
    }
    contact(shape, part).map(|contact| Nearby::touching(Entity::PLACEHOLDER, 0, &contact))
}

/// Returns the deepest contact of any part of a shape with one part of a collider.
fn contact<D: Dimension>(shape: &dyn QueryShape<D>, part: &Part<D>) -> Option<Contact<D::Vector>> {
    let mut deepest: Option<Contact<D::Vector>> = None;
    let _: ControlFlow<()> = shape.each_part(&mut |own| {
        if let Some(contact) = gjk::contact(own, part)
            && deepest.is_none_or(|deepest| contact.depth > deepest.depth)
        {
            deepest = Some(contact);
        }
        Continue(())
    });
    deepest
}
