//! Boxes in space: the separating axis test of `closed`, eight pairs at a time.

use super::columns::{ALL, Columns, ROUNDING, Vectors, Verdicts};
use super::eight::Eight;

/// Edges are about parallel below this sine of the angle between them, squared.
const PARALLEL: f32 = 1e-6;
/// Where edges are about parallel, the faces have to overlap by this part of the size: the directions across
/// both edges, which the faces bound, differ from those of the faces by less.
const CLEAR: f32 = 8e-3;

/// What the axes have said so far: which pairs are apart, and which do not overlap clearly on some axis.
struct Axes {
    offset: Vectors,
    /// The square of the radii.
    radius_squared: Eight,
    /// What the rounding may be, on an axis across two edges of unit length.
    rounding: Eight,
    apart: u32,
    unclear: u32,
}

impl Axes {
    /// An axis across two edges, the shadow of both boxes on it, and the product of the lengths of the edges.
    ///
    /// That the axis is rounded does not matter where it separates, and little where it does not.
    #[inline(always)]
    fn add(&mut self, normal: Vectors, shadow: Eight, lengths: Eight, skipped: u32) {
        let rounding = self.rounding * lengths;
        let beyond = normal.dot(self.offset).abs() - shadow;
        let excess = (beyond - rounding).max(0.0);
        self.apart |= (excess * excess).larger(self.radius_squared * normal.dot(normal));
        self.unclear |= !Eight::ZERO.larger(beyond + rounding) & !skipped;
    }

    #[inline(always)]
    fn all_apart(&self) -> bool {
        self.apart == ALL
    }
}

/// Compares eight pairs.
#[inline(never)]
pub(super) fn compare(columns: &Columns<6>) -> Verdicts {
    let (offset, edges, size) = (columns.offset(), columns.edges(), columns.size());
    let radius = columns.radius();
    let radius_squared = radius * radius * (1.0 + 4.0 * ROUNDING);
    let mut axes = Axes { offset, radius_squared, rounding: size * ROUNDING, apart: 0, unclear: 0 };
    // Along the line of the centres, most of those that are apart are.
    let shadow = edges.iter().fold(Eight::ZERO, |sum, edge| sum + edge.dot(offset).abs());
    axes.add(offset, shadow, offset.magnitude(), ALL);
    if axes.all_apart() {
        return Verdicts::new(size, axes.apart, 0);
    }
    let [a, b] = [[edges[0], edges[1], edges[2]], [edges[3], edges[4], edges[5]]];
    let squares = edges.map(|edge| edge.dot(edge));
    let lengths = edges.map(Vectors::magnitude);
    // Across the faces of one box; the volumes that they make with the edges of the other serve again.
    let mut volumes = [[[Eight::ZERO; 3]; 3]; 2];
    // The least overlap across a face, squared.
    let mut clear = Eight::INFINITY;
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
