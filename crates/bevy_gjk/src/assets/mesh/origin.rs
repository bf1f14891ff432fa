//! Who put a mesh on an entity: the user, or Bevy, to draw another component of the entity.

use core::any::TypeId;

use bevy_ecs::archetype::Archetypes;
use bevy_ecs::component::Components;
use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{AppTypeRegistry, Entity, Res};
use bevy_ecs::system::SystemParam;

use crate::assets::mesh::MeshDimension;

/// The component for which Bevy's renderer inserts a quad of 1 by 1, which its shader scales and moves to the sprite.
pub(super) const SPRITE: &str = "bevy_sprite::sprite::Sprite";
/// The component for which Bevy's renderer inserts a rectangle around all tiles, whether they are there or not.
pub(super) const TILEMAP_CHUNK: &str = "bevy_sprite_render::tilemap_chunk::TilemapChunk";
/// The component for which Bevy's renderer inserts a quad of 1 by 1, which is painted onto what lies behind it.
pub(super) const FORWARD_DECAL: &str = "bevy_pbr::decal::forward::ForwardDecal";

/// Tells which entities have a component for which Bevy inserts a mesh.
///
/// The components are looked up by their type paths, as most of them belong to crates of the renderer.
#[derive(SystemParam)]
pub(in crate::assets) struct MeshOrigins<'w> {
    entities: &'w Entities,
    archetypes: &'w Archetypes,
    components: &'w Components,
    types: Option<Res<'w, AppTypeRegistry>>,
}

impl MeshOrigins<'_> {
    /// Returns whether the mesh of an entity is Bevy's, or is about to be replaced by Bevy's.
    pub(in crate::assets) fn is_not_the_users<D: MeshDimension>(&self, entity: Entity) -> bool {
        D::INSERTED_FOR.iter().any(|component| self.has(entity, self.type_id(component)))
            || self.has_sprite_collider::<D>(entity)
    }

    /// Returns whether the mesh of an entity is the quad on which Bevy draws a sprite.
    pub(super) fn is_quad_of_sprite<D: MeshDimension>(&self, entity: Entity) -> bool {
        D::INSERTED_FOR.contains(&SPRITE) && self.has(entity, self.type_id(SPRITE))
    }

    /// Returns whether an entity gets its collider in this dimension from its sprite.
    pub(in crate::assets) fn has_sprite_collider<D: MeshDimension>(&self, entity: Entity) -> bool {
        #[cfg(feature = "sprites")]
        let component = Some(TypeId::of::<crate::assets::ColliderFromSprite>());
        #[cfg(not(feature = "sprites"))]
        let component = None;
        D::INSERTED_FOR.contains(&SPRITE) && self.has(entity, component)
    }

    fn type_id(&self, path: &str) -> Option<TypeId> {
        #[cfg(feature = "sprites")]
        if path == SPRITE {
            return Some(TypeId::of::<bevy_sprite::Sprite>());
        }
        Some(self.types.as_ref()?.read().get_with_type_path(path)?.type_id())
    }

    fn has(&self, entity: Entity, component: Option<TypeId>) -> bool {
        let component = component.and_then(|component| self.components.get_valid_id(component));
        let archetype =
            self.entities.get_spawned(entity).ok().and_then(|at| self.archetypes.get(at.archetype_id));
        component.zip(archetype).is_some_and(|(component, archetype)| archetype.contains(component))
    }
}
