//! One frame of collision detection: a short system for each phase.
//!
//! The phases are the sets of [`CollisionSystems`](crate::CollisionSystems), here in the order in which they run. The
//! order is set in `plugin/sets.rs`, by `prepare_schedule`.
//!
//! | set | system | in | what it does |
//! |---|---|---|---|
//! | `Prepare` | [`update_proxies`] | here | brings the table of colliders up to date with the world: shapes, transforms, settings, AABBs |
//! | `Movers` | [`move_characters`] | here | moves the characters, and places their proxies where they went |
//! | `BroadPhase` | [`find_pairs`] | here | finds the pairs whose AABBs overlap and of which one moved, and makes them candidates |
//! | `Filter` | [`filter_pairs`] | here | asks a filter of the app about the candidates and the pairs that touch |
//! | `NarrowPhase` | [`test_pairs`], or [`test_pairs_with_filter`] | here | tests the candidates, and stores their states and transitions in the contact graph |
//! | between these | `keep_touching` | `events/touching.rs` | brings the components `Touching` up to date |
//! | `Events` | [`send_events`] | here | writes the transitions as messages, and queues `trigger_observers` of `events/trigger.rs` |
//! | after it, in the same set | `send_cell_events` | `events/cells.rs` | writes what began and ended in cells of grids, and triggers its observers |
//! | `Overlay` | one for each category | `debug/overlay.rs` | draws |

use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::Observer;
use bevy_ecs::prelude::{Added, Commands, DetectChangesMut, Res, ResMut, With, World};
use bevy_ecs::system::{StaticSystemParam, SystemParamItem};
use bevy_time::Time;

use crate::collider::Dimension;
use crate::collider::{CollisionFilter, ContactFilter};
use crate::detection::Collisions;
use crate::detection::broad_phase::BroadPhase;
use crate::detection::narrow_phase::{FilteredTest, GjkTest};
use crate::ecs::UnfilteredQuery;
use crate::events::{
    CollisionEvent, PairMessage, PendingTriggers, ProximityEvent, into_message, trigger_observers,
};
use crate::frame::compounds::{Compounds, HierarchyQueries};
use crate::frame::read_world::{self, ColliderQueries, RemovalDetector};
use crate::movement::{CharacterMover, CharacterQueries, ColliderMover, MoverRuns};
use crate::state::{CollisionLog, CollisionPast};

/// The phase `Prepare`: brings the table of colliders up to date with the world.
pub(crate) fn update_proxies<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut compounds: ResMut<Compounds<D>>,
    hierarchy: HierarchyQueries<D>,
    removals: RemovalDetector<D>,
    queries: ColliderQueries<D>,
    movers: UnfilteredQuery<(), With<CharacterMover<D>>>,
) {
    let Collisions { colliders, warned, keeps_previous_places, .. } = &mut *collisions;
    read_world::update(colliders, warned, &mut compounds, &hierarchy, removals, &queries);
    // Nothing counts as moved in the first run: the run depends on nothing that a saved state does not hold.
    colliders.keep_previous_places(*keeps_previous_places || !movers.is_empty());
}

/// The phase `Movers`: moves the characters.
pub(crate) fn move_characters<D: Dimension>(
    mut characters: CharacterQueries<D>,
    mut colliders: ColliderMover<D>,
    mut runs: ResMut<MoverRuns<D>>,
    compounds: Res<Compounds<D>>,
    time: Option<Res<Time>>,
) {
    #[cfg(feature = "recorder")]
    colliders.note_characters();
    let is_in_compound = |entity| compounds.contains(entity);
    runs.run(&mut characters, &mut colliders, time.as_deref(), is_in_compound, |colliders, visit| {
        compounds.each_moved_part(colliders, visit);
    });
}

/// The phase `BroadPhase`: finds the pairs of all moved colliders.
pub(crate) fn find_pairs<D: Dimension>(
    mut broad_phase: ResMut<BroadPhase<D>>,
    mut collisions: ResMut<Collisions<D>>,
) {
    if !collisions.colliders.any_changed() {
        return;
    }
    let Collisions { colliders, contacts, narrow_phase, .. } = &mut *collisions;
    narrow_phase.begin_search(contacts, colliders);
    broad_phase.update(colliders);
    narrow_phase
        .collect(contacts, colliders, |lists, collector| broad_phase.find_pairs(colliders, lists, collector));
    narrow_phase.end_search(contacts, colliders);
    colliders.forget_changes();
}

/// The phase `Filter`: asks a filter whether the pairs may touch. `CollisionPlugin::with_filter` adds it.
pub(crate) fn filter_pairs<D, F>(filter: StaticSystemParam<F>, mut collisions: ResMut<Collisions<D>>)
where
    D: Dimension,
    F: CollisionFilter + 'static,
    for<'w, 's> SystemParamItem<'w, 's, F>: CollisionFilter,
{
    let Collisions { colliders, contacts, narrow_phase, .. } = &mut *collisions;
    narrow_phase.filter(contacts, colliders, |a, b| filter.allows(a, b));
}

/// The phase `NarrowPhase`: tests the candidates and updates the contact graph.
pub(crate) fn test_pairs<D: Dimension>(time: Option<Res<Time>>, mut collisions: ResMut<Collisions<D>>) {
    let now = time.map_or_else(Default::default, |time| time.elapsed());
    let Collisions { colliders, contacts, narrow_phase, .. } = &mut *collisions;
    #[cfg(feature = "parallel")]
    narrow_phase.test_in_parallel(contacts, colliders, now, &mut GjkTest);
    #[cfg(not(feature = "parallel"))]
    narrow_phase.test(contacts, colliders, now, &mut GjkTest);
    colliders.end();
}

/// The phase `NarrowPhase` with a filter that sees the contacts: tests the candidates on one thread.
pub(crate) fn test_pairs_with_filter<D, F>(
    filter: StaticSystemParam<F>,
    time: Option<Res<Time>>,
    mut collisions: ResMut<Collisions<D>>,
) where
    D: Dimension,
    F: ContactFilter<D> + 'static,
    for<'w, 's> SystemParamItem<'w, 's, F>: ContactFilter<D>,
{
    let now = time.map_or_else(Default::default, |time| time.elapsed());
    let Collisions { colliders, contacts, narrow_phase, .. } = &mut *collisions;
    narrow_phase.test_by(contacts, colliders, now, &mut FilteredTest(&*filter));
    colliders.end();
    #[cfg(feature = "recorder")]
    if let Some(tape) = &mut collisions.tape {
        tape.sees_contacts = true;
    }
}

/// The phase `Events`: writes the messages and queues [`trigger_observers`], which runs after the systems of this
/// phase.
pub(crate) fn send_events<D: Dimension>(
    mut collisions: ResMut<Collisions<D>>,
    mut pending: ResMut<PendingTriggers<D>>,
    (mut touching, mut near): (MessageWriter<CollisionEvent<D>>, MessageWriter<ProximityEvent<D>>),
    observers: UnfilteredQuery<&'static Observer, Added<Observer>>,
    (mut log, past): (Option<ResMut<CollisionLog<D>>>, Option<ResMut<CollisionPast<D>>>),
    mut commands: Commands,
) {
    pending.detect_observers(&observers);
    if let Some(mut past) = past {
        past.record(&mut collisions.bypass_change_detection().colliders);
    }
    // Checked first, since taking the transitions marks the resource as changed.
    if collisions.contacts.has_transitions() {
        pending.drop_before_restore(collisions.restores);
        #[cfg(feature = "recorder")]
        let mut tape = collisions.tape.take();
        let transitions = collisions.contacts.take_transitions().map(|(transition, keys)| {
            #[cfg(feature = "recorder")]
            if let Some(tape) = &mut tape {
                tape.events.push(crate::events::recorded_transition(&transition));
            }
            if let Some(log) = &mut log
                && let PairMessage::Collision(event) = into_message(transition)
            {
                log.record(event, keys);
            }
            transition
        });
        pending.send(transitions, &mut touching, &mut near);
        #[cfg(feature = "recorder")]
        {
            collisions.tape = tape;
        }
    }
    if let Some(changes) = log.map(|mut log| log.end_run()).filter(|changes| !changes.is_empty()) {
        commands.queue(|world: &mut World| changes.send(world));
    }
    if pending.is_observed() {
        commands.queue(trigger_observers::<D>);
    }
}
