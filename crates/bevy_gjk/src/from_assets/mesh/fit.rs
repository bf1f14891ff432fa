//! The collider that a mesh makes.

use bevy_mesh::{Mesh, MeshAccessError, VertexAttributeValues};
use bevy_shape::{Aabb3d, BoundingVolume};
use gjk::{Aabb, Vector};

use crate::collider::Shape;
use crate::from_assets::mesh::{ColliderFromMesh, MeshDimension, triangles};
use crate::from_assets::source::SourceError;

/// A middle that is nearer to the origin than this part of the size is there but for the rounding of the
/// vertices.
const ROUNDING: f32 = 1e-6;

/// The collider of this shape around the vertices of a mesh.
pub(super) fn collider<D: MeshDimension>(
    shape: ColliderFromMesh,
    mesh: &Mesh,
) -> Result<D::Collider, SourceError> {
    let points = vertices::<D>(mesh)?;
    let collider = match shape {
        ColliderFromMesh::Hull => D::hull(distinct(points)?),
        ColliderFromMesh::Box => boxed::<D>(&points),
        ColliderFromMesh::Ball => ball::<D>(&points),
        ColliderFromMesh::Capsule => capsule::<D>(&points),
        ColliderFromMesh::Triangles => {
            let triangles = triangles::indices(mesh, points.len())?;
            D::triangles(points, triangles)
        }
    };
    collider.prepare().map_err(SourceError::Invalid)?;
    Ok(collider)
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

/// Returns the position of a compressed vertex, as Bevy's shaders do: its coordinates are signed and normalised, and
/// relative to the center and the half size of the AABB of the mesh.
fn decompress([x, y, z, _]: [i16; 4], aabb: &Aabb3d) -> [f32; 3] {
    // -32768 is -1, too.
    let normalised = [x, y, z].map(|value| (f32::from(value) / f32::from(i16::MAX)).max(-1.0));
    let (center, half_size) = (aabb.center().to_array(), aabb.half_size().to_array());
    core::array::from_fn(|axis| center[axis] + normalised[axis] * half_size[axis])
}

/// Each point once: the faces of a mesh have corners of their own.
fn distinct<V: Vector>(points: Vec<V>) -> Result<Vec<V>, SourceError> {
    let hull = gjk::Hull::new(points).map_err(|error| SourceError::Invalid(error.into()))?;
    Ok(hull.points().collect())
}

/// The box around points, and its middle: the origin, if it is there but for rounding.
fn bounds<V: Vector<Scalar = f32>>(points: &[V]) -> (Aabb<V>, V) {
    let first = Aabb { min: points[0], max: points[0] };
    let bounds = points.iter().fold(first, |all, &point| all.union(Aabb { min: point, max: point }));
    let middle = bounds.min * 0.5 + bounds.max * 0.5;
    let size = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
    let is_centred = middle.max(-middle).max_element() <= ROUNDING * size;
    (bounds, if is_centred { V::ZERO } else { middle })
}

fn boxed<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (Aabb { min, max }, middle) = bounds(points);
    if middle == D::Vector::ZERO {
        return D::centred_box(max.max(-min));
    }
    // Colliders with a size of their own stand around the origin: this one does not.
    let corners = 0..1_u32 << D::Vector::DIMENSION;
    let corner = |bits: u32| {
        (0..D::Vector::DIMENSION).fold(D::Vector::ZERO, |corner, axis| {
            let side = if bits >> axis & 1 == 0 { min } else { max };
            corner + D::Vector::axis(axis) * side.element(axis)
        })
    };
    D::hull(corners.map(corner).collect())
}

fn ball<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (_, middle) = bounds(points);
    let farthest = points.iter().map(|&point| length(point - middle)).fold(0.0, f32::max);
    D::capsule([middle; 2], farthest)
}

fn capsule<D: MeshDimension>(points: &[D::Vector]) -> D::Collider {
    let (Aabb { min, max }, middle) = bounds(points);
    let sides = max - min;
    let longest = (1..D::Vector::DIMENSION).fold(0, |longest, axis| {
        // Along y, if there is a choice: so capsules stand.
        let (side, most) = (sides.element(axis), sides.element(longest));
        if side > most || side == most && axis == 1 { axis } else { longest }
    });
    let axis = D::Vector::axis(longest);
    let parts = points.iter().map(|&point| {
        let along = (point - middle).dot(axis);
        (along.abs(), length(point - middle - axis * along))
    });
    let radius = parts.clone().map(|(_, across)| across).fold(0.0, f32::max);
    // Each point is within the radius of the nearer end, or beside the segment.
    let half_length = parts
        .map(|(along, across)| along - (radius * radius - across * across).max(0.0).sqrt())
        .fold(0.0, f32::max);
    D::capsule([middle + axis * half_length, middle - axis * half_length], radius)
}

fn length<V: Vector<Scalar = f32>>(vector: V) -> f32 {
    vector.dot(vector).sqrt()
}
