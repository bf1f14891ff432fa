//! Meshes that the renderer deforms, which a `ColliderFromMesh` does not follow: skinned meshes and morph targets.

use core::any::TypeId;

use bevy_ecs::prelude::{AppTypeRegistry, World};
use bevy_mesh::Mesh3d;
use bevy_mesh::skinning::SkinnedMesh;

use crate::assets::ColliderFromMesh;
use crate::plugin::missing_partners::rule::{Finding, Rule};

/// The component of a mesh with morph targets. Its type exists only with the feature `morph` of `bevy_mesh`, which this crate
/// does not ask for.
const MORPH_WEIGHTS: &str = "bevy_mesh::morph::MeshMorphWeights";

/// Adds the rules about deformed meshes.
pub(super) fn add_rules(world: &World, rules: &mut Vec<Rule>) {
    let mesh = [TypeId::of::<ColliderFromMesh>(), TypeId::of::<Mesh3d>()];
    let skinned = TypeId::of::<SkinnedMesh>();
    rules.push(Rule::new([mesh[0], mesh[1], skinned], |it, entity| {
        let joints = it.world.get::<SkinnedMesh>(entity).map_or(&[][..], |skinned| &skinned.joints);
        let joint = joints.first().map_or(String::new(), |&joint| format!(", such as {}", it.name(joint)));
        let entity = it.name(entity);
        Finding::Certain(format!(
            "the ColliderFromMesh of entity {entity} does not follow its SkinnedMesh: the collider is where this entity is, in \
             the bind pose, and the mesh is drawn where its joints are. Insert a Collider into each joint that should \
             touch{joint}, and remove the ColliderFromMesh"
        ))
    }));
    let registry = world.get_resource::<AppTypeRegistry>();
    let weights = registry.and_then(|registry| {
        registry.read().get_with_type_path(MORPH_WEIGHTS).map(bevy_reflect::TypeRegistration::type_id)
    });
    // With joints as well, it has been said that the collider does not follow.
    rules.extend(weights.map(|weights| {
        let rule = Rule::new([mesh[0], mesh[1], weights], |it, entity| {
            let entity = it.name(entity);
            Finding::Certain(format!(
                "the ColliderFromMesh of entity {entity} does not follow its morph targets: the collider has the shape of the \
                 mesh without them. Insert a Collider that covers all of its shapes in place of the ColliderFromMesh"
            ))
        });
        rule.unless([skinned])
    }));
}
