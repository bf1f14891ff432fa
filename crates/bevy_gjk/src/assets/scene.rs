//! Colliders for all meshes of a scene: assigns a [`ColliderFromMesh`] to each of them.

use std::collections::BTreeMap;

use bevy_ecs::entity::{Entities, EntityHashMap, EntityHashSet};
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{
    Added, Changed, Commands, Component, Entity, Has, Local, Or, ReflectComponent, With,
};
use bevy_ecs::system::SystemParam;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

mod names;

use crate::assets::mesh::{ColliderFromMesh, MeshDimension, MeshOrigins};
use crate::collider::CollisionLayers;
use crate::ecs::warned_entities::WarnedEntities;
use crate::ecs::{UnfilteredQuery, ancestors};

/// Creates a collider for each mesh below this entity. It belongs on the root of a scene, beside the component that
/// spawns the scene, such as `WorldAssetRoot` for a glTF file.
///
/// Meshes may be added at any time: when the scene is loaded, when it is reloaded, or one by one. Each gets a
/// [`ColliderFromMesh`]; entities that already have one, or have a collider of their own, keep it. Single meshes can
/// get another shape, or none, by name. A mesh is matched by the listed name that is nearest to it: the name of its own
/// entity or of an ancestor up to this entity. In a glTF file these are the names of primitives, which begin with the
/// name of their mesh, and of nodes. A listed name that ends in `*` stands for all names that begin like it: `crate*`
/// also for the copies that modelling programs number, `crate.001`. A name that is listed and that nothing has, or that
/// only differs from one by such a number, gives a warning with the names that exist.
///
/// Meshes that Bevy inserts by itself get none: the quads on which it draws sprites, the rectangles of tile map chunks,
/// the quads of forward decals. A `Sprite` gets a collider from its own `ColliderFromSprite`. Chunks and decals are
/// recognized by their types in the `AppTypeRegistry`, where Bevy's default features put them. On demand, by a
/// [`ColliderFromMesh`] of their own, these two get the collider of their mesh.
///
/// When this component changes, the colliders that it created change as well; when it is removed, they stay. If such
/// components are nested, the nearest ancestor decides.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::Transform;
/// use bevy_gjk::dim3::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((
///         // WorldAssetRoot(assets.load("level.gltf#Scene0")),
/// #       Transform::default(),
///         CollidersFromScene::each(ColliderFromMesh::Hull)
///             .with("crate", ColliderFromMesh::Box)
///             .without("grass"),
///     ));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CollidersFromScene {
    /// The shape of meshes that match no name; `None` for no collider.
    pub shape: Option<ColliderFromMesh>,
    /// The shapes by name; `None` for no collider. Of several names that fit, the whole name counts, or else the
    /// longest that ends in `*`.
    pub named: BTreeMap<String, Option<ColliderFromMesh>>,
    /// The layers of the colliders that it creates. An entity with [`CollisionLayers`] of its own keeps them.
    #[cfg_attr(feature = "serialize", serde(default))]
    pub layers: Option<CollisionLayers>,
}

/// Hulls for all meshes.
impl Default for CollidersFromScene {
    fn default() -> Self {
        Self::each(ColliderFromMesh::Hull)
    }
}

impl CollidersFromScene {
    /// Selects this shape for all meshes that match no name.
    pub const fn each(shape: ColliderFromMesh) -> Self {
        Self { shape: Some(shape), named: BTreeMap::new(), layers: None }
    }

    /// Selects no collider for meshes that match no name.
    pub const fn none() -> Self {
        Self { shape: None, named: BTreeMap::new(), layers: None }
    }

    /// Selects this shape for entities with this name and their descendants; if it ends in `*`, with a name that begins
    /// so.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, shape: ColliderFromMesh) -> Self {
        self.named.insert(name.into(), Some(shape));
        self
    }

    /// Selects no colliders for entities with this name and their descendants.
    #[must_use]
    pub fn without(mut self, name: impl Into<String>) -> Self {
        self.named.insert(name.into(), None);
        self
    }

    /// Inserts these layers beside each collider that it creates.
    ///
    /// ```
    /// use bevy_gjk::dim3::prelude::*;
    ///
    /// let ground = CollisionLayers::new(LayerMask::layer(1), LayerMask::ALL);
    /// let level = CollidersFromScene::each(ColliderFromMesh::Triangles).with_layers(ground);
    /// ```
    #[must_use]
    pub const fn with_layers(mut self, layers: CollisionLayers) -> Self {
        self.layers = Some(layers);
        self
    }

    /// Returns the shape that is listed for a name.
    fn listed(&self, name: &str) -> Option<Option<ColliderFromMesh>> {
        let begins = |listed: &str| listed.strip_suffix('*').is_some_and(|start| name.starts_with(start));
        let longest =
            || self.named.iter().filter(|(listed, _)| begins(listed)).max_by_key(|(listed, _)| listed.len());
        self.named.get(name).or_else(|| longest().map(|(_, shape)| shape)).copied()
    }
}

/// Marks entities whose [`ColliderFromMesh`] was inserted by a scene.
#[derive(Component, Debug)]
pub(super) struct FromScene {
    /// The layers that the scene has inserted as well.
    layers: Option<CollisionLayers>,
}

/// The queries about scenes and their hierarchies.
#[derive(SystemParam)]
pub(super) struct SceneQueries<'w, 's> {
    scenes: UnfilteredQuery<'w, 's, &'static CollidersFromScene>,
    names: UnfilteredQuery<'w, 's, &'static Name>,
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
    children: UnfilteredQuery<'w, 's, &'static Children>,
}

impl SceneQueries<'_, '_> {
    /// Returns the root of the nearest scene, the shape that it selects for a mesh, and its layers; `None` if the mesh is
    /// in no scene.
    fn selected_shape(
        &self,
        entity: Entity,
    ) -> Option<(Entity, Option<ColliderFromMesh>, Option<CollisionLayers>)> {
        let (root, scene) =
            self.self_and_ancestors(entity).find_map(|at| Some((at, self.scenes.get(at).ok()?)))?;
        let named = self.names_up_to(entity, root).find_map(|name| scene.listed(name));
        Some((root, named.unwrap_or(scene.shape), scene.layers))
    }

    /// Iterates over the names of an entity and its ancestors, up to the root of a scene.
    fn names_up_to(&self, entity: Entity, root: Entity) -> impl Iterator<Item = &str> {
        let mut is_below = true;
        let up_to_root = self
            .self_and_ancestors(entity)
            .take_while(move |&at| core::mem::replace(&mut is_below, at != root));
        up_to_root.filter_map(|at| self.names.get(at).ok().map(Name::as_str))
    }

    /// Iterates over an entity and its ancestors.
    fn self_and_ancestors(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        ancestors(entity, |entity| self.parents.get(entity).ok().map(ChildOf::parent))
    }

    /// Inserts some entities and all their descendants into `found`.
    fn collect_descendants(
        &self,
        roots: impl Iterator<Item = Entity>,
        stack: &mut Vec<Entity>,
        found: &mut EntityHashSet,
    ) {
        stack.extend(roots);
        while let Some(entity) = stack.pop() {
            if found.insert(entity) {
                stack.extend(self.children.get(entity).into_iter().flatten());
            }
        }
    }
}

/// The queries about meshes that may get a shape from a scene.
#[derive(SystemParam)]
pub(super) struct MeshQueries<'w, 's, D: MeshDimension> {
    /// The scenes that are new or changed, and entities that may be new in a scene.
    changed: UnfilteredQuery<
        'w,
        's,
        Entity,
        Or<(Changed<CollidersFromScene>, Changed<ChildOf>, Added<<D as MeshDimension>::Mesh>)>,
    >,
    /// The meshes, and whether they have a collider and a scene gave it to them.
    all: UnfilteredQuery<
        'w,
        's,
        (
            Option<&'static ColliderFromMesh>,
            Has<<D as crate::collider::Dimension>::Collider>,
            Option<&'static FromScene>,
            Option<&'static CollisionLayers>,
        ),
        With<<D as MeshDimension>::Mesh>,
    >,
    /// The meshes with a collider from a scene that were replaced.
    replaced: UnfilteredQuery<'w, 's, Entity, (With<FromScene>, Changed<<D as MeshDimension>::Mesh>)>,
}

/// Memory that is reused in each run, and the warnings so far.
#[derive(Default)]
pub(super) struct Memory {
    stack: Vec<Entity>,
    affected: EntityHashSet,
    /// The meshes that each root got in the last run, and in those just before.
    new_meshes: EntityHashMap<Vec<Entity>>,
    warned: WarnedEntities<String>,
}

/// Inserts, replaces or removes the [`ColliderFromMesh`] of new and changed meshes of scenes.
pub(super) fn assign_shapes<D: MeshDimension>(
    scenes: SceneQueries,
    meshes: MeshQueries<D>,
    origins: MeshOrigins,
    entities: &Entities,
    mut memory: Local<Memory>,
    mut commands: Commands,
) {
    let Memory { stack, affected, new_meshes, warned } = &mut *memory;
    if scenes.scenes.is_empty() {
        return;
    }
    let mut complete = core::mem::take(new_meshes);
    affected.clear();
    scenes.collect_descendants(meshes.changed.iter(), stack, affected);
    // Bevy replaces a mesh when the entity becomes a sprite.
    affected.extend(meshes.replaced.iter().filter(|&entity| origins.is_not_the_users::<D>(entity)));
    for &entity in affected.iter() {
        let Ok((shape, has_collider, from_scene, own_layers)) = meshes.all.get(entity) else { continue };
        let has_own = from_scene.is_none() && (has_collider || shape.is_some());
        let selected = scenes.selected_shape(entity).filter(|_| !has_own);
        let Some((root, selected, layers)) = selected else { continue };
        let inserted = from_scene.and_then(|it| it.layers);
        let layers = layers.filter(|_| own_layers.copied() == inserted);
        new_meshes.entry(root).or_insert_with(|| complete.remove(&root).unwrap_or_default()).push(entity);
        match selected.filter(|_| !origins.is_not_the_users::<D>(entity)) {
            selected @ Some(_) if selected.as_ref() == shape && layers == inserted => {}
            Some(selected) => {
                let mut commands = commands.entity(entity);
                commands.try_insert((selected, FromScene { layers }));
                match layers {
                    Some(layers) => _ = commands.try_insert(layers),
                    None if inserted.is_some() && own_layers.copied() == inserted => {
                        commands.try_remove::<CollisionLayers>();
                    }
                    None => {}
                }
            }
            None if from_scene.is_some() => {
                commands.entity(entity).try_remove::<(ColliderFromMesh, FromScene)>();
                // A collider from the sprite has replaced that from the mesh, or is about to.
                if !origins.has_sprite_collider::<D>(entity) {
                    commands.entity(entity).try_remove::<D::Collider>();
                }
            }
            None => {}
        }
    }
    // Names are missed when a scene has got all of its meshes.
    for (root, meshes) in complete {
        scenes.warn_of_names(root, &meshes, warned, entities);
    }
}
