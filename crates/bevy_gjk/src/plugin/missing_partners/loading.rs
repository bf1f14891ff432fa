//! Whether a component of an entity names an asset that is being loaded or could not be, such as the scene of a
//! `WorldAssetRoot`.
//!
//! The component is read by reflection, since its type is in a crate that this one does not depend on.

use bevy_asset::{AssetServer, RecursiveDependencyLoadState, ReflectHandle};
use bevy_ecs::prelude::{AppTypeRegistry, Entity, ReflectComponent, World};
use bevy_reflect::{PartialReflect, ReflectRef, TypeRegistry};

/// Why an asset is not there. Of several, the greatest counts: what is being loaded may still bring what is missing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pending {
    /// Loading failed, for this reason.
    Failed(String),
    Loading,
}

/// Returns the state of the assets whose handles are fields of components of this entity; `None` if all of them are
/// loaded. Components that are not registered for reflection are left out.
pub(super) fn pending(world: &World, entity: Entity) -> Option<Pending> {
    let server = world.get_resource::<AssetServer>()?;
    let registry = world.get_resource::<AppTypeRegistry>()?.read();
    let entity = world.get_entity(entity).ok()?;
    let of_field = |field: &dyn PartialReflect| pending_handle(field, server, &registry);
    let of_component = |&component: &bevy_ecs::component::ComponentId| {
        let type_id = world.components().get_info(component)?.type_id()?;
        let component = registry.get_type_data::<ReflectComponent>(type_id)?.reflect(entity)?;
        match component.reflect_ref() {
            ReflectRef::TupleStruct(fields) => fields.iter_fields().filter_map(of_field).max(),
            ReflectRef::Struct(fields) => {
                (0..fields.field_len()).filter_map(|index| of_field(fields.field_at(index)?)).max()
            }
            _ => None,
        }
    };
    entity.archetype().components().iter().filter_map(of_component).max()
}

/// Returns the state of the asset of a handle and of its dependencies; `None` for another value.
fn pending_handle(
    value: &dyn PartialReflect,
    server: &AssetServer,
    registry: &TypeRegistry,
) -> Option<Pending> {
    let value = value.try_as_reflect()?;
    let reflect = registry.get_type_data::<ReflectHandle>(value.as_any().type_id())?;
    let handle = reflect.downcast_handle_untyped(value.as_any())?;
    match server.get_recursive_dependency_load_state(handle.id())? {
        RecursiveDependencyLoadState::Loading => Some(Pending::Loading),
        RecursiveDependencyLoadState::Failed(error) => Some(Pending::Failed(error.to_string())),
        _ => None,
    }
}
