//! Cuts an area into convex parts: into triangles by `i_triangle`, which are then joined.

use gjk::{ShapeError, Vec2};
use i_triangle::i_overlay::i_float::int::point::IntPoint;
use i_triangle::int::triangulation::RawIntTriangulation;
use i_triangle::int::unchecked::IntUncheckedTriangulatable;

use super::boundary::{even_odd, rings};
use super::joined::JoinedTriangles;
use super::lattice::{Lattice, Point};
use crate::collider::composite::CutSet;
use crate::collider::dim2::{ConvexShape, Dim2};
use crate::collider::solid::Face;
use crate::collider::{ColliderError, part_count};

/// Cuts the area that contours enclose, by the even-odd rule.
///
/// # Errors
/// A point that is not finite, too many points, no area, too many crossings.
pub(crate) fn area(contours: &[Vec<Vec2>]) -> Result<CutSet<Dim2>, ColliderError> {
    part_count(contours.iter().map(|contour| contour.len() as u64).sum())?;
    for (contour, points) in contours.iter().enumerate() {
        if let Some(point) = points.iter().position(|point| !point.is_finite()) {
            return Err(ColliderError::OutlineNotFinite { contour, point });
        }
    }
    let lattice = Lattice::around(contours.iter().flatten().copied());
    let on_lattice =
        |contour: &Vec<Vec2>| contour.iter().map(|&point| lattice.lattice_point(point)).collect::<Vec<_>>();
    let edges = even_odd(contours.iter().map(on_lattice))?;
    let originals = Originals::new(lattice, contours);
    let joined = JoinedTriangles::of(&triangulated(edges));
    let mut parts = Vec::new();
    let mut boundary = Vec::new();
    for part in joined.parts() {
        let corners: Vec<_> = part.corners.iter().map(|&point| originals.point(point)).collect();
        // Between edges that cross at one point nearly, `f32` holds nothing but that point.
        if corners.iter().all(|&corner| corner == corners[0]) {
            continue;
        }
        let index = parts.len() as u32;
        let edges = part.edges.iter().map(|edge| edge.map(|point| originals.point(point)));
        boundary.extend(edges.filter(|[from, to]| from != to).map(|ends| Face::edge(ends, index)));
        parts.push(convex(&corners)?);
    }
    if part_count(parts.len() as u64)? == 0 {
        return Err(ColliderError::NoArea);
    }
    Ok(CutSet::new(parts, boundary))
}

/// Makes a convex part from its corners.
fn convex(corners: &[Vec2]) -> Result<ConvexShape, ShapeError> {
    // The hull, which is the polygon itself unless its corners are rounded.
    match gjk::ConvexPolygon::hull(corners.iter().copied()) {
        Ok(polygon) => Ok(ConvexShape::Polygon(polygon.into())),
        Err(_) => Ok(ConvexShape::Hull(gjk::Hull::new(corners.iter().copied())?.into())),
    }
}

/// Triangulates an area, given by the edges of its boundary, without points of its own.
fn triangulated(edges: Vec<[Point; 2]>) -> RawIntTriangulation<i64> {
    let to_int = |point: &Point| IntPoint::new(point.x, point.y);
    let shape: Vec<Vec<_>> = rings(edges).iter().map(|ring| ring.iter().map(to_int).collect()).collect();
    let triangles = shape.uncheck_triangulate();
    // Nearly round triangles, where that takes no quadratic time: the AABBs of parts are small.
    if has_large_fans(&triangles) { triangles } else { triangles.into_delaunay().into_raw() }
}

/// Returns whether too many triangles meet at a point for the Delaunay triangulation: the number of edge flips grows as
/// the square of that number.
fn has_large_fans(triangles: &RawIntTriangulation<i64>) -> bool {
    /// The limit of the sum of these squares: some tenths of a second.
    const LIMIT: u64 = 30_000_000;
    let mut counts = vec![0_u64; triangles.points().len()];
    triangles.triangle_indices::<usize>().into_iter().for_each(|point| counts[point] += 1);
    counts.iter().map(|count| count * count).sum::<u64>() > LIMIT
}

/// Maps points back, to the original point if one was rounded.
struct Originals {
    lattice: Lattice,
    /// The points that rounding changed, in order.
    rounded: Vec<(Point, Vec2)>,
}

impl Originals {
    fn new(lattice: Lattice, contours: &[Vec<Vec2>]) -> Self {
        let points = contours.iter().flatten().map(|&point| (lattice.lattice_point(point), point));
        let mut rounded: Vec<_> =
            points.filter(|&(on_lattice, point)| lattice.position(on_lattice) != point).collect();
        // Stable, so that the first of those that become the same is found.
        rounded.sort_by_key(|&(on_lattice, _)| on_lattice);
        Self { lattice, rounded }
    }

    fn point(&self, point: Point) -> Vec2 {
        let at = self.rounded.partition_point(|&(other, _)| other < point);
        match self.rounded.get(at) {
            Some(&(other, original)) if other == point => original,
            _ => self.lattice.position(point),
        }
    }
}
