//! The clearance between the moving shape and one convex part, and what a move has to keep of it.

use arrayvec::ArrayVec;
use gjk::{Aabb, Affine, Query, SignedDistance, SimplexCache, Support, Vector, Wide};

use super::length;
use crate::collider::aabb::padded;
use crate::collider::{AffineOf, Dimension, PlacedPart};
use crate::query::plane_to_leave_by;

/// The clearance after a displacement: the signed distance of the shape and a part.
pub(super) type Clearance<D> = SignedDistance<<D as Dimension>::Vector>;

/// The least skin in touching distances: three of them are left when a tolerance of one is used up.
const SKIN_PER_TOUCH: f64 = 4.0;
/// The least skin in units in the last place of the coordinates.
const SKIN_PER_ULP: f64 = 8.0;
/// The tolerance in units in the last place: more than the rounding of a translation, √3/2.
const TOLERANCE_PER_ULP: f64 = 2.0;
/// The tolerance as a part of the skin. Neighboring faces whose heights differ by less are one floor.
const TOLERANCE_PER_SKIN: f64 = 1.0 / 1024.0;

/// The angle to a face, in radians, up to which a normal is that of the face: at the edge of the face, a clearance is
/// off by half its square of the shape's radius, which is the tolerance of touching.
const FACE_ANGLE: f64 = 1e-3;

/// The part of a motion that closes in by the rounding of an `f32` normal alone. In a passage that is narrower than two
/// skins, a clearance may not become smaller at all, and a motion along both walls would end at once.
const CLOSING_ROUNDING: f64 = 1e-7;

/// Returns the part of a motion along a normal up to which the motion does not close in.
pub(super) fn least_closing<D: Dimension>(motion: D::Wide) -> f64 {
    CLOSING_ROUNDING * length(motion)
}

/// Returns the normal of the face of a part, or in 3D perpendicular to its edge, that is nearest to a given one, or the
/// given one if it is neither; and whether it is that of a face.
///
/// What is measured is rounded by the size of the pair and, on the triangles of a mesh, by their coordinates. A large
/// shape on a small face, or a long motion, would leave the plane of a floor.
pub(super) fn face_normal<D: Dimension>(part: &PlacedPart<D>, normal: D::Wide) -> (D::Wide, bool) {
    let affine = part.affine();
    let direction = affine.transposed(D::Vector::narrow(-normal));
    let extent = part.shape().size().half_extents.max_element();
    let tolerance = FACE_ANGLE as f32 * extent * direction.dot(direction).sqrt();
    // Orthonormal directions of the face or, in 3D, the edge. What has as many of them as space has is neither.
    let mut axes = ArrayVec::<D::Wide, 3>::new();
    let without = |vector: D::Wide, axes: &[D::Wide]| {
        axes.iter().fold(vector, |rest, &axis| rest - axis * axis.dot(rest))
    };
    let mut first = None;
    part.shape().support_feature(direction, tolerance, &mut |vertex| {
        let from_first = vertex.point - *first.get_or_insert(vertex.point);
        let mut edge = D::Wide::ZERO;
        for index in 0..D::Vector::DIMENSION {
            edge += affine.column(index).widen() * f64::from(from_first.element(index));
        }
        let rest = without(edge, &axes);
        if length(rest) > FACE_ANGLE * length(edge) {
            let _ = axes.try_push(rest * (1.0 / length(rest)));
        }
    });
    let rest = without(normal, &axes);
    let is_flat = (1..D::Vector::DIMENSION).contains(&axes.len()) && length(normal - rest) < FACE_ANGLE;
    if !is_flat {
        return (normal, false);
    }
    (rest * (1.0 / length(rest)), axes.len() + 1 == D::Vector::DIMENSION)
}

/// The shape that moves, and where it starts.
#[derive(Clone, Copy)]
pub(super) struct MovingShape<'s, D: Dimension> {
    /// The shape at the start.
    pub(super) shape: &'s dyn Support<D::Vector>,
    pub(super) affine: AffineOf<D>,
    /// The AABB at the start, padded by the tolerance of touching.
    pub(super) bounds: Aabb<D::Vector>,
    /// The wanted skin, or what rounding requires if that is more.
    pub(super) skin: f64,
    /// The unit in the last place of the largest coordinate that the translation can get.
    pub(super) ulp: f64,
}

impl<'s, D: Dimension> MovingShape<'s, D> {
    /// Creates the shape for a move of at most this length and with this skin; `None` if anything is not finite.
    pub(super) fn new(
        shape: &'s dyn Support<D::Vector>,
        affine: AffineOf<D>,
        length: f64,
        skin: f32,
    ) -> Option<Self> {
        let bounds = padded(shape.aabb());
        let translation = affine.translation();
        let reach = f64::from(translation.max(-translation).max_element()) + length;
        let ulp = f64::from(f32::EPSILON) * reach;
        let wanted_skin = f64::from(skin);
        let skin = wanted_skin.max(0.0).max(SKIN_PER_ULP * ulp);
        let is_finite = bounds.min.is_finite()
            && bounds.max.is_finite()
            && translation.is_finite()
            && (wanted_skin + reach).is_finite()
            && reach < f64::from(f32::MAX);
        is_finite.then_some(Self { shape, affine, bounds, skin, ulp })
    }

    /// Measures the clearance to a part after a displacement; `None` if there is none.
    pub(super) fn measure(
        &self,
        part: &PlacedPart<D>,
        displacement: D::Wide,
        cache: &mut SimplexCache<D::Vector>,
    ) -> Option<Clearance<D>> {
        Query::new(self.shape, part).cache(cache).signed_distance(displacement)
    }

    /// Returns whether a motion leaves a part that the shape touches after a displacement: some plane separates the two
    /// that the motion does not cross. `clearance` has only one of the separating planes.
    pub(super) fn leaves(
        &self,
        part: &PlacedPart<D>,
        displacement: D::Wide,
        motion: D::Wide,
        clearance: &Clearance<D>,
    ) -> bool {
        plane_to_leave_by::<D>(self.shape, part, displacement, motion, clearance)
            .is_some_and(|normal| normal.dot(motion) <= least_closing::<D>(motion))
    }

    /// Returns the center of its AABB at the start.
    pub(super) fn center(&self) -> D::Wide {
        (self.bounds.min.widen() + self.bounds.max.widen()) * 0.5
    }

    /// Returns the longest side of its AABB.
    pub(super) fn longest_side(&self) -> f64 {
        (self.bounds.max - self.bounds.min).max_element().into()
    }

    /// Returns the point of the shape at the start that is farthest in a direction.
    pub(super) fn support(&self, direction: D::Wide) -> D::Wide {
        self.shape.support(D::Vector::narrow(direction)).widen()
    }

    /// Returns the tolerance of a clearance, from the rounding of translations and the skin of a pair.
    pub(super) fn tolerance(&self, skin: f64) -> f64 {
        (TOLERANCE_PER_ULP * self.ulp).max(TOLERANCE_PER_SKIN * skin)
    }

    /// Returns what a move has to keep of the clearance that a part has when it begins.
    pub(super) fn limits(&self, start: &Clearance<D>) -> Limits {
        let (before, touching_distance) = (start.bound, start.touching_distance);
        let skin = self.skin.max(SKIN_PER_TOUCH * touching_distance);
        let tolerance = touching_distance.max(self.tolerance(skin));
        Limits {
            skin,
            tolerance,
            stop_clearance: before.min(skin),
            min_clearance: before.min(skin - tolerance),
        }
    }

    /// Returns the AABB of the shape during a motion that starts after a displacement, enlarged by a length.
    pub(super) fn swept_bounds(&self, from: D::Wide, motion: D::Wide, padding: f64) -> Aabb<D::Vector> {
        let (from, to) = (D::Vector::narrow(from), D::Vector::narrow(from + motion));
        let Aabb { min, max } = self.bounds;
        // The sums are off by half a unit in the last place at most, and so are the displacements.
        let padding = D::Vector::splat((padding + 2.0 * self.ulp) as f32);
        Aabb { min: min + from.min(to) - padding, max: max + from.max(to) + padding }
    }
}

/// What a move keeps of the clearance to a part. A motion is stopped at `stop_clearance`, but only if it would
/// otherwise go below `min_clearance`. Between the two, the rounding of a clearance, such as that to neighboring faces
/// of one floor, does not make a shape catch on their edges. On a face that it rests on when a sweep begins, it is
/// stopped at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The skin of the pair.
    pub(super) skin: f64,
    /// By how much a clearance that was more than the skin may fall below it.
    pub(super) tolerance: f64,
    /// The clearance at which the shape is stopped: the skin, or the clearance before the move if that was less.
    pub(super) stop_clearance: f64,
    /// The clearance that is never passed.
    pub(super) min_clearance: f64,
}

impl Limits {
    /// Returns the limits of a part of a surface that leaves this clearance.
    pub(super) fn on_surface(self, clearance: f64) -> Self {
        Self {
            stop_clearance: self.stop_clearance.min(clearance),
            min_clearance: self.min_clearance.min(clearance - self.tolerance),
            ..self
        }
    }

    /// Returns whether the clearance was at least the skin when the move began, up to the tolerance.
    pub(super) fn began_outside_skin(&self) -> bool {
        self.stop_clearance >= self.skin - self.tolerance
    }
}
