//! What is inside of a placed solid: points and shapes, of a closed mesh by its boundary, of any other solid by its
//! parts.

use gjk::{Aabb, Affine, Support, Vector, Wide};

use super::Solid;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::bvh::{self, AabbDistance};

impl<D: Dimension> Solid<'_, D> {
    /// Returns whether a convex shape that touches no face is inside of a solid whose parts are only its faces.
    pub(crate) fn contains_between_faces(&self, shape: &(impl Support<D::Vector> + ?Sized)) -> bool {
        // Any point of the shape tells.
        let point = || self.support_of(shape, D::Vector::axis(0).widen());
        self.boundary.has_only_face_parts() && self.contains(point())
    }

    /// Returns whether a point is inside, given relative to the origin.
    pub(super) fn contains(&self, from_origin: D::Wide) -> bool {
        if self.boundary.has_only_face_parts() {
            let linear = self.affine.with_translation(D::Vector::ZERO);
            let local = D::to_local(&linear, from_origin);
            return local.is_some_and(|(local, _)| self.boundary.contains(local));
        }
        let point = D::Vector::narrow(self.origin() + from_origin);
        let at = AabbDistance::new::<D>(&Aabb { min: point, max: point });
        let origin = self.origin_point();
        let mut is_inside = false;
        self.shape.search(&self.affine, &at, 0.0, &mut |_, part, limit| {
            let near = gjk::Query::new(&origin, part).signed_distance(from_origin);
            is_inside |= near.is_some_and(|near| near.distance <= near.touching_distance);
            if is_inside { bvh::END_SEARCH } else { limit }
        });
        is_inside
    }

    /// Returns whether a convex shape overlaps the solid. What only touches it does not.
    pub(crate) fn overlaps(&self, shape: &dyn Support<D::Vector>) -> bool {
        let at = AabbDistance::new::<D>(&padded(shape.aabb()));
        let mut overlaps = self.contains_between_faces(shape);
        self.shape.search(&self.affine, &at, 0.0, &mut |_, part, limit| {
            let near = gjk::Query::new(shape, part).signed_distance(D::Wide::ZERO);
            overlaps |= near.is_some_and(|near| near.distance < -near.touching_distance);
            if overlaps { bvh::END_SEARCH } else { limit }
        });
        overlaps
    }
}
