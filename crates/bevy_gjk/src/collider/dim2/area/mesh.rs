//! Solid areas of triangles.

use gjk::Vec2;

use crate::collider::composite::{Simplices, first_at_place};
use crate::collider::dim2::{ConvexShape, Dim2};
use crate::collider::solid::Face;
use crate::collider::{ColliderError, ColliderShape, CompositeShape};

/// Checks a mesh and makes a composite shape of it, whose parts are the triangles.
pub(in crate::collider::dim2) fn mesh_area(
    vertices: &[Vec2],
    triangles: &[[u32; 3]],
) -> Result<ColliderShape<Dim2>, ColliderError> {
    let triangle = |corners| ConvexShape::Triangle(gjk::Triangle::new(corners));
    let mesh = Simplices::new(vertices, triangles.to_vec(), triangle)?;
    Ok(CompositeShape::implicit(mesh.with_boundary(boundary(vertices, triangles))))
}

/// Returns the edges of a mesh with triangles on one side only, in the order of the triangles. Vertices at the same
/// place are one, triangles may turn either way, and those without an area are left out.
///
/// All indices exist, and all vertices are finite.
fn boundary(vertices: &[Vec2], triangles: &[[u32; 3]]) -> Vec<Face<Dim2>> {
    let names = first_at_place::<Dim2>(vertices);
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (part, triangle) in (0..).zip(triangles) {
        let [a, b, c] = triangle.map(|index| vertices[index as usize].as_dvec2());
        let turn = (b - a).perp_dot(c - a);
        let [a, b, c] = triangle.map(|index| names[index as usize]);
        let corners = if turn < 0.0 { [a, c, b] } else { [a, b, c] };
        if turn != 0.0 {
            for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(from, to)| (corners[from], corners[to])) {
                sides.push(([from.min(to), from.max(to)], part, [from, to]));
            }
        }
    }
    sides.sort_unstable();
    // Two triangles on opposite sides of an edge have it in opposite directions.
    let is_between = |same: &[([u32; 2], u32, [u32; 2])]| {
        2 * same.iter().filter(|(_, _, [from, to])| from < to).count() == same.len()
    };
    let shared = sides.chunk_by(|one, other| one.0 == other.0);
    let mut boundary: Vec<_> =
        shared.filter(|same| !is_between(same)).map(|same| (same[0].1, same[0].2)).collect();
    boundary.sort_unstable();
    let edge = |(part, ends): (u32, [u32; 2])| Face::edge(ends.map(|end| vertices[end as usize]), part);
    boundary.into_iter().map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_of_a_mesh_is_what_one_triangle_has() {
        let at = |x: f32, y: f32| Vec2::new(x, y);
        // A square of two triangles that turn differently, with two vertices at one place, and a third without an area.
        let vertices = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0), at(-0.0, 0.0), at(2.0, 0.0)];
        let found = boundary(&vertices, &[[0, 1, 2], [4, 3, 2], [0, 1, 5]]);
        let edges: Vec<_> =
            found.iter().map(|edge| (edge.part, [edge.corners[0], edge.corners[1]])).collect();
        let expected = [
            (0, [vertices[0], vertices[1]]),
            (0, [vertices[1], vertices[2]]),
            (1, [vertices[2], vertices[3]]),
            (1, [vertices[3], vertices[0]]),
        ];
        assert_eq!(edges.len(), 4);
        assert!(expected.iter().all(|edge| edges.contains(edge)), "{edges:?}");
        assert!(boundary(&vertices, &[]).is_empty());
    }
}
