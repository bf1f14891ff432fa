//! Sets with an inside that are more than their convex parts: closed meshes in 3D, areas in 2D.
//!
//! The parts of a closed mesh are its triangles, and what is entirely inside touches none of them. The parts of an area
//! fill it, but between them are cuts that no answer may come from. Both have a [`Boundary`]: faces with an outside,
//! and for a closed mesh a test whether a point is inside. A [`Solid`] is one that is placed in the world: what is in
//! it is decided in [`inside`], what is hit at its [faces](placed_face) there, and [`exit`] is the shortest way out of
//! it.

use core::fmt::Debug;
use core::ops::{ControlFlow, Range};

use gjk::{Aabb, Affine, Placed, Support, Vector, Wide};

mod body;
mod exit;
mod faces;
mod inside;
mod interior;
mod placed_face;

use crate::collider::bvh::Bvh;
use crate::collider::composite::CompositeShape;
use crate::collider::{AffineOf, Dimension};
pub(crate) use body::BodyParts;
pub(crate) use exit::Exit;
pub(crate) use faces::Faces;

/// The boundary of a solid, in the coordinates of the collider.
pub(crate) trait Boundary<D: Dimension>: Debug + Send + Sync {
    /// Returns a number above all indices of faces.
    fn face_count(&self) -> u32;

    /// Returns a face of the BVH, if there is no inside on both of its sides.
    fn face(&self, index: u32) -> Option<Face<D>>;

    /// Returns a BVH over the faces.
    fn bvh(&self) -> &dyn Bvh;

    /// Returns whether the parts are only the faces, and do not fill the solid.
    fn has_only_face_parts(&self) -> bool {
        false
    }

    /// Returns whether a point is inside of a solid whose parts are only its faces.
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

/// A solid, placed in the world.
pub(crate) struct Solid<'s, D: Dimension> {
    boundary: &'s dyn Boundary<D>,
    shape: &'s CompositeShape<D>,
    affine: AffineOf<D>,
    /// What makes normals in local coordinates point outwards in the world: -1 under a mirror, and 0 under a map that
    /// leaves no inside.
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
        let sign = match D::to_local(&affine, D::Wide::ZERO) {
            Some((_, true)) => -1.0,
            Some((_, false)) => 1.0,
            None => 0.0,
        };
        Self { boundary, shape, affine, sign, first }
    }

    /// Returns whether the map leaves no inside.
    fn is_flattened(&self) -> bool {
        self.sign == 0.0
    }

    /// Returns the origin in the world. Points are relative to it, so that those far from the origin of the world are
    /// as precise.
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

    /// Returns the point of a convex shape that is farthest in a unit direction, relative to the origin.
    fn support_of(&self, shape: &(impl Support<D::Vector> + ?Sized), direction: D::Wide) -> D::Wide {
        let core = shape.core();
        let vertex = shape.core_support(D::Vector::narrow(direction)).point.widen();
        core.origin.widen() - self.origin() + vertex + direction * f64::from(core.convex_radius)
    }

    /// Returns the corners of the AABB relative to the origin.
    fn bounds(&self) -> Aabb<D::Vector> {
        self.shape.bounds(&self.affine.with_translation(D::Vector::ZERO))
    }

    /// Returns the longest side of the AABB, where it is not larger by the rounding of coordinates that are far from
    /// the origin.
    fn extent(&self) -> f64 {
        let Aabb { min, max } = self.bounds();
        (max - min).max_element().into()
    }

    /// Returns whether its parts are only its faces.
    pub(crate) fn has_only_face_parts(&self) -> bool {
        self.boundary.has_only_face_parts()
    }

    /// Returns the middle and the outward unit normal of a part, if it is a face between inside and outside.
    fn face_of_part(&self, part: u32) -> Option<[D::Wide; 2]> {
        if !self.boundary.has_only_face_parts() {
            return None;
        }
        let corners = self.relative_corners(self.boundary.face(part.checked_sub(self.first)?)?.corners);
        let normal = self.outward(corners);
        (normal != D::Wide::ZERO).then(|| [middle::<D>(corners), normal])
    }

    /// Returns the corners of a face in the world, relative to the origin.
    fn relative_corners(&self, corners: [D::Vector; 3]) -> [D::Wide; 3] {
        corners.map(|corner| self.affine.linear(corner).widen())
    }

    /// Returns the outward unit normal of a face, given its corners relative to the origin. It is zero if the face has
    /// no area, or the map leaves no inside.
    fn outward(&self, corners: [D::Wide; 3]) -> D::Wide {
        let normal = D::outward(corners) * self.sign;
        let length = normal.dot(normal).sqrt();
        if length > 0.0 { normal * (1.0 / length) } else { D::Wide::ZERO }
    }

    /// Returns the indices of its parts among those of the collider.
    pub(crate) fn parts(&self) -> Range<u32> {
        self.first..self.first + self.shape.len()
    }

    /// Returns whether a part of the collider is one of its parts.
    pub(crate) fn has_part(&self, part: u32) -> bool {
        self.parts().contains(&part)
    }
}

impl<D: Dimension> CompositeShape<D> {
    /// Calls `visit` for each solid that it consists of, until it breaks.
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

    /// Returns the longest of the shortest ways of a displaced body out of those solids for which `counts`
    /// returns true.
    pub(crate) fn deepest_exit(
        &self,
        affine: &AffineOf<D>,
        body: &dyn BodyParts<D>,
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

/// Returns the middle of a face, given its corners.
fn middle<D: Dimension>([a, b, c]: [D::Wide; 3]) -> D::Wide {
    // In 2D, the third corner is the second one.
    if D::Vector::DIMENSION == 2 { (a + b) * 0.5 } else { (a + b + c) * (1.0 / 3.0) }
}
