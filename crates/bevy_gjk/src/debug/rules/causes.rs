//! What lies behind a reason: what disables an entity, what above it keeps its transform from being updated, scales of
//! 0, and the skin of a character.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, Has, Query, Res};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Vector};

use super::apart_reason::ApartReason;
use crate::collider::{AffineOf, ColliderDisabled, ColliderError, Dimension};
use crate::ecs::numbers::Number;
use crate::ecs::{EntityNames, NameSource, UnfilteredQuery, ancestors};
use crate::frame::compounds::Compounds;
use crate::movement::MoverRuns;

/// How many times its skin a character may be away for that to be a cause: where it has slid along something, or stands
/// on an edge.
const SKINS_AWAY: f32 = 2.0;
/// Below this part of the length of the other axis, an axis of a 2D map is nothing but rounding.
const FLAT: f32 = 1e-6;

/// The queries for the causes of a reason: what is above an entity, what disables it, and its name.
#[derive(SystemParam)]
pub(super) struct CauseQueries<'w, 's, D: Dimension> {
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
    placed: UnfilteredQuery<'w, 's, Has<GlobalTransform>>,
    disabling: UnfilteredQuery<'w, 's, (Has<ColliderDisabled>, Has<Disabled>)>,
    characters: Res<'w, MoverRuns<D>>,
    enabled: Query<'w, 's, ()>,
    pub(super) names: EntityNames<'w, 's>,
}

impl<D: Dimension> CauseQueries<'_, '_, D> {
    /// Returns what lies behind a reason why two entities are apart, whose colliders have these affine maps, as the
    /// rest of the sentence about the reason.
    pub(super) fn causes(
        &self,
        reason: &ApartReason,
        pair: [(Entity, Option<&AffineOf<D>>); 2],
        compounds: &Compounds<D>,
    ) -> String {
        let mut causes = Vec::new();
        match *reason {
            ApartReason::Disabled(entity) => causes.extend(self.disabled_by(entity)),
            ApartReason::PartOfCompound { part, compound: None } => {
                causes.extend(compounds.error_of_part(part).map(|error| format!(": {error}")));
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
                causes.extend(of_entity.filter_map(|placed| self.flattened(placed)));
            }
            ApartReason::Aabbs { distance, .. } | ApartReason::Shapes { distance } => {
                causes.extend(pair.iter().filter_map(|&(entity, _)| self.not_updated(entity)));
                causes.extend(pair.into_iter().filter_map(|placed| self.flattened(placed)));
                causes.extend(pair.into_iter().find_map(|(entity, _)| self.keeps_skin(entity, distance)));
            }
            _ => {}
        }
        causes.concat()
    }

    /// Returns which component of an entity disables it; `None` if it is one that the app registered.
    fn disabled_by(&self, entity: Entity) -> Option<String> {
        let (by_ours, by_bevys) = self.disabling.get(entity).ok()?;
        let component = if by_ours { "ColliderDisabled" } else { "Disabled" };
        (by_ours || by_bevys).then(|| format!(" by {component}"))
    }

    /// Returns what above an entity keeps Bevy from updating its transform.
    fn not_updated(&self, entity: Entity) -> Option<String> {
        let parent_of = |entity: Entity| self.parents.get(entity).ok().map(ChildOf::parent);
        let of = self.names.named(entity);
        ancestors(entity, parent_of).skip(1).find_map(|above| {
            let named = self.names.named(above);
            match self.placed.get(above) {
                Ok(_) if !self.enabled.contains(above) => {
                    Some(format!("; {named} above {of} is disabled, so Bevy does not update where {of} is"))
                }
                Ok(false) => Some(format!("; {named} above {of} has no Transform")),
                _ => None,
            }
        })
    }

    /// Returns that a flaw of where an entity is may be one of its parent, if it has one.
    fn maybe_above(&self, entity: Entity) -> Option<String> {
        let parent = self.parents.get(entity).ok()?.parent();
        Some(format!(", maybe that of {} above it", self.names.named(parent)))
    }

    /// Returns what shrinks all shapes of a map to a point, or flattens them along an axis.
    fn flattened(&self, (entity, affine): (Entity, Option<&AffineOf<D>>)) -> Option<String> {
        let (affine, dimension) = (affine?, D::Vector::DIMENSION);
        let zeros = (0..dimension).filter(|&axis| affine.column(axis) == D::Vector::ZERO).count();
        let length = |axis: usize| affine.column(axis).dot(affine.column(axis)).sqrt();
        let flaw = if zeros == dimension {
            "has scale 0, which makes it a point"
        } else if zeros > 0 {
            "has scale 0, which makes it flat"
        } else if dimension == 2 && length(0).min(length(1)) <= FLAT * length(0).max(length(1)) {
            // In 3D, only a scale makes an axis so short.
            "is turned out of the xy plane, which makes it flat"
        } else {
            return None;
        };
        let above = self.maybe_above(entity).unwrap_or_default();
        Some(format!("; {} {flaw}{above}", self.names.named(entity)))
    }

    /// Returns that an entity at a distance from another one is a character, which keeps its skin.
    fn keeps_skin(&self, entity: Entity, distance: f32) -> Option<String> {
        let skin = self.characters.skin_of(entity).filter(|skin| distance <= SKINS_AWAY * skin)?;
        let (of, skin) = (self.names.named(entity), Number(f64::from(skin)));
        Some(format!(
            "; {of} is a CharacterMover, which stops at its skin of {skin} before what is solid for it"
        ))
    }
}
