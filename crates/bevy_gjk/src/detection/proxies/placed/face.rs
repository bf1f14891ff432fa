//! The face of a collider at a point of its surface.

use gjk::support::hints::FEATURE_TOLERANCE;
use gjk::{Affine, Support, Vector, Wide};

use super::{PlacedCollider, SourcePart};
use crate::collider::{AffineOf, Convex, Dimension, GridCell, PlacedPart};

/// A face of a collider at a point of its surface, such as where a ray has hit it: for footsteps, decals, and materials
/// by triangle. See [`RayHit::face`](crate::RayHit::face) and [`PlacedCollider::face`].
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("triangle index", "feature", "UV", "barycentric coordinates", "backface"))]
pub struct SurfaceFace<D: Dimension> {
    /// The part that the face belongs to: of a mesh, the index of the triangle.
    pub source: SourcePart,
    /// The cell, if the part is one of a grid.
    pub cell: Option<GridCell<D>>,
    /// The outward unit normal in the world: of a triangle, that of the side which was hit.
    pub normal: D::Vector,
    /// The same in the coordinates of the convex shape, the mesh or the grid: the side of a box is the axis that is
    /// largest, and the cell beyond a side is the cell plus this, rounded.
    pub local_normal: D::Vector,
    /// The corners of the face in the world, counterclockwise as seen from outside: of a box four, of a hull as many as
    /// the face has. In 2D, the two ends of the edge, with the inside on the left. A triangle in 3D and a segment keep
    /// the order in which they were given. Empty on a round surface, and for a shape of your own without
    /// [features](gjk::support::hints).
    pub corners: Vec<D::Vector>,
    /// The weights of the corners of the triangle, in the order in which they were given, if the part is a triangle:
    /// the point is the sum of the corners times their weights, and so are texture coordinates there. None is negative,
    /// and their sum is 1.
    pub barycentric: Option<[f32; 3]>,
    /// Whether the back of an open surface was hit: of a triangle in 3D, the side from which its corners are clockwise;
    /// of a segment in 2D, its left. A mirrored collider has the same sides. Never of solids.
    pub is_back: bool,
}

impl<D: Dimension> PlacedCollider<D> {
    /// Returns the face of a convex part at a point of its surface, or `None` if there is no such part, or while the
    /// collider is invalid. Of several faces that meet there, it is the one whose normal is nearest to `normal`, an
    /// outward unit normal at the point, such as that of a hit.
    ///
    /// Nothing is computed before it is asked for: it takes as long as some ray casts. The collider has to be where it
    /// was when it was hit.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{Dim3, dim3::prelude::*, queries::SurfaceFace};
    ///
    /// /// Returns the triangle of the terrain that a character stands on.
    /// fn ground(query: &CollisionQuery, state: &MoverState) -> Option<SurfaceFace<Dim3>> {
    ///     let ground = state.ground?;
    ///     query.get(ground.entity)?.face(ground.part, ground.point, ground.normal)
    /// }
    /// ```
    pub fn face(&self, part: u32, point: D::Vector, normal: D::Vector) -> Option<SurfaceFace<D>> {
        let estimate = self.face_normal(part, point, normal)?;
        let is_solid = self.is_part_of_solid(part);
        self.with_part(part, |placed| {
            let corners_of = |corners: &[D::Vector]| -> Vec<_> {
                corners.iter().map(|&corner| placed.affine().apply(corner)).collect()
            };
            let simplex = placed.shape().simplex().map(corners_of);
            let barycentric = match simplex.as_deref() {
                Some(&[a, b, c]) => Some(barycentric([a, b, c], point)),
                _ => None,
            };
            // A triangle in 2D is an area, with edges.
            let surface = simplex.filter(|corners| corners.len() == D::Vector::DIMENSION);
            let is_surface = surface.is_some();
            let corners = surface.unwrap_or_else(|| feature::<D>(placed, estimate));
            let exact = normal_of::<D>(&corners).map(|normal| {
                let is_turned = D::Vector::narrow(normal).dot(estimate) < 0.0;
                if is_turned { -normal } else { normal }
            });
            let normal = exact.map_or(estimate, D::Vector::narrow);
            let mirrors = D::to_local(placed.affine(), D::Wide::ZERO).is_some_and(|(_, mirrors)| mirrors);
            let is_front = normal_of::<D>(&corners)
                .is_none_or(|front| (D::Vector::narrow(front).dot(normal) >= 0.0) != mirrors);
            let local = self.frame_of_part(part).transposed(normal);
            SurfaceFace {
                source: self.source_of_part(part),
                cell: self.cell(part),
                normal,
                local_normal: local * (1.0 / local.dot(local).sqrt().max(f32::MIN_POSITIVE)),
                corners,
                barycentric,
                is_back: is_surface && !is_solid && !is_front,
            }
        })
    }

    /// Returns the map that places what a part belongs to: a convex shape, or a mesh or grid.
    fn frame_of_part(&self, part: u32) -> AffineOf<D> {
        self.composite().map_or(self.affine, |parts| parts.frame_of_part(part, &self.affine))
    }
}

/// Returns the unit normal of a face by its first corners, or `None` if there are too few.
fn normal_of<D: Dimension>(corners: &[D::Vector]) -> Option<D::Wide> {
    let corners = match *corners {
        [a, b] if D::Vector::DIMENSION == 2 => [a, b, b],
        [a, b, c, ..] if D::Vector::DIMENSION == 3 => [a, b, c],
        _ => return None,
    };
    let normal = D::outward(corners.map(Vector::widen));
    let length = normal.dot(normal).sqrt();
    (length > 0.0).then(|| normal * (1.0 / length))
}

/// Returns the corners of the flat face of a part in the direction of a normal, in their order; none if there is no
/// such face.
fn feature<D: Dimension>(part: &PlacedPart<D>, normal: D::Vector) -> Vec<D::Vector> {
    let core = part.core();
    // The normal is as precise as that, and the tolerance once more.
    let tolerance = 2.0 * FEATURE_TOLERANCE as f32 * part.size().half_extents.max_element();
    let mut corners: Vec<D::Vector> = Vec::new();
    part.support_feature(normal, tolerance, &mut |vertex| {
        let corner = core.origin + vertex.point + normal * core.convex_radius;
        if !corners.contains(&corner) {
            corners.push(corner);
        }
    });
    if corners.len() < D::Vector::DIMENSION {
        return Vec::new();
    }
    if D::Vector::DIMENSION == 2 {
        let is_turned = normal_of::<D>(&corners).is_some_and(|own| D::Vector::narrow(own).dot(normal) < 0.0);
        if is_turned {
            corners.reverse();
        }
        return corners;
    }
    let sum = corners.iter().fold(D::Wide::ZERO, |sum, &corner| sum + corner.widen());
    let center = sum * (1.0 / corners.len() as f64);
    let across = corners[0].widen() - center;
    let up = D::outward([D::Wide::ZERO, normal.widen(), across]);
    // Grows with the angle around the normal.
    let turn = |corner: &D::Vector| {
        let from_center = corner.widen() - center;
        let [ahead, left] = [across, up].map(|axis| from_center.dot(axis));
        let cosine = ahead / (ahead * ahead + left * left).sqrt();
        if left >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
    };
    corners.sort_by(|one, two| turn(one).total_cmp(&turn(two)));
    corners
}

/// Returns the weights by which the corners of a triangle sum up to a point on it.
fn barycentric<V: Vector<Scalar = f32>>(corners: [V; 3], point: V) -> [f32; 3] {
    let [a, b, c] = corners.map(Vector::widen);
    let (one, two, to) = (b - a, c - a, point.widen() - a);
    let [one_one, one_two, two_two] = [one.dot(one), one.dot(two), two.dot(two)];
    let area = one_one * two_two - one_two * one_two;
    let [of_b, of_c] = [
        (two_two * to.dot(one) - one_two * to.dot(two)) / area,
        (one_one * to.dot(two) - one_two * to.dot(one)) / area,
    ];
    // The point may be beside the triangle by rounding, and a triangle without an area is nothing but its first corner.
    let weights = [1.0 - of_b - of_c, of_b, of_c].map(|weight| weight.max(0.0));
    let sum: f64 = weights.iter().sum();
    let is_valid = sum > 0.0 && sum.is_finite();
    if is_valid { weights.map(|weight| (weight / sum) as f32) } else { [1.0, 0.0, 0.0] }
}
