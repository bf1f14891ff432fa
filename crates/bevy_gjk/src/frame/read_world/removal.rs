//! Detection of removed components and disabled entities, which the change ticks of components do not show.

use core::any::TypeId;

use bevy_ecs::component::{ComponentId, Components};
use bevy_ecs::entity_disabling::{DefaultQueryFilters, Disabled};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::{RemovedComponentEntity, RemovedComponentMessages};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::{Added, Changed, Entity, Local, Or, Query, Res, With};
use bevy_ecs::system::SystemParam;

use super::rows::columns;
use crate::collider::{ColliderDisabled, CollisionSpace, CompoundCollider, Dimension, NoSelfCollision};
use crate::ecs::UnfilteredQuery;

/// Matches entities of which what they inherit may have changed.
type InheritanceChanged = Or<(Changed<ChildOf>, Added<NoSelfCollision>, Changed<CollisionSpace>)>;

/// Detects removed components and disabled entities since the last run of a system.
#[derive(SystemParam)]
pub(crate) struct RemovalDetector<'w, 's, D: Dimension> {
    components: &'w Components,
    messages: &'w RemovedComponentMessages,
    filters: Option<Res<'w, DefaultQueryFilters>>,
    /// Messages of the removed components that change a collider, or whose removal brings one back.
    removed_components: Local<'s, Removals>,
    /// Messages of the removed components that change what is inherited.
    removed_inheritance: Local<'s, Removals>,
    newly_disabled: Query<'w, 's, Entity, (With<<D as Dimension>::Collider>, Added<ColliderDisabled>)>,
    /// Entities disabled by Bevy's own component. What other components disable shows in the counts.
    newly_disabled_by_bevy: Query<'w, 's, Entity, (With<<D as Dimension>::Collider>, Added<Disabled>)>,
    inheritance_changes: UnfilteredQuery<'w, 's, Entity, InheritanceChanged>,
}

impl<D: Dimension> RemovalDetector<'_, '_, D> {
    /// Calls `visit` for each entity that may have become a collider, changed, or stopped being one without a new tick;
    /// for some of them several times. Returns `false` if messages were lost because the system has not run for long.
    pub(super) fn removed_or_disabled(&mut self, mut visit: impl FnMut(Entity)) -> bool {
        self.newly_disabled.iter().chain(&self.newly_disabled_by_bevy).for_each(&mut visit);
        self.removed_components.begin(|| {
            let types = columns::<D>().into_iter();
            let types = types.chain([TypeId::of::<CompoundCollider>(), TypeId::of::<ColliderDisabled>()]);
            let own = types.filter_map(|type_id| self.components.get_id(type_id));
            own.chain(self.filters.iter().flat_map(|filters| filters.disabling_ids())).collect()
        });
        self.removed_components.read(self.messages, visit)
    }

    /// Calls `visit` for each entity of which what it, and all below it, inherits may have changed; for some of them
    /// several times. Returns `false` if messages were lost.
    pub(super) fn inheritance_changed(&mut self, mut visit: impl FnMut(Entity)) -> bool {
        self.removed_inheritance.begin(|| {
            let types =
                [TypeId::of::<ChildOf>(), TypeId::of::<NoSelfCollision>(), TypeId::of::<CollisionSpace>()];
            types.into_iter().filter_map(|type_id| self.components.get_id(type_id)).collect()
        });
        self.inheritance_changes.iter().for_each(&mut visit);
        self.removed_inheritance.read(self.messages, visit)
    }
}

/// Reads the messages of some removed components.
#[derive(Default)]
struct Removals(Vec<(ComponentId, MessageCursor<RemovedComponentEntity>)>);

impl Removals {
    /// Starts reading, at the first call.
    fn begin(&mut self, components: impl FnOnce() -> Vec<ComponentId>) {
        if self.0.is_empty() {
            self.0.extend(components().into_iter().map(|id| (id, MessageCursor::default())));
        }
    }

    /// Calls `visit` for each new message; returns `false` if some were lost.
    fn read(&mut self, messages: &RemovedComponentMessages, mut visit: impl FnMut(Entity)) -> bool {
        let mut complete = true;
        for (id, cursor) in &mut self.0 {
            if let Some(messages) = messages.get(*id) {
                complete &= cursor.missed_messages(messages) == 0;
                cursor.read(messages).for_each(|removed| visit(removed.clone().into()));
            }
        }
        complete
    }
}
