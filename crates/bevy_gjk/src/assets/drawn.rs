//! Bevy's meshes from the geometry of colliders, to draw them.

use bevy_asset::RenderAssetUsages;
use bevy_math::Vec3;
use bevy_mesh::{Indices, Mesh, PrimitiveTopology};
use gjk::Vector;

use crate::collider::Dimension;
use crate::collider::geometry::Geometry;

/// The cosine of the angle between triangles up to which an edge is drawn smooth: 30 degrees.
const SMOOTH: f32 = 0.866;

/// Makes a mesh of the triangles, with normals: smooth where the surface bends by less than 30 degrees. In 2D they point
/// along z, and the texture coordinates are x and y.
///
/// ```
/// use bevy_gjk::dim3::Collider;
/// use bevy_mesh::Mesh;
///
/// let mesh = Mesh::from(&Collider::cylinder(0.5, 2.0).geometry(0.01)?);
/// # assert!(mesh.count_vertices() > 0);
/// # Ok::<_, bevy_gjk::geometry::GeometryError>(())
/// ```
impl<D: Dimension> From<&Geometry<D>> for Mesh {
    fn from(geometry: &Geometry<D>) -> Self {
        let places = geometry.vertices().iter().map(|&vertex| Vec3::from(D::coordinates(vertex)));
        let places: Vec<_> = places.collect();
        let mesh = Self::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        if D::Vector::DIMENSION == 2 {
            let uvs: Vec<_> = places.iter().map(|place| [place.x, place.y]).collect();
            return mesh
                .with_inserted_attribute(Self::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; places.len()])
                .with_inserted_attribute(Self::ATTRIBUTE_UV_0, uvs)
                .with_inserted_attribute(Self::ATTRIBUTE_POSITION, places)
                .with_inserted_indices(Indices::U32(geometry.triangles().as_flattened().to_vec()));
        }
        let (corners, normals, indices) = with_normals(&places, geometry.triangles());
        mesh.with_inserted_attribute(Self::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Self::ATTRIBUTE_POSITION, corners)
            .with_inserted_indices(Indices::U32(indices))
    }
}

/// Gives each vertex the normal of the triangles around it that bend smoothly into each other; a vertex at a sharp edge
/// is there once for each of its sides.
fn with_normals(places: &[Vec3], triangles: &[[u32; 3]]) -> (Vec<Vec3>, Vec<Vec3>, Vec<u32>) {
    let area = |&[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a, b, c].map(|vertex| places[vertex as usize]);
        (b - a).cross(c - a)
    };
    let areas: Vec<_> = triangles.iter().map(area).collect();
    let corners = triangles.as_flattened().iter().zip(0..).map(|(&vertex, corner)| (vertex, corner));
    let mut corners: Vec<(u32, usize)> = corners.collect();
    corners.sort_unstable();
    let (mut vertices, mut normals, mut indices) = (Vec::new(), Vec::new(), vec![0; corners.len()]);
    for around in corners.chunk_by(|one, two| one.0 == two.0) {
        let first = vertices.len();
        for &(vertex, corner) in around {
            let own = areas[corner / 3].normalize_or_zero();
            let near = around.iter().map(|&(_, other)| areas[other / 3]);
            let sum: Vec3 = near.filter(|area| area.normalize_or_zero().dot(own) >= SMOOTH).sum();
            let normal = sum.try_normalize().unwrap_or(own);
            let known = normals[first..].iter().position(|&known| known == normal);
            indices[corner] = known.map_or(vertices.len(), |known| first + known) as u32;
            if known.is_none() {
                vertices.push(places[vertex as usize]);
                normals.push(normal);
            }
        }
    }
    (vertices, normals, indices)
}
