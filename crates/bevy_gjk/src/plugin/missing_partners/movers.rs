//! The components of characters: those of a dimension without its plugin, and those without a `CharacterMover`.

use core::any::TypeId;

use bevy_ecs::prelude::World;

use super::colliders::needs_collider_of;
use super::rule::{Finding, Rule};
use crate::collider::{CompoundCollider, Dimension, OneWayPlatform, SurfaceVelocity};
use crate::detection::Collisions;
use crate::movement::{CharacterMover, MoveTrace, MoverMotion, MoverState};

/// Adds the rules of a dimension.
pub(super) fn add_rules_of<D: Dimension>(world: &World, rules: &mut Vec<Rule>) {
    let character = TypeId::of::<CharacterMover<D>>();
    let motion = TypeId::of::<MoverMotion<D>>();
    if !world.contains_resource::<Collisions<D>>() {
        rules.push(needs_plugin::<D>(character, "CharacterMover"));
        rules.push(needs_plugin::<D>(motion, "MoverMotion").unless([character]));
        rules
            .push(needs_plugin::<D>(TypeId::of::<MoverState<D>>(), "MoverState").unless([character, motion]));
        rules.push(needs_plugin::<D>(TypeId::of::<MoveTrace<D>>(), "MoveTrace").unless([character]));
        rules.push(needs_plugin::<D>(TypeId::of::<OneWayPlatform<D>>(), "OneWayPlatform"));
        rules.push(needs_plugin::<D>(TypeId::of::<SurfaceVelocity<D>>(), "SurfaceVelocity"));
        return;
    }
    // Of a compound, the run of the characters says that it cannot be moved.
    let compound = TypeId::of::<CompoundCollider>();
    rules.push(needs_collider_of::<D>(character, "CharacterMover").unless([compound]));
    rules.push(needs_character::<D>(motion, "MoverMotion"));
    rules.push(needs_character::<D>(TypeId::of::<MoverState<D>>(), "MoverState").unless([motion]));
    rules.push(needs_character::<D>(TypeId::of::<MoveTrace<D>>(), "MoveTrace"));
}

/// Returns the rule that a component needs the plugin of its dimension. Of colliders without it, `plugins` warns.
fn needs_plugin<D: Dimension>(component: TypeId, name: &'static str) -> Rule {
    let rule = Rule::new([component], move |it, entity| {
        let (entity, dimension) = (it.name(entity), D::NAME);
        Finding::Plugin(format!(
            "entity {entity} has a {dimension} {name}, but the {dimension} CollisionPlugin is missing: it has no effect until \
             that plugin is added"
        ))
    });
    rule.unless([TypeId::of::<D::Collider>()])
}

/// Returns the rule that a component needs a `CharacterMover`.
fn needs_character<D: Dimension>(component: TypeId, name: &'static str) -> Rule {
    let rule = Rule::new([component], move |it, entity| {
        let components = it.world.entity(entity);
        // A trace may be filled by a system of the app, and what was a character until its `CharacterMover` was removed
        // keeps the components that this one had brought along.
        let is_filled = components.get::<MoveTrace<D>>().is_some_and(|trace| !trace.is_empty());
        let was_character = components.get::<MoverState<D>>().is_some_and(MoverState::was_moved);
        if is_filled || was_character {
            return Finding::Complete;
        }
        let (entity, dimension) = (it.name(entity), D::NAME);
        Finding::Component(format!(
            "entity {entity} has a {dimension} {name}, but no {dimension} CharacterMover: it has no effect. Insert a \
             CharacterMover into the same entity"
        ))
    });
    rule.unless([TypeId::of::<CharacterMover<D>>()])
}
