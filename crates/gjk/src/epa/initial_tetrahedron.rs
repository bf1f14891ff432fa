//! The tetrahedron from which EPA starts in 3D: that of GJK if it has a volume, otherwise one of new support points. If
//! there is none, the difference is flat, and its depth is known at once.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::epa::{Expansion, Penetration};
use crate::gjk::Simplex;
use crate::math::Vector;
use crate::minkowski::DifferencePoint;
use crate::support::Support;
use crate::trace::{Observer, Stop};

impl<V, A, B, O> Expansion<'_, V, A, B, O>
where
    V: Vector<Wide = DVec3>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    /// Builds a tetrahedron with a volume from the simplex and new support points; returns the answer if
    /// there is none, because the difference is flat.
    #[cold]
    pub(super) fn initial_tetrahedron(
        &mut self,
        simplex: &Simplex<V>,
    ) -> Result<[DifferencePoint<V>; 4], Penetration<DVec3>> {
        let precision = self.difference.precision;
        let vertices = simplex.vertices();
        let origin = vertices[0].point;
        // The vertex of the simplex, or support point along one of some directions, that is farthest by a
        // measure. The measure is zero on the point, line or plane of the points found before.
        let mut farthest = |measure: &dyn Fn(DVec3) -> f64, directions: &[DVec3]| {
            let measure = |point: &DifferencePoint<V>| measure(point.point - origin);
            let mut best = vertices[0];
            for &point in &vertices[1..] {
                if measure(&point) > measure(&best) {
                    best = point;
                }
            }
            for &direction in directions {
                if measure(&best) > precision {
                    break;
                }
                let point = self.support_along_normal(direction);
                if measure(&point) > measure(&best) {
                    best = point;
                }
            }
            (measure(&best) > precision).then_some(best)
        };
        let mut found = ArrayVec::<_, 4>::new();
        found.push(vertices[0]);
        let axes = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
        let second = farthest(&DVec3::length, &axes);
        let along = second.map_or(DVec3::X, |point| (point.point - origin).normalize());
        found.extend(second);
        let (normal_1, normal_2) = along.any_orthonormal_pair();
        let third = second.and_then(|_| {
            farthest(
                &|point| point.reject_from_normalized(along).length(),
                &[normal_1, -normal_1, normal_2, -normal_2],
            )
        });
        let normal = third.map_or(normal_1, |point| along.cross(point.point - origin).normalize());
        found.extend(third);
        let fourth = third.and_then(|_| farthest(&|point| point.dot(normal).abs(), &[normal, -normal]));
        found.extend(fourth);
        if let [a, b, c, d] = found[..] {
            return Ok([a, b, c, d]);
        }
        // The least depth is along the normal of the plane or line in which the difference lies.
        self.support_along_normal(normal);
        self.support_along_normal(-normal);
        // The witness points are those of GJK, which are nearest to the origin.
        Err(self.finish(vertices, &simplex.solve(true).weights, self.upper_bound(), Stop::Flat))
    }
}

/// Returns whether each vertex of a tetrahedron is farther than `distance` from the plane of the others.
#[inline(always)]
pub(super) fn has_volume<V: Vector<Wide = DVec3>>(
    [a, b, c, d]: &[DifferencePoint<V>; 4],
    distance: f64,
) -> bool {
    let (a, b, c) = (a.point - d.point, b.point - d.point, c.point - d.point);
    let (ab, bc, ca) = (a.cross(b), b.cross(c), c.cross(a));
    let volume = ab.dot(c);
    let largest = [ab, bc, ca, ab + bc + ca].map(|normal| normal.dot(normal)).into_iter().fold(0.0, f64::max);
    volume * volume > distance * distance * largest
}
