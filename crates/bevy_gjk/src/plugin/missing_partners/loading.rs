//! Whether a component of an entity names an asset that is being loaded, such as the scene of a `WorldAssetRoot`.
//!
//! The component is read by reflection, since its type is in a crate that this one does not depend on.

use bevy_asset::{AssetServer, ReflectHandle};
use bevy_ecs::prelude::{AppTypeRegistry, Entity, ReflectComponent, World};
use bevy_reflect::{PartialReflect, ReflectRef, TypeRegistry};

/// Returns whether an asset whose handle is a field of a component of this entity is being loaded. Components that are not
/// registered for reflection are left out.
pub(super) fn is_loading(world: &World, entity: Entity) -> bool {
    let (Some(server), Some(registry), Ok(entity)) = (
        world.get_resource::<AssetServer>(),
        world.get_resource::<AppTypeRegistry>(),
        world.get_entity(entity),
    ) else {
        return false;
    };
    let registry = registry.read();
    let is_loading = |handle: &dyn PartialReflect| is_handle_loading(handle, server, &registry);
    entity.archetype().components().iter().any(|&component| {
        let type_id =
            world.components().get_info(component).and_then(bevy_ecs::component::ComponentInfo::type_id);
        let reflect = type_id.and_then(|type_id| registry.get_type_data::<ReflectComponent>(type_id));
        let Some(component) = reflect.and_then(|reflect| reflect.reflect(entity)) else { return false };
        match component.reflect_ref() {
            ReflectRef::TupleStruct(fields) => fields.iter_fields().any(is_loading),
            ReflectRef::Struct(fields) => {
                (0..fields.field_len()).filter_map(|index| fields.field_at(index)).any(is_loading)
            }
            _ => false,
        }
    })
}

/// Returns whether a value is the handle of an asset that is being loaded, or whose dependencies are.
fn is_handle_loading(value: &dyn PartialReflect, server: &AssetServer, registry: &TypeRegistry) -> bool {
    let Some(value) = value.try_as_reflect() else { return false };
    let reflect = registry.get_type_data::<ReflectHandle>(value.as_any().type_id());
    let handle = reflect.and_then(|reflect| reflect.downcast_handle_untyped(value.as_any()));
    let state = handle.and_then(|handle| server.get_recursive_dependency_load_state(handle.id()));
    state.is_some_and(|state| state.is_loading())
}
