//! Warnings of invalid components: one for each entity and cause, until it is valid again.

use core::mem::discriminant;

use bevy_ecs::entity::Entities;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, Query};
use bevy_log::warn;

use crate::collider::{ColliderError, CollisionLayers, Dimension, GridError, LayerMask, ProximityMargin};
use crate::detection::proxies::Warned;
use crate::ecs::NameSource;

/// Logs a warning the first time that something of an entity is invalid.
pub(super) struct Warnings<'a, 'w, 's> {
    pub(super) warned: &'a mut Warned,
    pub(super) names: &'a Query<'w, 's, NameOrEntity>,
    pub(super) entities: &'a Entities,
}

/// Returns whether a warning of the first error covers the second one, wherever in the description it is. What is wrong
/// with the place may still be wrong when the description is, which is checked first, or the other way round.
fn covers(first: &ColliderError, second: &ColliderError) -> bool {
    use ColliderError::{Flattened, NotPlaced, Shape, TooLarge, TransformNotFinite};
    match (first, second) {
        (NotPlaced, _) => false,
        (TransformNotFinite | TooLarge | Flattened, _) | (_, TransformNotFinite | TooLarge | Flattened) => {
            true
        }
        (Shape(one), Shape(two)) => discriminant(one) == discriminant(two),
        _ => discriminant(first) == discriminant(second),
    }
}

impl Warnings<'_, '_, '_> {
    /// Returns whether a collider was warned of and is still invalid.
    pub(super) fn any_collider(&self) -> bool {
        !self.warned.colliders.is_empty()
    }

    /// Records whether a collider is valid, and warns if it became invalid. The errors are found where the description
    /// is checked, such as in `ConvexShape::new`, and for transforms in `detection/proxies/compute_proxy.rs`.
    pub(super) fn collider<D: Dimension>(&mut self, entity: Entity, state: Result<(), ColliderError>) {
        let colliders = &mut self.warned.colliders;
        let Err(error) = state else {
            colliders.remove(entity);
            return;
        };
        let last = colliders.insert(entity, error, self.entities);
        // Of a missing place `missing_partners` warns: one that is spawned after the propagation has it in the next
        // frame.
        let was_reported = last.is_some_and(|last| covers(&last, &error));
        if error != ColliderError::NotPlaced && !was_reported {
            let name = self.names.named(entity);
            warn!(
                "the {} collider of entity {name} is invalid and ignored until it is fixed: {error}",
                D::NAME
            );
        }
    }

    /// Records whether all cells and kinds of the grids in a collider are valid, and warns if any became invalid: these
    /// are left out.
    pub(super) fn cells<D: Dimension>(&mut self, entity: Entity, error: Option<GridError<D>>) {
        let flaw = error.map(|error| error.flaw());
        let is_new = self.warned.cells.update(entity, flaw, self.entities).is_some();
        if let Some(error) = error.filter(|_| is_new) {
            let name = self.names.named(entity);
            warn!(
                "the {} collider of entity {name} takes part, but not all of its cells as described: {error}",
                D::NAME
            );
        }
    }

    /// Warns that a part of a compound is left out.
    pub(super) fn part<D: Dimension>(&self, part: Entity, error: ColliderError) {
        let name = self.names.named(part);
        warn!(
            "the {} collider of entity {name} is left out of its compound until it is fixed: {error}",
            D::NAME
        );
    }

    /// Warns once that a part of a swept compound has moved relative to its root.
    pub(super) fn part_of_swept<D: Dimension>(&mut self, root: Entity, part: Entity) {
        if !core::mem::replace(&mut self.warned.has_part_of_swept, true) {
            let (root, part) = (self.names.named(root), self.names.named(part));
            warn!(
                "the {} collider of entity {part} was moved inside of the CompoundCollider of entity {root}: the SweptCollider \
                 there sweeps the compound as a whole, so what the part meets on its way inside is missed. Move the compound, \
                 or take entity {part} out of it and give it a SweptCollider of its own (of more like this, nothing is said)",
                D::NAME
            );
        }
    }

    /// Returns the layers, with a warning if no other collider can accept them. Where both sets are empty, the app says
    /// that there are to be no touches.
    pub(super) fn layers(&mut self, entity: Entity, layers: CollisionLayers) -> CollisionLayers {
        if layers.memberships != LayerMask::NONE || layers.filters == LayerMask::NONE {
            self.warned.layers.remove(entity);
        } else if self.warned.layers.insert(entity, (), self.entities).is_none() {
            let name = self.names.named(entity);
            warn!(
                "the CollisionLayers of entity {name} put it in no layer, so it touches nothing: name at least one layer in its \
                 memberships; to switch it off, insert ColliderDisabled"
            );
        }
        layers
    }

    /// Returns the margin, or 0 with a warning if it is invalid.
    pub(super) fn margin(&mut self, entity: Entity, ProximityMargin(margin): ProximityMargin) -> f32 {
        if margin.is_finite() && margin >= 0.0 {
            self.warned.margins.remove(entity);
            return margin;
        }
        if self.warned.margins.insert(entity, (), self.entities).is_none() {
            let name = self.names.named(entity);
            warn!("the ProximityMargin of entity {name} is {margin} and ignored until it is fixed");
        }
        0.0
    }
}
