//! What lies behind a reason: what disables an entity, what above it keeps its transform from being updated, and scales of 0.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, Has, Query};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector};

use super::apart_reason::ApartReason;
use super::why_apart::Cause;
use crate::collider::{AffineOf, ColliderDisabled, ColliderError, Dimension};
use crate::ecs::{UnfilteredQuery, ancestors};

/// The queries for the causes of a reason: what is above an entity, and what disables it.
#[derive(SystemParam)]
pub(super) struct CauseQueries<'w, 's> {
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
    placed: UnfilteredQuery<'w, 's, Has<GlobalTransform>>,
    disabling: UnfilteredQuery<'w, 's, (Has<ColliderDisabled>, Has<Disabled>)>,
    enabled: Query<'w, 's, ()>,
}

impl CauseQueries<'_, '_> {
    /// Returns what lies behind a reason why two entities are apart, whose colliders have these affine maps.
    pub(super) fn causes<D: Dimension>(
        &self,
        reason: &ApartReason,
        pair: [(Entity, Option<&AffineOf<D>>); 2],
    ) -> Vec<Cause> {
        let mut causes = Vec::new();
        match *reason {
            ApartReason::Disabled(entity) => causes.extend(self.disabled_by(entity)),
            ApartReason::Invalid { entity, error } => {
                if matches!(error, ColliderError::NotPlaced | ColliderError::TransformNotFinite) {
                    causes.extend(self.not_updated(entity));
                }
                let of_entity = pair.into_iter().filter(|(of, _)| *of == entity).take(1);
                causes.extend(of_entity.filter_map(scale_zero::<D>));
            }
            ApartReason::Aabbs { .. } | ApartReason::Shapes { .. } => {
                causes.extend(pair.iter().filter_map(|&(entity, _)| self.not_updated(entity)));
                causes.extend(pair.into_iter().filter_map(scale_zero::<D>));
            }
            _ => {}
        }
        causes
    }

    /// Returns which component of an entity disables it; `None` if it is one that the app registered.
    fn disabled_by(&self, entity: Entity) -> Option<Cause> {
        let (by_ours, by_bevys) = self.disabling.get(entity).ok()?;
        match (by_ours, by_bevys) {
            (true, _) => Some(Cause::DisabledBy("ColliderDisabled")),
            (_, true) => Some(Cause::DisabledBy("Disabled")),
            _ => None,
        }
    }

    /// Returns what above an entity keeps Bevy from updating its transform.
    fn not_updated(&self, of: Entity) -> Option<Cause> {
        let parent_of = |entity: Entity| self.parents.get(entity).ok().map(ChildOf::parent);
        ancestors(of, parent_of).skip(1).find_map(|above| match self.placed.get(above) {
            Ok(_) if !self.enabled.contains(above) => Some(Cause::DisabledAbove { of, above }),
            Ok(false) => Some(Cause::NoTransformAbove { of, above }),
            _ => None,
        })
    }
}

/// Returns whether a map shrinks all shapes to a point, or flattens them along an axis.
fn scale_zero<D: Dimension>((of, affine): (Entity, Option<&AffineOf<D>>)) -> Option<Cause> {
    let affine = affine?;
    let zeros = (0..D::Vector::DIMENSION).filter(|&axis| affine.column(axis) == D::Vector::ZERO).count();
    (zeros > 0).then_some(Cause::ScaleZero { of, along_all: zeros == D::Vector::DIMENSION })
}
