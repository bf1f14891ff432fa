//! Observers that change the world on collision events, and systems that do so between the phases.

use crate::chaos::dimension::{Chaotic, once_in};
use crate::chaos::editor::Editor;
use crate::chaos::edits::{self, Edit};
use crate::chaos::record::{Record, Tracked};
use crate::common::prelude::*;

/// The random numbers of the observers.
#[derive(Resource)]
pub struct Dice {
    pub random: Random,
    /// The number of edits left in this frame.
    pub left: u32,
}

/// Sometimes makes an edit, by commands as observers do.
fn perhaps<D: Chaotic>(dice: &mut Dice, commands: &mut Commands, entity: Entity, other: Entity) {
    if dice.left == 0 || !once_in(&mut dice.random, 12) {
        return;
    }
    dice.left -= 1;
    commands.queue(move |world: &mut World| {
        world.resource_scope(|world, mut dice: Mut<Dice>| {
            let what = act(&mut Editor::<D>::new(world, &mut dice.random), entity, other);
            world.resource_mut::<Record<D>>().edits.push(format!("  an observer of {entity}: {what}"));
        });
    });
}

pub fn act_on_started<D: Chaotic>(
    it: On<CollisionStarted<D>>,
    mut dice: ResMut<Dice>,
    mut commands: Commands,
) {
    perhaps::<D>(&mut dice, &mut commands, it.entity, it.other);
}

pub fn act_on_ended<D: Chaotic>(it: On<CollisionEnded<D>>, mut dice: ResMut<Dice>, mut commands: Commands) {
    perhaps::<D>(&mut dice, &mut commands, it.entity, it.other);
}

fn act<D: Chaotic>(editor: &mut Editor<D>, entity: Entity, other: Entity) -> String {
    let one = if once_in(editor.random, 2) { entity } else { other };
    if !editor.world.entities().contains(one) {
        return format!("nothing, for {one} is gone");
    }
    match editor.random.below(10) {
        0 => {
            editor.world.despawn(one);
            format!("despawns {one}")
        }
        1 => {
            editor.world.despawn(entity);
            let _ = editor.world.try_despawn(other);
            format!("despawns both it and {other}")
        }
        2 => {
            let new = editor.world.despawn_no_free(one);
            let (collider, transform) = (editor.collider(), editor.transform());
            if let Some(new) = new {
                let _ = editor.world.spawn_at(new, (Tracked, collider.clone(), transform));
            }
            format!("despawns {one}, and spawns {new:?} {collider:?} {transform:?}")
        }
        3 => {
            let mut one = editor.world.entity_mut(one);
            one.insert(ColliderDisabled);
            format!("switches {} off", one.id())
        }
        4 => {
            let mut one = editor.world.entity_mut(one);
            one.insert(Disabled);
            format!("hides {}", one.id())
        }
        5 => {
            let collider = editor.collider();
            editor.world.entity_mut(one).insert(collider.clone());
            format!("gives {one} {collider:?}")
        }
        6 => {
            editor.world.entity_mut(one).remove::<D::Collider>();
            format!("takes the collider of {one}")
        }
        7 => {
            let transform = editor.transform();
            if let Some(mut place) = editor.world.get_mut::<Transform>(one) {
                *place = transform;
            }
            format!("moves {one} to {transform:?}")
        }
        _ => {
            let what = edits::spawn(editor).unwrap_or_default();
            format!("spawns {what}")
        }
    }
}

/// Makes an edit between two phases, which must not affect the later one.
pub fn meddle<D: Chaotic>(gap: &'static str) -> impl FnMut(&mut World) {
    let edits: Vec<Edit<D>> = edits::all();
    move |world| {
        world.resource_scope(|world, mut dice: Mut<Dice>| {
            if once_in(&mut dice.random, 20) {
                let edit = &edits[edits::choose(&edits, &mut dice.random)];
                let what = edit.make(&mut Editor::<D>::new(world, &mut dice.random)).unwrap_or_default();
                world.resource_mut::<Record<D>>().edits.push(format!("  after {gap}: {what}"));
            }
        });
    }
}
