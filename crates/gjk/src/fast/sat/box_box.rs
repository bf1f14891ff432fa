//! The separating axis test of two boxes (Ericson, *Real-Time Collision Detection*, 4.4.1), the likely axes
//! first.
//!
//! The 15 axes are the three face normals of each box and the nine cross products of their edges. Before them
//! comes the line of the centers, which is none of the 15 but separates most pairs that are apart. Nothing is
//! divided: separations are compared in units of the axis.
//!
//! Measured gain: `contact` (`intersects`) of overlapping 3D boxes takes 4.9 (1.6) times as long without it.

use glam::DVec3;

use crate::fast::sat::ZonotopePair;
use crate::fast::sat::zonotopes_3d::{Face, PARALLEL_3D};

/// The result of the test of two boxes.
pub(super) enum Verdict {
    /// An axis separates them.
    Apart,
    /// They overlap clearly. The face is the one of least depth, if `DEEPEST`.
    Overlapping(Face),
    /// They nearly touch, or are flat.
    Undecided,
}

/// The state of the test.
struct AxisTests<const DEEPEST: bool> {
    offset: DVec3,
    /// The square of the separation above which the boxes are apart, and the square of the depth below which
    /// their overlap is not clear.
    apart_squared: f64,
    min_depth_squared: f64,
    overlaps: bool,
    /// The axis of least depth, and the square of that depth.
    closest_face: Face,
    depth_squared: f64,
}

impl<const DEEPEST: bool> AxisTests<DEEPEST> {
    /// Tests an axis and returns whether it separates the boxes. `projected_radii` is the sum of the half
    /// widths of both boxes along the axis, in units of its length.
    #[inline(always)]
    fn separates(
        &mut self,
        edges: [usize; 2],
        normal: DVec3,
        length_squared: f64,
        projected_radii: f64,
    ) -> bool {
        let separation = normal.dot(self.offset).abs() - projected_radii;
        let separation_squared = separation * separation;
        if separation > 0.0 {
            self.overlaps = false;
            return separation_squared > self.apart_squared * length_squared && length_squared > 0.0;
        }
        // This also clears the flag where a box is flat along the axis, and for a NaN.
        self.overlaps &= separation_squared > self.min_depth_squared * length_squared;
        if DEEPEST && separation_squared < self.depth_squared * length_squared {
            self.depth_squared = separation_squared / length_squared;
            self.closest_face = Face { edges, normal, length_squared, separation };
        }
        false
    }
}

/// Tests two boxes. The faces number the half edges of the second box after those of the first.
#[inline]
pub(super) fn test_boxes<const DEEPEST: bool>(pair: &ZonotopePair<DVec3>, radius: f64, band: f64) -> Verdict {
    let (offset, a, b) = (pair.offset, &pair.a, &pair.b);
    let apart_squared = (radius + band) * (radius + band);
    let closest_face = Face { edges: [0; 2], normal: DVec3::ZERO, length_squared: 0.0, separation: 0.0 };
    let mut axes = AxisTests::<DEEPEST> {
        offset,
        apart_squared,
        min_depth_squared: band * band,
        overlaps: true,
        closest_face,
        depth_squared: f64::INFINITY,
    };
    // The line of the centers separates most pairs that are apart.
    let projected_radii: f64 = a.iter().chain(b).map(|edge| edge.dot(offset).abs()).sum();
    let distance_squared = offset.dot(offset);
    let separation = distance_squared - projected_radii;
    if separation > 0.0 && separation * separation > apart_squared * distance_squared {
        return Verdict::Apart;
    }
    // Face normals. A box's own half width along its normal is its volume; the triple products of the normal
    // with the edges of the other box are used again for the edge pairs.
    let mut volumes = [[[0.0; 3]; 3]; 2];
    for (side, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        for face in 0..3 {
            let (i, j) = ((face + 1) % 3, (face + 2) % 3);
            let normal = one[i].cross(one[j]);
            let mut projected_radii = normal.dot(one[face]).abs();
            for edge in 0..3 {
                let volume = normal.dot(other[edge]).abs();
                volumes[side][face][edge] = volume;
                projected_radii += volume;
            }
            if axes.separates([3 * side + i, 3 * side + j], normal, normal.dot(normal), projected_radii) {
                return Verdict::Apart;
            }
        }
    }
    let squares = [a, b].map(|edges| edges.map(|edge| edge.dot(edge)));
    for i in 0..3 {
        for j in 0..3 {
            let normal = a[i].cross(b[j]);
            let length_squared = normal.dot(normal);
            // The cross product of parallel edges is rounding; the face normals cover that direction.
            if length_squared > PARALLEL_3D * squares[0][i] * squares[1][j] {
                let projected_radii = volumes[0][(i + 1) % 3][j]
                    + volumes[0][(i + 2) % 3][j]
                    + volumes[1][(j + 1) % 3][i]
                    + volumes[1][(j + 2) % 3][i];
                if axes.separates([i, 3 + j], normal, length_squared, projected_radii) {
                    return Verdict::Apart;
                }
            }
        }
    }
    if axes.overlaps { Verdict::Overlapping(axes.closest_face) } else { Verdict::Undecided }
}
