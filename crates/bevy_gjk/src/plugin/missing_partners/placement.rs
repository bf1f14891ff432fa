//! Rows about colliders without a place, because no `GlobalTransform` is computed for them.
//!
//! Bevy's `Disabled` acts on one entity, and Bevy computes no transforms below it. A collider there that never had a
//! place takes no part, for it would be at the origin; one that had a place stays where it was last, which is also
//! where it is drawn.

use core::any::TypeId;

use bevy_app::PostUpdate;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::{Entity, World};
use bevy_ecs::schedule::{ScheduleError, ScheduleLabel, Schedules, SystemSet};
use bevy_transform::TransformSystems;
use bevy_transform::components::{GlobalTransform, Transform};

use super::table::COLLIDERS;
use super::{Inspector, MissingPartners, Outcome, Row, When};
use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;

/// Returns whether the app seems to compute no `GlobalTransform`s: the systems of Bevy's plugin are missing, and so is
/// a collision plugin outside of `PostUpdate`, which would do it.
pub(super) fn lacks_propagation(world: &World, missing: &MissingPartners) -> bool {
    let schedule = world.get_resource::<Schedules>().and_then(|schedules| schedules.get(PostUpdate));
    // Its sets are known once it has run.
    let is_missing = schedule.is_some_and(|schedule| {
        match schedule.graph().systems_in_set(TransformSystems::Propagate.intern()) {
            Ok(systems) => systems.is_empty(),
            Err(error) => matches!(error, ScheduleError::SetNotFound),
        }
    });
    is_missing && missing.schedules.iter().all(|(schedule, _)| *schedule == PostUpdate.intern())
}

/// Returns the row about the first collider that is not at the origin: its `Transform` has to reach its
/// `GlobalTransform`. An app may propagate them without Bevy's plugin, so one look is enough.
pub(super) fn needs_propagation() -> Row {
    let row = Row::new(When::Once, [TypeId::of::<Transform>()], |it, entity| {
        let components = it.world.entity(entity);
        let (Some(transform), Some(global)) =
            (components.get::<Transform>(), components.get::<GlobalTransform>())
        else {
            return Outcome::Nothing;
        };
        if !it.has_any(entity, COLLIDERS) {
            return Outcome::Nothing;
        }
        if *transform == Transform::IDENTITY {
            // Until it moves.
            return Outcome::Unknown;
        }
        if *global != GlobalTransform::IDENTITY {
            return Outcome::NothingEver;
        }
        let entity = it.name(entity);
        Outcome::Warning(format!(
            "the Transform of entity {entity} does not reach its GlobalTransform, so its collider takes no part: \
             add Bevy's TransformPlugin"
        ))
    });
    row.unless(&[TypeId::of::<ChildOf>()])
}

/// Returns the row about colliders [without a place](crate::ColliderError::NotPlaced), which [`all_not_placed`] finds.
/// Where no transform is computed at all, [`needs_propagation`] warns.
pub(super) fn not_placed(lacks_propagation: bool) -> Row {
    Row::new(When::Later, [], move |it, entity| {
        if lacks_propagation {
            return Outcome::Nothing;
        }
        let name = it.name(entity);
        let reason = reason_not_placed(it, entity);
        Outcome::Warning(format!(
            "the collider of entity {name} takes no part, for its GlobalTransform has not been computed so far: {reason}"
        ))
    })
}

/// Returns why no `GlobalTransform` was computed for an entity, and what to do.
fn reason_not_placed(it: &Inspector, entity: Entity) -> String {
    let lacks_transform = |&above: &Entity| {
        let above = it.world.entity(above);
        !(above.contains::<Transform>() && above.contains::<GlobalTransform>())
    };
    if let Some(above) = it.above(entity).find(|&above| it.is_disabled(above)) {
        format!(
            "Bevy computes none below entity {}, which is disabled. Disable what is below it, too, for example by \
             insert_recursive::<Children>(Disabled)",
            it.name(above)
        )
    } else if let Some(above) = it.above(entity).find(lacks_transform) {
        format!("Bevy computes none below entity {}, which has no Transform. Insert one", it.name(above))
    } else {
        "Bevy misses what was spawned disabled, or below a disabled entity, until it moves. When you enable it, mark the \
         Transform of the topmost such entity as changed"
            .to_owned()
    }
}

/// Iterates over all colliders of a dimension without a place.
pub(super) fn all_not_placed<D: Dimension>(world: &World) -> impl Iterator<Item = Entity> {
    world.get_resource::<Collisions<D>>().into_iter().flat_map(|collisions| {
        let entities = collisions.warned.not_placed();
        entities.filter(|&entity| collisions.colliders.slot_of(entity).is_some())
    })
}

/// Returns the row about colliders that take part below a disabled entity.
pub(super) fn below_disabled() -> Row {
    let mut row = Row::new(When::Later, [TypeId::of::<Children>()], |it, disabled| {
        let takes_part =
            |entity| takes_part::<Dim2>(it.world, entity) || takes_part::<Dim3>(it.world, entity);
        let is_nearest = |entity| it.above(entity).find(|&above| it.is_disabled(above)) == Some(disabled);
        let mut below = it.below(disabled);
        let Some(child) = below.find(|&entity| takes_part(entity) && is_nearest(entity)) else {
            return Outcome::Nothing;
        };
        let (disabled, child) = (it.name(disabled), it.name(child));
        Outcome::Warning(format!(
            "entity {disabled} is disabled, but {child} below it is not: its collider still takes part, and stays where it \
             was last, for Bevy does not update its GlobalTransform. Disable what is below as well, for example by \
             insert_recursive::<Children>(Disabled)"
        ))
    });
    row.are_disabled = Some(true);
    row
}

/// Returns whether an entity has a collider of this dimension that takes part.
fn takes_part<D: Dimension>(world: &World, entity: Entity) -> bool {
    world.get_resource::<Collisions<D>>().is_some_and(|collisions| collisions.colliders.get(entity).is_some())
}
