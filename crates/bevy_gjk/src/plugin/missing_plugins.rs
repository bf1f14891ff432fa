//! Warnings about plugins that an app seems to have forgotten.

use bevy_app::App;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Added, IntoScheduleConfigs, Local, Or, Query, Resource, With, Without, World};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::schedule::common_conditions::any_with_component;
use bevy_log::warn;
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};

use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;
use crate::frame::CollisionSystems;

/// Adds a system for each plugin that is missing; none if all are there. Both dimensions have been added by now.
pub(crate) fn install(app: &mut App, schedule: Interned<dyn ScheduleLabel>, propagates: bool) {
    warn_of_missing_dimension::<Dim2>(app, schedule);
    warn_of_missing_dimension::<Dim3>(app, schedule);
    let looks = app.world().contains_resource::<LooksAtTransforms>();
    if !propagates && !looks && !app.is_plugin_added::<TransformPlugin>() {
        app.init_resource::<LooksAtTransforms>();
        app.add_systems(schedule, warn_of_transforms.in_set(CollisionSystems::Prepare));
    }
}

/// Returns whether nothing computes the `GlobalTransform`s, of which [`warn_of_transforms`] warns.
pub(crate) fn lacks_propagation(world: &World) -> bool {
    world.contains_resource::<LooksAtTransforms>()
}

/// Adds the warning of a dimension if its plugin is missing. The run condition spares an app without colliders of this
/// dimension a task in each frame.
fn warn_of_missing_dimension<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if !app.world().contains_resource::<Collisions<D>>() {
        let warning = warn_of_dimension::<D>.run_if(any_with_component::<D::Collider>);
        app.add_systems(schedule, warning.in_set(CollisionSystems::Prepare));
    }
}

/// Marks an app in which [`warn_of_transforms`] has been added: both dimensions share it.
#[derive(Resource, Default)]
struct LooksAtTransforms;

/// Warns of the first collider of a dimension that has no plugin.
fn warn_of_dimension<D: Dimension>(
    added: Query<NameOrEntity, Added<D::Collider>>,
    mut has_warned: Local<bool>,
) {
    if *has_warned {
        return;
    }
    // The one with the lowest index: queries visit entities by their archetypes, in no order that a user expects.
    if let Some(collider) = added.iter().min_by_key(|collider| collider.entity.index_u32()) {
        *has_warned = true;
        let name = D::NAME;
        warn!(
            "entity {collider} has a {name} Collider, but the {name} CollisionPlugin is missing: no {name} collider takes \
             part until it is added"
        );
    }
}

/// The entities of which [`warn_of_transforms`] looks at the transforms: those that have no parent.
type RootColliders =
    (Or<(With<<Dim2 as Dimension>::Collider>, With<<Dim3 as Dimension>::Collider>)>, Without<ChildOf>);

/// Looks at the first collider that is not at the origin, and warns if its `Transform` has not reached its
/// `GlobalTransform`. An app may propagate them without Bevy's plugin, so one look is enough.
fn warn_of_transforms(
    colliders: Query<(NameOrEntity, &Transform, &GlobalTransform), RootColliders>,
    mut has_looked: Local<bool>,
) {
    if *has_looked {
        return;
    }
    let moved = colliders.iter().filter(|(_, transform, _)| **transform != Transform::IDENTITY);
    let Some((collider, _, global)) = moved.min_by_key(|(collider, ..)| collider.entity.index_u32()) else {
        return;
    };
    *has_looked = true;
    if *global == GlobalTransform::IDENTITY {
        warn!(
            "the Transform of entity {collider} does not reach its GlobalTransform, so its collider takes no part: \
             add Bevy's TransformPlugin"
        );
    }
}
