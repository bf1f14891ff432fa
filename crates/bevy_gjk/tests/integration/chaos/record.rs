//! The record of a frame: the world just before the systems run, `Collisions` just after, and the events that
//! observers received, in order.

use std::time::Duration;

use bevy_ecs::lifecycle::Despawn;
use bevy_math::{Mat4, Vec4};
use gjk::Contact;

use crate::chaos::dimension::Chaotic;
use crate::common::prelude::*;

/// Marks the entities of the run; never removed.
#[derive(Component, Clone, Copy)]
pub struct Tracked;

/// A disabling component, in runs whose app registered it.
#[derive(Component, Clone, Copy)]
pub struct Asleep;

/// A filter that lets a query see disabled entities as well.
pub type AlsoDisabled = (Allow<Disabled>, Allow<Asleep>);

/// Marks an entity with observers of its own. Not `Clone`, since a clone of the entity has no observers.
#[derive(Component)]
pub struct Ear {
    /// The observers let events bubble up to the parents.
    pub bubbles: bool,
}

/// An entity as its index and generation, which is the documented order.
pub type Id = (u32, u32);

pub fn id(entity: Entity) -> Id {
    (entity.index_u32(), entity.generation().to_bits())
}

/// The state of an entity just before the systems ran.
pub struct Seen<D: Chaotic> {
    pub entity: Entity,
    pub collider: Option<D::Collider>,
    /// The collider was marked as changed, whether it differs or not.
    pub written: bool,
    pub global: Option<GlobalTransform>,
    pub local: Option<Transform>,
    pub parent: Option<Entity>,
    pub layers: Option<CollisionLayers>,
    /// The entity has `ColliderDisabled`.
    pub switched_off: bool,
    /// The entity has Bevy's `Disabled` or another disabling component.
    pub hidden: bool,
    /// Bevy has never computed its place.
    pub lost: bool,
}

/// An event that an observer received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Received<D: Chaotic> {
    /// Received by an observer of the entity, or by a global one.
    Started { entity: Entity, other: Entity, contact: Contact<D::Vector>, own: bool },
    /// Received by an observer of the entity, or by a global one.
    Ended { entity: Entity, other: Entity, reason: EndReason, own: bool },
    /// The entity was despawned and receives no further events.
    Despawned(Entity),
}

/// A touch, with its contact as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchRecord<D: Chaotic> {
    pub entity: Entity,
    pub other: Entity,
    pub contact: Contact<D::Vector>,
    pub time: f32,
    pub since: Duration,
    pub runs: u32,
}

impl<D: Chaotic> TouchRecord<D> {
    pub fn of(touch: Touch<D>) -> Self {
        let Touch { entity, other, time, since, runs, .. } = touch;
        Self { entity, other, contact: touch.contact(), time, since, runs }
    }
}

/// The record of one frame.
#[derive(Resource)]
pub struct Record<D: Chaotic> {
    pub edits: Vec<String>,
    pub seen: Vec<Seen<D>>,
    pub touches: Vec<TouchRecord<D>>,
    /// The entities with observers of their own when the events were sent, and whether these let them bubble.
    pub ears: BTreeMap<Entity, bool>,
    /// The parents of the entities at that time.
    pub parents: BTreeMap<Entity, Entity>,
    pub received: Vec<Received<D>>,
}

impl<D: Chaotic> Default for Record<D> {
    fn default() -> Self {
        Self {
            edits: Vec::new(),
            seen: Vec::new(),
            touches: Vec::new(),
            ears: BTreeMap::new(),
            parents: BTreeMap::new(),
            received: Vec::new(),
        }
    }
}

/// The components of an entity that are recorded.
type Looks<D> = (
    Entity,
    Option<Ref<'static, <D as Dimension>::Collider>>,
    Option<&'static GlobalTransform>,
    Option<&'static Transform>,
    Option<&'static ChildOf>,
    Option<&'static CollisionLayers>,
    (Has<ColliderDisabled>, Has<Disabled>, Has<Asleep>),
);

/// The transforms of an entity and its parent.
type Links = (Option<Ref<'static, GlobalTransform>>, Option<&'static Transform>, Option<&'static ChildOf>);

/// Returns whether Bevy has never computed the place of an entity, which its `Transform`s say is not the origin.
fn is_lost<D: Chaotic>(entity: Entity, links: &Query<Links, AlsoDisabled>) -> bool {
    let Ok((Some(global), ..)) = links.get(entity) else { return false };
    if *global != GlobalTransform::IDENTITY || global.last_changed() != global.added() {
        return false;
    }
    let (mut place, mut at) = (GlobalTransform::IDENTITY, Some(entity));
    while let Some(Ok((_, Some(own), parent))) = at.map(|at| links.get(at)) {
        place = GlobalTransform::from(*own) * place;
        at = parent.map(ChildOf::parent);
    }
    let difference = place.to_matrix() - Mat4::IDENTITY;
    let columns = [difference.x_axis, difference.y_axis, difference.z_axis, difference.w_axis];
    // A NaN is no identity.
    let is_small = |column: Vec4| column.abs().cmple(Vec4::splat(1e-4)).all();
    let in_plane = |column: Vec4| Vec4::new(column.x, column.y, 0.0, 0.0);
    !match D::JUDGED {
        oracle::case::Dimension::Plane => {
            [columns[0], columns[1], columns[3]].map(in_plane).into_iter().all(is_small)
        }
        oracle::case::Dimension::Space => columns.into_iter().all(is_small),
    }
}

/// Records the world before the systems read it.
pub fn record_world<D: Chaotic>(
    all: Query<Looks<D>, (With<Tracked>, AlsoDisabled)>,
    links: Query<Links, AlsoDisabled>,
    mut record: ResMut<Record<D>>,
) {
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
            lost: is_lost::<D>(entity, &links),
        });
    }
    record.seen.sort_by_key(|seen| id(seen.entity));
}

/// Records the touches and the observers, before these are triggered.
pub fn read<D: Chaotic>(
    collisions: Res<Collisions<D>>,
    ears: Query<(Entity, &Ear), AlsoDisabled>,
    parents: Query<(Entity, &ChildOf), AlsoDisabled>,
    mut record: ResMut<Record<D>>,
) {
    record.touches = collisions.iter().map(TouchRecord::of).collect();
    record.ears = ears.iter().map(|(entity, ear)| (entity, ear.bubbles)).collect();
    record.parents = parents.iter().map(|(child, of)| (child, of.parent())).collect();
}

/// An observer that records its events: global, or of one entity.
pub fn record_started<D: Chaotic>(
    own: bool,
    bubbles: bool,
) -> impl FnMut(On<CollisionStarted<D>>, ResMut<Record<D>>) {
    move |mut it, mut record| {
        if bubbles {
            it.propagate(true);
        }
        let CollisionStarted { entity, other, contact, .. } = *it;
        record.received.push(Received::Started { entity, other, contact, own });
    }
}

/// An observer that records its events: global, or of one entity.
pub fn record_ended<D: Chaotic>(
    own: bool,
    bubbles: bool,
) -> impl FnMut(On<CollisionEnded<D>>, ResMut<Record<D>>) {
    move |mut it, mut record| {
        if bubbles {
            it.propagate(true);
        }
        let CollisionEnded { entity, other, reason, .. } = *it;
        record.received.push(Received::Ended { entity, other, reason, own });
    }
}

pub fn record_despawned<D: Chaotic>(it: On<Despawn<Tracked>>, mut record: ResMut<Record<D>>) {
    record.received.push(Received::Despawned(it.entity));
}
