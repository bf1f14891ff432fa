//! Which plugins of this crate's features an app has.

use core::any::TypeId;

use bevy_app::App;
use bevy_ecs::prelude::{Resource, World};

/// The plugins of this crate's features that the app has.
#[derive(Resource, Default)]
struct FeaturePlugins(Vec<TypeId>);

/// Notes that the app has a plugin, so that it is not missed.
pub(crate) fn note_plugin<P: 'static>(app: &mut App) {
    app.world_mut().get_resource_or_init::<FeaturePlugins>().0.push(TypeId::of::<P>());
}

/// Returns whether the app has a plugin of one of this crate's features.
pub(crate) fn has_plugin<P: 'static>(world: &World) -> bool {
    world.get_resource::<FeaturePlugins>().is_some_and(|plugins| plugins.0.contains(&TypeId::of::<P>()))
}
