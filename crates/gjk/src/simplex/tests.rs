//! The solvers beside a search of all faces of the simplex by linear equations, which shares nothing with them.

extern crate std;

use std::vec::Vec;

use glam::{DVec2, DVec3};

use super::*;

mod cases;

/// A generator of random numbers: xorshift64*.
struct Random(u64);

impl Random {
    /// Returns a number from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a vector of numbers from -3 to 3, or of small integers: among these, simplices are often flat, have
    /// coincident vertices, or have the origin on a face.
    fn vector<W: Space>(&mut self, integers: bool) -> W {
        let mut coordinate = || {
            let number = 6.0 * self.unit() - 3.0;
            if integers { number.round() } else { number }
        };
        W::from_coordinates([coordinate(), coordinate(), coordinate()])
    }
}

trait Space: Solve {
    const DIMENSION: usize;
    fn from_coordinates(coordinates: [f64; 3]) -> Self;
}

impl Space for DVec2 {
    const DIMENSION: usize = 2;
    fn from_coordinates([x, y, _]: [f64; 3]) -> Self {
        Self::new(x, y)
    }
}

impl Space for DVec3 {
    const DIMENSION: usize = 3;
    fn from_coordinates(coordinates: [f64; 3]) -> Self {
        coordinates.into()
    }
}

/// Returns the sum of weighted points.
fn mean<W: Wide>(points: &[W], weights: &[f64]) -> W {
    points.iter().zip(weights).fold(W::ZERO, |sum, (&point, &weight)| sum + point * weight)
}

/// Solves the equations of the point of an affine hull nearest to the origin: its weights, or `None` if the points are
/// not affinely independent.
fn affine_weights<W: Wide>(points: &[W]) -> Option<Vec<f64>> {
    let edges: Vec<W> = points[1..].iter().map(|&point| point - points[0]).collect();
    let count = edges.len();
    let row = |edge: &W| {
        let mut row: Vec<f64> = edges.iter().map(|other| edge.dot(*other)).collect();
        row.push(-edge.dot(points[0]));
        row
    };
    let mut rows: Vec<_> = edges.iter().map(row).collect();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-9 {
            return None;
        }
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).for_each(|(number, of_pivot)| *number -= factor * of_pivot);
        }
    }
    let mut weights: Vec<f64> = (0..count).map(|at| rows[at][count] / rows[at][at]).collect();
    weights.insert(0, 1.0 - weights.iter().sum::<f64>());
    Some(weights)
}

/// Returns the point of the convex hull nearest to the origin: of all faces, the nearest one inside which its own lies.
fn reference<W: Wide>(points: &[W]) -> W {
    let mut best: Option<W> = None;
    for mask in 1..1u32 << points.len() {
        let face: Vec<W> = (0..points.len()).filter(|at| mask >> at & 1 == 1).map(|at| points[at]).collect();
        let Some(weights) = affine_weights(&face) else { continue };
        if weights.iter().all(|&weight| weight >= 0.0) {
            let point = mean(&face, &weights);
            if best.is_none_or(|best| point.dot(point) < best.dot(best)) {
                best = Some(point);
            }
        }
    }
    best.unwrap()
}

/// Returns the content of a simplex of full dimension, and 0 for one of a lower.
fn content<W: Space>(points: &[W]) -> f64 {
    if points.len() <= W::DIMENSION {
        return 0.0;
    }
    let edge = |at: usize| if at < points.len() { points[at] - points[0] } else { W::ZERO };
    W::content([edge(1), edge(2), edge(3)])
}

/// Returns whether the origin is inside a simplex by more than rounding.
fn is_deep_inside<W: Space>(points: &[W]) -> bool {
    content(points) > 1e-3
        && affine_weights(points).is_some_and(|weights| weights.iter().all(|&weight| weight > 1e-6))
}

#[track_caller]
fn assert_near<W: Wide>(one: W, other: W, points: &[W]) {
    let difference = one - other;
    assert!(difference.dot(difference) < 1e-22, "{one:?} and {other:?} of {points:?}");
}

/// Checks the solver of any simplex.
fn check<W: Space>(points: &[W], exhaustive: bool) {
    let nearest = W::nearest(points, exhaustive);
    assert_near(nearest.point, reference(points), points);
    assert_near(nearest.point, mean(points, &nearest.weights), points);
    assert!(nearest.weights.iter().all(|&weight| weight >= 0.0), "{nearest:?} of {points:?}");
    assert!((nearest.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{nearest:?} of {points:?}");
    assert!(nearest.weights[points.len()..].iter().all(|&weight| weight == 0.0), "{nearest:?} of {points:?}");
    if is_deep_inside(points) {
        assert!(nearest.encloses, "{points:?}");
    }
    if nearest.encloses {
        assert!(content(points) > 1e-9, "{points:?}");
        assert_near(nearest.point, W::ZERO, points);
    }
}

/// Checks the incremental solver, after an iteration whose simplex was `old`, if there can be a next one with this
/// vertex. Returns whether there can.
fn check_incrementally<W: Space>(old: &[W], new: W) -> bool {
    let before = W::nearest(old, false);
    let length_squared = before.point.dot(before.point);
    if before.encloses || !(new.dot(before.point) < length_squared - 1e-9) {
        return false;
    }
    let mut points: Vec<W> =
        (0..old.len()).filter(|&at| before.weights[at] > 1e-9).map(|at| old[at]).collect();
    points.push(new);
    if points.len() > W::DIMENSION + 1 {
        return false;
    }
    let nearest = W::nearest_incrementally(points.len(), |at| points[at]);
    assert_near(nearest.point, reference(&points), &points);
    let kept: Vec<W> =
        (0..points.len()).filter(|&at| nearest.vertex_mask >> at & 1 == 1).map(|at| points[at]).collect();
    assert_eq!(u32::from(nearest.vertex_mask) >> points.len(), 0, "{nearest:?} of {points:?}");
    assert!(nearest.vertex_mask >> (points.len() - 1) & 1 == 1, "the new vertex contributes: {points:?}");
    assert_near(reference(&kept), nearest.point, &points);
    if is_deep_inside(&points) {
        assert!(nearest.encloses && kept.len() == points.len(), "{points:?}");
    }
    if nearest.encloses {
        assert!(content(&points) > 1e-9, "{points:?}");
        assert_eq!(nearest.point, W::ZERO);
    }
    true
}

/// Checks random simplices of each number of vertices, and returns how many iterations were checked.
fn check_random<W: Space>(seed: u64) -> usize {
    let mut random = Random(seed);
    let mut iterations = 0;
    for round in 0..20_000 {
        let integers = round % 2 == 0;
        let points: [W; 4] = core::array::from_fn(|_| random.vector(integers));
        let count = 1 + round / 2 % (W::DIMENSION + 1);
        check(&points[..count], false);
        check(&points[..count], true);
        let old = 1 + round / 2 % W::DIMENSION;
        iterations += usize::from(check_incrementally(&points[..old], points[old]));
    }
    iterations
}

#[test]
fn the_nearest_points_of_random_simplices_are_those_of_a_search_of_all_faces() {
    assert!(check_random::<DVec2>(1) > 5_000);
    assert!(check_random::<DVec3>(2) > 5_000);
}

/// Returns a thin triangle or tetrahedron of edges up to 1, so far away that rounding is of the size of its width.
fn thin_and_far<W: Space>(random: &mut Random) -> [W; 4] {
    let far = random.vector::<W>(false) * 1e6;
    let along = random.vector::<W>(false) * 0.25;
    let width = 10f64.powf(-16.0 * random.unit());
    core::array::from_fn(|_| {
        let weight = 2.0 * random.unit() - 1.0;
        far + along * weight + random.vector::<W>(false) * width
    })
}

fn check_thin_and_far<W: Space>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..20_000 {
        let points = thin_and_far::<W>(&mut random);
        let points = &points[..=W::DIMENSION];
        let length = |vector: W| vector.dot(vector).sqrt();
        let longest = points.iter().map(|&point| length(point - points[0])).fold(0.0, f64::max);
        let least = points.iter().map(|&point| length(point)).fold(f64::MAX, f64::min);
        let of = |point: W, solver: &str| {
            let distance = length(point);
            // Rounding at this distance is some 1e-10.
            assert!(distance <= least + 1e-9, "{solver}: {distance} of {points:?}");
            assert!(distance >= least - 2.0 * longest - 1e-9, "{solver}: {distance} of {points:?}");
            let from_first = length(point - points[0]);
            assert!(from_first <= 2.0 * longest + 1e-9, "{solver}: {from_first} of {points:?}");
        };
        for exhaustive in [false, true] {
            let nearest = W::nearest(points, exhaustive);
            assert!(!nearest.encloses, "{points:?}");
            of(nearest.point, "any");
            assert!((nearest.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{nearest:?} of {points:?}");
        }
    }
}

#[test]
fn thin_simplices_far_from_the_origin_do_not_have_a_nearest_point_beyond_them() {
    check_thin_and_far::<DVec2>(3);
    check_thin_and_far::<DVec3>(4);
}

#[test]
fn an_edge_far_from_the_origin_ends_at_its_old_vertex() {
    // The old vertex is nearest, and rounding of the products, of 1e12 with 16 digits, is far above the edge of 1e-5.
    let mut random = Random(5);
    for _ in 0..2_000 {
        let far = random.vector::<DVec3>(false) * 1e6;
        let (old, new) = (far, far + random.vector::<DVec3>(false) * 1e-6);
        let nearest = DVec3::nearest_incrementally(2, |at| [old, new][at]);
        let longest = (old - new).length();
        assert!((nearest.point - new).length() <= longest * 1.001 + 1e-9, "{old} {new}");
    }
}
