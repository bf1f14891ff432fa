//! The winding number of a closed mesh around a point, by exact arithmetic.
//!
//! A ray along x leaves the solid through as many faces as it enters it, and once more if it starts inside. The
//! predicates are those of Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates*, 1997, and where the ray meets an edge or a vertex it counts as moved by an infinitely small amount
//! along y and a smaller one along z (Edelsbrunner, Mücke, *Simulation of Simplicity*, 1990). So no ray slips through
//! between two faces, and none is counted twice.

use gjk::{DVec3, Vec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::SolidMesh;
use crate::collider::bvh::{self, RayAlongX};

impl SolidMesh {
    /// Calls `visit` for each face that a ray from a point along x crosses: with 1 if the ray leaves through it, and -1
    /// if it enters.
    pub(super) fn each_crossing(&self, point: DVec3, mut visit: impl FnMut(u32, i32)) {
        bvh::search(&self.tree, &RayAlongX::new(point.to_array()), 0.0, &mut |face, limit| {
            let sign = crossing(self.corners(face).map(Vec3::as_dvec3), point);
            if sign != 0 {
                visit(face, sign);
            }
            limit
        });
    }
}

/// Returns 1 if a ray from a point along x crosses a triangle from behind, -1 if from the front, and 0 if it does not
/// cross it.
fn crossing([a, b, c]: [DVec3; 3], point: DVec3) -> i32 {
    let side = side_of_edge(a, b, point);
    if side == 0 || side_of_edge(b, c, point) != side || side_of_edge(c, a, point) != side {
        return 0;
    }
    // Positive behind the triangle.
    let behind = orient3d(coord(a), coord(b), coord(c), coord(point));
    if behind * f64::from(side) > 0.0 { side } else { 0 }
}

/// Returns on which side of an edge a point is, as seen against the x axis: 1 on the left. It is 0 only for an edge
/// along x.
fn side_of_edge(from: DVec3, to: DVec3, point: DVec3) -> i32 {
    let flat = |point: DVec3| Coord { x: point.y, y: point.z };
    let side = orient2d(flat(from), flat(to), flat(point));
    let sign = |number: f64| i32::from(number > 0.0) - i32::from(number < 0.0);
    // Moved along y and then along z.
    let [along_y, along_z] = [from.z - to.z, to.y - from.y];
    [side, along_y, along_z].into_iter().map(sign).find(|&sign| sign != 0).unwrap_or(0)
}

pub(super) fn coord(DVec3 { x, y, z }: DVec3) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_through_the_corner_of_four_triangles_crosses_one() {
        let corner = DVec3::new(1.0, 0.0, 0.0);
        let around = [DVec3::Y, DVec3::Z, DVec3::NEG_Y, DVec3::NEG_Z].map(|side| corner + side);
        for point in [DVec3::ZERO, DVec3::new(0.0, 0.25, 0.0), DVec3::new(0.0, 0.0, -0.5)] {
            let fan = (0..4).map(|index| crossing([corner, around[index], around[(index + 1) % 4]], point));
            assert_eq!(fan.sum::<i32>(), 1, "{point}");
        }
        let behind = DVec3::new(2.0, 0.0, 0.0);
        assert_eq!(crossing([corner, around[0], around[1]], behind), 0);
    }
}
