//! What an exit is searched among: the convex obstacles near a body, and what the exit has to satisfy.

use arrayvec::ArrayVec;
use gjk::{SignedDistance, Support, Vector, Wide};

use super::constraints::{Constraint, length};
use crate::collider::Dimension;

/// The limit of obstacles that are compared at one displacement.
pub(crate) const MAX_NEAR: usize = 64;
/// By how much an exit may be longer than the shortest, as a part of it, where nothing else is said.
const ACCURACY: f64 = 1.0 / 256.0;

/// A convex obstacle near a convex part of the body.
pub(crate) struct NearObstacle<'o, D: Dimension, K> {
    pub(crate) key: K,
    /// The part of the body, not displaced.
    pub(crate) body: &'o dyn Support<D::Vector>,
    pub(crate) obstacle: &'o dyn Support<D::Vector>,
    /// The signed distance of the two after the displacement.
    pub(crate) clearance: &'o SignedDistance<D::Vector>,
    /// Outward normals of faces of the obstacle that are known. Others are searched for.
    pub(crate) normals: &'o [D::Wide],
    /// An exit that is known, which may be none of the faces.
    pub(crate) known_exit: Option<Constraint<D::Wide>>,
    /// The clearance that is wanted.
    pub(crate) skin: f64,
    /// The only exit, if there are no others to choose from.
    pub(crate) only_exit: Option<Constraint<D::Wide>>,
}

impl<D: Dimension, K> NearObstacle<'_, D, K> {
    /// Returns the plane of the nearest exit, measured after a displacement.
    pub(crate) fn nearest_exit(&self, displacement: D::Wide) -> Constraint<D::Wide> {
        let SignedDistance { normal, bound, .. } = *self.clearance;
        Constraint { normal, offset: normal.dot(displacement) + bound - self.skin }
    }
}

/// The obstacles among which an exit is searched.
pub(crate) trait ExitSpace<D: Dimension>: Sized {
    /// Identifies an obstacle. The lower one of two that overlap equally deep is left first.
    type Key: Copy + PartialOrd;

    /// Whether many small obstacles may overlap at once: in 3D, the search may then reach its limit and miss a narrow
    /// exit between them.
    const IS_CROWDED: bool = true;
    /// The limit of nodes that are looked at. A search in a block of tiles of the size of the shape comes to an end
    /// some ten tiles deep in 2D, and four in 3D.
    const MAX_LOOKS: u32 = 512;

    /// Returns by how much an exit may be longer than the shortest, as a part of it, so that the search ends.
    fn accuracy(&self) -> f64 {
        ACCURACY
    }

    /// Returns a length that no exit falls short of.
    fn least_length(&self) -> f64 {
        0.0
    }

    /// Tells that longer exits are not looked for any more.
    fn set_limit(&mut self, _limit: f64) {}

    /// Shows obstacles that are nearer than their skin after a displacement, by more than the tolerance: at least the
    /// deepest.
    fn each_overlap(&mut self, displacement: D::Wide, visit: impl FnMut(&NearObstacle<D, Self::Key>));

    /// Shows all obstacles that may hold the body on a motion, with their clearance at its start.
    fn each_near(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        visit: impl FnMut(&NearObstacle<D, Self::Key>),
    );

    /// Calls with displacements that may be exits from what is overlapped after another one.
    fn each_guess(&mut self, _displacement: D::Wide, _visit: impl FnMut(D::Wide)) {}

    /// Returns whether anything overlaps after a displacement.
    fn overlaps(&mut self, displacement: D::Wide) -> bool {
        let mut overlaps = false;
        self.each_overlap(displacement, |_| overlaps = true);
        overlaps
    }

    /// Returns the obstacle that the body must not pass through on its straight way to a displacement: one that its
    /// center would enter from the open.
    fn passed(&mut self, task: &ExitTask<D>, displacement: D::Wide) -> Option<Self::Key> {
        passed_by_center(self, task, displacement)
    }
}

/// What an exit has to satisfy.
pub(crate) struct ExitTask<'t, D: Dimension> {
    /// The center of the body at the start.
    pub(crate) center: D::Wide,
    /// The displacement to which the one searched for is to be nearest.
    pub(crate) wanted: D::Wide,
    /// Planes that hold in any case.
    pub(crate) fixed: &'t [Constraint<D::Wide>],
    /// The length that the exit must not exceed.
    pub(crate) limit: f64,
}

/// Returns the obstacle that the center of the body would enter from the open on its straight way.
fn passed_by_center<D: Dimension, S: ExitSpace<D>>(
    space: &mut S,
    task: &ExitTask<D>,
    displacement: D::Wide,
) -> Option<S::Key> {
    let &ExitTask { center, wanted, .. } = task;
    let way = displacement - wanted;
    let whole = length(way);
    if !(whole > 0.0) {
        return None;
    }
    let [from, to] = [center + wanted, center + displacement].map(D::Vector::narrow);
    let direction = D::Vector::narrow(way * (1.0 / whole));
    // Where the center enters each obstacle, and where it leaves it.
    let mut passages = ArrayVec::<(f64, f64, S::Key), MAX_NEAR>::new();
    let mut gap = 0.0_f64;
    space.each_near(displacement, -way, |near| {
        let Some(enters) = gjk::ray_cast(near.obstacle, from, direction, whole as f32) else { return };
        let leaves = gjk::ray_cast(near.obstacle, to, -direction, whole as f32);
        let end = leaves.map_or(f64::INFINITY, |hit| whole - f64::from(hit.distance));
        gap = gap.max(near.skin);
        let _ = passages.try_push((f64::from(enters.distance), end, near.key));
    });
    let order = |passage: &(f64, f64, S::Key)| (passage.0, passage.2);
    passages.sort_unstable_by(|one, two| {
        order(one).partial_cmp(&order(two)).unwrap_or(core::cmp::Ordering::Equal)
    });
    let mut inside_until = 0.0_f64;
    for (enters, leaves, key) in passages {
        if enters > inside_until + gap {
            return Some(key);
        }
        inside_until = inside_until.max(leaves);
    }
    None
}
