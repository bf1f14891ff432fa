//! The separating axis test of boxes in 3D, as in [`sat`](crate::fast::Sat), for eight pairs at a time.

use crate::fast::batch::columns::{ALL_LANES, Columns, SIZE_ROUNDING, Verdicts};
use crate::math::simd::{F32x8, Vec3x8};

/// The square of the sine below which edges are nearly parallel: their cross product in `f32` is then mostly
/// rounding.
const PARALLEL_F32: f32 = 1e-6;
/// The depth along the face normals, as a part of the size, from which on the cross products of nearly
/// parallel edges may be skipped: the face normals bound the separation along these to less than this.
const CLEAR_DEPTH: f32 = 8e-3;

/// The state of the test: the pairs that some axis separates, and those that do not clearly overlap along
/// some axis.
struct AxisTests {
    offset: Vec3x8,
    /// The squared sums of the convex radii.
    radius_squared: F32x8,
    /// The rounding along the cross product of two edges of unit length.
    rounding: F32x8,
    apart: u32,
    undecided: u32,
}

impl AxisTests {
    /// Tests an axis, with the sum of the half widths of both boxes along it and the product of the lengths
    /// of the edges that it is the cross product of. The lanes of `skipped` do not become undecided.
    ///
    /// The axis itself may be rounded: a rounded axis that separates is a proof too, and one that does not is
    /// hardly worse.
    #[inline(always)]
    fn test(&mut self, normal: Vec3x8, projected_radii: F32x8, edge_lengths: F32x8, skipped: u32) {
        let rounding = self.rounding * edge_lengths;
        let separation = normal.dot(self.offset).abs() - projected_radii;
        let excess = (separation - rounding).max(0.0);
        self.apart |= (excess * excess).larger(self.radius_squared * normal.dot(normal));
        self.undecided |= !F32x8::ZERO.larger(separation + rounding) & !skipped;
    }

    /// Returns whether all eight pairs are apart.
    #[inline(always)]
    fn all_apart(&self) -> bool {
        self.apart == ALL_LANES
    }
}

/// Tests eight pairs.
#[inline(never)]
pub fn test_pairs(columns: &Columns<6>) -> Verdicts {
    let (offset, edges, size) = (columns.offset(), columns.edges(), columns.size());
    let radius = columns.radius();
    let radius_squared = radius * radius * (1.0 + 4.0 * SIZE_ROUNDING);
    let mut axes =
        AxisTests { offset, radius_squared, rounding: size * SIZE_ROUNDING, apart: 0, undecided: 0 };
    // The line of the centers separates most pairs that are apart.
    let projected_radii = edges.iter().fold(F32x8::ZERO, |sum, edge| sum + edge.dot(offset).abs());
    axes.test(offset, projected_radii, offset.l1_norm(), ALL_LANES);
    if axes.all_apart() {
        return Verdicts::new(size, axes.apart, 0);
    }
    let [a, b] = [[edges[0], edges[1], edges[2]], [edges[3], edges[4], edges[5]]];
    let squares = edges.map(|edge| edge.dot(edge));
    let lengths = edges.map(Vec3x8::l1_norm);
    // Face normals. Their triple products with the edges of the other box are used again for the edge pairs.
    let mut volumes = [[[F32x8::ZERO; 3]; 3]; 2];
    // The least depth along a face normal, squared.
    let mut least_depth_squared = F32x8::INFINITY;
    for (side, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        for face in 0..3 {
            let (i, j) = ((face + 1) % 3, (face + 2) % 3);
            let normal = one[i].cross(one[j]);
            let mut projected_radii = normal.dot(one[face]).abs();
            for edge in 0..3 {
                volumes[side][face][edge] = normal.dot(other[edge]).abs();
                projected_radii += volumes[side][face][edge];
            }
            axes.test(normal, projected_radii, lengths[3 * side + i] * lengths[3 * side + j], 0);
            let depth = projected_radii - normal.dot(offset).abs();
            least_depth_squared = least_depth_squared.min(depth * depth / normal.dot(normal));
        }
    }
    if axes.all_apart() {
        return Verdicts::new(size, axes.apart, 0);
    }
    let is_deep = least_depth_squared.larger(size * size * (CLEAR_DEPTH * CLEAR_DEPTH));
    for i in 0..3 {
        for j in 0..3 {
            let normal = a[i].cross(b[j]);
            let projected_radii = volumes[0][(i + 1) % 3][j]
                + volumes[0][(i + 2) % 3][j]
                + volumes[1][(j + 1) % 3][i]
                + volumes[1][(j + 2) % 3][i];
            let parallel = !normal.dot(normal).larger(squares[i] * squares[3 + j] * PARALLEL_F32);
            axes.test(normal, projected_radii, lengths[i] * lengths[3 + j], parallel & is_deep);
        }
    }
    Verdicts::new(size, axes.apart, !axes.undecided)
}
