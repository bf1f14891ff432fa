//! Rows about `ColliderFromMesh` and `CollidersFromScene`: without a mesh or without the plugin of its dimension, and
//! beside what deforms the mesh.

use core::any::TypeId;

use bevy_ecs::prelude::{AppTypeRegistry, Entity, World};
use bevy_mesh::skinning::SkinnedMesh;
use bevy_mesh::{Mesh2d, Mesh3d};

use super::table::lacks;
use super::{Inspector, Outcome, Row, When};
use crate::assets::{ColliderFromMesh, CollidersFromScene, MeshColliderPlugin};
use crate::collider::{Dim2, Dim3};
use crate::ecs::feature_plugins::has_plugin;

const FROM_MESH: TypeId = TypeId::of::<ColliderFromMesh>();
const FROM_SCENE: TypeId = TypeId::of::<CollidersFromScene>();
const MESHES: &[TypeId] = &[TypeId::of::<Mesh2d>(), TypeId::of::<Mesh3d>()];
/// The component of a mesh with morph targets. Its type exists only with the feature `morph` of `bevy_mesh`, which this
/// crate does not ask for.
const MORPH_WEIGHTS: &str = "bevy_mesh::morph::MeshMorphWeights";

/// Adds all rows about meshes and scenes.
pub(super) fn add_rows(world: &World, rows: &mut Vec<Row>) {
    add_rows_of_deformed_meshes(world, rows);
    let plugins = [
        ("2D", MESHES[0], has_plugin::<MeshColliderPlugin<Dim2>>(world)),
        ("3D", MESHES[1], has_plugin::<MeshColliderPlugin<Dim3>>(world)),
    ];
    let read: Vec<_> = plugins.iter().filter(|(.., is_there)| *is_there).map(|&(_, mesh, _)| mesh).collect();
    if read.is_empty() {
        // On the entities of a scene, both are to be found: the scene stands for all of them.
        let but = "the MeshColliderPlugin is missing: it gets no collider until dim2::MeshColliderPlugin or \
                   dim3::MeshColliderPlugin is added";
        rows.push(lacks(When::Once, [FROM_MESH], "a ColliderFromMesh".into(), but.into()));
        rows.push(lacks(When::Once, [FROM_SCENE], "CollidersFromScene".into(), but.into()));
        return;
    }
    for (dimension, mesh, _) in plugins.into_iter().filter(|(.., is_there)| !is_there) {
        add_rows_of_unread_meshes(rows, dimension, mesh, &read);
    }
    rows.push(Row::new(When::Later, [FROM_MESH], lacks_mesh).unless(MESHES));
    let from_scene = Row::new(When::Later, [FROM_SCENE], |it, entity| {
        if creates_none(it, entity) || it.find_below(entity, MESHES).is_some() {
            return Outcome::Nothing;
        }
        let but = "there is no mesh below it: it creates no collider";
        let cure = "Insert it into the root of the scene, beside the component that spawns the scene";
        it.warning_unless_loading(entity, "CollidersFromScene", but, cure)
    });
    rows.push(from_scene.unless(MESHES));
}

/// Adds the rows about meshes of a dimension whose plugin is missing, beside meshes that are read.
fn add_rows_of_unread_meshes(rows: &mut Vec<Row>, dimension: &str, mesh: TypeId, read: &[TypeId]) {
    let but = format!(
        "the MeshColliderPlugin of {dimension} is missing: no collider is created from a mesh of {dimension} until it is \
         added"
    );
    let has = format!("CollidersFromScene above meshes of {dimension}");
    rows.push(lacks(When::Once, [FROM_MESH, mesh], "a ColliderFromMesh".into(), but.clone()).unless(read));
    let read = read.to_vec();
    let from_scene = Row::new(When::Once, [FROM_SCENE], move |it, entity| {
        if creates_none(it, entity)
            || it.find_below(entity, &read).is_some()
            || it.find_below(entity, &[mesh]).is_none()
        {
            return Outcome::Nothing;
        }
        it.warning(entity, &has, &but)
    });
    rows.push(from_scene.unless(MESHES));
}

/// Returns whether a scene selects no collider for any of its meshes.
fn creates_none(it: &Inspector, entity: Entity) -> bool {
    let scene = it.world.get::<CollidersFromScene>(entity);
    scene.is_some_and(|scene| scene.shape.is_none() && scene.named.is_empty())
}

/// Warns of a `ColliderFromMesh` without a mesh.
fn lacks_mesh(it: &Inspector, entity: Entity) -> Outcome {
    #[cfg(feature = "sprites")]
    let is_sprite = it.world.get::<bevy_sprite::Sprite>(entity).is_some();
    #[cfg(not(feature = "sprites"))]
    let is_sprite = false;
    let cure = match it.place_of(entity, MESHES) {
        _ if is_sprite => "It has a Sprite: use ColliderFromSprite".to_owned(),
        Some(place) => format!(
            "There is a mesh {place}: insert the ColliderFromMesh there. For all meshes of a scene, insert \
             CollidersFromScene into its root"
        ),
        None => {
            "Insert a mesh into the same entity. For all meshes of a scene, insert CollidersFromScene into its root".into()
        }
    };
    let but = "neither Mesh2d nor Mesh3d: it gets no collider";
    it.warning_unless_loading(entity, "a ColliderFromMesh", but, &cure)
}

/// Adds the rows about meshes that the renderer deforms, which a `ColliderFromMesh` does not follow: skinned meshes and
/// morph targets.
fn add_rows_of_deformed_meshes(world: &World, rows: &mut Vec<Row>) {
    let skinned = TypeId::of::<SkinnedMesh>();
    rows.push(Row::new(When::AtOnce, [FROM_MESH, MESHES[1], skinned], |it, entity| {
        let joints = it.world.get::<SkinnedMesh>(entity).map_or(&[][..], |skinned| &skinned.joints);
        let joint = joints.first().map_or(String::new(), |&joint| format!(", such as {}", it.name(joint)));
        let entity = it.name(entity);
        Outcome::Warning(format!(
            "the ColliderFromMesh of entity {entity} does not follow its SkinnedMesh: the collider is where this entity \
             is, in the bind pose, and the mesh is drawn where its joints are. Insert a Collider into each joint that \
             should touch{joint}, and remove the ColliderFromMesh"
        ))
    }));
    let registry = world.get_resource::<AppTypeRegistry>();
    let weights = registry.and_then(|registry| {
        registry.read().get_with_type_path(MORPH_WEIGHTS).map(bevy_reflect::TypeRegistration::type_id)
    });
    // With joints as well, it has been said that the collider does not follow.
    rows.extend(weights.map(|weights| {
        let row = Row::new(When::AtOnce, [FROM_MESH, MESHES[1], weights], |it, entity| {
            let entity = it.name(entity);
            Outcome::Warning(format!(
                "the ColliderFromMesh of entity {entity} does not follow its morph targets: the collider has the shape of \
                 the mesh without them. Insert a Collider that covers all of its shapes in place of the ColliderFromMesh"
            ))
        });
        row.unless(&[skinned])
    }));
}
