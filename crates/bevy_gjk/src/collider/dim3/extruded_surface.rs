//! The surface of an area that is extruded along z, as triangles.

use gjk::{Vec2, Vec3};

use crate::collider::dim2::area::BoundaryEdge;

/// A triangle of the surface of a solid: counter-clockwise, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundaryTriangle {
    pub(crate) corners: [Vec3; 3],
    /// The convex part that it belongs to.
    pub(crate) part: u32,
}

/// Returns the surface of an area that is extruded along z by `half_depth` to either side: two triangles for each edge of its
/// boundary, then both caps of each part as fans. The corners of each part are counter-clockwise.
pub(crate) fn extruded_surface(
    boundary: &[BoundaryEdge],
    parts: impl IntoIterator<Item = (u32, Vec<Vec2>)>,
    half_depth: f32,
) -> Vec<BoundaryTriangle> {
    let mut surface = Vec::with_capacity(2 * boundary.len());
    for &BoundaryEdge { points, part } in boundary {
        let [[back_from, from], [back_to, to]] =
            points.map(|point| [-half_depth, half_depth].map(|z| point.extend(z)));
        surface.extend(
            [[back_from, back_to, to], [back_from, to, from]]
                .map(|corners| BoundaryTriangle { corners, part }),
        );
    }
    for (part, corners) in parts {
        let fan = corners.windows(2).skip(1).map(|side| [corners[0], side[0], side[1]]);
        surface.extend(fan.flat_map(|[one, two, three]| {
            let front = [one, two, three].map(|corner| corner.extend(half_depth));
            let back = [one, three, two].map(|corner| corner.extend(-half_depth));
            [front, back].map(|corners| BoundaryTriangle { corners, part })
        }));
    }
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::dim2::area::mesh_boundary;

    /// Twice the flux of the position through the surface is six times the volume, if it is closed and faces outward.
    #[test]
    fn the_surface_of_a_frame_encloses_its_volume() {
        let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from);
        let vertices: Vec<Vec2> = square(2.0).into_iter().chain(square(1.0)).collect();
        // Both orientations.
        let triangles: Vec<[u32; 3]> = (0..4_u32)
            .flat_map(|side| {
                [[side, (side + 1) % 4, side + 4], [(side + 1) % 4, side + 4, (side + 1) % 4 + 4]]
            })
            .collect();
        let boundary = mesh_boundary(&vertices, &triangles);
        assert_eq!(boundary.len(), 8);
        let counter_clockwise = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|index| vertices[index as usize]);
            if (b - a).perp_dot(c - a) < 0.0 { vec![a, c, b] } else { vec![a, b, c] }
        };
        let parts = (0..).zip(triangles.iter().map(counter_clockwise));
        let surface = extruded_surface(&boundary, parts, 0.5);
        assert_eq!(surface.len(), 2 * 8 + 2 * 8);
        let flux = |it: &BoundaryTriangle| it.corners[0].dot(it.corners[1].cross(it.corners[2]));
        assert_eq!(surface.iter().map(flux).sum::<f32>(), 6.0 * 12.0);
        assert!(surface.iter().all(|it| it.part < 8));
    }
}
