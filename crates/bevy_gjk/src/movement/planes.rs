//! The planes of touched parts, and the best motion that they allow.

use gjk::{Vector, Wide};
use smallvec::SmallVec;

use super::{Clearance, Constraint, Infeasible, MAX_STORED_PARTS, PartKey, nearest_feasible};
use crate::collider::Dimension;

/// A plane that a motion must not pass: the displacement `x` of the shape has to satisfy `normal · x ≤ offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactPlane<D: Dimension> {
    pub(super) key: PartKey,
    /// The unit direction from the shape to the part.
    pub(super) normal: D::Wide,
    pub(super) offset: f64,
    /// The longest push; see [`MoveResponse::PushAtMost`](crate::MoveResponse::PushAtMost).
    pub(super) max_push: f64,
    /// Of a displacement `x` since the start of the move, `normal · x` has to stay below this to keep the clearance.
    /// Used when the last place is rounded.
    pub(super) max_along_normal: f64,
}

/// The planes of the parts that the shape touches where it is: at most one of each part.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactPlanes<D: Dimension>(SmallVec<[ContactPlane<D>; MAX_STORED_PARTS]>);

/// What the planes make of a motion.
pub(super) enum Projection<D: Dimension> {
    /// The nearest motion that they allow.
    Motion(D::Wide),
    /// This plane would have to push more than its `max_push`.
    PushLimitExceeded(ContactPlane<D>),
    /// Two planes exclude each other.
    Infeasible([PartKey; 2]),
}

impl<D: Dimension> ContactPlanes<D> {
    pub(super) fn contains(&self, key: PartKey) -> bool {
        self.0.iter().any(|plane| plane.key == key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ContactPlane<D>> + Clone {
        self.0.iter()
    }

    /// Returns the normals of all planes.
    pub(super) fn normals(&self) -> impl Iterator<Item = D::Wide> {
        self.0.iter().map(|plane| plane.normal)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the planes of an entity.
    pub(super) fn remove(&mut self, entity: bevy_ecs::prelude::Entity) {
        self.0.retain(|plane| plane.key.entity != entity);
    }

    /// Adds the plane of a part that has none yet. Returns whether it had none, so that a caller that adds planes one
    /// after another comes to an end.
    pub(super) fn push(&mut self, plane: ContactPlane<D>) -> bool {
        let is_new = !self.contains(plane.key);
        if is_new {
            self.0.push(plane);
        }
        is_new
    }

    /// Replaces the plane of a part, if it has one.
    pub(super) fn replace(&mut self, key: PartKey, normal: D::Wide, offset: f64) {
        if let Some(plane) = self.0.iter_mut().find(|plane| plane.key == key) {
            (plane.normal, plane.offset) = (normal, offset);
        }
    }

    /// Adds a plane; of too many, those with the largest offsets are left out.
    pub(super) fn push_deepest(&mut self, plane: ContactPlane<D>) {
        if self.0.len() < MAX_STORED_PARTS {
            self.push(plane);
            return;
        }
        let shallowest = self.0.iter_mut().max_by(|one, two| one.offset.total_cmp(&two.offset));
        if let Some(shallowest) = shallowest
            && plane.offset < shallowest.offset
        {
            *shallowest = plane;
        }
    }

    /// Returns the motion nearest to the wanted one that all planes allow.
    pub(super) fn project(&self, wanted: D::Wide) -> Projection<D> {
        if self.0.is_empty() {
            return Projection::Motion(wanted);
        }
        let constraints: SmallVec<[_; MAX_STORED_PARTS]> =
            self.0.iter().map(ContactPlane::constraint).collect();
        match nearest_feasible(wanted, &constraints, D::Vector::DIMENSION) {
            Ok(solution) => {
                let too_weak = solution.active.into_iter().flatten().find_map(|(index, push)| {
                    let plane = self.0[index];
                    (push > plane.max_push).then_some(plane)
                });
                too_weak.map_or(Projection::Motion(solution.point), Projection::PushLimitExceeded)
            }
            Err(Infeasible(pair)) => Projection::Infeasible(pair.map(|index| self.0[index].key)),
        }
    }
}

impl<D: Dimension> ContactPlane<D> {
    /// Creates the plane of a part that pushes as far as needed.
    pub(super) fn rigid(key: PartKey, normal: D::Wide, offset: f64) -> Self {
        Self { key, normal, offset, max_push: f64::INFINITY, max_along_normal: f64::INFINITY }
    }

    /// Creates the plane up to which a displacement keeps this much of the clearance that a part has `at` another
    /// displacement.
    pub(super) fn keeping(kept: f64, key: PartKey, clearance: &Clearance<D>, at: D::Wide) -> Self {
        let normal = clearance.normal;
        Self::rigid(key, normal, normal.dot(at) + clearance.bound - kept)
    }

    pub(super) fn constraint(&self) -> Constraint<D::Wide> {
        Constraint { normal: self.normal, offset: self.offset }
    }
}
