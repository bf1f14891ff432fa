//! Boxes in space: the separating axis test of `closed`, eight pairs at a time.

use crate::fast::batch::columns::{ALL, Columns, ROUNDING, Verdicts};
use crate::math::simd::{F32x8, Vec3x8};

/// Edges are about parallel below this sine of the angle between them, squared.
const PARALLEL: f32 = 1e-6;
/// Where edges are about parallel, the faces have to overlap by this part of the size: the directions across
/// both edges, which the faces bound, differ from those of the faces by less.
const CLEAR: f32 = 8e-3;

/// What the axes have said so far: which pairs are apart, and which do not overlap clearly on some axis.
struct Axes {
    offset: Vec3x8,
    /// The square of the radii.
    radius_squared: F32x8,
    /// What the rounding may be, on an axis across two edges of unit length.
    rounding: F32x8,
    apart: u32,
    unclear: u32,
}

impl Axes {
    /// An axis across two edges, the shadow of both boxes on it, and the product of the lengths of the edges.
    ///
    /// That the axis is rounded does not matter where it separates, and little where it does not.
    #[inline(always)]
    fn add(&mut self, normal: Vec3x8, shadow: F32x8, lengths: F32x8, skipped: u32) {
        let rounding = self.rounding * lengths;
        let beyond = normal.dot(self.offset).abs() - shadow;
        let excess = (beyond - rounding).max(0.0);
        self.apart |= (excess * excess).larger(self.radius_squared * normal.dot(normal));
        self.unclear |= !F32x8::ZERO.larger(beyond + rounding) & !skipped;
    }

    #[inline(always)]
    fn all_apart(&self) -> bool {
        self.apart == ALL
    }
}

/// Compares eight pairs.
#[inline(never)]
pub fn compare(columns: &Columns<6>) -> Verdicts {
    let (offset, edges, size) = (columns.offset(), columns.edges(), columns.size());
    let radius = columns.radius();
    let radius_squared = radius * radius * (1.0 + 4.0 * ROUNDING);
    let mut axes = Axes { offset, radius_squared, rounding: size * ROUNDING, apart: 0, unclear: 0 };
    // Along the line of the centers, most of those that are apart are.
    let shadow = edges.iter().fold(F32x8::ZERO, |sum, edge| sum + edge.dot(offset).abs());
    axes.add(offset, shadow, offset.magnitude(), ALL);
    if axes.all_apart() {
        return Verdicts::new(size, axes.apart, 0);
    }
    let [a, b] = [[edges[0], edges[1], edges[2]], [edges[3], edges[4], edges[5]]];
    let squares = edges.map(|edge| edge.dot(edge));
    let lengths = edges.map(Vec3x8::magnitude);
    // Across the faces of one box; the volumes that they make with the edges of the other serve again.
    let mut volumes = [[[F32x8::ZERO; 3]; 3]; 2];
    // The least overlap across a face, squared.
    let mut clear = F32x8::INFINITY;
    for (side, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        for face in 0..3 {
            let (i, j) = ((face + 1) % 3, (face + 2) % 3);
            let normal = one[i].cross(one[j]);
            let mut shadow = normal.dot(one[face]).abs();
            for edge in 0..3 {
                volumes[side][face][edge] = normal.dot(other[edge]).abs();
                shadow += volumes[side][face][edge];
            }
            axes.add(normal, shadow, lengths[3 * side + i] * lengths[3 * side + j], 0);
            let depth = shadow - normal.dot(offset).abs();
            clear = clear.min(depth * depth / normal.dot(normal));
        }
    }
    if axes.all_apart() {
        return Verdicts::new(size, axes.apart, 0);
    }
    let clear = clear.larger(size * size * (CLEAR * CLEAR));
    for i in 0..3 {
        for j in 0..3 {
            let normal = a[i].cross(b[j]);
            let shadow = volumes[0][(i + 1) % 3][j]
                + volumes[0][(i + 2) % 3][j]
                + volumes[1][(j + 1) % 3][i]
                + volumes[1][(j + 2) % 3][i];
            let parallel = !normal.dot(normal).larger(squares[i] * squares[3 + j] * PARALLEL);
            axes.add(normal, shadow, lengths[i] * lengths[3 + j], parallel & clear);
        }
    }
    Verdicts::new(size, axes.apart, !axes.unclear)
}
