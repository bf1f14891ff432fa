//! Writes shapes into a geometry.

use core::ops::ControlFlow;

use gjk::{Aabb, Affine, DVec2, DVec3, Placed, Support, Vec2, Vec3, Vector, Wide};

use super::frame::Frame;
use super::polygon::{FlatSet, ROUNDING};
use super::polyhedron::Form;
use super::{Geometry, GeometryDetail, GeometryError, MAX_TRIANGLES, cells, rings};
use crate::collider::{
    AffineOf, ColliderShape, CompositeShape, Convex, ConvexOf, Dim2, Dim3, Dimension, Shape,
};

/// Writes shapes into a [`Geometry`].
#[derive(Debug)]
pub struct Surface<'g, D: Dimension> {
    pub(super) geometry: &'g mut Geometry<D>,
    pub(super) detail: GeometryDetail<D>,
    /// Whether the convex set that is written is a part of an area: then its outline is no outline of the area.
    is_in_area: bool,
}

impl<'g, D: Dimension> Surface<'g, D> {
    /// Creates a writer.
    ///
    /// # Errors
    /// [`GeometryError::Tolerance`].
    pub(super) fn new(
        geometry: &'g mut Geometry<D>,
        detail: GeometryDetail<D>,
    ) -> Result<Self, GeometryError> {
        let is_valid = detail.tolerance > 0.0 && detail.tolerance.is_finite();
        if !is_valid {
            return Err(GeometryError::Tolerance(detail.tolerance));
        }
        Ok(Self { geometry, detail, is_in_area: false })
    }

    /// Writes a shape that a map places.
    pub(crate) fn add_shape(
        &mut self,
        shape: &ColliderShape<D>,
        affine: &AffineOf<D>,
    ) -> Result<(), GeometryError> {
        match shape {
            ColliderShape::Convex(convex) => {
                self.geometry.work.names.clear();
                self.add_part(convex, affine)
            }
            ColliderShape::Composite(composite) => self.add_composite(composite, affine),
        }
    }

    fn add_composite(
        &mut self,
        composite: &CompositeShape<D>,
        affine: &AffineOf<D>,
    ) -> Result<(), GeometryError> {
        if let Some(children) = composite.children() {
            for (done, child) in (1..).zip(children) {
                self.add_shape(child.shape(), &D::compose(affine, child.affine()))?;
                self.check(done, children.len() as u64)?;
            }
            return Ok(());
        }
        self.geometry.work.names.clear();
        // A map without an inverse flattens all cells: then none hides another.
        let has_inverse = D::to_local(affine, D::Wide::ZERO).is_some();
        if let Some(grid) = composite.grid().filter(|_| has_inverse) {
            return cells::add(self, grid, affine);
        }
        if composite.has_boundary() {
            self.add_boundary(composite, affine)?;
            if D::Vector::DIMENSION == 3 {
                return Ok(());
            }
            self.is_in_area = true;
        }
        let added = self.add_parts(composite, affine);
        self.is_in_area = false;
        added
    }

    /// Writes the faces between the inside and the outside of an area or a solid.
    fn add_boundary(
        &mut self,
        composite: &CompositeShape<D>,
        affine: &AffineOf<D>,
    ) -> Result<(), GeometryError> {
        let Some(boundary) = composite.boundary() else { return Ok(()) };
        let (frame, count) = (Frame::new(affine), boundary.face_count());
        for index in 0..count {
            if let Some(face) = boundary.face(index) {
                self.face(&frame, &face.corners.map(Vector::widen));
                self.check(u64::from(index) + 1, count.into())?;
            }
        }
        self.end_faces(&frame);
        Ok(())
    }

    /// Writes each convex part.
    fn add_parts(
        &mut self,
        composite: &CompositeShape<D>,
        affine: &AffineOf<D>,
    ) -> Result<(), GeometryError> {
        let mut added = Ok(());
        let _ = composite.each_index(&mut |index| {
            let part = composite.with_part(index, affine, |part| self.add_part(part.shape(), part.affine()));
            added = part
                .unwrap_or(Ok(()))
                .and_then(|()| self.check(u64::from(index) + 1, composite.len().into()));
            if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        added
    }

    /// Writes one convex shape that a map places.
    fn add_part(&mut self, shape: &ConvexOf<D>, affine: &AffineOf<D>) -> Result<(), GeometryError> {
        match shape.simplex() {
            Some(&[from, to]) => self.line([from, to].map(|point| affine.apply(point))),
            // In 2D a triangle is an area.
            Some(&[a, b, c]) if D::Vector::DIMENSION == 3 => {
                self.triangle(&Frame::new(affine), [a, b, c].map(Vector::widen));
            }
            _ if shape.half_space().is_some() => return self.add_set(&Placed::new(shape, *affine)),
            // Around the origin, the support points are as precise far from it.
            _ => {
                let set = Placed::new(shape, affine.with_translation(D::Vector::ZERO));
                return D::Collider::add_convex(&set, affine.translation().widen(), self);
            }
        }
        Ok(())
    }

    /// Writes a convex set in the coordinates of the result, which may be a half-space.
    pub(crate) fn add_set(&mut self, set: &dyn Support<D::Vector>) -> Result<(), GeometryError> {
        let Some(plane) = set.half_space() else {
            return D::Collider::add_convex(set, D::Wide::ZERO, self);
        };
        let bounds =
            self.detail.half_space_bounds.filter(|bounds| bounds.min.is_finite() && bounds.max.is_finite());
        let Aabb { min, max } = bounds.ok_or(GeometryError::Endless)?;
        let corner = |bits: usize| {
            D::Vector::from_fn(
                |axis| if bits >> axis & 1 == 0 { min.element(axis) } else { max.element(axis) },
            )
        };
        let height = |point: D::Vector| (point.widen() - plane.point).dot(plane.normal);
        let mut points = Vec::new();
        for (bits, axis) in
            (0..1 << D::Vector::DIMENSION).flat_map(|bits| (0..3).map(move |axis| (bits, axis)))
        {
            let (from, to) = (corner(bits), corner(bits ^ 1 << axis));
            let (start, end) = (height(from), height(to));
            if start <= 0.0 {
                points.push(from);
                if axis < D::Vector::DIMENSION && end > 0.0 {
                    let crossing = from.widen() + (to.widen() - from.widen()) * (start / (start - end));
                    points.push(D::Vector::narrow(crossing));
                }
            }
        }
        // Without a point, nothing of it is in the box.
        gjk::Hull::new(points).map_or(Ok(()), |hull| D::Collider::add_convex(&hull, D::Wide::ZERO, self))
    }

    /// Returns an error if there are too many triangles, of which those so far are a part.
    pub(super) fn check(&self, done: u64, of: u64) -> Result<(), GeometryError> {
        let count = self.geometry.triangles.len().max(self.geometry.points.len()) as u64;
        if count > MAX_TRIANGLES {
            let estimate = count as f64 * (of as f64 / done as f64);
            return Err(GeometryError::TooManyTriangles(estimate as u64));
        }
        Ok(())
    }

    /// Writes a segment, which goes on with the last line if that ends where it begins.
    fn line(&mut self, [from, to]: [D::Vector; 2]) {
        let Geometry { points, chains, .. } = &mut *self.geometry;
        match chains.last_mut() {
            Some((end, false)) if points.last() == Some(&from) => {
                points.push(to);
                *end += 1;
            }
            _ => {
                points.extend([from, to]);
                chains.push((points.len(), false));
            }
        }
    }

    /// Writes a face: in 3D a convex polygon as triangles, in 2D an edge, which [`end_faces`](Self::end_faces) joins
    /// with others. The corners are those of [`Dimension::outward`], in local coordinates.
    pub(super) fn face(&mut self, frame: &Frame<D>, corners: &[D::Wide]) {
        if D::Vector::DIMENSION == 2 {
            self.geometry.work.edges.push([corners[0], corners[1]]);
            return;
        }
        for sides in corners.windows(2).skip(1) {
            self.triangle(frame, [corners[0], sides[0], sides[1]]);
        }
    }

    /// Writes the outlines that the edges so far make.
    pub(super) fn end_faces(&mut self, frame: &Frame<D>) {
        let Geometry { points, chains, work, .. } = &mut *self.geometry;
        rings::each_ring::<D>(&mut work.edges, &mut work.polygon, |ring| {
            let start = points.len();
            points.extend(ring.iter().map(|&point| frame.apply(point)));
            if frame.mirrors {
                points[start..].reverse();
            }
            chains.push((points.len(), true));
        });
        work.edges.clear();
    }

    /// Writes a triangle in local coordinates. Vertices at the same place are one.
    pub(super) fn triangle(&mut self, frame: &Frame<D>, corners: [D::Wide; 3]) {
        let Geometry { vertices, triangles, work, .. } = &mut *self.geometry;
        let [a, b, c] = corners.map(|corner| {
            *work.names.entry(rings::place::<D>(corner)).or_insert_with(|| {
                vertices.push(frame.apply(corner));
                vertices.len() as u32 - 1
            })
        });
        if a != b && b != c && c != a {
            triangles.push(if frame.mirrors { [a, c, b] } else { [a, b, c] });
        }
    }

    /// Writes the triangles of a convex polygon, and its outline if that is one of the whole set.
    fn polygon(&mut self, translation: D::Wide, is_outline: bool) {
        let Geometry { vertices, triangles, points, chains, work } = &mut *self.geometry;
        let corners = || work.polygon.iter().map(|&point| D::Vector::narrow(point + translation));
        let (first, count) = (vertices.len() as u32, work.polygon.len() as u32);
        vertices.extend(corners());
        triangles.extend((2..count).map(|corner| [first, first + corner - 1, first + corner]));
        if is_outline {
            points.extend(corners());
            chains.push((points.len(), true));
        }
    }
}

impl Surface<'_, Dim2> {
    /// Writes a convex set that is moved by a translation.
    pub(crate) fn add_convex_2d(
        &mut self,
        set: &dyn Support<Vec2>,
        translation: DVec2,
    ) -> Result<(), GeometryError> {
        let support = |direction: DVec2| set.support(direction.as_vec2()).as_dvec2();
        let [x, y] = DVec2::AXES.map(|axis| [support(-axis), support(axis)]);
        let length = |[from, to]: [DVec2; 2]| from.distance(to);
        let ends = if length(y) > length(x) { y } else { x };
        if !ends.iter().all(|end| end.is_finite()) {
            return Err(GeometryError::NotFinite);
        }
        let thin = ROUNDING * length(ends);
        // The corners of a part of an area all count, as they do in its outline.
        let tolerance = if self.is_in_area { thin } else { self.detail.tolerance.into() };
        let set = FlatSet { support: &support, outward: &|from, to| -(to - from).perp(), tolerance };
        let work = &mut self.geometry.work;
        if length(ends) == 0.0 {
            return Ok(());
        }
        set.inscribe(ends, &mut work.polygon, &mut work.chords)?;
        if work.polygon.len() > 2 {
            self.polygon(translation, !self.is_in_area);
        } else if !self.is_in_area {
            // Flat, or flat within the tolerance.
            self.line(ends.map(|end| (end + translation).as_vec2()));
        }
        Ok(())
    }
}

impl Surface<'_, Dim3> {
    /// Writes a convex set that is moved by a translation.
    pub(crate) fn add_convex_3d(
        &mut self,
        set: &dyn Support<Vec3>,
        translation: DVec3,
    ) -> Result<(), GeometryError> {
        let tolerance = self.detail.tolerance.into();
        let Geometry { vertices, triangles, work, .. } = &mut *self.geometry;
        match work.polyhedron.inscribe(set, tolerance)? {
            Form::Point => {}
            Form::Segment(ends) => self.line(ends.map(|end| (end + translation).as_vec3())),
            Form::Flat(ends, normal) => {
                let support = |direction: DVec3| set.support(direction.as_vec3()).as_dvec3();
                let outward = |from: DVec3, to: DVec3| (to - from).cross(normal);
                let set = FlatSet { support: &support, outward: &outward, tolerance };
                set.inscribe(ends, &mut work.polygon, &mut work.chords)?;
                self.polygon(translation, false);
            }
            Form::Body => work.polyhedron.write(vertices, triangles, translation),
        }
        Ok(())
    }
}
