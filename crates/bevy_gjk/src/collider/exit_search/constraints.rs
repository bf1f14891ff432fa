//! The point nearest to a given one that satisfies a few linear inequalities: a quadratic program in two or three
//! dimensions.
//!
//! Solved exactly by the incremental method of Seidel, *Small-dimensional linear programming and convex hulls made
//! easy*, 1991: if the optimum of the first constraints violates the next one, the new optimum lies on its boundary,
//! which is a problem of one dimension less. The result does not depend on the order of the constraints, and there is
//! no iteration that has to converge.
//!
//! If all offsets are zero, all boundaries go through the origin, which satisfies every constraint: then there is
//! always a solution.

use gjk::Wide;

/// A sine below which two normals count as parallel when the offsets are not all zero: a solution farther away than a
/// thousand times the violation is none.
const PARALLEL: f64 = 1e-3;
/// The violation that counts as none, relative to the length of the vectors involved: some ten roundings of `f64`.
const ROUNDING: f64 = 1e-14;

/// The violation, relative in the same way, that two normals in almost the same direction cause where the boundary of
/// the one stands for that of both: half the square of [`PARALLEL`].
const NEGLIGIBLE: f64 = 1e-6;

/// The inequality `normal · x ≤ offset`, with a unit normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<W> {
    pub(crate) normal: W,
    pub(crate) offset: f64,
}

/// The nearest point, and the constraints that hold it: at most one a dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solution<W> {
    pub(crate) point: W,
    /// The index of each constraint whose boundary the point was found on, and how far it pushes along its normal.
    pub(crate) active: [Option<(usize, f64)>; 3],
}

/// Two constraints that exclude each other, maybe together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Infeasible(pub(crate) [usize; 2]);

/// The boundaries of some constraints, as an orthonormal basis of their normals.
#[derive(Clone, Copy)]
struct Boundaries<W> {
    /// The constraint, the direction that its normal adds to those before, and the length of that part of the normal.
    bases: [(usize, W, f64); 3],
    count: usize,
    /// The point of the span of the normals that lies on all boundaries.
    origin: W,
}

impl<W: Wide> Boundaries<W> {
    fn none() -> Self {
        Self { bases: [(0, W::ZERO, 0.0); 3], count: 0, origin: W::ZERO }
    }

    fn bases(&self) -> &[(usize, W, f64)] {
        &self.bases[..self.count]
    }

    /// Returns the point on all boundaries that is nearest to another.
    fn nearest(&self, wanted: W) -> W {
        let mut point = wanted - self.origin;
        for &(_, direction, _) in self.bases() {
            point = point - direction * direction.dot(point);
        }
        self.origin + point
    }

    /// Returns the part of a normal that is perpendicular to all normals so far.
    fn reduce(&self, normal: W) -> W {
        let mut rest = normal;
        // Twice, so that what is left is perpendicular even if it is short (Kahan, "twice is enough").
        for _ in 0..2 {
            for &(_, direction, _) in self.bases() {
                rest = rest - direction * direction.dot(rest);
            }
        }
        rest
    }

    /// Adds the boundary of a constraint, of whose normal `rest` is perpendicular to the others.
    fn with(mut self, index: usize, constraint: &Constraint<W>, rest: W, length: f64) -> Self {
        let direction = rest * (1.0 / length);
        self.origin += direction * ((constraint.offset - constraint.normal.dot(self.origin)) / length);
        self.bases[self.count] = (index, direction, length);
        self.count += 1;
        self
    }
}

/// Returns the point nearest to `wanted` that satisfies all constraints.
///
/// # Errors
/// There is no such point.
pub(crate) fn nearest_feasible<W: Wide>(
    wanted: W,
    constraints: &[Constraint<W>],
    dimension: usize,
) -> Result<Solution<W>, Infeasible> {
    let (point, boundaries) = solve(wanted, constraints, dimension, constraints.len(), Boundaries::none())?;
    // The push along each normal, from the last direction to the first: `wanted − point = Σ push · normal`.
    let mut active = [None; 3];
    let mut rest = wanted - point;
    for (slot, &(index, direction, length)) in active.iter_mut().zip(boundaries.bases()).rev() {
        let push = direction.dot(rest) / length;
        rest = rest - constraints[index].normal * push;
        *slot = Some((index, push));
    }
    Ok(Solution { point, active })
}

/// Solves for the first `count` constraints, on the given boundaries.
fn solve<W: Wide>(
    wanted: W,
    constraints: &[Constraint<W>],
    dimension: usize,
    count: usize,
    boundaries: Boundaries<W>,
) -> Result<(W, Boundaries<W>), Infeasible> {
    let mut best = (boundaries.nearest(wanted), boundaries);
    for (index, constraint) in constraints[..count].iter().enumerate() {
        let violation = constraint.normal.dot(best.0) - constraint.offset;
        let scale = length(best.0) + length(wanted) + constraint.offset.abs();
        if !(violation > ROUNDING * scale) {
            continue;
        }
        let rest = boundaries.reduce(constraint.normal);
        let sine = length(rest);
        let all_through_origin = constraints.iter().all(|constraint| constraint.offset == 0.0);
        let is_parallel = if all_through_origin { sine <= ROUNDING } else { sine < PARALLEL };
        if boundaries.count == dimension || is_parallel {
            if all_through_origin || violation <= NEGLIGIBLE * scale {
                continue;
            }
            let other = boundaries.bases().last().map_or(index, |base| base.0);
            return Err(Infeasible([other.min(index), other.max(index)]));
        }
        best = solve(wanted, constraints, dimension, index, boundaries.with(index, constraint, rest, sine))?;
    }
    Ok(best)
}

/// Returns the length of a vector.
pub(crate) fn length<W: Wide>(vector: W) -> f64 {
    vector.dot(vector).sqrt()
}

#[cfg(test)]
mod tests {
    use gjk::{DVec2, DVec3};

    use super::{Constraint, Infeasible, nearest_feasible};

    fn through_origin<W: gjk::Wide>(normals: &[W]) -> Vec<Constraint<W>> {
        normals.iter().map(|&normal| Constraint { normal, offset: 0.0 }).collect()
    }

    #[test]
    fn a_motion_slides_along_a_wall() {
        let found = nearest_feasible(DVec2::new(1.0, -1.0), &through_origin(&[DVec2::NEG_Y]), 2).unwrap();
        assert_eq!(found.point, DVec2::X);
        assert_eq!(found.active[0], Some((0, 1.0)));
    }

    #[test]
    fn an_acute_wedge_blocks_a_motion_into_it() {
        let (left, right) = (DVec2::new(-1.0, -0.1).normalize(), DVec2::new(1.0, -0.1).normalize());
        let found = nearest_feasible(DVec2::new(0.3, -1.0), &through_origin(&[left, right]), 2).unwrap();
        assert!(found.point.length() < 1e-15);
    }

    #[test]
    fn a_motion_into_a_corner_follows_the_edge_of_two_walls() {
        let normals = [DVec3::X, DVec3::new(1.0, 0.0, 1.0).normalize(), DVec3::Z];
        let found = nearest_feasible(DVec3::new(2.0, 0.5, 1.0), &through_origin(&normals), 3).unwrap();
        assert!(found.point.distance(DVec3::new(0.0, 0.5, 0.0)) < 1e-15);
    }

    #[test]
    fn walls_that_face_each_other_exclude_a_push() {
        let walls = [DVec2::X, DVec2::NEG_X].map(|normal| Constraint { normal, offset: -1.0 });
        assert_eq!(nearest_feasible(DVec2::ZERO, &walls, 2).unwrap_err(), Infeasible([0, 1]));
    }

    /// A brute-force search over all subsets of constraints.
    #[test]
    fn the_solution_is_the_best_of_all_subsets() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1u32 << 30) - 1.0
        };
        for case in 0..20_000 {
            let mut vector = || DVec3::new(random(), random(), random());
            let wanted = vector();
            let normals: Vec<_> = (0..1 + case % 7).map(|_| vector().normalize()).collect();
            let offset = if case % 2 == 0 { 0.0 } else { 0.3 };
            let constraints: Vec<_> = normals.iter().map(|&normal| Constraint { normal, offset }).collect();
            let found = nearest_feasible(wanted, &constraints, 3).unwrap();
            let feasible = |point: DVec3| normals.iter().all(|normal| normal.dot(point) <= offset + 1e-9);
            assert!(feasible(found.point));
            // Every best point is the projection on the boundaries of at most three constraints.
            let mut best = f64::INFINITY;
            let count = normals.len();
            for subset in 0u32..1 << count {
                let chosen: Vec<_> =
                    (0..count).filter(|i| subset >> i & 1 == 1).map(|i| normals[i]).collect();
                let point = match chosen[..] {
                    [] => wanted,
                    [a] => wanted - a * (a.dot(wanted) - offset),
                    [a, b] => {
                        let edge = a.cross(b).normalize();
                        let on = (a + b) * (offset / (1.0 + a.dot(b)));
                        on + edge * edge.dot(wanted - on)
                    }
                    [a, b, c] => (b.cross(c) + c.cross(a) + a.cross(b)) * (offset / a.dot(b.cross(c))),
                    _ => continue,
                };
                if feasible(point) {
                    best = best.min(wanted.distance(point));
                }
            }
            assert!(wanted.distance(found.point) <= best + 1e-7, "{case}: {found:?} {best}");
        }
    }
}
