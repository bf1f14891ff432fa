//! Components of picking without a camera or without the plugin.

use core::any::TypeId;

use bevy_camera::Camera;
use bevy_ecs::prelude::World;

use super::rule::{Finding, Rule};
use crate::collider::{Dim2, Dim3};
use crate::ecs::feature_plugins::has_plugin;
use crate::picking::{CollisionPickingCamera, CollisionPickingPlugin};

/// Adds the rule about the camera.
pub(super) fn add_rules(world: &World, rules: &mut Vec<Rule>) {
    let marker = TypeId::of::<CollisionPickingCamera>();
    if !(has_plugin::<CollisionPickingPlugin<Dim2>>(world)
        || has_plugin::<CollisionPickingPlugin<Dim3>>(world))
    {
        rules.push(Rule::new([marker], |it, entity| {
            let entity = it.name(entity);
            Finding::Plugin(format!(
                "entity {entity} has a CollisionPickingCamera, but the CollisionPickingPlugin is missing: it has no effect \
                 until dim2::CollisionPickingPlugin or dim3::CollisionPickingPlugin is added"
            ))
        }));
        return;
    }
    let rule = Rule::new([marker], |it, entity| {
        let entity = it.name(entity);
        Finding::Component(format!(
            "entity {entity} has a CollisionPickingCamera, but no Camera: it has no effect. Insert it into the entity of the \
             camera"
        ))
    });
    rules.push(rule.unless([TypeId::of::<Camera>()]));
}
