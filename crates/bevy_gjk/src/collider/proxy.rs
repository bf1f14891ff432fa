//! What the systems hold of each collider, in one table for each dimension.

use core::marker::PhantomData;

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::{Component, Entity, Resource};
use gjk::{Affine, Bounds, Placed, Vector};

use crate::dimension::{Dimension, Shape};
use crate::events::EndReason;
use crate::layers::CollisionLayers;
use crate::validate::ColliderError;

/// Where an entity's proxy stands in the table. Only good if the proxy there knows the entity.
#[derive(Component, Debug)]
pub struct ProxyId<D: Dimension>(pub(crate) u32, PhantomData<D>);

impl<D: Dimension> Default for ProxyId<D> {
    fn default() -> Self {
        Self(u32::MAX, PhantomData)
    }
}

/// Whether a proxy takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It does.
    Active,
    /// Its collider or transform is invalid; the cause has been reported.
    Resting(ColliderError),
    /// It belongs to no entity any more.
    Free,
}

/// The type of a shape as the systems test it.
pub(crate) type Prepared<D> = <<D as Dimension>::Collider as Shape<D>>::Prepared;

/// One collider, as it was when the bounds were last computed.
#[derive(Debug)]
pub(crate) struct Proxy<D: Dimension> {
    pub(crate) entity: Entity,
    pub(crate) state: State,
    /// The run of the systems in which the entity was last found.
    pub(crate) seen: u32,
    /// Moved, reshaped or relayered since the pairs were last found.
    pub(crate) moved: bool,
    pub(crate) layers: CollisionLayers,
    pub(crate) affine: <D::Vector as Vector>::Affine,
    pub(crate) bounds: Bounds<D::Vector>,
    pub(crate) shape: Result<Prepared<D>, ColliderError>,
}

impl<D: Dimension> Proxy<D> {
    fn new(entity: Entity) -> Self {
        Self {
            entity,
            state: State::Free,
            seen: 0,
            moved: false,
            layers: CollisionLayers::default(),
            affine: Affine::IDENTITY,
            bounds: Bounds::default(),
            shape: Err(ColliderError::NoCustomShape),
        }
    }

    /// The shape where it stands in the world; nothing unless the proxy is active.
    #[inline]
    pub(crate) fn placed(&self) -> Option<Placed<&Prepared<D>, D::Vector>> {
        match (&self.shape, self.state) {
            (Ok(shape), State::Active) => Some(Placed::new(shape, self.affine)),
            _ => None,
        }
    }
}

/// The table of all colliders of a dimension.
#[derive(Resource, Debug)]
pub(crate) struct Proxies<D: Dimension> {
    table: Vec<Proxy<D>>,
    /// Where each entity stands.
    index: EntityHashMap<u32>,
    /// Places in the table that belong to no entity, and to no pair.
    pub(crate) free: Vec<u32>,
    /// The proxies that moved since the pairs were last found, each once.
    pub(crate) moved: Vec<u32>,
    /// The proxies that stopped to take part since then, and why.
    pub(crate) gone: Vec<(u32, EndReason)>,
    /// Counts how often the bounds were computed.
    pub(crate) run: u32,
}

impl<D: Dimension> Default for Proxies<D> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            index: EntityHashMap::default(),
            free: Vec::new(),
            moved: Vec::new(),
            gone: Vec::new(),
            run: 0,
        }
    }
}

impl<D: Dimension> Proxies<D> {
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &Proxy<D> {
        &self.table[slot as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, slot: u32) -> &mut Proxy<D> {
        &mut self.table[slot as usize]
    }

    /// How many places the table has.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// All proxies that belong to an entity, in the order of the table.
    #[cfg(feature = "overlay")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Proxy<D>> {
        self.table.iter().filter(|proxy| proxy.state != State::Free)
    }

    /// The place of an entity, and whether it is new.
    pub(crate) fn find_or_insert(&mut self, entity: Entity, id: &mut ProxyId<D>) -> (u32, bool) {
        let known = self.table.get(id.0 as usize);
        if known.is_some_and(|proxy| proxy.entity == entity && proxy.state != State::Free) {
            return (id.0, false);
        }
        // The id may have been removed and inserted anew, with the components that require it.
        if let Some(&slot) = self.index.get(&entity) {
            id.0 = slot;
            return (slot, false);
        }
        let slot = match self.free.pop() {
            Some(slot) => {
                self.table[slot as usize] = Proxy::new(entity);
                slot
            }
            None => {
                self.table.push(Proxy::new(entity));
                (self.table.len() - 1) as u32
            }
        };
        self.index.insert(entity, slot);
        id.0 = slot;
        (slot, true)
    }

    /// Frees the place of an entity that takes no part any more.
    pub(crate) fn release(&mut self, slot: u32, reason: EndReason) {
        let proxy = &mut self.table[slot as usize];
        proxy.state = State::Free;
        self.index.remove(&proxy.entity);
        self.gone.push((slot, reason));
    }

    /// Notes that a proxy has to be paired anew.
    pub(crate) fn mark_moved(&mut self, slot: u32) {
        let proxy = &mut self.table[slot as usize];
        if !proxy.moved {
            proxy.moved = true;
            self.moved.push(slot);
        }
    }

    /// Forgets which proxies moved, keeping the memory.
    pub(crate) fn clear_moved(&mut self) {
        for &slot in &self.moved {
            self.table[slot as usize].moved = false;
        }
        self.moved.clear();
    }
}
