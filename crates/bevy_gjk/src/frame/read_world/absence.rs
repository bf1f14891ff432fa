//! Why an entity has no collider in the table.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Has, Query};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;

use crate::collider::{CompoundCollider, Dimension};
use crate::detection::EndReason;
use crate::ecs::UnfilteredQuery;
use crate::frame::compounds::Compounds;
use crate::frame::read_world::rows::Enabled;

/// The reason why an entity has no collider in the table. If several apply, it is the first one in the order of the
/// variants, which is that of [`ApartReason`](crate::texts::ApartReason).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// The entity does not exist.
    Despawned,
    /// It has no collider of this dimension.
    NoCollider,
    /// It has a collider, but no `GlobalTransform`.
    NoTransform,
    /// It belongs to a compound, whose root has the collider.
    PartOfCompound,
    /// It is the root of a compound without a valid part.
    EmptyCompound,
    /// It is disabled.
    Disabled,
    /// The last run has not seen its collider.
    NotSeen,
}

impl From<Absence> for EndReason {
    /// Returns the reason for which the touches of such an entity ended.
    fn from(absence: Absence) -> Self {
        match absence {
            Absence::Despawned => Self::Despawned,
            // The last run has seen all colliders that are enabled.
            Absence::Disabled | Absence::NotSeen => Self::Disabled,
            // A part of a compound is no collider of its own, and a compound without parts is none at all.
            Absence::NoCollider | Absence::NoTransform | Absence::PartOfCompound | Absence::EmptyCompound => {
                Self::Removed
            }
        }
    }
}

/// Whether an entity has both components that make a collider, and whether it is the root of a compound.
type ColliderParts<D> = (Has<<D as Dimension>::Collider>, Has<GlobalTransform>, Has<CompoundCollider>);

/// The queries about entities that are no colliders, including disabled entities.
#[derive(SystemParam)]
pub(crate) struct AbsentColliders<'w, 's, D: Dimension> {
    pub(super) entities: &'w Entities,
    components: UnfilteredQuery<'w, 's, ColliderParts<D>>,
    enabled: Query<'w, 's, (), Enabled>,
}

impl<D: Dimension> AbsentColliders<'_, '_, D> {
    /// Returns why an entity that is not in the table is not there: the first reason that applies.
    pub(crate) fn absence(&self, entity: Entity, compounds: &Compounds<D>) -> Absence {
        if !self.entities.contains_spawned(entity) {
            return Absence::Despawned;
        }
        let (has_collider, has_transform, is_compound) =
            self.components.get(entity).unwrap_or((false, false, false));
        let is_root = compounds.is_root(entity);
        let reasons = [
            (Absence::NoCollider, !(has_collider || is_compound || is_root)),
            (Absence::NoTransform, !has_transform),
            (Absence::PartOfCompound, compounds.contains(entity) && !is_root),
            (Absence::EmptyCompound, compounds.is_empty(entity)),
            (Absence::Disabled, compounds.is_disabled(entity) || !self.enabled.contains(entity)),
        ];
        let first = reasons.into_iter().find(|(_, applies)| *applies);
        first.map_or(Absence::NotSeen, |(reason, _)| reason)
    }
}
