//! Whether a shape that touches a part leaves it.
//!
//! Two convex shapes that touch are separated by a plane, and a motion that does not cross this plane brings them no
//! closer. Often there is a choice: at an edge or a vertex the planes of all normals between those of the faces
//! separate the two, and a flat shape on a flat part is separated from either side. The motion leaves if any of the
//! planes allows it.

use gjk::support::Swept;
use gjk::{Query, SignedDistance, Support, Vector, Wide};

use crate::collider::{Dimension, PlacedPart};

/// The depth up to which a plane separates two shapes that touch, in touching distances: one for the place of the
/// shape, one for the rounding of the plane. So a part that is thinner is left to either side as a flat one is.
const SEPARATION_ERROR: f64 = 2.0;

/// Returns the normal, from the shape to the part, of the separating plane that a motion crosses least, or `None` if no
/// other plane separates the two than that of `start`, the signed distance after the displacement at which the motion
/// begins.
///
/// It separates the part from the solid that the shape covers on its way, if any plane does.
pub(crate) fn plane_to_leave_by<D: Dimension>(
    shape: &dyn Support<D::Vector>,
    part: &PlacedPart<D>,
    displacement: D::Wide,
    motion: D::Wide,
    start: &SignedDistance<D::Vector>,
) -> Option<D::Wide> {
    let is_touching = start.distance <= start.touching_distance;
    let leaving = Passage { at: displacement, motion, has_come: false, rounding: 0.0 };
    if is_touching { plane_to_pass_by::<D>(shape, part, &leaving, start) } else { None }
}

/// Where a shape touches a part up to rounding, and how it moves there.
pub(super) struct Passage<W> {
    /// The displacement of the shape.
    pub(super) at: W,
    pub(super) motion: W,
    /// Whether the same motion has brought it there. Then the plane has to separate what it has covered before, too, or
    /// a flat part would be passed from one side to the other.
    pub(super) has_come: bool,
    /// By how much the two may overlap.
    pub(super) rounding: f64,
}

/// Does the same where the two touch up to rounding.
pub(super) fn plane_to_pass_by<D: Dimension>(
    shape: &dyn Support<D::Vector>,
    part: &PlacedPart<D>,
    &Passage { at, motion, has_come, rounding }: &Passage<D::Wide>,
    start: &SignedDistance<D::Vector>,
) -> Option<D::Wide> {
    // The plane at a half-space is its boundary.
    if part.half_space().is_some() || shape.half_space().is_some() {
        return Some(start.normal);
    }
    let size = f64::from(shape.size().half_extents.max_element())
        + f64::from(part.size().half_extents.max_element());
    let ahead = motion * (size / motion.dot(motion).sqrt());
    let back = if has_come { ahead * -1.0 } else { D::Wide::ZERO };
    let sweep = Swept::new(shape, D::Vector::narrow(ahead - back));
    let found = Query::new(&sweep, part).signed_distance(at + back)?;
    let separation = found.bound + found.normal.dot(ahead).max(found.normal.dot(back));
    let least = start.distance.min(0.0) - SEPARATION_ERROR * start.touching_distance - rounding;
    (separation >= least).then_some(found.normal)
}
