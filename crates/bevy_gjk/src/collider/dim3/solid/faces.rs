//! The faces of a closed mesh: vertices at the same place are joined, and each edge has a face on either side.

use gjk::Vec3;

use crate::collider::ColliderError;
use crate::collider::composite::{check_faces, first_at_place};
use crate::collider::dim3::Dim3;

/// Checks the faces of a closed mesh, and returns them with joined vertices.
///
/// # Errors
/// Returns the first triangle with an edge that is open or that its neighbor has in the same direction.
pub(super) fn checked(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Vec<[u32; 3]>, ColliderError> {
    check_faces::<Dim3, 3>(vertices, triangles)?;
    let faces = joined(vertices, triangles);
    let mut edges = Edges::new(&faces);
    let faults = edges.groups().filter_map(|group| {
        let forward = group.iter().filter(|edge| edge.is_forward).count();
        let first = group.iter().map(|edge| edge.face).min()?;
        match group.len() % 2 {
            1 => Some((first, ColliderError::OpenEdge { triangle: first, edge: group[0].vertices })),
            _ if 2 * forward != group.len() => {
                let other = group.iter().map(|edge| edge.face).max()?;
                Some((first, ColliderError::TurnedTriangle([first, other])))
            }
            _ => None,
        }
    });
    // An open edge is what is wrong even where a face beside it is turned.
    let is_open = |error: &ColliderError| matches!(error, ColliderError::OpenEdge { .. });
    let first = faults.min_by_key(|(face, error)| (!is_open(error), *face));
    first.map_or(Ok(faces), |(_, error)| Err(error))
}

/// Returns triangles in which vertices at the same place are one: the first of them.
pub(super) fn joined(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let joined = first_at_place::<Dim3>(vertices);
    triangles.iter().map(|triangle| triangle.map(|vertex| joined[vertex as usize])).collect()
}

/// An edge of a face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    /// The lower vertex first.
    vertices: [u32; 2],
    pub(super) face: u32,
    /// Whether the face has it from the lower vertex to the higher.
    pub(super) is_forward: bool,
}

/// The edges of all faces but those that are flattened to a line by joined vertices.
pub(super) struct Edges(Vec<Edge>);

impl Edges {
    pub(super) fn new(faces: &[[u32; 3]]) -> Self {
        let is_face = |(_, [a, b, c]): &(u32, &[u32; 3])| a != b && b != c && c != a;
        let of_face = |(face, &[a, b, c]): (u32, &[u32; 3])| {
            [[a, b], [b, c], [c, a]].map(|[from, to]| Edge {
                vertices: [from.min(to), from.max(to)],
                face,
                is_forward: from < to,
            })
        };
        Self((0..).zip(faces).filter(is_face).flat_map(of_face).collect())
    }

    /// Returns the edges between the same two vertices together.
    pub(super) fn groups(&mut self) -> impl Iterator<Item = &[Edge]> {
        self.0.sort_unstable();
        self.0.chunk_by(|one, other| one.vertices == other.vertices)
    }
}
