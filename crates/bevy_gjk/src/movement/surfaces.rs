//! The surfaces that a shape is nearer to than its skin when a move begins, and which parts continue them.
//!
//! The clearance that a move has to keep is a matter of a surface, not of a part. On a floor of cells that is nearer
//! than the skin, the cell below may keep its clearance, and all others that the shape comes to would want the whole
//! skin: it would climb each of them. So a part that is no higher than the plane of such a surface wants only what that
//! plane leaves it.

use arrayvec::ArrayVec;
use gjk::{Support, Vector, Wide};

use super::{ACCURACY, Constraint, Limits, NearPart, PlacedPart, face_normal};
use crate::collider::Dimension;

/// The limit of surfaces: more planes than meet a shape in a corner, and those of edges beside it.
const MAX_SURFACES: usize = 16;

/// A plane between the shape at its start and a part that it is nearer to than its skin.
pub(super) struct Surface<D: Dimension> {
    /// The unit direction from the shape to the part.
    normal: D::Wide,
    /// How far the shape reaches along the normal.
    reach: f64,
    clearance: f64,
}

impl<D: Dimension> Surface<D> {
    /// Returns how far a part is behind the end of the shape, if no point of it is before the plane.
    fn depth_of(&self, part: &PlacedPart<D>, tolerance: f64) -> Option<f64> {
        // A half-space has no end that is nearest to the plane.
        if part.half_space().is_some() {
            return None;
        }
        let depth = -farthest::<D>(part, -self.normal) - self.reach;
        (depth >= self.clearance - tolerance).then_some(depth)
    }
}

/// Returns how far a shape reaches in a unit direction. The sum in `f64` is as precise as a clearance far from the
/// origin, where the support point of a shape is rounded by more than the tolerance.
fn farthest<D: Dimension>(shape: &dyn Support<D::Vector>, direction: D::Wide) -> f64 {
    let core = shape.core();
    let vertex = shape.core_support(D::Vector::narrow(direction)).point;
    (core.origin.widen() + vertex.widen()).dot(direction) + f64::from(core.convex_radius)
}

/// The surfaces, from the nearest on.
#[derive(Default)]
pub(super) struct Surfaces<D: Dimension>(pub(super) ArrayVec<Surface<D>, MAX_SURFACES>);

impl<D: Dimension> Surfaces<D> {
    /// Finds them. `visit` shows each part near the start to a visitor, in the same order each time.
    pub(super) fn find(mut visit: impl FnMut(&mut dyn FnMut(&NearPart<D>))) -> Self {
        let mut surfaces = Self::default();
        while !surfaces.0.is_full() {
            let mut nearest: Option<Surface<D>> = None;
            visit(&mut |&NearPart { shape, part, clearance, limits, .. }| {
                let is_nearest = nearest.as_ref().is_none_or(|other| clearance.bound < other.clearance);
                // What the shape overlaps gives no room to anything else.
                if is_nearest
                    && clearance.bound < limits.skin - ACCURACY * limits.tolerance
                    && clearance.bound >= -limits.tolerance
                    && !surfaces.are_continued_by(part, limits)
                {
                    let (normal, clearance) = (face_normal::<D>(part, clearance.normal).0, clearance.bound);
                    nearest = Some(Surface { normal, reach: farthest::<D>(shape.shape, normal), clearance });
                }
            });
            let Some(surface) = nearest else { break };
            surfaces.0.push(surface);
        }
        surfaces
    }

    /// Returns whether a part continues one of the surfaces: its points nearest to the shape lie in the plane of the surface.
    fn are_continued_by(&self, part: &PlacedPart<D>, limits: &Limits) -> bool {
        let mut depths = self
            .0
            .iter()
            .filter_map(|surface| Some(surface.depth_of(part, limits.tolerance)? - surface.clearance));
        depths.any(|depth| depth <= limits.tolerance)
    }

    /// Returns the limits of a part whose clearance was `before` when the move began: those of the surfaces that it
    /// does not rise above. The nearest part keeps its own clearance to the bit, so that a shape that is pressed down
    /// does not sink by a tolerance each move.
    pub(super) fn limits(&self, part: &PlacedPart<D>, before: f64, limits: Limits) -> Limits {
        self.0.iter().filter(|surface| surface.clearance < before).fold(limits, |limits, surface| {
            surface.depth_of(part, limits.tolerance).map_or(limits, |depth| limits.on_surface(depth))
        })
    }

    /// Returns the plane of the nearest one that a part does not rise above, and how far the part is behind the shape
    /// along its normal.
    pub(super) fn nearest_plane(&self, part: &PlacedPart<D>, tolerance: f64) -> Option<Constraint<D::Wide>> {
        let planes = self.0.iter().filter_map(|surface| {
            let offset = surface.depth_of(part, tolerance)?;
            Some(Constraint { normal: surface.normal, offset })
        });
        planes.min_by(|one, two| one.offset.total_cmp(&two.offset))
    }
}
