//! The least reach over all directions, by branch and bound over the circle or sphere of directions.
//!
//! A cell is an arc or a spherical triangle. Let `n` be its corners and `d` the support points of the
//! Minkowski difference along them. Any direction of the cell is, up to its length, a weighted mean of the `n`;
//! any weighted mean of the `d` is in the Minkowski difference. So the value of the game with the matrix `n·d` is a lower
//! bound of the reach in the whole cell. Its error falls with the square of the cell's width. The optimal
//! weights of the `n` give the next direction to try for the upper bound: at a facet of a polytope, the facet's
//! normal.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::{Bracket, Pair, maximin};
use crate::case::Dimension;

/// The stopping criteria of the search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The gap between the bounds that is small enough, as a length.
    pub gap: f64,
    /// The maximum number of cells to split.
    pub cells: usize,
}

impl Effort {
    /// Chooses the criteria for a pair. Distances converge faster than the depth of curved shapes.
    pub fn new(pair: &Pair, dimension: Dimension, apart: bool) -> Self {
        let gap = match (pair.is_curved(dimension), apart) {
            (true, false) => 1e-6,
            (true, true) => 1e-7,
            // A rotated ball is only a ball up to the rounding of the rotation matrix.
            (false, _) if pair.a.set.is_curved() || pair.b.set.is_curved() => 5e-7,
            (false, _) => 1e-8,
        };
        Self { gap: gap * pair.size(), cells: 60_000 }
    }
}

/// Computes bounds of the signed depth.
pub fn least_reach(pair: &Pair, dimension: Dimension, effort: Effort) -> Bracket {
    match dimension {
        Dimension::Plane => {
            let axes = [DVec3::X, DVec3::Y, -DVec3::X, -DVec3::Y];
            let arcs = (0..4).map(|i| [axes[i], axes[(i + 1) % 4]]);
            Search::new(pair, dimension).run(arcs, effort)
        }
        Dimension::Space => {
            let sign = |i: u32, axis: u32| if i >> axis & 1 == 0 { 1.0 } else { -1.0 };
            let octants =
                (0..8).map(|i| [DVec3::X * sign(i, 0), DVec3::Y * sign(i, 1), DVec3::Z * sign(i, 2)]);
            Search::new(pair, dimension).run(octants, effort)
        }
    }
}

/// A spherical simplex of directions, the support points along its corners, and a lower bound of the reach in it.
struct Cell<const N: usize> {
    corners: [DVec3; N],
    supports: [DVec3; N],
    low: f64,
}

/// The state of the branch and bound: the pair, its core without balls, and the best upper bound so far.
struct Search<'a> {
    pair: &'a Pair,
    core: Pair,
    radius: f64,
    high: f64,
    normal: DVec3,
}

impl<'a> Search<'a> {
    fn new(pair: &'a Pair, dimension: Dimension) -> Self {
        let (core, radius) = pair.without_balls(dimension);
        Self { pair, core, radius, high: f64::INFINITY, normal: DVec3::X }
    }

    fn run<const N: usize>(mut self, roots: impl Iterator<Item = [DVec3; N]>, effort: Effort) -> Bracket {
        let mut cells = BinaryHeap::new();
        for corners in roots {
            corners.iter().for_each(|&corner| self.attempt(corner));
            let supports = corners.map(|corner| self.core.support(corner));
            cells.push(self.cell(corners, supports, f64::NEG_INFINITY));
        }
        // The least lower bound of all discarded cells.
        let mut floor = f64::INFINITY;
        let mut seen = 0;
        loop {
            let low = cells.peek().map_or(self.high, |cell: &Cell<N>| cell.low).min(self.high).min(floor);
            let enough = self.high - low <= effort.gap || seen >= effort.cells;
            let next = if enough { None } else { cells.pop() };
            let Some(cell) = next else { return Bracket { low, high: self.high, normal: self.normal } };
            seen += 1;
            let (i, j) = longest_side(&cell.corners);
            let middle = (cell.corners[i] + cell.corners[j]).normalize();
            let support = self.core.support(middle);
            self.attempt(middle);
            for replaced in [i, j] {
                let (mut corners, mut supports) = (cell.corners, cell.supports);
                corners[replaced] = middle;
                supports[replaced] = support;
                let child = self.cell(corners, supports, cell.low);
                if child.low < self.high - 0.5 * effort.gap {
                    cells.push(child);
                } else {
                    floor = floor.min(child.low);
                }
            }
        }
    }

    fn attempt(&mut self, normal: DVec3) {
        let reach = self.pair.reach(normal);
        if reach < self.high {
            self.high = reach;
            self.normal = normal;
        }
    }

    fn cell<const N: usize>(&mut self, corners: [DVec3; N], supports: [DVec3; N], parent: f64) -> Cell<N> {
        let along = corners.map(|corner| supports.map(|support| corner.dot(support)));
        let (value, _) = maximin(&along);
        // The length of a mean of the corners is at most one, and at least the distance of the flat cell from the origin.
        let low = if value < 0.0 { value / flatness(&corners) } else { value };
        let mut against = [[0.0; N]; N];
        for (i, row) in against.iter_mut().enumerate() {
            *row = along.map(|entries| -entries[i]);
        }
        let (_, weights) = maximin(&against);
        let mean: DVec3 = corners.iter().zip(weights).map(|(&corner, weight)| corner * weight).sum();
        let normal = mean.normalize();
        let promise = supports.iter().map(|support| support.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        if promise + self.radius < self.high {
            self.attempt(normal);
        }
        Cell { corners, supports, low: (low + self.radius).max(parent) }
    }
}

/// Returns the distance from the origin of the plane (3D) or line (2D) through the corners.
fn flatness<const N: usize>(corners: &[DVec3; N]) -> f64 {
    if N == 2 {
        (corners[0] + corners[1]).length() * 0.5
    } else {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        corners[0].dot(normal).abs() / normal.length()
    }
}

fn longest_side<const N: usize>(corners: &[DVec3; N]) -> (usize, usize) {
    let side = |&(i, j): &(usize, usize)| corners[i].distance_squared(corners[j]);
    let sides: &[(usize, usize)] = if N == 2 { &[(0, 1)] } else { &[(0, 1), (1, 2), (2, 0)] };
    sides.iter().copied().max_by(|one, two| side(one).total_cmp(&side(two))).unwrap_or((0, 1))
}

impl<const N: usize> PartialEq for Cell<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<const N: usize> Eq for Cell<N> {}

impl<const N: usize> PartialOrd for Cell<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Cell<N> {
    // The heap pops the greatest cell first, which must be the one with the least lower bound.
    fn cmp(&self, other: &Self) -> Ordering {
        other.low.total_cmp(&self.low)
    }
}
