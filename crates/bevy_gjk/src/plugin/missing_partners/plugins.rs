//! Colliders without the collision plugin of their dimension, or without the plugin that computes where they are.

use core::any::TypeId;

use bevy_app::PostUpdate;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::World;
use bevy_ecs::schedule::{ScheduleError, ScheduleLabel, Schedules, SystemSet};
use bevy_transform::TransformSystems;
use bevy_transform::components::{GlobalTransform, Transform};

use super::Watch;
use super::colliders::colliders;
use super::rule::{Finding, Rule};
use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;

/// Adds the rules about the plugins that the app does not have.
pub(super) fn add_rules(world: &World, watch: &Watch, rules: &mut Vec<Rule>) {
    add_rule_of_dimension::<Dim2>(world, rules);
    add_rule_of_dimension::<Dim3>(world, rules);
    if lacks_propagation(world, watch) {
        rules.push(needs_propagation());
    }
}

/// Returns whether the app seems to compute no `GlobalTransform`s: the systems of Bevy's plugin are missing, and so is a collision
/// plugin outside of `PostUpdate`, which would do it.
pub(super) fn lacks_propagation(world: &World, watch: &Watch) -> bool {
    let schedule = world.get_resource::<Schedules>().and_then(|schedules| schedules.get(PostUpdate));
    // Its sets are known once it has run.
    let is_missing = schedule.is_some_and(|schedule| {
        match schedule.graph().systems_in_set(TransformSystems::Propagate.intern()) {
            Ok(systems) => systems.is_empty(),
            Err(error) => matches!(error, ScheduleError::SetNotFound),
        }
    });
    is_missing && watch.schedules.iter().all(|plugin| plugin.schedule == PostUpdate.intern())
}

/// Adds the rule that colliders need the plugin of their dimension, if it is missing.
fn add_rule_of_dimension<D: Dimension>(world: &World, rules: &mut Vec<Rule>) {
    if world.contains_resource::<Collisions<D>>() {
        return;
    }
    let rule = Rule::new([TypeId::of::<D::Collider>()], |it, entity| {
        let (entity, name) = (it.name(entity), D::NAME);
        Finding::Plugin(format!(
            "entity {entity} has a {name} Collider, but the {name} CollisionPlugin is missing: no {name} collider takes \
             part until it is added"
        ))
    });
    rules.push(rule.about_all());
}

/// Returns the rule about the first collider that is not at the origin: its `Transform` has to reach its `GlobalTransform`. An app may
/// propagate them without Bevy's plugin, so one look is enough.
fn needs_propagation() -> Rule {
    let colliders = colliders();
    let rule = Rule::new([TypeId::of::<Transform>()], move |it, entity| {
        if !it.has_any(entity, &colliders) {
            return Finding::Complete;
        }
        let components = it.world.entity(entity);
        let (Some(transform), Some(global)) =
            (components.get::<Transform>(), components.get::<GlobalTransform>())
        else {
            return Finding::Complete;
        };
        if *transform == Transform::IDENTITY {
            // Until it moves.
            return Finding::Loading;
        }
        if *global != GlobalTransform::IDENTITY {
            return Finding::Retired;
        }
        let entity = it.name(entity);
        Finding::Plugin(format!(
            "the Transform of entity {entity} does not reach its GlobalTransform, so its collider takes no part: \
             add Bevy's TransformPlugin"
        ))
    });
    rule.unless([TypeId::of::<ChildOf>()])
}
