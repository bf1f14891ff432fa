//! The cast of a shape against single parts of colliders: what it hits, and what it passes because it leaves it or
//! slides along it.

use core::ops::ControlFlow::{Break, Continue};

use gjk::{Aabb, Cast, Contact, Query, Support, Vector, Wide};

use super::leaving::{Passage, plane_to_pass_by};
use crate::collider::aabb::padded;
use crate::collider::{Dimension, PlacedPart};
use crate::detection::narrow_phase::Best;
use crate::detection::proxies::PlacedCollider;
use crate::query::per_collider;
use crate::query::shape::QueryShape;
use crate::query::solids;

/// The sine of the angle between a motion and a tangent up to which the motion does not bring a touching shape closer:
/// what the normals of touching shapes may be off by.
const GRAZING: f64 = 1e-6;
/// How deep a shape may be in a solid that it only touches, relative to the sum of their extents.
const TOUCHED: f32 = 1e-5;
/// How deep a shape may be in a part that it comes to on its way along another, beside the tolerance of touching,
/// relative to the largest coordinate and the way: the rounding of the places of both parts, and of the direction.
pub(super) const PLACE_ROUNDING: f32 = 2.0 * f32::EPSILON;
/// How far a shape may be from a part that it touches, relative to the largest coordinate: more than the rounding of
/// its own place, √3/4 of this at least and √3/2 at most.
const TOUCH_ROUNDING: f32 = f32::EPSILON;

/// The cast of a shape against single parts, which ignores what the shape touches from the start and does not come
/// closer to.
pub(super) struct PartCast<'s, D: Dimension> {
    pub(super) shape: &'s dyn QueryShape<D>,
    pub(super) direction: D::Vector,
}

/// A part that may be hit.
pub(super) struct Target<'p, D: Dimension> {
    pub(super) collider: &'p PlacedCollider<D>,
    pub(super) index: u32,
    pub(super) part: &'p PlacedPart<'p, D>,
    /// Whether it belongs to a solid in which the shape is at the start.
    pub(super) is_left: bool,
}

impl<D: Dimension> PartCast<'_, D> {
    /// Returns whether the motion brings the shape closer to what is in the direction of a normal.
    pub(super) fn closes_in(&self, normal: D::Wide) -> bool {
        let direction = self.direction.widen();
        normal.dot(direction) > GRAZING * direction.dot(direction).sqrt()
    }

    /// Returns whether a contact, whose depth is the length of a way out, is that of two that touch, and one is not in
    /// the other.
    pub(super) fn only_touches(
        contact: &Contact<D::Vector>,
        one: &Aabb<D::Vector>,
        two: &Aabb<D::Vector>,
    ) -> bool {
        contact.depth <= TOUCHED * (extent(one) + extent(two))
    }

    /// Returns the first hit of any part of the shape on one part, within the limit. `slides` returns whether the shape
    /// slides along anything from the start.
    pub(super) fn first_hit(
        &self,
        target: &Target<D>,
        limit: f32,
        slides: &dyn Fn() -> bool,
    ) -> Option<Cast<D::Vector>> {
        let own_solids = solids::own_solids(self.shape);
        // What belongs to a solid has been reported.
        let in_own = own_solids
            .filter(|_| !target.collider.is_part_of_solid(target.index))
            .and_then(|own| self.contact_in_own(own, target.part));
        if let Some(contact) = in_own
            && self.closes_in(contact.normal.widen())
        {
            return Some(Cast { time: 0.0, contact });
        }
        let mut first: Best<_, Cast<D::Vector>> = Best::NONE;
        let mut of_own = 0;
        let _ = self.shape.each_part(&mut |own| {
            let limit = first.0.map_or(limit, |(_, first)| first.time);
            let max_time = per_collider::inclusive(limit);
            if let Some(hit) = gjk::cast(own, self.direction, target.part, D::Vector::ZERO, max_time)
                && hit.time <= limit
                && !self.leaves_solid(target, own_solids.filter(|_| in_own.is_some()), of_own, &hit)
                && !self.passes(own, target.part, &hit, slides)
            {
                first.improve(of_own, hit);
            }
            of_own += 1;
            Continue(())
        });
        first.0.map(|(_, hit)| hit)
    }

    /// Returns the contact with a part that is at the start in a solid which the shape consists of. To leave what only
    /// touches is left to the parts.
    fn contact_in_own(&self, own: &PlacedCollider<D>, part: &PlacedPart<D>) -> Option<Contact<D::Vector>> {
        let way_out = solids::way_out_of_own(own, part);
        way_out.filter(|contact| !Self::only_touches(contact, &padded(part.aabb()), &own.bounds()))
    }

    /// Returns whether a hit is one on a solid that holds the shape at the start, or one of `own`, the solids of the
    /// shape that hold the target. The way out has reported what is touched then, and what the shape leaves is no
    /// obstacle, whichever parts it leads through.
    fn leaves_solid(
        &self,
        target: &Target<D>,
        own: Option<&PlacedCollider<D>>,
        of_own: u32,
        hit: &Cast<D::Vector>,
    ) -> bool {
        // The faces through which the shape enters the solid again have been reported, too.
        target.is_left
            || own.is_some_and(|own| {
                own.is_part_of_solid(of_own)
                    && (hit.time == 0.0 || !solids::is_own_entered(own, of_own, hit, self.direction))
            })
    }

    /// Returns whether the shape passes a part that it hits: it leaves what it touches at the start, a flat part to
    /// either side; and where it slides along something from the start, it slides along what it comes to later, such as
    /// the next tile of a floor. What it comes to is met from the side where the shape has been, and not passed to the
    /// other one.
    fn passes(
        &self,
        own: &dyn Support<D::Vector>,
        part: &PlacedPart<D>,
        hit: &Cast<D::Vector>,
        slides: &dyn Fn() -> bool,
    ) -> bool {
        let Some(start) = Query::new(own, part).signed_distance(D::Wide::ZERO) else { return false };
        let motion = self.direction.widen();
        let coordinate = hit.contact.on_b.max(-hit.contact.on_b).max_element();
        let rounding = f64::from(PLACE_ROUNDING * (coordinate + hit.time));
        let touch_rounding = f64::from(TOUCH_ROUNDING * coordinate);
        if hit.time == 0.0 || start.distance <= start.touching_distance + touch_rounding {
            let rounding = if hit.time == 0.0 { 0.0 } else { rounding };
            let passage = Passage { at: D::Wide::ZERO, motion, has_come: false, rounding };
            return !self.closes_in(start.normal)
                || plane_to_pass_by::<D>(own, part, &passage, &start)
                    .is_some_and(|normal| !self.closes_in(normal));
        }
        let passage = Passage { at: motion * f64::from(hit.time), motion, has_come: true, rounding };
        slides()
            && plane_to_pass_by::<D>(own, part, &passage, &start).is_some_and(|normal| self.is_along(normal))
    }

    /// Returns whether the shape touches a part at the start, up to the rounding of their places, and moves along it:
    /// not only past its rim within that rounding.
    pub(super) fn slides_along(&self, part: &PlacedPart<D>, rounding: f32) -> bool {
        let motion = self.direction.widen();
        let passage = Passage { at: D::Wide::ZERO, motion, has_come: true, rounding: 0.0 };
        let slides = self.shape.each_part(&mut |own| {
            let start = Query::new(own, part).signed_distance(D::Wide::ZERO);
            let touching =
                start.filter(|start| start.distance <= start.touching_distance + f64::from(rounding));
            let is_along = touching.is_some_and(|start| {
                self.is_along(start.normal)
                    || plane_to_pass_by::<D>(own, part, &passage, &start)
                        .is_some_and(|normal| self.is_along(normal))
            });
            if is_along { Break(()) } else { Continue(()) }
        });
        slides.is_break()
    }

    /// Returns whether the motion is along the plane of a normal.
    fn is_along(&self, normal: D::Wide) -> bool {
        !self.closes_in(normal) && !self.closes_in(normal * -1.0)
    }
}

/// Returns the longest side of an AABB.
fn extent<V: Vector<Scalar = f32>>(&Aabb { min, max }: &Aabb<V>) -> f32 {
    (max - min).max_element()
}
