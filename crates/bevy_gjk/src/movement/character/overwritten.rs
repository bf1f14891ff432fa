//! Warns of a motion that is assigned in a schedule that runs more often than the plugin: a run takes only the last
//! displacement, and those before it are lost. What [`MoverMotion::add`] adds, is not.

use bevy_app::{App, FixedLast, Last, MainScheduleOrder};
use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::intern::Interned;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, IntoScheduleConfigs, Local, Query, Res, With};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_log::warn;
use gjk::Vector;

use super::{CharacterMover, MoverMotion, has_characters};
use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::ecs::NameSource;
use crate::ecs::detect::DetectCollisions;

/// How many times in a row a motion is found overwritten before the warning. Tuning constant: a motion that a system
/// adds to looks overwritten when the character stops, but not that often.
const PATIENCE: u32 = 8;

/// By how much a displacement that was assigned again differs from the one before at most, as a fraction of that. Tuning
/// constant: what was added differs by about 1, and less where a short frame follows a long one.
const SAME: f32 = 0.2;

/// What was seen of the motions of a dimension.
#[derive(Default)]
struct Seen<D: Dimension> {
    /// The run of the plugin before the last look, and the number of looks since then.
    run: u32,
    looks: u32,
    /// The displacement of each character at the first look after a run, and how many times in a row it was
    /// overwritten.
    motions: EntityHashMap<(D::Vector, u32)>,
    is_done: bool,
}

/// Adds the system that looks at the motions. It looks where the systems of an app may run several times between two
/// runs of the plugin: in fixed steps if the plugin runs once a frame, and in each frame if it does not.
pub(crate) fn install<D: Dimension>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if schedule == DetectCollisions.intern() {
        return;
    }
    let order = app.world().get_resource::<MainScheduleOrder>();
    let is_each_frame = order.is_some_and(|order| order.labels.contains(&schedule));
    let looks = if is_each_frame { FixedLast.intern() } else { Last.intern() };
    let look = move |seen: Local<Seen<D>>,
                     motions: Query<(Entity, Ref<MoverMotion<D>>), With<CharacterMover<D>>>,
                     collisions: Res<Collisions<D>>,
                     names: Query<NameOrEntity>| {
        let Some(entity) = find_overwritten(seen, &motions, collisions.colliders.run) else { return };
        let (dimension, name) = (D::NAME, names.named(entity));
        warn!(
            "the {dimension} MoverMotion of entity {name} is assigned several times before a run takes it, so that only the last \
             displacement counts: call its method add(velocity, &time) instead, or write it in the schedule of the plugin, \
             {schedule:?} (of other characters, nothing is said)"
        );
    };
    app.add_systems(looks, look.run_if(has_characters::<D>));
}

/// Looks at the motions, and returns the first character whose motion was overwritten too often; once.
fn find_overwritten<D: Dimension>(
    mut seen: Local<Seen<D>>,
    motions: &Query<(Entity, Ref<MoverMotion<D>>), With<CharacterMover<D>>>,
    run: u32,
) -> Option<Entity> {
    if seen.is_done {
        return None;
    }
    seen.looks = if seen.run == run { seen.looks.saturating_add(1) } else { 1 };
    seen.run = run;
    match seen.looks {
        1 => {
            seen.motions.retain(|&entity, _| motions.contains(entity));
            for (entity, motion) in motions {
                seen.motions.entry(entity).or_default().0 = motion.displacement;
            }
            None
        }
        // Of what is added, a third look would show a small change, too.
        2 => {
            let found = motions.iter().find_map(|(entity, motion)| {
                let (first, times) = seen.motions.get_mut(&entity)?;
                let change = motion.displacement - *first;
                if *first == D::Vector::ZERO || !motion.is_changed() {
                    return None;
                }
                *times = if change.dot(change) < SAME * SAME * first.dot(*first) { *times + 1 } else { 0 };
                (*times == PATIENCE).then_some(entity)
            });
            seen.is_done = found.is_some();
            found
        }
        _ => None,
    }
}
