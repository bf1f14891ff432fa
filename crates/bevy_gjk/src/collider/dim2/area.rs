//! Solid areas in 2D, concave and with holes: convex parts, and the boundary of them all.

use std::borrow::Cow;

use gjk::{Aabb, ShapeError, Vec2};

#[cfg(feature = "outlines")]
mod boundary;
#[cfg(feature = "outlines")]
mod cut;
#[cfg(feature = "outlines")]
mod joined;
#[cfg(feature = "outlines")]
mod lattice;
mod mesh;
#[cfg(feature = "outlines")]
mod status;
#[cfg(feature = "outlines")]
mod sweep;
#[cfg(all(test, feature = "outlines"))]
mod tests;

#[cfg(feature = "outlines")]
use crate::collider::CompositeShape;
use crate::collider::aabb::padded;
use crate::collider::bvh::{Bvh, PackedBvh, corners_of};
use crate::collider::composite::{ImplicitPart, ImplicitParts};
use crate::collider::dim2::{Collider, ConvexShape};
use crate::collider::solid::{Boundary, Face, Faces};
use crate::collider::{ColliderError, ColliderShape, ContentHash, Dim2, part_count};
pub(super) use mesh::MeshArea;

/// Areas of any outline.
impl Collider {
    /// Creates a solid area from its outline, which may be concave: see [`Outline`](Self::Outline).
    ///
    /// ```
    /// use bevy_gjk::{dim2::Collider, gjk::Vec2};
    ///
    /// let corner = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)];
    /// let corner = Collider::outline(corner.map(Vec2::from));
    /// ```
    pub fn outline(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Outline { contours: vec![points.into_iter().collect()] }
    }

    /// Creates a solid area from several contours: those inside of others are holes, or islands in holes. See
    /// [`Outline`](Self::Outline).
    ///
    /// ```
    /// use bevy_gjk::{dim2::Collider, gjk::Vec2};
    ///
    /// let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from);
    /// let frame = Collider::outlines([square(5.0), square(4.0)]);
    /// ```
    pub fn outlines(contours: impl IntoIterator<Item = impl IntoIterator<Item = Vec2>>) -> Self {
        let contours = contours.into_iter().map(|points| points.into_iter().collect()).collect();
        Self::Outline { contours }
    }
}

/// A solid area, concave and with holes, cut into convex parts.
#[derive(Debug)]
pub(crate) struct Area {
    parts: Vec<ConvexShape>,
    tree: PackedBvh,
    boundary: Faces<Dim2>,
}

impl Area {
    /// Prepares an outline: see [`Collider::Outline`](crate::dim2::Collider::Outline).
    #[cfg(feature = "outlines")]
    pub(super) fn prepare(contours: &[Vec<Vec2>]) -> Result<ColliderShape<Dim2>, ColliderError> {
        cut::area(contours).map(|area| ColliderShape::Composite(CompositeShape::implicit(area).into()))
    }

    /// Returns an error: nothing cuts an outline without the feature `outlines`.
    #[cfg(not(feature = "outlines"))]
    pub(super) fn prepare(_: &[Vec<Vec2>]) -> Result<ColliderShape<Dim2>, ColliderError> {
        Err(ColliderError::NoOutlines)
    }

    /// Creates an area from the corners of its parts, which are convex up to rounding, and its boundary in their order.
    #[cfg_attr(not(feature = "outlines"), allow(dead_code, reason = "nothing else cuts areas"))]
    fn new(parts: &[Vec<Vec2>], boundary: Vec<Face<Dim2>>) -> Result<Self, ColliderError> {
        let count = part_count(parts.len() as u64)?;
        if count == 0 {
            return Err(ColliderError::NoArea);
        }
        let shapes: Result<Vec<_>, ShapeError> = parts.iter().map(|corners| convex(corners)).collect();
        let bounds = |index: u32| {
            let corners = &parts[index as usize];
            let first = Aabb { min: corners[0], max: corners[0] };
            let unite = |all: Aabb<Vec2>, &corner: &Vec2| all.union(Aabb { min: corner, max: corner });
            corners_of::<Dim2>(&padded(corners.iter().fold(first, unite)))
        };
        Ok(Self { parts: shapes?, tree: PackedBvh::new(count, bounds), boundary: Faces::new(boundary) })
    }
}

/// Makes a convex part from its corners.
fn convex(corners: &[Vec2]) -> Result<ConvexShape, ShapeError> {
    // The hull, which is the polygon itself unless its corners are rounded.
    match gjk::ConvexPolygon::hull(corners.iter().copied()) {
        Ok(polygon) => Ok(ConvexShape::Polygon(polygon.into())),
        Err(_) => Ok(ConvexShape::Hull(gjk::Hull::new(corners.iter().copied())?.into())),
    }
}

impl ImplicitParts<Dim2> for Area {
    fn len(&self) -> u32 {
        self.parts.len() as u32
    }

    fn part(&self, index: u32) -> Option<ImplicitPart<'_, Dim2>> {
        let shape = self.parts.get(index as usize)?;
        Some(ImplicitPart { shape: Cow::Borrowed(shape), placement: None })
    }

    fn bvh(&self) -> &dyn Bvh {
        &self.tree
    }

    fn add_to(&self, hash: &mut ContentHash) {
        for part in &self.parts {
            match part {
                ConvexShape::Polygon(polygon) => {
                    hash.add(polygon.corners().len() as u64);
                    polygon.corners().for_each(|corner| hash.add_vector::<Dim2>(corner));
                }
                other => hash.add_shown(other),
            }
        }
    }

    fn boundary(&self) -> Option<&dyn Boundary<Dim2>> {
        Some(&self.boundary)
    }

    /// Draws the boundary, and no cut.
    #[cfg(feature = "overlay")]
    fn draw(&self, index: u32, line: &mut dyn FnMut([Vec2; 2])) -> bool {
        self.boundary.draw(index, line);
        true
    }
}
