//! What is wrong with the optional components of a collider, on an entity without one and on a part of a compound.

use core::any::TypeId;

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::Entity;

use super::table::{COLLIDERS, COMPOUND, SCENES, SOURCES};
use super::{Inspector, Outcome, Row, When};
use crate::collider::CollisionExceptions;
use crate::plugin::components::{COLLIDER_COMPONENTS, ColliderComponent};

/// Returns whether a component was inserted into a whole tree of entities, as by `insert_recursive`, or into all of its
/// colliders: that some of the entities have no collider is no mistake then.
pub(super) fn is_in_whole_tree(it: &Inspector, entity: Entity, component: TypeId) -> bool {
    let any = [COLLIDERS, SOURCES, SCENES].concat();
    let has_component = |entity| it.has_any(entity, &[component]);
    let mut below = it.below(entity).filter(|&entity| it.has_any(entity, &any)).peekable();
    it.above(entity).next().is_some_and(has_component) || below.peek().is_some() && below.all(has_component)
}

/// Warns of a component without a collider, and says where there is one: below the entity, one of `below`.
pub(super) fn lacks_collider(
    it: &Inspector,
    entity: Entity,
    component: &str,
    collider: &str,
    below: &[TypeId],
) -> Outcome {
    let cure = if it.has_any(entity, SCENES) {
        "The colliders of a scene are on its meshes: insert it into each of them".to_owned()
    } else if let Some(child) = it.find_below(entity, below) {
        let [entity, child] = [entity, child].map(|entity| it.name(entity));
        format!(
            "It does not act on what is below: insert it into each entity with a Collider, such as {child}, or make one \
             collider of all of them by a CompoundCollider on {entity}"
        )
    } else {
        format!("Insert a {collider} into the same entity")
    };
    it.warning(
        entity,
        &format!("the component {component}"),
        &format!("no {collider}: it has no effect. {cure}"),
    )
}

/// Returns the row that a component does nothing on a part of a compound, which has one of these colliders. Where the
/// root has the component, too, no more is expected.
pub(super) fn needs_root_of_compound(component: TypeId, has: String, colliders: Vec<TypeId>) -> Row {
    let parts = [&colliders, SOURCES, COMPOUND].concat();
    Row::new(When::Later, [component, TypeId::of::<ChildOf>()], move |it, entity| {
        let root = it.above(entity).filter(|&above| it.has_any(above, COMPOUND)).last();
        match root {
            Some(root) if it.has_any(entity, &parts) && !it.has_any(root, &[component]) => {
                without_effect_on_part(it, entity, root, &has)
            }
            _ => Outcome::Nothing,
        }
    })
}

/// Returns the row about components that games give to many children, and that do nothing on the parts of a compound.
/// One compound stands for all of its archetype.
pub(super) fn parts_without_effect() -> Row {
    let row = Row::new(When::Later, COMPOUND, |it, root| {
        if it.find_above(root, COMPOUND).is_some() {
            return Outcome::Nothing;
        }
        let colliders = [COLLIDERS, SOURCES].concat();
        for part in it.below(root).filter(|&part| it.has_any(part, &colliders)) {
            for &ColliderComponent { component, name, works_on_parts, .. } in COLLIDER_COMPONENTS {
                if !works_on_parts && it.has_any(part, &[component]) && !it.has_any(root, &[component]) {
                    return without_effect_on_part(it, part, root, &format!("a {name}"));
                }
            }
        }
        Outcome::Nothing
    });
    row.about_archetypes()
}

/// Warns of a component on a part of a compound.
fn without_effect_on_part(it: &Inspector, part: Entity, root: Entity, has: &str) -> Outcome {
    let [part_name, root] = [part, root].map(|entity| it.name(entity));
    let but = format!(
        "its Collider is a part of the CompoundCollider on entity {root}: it has no effect. Insert it into {root}, or leave \
         {part_name} out of the compound"
    );
    it.warning(part, has, &but)
}

/// Returns the row that what `CollisionExceptions` list are colliders, and not what has them below it. One entity
/// stands for all of its archetype.
pub(super) fn lists_colliders() -> Row {
    let row = Row::new(When::Later, [TypeId::of::<CollisionExceptions>()], |it, entity| {
        let Some(CollisionExceptions(listed)) = it.world.get(entity) else { return Outcome::Nothing };
        let colliders = [COLLIDERS, SOURCES, COMPOUND].concat();
        let without = listed.iter().filter(|&&other| !it.has_any(other, &colliders));
        let any = [COLLIDERS, SOURCES, SCENES].concat();
        let below = |&other: &Entity| Some((other, it.find_below(other, &any)?));
        // Where what is below is listed as well, no more is expected.
        let Some((other, below)) = without.filter_map(below).find(|(_, below)| !listed.contains(below))
        else {
            return Outcome::Nothing;
        };
        let [entity, other, below] = [entity, other, below].map(|entity| it.name(entity));
        Outcome::Warning(format!(
            "entity {entity} lists {other} in its CollisionExceptions, which has no Collider: it has no effect. List each entity \
             with one, such as {below} below it"
        ))
    });
    row.about_archetypes()
}
