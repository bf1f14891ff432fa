//! The geometry of colliders for others: triangles of their surfaces in 3D, outlines and triangles of areas in 2D.
//!
//! A [`Surface`] walks through a shape and writes into a [`Geometry`]. What is given by vertices is written as it is:
//! the faces of meshes, solids and areas, and of [grids](cells) those that no other cell covers. Every convex part,
//! whatever it is, is known by its support function: a [polygon] or a [polyhedron] is inscribed in it.

use gjk::{Aabb, Affine, Vector, Wide};

mod cells;
mod error;
mod frame;
mod polygon;
mod polyhedron;
mod rings;
mod surface;

use crate::collider::{ColliderShape, Dimension};
use bevy_platform::collections::HashMap;
pub use error::GeometryError;
pub use surface::Surface;

/// The largest number of triangles, and of points of outlines: a quarter of a gigabyte.
const MAX_TRIANGLES: u64 = 1 << 24;
/// The largest number of triangles of one convex part. A sphere has them if its radius is 100,000 times the tolerance.
const MAX_TRIANGLES_OF_PART: u64 = 1 << 20;

/// How precise a [`Geometry`] is, and how much of a half-space it shows. A tolerance alone converts into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometryDetail<D: Dimension> {
    /// How far round shapes may be from their triangles, in the units of the result: positive. All vertices are on the
    /// shape; the triangles between them are inside of it by up to the tolerance.
    pub tolerance: f32,
    /// The box at which half-spaces are cut off, in the coordinates of the result. Without one, a half-space is an
    /// error.
    pub half_space_bounds: Option<Aabb<D::Vector>>,
}

impl<D: Dimension> From<f32> for GeometryDetail<D> {
    fn from(tolerance: f32) -> Self {
        Self { tolerance, half_space_bounds: None }
    }
}

/// The geometry of a collider, for what is not collision detection: navigation meshes, drawing, export. In 3D it is the
/// surface as triangles; in 2D the area as triangles, and its outlines. See the page `geometry.md` of the book.
///
/// Its buffers are kept when it is filled again.
///
/// ```
/// use bevy_gjk::{dim3::prelude::*, geometry::Geometry};
/// use bevy_transform::components::Transform;
///
/// let barrel = Collider::cylinder(0.5, 2.0).placed(Transform::from_xyz(10.0, 0.0, 0.0))?;
/// let mut geometry = Geometry::default();
/// geometry.fill(&barrel, 0.01)?; // in world space, within a centimeter
/// let [a, b, c] = geometry.triangles()[0].map(|vertex| geometry.vertices()[vertex as usize]);
/// assert!((b - a).cross(c - a).dot(a - gjk::Vec3::X * 10.0) > 0.0, "counterclockwise as seen from outside");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// - Triangles are counterclockwise as seen from outside; in 2D, as they are drawn. Those of meshes and height fields
///   keep the order of their vertices, unless the transform mirrors them.
/// - The surface of a convex shape, of a solid and of a grid is closed: each edge belongs to two triangles, which have
///   it in opposite directions. Where cells of different shapes meet, and between the convex parts of an extruded area,
///   an edge may lie along several shorter ones.
/// - The parts of a compound, and those of a rounded shape, are there as they are: where they overlap, there are faces
///   inside of others.
/// - A flat shape in 3D is there once, and not from both sides.
#[derive(Clone, Debug)]
#[doc(alias("triangulation", "tessellation", "trimesh", "export", "navmesh"))]
pub struct Geometry<D: Dimension> {
    vertices: Vec<D::Vector>,
    triangles: Vec<[u32; 3]>,
    /// The points of all outlines and lines.
    points: Vec<D::Vector>,
    /// For each outline or line where its points end, and whether it is an outline.
    chains: Vec<(usize, bool)>,
    work: Work<D>,
}

/// What is only used while a geometry is filled.
#[derive(Clone, Debug)]
struct Work<D: Dimension> {
    /// The vertices of the mesh that is written, by the bits of their local coordinates.
    names: HashMap<[u32; 3], u32>,
    /// The edges of an area, in local coordinates.
    edges: Vec<[D::Wide; 2]>,
    polygon: Vec<D::Wide>,
    chords: Vec<[D::Wide; 2]>,
    polyhedron: polyhedron::Polyhedron,
}

impl<D: Dimension> Default for Geometry<D> {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
            points: Vec::new(),
            chains: Vec::new(),
            work: Work {
                names: HashMap::default(),
                edges: Vec::new(),
                polygon: Vec::new(),
                chords: Vec::new(),
                polyhedron: polyhedron::Polyhedron::default(),
            },
        }
    }
}

impl<D: Dimension> Geometry<D> {
    /// Returns the vertices of the triangles.
    pub fn vertices(&self) -> &[D::Vector] {
        &self.vertices
    }

    /// Returns the triangles, as indices of their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Iterates over the outlines of areas in 2D, as the points of closed polygons: the area is on the left, so that
    /// outer ones are counterclockwise, and those of holes clockwise. There is none in 3D.
    pub fn outlines(&self) -> impl Iterator<Item = &[D::Vector]> {
        self.chains(true)
    }

    /// Iterates over what is only a line: segments and polylines, each from its first point to its last. A closed
    /// polyline ends where it begins.
    pub fn lines(&self) -> impl Iterator<Item = &[D::Vector]> {
        self.chains(false)
    }

    fn chains(&self, outlines: bool) -> impl Iterator<Item = &[D::Vector]> {
        let starts = core::iter::once(0).chain(self.chains.iter().map(|&(end, _)| end));
        let wanted =
            self.chains.iter().zip(starts).filter(move |&(&(_, is_outline), _)| is_outline == outlines);
        wanted.map(|(&(end, _), start)| &self.points[start..end])
    }

    /// Returns the edges by which one sees the geometry, for drawing: those of outlines and lines, and in 3D those
    /// between triangles that are not in one plane, and of single triangles. On what is round, these are all.
    ///
    /// ```
    /// use bevy_gjk::dim3::Collider;
    ///
    /// let crate_ = Collider::cuboid(1.0, 2.0, 1.0).geometry(0.01)?;
    /// assert_eq!((crate_.triangles().len(), crate_.edges().len()), (12, 12));
    /// # Ok::<_, bevy_gjk::geometry::GeometryError>(())
    /// ```
    #[doc(alias("wireframe"))]
    pub fn edges(&self) -> Vec<[D::Vector; 2]> {
        /// The cosine of the angle between triangles in one plane: the rounding of their vertices.
        const FLAT: f64 = 1.0 - 1e-6;
        let mut edges = Vec::new();
        for line in self.lines() {
            edges.extend(line.windows(2).map(|ends| [ends[0], ends[1]]));
        }
        for outline in self.outlines() {
            edges.extend(
                outline.iter().copied().zip(outline.iter().copied().cycle().skip(1)).map(<[_; 2]>::from),
            );
        }
        if D::Vector::DIMENSION == 2 {
            return edges;
        }
        let sides = self.triangles.iter().flat_map(|&[a, b, c]| {
            let normal = D::outward([a, b, c].map(|vertex| self.vertices[vertex as usize].widen()));
            let length = normal.dot(normal).sqrt();
            let normal = normal * if length > 0.0 { 1.0 / length } else { 0.0 };
            [[a, b], [b, c], [c, a]].map(|[from, to]| ([from.min(to), from.max(to)], normal))
        });
        let mut sides: Vec<_> = sides.collect();
        sides.sort_by_key(|&(ends, _)| ends);
        let are_flat = |same: &[([u32; 2], D::Wide)]| same.len() == 2 && same[0].1.dot(same[1].1) >= FLAT;
        let seen = sides.chunk_by(|one, two| one.0 == two.0).filter(|same| !are_flat(same));
        edges.extend(seen.map(|same| same[0].0.map(|vertex| self.vertices[vertex as usize])));
        edges
    }

    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.triangles.clear();
        self.points.clear();
        self.chains.clear();
    }

    /// Replaces the content by the geometry of a shape in its local coordinates: that of
    /// [`Shape::prepare`](crate::shape::Shape::prepare) or of a collider in the world, by
    /// [`PlacedCollider::shape`](crate::queries::PlacedCollider::shape).
    ///
    /// # Errors
    /// See [`GeometryError`]. Then nothing is left.
    pub fn fill_local(
        &mut self,
        shape: &ColliderShape<D>,
        detail: impl Into<GeometryDetail<D>>,
    ) -> Result<(), GeometryError> {
        self.fill_by(detail.into(), |surface| surface.add_shape(shape, &Affine::IDENTITY))
    }

    /// Replaces the content by what a function adds, and clears it if that is an error.
    pub(crate) fn fill_by(
        &mut self,
        detail: GeometryDetail<D>,
        add: impl FnOnce(&mut Surface<D>) -> Result<(), GeometryError>,
    ) -> Result<(), GeometryError> {
        self.clear();
        let filled = Surface::new(self, detail).and_then(|mut surface| add(&mut surface));
        let filled = filled.and_then(|()| {
            let is_finite = self.vertices.iter().chain(&self.points).all(|point| point.is_finite());
            if is_finite { Ok(()) } else { Err(GeometryError::NotFinite) }
        });
        filled.inspect_err(|_| self.clear())
    }
}
