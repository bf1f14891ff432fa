//! Edits that spawn and despawn entities.

use crate::chaos::dimension::{Chaotic, once_in};
use crate::chaos::editor::Editor;
use crate::chaos::record::Tracked;
use crate::common::prelude::*;

pub fn spawn<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let (collider, transform) = (editor.collider(), editor.transform());
    let entity = editor.spawn(collider.clone(), transform, None);
    Some(format!("{entity} {collider:?} {transform:?}"))
}

pub fn spawn_child<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let parent = editor.pick(|it| it.contains::<GlobalTransform>() && it.contains::<Transform>())?;
    if editor.ancestors(parent).len() > 4 {
        return None;
    }
    let (collider, transform) = (editor.collider(), editor.transform());
    let entity = editor.spawn(collider.clone(), transform, Some(parent));
    Some(format!("{entity} of {parent} {collider:?} {transform:?}"))
}

/// Spawns a parent without a collider, with colliders as children.
pub fn spawn_group<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let transform = editor.transform();
    let parent = editor.world.spawn((Tracked, transform)).id();
    let mut what = format!("{parent} {transform:?}");
    for _ in 0..1 + editor.random.below(3) {
        let (collider, mut transform) = (editor.collider(), editor.transform());
        transform.translation *= 0.3;
        let child = editor.spawn(collider.clone(), transform, Some(parent));
        what += &format!("\n      {child} {collider:?} {transform:?}");
    }
    Some(what)
}

/// Spawns a collider at exactly the place of another.
pub fn spawn_twin<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let model = editor.with::<Transform>()?;
    let (collider, transform) = (editor.collider(), *editor.world.get::<Transform>(model)?);
    let parent = editor.world.get::<ChildOf>(model).map(ChildOf::parent);
    let entity = editor.spawn(collider.clone(), transform, parent);
    Some(format!("{entity} {collider:?} where {model} is"))
}

/// Clones an entity with all cloneable components.
pub fn clone<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let model = editor.leaf()?;
    let copy = editor.world.entity_mut(model).clone_and_spawn();
    Some(format!("{copy} of {model}"))
}

pub fn despawn<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|_| true)?;
    editor.world.despawn(entity);
    Some(format!("{entity}"))
}

pub fn despawn_both<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let [one, two] = editor.touching()?;
    editor.world.despawn(one);
    // The second may have been a child of the first.
    let _ = editor.world.try_despawn(two);
    Some(format!("{one} and {two}"))
}

/// Spawns another entity with the same index, perhaps at the same place or with the same shape.
pub fn despawn_and_reuse<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let old = editor.with::<D::Collider>()?;
    let parent = editor.world.get::<ChildOf>(old).map(ChildOf::parent);
    let same = (editor.world.get::<D::Collider>(old).cloned(), editor.world.get::<Transform>(old).copied());
    let mut collider = editor.collider();
    let mut transform = editor.transform();
    if let (Some(shape), Some(place)) = same {
        transform = place;
        if once_in(editor.random, 2) {
            collider = shape;
        }
    }
    let new = editor.world.despawn_no_free(old)?;
    editor.world.spawn_at(new, (Tracked, collider.clone(), transform)).ok()?;
    let parent = parent.filter(|_| once_in(editor.random, 2));
    editor.insert_collider_bundle(new, parent);
    Some(format!("{old} by {new} {collider:?} {transform:?}"))
}

/// Must cause no event.
pub fn spawn_and_despawn<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let (collider, transform) = (editor.collider(), editor.transform());
    let entity = editor.spawn(collider, transform, None);
    editor.world.despawn(entity);
    Some(format!("{entity}"))
}

pub fn despawn_children<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let parent = editor.with::<Children>()?;
    editor.world.entity_mut(parent).despawn_children();
    Some(format!("of {parent}"))
}

/// Spawns many small colliders near each other at once, so that the trees are rebuilt.
pub fn spawn_swarm<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let (collider, place) = (D::collider(editor.random), D::place(editor.random, D::REACH));
    let count = 20 + editor.random.below(60);
    for _ in 0..count {
        let place =
            Transform::from_translation(place + D::place(editor.random, 2.0)).with_scale(Vec3::splat(0.2));
        editor.world.spawn((Tracked, collider.clone(), place));
    }
    Some(format!("{count} {collider:?} around {place}"))
}

/// Despawns most entities at once.
pub fn despawn_most<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    despawn_down_to(editor, 30)
}

/// Despawns most entities but the first few.
pub fn despawn_down_to<D: Chaotic>(editor: &mut Editor<D>, count: usize) -> Option<String> {
    let all = editor.all();
    let mut what = String::new();
    for entity in all.into_iter().skip(count) {
        if !once_in(editor.random, 4) && editor.world.try_despawn(entity).is_ok() {
            what += &format!("{entity} ");
        }
    }
    Some(what)
}
