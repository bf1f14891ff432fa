//! The triangles of a mesh.

use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology};

use crate::from_assets::source::SourceError;

/// Returns the vertex indices of each triangle; at least one triangle.
pub(super) fn indices(mesh: &Mesh, vertices: usize) -> Result<Vec<[u32; 3]>, SourceError> {
    let corners: Vec<u32> = match mesh.try_indices_option() {
        Ok(Some(Indices::U16(indices))) => indices.iter().map(|&index| index.into()).collect(),
        Ok(Some(Indices::U32(indices))) => indices.clone(),
        Ok(None) | Err(MeshAccessError::NotFound) => (0..vertices as u32).collect(),
        Err(MeshAccessError::ExtractedToRenderWorld) => return Err(SourceError::InRenderWorld),
    };
    let triangles: Vec<_> = match mesh.primitive_topology() {
        PrimitiveTopology::TriangleList => {
            corners.chunks_exact(3).map(|corners| [corners[0], corners[1], corners[2]]).collect()
        }
        // The alternating winding of a strip is ignored: colliders have no winding.
        PrimitiveTopology::TriangleStrip => {
            corners.windows(3).map(|corners| [corners[0], corners[1], corners[2]]).collect()
        }
        _ => Vec::new(),
    };
    if triangles.is_empty() { Err(SourceError::NoTriangles) } else { Ok(triangles) }
}
