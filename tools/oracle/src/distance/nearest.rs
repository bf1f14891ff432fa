//! The point of the Minkowski difference that is nearest to the origin, by Wolfe's algorithm.
//!
//! P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11 (1976). The active set
//! grows by the support point against the current nearest point, and shrinks along the line towards the
//! nearest point of its affine hull whenever that lies outside.

use glam::DVec3;

use super::{Bracket, Pair};

/// The cap of the iterations. Reaching it leaves the bounds apart, but never wrong.
const ROUNDS: usize = 400;

/// Computes bounds of the distance, as a negative depth: `high` from the best separating direction and `low` from
/// the nearest point found. For an overlap, `low` is about zero and `high` is the least reach of the directions tried.
pub fn nearest(pair: &Pair, tolerance: f64) -> Bracket {
    let mut active = Active::new(pair.support(pair.b.position - pair.a.position));
    let mut best = Bracket { low: f64::NEG_INFINITY, high: f64::INFINITY, normal: DVec3::X };
    for _ in 0..ROUNDS {
        let point = active.point();
        let distance = point.length();
        best.low = best.low.max(-distance);
        if distance <= tolerance {
            break;
        }
        let normal = -point / distance;
        let reach = pair.reach(normal);
        if reach < best.high {
            best.high = reach;
            best.normal = normal;
        }
        if best.gap() <= tolerance || !active.insert(pair.support(normal)) {
            break;
        }
    }
    best
}

/// The active set: affinely independent points and the barycentric coordinates of the nearest point of their hull.
struct Active {
    points: Vec<DVec3>,
    weights: Vec<f64>,
}

impl Active {
    fn new(point: DVec3) -> Self {
        Self { points: vec![point], weights: vec![1.0] }
    }

    fn point(&self) -> DVec3 {
        self.points.iter().zip(&self.weights).map(|(&point, &weight)| point * weight).sum()
    }

    /// Inserts a point and moves to the new nearest one; returns false if that is no nearer.
    fn insert(&mut self, point: DVec3) -> bool {
        if self.points.contains(&point) {
            return false;
        }
        let before = self.point().length_squared();
        let saved = (self.points.clone(), self.weights.clone());
        self.points.push(point);
        self.weights.push(0.0);
        // Each iteration drops a point or ends.
        while self.points.len() > 1 {
            let target = affine_nearest(&self.points);
            if target.iter().all(|&weight| weight > 0.0) {
                self.weights = target;
                break;
            }
            let step = |index: usize| {
                let (from, to) = (self.weights[index], target[index]);
                if to <= 0.0 { from / (from - to) } else { f64::INFINITY }
            };
            // A point of weight zero whose weight would become negative is dropped first.
            let limit = (0..target.len()).min_by(|&i, &j| step(i).total_cmp(&step(j))).unwrap_or(0);
            let fraction = step(limit).clamp(0.0, 1.0);
            for (weight, to) in self.weights.iter_mut().zip(&target) {
                *weight = (*weight + fraction * (to - *weight)).max(0.0);
            }
            self.weights.remove(limit);
            self.points.remove(limit);
            let sum: f64 = self.weights.iter().sum();
            self.weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        if self.points.len() == 1 {
            self.weights = vec![1.0];
        }
        let nearer = self.point().length_squared() < before;
        if !nearer {
            (self.points, self.weights) = saved;
        }
        nearer
    }
}

/// Computes the weights, of sum one, of the point nearest to the origin in the affine hull of points.
fn affine_nearest(points: &[DVec3]) -> Vec<f64> {
    // Orthogonalise the edges from the last point (the newest, so the nearest differences are the shortest
    // ones), then substitute back. A dependent edge gets no weight.
    let base = points[points.len() - 1];
    let edges: Vec<DVec3> = points[..points.len() - 1].iter().map(|&point| point - base).collect();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&i, &j| edges[j].length_squared().total_cmp(&edges[i].length_squared()));
    let (mut basis, mut rows) = (Vec::<DVec3>::new(), Vec::<Vec<f64>>::new());
    for &index in &order {
        let mut rest = edges[index];
        let mut row = vec![0.0; basis.len()];
        for _ in 0..2 {
            for (entry, axis) in row.iter_mut().zip(&basis) {
                let along = rest.dot(*axis);
                *entry += along;
                rest -= *axis * along;
            }
        }
        let length = rest.length();
        row.push(length);
        basis.push(if length > 1e-15 * edges[index].length() { rest / length } else { DVec3::ZERO });
        rows.push(row);
    }
    let mut solution = vec![0.0; order.len()];
    for i in (0..order.len()).rev() {
        let mut right = -base.dot(basis[i]);
        for j in i + 1..order.len() {
            right -= rows[j][i] * solution[j];
        }
        solution[i] = if basis[i] == DVec3::ZERO { 0.0 } else { right / rows[i][i] };
    }
    let mut weights = vec![0.0; points.len()];
    for (&index, weight) in order.iter().zip(&solution) {
        weights[index] = *weight;
    }
    weights[points.len() - 1] = 1.0 - solution.iter().sum::<f64>();
    weights
}
