//! What lies behind a reason: what disables an entity, what above it keeps its transform from being updated, scales of 0, and the
//! skin of a character.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, Has, Query, Res};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector};

use super::apart_reason::ApartReason;
use super::why_apart::Cause;
use crate::collider::{AffineOf, ColliderDisabled, ColliderError, Dimension};
use crate::ecs::{UnfilteredQuery, ancestors};
use crate::frame::compounds::Compounds;
use crate::movement::MoverRuns;

/// How many times its skin a character may be away for that to be a cause: where it has slid along something, or stands on an edge.
const SKINS_AWAY: f32 = 2.0;
/// Below this part of the length of the other axis, an axis of a 2D map is nothing but rounding.
const FLAT: f32 = 1e-6;

/// The queries for the causes of a reason: what is above an entity, and what disables it.
#[derive(SystemParam)]
pub(super) struct CauseQueries<'w, 's, D: Dimension> {
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
    placed: UnfilteredQuery<'w, 's, Has<GlobalTransform>>,
    disabling: UnfilteredQuery<'w, 's, (Has<ColliderDisabled>, Has<Disabled>)>,
    characters: Res<'w, MoverRuns<D>>,
    enabled: Query<'w, 's, ()>,
}

impl<D: Dimension> CauseQueries<'_, '_, D> {
    /// Returns what lies behind a reason why two entities are apart, whose colliders have these affine maps.
    pub(super) fn causes(
        &self,
        reason: &ApartReason,
        pair: [(Entity, Option<&AffineOf<D>>); 2],
        compounds: &Compounds<D>,
    ) -> Vec<Cause> {
        let mut causes = Vec::new();
        match *reason {
            ApartReason::Disabled(entity) => causes.extend(self.disabled_by(entity)),
            ApartReason::PartOfCompound { part, compound: None } => {
                causes.extend(compounds.error_of_part(part).map(Cause::PartInvalid));
                causes.extend(self.disabled_by(part).filter(|_| causes.is_empty()));
            }
            ApartReason::Invalid { entity, error } => {
                if matches!(error, ColliderError::NotPlaced | ColliderError::TransformNotFinite) {
                    causes.extend(self.not_updated(entity));
                }
                if error == ColliderError::TransformNotFinite {
                    causes.extend(self.maybe_above(entity));
                }
                let of_entity = pair.into_iter().filter(|(of, _)| *of == entity).take(1);
                causes.extend(of_entity.flat_map(|placed| self.flattened(placed)));
            }
            ApartReason::Aabbs { distance, .. } | ApartReason::Shapes { distance } => {
                causes.extend(pair.iter().filter_map(|&(entity, _)| self.not_updated(entity)));
                causes.extend(pair.into_iter().flat_map(|placed| self.flattened(placed)));
                let keeps_skin = |(of, _): (Entity, _)| {
                    let skin = self.characters.skin_of(of)?;
                    (distance <= SKINS_AWAY * skin).then_some(Cause::KeepsSkin { of, skin })
                };
                causes.extend(pair.into_iter().find_map(keeps_skin));
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

    /// Returns that a flaw of where an entity is may be one of its parent, if it has one.
    fn maybe_above(&self, entity: Entity) -> Option<Cause> {
        self.parents.get(entity).ok().map(|parent| Cause::MaybeAbove(parent.parent()))
    }

    /// Returns what shrinks all shapes of a map to a point, or flattens them along an axis.
    fn flattened(&self, (of, affine): (Entity, Option<&AffineOf<D>>)) -> impl Iterator<Item = Cause> {
        let cause = affine.and_then(|affine| flattened_by::<D>(of, affine));
        let above = cause.and_then(|_| self.maybe_above(of));
        cause.into_iter().chain(above)
    }
}

/// Returns how a map flattens the shapes of an entity.
fn flattened_by<D: Dimension>(of: Entity, affine: &AffineOf<D>) -> Option<Cause> {
    let dimension = D::Vector::DIMENSION;
    let zeros = (0..dimension).filter(|&axis| affine.column(axis) == D::Vector::ZERO).count();
    if zeros > 0 {
        return Some(Cause::ScaleZero { of, along_all: zeros == dimension });
    }
    let length = |axis: usize| affine.column(axis).dot(affine.column(axis)).sqrt();
    // In 3D, only a scale makes an axis so short.
    let is_flat = dimension == 2 && length(0).min(length(1)) <= FLAT * length(0).max(length(1));
    is_flat.then_some(Cause::TurnedFlat { of })
}
