//! The least reach over all directions, by branch and bound over the circle or sphere of directions.
//!
//! A cell is an arc or a spherical triangle. Let `n` be its corners and `d` the differences that lie
//! farthest along them. Any direction of the cell is, up to its length, a weighted mean of the `n`; any
//! weighted mean of the `d` is a difference. So the value of the game with the matrix `n·d` is a lower
//! bound of the reach in the whole cell. Its error falls with the square of the cell's width. The weights
//! of the `n` that answer it give the direction to try next for the upper bound: at a facet of a polytope
//! that is its very normal.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::{Bracket, Pair, maximin};
use crate::case::Dimension;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The bounds are near enough.
    pub gap: f64,
    /// The number of cells to look at, at most.
    pub cells: usize,
}

impl Effort {
    /// What is worth spending on a pair; distances come easier than the depth of curved shapes.
    pub fn new(pair: &Pair, dimension: Dimension, apart: bool) -> Self {
        let gap = match (pair.is_curved(dimension), apart) {
            (true, false) => 1e-6,
            (true, true) => 1e-7,
            // A turned ball is only a ball up to the rounding of the rotation matrix.
            (false, _) if pair.a.set.is_curved() || pair.b.set.is_curved() => 5e-7,
            (false, _) => 1e-8,
        };
        Self { gap: gap * pair.size(), cells: 60_000 }
    }
}

/// Aabb of the signed depth.
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

struct Cell<const N: usize> {
    corners: [DVec3; N],
    supports: [DVec3; N],
    low: f64,
}

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
        // The least that a cell not worth looking into may reach.
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
        // A mean of the corners is no longer than one, and no shorter than the flat cell is far.
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

/// How far the plane or line through the corners is from the origin.
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
    // The heap gives the greatest first: that is the cell that may reach least.
    fn cmp(&self, other: &Self) -> Ordering {
        other.low.total_cmp(&self.low)
    }
}
