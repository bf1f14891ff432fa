//! What the ticks of components do not tell: which were removed, and which entities were disabled or enabled.

use core::any::TypeId;

use bevy_ecs::component::{ComponentId, Components};
use bevy_ecs::entity_disabling::{DefaultQueryFilters, Disabled};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::{RemovedComponentEntity, RemovedComponentMessages};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::{Added, Changed, Entity, Local, Or, Query, Res, With};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::GlobalTransform;

use crate::collider::Dimension;
use crate::collider::{ColliderDisabled, ProximityMargin, SweptCollider, TouchOnly};
use crate::compound::CompoundCollider;
use crate::filter::{CollisionExceptions, NoSelfCollision};
use crate::layers::CollisionLayers;
use crate::proxies::update::rows::ColliderCounts;
use crate::unfiltered::UnfilteredQuery;

/// What may make another family.
type Bond = Or<(Changed<ChildOf>, Added<NoSelfCollision>)>;

/// Notices what happened to entities since the last run of a system.
#[derive(SystemParam)]
pub(crate) struct RemovalDetector<'w, 's, D: Dimension> {
    components: &'w Components,
    messages: &'w RemovedComponentMessages,
    filters: Option<Res<'w, DefaultQueryFilters>>,
    /// Whatever is lost with it, a collider may be another one without these, or come back.
    parts: Local<'s, Removals>,
    /// The same of what makes families.
    exclusions: Local<'s, Removals>,
    switched_off: Query<'w, 's, Entity, (With<<D as Dimension>::Collider>, Added<ColliderDisabled>)>,
    /// Only by Bevy's own component. What other components disable is missed when all are counted.
    hidden: Query<'w, 's, Entity, (With<<D as Dimension>::Collider>, Added<Disabled>)>,
    tree: UnfilteredQuery<'w, 's, (), Bond>,
    counts: Local<'s, Option<ColliderCounts>>,
}

impl<D: Dimension> RemovalDetector<'_, '_, D> {
    /// Calls for each entity that may have become a collider, another one, or none, without a tick that says
    /// so; some of them several times. `false` if the system ran so long ago that some are forgotten.
    pub(super) fn removed_or_disabled(&mut self, mut visit: impl FnMut(Entity)) -> bool {
        self.switched_off.iter().chain(&self.hidden).for_each(&mut visit);
        self.parts.begin(|| {
            let types = [
                TypeId::of::<D::Collider>(),
                TypeId::of::<GlobalTransform>(),
                TypeId::of::<CollisionLayers>(),
                TypeId::of::<ProximityMargin>(),
                TypeId::of::<CollisionExceptions>(),
                TypeId::of::<TouchOnly>(),
                TypeId::of::<SweptCollider>(),
                TypeId::of::<CompoundCollider>(),
                TypeId::of::<ColliderDisabled>(),
            ];
            let own = types.into_iter().filter_map(|of| self.components.get_id(of));
            own.chain(self.filters.iter().flat_map(|filters| filters.disabling_ids())).collect()
        });
        self.parts.read(self.messages, visit)
    }

    /// Whether there are as many colliders as in the last run, and as many of them [`TouchOnly`].
    ///
    /// Then nobody was given that mark unless somebody else lost it or left, of whom there is a message, or who is
    /// missed when all are counted; for those who come are seen by their ticks.
    pub(super) fn are_unchanged(&mut self, counts: Option<ColliderCounts>) -> bool {
        counts.is_some() && core::mem::replace(&mut *self.counts, counts) == counts
    }

    /// Whether families may be others now.
    pub(super) fn groups_changed(&mut self) -> bool {
        self.exclusions.begin(|| {
            let types = [TypeId::of::<ChildOf>(), TypeId::of::<NoSelfCollision>()];
            types.into_iter().filter_map(|of| self.components.get_id(of)).collect()
        });
        let mut removed = false;
        let complete = self.exclusions.read(self.messages, |_| removed = true);
        removed || !complete || !self.tree.is_empty()
    }
}

/// Reads of which entities some components were removed.
#[derive(Default)]
struct Removals(Vec<(ComponentId, MessageCursor<RemovedComponentEntity>)>);

impl Removals {
    fn begin(&mut self, components: impl FnOnce() -> Vec<ComponentId>) {
        if self.0.is_empty() {
            self.0.extend(components().into_iter().map(|id| (id, MessageCursor::default())));
        }
    }

    /// Calls for each that was not read before; `false` if some are forgotten.
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
