//! What a push is searched among: the parts near the shape, and what the push has to satisfy.

use super::clearance::{Clearance, MovingShape, Part};
use super::constraints::{Constraint, length};
use super::hit::PartKey;
use super::obstacles::MAX_STORED_PARTS;
use super::planes::ContactPlane;
use crate::collider::Dimension;
use arrayvec::ArrayVec;
use gjk::{Vector, Wide};

/// A part near the shape.
pub(super) struct NearPart<'o, 's, 'p, D: Dimension> {
    pub(super) key: PartKey,
    pub(super) shape: &'o MovingShape<'s, D>,
    pub(super) part: &'o Part<'p, D>,
    pub(super) clearance: &'o Clearance<D>,
    /// The clearance that is wanted.
    pub(super) skin: f64,
    /// The only way out, if there are no others to choose from.
    pub(super) only_way: Option<Constraint<D::Wide>>,
}

impl<D: Dimension> NearPart<'_, '_, '_, D> {
    /// Returns the plane of the nearest way out, measured after a displacement.
    pub(super) fn nearest_way(&self, displacement: D::Wide) -> Constraint<D::Wide> {
        let Clearance::<D> { normal, bound, .. } = *self.clearance;
        Constraint { normal, offset: normal.dot(displacement) + bound - self.skin }
    }
}

/// The parts among which a push is searched.
pub(super) trait PushSpace<D: Dimension> {
    /// Shows all parts that are nearer than the skin after a displacement, by more than the tolerance.
    fn each_overlap(&mut self, displacement: D::Wide, visit: impl FnMut(&NearPart<D>));

    /// Shows all parts near a motion, with their clearance at its start.
    fn each_near(&mut self, displacement: D::Wide, motion: D::Wide, visit: impl FnMut(&NearPart<D>));
}

/// What a push has to satisfy.
pub(super) struct PushTask<'t, D: Dimension> {
    /// The center of the shape at the start.
    pub(super) center: D::Wide,
    /// The displacement to which the one searched for is to be nearest.
    pub(super) wanted: D::Wide,
    /// Planes that hold in any case.
    pub(super) fixed: &'t [ContactPlane<D>],
    /// The longest push, unless the center is inside of a part.
    pub(super) max_length: f64,
    /// The length of a push that is known; only shorter ones are searched for.
    pub(super) known_length: f64,
}

/// Returns the part that the center of the shape would enter from the open on its straight way.
pub(super) fn passed_part<D: Dimension>(
    space: &mut impl PushSpace<D>,
    task: &PushTask<D>,
    displacement: D::Wide,
) -> Option<PartKey> {
    let &PushTask { center, wanted, .. } = task;
    let way = displacement - wanted;
    let whole = length(way);
    if !(whole > 0.0) {
        return None;
    }
    let [from, to] = [center + wanted, center + displacement].map(D::Vector::narrow);
    let direction = D::Vector::narrow(way * (1.0 / whole));
    // Where the center enters each part, and where it leaves it.
    let mut passages = ArrayVec::<(f64, f64, PartKey), MAX_STORED_PARTS>::new();
    let mut gap = 0.0_f64;
    space.each_near(displacement, -way, |near| {
        let Some(enters) = gjk::ray_cast(near.part, from, direction, whole as f32) else { return };
        let leaves = gjk::ray_cast(near.part, to, -direction, whole as f32);
        let end = leaves.map_or(f64::INFINITY, |hit| whole - f64::from(hit.distance));
        gap = gap.max(near.skin);
        let _ = passages.try_push((f64::from(enters.distance), end, near.key));
    });
    passages
        .sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then_with(|| one.2.order().cmp(&two.2.order())));
    let mut inside_until = 0.0_f64;
    for (enters, leaves, key) in passages {
        if enters > inside_until + gap {
            return Some(key);
        }
        inside_until = inside_until.max(leaves);
    }
    None
}
