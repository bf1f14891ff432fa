//! Edits that insert, change and remove components.

use bevy_ecs::world::EntityRef;

use crate::chaos::dimension::{Chaotic, once_in};
use crate::chaos::editor::Editor;
use crate::chaos::record::{Asleep, Tracked};
use crate::common::prelude::*;

pub fn replace_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let collider = D::collider(editor.random);
    editor.world.entity_mut(entity).insert(collider.clone());
    Some(format!("{entity} {collider:?}"))
}

pub fn edit_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let mut collider = editor.world.get_mut::<D::Collider>(entity)?;
    D::tweak(&mut collider, editor.random);
    Some(format!("{entity} {:?}", *collider))
}

/// Marks components as changed that did not change.
pub fn mark_changed<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    editor.world.get_mut::<D::Collider>(entity)?.set_changed();
    editor.refresh(entity);
    Some(format!("{entity}"))
}

pub fn remove_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    editor.world.entity_mut(entity).remove::<D::Collider>();
    Some(format!("{entity}"))
}

/// Also restores removed transforms.
pub fn insert_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| !it.contains::<D::Collider>() || !it.contains::<GlobalTransform>())?;
    let collider = editor.collider();
    let transform = editor.transform();
    let mut it = editor.world.entity_mut(entity);
    it.insert(collider.clone());
    if !it.contains::<GlobalTransform>() || !it.contains::<Transform>() {
        it.insert((transform, GlobalTransform::IDENTITY));
    }
    Some(format!("{entity} {collider:?}"))
}

/// Must cause no event, unless the shape differs.
pub fn remove_and_insert_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let mut collider = editor.world.entity_mut(entity).take::<D::Collider>()?;
    if once_in(editor.random, 2) {
        collider = D::collider(editor.random);
    }
    editor.world.entity_mut(entity).insert(collider.clone());
    Some(format!("{entity} {collider:?}"))
}

/// Must cause no event.
pub fn replace_and_restore_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let collider = editor.world.get::<D::Collider>(entity)?.clone();
    let bad = D::invalid(editor.random);
    editor.world.entity_mut(entity).insert(bad);
    editor.world.entity_mut(entity).insert(collider);
    Some(format!("{entity}"))
}

/// Removes the transforms as well.
pub fn remove_with_requires<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.leaf()?;
    editor.world.entity_mut(entity).remove_with_requires::<D::Collider>();
    Some(format!("{entity}"))
}

/// Removes all other components, also those of the observers.
pub fn retain<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.leaf()?;
    // The others may include `Disabled` and `ChildOf`.
    if editor.is_below_disabled(entity) {
        editor.refresh(entity);
    }
    editor.world.entity_mut(entity).retain::<(Tracked, D::Collider, Transform)>();
    Some(format!("{entity}"))
}

pub fn remove_global_transform<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.leaf()?;
    editor.world.entity_mut(entity).remove::<GlobalTransform>();
    Some(format!("{entity}"))
}

pub fn insert_collider_disabled<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    editor.world.entity_mut(entity).insert(ColliderDisabled);
    Some(format!("{entity}"))
}

pub fn remove_collider_disabled<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<ColliderDisabled>()?;
    editor.world.entity_mut(entity).remove::<ColliderDisabled>();
    Some(format!("{entity}"))
}

/// Disables by Bevy's `Disabled`.
pub fn insert_disabled<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|_| true)?;
    editor.world.entity_mut(entity).insert(Disabled);
    Some(format!("{entity}"))
}

pub fn remove_disabled<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Disabled>()?;
    editor.world.entity_mut(entity).remove::<Disabled>();
    editor.refresh(entity);
    Some(format!("{entity}"))
}

/// Disables by a component that the app registered: one entity, or one and some of its descendants.
pub fn disable_by_component<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|_| true)?;
    if once_in(editor.random, 3) {
        editor.world.entity_mut(entity).insert_recursive::<Children>(Asleep);
        return Some(format!("{entity} and all below"));
    }
    editor.world.entity_mut(entity).insert(Asleep);
    Some(format!("{entity}"))
}

pub fn enable_by_component<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Asleep>()?;
    if once_in(editor.random, 3) {
        editor.world.entity_mut(entity).remove_recursive::<Children, Asleep>();
    }
    editor.world.entity_mut(entity).remove::<Asleep>();
    editor.refresh(entity);
    Some(format!("{entity}"))
}

/// Must cause no event.
pub fn disable_and_enable<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| it.contains::<D::Collider>() && !it.contains::<Asleep>())?;
    editor.world.entity_mut(entity).insert(Asleep);
    editor.world.entity_mut(entity).remove::<Asleep>();
    Some(format!("{entity}"))
}

/// The number of active colliders stays the same, but the colliders change.
pub fn disable_one_and_enable_another<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let other = editor.pick(|it| it.contains::<D::Collider>() && it.contains::<Asleep>())?;
    let one = editor.pick(|it| it.contains::<D::Collider>() && !it.contains::<Asleep>())?;
    editor.world.entity_mut(one).insert(Asleep);
    editor.world.entity_mut(other).remove::<Asleep>();
    editor.refresh(other);
    Some(format!("{one} and {other}"))
}

pub fn insert_layers<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let layers = editor.layers();
    editor.world.entity_mut(entity).insert(layers);
    Some(format!("{entity} {layers:?}"))
}

pub fn edit_layers<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<CollisionLayers>()?;
    let layer = LayerMask::layer(editor.random.below(4));
    let mut layers = editor.world.get_mut::<CollisionLayers>(entity)?;
    layers.memberships.0 ^= layer.0;
    layers.filters.0 |= layer.0;
    Some(format!("{entity} {:?}", *layers))
}

pub fn remove_layers<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<CollisionLayers>()?;
    editor.world.entity_mut(entity).remove::<CollisionLayers>();
    Some(format!("{entity}"))
}

/// Turns a collider without children into a half-space; more than a few would touch everything.
pub fn become_half_space<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let is_half_space =
        |it: EntityRef| it.get::<D::Collider>().is_some_and(|it| D::as_half_space(it).is_some());
    let all = editor.all();
    let present = all.iter().filter(|&&entity| is_half_space(editor.world.entity(entity))).count();
    let entity = editor.leaf().filter(|_| present < 4)?;
    let half_space = D::any_half_space(editor.random);
    *editor.world.get_mut::<D::Collider>(entity)? = half_space.clone();
    Some(format!("{entity} {half_space:?}"))
}
