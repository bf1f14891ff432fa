//! `ColliderFromSprite` without a sprite or without its plugin.

use core::any::TypeId;

use bevy_ecs::prelude::World;
use bevy_sprite::Sprite;

use super::place_of;
use crate::assets::{ColliderFromSprite, SpriteColliderPlugin};
use crate::ecs::feature_plugins::has_plugin;
use crate::plugin::missing_partners::rule::{Finding, Rule};

/// Adds the rule about sprites.
pub(super) fn add_rules(world: &World, rules: &mut Vec<Rule>) {
    let subject = TypeId::of::<ColliderFromSprite>();
    if !has_plugin::<SpriteColliderPlugin>(world) {
        rules.push(Rule::new([subject], |it, entity| {
            let entity = it.name(entity);
            Finding::Plugin(format!(
                "entity {entity} has a ColliderFromSprite, but the SpriteColliderPlugin is missing: it gets no collider until \
                 that plugin is added"
            ))
        }));
        return;
    }
    let rule = Rule::new([subject], |it, entity| {
        let cure = match place_of(it, entity, &[TypeId::of::<Sprite>()]) {
            Some(place) => format!("There is a sprite {place}: insert the ColliderFromSprite there"),
            None => "Insert a Sprite into the same entity".to_owned(),
        };
        let name = it.name(entity);
        let problem = format!("entity {name} has a ColliderFromSprite, but no Sprite: it gets no collider");
        it.missing(entity, &problem, &cure)
    });
    rules.push(rule.unless([TypeId::of::<Sprite>()]));
}
