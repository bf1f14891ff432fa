//! `ColliderFromMesh` and `CollidersFromScene` without a mesh or without the plugin of its dimension.

use core::any::TypeId;

use bevy_ecs::prelude::{Entity, World};
use bevy_mesh::{Mesh2d, Mesh3d};

use super::place_of;
use crate::assets::{ColliderFromMesh, CollidersFromScene, MeshColliderPlugin};
use crate::collider::{Dim2, Dim3};
use crate::ecs::feature_plugins::has_plugin;
use crate::plugin::missing_partners::inspector::Inspector;
use crate::plugin::missing_partners::rule::{Finding, Rule};

/// Adds the rules about meshes and scenes.
pub(super) fn add_rules(world: &World, rules: &mut Vec<Rule>) {
    let plugins = [
        ("2D", TypeId::of::<Mesh2d>(), has_plugin::<MeshColliderPlugin<Dim2>>(world)),
        ("3D", TypeId::of::<Mesh3d>(), has_plugin::<MeshColliderPlugin<Dim3>>(world)),
    ];
    let read: Vec<_> = plugins.iter().filter(|(.., is_there)| *is_there).map(|&(_, mesh, _)| mesh).collect();
    if read.is_empty() {
        // On the entities of a scene, both are to be found: the scene stands for all of them.
        for (component, name) in [
            (TypeId::of::<ColliderFromMesh>(), "a ColliderFromMesh"),
            (TypeId::of::<CollidersFromScene>(), "CollidersFromScene"),
        ] {
            rules.push(Rule::new([component], move |it, entity| {
                let entity = it.name(entity);
                Finding::Plugin(format!(
                    "entity {entity} has {name}, but the MeshColliderPlugin is missing: it gets no collider until \
                     dim2::MeshColliderPlugin or dim3::MeshColliderPlugin is added"
                ))
            }));
        }
        return;
    }
    for &(dimension, mesh, _) in plugins.iter().filter(|(.., is_there)| !is_there) {
        add_unread(rules, dimension, mesh, &read);
    }
    let meshes = [TypeId::of::<Mesh2d>(), TypeId::of::<Mesh3d>()];
    rules.push(Rule::new([TypeId::of::<ColliderFromMesh>()], lacks_mesh).unless(meshes));
    let from_scene = Rule::new([TypeId::of::<CollidersFromScene>()], move |it, entity| {
        if creates_none(it, entity) || it.find_below(entity, &meshes).is_some() {
            return Finding::Complete;
        }
        let name = it.name(entity);
        let problem = format!(
            "entity {name} has CollidersFromScene, but there is no mesh below it: it creates no collider"
        );
        it.missing(
            entity,
            &problem,
            "Insert it into the root of the scene, beside the component that spawns the scene",
        )
    });
    rules.push(from_scene.unless(meshes));
}

/// Adds the rules about meshes of a dimension whose plugin is missing, beside meshes that are read.
fn add_unread(rules: &mut Vec<Rule>, dimension: &'static str, mesh: TypeId, read: &[TypeId]) {
    let from_mesh = Rule::new([TypeId::of::<ColliderFromMesh>(), mesh], move |it, entity| {
        let entity = it.name(entity);
        Finding::Plugin(lacks_plugin(&format!("entity {entity} has a ColliderFromMesh"), dimension))
    });
    rules.push(from_mesh.unless(read.iter().copied()));
    let are_read = read.to_vec();
    let from_scene = Rule::new([TypeId::of::<CollidersFromScene>()], move |it, entity| {
        if creates_none(it, entity)
            || it.find_below(entity, &are_read).is_some()
            || it.find_below(entity, &[mesh]).is_none()
        {
            return Finding::Complete;
        }
        let scene = format!("entity {} has CollidersFromScene above meshes of {dimension}", it.name(entity));
        Finding::Plugin(lacks_plugin(&scene, dimension))
    });
    rules.push(from_scene.unless([TypeId::of::<Mesh2d>(), TypeId::of::<Mesh3d>()]));
}

/// Returns whether a scene selects no collider for any of its meshes.
fn creates_none(it: &Inspector, entity: Entity) -> bool {
    let scene = it.world.get::<CollidersFromScene>(entity);
    scene.is_some_and(|scene| scene.shape.is_none() && scene.named.is_empty())
}

/// Returns the text about a plugin of the other dimension.
fn lacks_plugin(who: &str, dimension: &str) -> String {
    format!(
        "{who}, but the MeshColliderPlugin of {dimension} is missing: no collider is created from a mesh of {dimension} until \
         it is added"
    )
}

/// Returns what is to be said about a `ColliderFromMesh` without a mesh.
fn lacks_mesh(it: &Inspector, entity: Entity) -> Finding {
    let meshes = [TypeId::of::<Mesh2d>(), TypeId::of::<Mesh3d>()];
    let name = it.name(entity);
    #[cfg(feature = "sprites")]
    let is_sprite = it.has_any(entity, &[TypeId::of::<bevy_sprite::Sprite>()]);
    #[cfg(not(feature = "sprites"))]
    let is_sprite = false;
    let cure = match place_of(it, entity, &meshes) {
        _ if is_sprite => "It has a Sprite: use ColliderFromSprite".to_owned(),
        Some(place) => format!(
            "There is a mesh {place}: insert the ColliderFromMesh there. For all meshes of a scene, insert CollidersFromScene \
             into its root"
        ),
        None => "Insert a mesh into the same entity. For all meshes of a scene, insert CollidersFromScene into its root"
            .to_owned(),
    };
    let problem =
        format!("entity {name} has a ColliderFromMesh, but neither Mesh2d nor Mesh3d: it gets no collider");
    it.missing(entity, &problem, &cure)
}
