//! The faces of a solid where they are in the world: what is hit at them, and through which of them a motion enters the
//! solid.

use gjk::{Aabb, Affine, Cast, Placed, Support, Vector, Wide};

use super::body::ON_FACE;
use super::{Face, Solid, middle};
use crate::collider::bvh::{self, AabbCast, AabbDistance, AabbQuery};
use crate::collider::composite::MappedQuery;
use crate::collider::{AffineOf, Dimension};

/// The sine up to which a corner of a face counts as behind a plane: more than the rounding of a point on it.
const BEHIND: f64 = 1e-4;
/// The distance up to which a point of a hit is on a face, relative to its largest coordinate: the rounding of a ray
/// that is ten times as long.
const POINT_ROUNDING: f32 = 4e-6;
/// How far before a face the point is that tells whether it is between two shells that touch, relative to the size of
/// the face.
const BEFORE: f64 = 1e-5;
/// How far towards the middle of the face it is.
const TO_MIDDLE: f64 = 0.1;
/// The sine up to which a motion counts as one along a face.
const ENTERED: f64 = 1e-6;

/// A face, placed in the world.
#[derive(Clone)]
pub(super) struct PlacedFace<D: Dimension> {
    pub(super) shape: Placed<gjk::Triangle<D::Vector>, D::Vector>,
    /// The corners, relative to the origin of the solid.
    pub(super) corners: [D::Wide; 3],
    /// The outward unit normal; zero if the map leaves no inside.
    pub(super) normal: D::Wide,
    /// The index of the part in the collider.
    pub(super) part: u32,
}

impl<D: Dimension> PlacedFace<D> {
    /// Returns whether a motion leads from the outer side to the inner one, and not along the face.
    fn looks_against(&self, motion: D::Wide) -> bool {
        self.normal.dot(motion) < -ENTERED * motion.dot(motion).sqrt()
    }

    /// Returns whether what touches the face is on its outer side, given the unit normal from the face to it.
    fn is_before(&self, normal: D::Wide) -> bool {
        self.normal.dot(normal) > ENTERED
    }

    /// Returns whether a point is on the face, up to a distance.
    fn is_at(&self, point: D::Vector, reach: f32) -> bool {
        let near = gjk::Query::new(&self.shape, &gjk::Point::new([point])).signed_distance(D::Wide::ZERO);
        near.is_some_and(|near| near.distance <= near.touching_distance + f64::from(reach))
    }
}

impl<D: Dimension> Solid<'_, D> {
    /// Calls `visit` for each face within the limit of a query, placed in the world. Faces without an area are left
    /// out, unless the map leaves no inside: then all are visited. See [`bvh::search`] for the limit.
    pub(super) fn each_face(
        &self,
        query: &impl AabbQuery,
        limit: f32,
        mut visit: impl FnMut(&PlacedFace<D>, f32) -> f32,
    ) {
        let mapped = MappedQuery::<D, _> { query, affine: &self.affine };
        bvh::search(self.boundary.bvh(), &mapped, limit, &mut |index, limit| {
            let Some(Face { corners, part }) = self.boundary.face(index) else { return limit };
            let shape = Placed::new(gjk::Triangle::new(corners), self.affine);
            let corners = self.relative_corners(corners);
            let normal = self.outward(corners);
            if normal == D::Wide::ZERO && !self.is_flattened() {
                return limit;
            }
            visit(&PlacedFace { shape, corners, normal, part: self.first + part }, limit)
        });
    }

    /// Returns a face scaled around its middle by a factor.
    pub(super) fn middle_of(
        &self,
        face: &PlacedFace<D>,
        factor: f64,
    ) -> Placed<gjk::Triangle<D::Vector>, D::Vector> {
        let middle = middle::<D>(face.corners);
        let corners = face.corners.map(|corner| D::Vector::narrow(middle + (corner - middle) * factor));
        Placed::new(gjk::Triangle::new(corners), AffineOf::<D>::from_translation(self.affine.translation()))
    }

    /// Returns the part of a motion from a point inside, given relative to the origin, that does not leave through a
    /// face.
    pub(super) fn part_inside(&self, from: D::Wide, motion: D::Wide) -> f64 {
        let [from, motion] = [self.origin() + from, motion].map(D::Vector::narrow);
        let length = motion.dot(motion).sqrt();
        let mut inside = 1.0_f32;
        self.each_face(&AabbCast::new::<D>(&Aabb { min: from, max: from }, motion), 1.0, |face, limit| {
            if face.normal.dot(motion.widen()) > 0.0
                && let Some(hit) = gjk::ray_cast(&face.shape, from, motion * (1.0 / length), limit * length)
            {
                inside = inside.min(hit.distance / length);
                return inside;
            }
            limit
        });
        inside.into()
    }

    /// Calls `visit` for each face near a point, with the distance up to which the point is [on](PlacedFace::is_at) it.
    fn each_face_near(&self, point: D::Vector, mut visit: impl FnMut(&PlacedFace<D>, f32)) {
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let reach = POINT_ROUNDING * point.max(-point).max_element();
        self.each_face(&at, reach, |face, limit| {
            visit(face, reach);
            limit
        });
    }

    /// Returns an outward normal of the solid at a point where what moves in a direction meets one of its parts, by the
    /// normal of that part. They differ where a cut between two parts ends, since the solid on the other side of the
    /// cut is not behind the plane of the one part.
    pub(crate) fn normal_at(&self, point: D::Vector, normal: D::Vector, motion: D::Vector) -> D::Vector {
        let (from_origin, wide) = (point.widen() - self.origin(), normal.widen());
        let mut is_ahead = normal.dot(motion) > 0.0;
        let mut nearest: Option<(f64, D::Wide)> = None;
        self.each_face_near(point, |face, reach| {
            if face.is_at(point, reach) {
                is_ahead |= face.corners.iter().any(|&corner| {
                    let side = corner - from_origin;
                    side.dot(wide) > BEHIND * side.dot(side).sqrt()
                });
                let facing = -face.normal.dot(motion.widen());
                if nearest.is_none_or(|(best, _)| facing > best) {
                    nearest = Some((facing, face.normal));
                }
            }
        });
        nearest.filter(|_| is_ahead).map_or(normal, |(_, normal)| D::Vector::narrow(normal))
    }

    /// Returns whether what moves in a direction enters the solid where it meets one of its parts, by the normal of
    /// that part: through a face that looks against the motion, from its outer side.
    pub(crate) fn is_entered_at(&self, point: D::Vector, normal: D::Vector, motion: D::Vector) -> bool {
        let [normal, motion] = [normal, motion].map(D::Vector::widen);
        let mut is_entered = self.is_flattened();
        self.each_face_near(point, |face, reach| {
            let is_at_face =
                || face.looks_against(motion) && face.is_before(normal) && face.is_at(point, reach);
            is_entered = is_entered || is_at_face();
        });
        is_entered
    }

    /// Returns whether what is before a face where it is touched is in the solid as well: in another shell of it. The
    /// point that tells it is a little towards the middle of the face, since a corner of it may be one of the solid
    /// that is seen from inside.
    fn is_before_in_set(&self, face: &PlacedFace<D>, touched: D::Vector) -> bool {
        let [a, b, c] = face.corners;
        let size = [b - a, c - a].map(|side| side.dot(side)).into_iter().fold(0.0, f64::max).sqrt();
        let on_face = if self.has_only_face_parts() { 0.0 } else { ON_FACE * self.extent() };
        let touched = touched.widen() - self.origin();
        let point = touched + (middle::<D>(face.corners) - touched) * TO_MIDDLE;
        self.contains(point + face.normal * (BEFORE * size + on_face))
    }

    /// Calls for each face through which a moving shape enters the solid from outside within the limit, with the part
    /// and the hit. What it touches from the start is left out. See [`bvh::search`] for the limit.
    pub(crate) fn each_entry(
        &self,
        shape: &dyn Support<D::Vector>,
        motion: D::Vector,
        limit: f32,
        mut visit: impl FnMut(u32, Cast<D::Vector>, f32) -> f32,
    ) {
        let is_flattened = self.is_flattened();
        self.each_face(&AabbCast::new::<D>(&shape.aabb(), motion), limit, |face, limit| {
            if !is_flattened && !face.looks_against(motion.widen()) {
                return limit;
            }
            match gjk::cast(shape, motion, &face.shape, D::Vector::ZERO, limit) {
                // From the inner side it meets no more than the rim of the face.
                Some(hit)
                    if hit.time > 0.0
                        && (is_flattened
                            || face.is_before(-hit.contact.normal.widen())
                                && !self.is_before_in_set(face, hit.contact.on_b)) =>
                {
                    visit(face.part, hit, limit)
                }
                _ => limit,
            }
        });
    }
}
