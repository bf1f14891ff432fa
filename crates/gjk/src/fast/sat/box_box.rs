//! Two boxes: the separating axis test, the likely axes first.

use glam::DVec3;

use crate::fast::sat::Pair;
use crate::fast::sat::zonotopes_3d::{Face, PARALLEL};

/// How two boxes are to each other.
pub(super) enum Verdict {
    /// An axis separates them.
    Apart,
    /// They overlap clearly; the axis along which they do least, if it was asked for.
    Overlapping(Face),
    /// They about touch, or are flat.
    Unclear,
}

/// The axes so far.
struct Axes<const DEEPEST: bool> {
    offset: DVec3,
    /// Squares of the distance beyond which they are apart, and of the depth below which that is unclear.
    far: f64,
    near: f64,
    clear: bool,
    /// The axis of least depth, and the square of that.
    least: Face,
    square: f64,
}

impl<const DEEPEST: bool> Axes<DEEPEST> {
    /// Whether an axis separates. The `shadows` are those of both boxes on it, from their centers.
    #[inline(always)]
    fn separates(&mut self, edges: [usize; 2], normal: DVec3, length_squared: f64, shadows: f64) -> bool {
        let beyond = normal.dot(self.offset).abs() - shadows;
        let square = beyond * beyond;
        if beyond > 0.0 {
            self.clear = false;
            return square > self.far * length_squared && length_squared > 0.0;
        }
        // Without extent along the axis, or a NaN.
        self.clear &= square > self.near * length_squared;
        if DEEPEST && square < self.square * length_squared {
            self.square = square / length_squared;
            self.least = Face { edges, normal, length_squared, beyond };
        }
        false
    }
}

/// Compares two boxes. The half edges of the second are numbered on from those of the first.
#[inline]
pub(super) fn compare<const DEEPEST: bool>(pair: &Pair<DVec3>, reach: f64, near: f64) -> Verdict {
    let (offset, a, b) = (pair.offset, &pair.a, &pair.b);
    let far = (reach + near) * (reach + near);
    let least = Face { edges: [0; 2], normal: DVec3::ZERO, length_squared: 0.0, beyond: 0.0 };
    let mut axes =
        Axes::<DEEPEST> { offset, far, near: near * near, clear: true, least, square: f64::INFINITY };
    // Along the line of the centers, most of those that are apart are.
    let shadows: f64 = a.iter().chain(b).map(|edge| edge.dot(offset).abs()).sum();
    let distance_squared = offset.dot(offset);
    let beyond = distance_squared - shadows;
    if beyond > 0.0 && beyond * beyond > far * distance_squared {
        return Verdict::Apart;
    }
    // Across the faces of one box; its own shadow is its volume. The volumes that its faces make with the
    // edges of the other serve again.
    let mut volumes = [[[0.0; 3]; 3]; 2];
    for (side, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        for face in 0..3 {
            let (i, j) = ((face + 1) % 3, (face + 2) % 3);
            let normal = one[i].cross(one[j]);
            let mut shadows = normal.dot(one[face]).abs();
            for edge in 0..3 {
                let volume = normal.dot(other[edge]).abs();
                volumes[side][face][edge] = volume;
                shadows += volume;
            }
            if axes.separates([3 * side + i, 3 * side + j], normal, normal.dot(normal), shadows) {
                return Verdict::Apart;
            }
        }
    }
    let squares = [a, b].map(|edges| edges.map(|edge| edge.dot(edge)));
    for i in 0..3 {
        for j in 0..3 {
            let normal = a[i].cross(b[j]);
            let length_squared = normal.dot(normal);
            // What parallel edges would say, the faces have said.
            if length_squared > PARALLEL * squares[0][i] * squares[1][j] {
                let shadows = volumes[0][(i + 1) % 3][j]
                    + volumes[0][(i + 2) % 3][j]
                    + volumes[1][(j + 1) % 3][i]
                    + volumes[1][(j + 2) % 3][i];
                if axes.separates([i, 3 + j], normal, length_squared, shadows) {
                    return Verdict::Apart;
                }
            }
        }
    }
    if axes.clear { Verdict::Overlapping(axes.least) } else { Verdict::Unclear }
}
