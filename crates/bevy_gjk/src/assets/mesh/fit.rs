//! Fits a collider to the usable part of a mesh.

use bevy_mesh::{Mesh, MeshAccessError, VertexAttributeValues};
use bevy_shape::{Aabb3d, BoundingVolume};
use gjk::{Aabb, Vector};

use crate::assets::mesh::{ColliderFromMesh, MeshDimension, elements};
use crate::assets::source::{Created, SourceError};
use crate::collider::Shape;

/// The largest distance of a center from the origin, as a fraction of the half size, at which the center counts as the
/// origin: it may be off by the rounding of the vertices.
const ROUNDING: f32 = 1e-6;

/// Creates the collider of this shape around the usable elements of a mesh.
pub(super) fn collider<D: MeshDimension>(
    shape: ColliderFromMesh,
    mesh: &Mesh,
) -> Result<Created<D::Collider>, SourceError> {
    let positions = vertices::<D>(mesh)?;
    let corners = elements::corners(mesh, positions.len())?;
    let (elements, left_out) = elements::usable(mesh.primitive_topology(), &corners, &positions)?;
    let points = || elements::named_points(&elements, &positions);
    let mut no_inside = None;
    let collider = match shape {
        ColliderFromMesh::Hull => D::hull(distinct(points())?),
        ColliderFromMesh::Box => bounding_box::<D>(&points()),
        ColliderFromMesh::Ball => bounding_sphere::<D>(&points()),
        ColliderFromMesh::Capsule => bounding_capsule::<D>(&points()),
        ColliderFromMesh::Triangles => {
            let (vertices, triangles) = elements::triangles(&elements, &positions)?;
            D::triangles(vertices, triangles)
        }
        ColliderFromMesh::Solid => {
            let (vertices, triangles) = elements::triangles(&elements, &positions)?;
            let solid = D::solid(vertices.clone(), triangles.clone());
            no_inside = solid.prepare().err();
            // A file cannot be repaired in code: a mesh without an inside becomes the surface that is drawn.
            if no_inside.is_some() { D::triangles(vertices, triangles) } else { solid }
        }
    };
    collider.prepare().map_err(SourceError::Invalid)?;
    let flaw = match no_inside {
        Some(error) => Some(SourceError::NoInside(error, left_out)),
        None => left_out.map(SourceError::LeftOut),
    };
    Ok(Created { collider, flaw })
}

/// Returns the positions of the vertices, at least one. Those that [`Mesh::compress_positions`] has compressed are
/// decompressed.
fn vertices<D: MeshDimension>(mesh: &Mesh) -> Result<Vec<D::Vector>, SourceError> {
    let values = match mesh.try_attribute_option(Mesh::ATTRIBUTE_POSITION) {
        Ok(Some(values)) if !values.is_empty() => values,
        Ok(_) | Err(MeshAccessError::NotFound) => return Err(SourceError::NoPositions),
        Err(MeshAccessError::ExtractedToRenderWorld) => return Err(SourceError::InRenderWorld),
    };
    match values {
        VertexAttributeValues::Float32x3(positions) => Ok(positions.iter().copied().map(D::vertex).collect()),
        VertexAttributeValues::Snorm16x4(positions) => {
            let aabb = mesh.final_aabb.ok_or(SourceError::NoBoundsToDecompress)?;
            Ok(positions.iter().map(|&position| D::vertex(decompress(position, &aabb))).collect())
        }
        other => Err(SourceError::PositionFormat(other.into())),
    }
}

/// Returns the position of a compressed vertex, as Bevy's shaders do: its coordinates are signed and normalized, and
/// relative to the center and the half size of the AABB of the mesh.
fn decompress([x, y, z, _]: [i16; 4], aabb: &Aabb3d) -> [f32; 3] {
    // -32768 also stands for -1.
    let normalized = [x, y, z].map(|value| (f32::from(value) / f32::from(i16::MAX)).max(-1.0));
    let (center, half_size) = (aabb.center().to_array(), aabb.half_size().to_array());
    core::array::from_fn(|axis| center[axis] + normalized[axis] * half_size[axis])
}

/// Removes duplicate points: the faces of a mesh usually do not share vertices.
fn distinct<V: Vector>(points: Vec<V>) -> Result<Vec<V>, SourceError> {
    let hull = gjk::Hull::new(points).map_err(|error| SourceError::Invalid(error.into()))?;
    Ok(hull.points().collect())
}

/// Returns the AABB of points and its center, which is rounded to the origin.
fn bounds<V: Vector<Scalar = f32>>(points: &[V]) -> (Aabb<V>, V) {
    let first = Aabb { min: points[0], max: points[0] };
    let bounds = points.iter().fold(first, |all, &point| all.union(Aabb { min: point, max: point }));
    let center = bounds.min * 0.5 + bounds.max * 0.5;
    let size = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
    let is_centered = center.max(-center).max_element() <= ROUNDING * size;
    (bounds, if is_centered { V::ZERO } else { center })
}

/// Creates the box around points, along the axes.
fn bounding_box<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (Aabb { min, max }, center) = bounds(points);
    if center == D::Vector::ZERO {
        return D::centered_box(max.max(-min));
    }
    // A rectangle or cuboid collider is centered at the origin; elsewhere the box is a hull.
    let corners = 0..1_u32 << D::Vector::DIMENSION;
    let corner = |bits: u32| {
        (0..D::Vector::DIMENSION).fold(D::Vector::ZERO, |corner, axis| {
            let side = if bits >> axis & 1 == 0 { min } else { max };
            corner + D::Vector::axis(axis) * side.element(axis)
        })
    };
    D::hull(corners.map(corner).collect())
}

/// Creates the smallest circle or sphere around points whose center is that of their box.
fn bounding_sphere<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (_, center) = bounds(points);
    let radius = points.iter().map(|&point| length(point - center)).fold(0.0, f32::max);
    D::capsule([center; 2], radius)
}

/// Creates a capsule around points, along the longest side of their box.
fn bounding_capsule<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (Aabb { min, max }, center) = bounds(points);
    let sides = max - min;
    let longest = (1..D::Vector::DIMENSION).fold(0, |longest, axis| {
        // Of equal sides y is preferred, the axis of the capsule collider.
        let (side, max) = (sides.element(axis), sides.element(longest));
        if side > max || side == max && axis == 1 { axis } else { longest }
    });
    let axis = D::Vector::axis(longest);
    let parts = points.iter().map(|&point| {
        let along = (point - center).dot(axis);
        (along.abs(), length(point - center - axis * along))
    });
    let radius = parts.clone().map(|(_, across)| across).fold(0.0, f32::max);
    // Long enough that each point beyond an end is within the radius of that end.
    let half_length = parts
        .map(|(along, across)| along - (radius - across).sqrt() * (radius + across).sqrt())
        .fold(0.0, f32::max);
    D::capsule([center + axis * half_length, center - axis * half_length], radius)
}

/// Returns the length of a vector, also if its square exceeds the range of `f32`.
fn length<V: Vector<Scalar = f32>>(vector: V) -> f32 {
    let square = vector.dot(vector);
    let largest = vector.max(-vector).max_element();
    if square.is_finite() || !largest.is_finite() {
        return square.sqrt();
    }
    let scaled = vector * (1.0 / largest);
    largest * scaled.dot(scaled).sqrt()
}
