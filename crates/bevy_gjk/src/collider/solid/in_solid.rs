//! A body in a solid: what it touches, and where it is after a way.

use core::cell::Cell;

use arrayvec::ArrayVec;
use gjk::{Aabb, Query, SignedDistance, Support, Vector, Wide};

use super::Solid;
use super::body::BodyParts;
use super::exit::Exit;
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
pub(super) const OUT: f64 = 4.0;
/// How much farther a body is moved that leaves a flattened solid, to see whether it stays out, in touching distances:
/// much more than `OUT`.
const AHEAD: f64 = 256.0;

/// A displaced body in a solid.
pub(super) struct Body<'b, 's, D: Dimension> {
    pub(super) solid: &'b Solid<'s, D>,
    pub(super) parts: &'b dyn BodyParts<D::Vector>,
    pub(super) displacement: D::Wide,
    /// The largest distance so far at which a part and a face count as touching.
    pub(super) touching: Cell<f64>,
}

impl<'b, 's, D: Dimension> Body<'b, 's, D> {
    /// Places a body in a solid.
    pub(super) fn new(
        solid: &'b Solid<'s, D>,
        parts: &'b dyn BodyParts<D::Vector>,
        displacement: D::Wide,
    ) -> Self {
        Self { solid, parts, displacement, touching: Cell::new(0.0) }
    }

    /// Returns whether a part touches a face.
    pub(super) fn touches_face(&self) -> bool {
        let zero = D::Wide::ZERO;
        let mut touches = false;
        self.each_face_near(zero, 0.0, |_, part, face| {
            touches = touches || self.measure(part, face, zero).is_some_and(|near| is_touching(&near));
        });
        touches
    }

    /// Returns an exit with the points that touch at its end, or `None` if none do.
    pub(super) fn with_witness(&self, exit: Exit<D>) -> Option<Exit<D>> {
        let end = exit.direction * exit.depth;
        let mut nearest: Option<((f64, u32, u32), D::Wide)> = None;
        self.each_face_near(end, 0.0, |part_of_body, part, face| {
            if let Some(near) = self.measure(part, face, end)
                && near.distance.abs() <= OUT * near.touching_distance
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

    /// Returns whether a way leads out of a face to its outer side. Of a solid that is flattened, both sides are
    /// outside.
    pub(super) fn is_outward(&self, direction: D::Wide, face: &PlacedFace<D>) -> bool {
        direction.dot(face.normal) > 0.0 || self.solid.sign == 0.0
    }

    /// Returns whether nothing of the body is inside after a way.
    pub(super) fn is_out_after(&self, way: D::Wide, direction: D::Wide) -> bool {
        // Where edges of a solid that is flattened cross, a body only touches each of its faces, and is between them
        // nevertheless.
        let ahead = way + direction * (AHEAD * self.touching.get());
        !self.overlaps_face(way)
            && self.point_inside(way).is_none()
            && (self.solid.sign != 0.0 || !self.overlaps_face(ahead))
    }

    /// Calls for each part, with its index, and each face whose AABB is within a distance of that of the part after a
    /// way.
    pub(super) fn each_face_near(
        &self,
        way: D::Wide,
        distance: f32,
        mut visit: impl FnMut(u32, &dyn Support<D::Vector>, &PlacedFace<D>),
    ) {
        self.parts.each(&mut |index, part| {
            let bounds = self.bounds(part, way);
            self.solid.each_face(&AabbDistance::new::<D>(&bounds), distance, |face, limit| {
                visit(index, part, face);
                limit
            });
        });
    }

    /// Returns whether any part overlaps a face after a way, by more than rounding.
    fn overlaps_face(&self, way: D::Wide) -> bool {
        let mut overlaps = false;
        self.each_face_near(way, 0.0, |_, part, face| {
            overlaps = overlaps || self.measure(part, face, way).is_some_and(|near| !is_out(&near));
        });
        overlaps
    }

    pub(super) fn measure(
        &self,
        part: &dyn Support<D::Vector>,
        face: &PlacedFace<D>,
        way: D::Wide,
    ) -> Option<SignedDistance<D::Vector>> {
        let near = Query::new(part, &face.shape).signed_distance(self.displacement + way)?;
        self.touching.set(self.touching.get().max(near.touching_distance));
        Some(near)
    }

    /// Returns a point of a part that is inside after a way, and not on the boundary: one in its middle, or one near an
    /// extreme point, where a flat part may be inside that goes through a vertex of the boundary. Also returns the
    /// index of the part.
    pub(super) fn point_inside(&self, way: D::Wide) -> Option<(u32, D::Wide)> {
        let mut inside = None;
        self.parts.each(&mut |index, part| {
            let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
            let ends: ArrayVec<D::Wide, 6> =
                axes.flat_map(|axis| [self.support(part, axis), self.support(part, -axis)]).collect();
            let center = ends.iter().fold(D::Wide::ZERO, |sum, &end| sum + end) * (1.0 / ends.len() as f64);
            let near_ends = ends.iter().map(|&end| center + (end - center) * NEAR_EXTREME);
            let size = ends.iter().fold(0.0, |size: f64, &end| size.max((end - center).dot(end - center)));
            let behind = self.parts.outward(index).map_or(D::Wide::ZERO, |out| out * (-BEHIND * size.sqrt()));
            // The points of a single one are the same.
            let count = if size > 0.0 { ends.len() + 1 } else { 1 };
            let points = core::iter::once(center).chain(near_ends).take(count);
            let mut points = points.map(|point| point + behind + way);
            let is_inside = |point: &D::Wide| self.solid.contains(*point) && !self.is_on_boundary(*point);
            inside = inside.or_else(|| points.find(is_inside).map(|point| (index, point)));
        });
        inside
    }

    /// Returns whether a point is on a face, up to rounding.
    fn is_on_boundary(&self, point: D::Wide) -> bool {
        let origin = self.solid.origin_point();
        let at = D::Vector::narrow(self.solid.origin() + point);
        let mut is_on_face = false;
        self.solid.each_face(
            &AabbDistance::new::<D>(&padded(Aabb { min: at, max: at })),
            0.0,
            |face, limit| {
                let near = Query::new(&origin, &face.shape).signed_distance(point);
                is_on_face =
                    is_on_face || near.is_some_and(|near| near.distance <= OUT * near.touching_distance);
                if is_on_face { END_SEARCH } else { limit }
            },
        );
        is_on_face
    }

    /// Returns the point of the displaced body that is deepest behind a direction, and the index of its part.
    pub(super) fn deepest(&self, direction: D::Wide) -> (u32, D::Wide) {
        let mut deepest: Option<(f64, u32, D::Wide)> = None;
        self.parts.each(&mut |index, part| {
            let point = self.support(part, -direction);
            let height = point.dot(direction);
            if deepest.is_none_or(|(least, ..)| height < least) {
                deepest = Some((height, index, point));
            }
        });
        deepest.map_or((0, self.displacement), |(_, index, point)| (index, point))
    }

    /// Returns the point of a displaced part that is farthest in a unit direction, relative to the origin of the solid.
    pub(super) fn support(&self, part: &dyn Support<D::Vector>, direction: D::Wide) -> D::Wide {
        let core = part.core();
        let vertex = part.core_support(D::Vector::narrow(direction)).point.widen();
        let origin = core.origin.widen() - self.solid.origin();
        origin + vertex + direction * f64::from(core.convex_radius) + self.displacement
    }

    /// Returns the AABB of a displaced part after a way.
    pub(super) fn bounds(&self, part: &dyn Support<D::Vector>, way: D::Wide) -> Aabb<D::Vector> {
        let by = D::Vector::narrow(self.displacement + way);
        let Aabb { min, max } = part.aabb();
        padded(Aabb { min: min + by, max: max + by })
    }
}

/// Returns whether a shape overlaps a face by no more than rounding.
pub(super) fn is_out<V: Vector>(near: &SignedDistance<V>) -> bool {
    near.distance >= -OUT * near.touching_distance
}

/// Returns whether a part touches a face.
pub(super) fn is_touching<V: Vector>(near: &SignedDistance<V>) -> bool {
    near.distance <= near.touching_distance
}
