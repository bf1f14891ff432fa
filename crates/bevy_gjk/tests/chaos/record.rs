//! What is noted while a frame runs: the world as it was just before the systems, what `Collisions` said just
//! after, and what was heard, in its order.

use std::collections::BTreeMap;

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::Despawn;
use bevy_ecs::prelude::*;
use bevy_gjk::{
    ColliderDisabled, CollisionEnded, CollisionLayers, CollisionStarted, Collisions, EndReason, Touch,
};
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::Contact;

use crate::dimension::Chaotic;

/// Every entity of the run has this, and never loses it.
#[derive(Component, Clone, Copy)]
pub struct Tracked;

/// Disables an entity, in a run where the app registered it for that.
#[derive(Component, Clone, Copy)]
pub struct Asleep;

/// Lets a query see what is disabled as well.
pub type AlsoDisabled = (Allow<Disabled>, Allow<Asleep>);

/// An entity with observers of its own. Not `Clone`: a clone of the entity has none.
#[derive(Component)]
pub struct Ear {
    /// They let events bubble up to the parents.
    pub bubbles: bool,
}

/// An entity: its index, then its generation. This is the order that is promised.
pub type Id = (u32, u32);

pub fn id(entity: Entity) -> Id {
    (entity.index_u32(), entity.generation().to_bits())
}

/// An entity as it was just before the systems ran.
pub struct Seen<D: Chaotic> {
    pub entity: Entity,
    pub collider: Option<D::Collider>,
    /// The collider was written to, whether it is another now or not.
    pub written: bool,
    pub global: Option<GlobalTransform>,
    pub local: Option<Transform>,
    pub parent: Option<Entity>,
    pub layers: Option<CollisionLayers>,
    /// Has `ColliderDisabled`.
    pub switched_off: bool,
    /// Has Bevy's `Disabled`, or what disables as that does.
    pub hidden: bool,
}

/// Something heard by an observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heard<D: Chaotic> {
    /// By an observer of the entity, or one of all entities.
    Started { entity: Entity, other: Entity, contact: Contact<D::Vector>, own: bool },
    /// By an observer of the entity, or one of all entities.
    Ended { entity: Entity, other: Entity, reason: EndReason, own: bool },
    /// From here on, the entity hears nothing.
    Despawned(Entity),
}

/// The notes of one frame.
#[derive(Resource)]
pub struct Record<D: Chaotic> {
    pub edits: Vec<String>,
    pub seen: Vec<Seen<D>>,
    pub said: Vec<Touch<D>>,
    /// Who had observers of its own when the events came, and whether these let them bubble.
    pub ears: BTreeMap<Entity, bool>,
    /// Who had which parent then.
    pub parents: BTreeMap<Entity, Entity>,
    pub heard: Vec<Heard<D>>,
}

impl<D: Chaotic> Default for Record<D> {
    fn default() -> Self {
        Self {
            edits: Vec::new(),
            seen: Vec::new(),
            said: Vec::new(),
            ears: BTreeMap::new(),
            parents: BTreeMap::new(),
            heard: Vec::new(),
        }
    }
}

/// All that is seen of an entity.
type Looks<D> = (
    Entity,
    Option<Ref<'static, <D as bevy_gjk::Dimension>::Collider>>,
    Option<&'static GlobalTransform>,
    Option<&'static Transform>,
    Option<&'static ChildOf>,
    Option<&'static CollisionLayers>,
    (Has<ColliderDisabled>, Has<Disabled>, Has<Asleep>),
);

/// Notes the world, before the systems look at it.
pub fn look<D: Chaotic>(all: Query<Looks<D>, (With<Tracked>, AlsoDisabled)>, mut record: ResMut<Record<D>>) {
    record.seen.clear();
    for (entity, collider, global, local, parent, layers, (switched_off, hidden, asleep)) in &all {
        record.seen.push(Seen {
            entity,
            written: collider.as_ref().is_some_and(DetectChanges::is_changed),
            collider: collider.as_deref().cloned(),
            global: global.copied(),
            local: local.copied(),
            parent: parent.map(ChildOf::parent),
            layers: layers.copied(),
            switched_off,
            hidden: hidden || asleep,
        });
    }
    record.seen.sort_by_key(|seen| id(seen.entity));
}

/// Notes what touches and who will hear of it, before anybody is told.
pub fn read<D: Chaotic>(
    collisions: Res<Collisions<D>>,
    ears: Query<(Entity, &Ear), AlsoDisabled>,
    parents: Query<(Entity, &ChildOf), AlsoDisabled>,
    mut record: ResMut<Record<D>>,
) {
    record.said = collisions.iter().collect();
    record.ears = ears.iter().map(|(entity, ear)| (entity, ear.bubbles)).collect();
    record.parents = parents.iter().map(|(child, of)| (child, of.parent())).collect();
}

/// An observer that takes notes: one of all entities, or one entity's own.
pub fn hear_started<D: Chaotic>(
    own: bool,
    bubbles: bool,
) -> impl FnMut(On<CollisionStarted<D>>, ResMut<Record<D>>) {
    move |mut it, mut record| {
        if bubbles {
            it.propagate(true);
        }
        let CollisionStarted { entity, other, contact, .. } = *it;
        record.heard.push(Heard::Started { entity, other, contact, own });
    }
}

/// An observer that takes notes: one of all entities, or one entity's own.
pub fn hear_ended<D: Chaotic>(
    own: bool,
    bubbles: bool,
) -> impl FnMut(On<CollisionEnded<D>>, ResMut<Record<D>>) {
    move |mut it, mut record| {
        if bubbles {
            it.propagate(true);
        }
        let CollisionEnded { entity, other, reason, .. } = *it;
        record.heard.push(Heard::Ended { entity, other, reason, own });
    }
}

pub fn hear_despawned<D: Chaotic>(it: On<Despawn<Tracked>>, mut record: ResMut<Record<D>>) {
    record.heard.push(Heard::Despawned(it.entity));
}
