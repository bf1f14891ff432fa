//! The components of entities that were despawned while they touched another.
//!
//! When the end of a touch is sent, a despawned entity has no components, yet an observer of
//! `CollisionEndedWith<Enemy>` has to run for a despawned enemy. So, for each component that such an event names (its
//! *pattern*), an observer of Bevy's `DespawnEvent` records the entities that had it.

use bevy_ecs::component::ComponentId;
use bevy_ecs::event::EventKey;
use bevy_ecs::lifecycle::DespawnEvent;
use bevy_ecs::observer::{Observer, On};
use bevy_ecs::prelude::{Entity, Res, ResMut, World};
use bevy_platform::collections::HashSet;

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::events::PendingTriggers;

/// The components that despawned entities had, as far as patterns ask for them.
#[derive(Debug, Default)]
pub(super) struct DespawnedComponents {
    /// The components that are recorded, each with the observer that records it.
    recorders: Vec<(ComponentId, Entity)>,
    /// The despawned entities that had a component.
    recorded: HashSet<(Entity, ComponentId)>,
}

impl DespawnedComponents {
    /// Returns whether a despawned entity had a component.
    pub(super) fn contains(&self, entity: Entity, component: ComponentId) -> bool {
        self.recorded.contains(&(entity, component))
    }
}

/// Spawns an observer that records despawns for each component that a pattern asks for and that has none yet.
pub(super) fn record_patterns<D: Dimension>(world: &mut World, keys: impl IntoIterator<Item = EventKey>) {
    for key in keys {
        // One at a time, since spawning it ends the borrow.
        while let Some(component) = unrecorded::<D>(world, key) {
            let record = move |despawn: On<DespawnEvent>,
                               pairs: Option<Res<Collisions<D>>>,
                               pending: Option<ResMut<PendingTriggers<D>>>| {
                let (Some(pairs), Some(mut pending)) = (pairs, pending) else { return };
                // An entity in no pair gets no further events, unless some are still pending.
                if pending.is_pending() || pairs.is_in_a_pair(despawn.entity) {
                    pending.despawned.recorded.insert((despawn.entity, component));
                }
            };
            let recorder = world.spawn(Observer::new(record).with_component(component)).id();
            let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() else { return };
            pending.despawned.recorders.push((component, recorder));
        }
    }
}

/// Returns a component that patterns of an event ask for and for which there is no recorder.
fn unrecorded<D: Dimension>(world: &World, key: EventKey) -> Option<ComponentId> {
    let observers = world.observers().try_get_observers(key)?;
    let recorders = &world.get_resource::<PendingTriggers<D>>()?.despawned.recorders;
    let is_recorded = |component: ComponentId| {
        recorders.iter().any(|&(id, observer)| id == component && world.entities().contains(observer))
    };
    observers.component_observers().keys().copied().find(|&component| !is_recorded(component))
}

/// Removes the records of entities that get no further events.
pub(super) fn forget_despawned<D: Dimension>(world: &mut World) {
    let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() else { return };
    if pending.despawned.recorded.is_empty() {
        return;
    }
    let mut recorded = core::mem::take(&mut pending.despawned.recorded);
    if let Some(pairs) = world.get_resource::<Collisions<D>>() {
        recorded.retain(|&(entity, _)| pairs.is_in_a_pair(entity));
    }
    if let Some(mut pending) = world.get_resource_mut::<PendingTriggers<D>>() {
        pending.despawned.recorded = recorded;
    }
}

#[cfg(test)]
mod tests {
    use bevy_app::{App, TaskPoolPlugin};
    use bevy_ecs::prelude::{Component, ResMut, Resource};
    use bevy_transform::TransformPlugin;
    use bevy_transform::components::Transform;

    use super::*;
    use crate::collider::Dim2;
    use crate::dim2::prelude::*;

    #[derive(Component)]
    struct Enemy;

    #[derive(Resource, Default)]
    struct Ended(usize);

    #[test]
    fn the_records_of_despawned_entities_are_removed_once_their_end_events_are_sent() {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
        app.init_resource::<Ended>();
        app.add_observer(|_: On<CollisionEndedWith<Enemy>>, mut ended: ResMut<Ended>| ended.0 += 1);
        let recorded = |app: &App| app.world().resource::<PendingTriggers<Dim2>>().despawned.recorded.len();
        let circle = |x: f32| (Collider::circle(1.0), Transform::from_xyz(x, 0.0, 0.0));
        app.world_mut().spawn(circle(0.0));
        for round in 1..5 {
            let [near, far] = [0.5, 50.0].map(|x| app.world_mut().spawn((circle(x), Enemy)).id());
            app.update();
            app.world_mut().despawn(far);
            assert_eq!(recorded(&app), 0, "the far circle touched nothing");
            app.world_mut().despawn(near);
            assert_eq!(recorded(&app), 1);
            app.update();
            assert_eq!((recorded(&app), app.world().resource::<Ended>().0), (0, round));
        }
    }
}
