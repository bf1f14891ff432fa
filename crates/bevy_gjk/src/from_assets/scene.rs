//! Colliders for all meshes of a scene.

use std::collections::BTreeMap;

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::{
    Added, Changed, Commands, Component, Entity, Has, Local, Or, ReflectComponent, With,
};
use bevy_ecs::system::SystemParam;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

use crate::from_assets::mesh::{ColliderFromMesh, MeshDimension};
use crate::unfiltered::UnfilteredQuery;

/// Gives each mesh below this entity a collider: stands on the root of a scene, beside the component that
/// spawns it, such as `WorldAssetRoot` of a glTF file.
///
/// The meshes may come at any time and in any way: when the scene is loaded, when it is loaded anew, or one by
/// one. Each gets a [`ColliderFromMesh`]; entities that have one, or a collider of their own, keep it. By
/// name, some can get another shape or none. A name is that of the mesh's entity or of the nearest one above
/// it that is listed, up to this one: in a glTF file, the name of a primitive, which begins with that of its
/// mesh, or of a node.
///
/// When this component changes, so do the colliders that it gave; when it is removed, they stay. Where such
/// components are nested, the nearest decides.
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
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct CollidersFromScene {
    /// The shape for the meshes that are not named; they get none if there is none here.
    pub shape: Option<ColliderFromMesh>,
    /// The shapes for those below a name; nothing there gives none.
    pub named: BTreeMap<String, Option<ColliderFromMesh>>,
}

/// Hulls for all meshes.
impl Default for CollidersFromScene {
    fn default() -> Self {
        Self::each(ColliderFromMesh::Hull)
    }
}

impl CollidersFromScene {
    /// This shape for all meshes that are not named.
    pub const fn each(shape: ColliderFromMesh) -> Self {
        Self { shape: Some(shape), named: BTreeMap::new() }
    }

    /// Only for meshes that will be named.
    pub const fn none() -> Self {
        Self { shape: None, named: BTreeMap::new() }
    }

    /// This shape for what has this name, and all below it.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, shape: ColliderFromMesh) -> Self {
        self.named.insert(name.into(), Some(shape));
        self
    }

    /// No colliders for what has this name, and all below it.
    #[must_use]
    pub fn without(mut self, name: impl Into<String>) -> Self {
        self.named.insert(name.into(), None);
        self
    }
}

/// Marks what has its collider from a scene.
#[derive(Component, Debug)]
pub(super) struct FromScene;

/// The entities of scenes.
#[derive(SystemParam)]
pub(super) struct Bvh<'w, 's> {
    scenes: UnfilteredQuery<'w, 's, &'static CollidersFromScene>,
    names: UnfilteredQuery<'w, 's, &'static Name>,
    parents: UnfilteredQuery<'w, 's, &'static ChildOf>,
    children: UnfilteredQuery<'w, 's, &'static Children>,
}

impl Bvh<'_, '_> {
    /// What the nearest scene says of a mesh; nothing, if it is in none.
    fn wanted(&self, entity: Entity) -> Option<Option<ColliderFromMesh>> {
        let (root, scene) = self.upwards(entity).find_map(|at| Some((at, self.scenes.get(at).ok()?)))?;
        let named = self.upwards(entity).find_map(|at| {
            let shape = self.names.get(at).ok().and_then(|name| scene.named.get(name.as_str()).copied());
            // The names above the root do not count.
            shape.map(Some).or((at == root).then_some(None))
        });
        Some(named.flatten().unwrap_or(scene.shape))
    }

    /// An entity and all above it.
    fn upwards(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        // Bevy does not forbid a hierarchy that runs in a circle: it ends where it meets a former place.
        let (mut steps, mut former) = (0_u32, None);
        core::iter::successors(Some(entity), move |&at| {
            steps += 1;
            if steps.is_power_of_two() {
                former = Some(at);
            }
            let next = self.parents.get(at).ok().map(ChildOf::parent);
            next.filter(|_| next != former)
        })
    }

    /// Adds to `below` some entities and all below them.
    fn gather(&self, tops: impl Iterator<Item = Entity>, stack: &mut Vec<Entity>, below: &mut EntityHashSet) {
        stack.extend(tops);
        while let Some(entity) = stack.pop() {
            if below.insert(entity) {
                stack.extend(self.children.get(entity).into_iter().flatten());
            }
        }
    }
}

/// The scenes that are new or changed, and what may have come into one.
type Arrivals<'w, 's, D> = UnfilteredQuery<
    'w,
    's,
    Entity,
    Or<(Changed<CollidersFromScene>, Changed<ChildOf>, Added<<D as MeshDimension>::Mesh>)>,
>;

/// The meshes, and what is known of their colliders.
type Meshes<'w, 's, D> = UnfilteredQuery<
    'w,
    's,
    (Option<&'static ColliderFromMesh>, Has<<D as crate::Dimension>::Collider>, Has<FromScene>),
    With<<D as MeshDimension>::Mesh>,
>;

/// Passes on what scenes say of their meshes.
pub(super) fn pass_on<D: MeshDimension>(
    hierarchy: Bvh,
    arrivals: Arrivals<D>,
    meshes: Meshes<D>,
    mut stack: Local<Vec<Entity>>,
    mut arrived: Local<EntityHashSet>,
    mut commands: Commands,
) {
    if hierarchy.scenes.is_empty() {
        return;
    }
    arrived.clear();
    hierarchy.gather(arrivals.iter(), &mut stack, &mut arrived);
    for &entity in &*arrived {
        let Ok((shape, has_collider, from_scene)) = meshes.get(entity) else { continue };
        let has_own = !from_scene && (has_collider || shape.is_some());
        let Some(wanted) = hierarchy.wanted(entity).filter(|_| !has_own) else { continue };
        match wanted {
            Some(_) if wanted.as_ref() == shape => {}
            Some(wanted) => _ = commands.entity(entity).try_insert((wanted, FromScene)),
            None if from_scene => {
                commands.entity(entity).try_remove::<(ColliderFromMesh, FromScene, D::Collider)>();
            }
            None => {}
        }
    }
}
