//! What is said in an app without a collision plugin: no system of this crate runs there that could look for it, so the
//! first collider does.

use core::marker::PhantomData;

use bevy_app::First;
use bevy_ecs::lifecycle::{ComponentHooks, HookContext};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{IntoScheduleConfigs, Resource, World};
use bevy_ecs::schedule::Schedules;
use bevy_ecs::schedule::common_conditions::run_once;
use bevy_ecs::world::DeferredWorld;
use bevy_log::warn;
use gjk::Vector;

use crate::collider::Dimension;

/// Whether the search for the plugin of a dimension is over: it is there, or something else looks for it.
#[derive(Resource)]
pub(crate) struct PluginSearch<D> {
    pub(crate) is_over: bool,
    dimension: PhantomData<D>,
}

impl<D> Default for PluginSearch<D> {
    fn default() -> Self {
        Self { is_over: false, dimension: PhantomData }
    }
}

impl<D: Dimension> PluginSearch<D> {
    /// Ends the search, since the plugin is there, and takes the hook off the colliders, so that they spawn as fast as
    /// without one. That is possible until the first one is spawned; later the hook finds that the search is over. It
    /// stays, too, where an app has added hooks of its own to colliders.
    pub(crate) fn end(world: &mut World) {
        world.get_resource_or_init::<Self>().is_over = true;
        let collider = world.register_component::<D::Collider>();
        if world.archetypes().iter().any(|archetype| archetype.contains(collider)) {
            return;
        }
        let hooks = world.register_component_hooks::<D::Collider>();
        let (mut copy, hook) = (hooks.clone(), look_for_plugin::<D>);
        let without_others = copy.try_on_insert(hook).and_then(|it| it.try_on_discard(hook));
        let without_others = without_others.and_then(|it| it.try_on_remove(hook)?.try_on_despawn(hook));
        if without_others.is_some() {
            *hooks = ComponentHooks::default();
        }
    }
}

/// Returns what an app without the plugin of a dimension has to do.
pub(crate) fn add_plugin<D: Dimension>() -> String {
    let (name, number) = (D::NAME, D::Vector::DIMENSION);
    format!("the {name} CollisionPlugin is missing: add dim{number}::CollisionPlugin")
}

/// The hook of a collider that was added to an entity. The first one in a world looks for the plugin of its dimension
/// when the next frame begins, since an app may spawn colliders before it adds its plugins.
pub(super) fn look_for_plugin<D: Dimension>(mut world: DeferredWorld, context: HookContext) {
    // A world without schedules is no app, such as that of a scene file.
    if world.contains_resource::<PluginSearch<D>>() || !world.contains_resource::<Schedules>() {
        return;
    }
    world.commands().queue(move |world: &mut World| {
        if world.contains_resource::<PluginSearch<D>>() {
            return;
        }
        let Some(mut schedules) = world.get_resource_mut::<Schedules>() else { return };
        // Each app has this schedule. While it runs it is not here, and the next collider tries again.
        let Some(first) = schedules.get_mut(First) else { return };
        let warn = move |world: &mut World| {
            if !world.get_resource::<PluginSearch<D>>().is_some_and(|search| search.is_over) {
                let name = world.get::<Name>(context.entity);
                let name = name.map_or(String::new(), |name| format!(" \"{name}\""));
                let (entity, dimension, missing) = (context.entity, D::NAME, add_plugin::<D>());
                warn!(
                    "entity {entity}{name} has a {dimension} Collider, but {missing} to the app. Until then no \
                     {dimension} collider takes part"
                );
            }
        };
        first.add_systems(warn.run_if(run_once));
        world.init_resource::<PluginSearch<D>>();
    });
}
