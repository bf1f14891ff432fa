//! Queries that answer for each convex part of a collider instead of for the collider as a whole.
//!
//! A mesh is one collider of many triangles. In a corner of it a shape touches two of them, and a caller that moves the
//! shape has to know both.

use core::cell::OnceCell;
use core::ops::ControlFlow::{Break, Continue};
use core::ops::Range;

use bevy_ecs::prelude::Entity;
use gjk::{Cast, Contact, Support, Vector};
use smallvec::SmallVec;

use super::shape::aabb_of;
use crate::collider::bvh::{AabbCast, AabbDistance, AabbQuery};
use crate::collider::{Dimension, PlacedPart};
use crate::detection::narrow_phase::{Best, contains_between_faces, deepest_or_way_out, of_solid};
use crate::detection::proxies::PlacedCollider;
use crate::query::filter::{FilterView, QueryFilter};
use crate::query::hit::VisitFlow;
use crate::query::part_cast::{PLACE_ROUNDING, PartCast, Target};
use crate::query::per_collider;
use crate::query::shape::QueryShape;
use crate::query::{CastHit, CollisionQuery, Nearby, solids};

/// # Part by part
/// A mesh, a height field, a polyline and a compound consist of convex parts. These queries answer for each part, with
/// its index in the collider; see [`PlacedCollider::with_part`]. A single convex shape is part 0.
///
/// Visitors see each part once, in no order, and may stop by giving back a
/// [`ControlFlow::Break`](core::ops::ControlFlow::Break).
impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the first collider that a shape runs into on its way. Parts that the shape touches from the start and
    /// that the motion does not bring closer are ignored, so that a shape can slide along a wall or leave it. A flat
    /// shape leaves a flat part to either side: so does a point that is on a triangle. What it comes to later is hit
    /// from the side where the shape has been.
    ///
    /// A shape that slides along something at the start also slides along what it touches later: what a plane along the
    /// motion separates from all that the shape covers on its way, up to the tolerance of touching, such as the next
    /// tile of a floor. What rises above the floor by more is hit.
    ///
    /// What is nearer than the tolerance of touching, or than the rounding of coordinates, counts as touched. So in a
    /// corner of flat walls that is nearer than this, a point may leave through either wall.
    ///
    /// From inside of an area or of a closed mesh it leaves the whole of it, and hits it again where it enters it from
    /// outside. So does what is inside of a shape that is one.
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
        self.first_hit_leaving(&PartCast { shape, direction: direction.into() }, max_distance, filter.view())
    }

    /// Shows each part within a distance of a shape to a visitor. Parts that the shape meets are at distance 0, with
    /// their deepest points. An area or a closed mesh that the shape meets is at distance 0 once, with the face where
    /// the shape comes out of all of it, and its parts that the shape does not meet are shown as well.
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
        let Some(bounds) = self.bounds_of(shape) else { return };
        let reach = AabbDistance::new::<D>(&bounds);
        let touched = |collider: &PlacedCollider<D>, part, contact: &Contact<D::Vector>| {
            visit(Nearby::touching(collider.entity(), part, contact)).goes_on()
        };
        if !(max_distance >= 0.0) || !self.each_way_out(shape, filter.view(), touched) {
            return;
        }
        self.each_part(&reach, max_distance, filter.view(), &mut |collider, index, part, limit| {
            let near = nearest_part(shape, collider.entity(), (index, part), limit);
            let goes_on = near.is_none_or(|near| {
                let is_reported = near.distance == 0.0 && collider.is_part_of_solid(index);
                is_reported || visit(near).goes_on()
            });
            if goes_on { limit } else { -1.0 }
        });
    }

    /// Returns the first hit of a shape that leaves what it touches at the start.
    fn first_hit_leaving(
        &self,
        cast: &PartCast<D>,
        mut limit: f32,
        filter: FilterView,
    ) -> Option<CastHit<D>> {
        let bounds = aabb_of(cast.shape).filter(|_| cast.direction.is_finite())?;
        let reach = AabbCast::new::<D>(&bounds, cast.direction);
        let mut first = Best::NONE;
        let mut consider = |entity, part, hit, limit: f32| {
            let hit = CastHit::<D>::new(entity, part, hit);
            first.improve((self.colliders().order_of(entity), part), hit);
            limit.min(hit.distance)
        };
        // The solids in which the shape is at the start: the slots of their colliders, and their parts.
        let mut left = SmallVec::<[(u32, Range<u32>); 4]>::new();
        if limit >= 0.0 {
            self.each_way_out(cast.shape, filter, |collider, part, contact| {
                if PartCast::<D>::only_touches(contact, &bounds, &collider.bounds()) {
                    return true;
                }
                let entity = collider.entity();
                let parts =
                    of_solid(collider, part, |solid| Some(solid.parts())).flatten().unwrap_or(part..part + 1);
                if cast.closes_in(contact.normal.widen()) {
                    limit = consider(entity, part, Cast { time: 0.0, contact: *contact }, limit);
                }
                let solid = (collider.slot, parts);
                if !left.contains(&solid) {
                    left.push(solid);
                    let entered = |part, hit, limit| consider(entity, part, hit, limit);
                    limit = solids::each_entry((collider, part), cast.shape, cast.direction, limit, entered);
                }
                true
            });
        }
        let slides = OnceCell::new();
        let slides = || *slides.get_or_init(|| !left.is_empty() || self.slides_along_any(cast, filter));
        self.each_part(&reach, limit, filter, &mut |collider, index, part, limit| {
            let is_left = collider.is_part_of_solid(index)
                && left.iter().any(|(slot, parts)| *slot == collider.slot && parts.contains(&index));
            match cast.first_hit(&Target { collider, index, part, is_left }, limit, &slides) {
                Some(hit) => consider(collider.entity(), index, hit, limit),
                None => limit,
            }
        });
        first.0.map(|(_, hit)| hit)
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

    /// Calls for each collider whose AABB a query meets, and that has solids that the filter lets
    /// through: areas and closed meshes. A visitor stops by giving back `false`.
    pub(crate) fn each_with_solids(
        &self,
        reach: &AabbDistance,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>) -> bool,
    ) {
        if self.colliders().has_solids {
            self.traverse(reach, 0.0, filter, &mut |collider, limit| {
                let goes_on = !collider.has_solids() || visit(collider.collider);
                if goes_on { limit } else { -1.0 }
            });
        }
    }

    /// Calls for each collider that consists of solids, and for each way that leads a shape and these
    /// solids apart, with the index of a part of them and the contact. Returns whether no visitor stopped.
    fn each_way_out(
        &self,
        shape: &dyn QueryShape<D>,
        filter: FilterView,
        mut visit: impl FnMut(&PlacedCollider<D>, u32, &Contact<D::Vector>) -> bool,
    ) -> bool {
        let Some(bounds) = aabb_of(shape) else { return true };
        let mut goes_on = true;
        self.each_with_solids(&AabbDistance::new::<D>(&bounds), filter, |collider| {
            let is_of_solid = |part| collider.is_part_of_solid(part);
            solids::each_way_out(&collider.into(), shape, is_of_solid, |part, contact| {
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
        visit: &mut dyn FnMut(&PlacedCollider<D>, u32, &PlacedPart<D>, f32) -> f32,
    ) {
        self.traverse(reach, limit, filter, &mut |collider, limit| {
            per_collider::each_part(collider, || *reach, limit, &mut |index, part, limit| {
                visit(collider.collider, index, part, limit)
            })
        });
    }
}

/// Returns where a shape and a part of the collider of an entity are nearest, if that is within the limit.
fn nearest_part<D: Dimension>(
    shape: &dyn QueryShape<D>,
    entity: Entity,
    (index, part): (u32, &PlacedPart<D>),
    limit: f32,
) -> Option<Nearby<D>> {
    let mut nearest = Best::NONE;
    let flow = shape.each_part(&mut |own| {
        match gjk::closest_points(own, part) {
            Some(closest) if closest.distance <= limit => _ = nearest.improve((), closest),
            // No closest points: the two touch, or one of them is not finite.
            None if gjk::intersects(own, part) => return Break(()),
            _ => {}
        }
        Continue(())
    });
    if flow.is_break() || shape.as_collider().is_some_and(|own| contains_between_faces(own, part)) {
        return contact_with_part(shape, part).map(|contact| Nearby::touching(entity, index, &contact));
    }
    nearest.0.map(|(_, closest)| Nearby::apart(entity, index, closest))
}

/// Returns the deepest contact of any part of a shape with one part of a collider. Of a shape that is a solid,
/// the depth is the length of the way of the part out of the whole solid.
fn contact_with_part<D: Dimension>(
    shape: &dyn QueryShape<D>,
    part: &PlacedPart<D>,
) -> Option<Contact<D::Vector>> {
    let own_solids = solids::own_solids(shape);
    let is_endless = part.half_space().is_some();
    let deepest = |counts: &dyn Fn(u32) -> bool| {
        let (mut deepest, mut indices) = (Best::NONE, 0..);
        let _ = shape.each_part(&mut |own| {
            if indices.next().is_some_and(counts)
                && let Some(contact) = gjk::contact(own, part)
            {
                deepest.improve((), contact);
            }
            Continue(())
        });
        deepest
    };
    let deepest = deepest_or_way_out(
        deepest(&|of_own| is_endless || own_solids.is_none_or(|own| !own.is_part_of_solid(of_own))),
        |visit| {
            let way_out = own_solids.and_then(|own| solids::way_out_of_own(own, part));
            way_out.into_iter().for_each(|contact| visit((), contact));
        },
        || deepest(&|_| true),
    );
    deepest.0.map(|(_, contact)| contact)
}
