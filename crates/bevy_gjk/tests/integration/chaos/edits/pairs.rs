//! Edits of both entities of a touching pair, and moves to the verge of touching.

use crate::chaos::dimension::{Chaotic, one_of};
use crate::chaos::editor::Editor;
use crate::common::prelude::*;

/// Ends a touch for two reasons, of which only one may be reported.
pub fn end_for_two_reasons<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let pair = editor.touching()?;
    let whats = pair.map(|entity| end_touches_of(editor, entity));
    Some(format!("{} and {}: {}, {}", pair[0], pair[1], whats[0], whats[1]))
}

/// Ends the touches of an entity that may have been despawned with its parent.
fn end_touches_of<D: Chaotic>(editor: &mut Editor<D>, entity: Entity) -> &'static str {
    let kind = editor.random.below(8);
    let bad = D::invalid(editor.random);
    let Ok(mut it) = editor.world.get_entity_mut(entity) else { return "is gone" };
    match kind {
        0 => {
            it.despawn();
            "despawned"
        }
        1 => {
            it.remove::<D::Collider>();
            "its collider removed"
        }
        2 if !it.contains::<Children>() => {
            it.remove::<GlobalTransform>();
            "its global transform removed"
        }
        3 => {
            it.insert(ColliderDisabled);
            "switched off"
        }
        4 => {
            it.insert(Disabled);
            "hidden"
        }
        5 => {
            it.insert(bad);
            "invalid"
        }
        6 => {
            it.insert(CollisionLayers::new(0, 0));
            "filtered"
        }
        _ => {
            if let Some(mut transform) = it.get_mut::<Transform>() {
                transform.translation += Vec3::splat(50.0);
            }
            "moved away"
        }
    }
}

/// Moves one of a touching pair so that the two just overlap, or just do not.
pub fn graze<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let [one, two] = editor.touching()?;
    let contact = editor.world.resource::<Collisions<D>>().get(one, two).map(|touch| touch.contact())?;
    let gap = one_of(editor.random, &[-1e-3, -2e-4, -3e-5, 3e-5, 2e-4, 1e-3]);
    let by: DVec3 = D::wide(contact.normal) * (f64::from(contact.depth) + gap);
    // Below a parent this is an ordinary move.
    editor.world.get_mut::<Transform>(two)?.translation += by.as_vec3();
    Some(format!("{two} until {one} is {gap} away"))
}
