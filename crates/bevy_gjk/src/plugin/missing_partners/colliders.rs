//! Components that work beside a collider, on an entity without one.

use core::any::TypeId;

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, World};
use bevy_transform::components::GlobalTransform;

use super::inspector::Inspector;
use super::rule::{Finding, Rule};
use crate::collider::{
    ColliderDisabled, CollisionExceptions, CollisionLayers, CollisionOrder, CompoundCollider, Dim2, Dim3,
    Dimension, NoSelfCollision, OneWayPlatform, ProximityMargin, SurfaceVelocity, SweptCollider,
};
use crate::detection::Collisions;
use crate::events::{BubbleCollisions, Touching};

/// Returns the collider components of both dimensions.
pub(super) fn colliders() -> Vec<TypeId> {
    vec![TypeId::of::<<Dim2 as Dimension>::Collider>(), TypeId::of::<<Dim3 as Dimension>::Collider>()]
}

/// Returns the components from which the collider of an entity is created later. What is missing for that, has rules of its
/// own.
pub(super) fn sources() -> Vec<TypeId> {
    let sources: &[TypeId] = &[
        #[cfg(feature = "meshes")]
        TypeId::of::<crate::assets::ColliderFromMesh>(),
        #[cfg(feature = "sprites")]
        TypeId::of::<crate::assets::ColliderFromSprite>(),
    ];
    sources.to_vec()
}

/// Returns the components that make an entity a collider, now or later.
fn colliders_and_sources() -> Vec<TypeId> {
    [colliders(), sources()].concat()
}

/// Returns all these components, and the one that creates colliders below an entity.
fn anything_with_colliders() -> Vec<TypeId> {
    [
        colliders_and_sources(),
        #[cfg(feature = "meshes")]
        vec![TypeId::of::<crate::assets::CollidersFromScene>()],
    ]
    .concat()
}

/// Adds the rules about components that both dimensions share.
pub(super) fn add_rules(rules: &mut Vec<Rule>) {
    let beside: &[(TypeId, &str)] = &[
        (TypeId::of::<BubbleCollisions>(), "BubbleCollisions"),
        (TypeId::of::<ColliderDisabled>(), "ColliderDisabled"),
        (TypeId::of::<CollisionExceptions>(), "CollisionExceptions"),
        (TypeId::of::<CollisionOrder>(), "CollisionOrder"),
        (TypeId::of::<CollisionLayers>(), "CollisionLayers"),
        (TypeId::of::<ProximityMargin>(), "ProximityMargin"),
        (TypeId::of::<SweptCollider>(), "SweptCollider"),
        #[cfg(feature = "overlay")]
        (TypeId::of::<crate::debug::ColliderGizmo>(), "ColliderGizmo"),
    ];
    for &(component, name) in beside {
        let rule = Rule::new([component], move |it, entity| {
            if is_in_whole_tree(it, entity, component) {
                return Finding::Complete;
            }
            Finding::Component(lacks_collider(it, entity, name, "Collider", &anything_with_colliders()))
        });
        rules.push(rule.unless(colliders_and_sources()).unless([TypeId::of::<CompoundCollider>()]));
    }
    for (component, name) in [
        (TypeId::of::<CompoundCollider>(), "CompoundCollider"),
        (TypeId::of::<NoSelfCollision>(), "NoSelfCollision"),
    ] {
        let rule = Rule::new([component], move |it, entity| {
            if is_in_whole_tree(it, entity, component)
                || it.find_below(entity, &anything_with_colliders()).is_some()
            {
                return Finding::Complete;
            }
            let problem = format!(
                "entity {} has a {name}, but there is no Collider on it or below it: it has no effect",
                it.name(entity)
            );
            it.missing(entity, &problem, "Insert a Collider into this entity or one below it")
        });
        rules.push(rule.unless(anything_with_colliders()));
    }
    rules.push(needs_root_of_compound(
        TypeId::of::<SweptCollider>(),
        "SweptCollider".into(),
        colliders_and_sources(),
    ));
    rules.push(parts_without_effect());
    rules.push(lists_colliders());
    // The parts of a compound are placed by their `Transform`s; its root needs a `GlobalTransform`.
    rules.push(needs_global_transform(TypeId::of::<CompoundCollider>(), "a CompoundCollider".into()));
}

/// Adds the rules about components of a dimension, if the app has its plugin.
pub(super) fn add_rules_of<D: Dimension>(world: &World, rules: &mut Vec<Rule>) {
    if !world.contains_resource::<Collisions<D>>() {
        return;
    }
    for (component, name) in [
        (TypeId::of::<OneWayPlatform<D>>(), "OneWayPlatform"),
        (TypeId::of::<SurfaceVelocity<D>>(), "SurfaceVelocity"),
        (TypeId::of::<Touching<D>>(), "Touching"),
    ] {
        rules.push(needs_collider_of::<D>(component, name).unless([TypeId::of::<CompoundCollider>()]));
        let of_this = [vec![TypeId::of::<D::Collider>()], sources()].concat();
        rules.push(needs_root_of_compound(component, format!("{} {name}", D::NAME), of_this));
    }
    let collider = TypeId::of::<D::Collider>();
    rules.push(needs_global_transform(collider, format!("a {} Collider", D::NAME)));
}

/// Returns the rule that a component needs a collider of its dimension beside it.
pub(super) fn needs_collider_of<D: Dimension>(component: TypeId, name: &'static str) -> Rule {
    let of_this = TypeId::of::<D::Collider>();
    let of_other: Vec<_> = colliders().into_iter().filter(|&it| it != of_this).collect();
    let rule = Rule::new([component], move |it, entity| {
        let dimension = D::NAME;
        let name = format!("{dimension} {name}");
        if it.has_any(entity, &of_other) {
            let entity = it.name(entity);
            return Finding::Component(format!(
                "entity {entity} has a {name}, but its Collider is not a {dimension} one: it has no effect. Use the \
                 component of the dimension of the collider"
            ));
        }
        let collider = format!("{dimension} Collider");
        let below = [vec![of_this], sources()].concat();
        Finding::Component(lacks_collider(it, entity, &name, &collider, &below))
    });
    rule.unless([of_this]).unless(sources())
}

/// Returns the rule that a component does nothing on a part of a compound. Where the root has it, too, no more is expected.
fn needs_root_of_compound(component: TypeId, name: String, colliders: Vec<TypeId>) -> Rule {
    let compound = [TypeId::of::<CompoundCollider>()];
    Rule::new([component, TypeId::of::<ChildOf>()], move |it, entity| {
        let is_part = it.has_any(entity, &colliders) || it.has_any(entity, &compound);
        let compounds = it.above(entity).filter(|&above| it.has_any(above, &compound));
        match compounds.last() {
            Some(root) if is_part && !it.has_any(root, &[component]) => {
                Finding::Component(without_effect_on_part(it, [entity, root], &name))
            }
            _ => Finding::Complete,
        }
    })
}

/// Returns the rule about components that games give to many children, and that do nothing on the parts of a compound. One
/// compound stands for all of its archetype.
fn parts_without_effect() -> Rule {
    let of_parts: [(TypeId, &str); 5] = [
        (TypeId::of::<BubbleCollisions>(), "BubbleCollisions"),
        (TypeId::of::<CollisionExceptions>(), "CollisionExceptions"),
        (TypeId::of::<CollisionLayers>(), "CollisionLayers"),
        (TypeId::of::<CollisionOrder>(), "CollisionOrder"),
        (TypeId::of::<ProximityMargin>(), "ProximityMargin"),
    ];
    let colliders = colliders_and_sources();
    let rule = Rule::new([TypeId::of::<CompoundCollider>()], move |it, root| {
        if it.find_above(root, &[TypeId::of::<CompoundCollider>()]).is_some() {
            return Finding::Complete;
        }
        let parts = it.below(root).filter(|&part| it.has_any(part, &colliders));
        let without_effect = |part: Entity| {
            let is_lost = |&&(component, _): &&(TypeId, &str)| {
                it.has_any(part, &[component]) && !it.has_any(root, &[component])
            };
            Some((part, of_parts.iter().find(is_lost)?.1))
        };
        match parts.into_iter().find_map(without_effect) {
            None => Finding::Complete,
            Some((part, name)) => Finding::Component(without_effect_on_part(it, [part, root], name)),
        }
    });
    rule.about_all()
}

/// Returns the text about a component on a part of a compound.
fn without_effect_on_part(it: &Inspector, part_and_root: [Entity; 2], component: &str) -> String {
    let [part, root] = part_and_root.map(|entity| it.name(entity));
    format!(
        "entity {part} has a {component}, but its Collider is a part of the CompoundCollider on entity {root}: it has no effect. \
         Insert it into {root}, or leave {part} out of the compound"
    )
}

/// Returns the rule that what `CollisionExceptions` list are colliders, and not what has them below it. One entity stands
/// for all of its archetype.
fn lists_colliders() -> Rule {
    let colliders = [colliders_and_sources(), vec![TypeId::of::<CompoundCollider>()]].concat();
    let rule = Rule::new([TypeId::of::<CollisionExceptions>()], move |it, entity| {
        let Some(CollisionExceptions(listed)) = it.world.get(entity) else { return Finding::Complete };
        let without = listed.iter().filter(|&&other| !it.has_any(other, &colliders));
        let below = |&other: &Entity| Some((other, it.find_below(other, &anything_with_colliders())?));
        // Where what is below is listed as well, no more is expected.
        let Some((other, below)) = without.filter_map(below).find(|(_, below)| !listed.contains(below))
        else {
            return Finding::Complete;
        };
        let [entity, other, below] = [entity, other, below].map(|entity| it.name(entity));
        Finding::Component(format!(
            "entity {entity} lists {other} in its CollisionExceptions, which has no Collider: it has no effect. List each entity \
             with one, such as {below} below it"
        ))
    });
    rule.about_all()
}

/// Returns whether a component was inserted into a whole tree of entities, as by `insert_recursive`, or into all of its
/// colliders: that some of the entities have no collider is no mistake then.
fn is_in_whole_tree(it: &Inspector, entity: Entity, component: TypeId) -> bool {
    let colliders = anything_with_colliders();
    let has_component = |entity| it.has_any(entity, &[component]);
    let mut below = it.below(entity).filter(|&entity| it.has_any(entity, &colliders)).peekable();
    it.above(entity).next().is_some_and(has_component) || below.peek().is_some() && below.all(has_component)
}

/// Returns the text about a component without a collider, which says where there is one.
fn lacks_collider(
    it: &Inspector,
    entity: Entity,
    component: &str,
    collider: &str,
    below: &[TypeId],
) -> String {
    let child = it.find_below(entity, below).map(|child| it.name(child));
    // It has no other component that brings colliders.
    let is_scene = it.has_any(entity, &anything_with_colliders());
    let entity = it.name(entity);
    let cure = match child {
        _ if is_scene => "The colliders of a scene are on its meshes: insert it into each of them".to_owned(),
        Some(child) => format!(
            "It does not act on what is below: insert it into each entity with a Collider, such as {child}, or make one \
             collider of all of them by a CompoundCollider on {entity}"
        ),
        None => format!("Insert a {collider} into the same entity"),
    };
    format!("entity {entity} has the component {component}, but no {collider}: it has no effect. {cure}")
}

/// Returns the rule that a collider needs a `GlobalTransform`.
fn needs_global_transform(collider: TypeId, name: String) -> Rule {
    let rule = Rule::new([collider], move |it, entity| {
        if it.find_above(entity, &[TypeId::of::<CompoundCollider>()]).is_some() {
            return Finding::Complete;
        }
        let entity = it.name(entity);
        Finding::Component(format!(
            "entity {entity} has {name}, but no GlobalTransform: it takes no part. Insert a Transform, which brings one"
        ))
    });
    rule.unless([TypeId::of::<GlobalTransform>()])
}
