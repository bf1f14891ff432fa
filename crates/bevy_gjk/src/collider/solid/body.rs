//! A body in a solid: its convex parts, what they touch, and where they are after a way.

use arrayvec::ArrayVec;
use gjk::{Aabb, Query, SignedDistance, Support, Vector, Wide};

use super::Solid;
use super::exit::Exit;
use super::interior::Interior;
use super::placed_face::PlacedFace;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::bvh::{AabbDistance, END_SEARCH};

/// The distance from a face, relative to the size of the solid, up to which a point may be in a part: parts are closed
/// up to a quarter of it.
pub(super) const ON_FACE: f64 = 2e-6;
/// How far from the center to an extreme point of a part a point is that is tested: what touches a wall beside it is
/// not in the wall.
const NEAR_EXTREME: f64 = 0.999;
/// How far behind a face of a closed mesh a point is that is tested in its place, relative to the size of the face:
/// more than rounding. So it is inside where two faces are in one plane and the meshes on one side of it.
const BEHIND: f64 = 1e-5;
/// How much a shape that is out may overlap a face, in touching distances: one for each of the two support points, and
/// the rounding of the way.
const OUT: f64 = 4.0;
/// The gap between a body that is out and a face of a flattened solid, in touching distances: much more than `OUT`. A
/// thin body between two faces that meet only touches each of them, and there is no inside that it could be in.
const GAP_OF_FLATTENED: f64 = 16.0;
/// An upper bound of that gap, relative to the size of the pair.
const MAX_GAP: f64 = 1e-5;

/// One convex shape in the world, or several that move together.
pub(crate) trait BodyParts<D: Dimension> {
    /// Calls `visit` with each part and its index.
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>));

    /// Calls `visit` with the solid of which a part is one, if all parts of that solid are parts of the body.
    fn solid_of(&self, _part: u32, _visit: &mut dyn FnMut(&Solid<D>)) {}
}

/// A body of one convex shape.
impl<D: Dimension> BodyParts<D> for &dyn Support<D::Vector> {
    fn each(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>)) {
        visit(0, *self);
    }
}

/// A displaced body in a solid. Half-spaces are left out: they have a contact with each face alone.
pub(super) struct Body<'b, 's, D: Dimension> {
    pub(super) solid: &'b Solid<'s, D>,
    pub(super) displacement: D::Wide,
    parts: &'b dyn BodyParts<D>,
}

impl<'b, 's, D: Dimension> Body<'b, 's, D> {
    /// Places a body in a solid.
    pub(super) fn new(solid: &'b Solid<'s, D>, parts: &'b dyn BodyParts<D>, displacement: D::Wide) -> Self {
        Self { solid, displacement, parts }
    }

    /// Calls `visit` with each part and its index.
    pub(super) fn each_part(&self, visit: &mut dyn FnMut(u32, &dyn Support<D::Vector>)) {
        self.parts.each(&mut |index, part| {
            if part.half_space().is_none() {
                visit(index, part);
            }
        });
    }

    /// Returns an exit with the points that touch at its end, or `None` if none do.
    pub(super) fn with_witness(&self, exit: Exit<D>) -> Option<Exit<D>> {
        let end = exit.direction * exit.depth;
        let mut nearest: Option<((f64, u32, u32), D::Wide)> = None;
        self.each_face_near(end, |part_of_body, part, face| {
            if let Some(near) = self.measure(part, face, end)
                && (near.distance - self.gap(&near)).abs() <= OUT * near.touching_distance
            {
                let order = (-face.normal.dot(exit.direction), face.part, part_of_body);
                if nearest.is_none_or(|(known, _)| order < known) {
                    nearest = Some((order, near.on_b));
                }
            }
        });
        nearest.map(|((_, part, part_of_body), touched)| Exit {
            part,
            part_of_body,
            deepest: touched - end,
            ..exit
        })
    }

    /// Returns whether a direction leads out of a face to its outer side. Of a solid that is flattened, both sides are
    /// outside.
    pub(super) fn is_outward(&self, direction: D::Wide, face: &PlacedFace<D>) -> bool {
        direction.dot(face.normal) > 0.0 || self.solid.is_flattened()
    }

    /// Returns whether anything of the body is inside after a way, by more than rounding.
    pub(super) fn overlaps(&self, way: D::Wide) -> bool {
        self.overlaps_face(way) || self.point_inside(way).is_some()
    }

    /// Returns the gap that a body keeps to a face.
    pub(super) fn gap(&self, near: &SignedDistance<D::Vector>) -> f64 {
        if self.solid.is_flattened() { GAP_OF_FLATTENED * near.touching_distance } else { 0.0 }
    }

    /// Returns an upper bound of the gaps between a part and faces.
    pub(super) fn max_gap(&self, part: &dyn Support<D::Vector>) -> f64 {
        let size = || self.solid.extent() + f64::from(part.size().half_extents.max_element());
        if self.solid.is_flattened() { MAX_GAP * size() } else { 0.0 }
    }

    /// Returns whether a part overlaps a face, or the gap before it, by no more than rounding.
    pub(super) fn is_out(&self, near: &SignedDistance<D::Vector>) -> bool {
        near.distance >= self.gap(near) - OUT * near.touching_distance
    }

    /// Calls for each part, with its index, and each face whose AABB overlaps that of the part after a way.
    pub(super) fn each_face_near(
        &self,
        way: D::Wide,
        mut visit: impl FnMut(u32, &dyn Support<D::Vector>, &PlacedFace<D>),
    ) {
        self.each_part(&mut |index, part| {
            let gap = self.max_gap(part) as f32;
            self.solid.each_face(&AabbDistance::new::<D>(&self.bounds(part, way)), gap, |face, limit| {
                visit(index, part, face);
                limit
            });
        });
    }

    /// Returns whether the AABB of a part overlaps that of a face after a way.
    fn is_near_face(&self, part: &dyn Support<D::Vector>, way: D::Wide) -> bool {
        let mut is_near = false;
        self.solid.each_face(&AabbDistance::new::<D>(&self.bounds(part, way)), 0.0, |_, _| {
            is_near = true;
            END_SEARCH
        });
        is_near
    }

    /// Returns whether any part overlaps a face after a way, by more than rounding.
    fn overlaps_face(&self, way: D::Wide) -> bool {
        let mut overlaps = false;
        self.each_face_near(way, |_, part, face| {
            overlaps = overlaps || self.measure(part, face, way).is_some_and(|near| !self.is_out(&near));
        });
        overlaps
    }

    pub(super) fn measure(
        &self,
        part: &dyn Support<D::Vector>,
        face: &PlacedFace<D>,
        way: D::Wide,
    ) -> Option<SignedDistance<D::Vector>> {
        Query::new(part, &face.shape).signed_distance(self.displacement + way)
    }

    /// Returns the distance of a part from a face along the normal of the face, if that is the distance up to rounding.
    /// The normal of a measured distance of about 0 is only as precise as the distance.
    pub(super) fn along_normal_of_face(
        &self,
        near: SignedDistance<D::Vector>,
        part: &dyn Support<D::Vector>,
        face: &PlacedFace<D>,
        way: D::Wide,
    ) -> SignedDistance<D::Vector> {
        let height = (self.support(part, -face.normal) + way - face.corners[0]).dot(face.normal);
        if height < near.distance - near.touching_distance || self.solid.is_flattened() {
            return near;
        }
        SignedDistance { distance: height, bound: height, normal: -face.normal, ..near }
    }

    /// Returns a point of a part that is inside after a way, and not on the boundary: one in its middle, or one near an
    /// extreme point, where a flat part may be inside that goes through a vertex of the boundary. Also returns the
    /// index of the part.
    pub(super) fn point_inside(&self, way: D::Wide) -> Option<(u32, D::Wide)> {
        let mut inside = None;
        self.each_part(&mut |index, part| {
            if inside.is_some() {
                return;
            }
            let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
            let ends: ArrayVec<D::Wide, 6> =
                axes.flat_map(|axis| [self.support(part, axis), self.support(part, -axis)]).collect();
            let mut center =
                ends.iter().fold(D::Wide::ZERO, |sum, &end| sum + end) * (1.0 / ends.len() as f64);
            let mut outward = D::Wide::ZERO;
            self.parts.solid_of(index, &mut |own| {
                if let Some([middle, normal]) = own.face_of_part(index) {
                    (center, outward) = (middle + self.moved_from(own, D::Wide::ZERO), normal);
                }
            });
            let near_ends = ends.iter().map(|&end| center + (end - center) * NEAR_EXTREME);
            let size = ends.iter().fold(0.0, |size: f64, &end| size.max((end - center).dot(end - center)));
            let behind = outward * (-BEHIND * size.sqrt());
            let is_inside = |point: &D::Wide| self.solid.contains(*point) && !self.is_on_boundary(*point);
            let mut points = core::iter::once(center).chain(near_ends).map(|point| point + behind + way);
            inside = points.next().filter(is_inside).map(|point| (index, point));
            // Away from faces all points are on one side.
            if inside.is_none() && size > 0.0 && self.is_near_face(part, way) {
                inside = points.find(is_inside).map(|point| (index, point));
            }
        });
        inside
    }

    /// Returns whether a point is on a face, up to rounding.
    fn is_on_boundary(&self, point: D::Wide) -> bool {
        let origin = self.solid.origin_point();
        let at = D::Vector::narrow(self.solid.origin() + point);
        let near_point = AabbDistance::new::<D>(&padded(Aabb { min: at, max: at }));
        let mut is_on_face = false;
        self.solid.each_face(&near_point, 0.0, |face, limit| {
            let near = Query::new(&origin, &face.shape).signed_distance(point);
            is_on_face |= near.is_some_and(|near| near.distance <= OUT * near.touching_distance);
            if is_on_face { END_SEARCH } else { limit }
        });
        is_on_face
    }

    /// Moves a point right behind a face of a closed mesh on into it, as long as it stays in the solid, too.
    pub(super) fn deepened(&self, part: u32, mut point: D::Wide, way: D::Wide) -> D::Wide {
        self.parts.solid_of(part, &mut |own| {
            if let Some([_, outward]) = own.face_of_part(part) {
                let inward = -outward * own.extent();
                let in_own = own.part_inside(point - self.moved_from(own, way), inward);
                point += inward * (0.5 * in_own.min(self.solid.part_inside(point, inward)));
            }
        });
        point
    }

    /// Returns by how much a solid of the body moves with it by a way, as seen from the origins of both solids.
    fn moved_from(&self, own: &Solid<D>, way: D::Wide) -> D::Wide {
        way + self.displacement + own.origin() - self.solid.origin()
    }

    /// Returns the convex region inside of a solid that a part of the body belongs to, around a point after a way.
    pub(super) fn interior_around(
        &self,
        part: u32,
        point: D::Wide,
        way: D::Wide,
    ) -> Option<Interior<D::Vector>> {
        let mut interior = None;
        self.parts.solid_of(part, &mut |solid| {
            let (point, extent) = (point - self.moved_from(solid, way), solid.extent());
            if solid.contains(point) {
                interior = solid.interior_around(point, extent, 2.0 * extent, false);
            }
        });
        interior
    }

    /// Returns the point of the displaced body that is deepest behind a direction, and the index of its part.
    pub(super) fn deepest(&self, direction: D::Wide) -> (u32, D::Wide) {
        let mut deepest: Option<(f64, u32, D::Wide)> = None;
        self.each_part(&mut |index, part| {
            let point = self.support(part, -direction);
            let height = point.dot(direction);
            if deepest.is_none_or(|(least, ..)| height < least) {
                deepest = Some((height, index, point));
            }
        });
        deepest.map_or((0, self.displacement), |(_, index, point)| (index, point))
    }

    /// Returns the AABB of a displaced part after a way.
    fn bounds(&self, part: &dyn Support<D::Vector>, way: D::Wide) -> Aabb<D::Vector> {
        let by = D::Vector::narrow(self.displacement + way);
        let Aabb { min, max } = part.aabb();
        padded(Aabb { min: min + by, max: max + by })
    }

    /// Returns the point of a displaced part that is farthest in a unit direction, relative to the origin of the solid.
    pub(super) fn support(&self, part: &dyn Support<D::Vector>, direction: D::Wide) -> D::Wide {
        self.solid.support_of(part, direction) + self.displacement
    }
}
