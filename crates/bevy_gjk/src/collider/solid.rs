//! Sets with an inside that are more than their convex parts: closed meshes in 3D, areas in 2D.
//!
//! The parts of a closed mesh are its triangles, and what is entirely inside touches none of them. The parts of an area
//! fill it, but between them are cuts that no answer may come from. Both have a [`Boundary`]: faces with an outside, and
//! for a closed mesh a test whether a point is inside. A [`Solid`] is one that is placed in the world, and
//! [`exit`] is the shortest way out of it.

use core::fmt::Debug;
use core::ops::ControlFlow;

use gjk::{Aabb, Affine, Cast, Placed, Support, Vector, Wide};

mod body;
mod exit;
mod faces;
mod in_solid;
mod lead_out;
mod ways;

use crate::collider::aabb::padded;
use crate::collider::bvh::{self, AabbCast, AabbDistance, AabbQuery, Bvh};
use crate::collider::composite::{CompositeShape, MappedQuery};
use crate::collider::{AffineOf, Dimension};
pub(crate) use body::BodyParts;
pub(crate) use exit::Exit;
pub(crate) use faces::Faces;

/// The sine up to which a corner of a face counts as behind a plane: more than the rounding of a point on it.
const BEHIND: f64 = 1e-4;
/// The distance up to which a point of a hit is on a face, relative to its largest coordinate: the rounding of a ray that is ten times as long.
const POINT_ROUNDING: f32 = 4e-6;
/// The sine up to which a motion counts as one along a face.
const ENTERED: f64 = 1e-6;

/// The boundary of a set, in the coordinates of the collider.
pub(crate) trait Boundary<D: Dimension>: Debug + Send + Sync {
    /// Returns a number above all indices of faces.
    fn face_count(&self) -> u32;

    /// Returns a face of the BVH, if there is no inside on both of its sides.
    fn face(&self, index: u32) -> Option<Face<D>>;

    /// Returns a BVH over the faces.
    fn bvh(&self) -> &dyn Bvh;

    /// Returns whether the parts are only the faces, and do not fill the set.
    fn has_only_face_parts(&self) -> bool {
        false
    }

    /// Returns whether a point is inside of a set whose parts are only its faces.
    fn contains(&self, _point: D::Wide) -> bool {
        false
    }
}

/// A face of a boundary: see [`Dimension::outward`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face<D: Dimension> {
    /// The corners. In 2D, the third is the second one.
    pub(crate) corners: [D::Vector; 3],
    /// The index of the part that it belongs to.
    pub(crate) part: u32,
}

impl<D: Dimension> Face<D> {
    /// Creates an edge of an area: seen from its first end, the area is on the left.
    pub(crate) fn edge([from, to]: [D::Vector; 2], part: u32) -> Self {
        Self { corners: [from, to, to], part }
    }
}

/// A set with a boundary, placed in the world.
pub(crate) struct Solid<'s, D: Dimension> {
    boundary: &'s dyn Boundary<D>,
    shape: &'s CompositeShape<D>,
    affine: AffineOf<D>,
    /// What makes normals in local coordinates point outwards in the world: -1 under a mirror, and 0 under a map that leaves no inside.
    sign: f64,
    /// The index of its first part among those of the collider.
    first: u32,
}

impl<'s, D: Dimension> Solid<'s, D> {
    /// Creates a solid from a composite shape that has a boundary itself.
    pub(super) fn new(
        boundary: &'s dyn Boundary<D>,
        shape: &'s CompositeShape<D>,
        affine: AffineOf<D>,
        first: u32,
    ) -> Self {
        let sign = match D::unplaced(&affine, D::Wide::ZERO) {
            Some((_, true)) => -1.0,
            Some((_, false)) => 1.0,
            None => 0.0,
        };
        Self { boundary, shape, affine, sign, first }
    }

    /// Returns whether a point of the world is inside of a set whose parts are only its faces. What is on a face or next to it
    /// touches a part.
    pub(crate) fn contains_between_faces(&self, point: D::Wide) -> bool {
        self.boundary.has_only_face_parts() && self.contains(point - self.origin())
    }

    /// Returns the origin in the world. Points are relative to it, so that those far from the origin of the world are as precise.
    fn origin(&self) -> D::Wide {
        self.affine.translation().widen()
    }

    /// Returns the origin as a shape, whose distances are as precise far from the origin of the world.
    fn origin_point(&self) -> Placed<gjk::Point<D::Vector>, D::Vector> {
        Placed::new(
            gjk::Point::new([D::Vector::ZERO]),
            AffineOf::<D>::from_translation(self.affine.translation()),
        )
    }

    /// Returns the longest side of the AABB, where it is not larger by the rounding of coordinates that are far from the origin.
    fn extent(&self) -> f64 {
        let Aabb { min, max } = self.shape.bounds(&self.affine.with_translation(D::Vector::ZERO));
        (max - min).max_element().into()
    }

    /// Returns whether a point is inside, given relative to the origin.
    fn contains(&self, from_origin: D::Wide) -> bool {
        if self.boundary.has_only_face_parts() {
            let linear = self.affine.with_translation(D::Vector::ZERO);
            let local = D::unplaced(&linear, from_origin);
            return local.is_some_and(|(local, _)| self.boundary.contains(local));
        }
        let point = D::Vector::narrow(self.origin() + from_origin);
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let origin = self.origin_point();
        let mut is_inside = false;
        self.shape.search(&self.affine, &at, 0.0, &mut |_, part, limit| {
            let near = gjk::Query::new(&origin, part).signed_distance(from_origin);
            is_inside |= near.is_some_and(|near| near.distance <= near.touching_distance);
            if is_inside { bvh::END } else { limit }
        });
        is_inside
    }

    /// Returns whether a convex shape overlaps the set. What only touches it does not.
    pub(crate) fn overlaps(&self, shape: &dyn Support<D::Vector>) -> bool {
        let at = AabbDistance::new::<D>(&padded(shape.aabb()));
        let mut overlaps = self.contains_between_faces(any_point(shape).widen());
        self.shape.search(&self.affine, &at, 0.0, &mut |_, part, limit| {
            let near = gjk::Query::new(shape, part).signed_distance(D::Wide::ZERO);
            overlaps |= near.is_some_and(|near| near.distance < -near.touching_distance);
            if overlaps { bvh::END } else { limit }
        });
        overlaps
    }

    /// Returns whether its parts are only its faces.
    pub(crate) fn has_only_face_parts(&self) -> bool {
        self.boundary.has_only_face_parts()
    }

    /// Returns the outward unit normal of a part of the collider, if it is one of its faces.
    pub(crate) fn outward_of_part(&self, part: u32) -> Option<D::Wide> {
        let index = part.checked_sub(self.first).filter(|_| self.boundary.has_only_face_parts())?;
        let Face { corners, .. } = self.boundary.face(index)?;
        let normal = self.outward(self.relative_corners(corners));
        (normal != D::Wide::ZERO).then_some(normal)
    }

    /// Returns the corners of a face in the world, relative to the origin.
    fn relative_corners(&self, corners: [D::Vector; 3]) -> [D::Wide; 3] {
        corners.map(|corner| self.affine.linear(corner).widen())
    }

    /// Returns the outward unit normal of a face, given its corners relative to the origin. It is zero if the face has no area, or the map
    /// leaves no inside.
    fn outward(&self, corners: [D::Wide; 3]) -> D::Wide {
        let normal = D::outward(corners) * self.sign;
        let length = normal.dot(normal).sqrt();
        if length > 0.0 { normal * (1.0 / length) } else { D::Wide::ZERO }
    }

    /// Returns whether a part of the collider is one of its parts.
    pub(crate) fn has_part(&self, part: u32) -> bool {
        part.checked_sub(self.first).is_some_and(|index| index < self.shape.len())
    }

    /// Calls `visit` for each face within the limit of a query, placed in the world. Faces without an area are left out, unless the map
    /// leaves no inside: then all are visited. See [`bvh::search`] for the limit.
    fn each_face(
        &self,
        query: &impl AabbQuery,
        limit: f32,
        mut visit: impl FnMut(&PlacedFace<D>, f32) -> f32,
    ) {
        let mapped = MappedQuery::<D, _> { query, affine: &self.affine };
        bvh::search(self.boundary.bvh(), &mapped, limit, |index, limit| {
            let Some(Face { corners, part }) = self.boundary.face(index) else { return limit };
            let shape = Placed::new(gjk::Triangle::new(corners), self.affine);
            let corners = self.relative_corners(corners);
            let normal = self.outward(corners);
            if normal == D::Wide::ZERO && self.sign != 0.0 {
                return limit;
            }
            visit(&PlacedFace { shape, corners, normal, part: self.first + part }, limit)
        });
    }

    /// Returns an outward normal of the solid at a point where what moves in a direction meets one of its parts, by the normal of that part.
    /// They differ where a cut between two parts ends, since the set on the other side of the cut is not behind the plane of the one part.
    pub(crate) fn normal_at(&self, point: D::Vector, normal: D::Vector, motion: D::Vector) -> D::Vector {
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let (from_origin, wide) = (point.widen() - self.origin(), normal.widen());
        let reach = POINT_ROUNDING * point.max(-point).max_element();
        let mut is_ahead = normal.dot(motion) > 0.0;
        let mut nearest: Option<(f64, D::Wide)> = None;
        self.each_face(&at, reach, |face, limit| {
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
            limit
        });
        nearest.filter(|_| is_ahead).map_or(normal, |(_, normal)| D::Vector::narrow(normal))
    }

    /// Returns whether what moves in a direction enters the set where it meets one of its parts, by the normal of that part: through a face
    /// that looks against the motion, from its outer side.
    pub(crate) fn is_entered_at(&self, point: D::Vector, normal: D::Vector, motion: D::Vector) -> bool {
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let reach = POINT_ROUNDING * point.max(-point).max_element();
        let [normal, motion] = [normal, motion].map(D::Vector::widen);
        let mut is_entered = self.sign == 0.0;
        self.each_face(&at, reach, |face, limit| {
            let is_at_face =
                || face.looks_against(motion) && face.is_before(normal) && face.is_at(point, reach);
            is_entered = is_entered || is_at_face();
            limit
        });
        is_entered
    }

    /// Calls for each face through which a moving shape enters the set from outside within the limit, with the part and the hit. What it
    /// touches from the start is left out. See [`bvh::search`] for the limit.
    pub(crate) fn each_entry(
        &self,
        shape: &dyn Support<D::Vector>,
        motion: D::Vector,
        limit: f32,
        mut visit: impl FnMut(u32, Cast<D::Vector>, f32) -> f32,
    ) {
        let is_flattened = self.sign == 0.0;
        self.each_face(&AabbCast::new::<D>(&shape.aabb(), motion), limit, |face, limit| {
            if !is_flattened && !face.looks_against(motion.widen()) {
                return limit;
            }
            match gjk::cast(shape, motion, &face.shape, D::Vector::ZERO, limit) {
                // From the inner side it meets no more than the rim of the face.
                Some(hit)
                    if hit.time > 0.0 && (is_flattened || face.is_before(-hit.contact.normal.widen())) =>
                {
                    visit(face.part, hit, limit)
                }
                _ => limit,
            }
        });
    }
}

/// A face, placed in the world.
struct PlacedFace<D: Dimension> {
    shape: Placed<gjk::Triangle<D::Vector>, D::Vector>,
    /// The corners, relative to the origin of the solid.
    corners: [D::Wide; 3],
    /// The outward unit normal; zero if the map leaves no inside.
    normal: D::Wide,
    /// The index of the part in the collider.
    part: u32,
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

impl<D: Dimension> CompositeShape<D> {
    /// Calls `visit` for each set with a boundary that it consists of, until it breaks.
    pub(crate) fn each_solid(
        &self,
        affine: &AffineOf<D>,
        first: u32,
        visit: &mut dyn FnMut(&Solid<D>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.has_boundary() {
            return ControlFlow::Continue(());
        }
        if let Some(boundary) = self.boundary() {
            return visit(&Solid::new(boundary, self, *affine, first));
        }
        self.each_composite_child(affine, |shape, affine, index| {
            shape.each_solid(affine, first + index, visit)
        })
    }

    /// Returns the longest of the shortest ways of a displaced body out of those sets with a boundary for which `counts` returns true.
    pub(crate) fn deepest_exit(
        &self,
        affine: &AffineOf<D>,
        body: &dyn BodyParts<D::Vector>,
        displacement: D::Wide,
        counts: impl Fn(&Solid<D>) -> bool,
    ) -> Option<Exit<D>> {
        let mut deepest: Option<Exit<D>> = None;
        let _ = self.each_solid(affine, 0, &mut |solid| {
            if counts(solid)
                && let Some(exit) = solid.exit(body, displacement)
                && deepest.is_none_or(|deepest| exit.depth > deepest.depth)
            {
                deepest = Some(exit);
            }
            ControlFlow::Continue(())
        });
        deepest
    }
}

/// Returns a point of a convex shape: an extreme one.
pub(crate) fn any_point<V: Vector>(part: &(impl Support<V> + ?Sized)) -> V {
    part.support(V::axis(0))
}
