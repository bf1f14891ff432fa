//! Colliders below a disabled entity, which are not disabled with it.
//!
//! Bevy's `Disabled` acts on one entity, and Bevy computes no transforms below it. A collider there that never had a place
//! takes no part, for it would be at the origin; one that had a place stays where it was last, which is also where it is
//! drawn.

use core::any::TypeId;

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::Children;
use bevy_ecs::prelude::World;
use bevy_transform::components::{GlobalTransform, Transform};

use super::inspector::Inspector;
use super::rule::{Finding, Rule, Scope};
use crate::collider::{ColliderError, Dim2, Dim3, Dimension};
use crate::detection::Collisions;

/// Returns the rule about colliders [without a place](ColliderError::NotPlaced), which [`all_not_placed`] finds. Where no transform is
/// computed at all, there is one warning of that.
pub(super) fn not_placed(lacks_propagation: bool) -> Rule {
    Rule::new([], move |it, entity| {
        if lacks_propagation || !(is_not_placed::<Dim2>(it, entity) || is_not_placed::<Dim3>(it, entity)) {
            return Finding::Complete;
        }
        let name = it.name(entity);
        let not_placed = format!(
            "the collider of entity {name} takes no part, for its GlobalTransform has not been computed so far"
        );
        let lacks_transform = |&above: &Entity| {
            let above = it.world.entity(above);
            !(above.contains::<Transform>() && above.contains::<GlobalTransform>())
        };
        Finding::Component(if let Some(above) = it.above(entity).find(|&above| it.is_disabled(above)) {
            let above = it.name(above);
            format!(
                "{not_placed}: Bevy computes none below entity {above}, which is disabled. Disable what is below it, too, for \
                 example by insert_recursive::<Children>(Disabled)"
            )
        } else if let Some(above) = it.above(entity).find(lacks_transform) {
            let above = it.name(above);
            format!(
                "{not_placed}: Bevy computes none below entity {above}, which has no Transform. Insert one"
            )
        } else {
            format!(
                "{not_placed}: Bevy misses what was spawned disabled, or below a disabled entity, until it moves. When you \
                 enable it, mark the Transform of the topmost such entity as changed"
            )
        })
    })
}

/// Iterates over all colliders without a place.
pub(super) fn all_not_placed(world: &World) -> impl Iterator<Item = Entity> {
    let flat = world.get_resource::<Collisions<Dim2>>();
    let solid = world.get_resource::<Collisions<Dim3>>();
    let flat = flat.into_iter().flat_map(|it| it.warned.not_placed());
    flat.chain(solid.into_iter().flat_map(|it| it.warned.not_placed()))
}

/// Returns whether an entity has a collider of this dimension that has no place.
fn is_not_placed<D: Dimension>(it: &Inspector, entity: Entity) -> bool {
    it.world.get_resource::<Collisions<D>>().is_some_and(|collisions| {
        collisions.colliders.slot_of(entity).is_some()
            && collisions.warned.error_of(entity) == Some(ColliderError::NotPlaced)
    })
}

/// Returns the rule about colliders that take part below a disabled entity.
pub(super) fn below_disabled() -> Rule {
    let rule = Rule::new([TypeId::of::<Children>()], |it, disabled| {
        let takes_part =
            |entity| takes_part::<Dim2>(it.world, entity) || takes_part::<Dim3>(it.world, entity);
        let is_nearest = |entity| it.above(entity).find(|&above| it.is_disabled(above)) == Some(disabled);
        let mut below = it.below(disabled);
        let Some(child) = below.find(|&entity| takes_part(entity) && is_nearest(entity)) else {
            return Finding::Complete;
        };
        let (disabled, child) = (it.name(disabled), it.name(child));
        Finding::Component(format!(
            "entity {disabled} is disabled, but {child} below it is not: its collider still takes part, and stays where it \
             was last, for Bevy does not update its GlobalTransform. Disable what is below as well, for example by \
             insert_recursive::<Children>(Disabled)"
        ))
    });
    rule.in_scope(Scope::Disabled)
}

/// Returns whether an entity has a collider of this dimension that takes part.
fn takes_part<D: Dimension>(world: &World, entity: Entity) -> bool {
    world.get_resource::<Collisions<D>>().is_some_and(|collisions| collisions.colliders.get(entity).is_some())
}
