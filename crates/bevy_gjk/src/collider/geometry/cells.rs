//! The outer faces of a grid: what no other cell covers of the faces of each cell.

use bevy_platform::collections::HashMap;
use gjk::{Affine, Placed, Vector, Wide};
use smallvec::{SmallVec, smallvec};

use super::frame::{Frame, element};
use super::surface::Surface;
use super::{Geometry, GeometryDetail, GeometryError};
use crate::collider::{AffineOf, Dimension, GridParts, Shape};

/// How far a corner may be from the side of its cell that it is on, relative to the half side of the cell: rounding.
const ON_SIDE: f64 = 2e-6;
/// How far a point may be beyond a plane that it is on, relative to the half side of a cell.
const ON_PLANE: f64 = 1e-9;

/// A convex polygon in 3D, an edge in 2D, around the center of a cell in the coordinates of the grid.
type Face<W> = SmallVec<[W; 4]>;

/// The faces of a kind of cells.
struct KindFaces<W> {
    /// Those that are not on a side of the cell.
    inner: Vec<Face<W>>,
    /// Those on each side of the cell: of two sides along an axis, the lower one first.
    sides: [Vec<Face<W>>; 6],
    /// The planes around what is covered on each side: their outward normals, and the offsets along these.
    covers: [Vec<(W, f64)>; 6],
    /// The triangles of the area in 2D.
    area: Vec<[W; 3]>,
}

/// Writes the outer faces of a grid.
pub(super) fn add<D: Dimension>(
    surface: &mut Surface<D>,
    grid: &GridParts<D>,
    affine: &AffineOf<D>,
) -> Result<(), GeometryError> {
    let frame = Frame::new(affine);
    let mut kinds: HashMap<u16, Option<KindFaces<D::Wide>>> = HashMap::default();
    let of = grid.cell_count();
    for (cell, kind) in grid.filled() {
        let sides = || (0..2 * D::Vector::DIMENSION).map(|side| (side, grid.kind_beyond(cell, side)));
        for kind in core::iter::once(kind).chain(sides().map(|(_, kind)| kind)) {
            if !kinds.contains_key(&kind) {
                kinds.insert(kind, faces_of_kind(surface.detail, grid, kind, affine)?);
            }
        }
        let Some(Some(own)) = kinds.get(&kind) else { continue };
        let center = grid.exact_center(cell);
        let add = |surface: &mut Surface<D>, face: &Face<D::Wide>| {
            let face: Face<_> = face.iter().map(|&corner| center + corner).collect();
            surface.face(&frame, &face);
        };
        own.inner.iter().for_each(|face| add(surface, face));
        for (side, beyond) in sides() {
            let cover =
                kinds.get(&beyond).and_then(Option::as_ref).map_or(&[][..], |kind| &kind.covers[side ^ 1]);
            for face in &own.sides[side] {
                let slack = ON_PLANE * f64::from(grid.cell_size().max_element());
                minus(face, cover, slack, &mut |piece| add(surface, piece));
            }
        }
        for &corners in &own.area {
            surface.triangle(&frame, corners.map(|corner| center + corner));
        }
        surface.check(grid.part_of(cell) + 1, of)?;
    }
    surface.end_faces(&frame);
    Ok(())
}

/// Returns the faces of a kind, if it has a shape.
fn faces_of_kind<D: Dimension>(
    detail: GeometryDetail<D>,
    grid: &GridParts<D>,
    kind: u16,
    affine: &AffineOf<D>,
) -> Result<Option<KindFaces<D::Wide>>, GeometryError> {
    let Some((shape, around_center)) = grid.shape_of_kind(kind) else { return Ok(None) };
    let linear = affine.with_translation(D::Vector::ZERO);
    // The tolerance is one of the result, so the cell is measured there.
    let mut geometry = Geometry::default();
    let placed = Placed::new(shape, D::compose(&linear, around_center));
    geometry.fill_by(detail, |surface| D::Collider::add_convex(&placed, D::Wide::ZERO, surface))?;
    let half: Vec<_> =
        (0..D::Vector::DIMENSION).map(|axis| 0.5 * f64::from(grid.cell_size().element(axis))).collect();
    let local = |point: &D::Vector| {
        let local = D::to_local(&linear, point.widen()).map_or(D::Wide::ZERO, |(local, _)| local);
        half.iter().enumerate().fold(D::Wide::ZERO, |sum, (axis, &half)| {
            let at = element::<D>(local, axis);
            let is_on_side = (at.abs() - half).abs() <= ON_SIDE * half;
            sum + D::Vector::axis(axis).widen() * if is_on_side { half.copysign(at) } else { at }
        })
    };
    let vertices: Vec<_> = geometry.vertices().iter().map(local).collect();
    let mirrors = Frame::<D>::new(&linear).mirrors;
    let turned = |mut face: Face<D::Wide>| {
        if mirrors {
            face.reverse();
        }
        face
    };
    let triangles =
        geometry.triangles().iter().map(|triangle| triangle.map(|vertex| vertices[vertex as usize]));
    let mut faces: Vec<Face<D::Wide>> = Vec::new();
    let mut area = Vec::new();
    if D::Vector::DIMENSION == 3 {
        faces.extend(triangles.map(|corners| turned(corners[..].into())));
    } else {
        area.extend(triangles.map(|[a, b, c]| if mirrors { [a, c, b] } else { [a, b, c] }));
        let corners = vertices.iter().zip(vertices.iter().cycle().skip(1));
        faces.extend(corners.map(|(&from, &to)| turned(smallvec![from, to])));
    }
    let mut sides: [Vec<Face<D::Wide>>; 6] = Default::default();
    for (side, list) in sides.iter_mut().enumerate().take(2 * D::Vector::DIMENSION) {
        let (axis, sign) = (side / 2, [-1.0, 1.0][side % 2]);
        let is_on = |corner: &D::Wide| element::<D>(*corner, axis) == sign * half[axis];
        // What is flat on a side fills nothing.
        if !vertices.iter().all(is_on) {
            list.extend(faces.extract_if(.., |face| face.iter().all(is_on)));
        }
    }
    let covers = sides.each_ref().map(|faces| planes_around(faces));
    Ok(Some(KindFaces { inner: faces, sides, covers, area }))
}

/// Returns the planes around the convex set that faces on a side make together: through each edge that belongs to one
/// triangle in 3D, through both ends of an edge in 2D.
fn planes_around<W: Wide>(faces: &[Face<W>]) -> Vec<(W, f64)> {
    let mut planes = Vec::new();
    for face in faces {
        let count = face.len();
        for index in 0..count {
            let [from, to, other] = [0, 1, 2].map(|step| face[(index + step) % count]);
            let edge = if count == 2 { W::ZERO } else { to - from };
            let is_shared = count > 2
                && faces
                    .iter()
                    .any(|face| (0..count).any(|at| face[at] == to && face[(at + 1) % count] == from));
            let inward = if count == 2 { to - from } else { other - from };
            let along = if count == 2 { 0.0 } else { inward.dot(edge) / edge.dot(edge) };
            let inward = inward - edge * along;
            let length = inward.dot(inward).sqrt();
            if !is_shared && length > 0.0 {
                let normal = inward * (-1.0 / length);
                planes.push((normal, normal.dot(from)));
            }
        }
    }
    planes
}

/// Calls `visit` with the pieces of a face that are not behind all planes.
fn minus<W: Wide>(face: &Face<W>, planes: &[(W, f64)], slack: f64, visit: &mut impl FnMut(&Face<W>)) {
    let mut pieces = Vec::new();
    let mut rest = face.clone();
    for plane in planes {
        let [outside, inside] = divided(&rest, plane, slack);
        if inside.is_empty() {
            pieces.clear();
            rest.clear();
            break;
        }
        pieces.push(outside);
        rest = inside;
    }
    // Nothing of it is covered.
    if rest.is_empty() || planes.is_empty() {
        return visit(face);
    }
    pieces.iter().filter(|piece| !piece.is_empty()).for_each(visit);
}

/// Divides a convex polygon, or a segment, by a plane into what is outside of it and what is inside.
fn divided<W: Wide>(face: &Face<W>, &(normal, offset): &(W, f64), slack: f64) -> [Face<W>; 2] {
    let heights: Vec<_> = face.iter().map(|&corner| normal.dot(corner) - offset).collect();
    if heights.iter().all(|&height| height <= slack) {
        return [Face::new(), face.clone()];
    }
    if heights.iter().all(|&height| height >= -slack) {
        return [face.clone(), Face::new()];
    }
    let [mut outside, mut inside] = [Face::new(), Face::new()];
    for (index, (&corner, &height)) in face.iter().zip(&heights).enumerate() {
        if height >= -slack {
            outside.push(corner);
        }
        if height <= slack {
            inside.push(corner);
        }
        let next = (index + 1) % face.len();
        let is_side = face.len() > 2 || next > index;
        let crosses = height.abs() > slack && heights[next].abs() > slack && height * heights[next] < 0.0;
        if is_side && crosses {
            let crossing = corner + (face[next] - corner) * (height / (height - heights[next]));
            outside.push(crossing);
            inside.push(crossing);
        }
    }
    [outside, inside]
}
