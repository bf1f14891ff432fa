//! A query that includes disabled entities, whichever component disables them.
//!
//! Bevy's queries skip entities that have a disabling component: Bevy's own `Disabled`, or one that the app
//! registered by `World::register_disabling_component`. `Allow<Disabled>` includes those of the first kind; the
//! types of the others are unknown to a library.

use core::cell::RefCell;
use core::ops::{Deref, DerefMut};

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::prelude::{FromWorld, Local, Query, World};
use bevy_ecs::query::{QueryData, QueryFilter};
use bevy_ecs::system::SystemParam;

/// A [`Query`] without the default query filters.
///
/// A query copies the [`DefaultQueryFilters`] of the world when its state is created, which is when its system is
/// initialized. Bevy creates the states of a parameter's fields in the order of their declaration: the field before
/// the query empties the filters, and the field after it restores them.
#[derive(SystemParam)]
pub(crate) struct UnfilteredQuery<'w, 's, D: QueryData + 'static, F: QueryFilter + 'static = ()> {
    _empty: Local<'s, EmptyFilters>,
    query: Query<'w, 's, D, F>,
    _restore: Local<'s, RestoreFilters>,
}

impl<'w, 's, D: QueryData + 'static, F: QueryFilter + 'static> Deref for UnfilteredQuery<'w, 's, D, F> {
    type Target = Query<'w, 's, D, F>;

    fn deref(&self) -> &Self::Target {
        &self.query
    }
}

impl<D: QueryData + 'static, F: QueryFilter + 'static> DerefMut for UnfilteredQuery<'_, '_, D, F> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.query
    }
}

std::thread_local! {
    /// The filters of the world whose query is being created. A state is created on one thread, so they need not be
    /// stored in the world, where they would take one more entity.
    static FILTERS: RefCell<Option<DefaultQueryFilters>> = const { RefCell::new(None) };
}

/// Empties the default query filters of a world when it is created.
struct EmptyFilters;

impl FromWorld for EmptyFilters {
    fn from_world(world: &mut World) -> Self {
        let filters = world.get_resource_mut::<DefaultQueryFilters>().map(|mut filters| {
            core::mem::replace(filters.bypass_change_detection(), DefaultQueryFilters::empty())
        });
        FILTERS.set(filters);
        Self
    }
}

/// Restores the default query filters of a world when it is created.
struct RestoreFilters;

impl FromWorld for RestoreFilters {
    fn from_world(world: &mut World) -> Self {
        if let (Some(filters), Some(mut empty)) =
            (FILTERS.take(), world.get_resource_mut::<DefaultQueryFilters>())
        {
            *empty.bypass_change_detection() = filters;
        }
        Self
    }
}

#[cfg(test)]
mod tests {
    use bevy_ecs::entity_disabling::{DefaultQueryFilters, Disabled};
    use bevy_ecs::prelude::{Component, Query, World};
    use bevy_ecs::system::{RunSystemOnce, SystemState};

    use crate::ecs::UnfilteredQuery;

    #[derive(Component)]
    struct Asleep;

    #[derive(Component)]
    #[component(storage = "SparseSet")]
    struct Stored;

    #[derive(Component)]
    struct Counted;

    #[derive(Component)]
    struct Marked;

    fn world() -> World {
        let mut world = World::new();
        world.register_disabling_component::<Asleep>();
        world.register_disabling_component::<Stored>();
        world.spawn(Counted);
        world.spawn((Counted, Disabled));
        world.spawn((Counted, Asleep));
        world.spawn((Counted, Stored));
        world.spawn((Counted, Disabled, Asleep, Stored));
        world
    }

    #[test]
    fn an_unfiltered_query_includes_disabled_entities_and_leaves_other_queries_alone() {
        let mut world = world();
        let ids =
            |world: &World| -> Vec<_> { world.resource::<DefaultQueryFilters>().disabling_ids().collect() };
        let before = ids(&world);
        fn count(
            ahead: Query<&Counted>,
            all: UnfilteredQuery<&'static Counted>,
            mut marked: UnfilteredQuery<&'static mut Marked>,
            behind: Query<&Counted>,
        ) -> [usize; 4] {
            [ahead.iter().count(), all.iter().count(), marked.iter_mut().count(), behind.iter().count()]
        }
        assert_eq!(world.run_system_once(count).unwrap(), [1, 5, 0, 1]);
        assert_eq!(ids(&world), before);
        assert_eq!(world.query::<&Counted>().iter(&world).count(), 1);
    }

    #[test]
    fn an_unfiltered_query_works_in_a_world_without_default_filters() {
        let mut world = world();
        world.remove_resource::<DefaultQueryFilters>();
        let mut state = SystemState::<UnfilteredQuery<&'static Counted>>::new(&mut world);
        assert_eq!(state.get(&world).unwrap().iter().count(), 5);
        assert!(!world.contains_resource::<DefaultQueryFilters>());
    }
}
