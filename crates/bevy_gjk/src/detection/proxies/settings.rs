//! The settings of a collider: everything about it but its shape and its transform.

use std::borrow::Cow;

use bevy_ecs::prelude::Entity;

use crate::collider::{
    CollisionLayers, CollisionOrder, CollisionSpace, ContentHash, Dimension, LayersOfKinds, SweptCollider,
};
use crate::detection::proxies::Colliders;

/// The values of the components beside the collider, checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ColliderSettings<'a> {
    /// The layers it is on and those it collides with.
    pub(crate) layers: CollisionLayers,
    /// The distance up to which others count as near, in units of length: finite and not negative.
    pub(crate) margin: f32,
    /// Set if its motion between two runs is swept.
    pub(crate) swept: Option<SweptCollider>,
    /// The entities it never collides with.
    pub(crate) exceptions: Cow<'a, [Entity]>,
    /// The self-collision group: two colliders with the same entity here do not collide.
    pub(crate) group: Option<Entity>,
    /// The space that it is in.
    pub(crate) space: CollisionSpace,
    /// The key that replaces the index of the entity wherever an order shows.
    pub(crate) order: Option<CollisionOrder>,
}

impl ColliderSettings<'static> {
    /// Returns a copy of the settings of the collider in a slot.
    pub(crate) fn of<D: Dimension>(slot: u32, colliders: &Colliders<D>) -> Self {
        let collider = colliders.at(slot);
        Self {
            layers: collider.layers_of_entity(),
            margin: collider.margin,
            swept: collider.swept(),
            exceptions: collider.filter.exceptions().to_vec().into(),
            group: collider.filter.group(),
            space: collider.space(),
            order: colliders.key(slot).map(CollisionOrder),
        }
    }

    /// Replaces the entities.
    pub(crate) fn map_entities(&mut self, mut map: impl FnMut(Entity) -> Entity) {
        self.exceptions.to_mut().iter_mut().chain(&mut self.group).for_each(|entity| *entity = map(*entity));
    }
}

/// The part of the settings that decides which pairs may touch, as the table stores it.
#[derive(Debug, Default)]
pub(crate) struct InteractionFilter {
    /// The layers of all parts together.
    pub(crate) layers: CollisionLayers,
    /// The space, which stays the same as long as the collider has its slot.
    pub(super) space: CollisionSpace,
    /// Boxed, because most colliders have none.
    beyond_layers: Option<Box<BeyondLayers>>,
}

/// Why a pair should not collide, whatever its shapes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilterReason {
    /// A collider does not touch itself.
    SameEntity,
    /// The spaces are different ones.
    Spaces,
    /// The layers do not agree.
    Layers,
    /// The first entity lists the second one among its exceptions.
    ListedByFirst,
    /// The second entity lists the first one among its exceptions.
    ListedBySecond,
    /// Both belong to this self-collision group.
    Group(Entity),
}

/// What decides beside the layers of the whole collider.
#[derive(Debug, Default)]
struct BeyondLayers {
    /// The layers of the entity, if parts have layers of their own.
    of_entity: Option<CollisionLayers>,
    /// The entities that it lists as exceptions.
    exceptions: Vec<Entity>,
    /// Its self-collision group.
    group: Option<Entity>,
}

impl InteractionFilter {
    /// Replaces the filter by new settings, and returns whether it changed. `of_kinds` are the layers of parts that
    /// have their own.
    #[inline]
    pub(crate) fn update(&mut self, new: &ColliderSettings, of_kinds: Option<LayersOfKinds>) -> bool {
        let layers = of_kinds.map_or(new.layers, |of_kinds| of_kinds.of_all_parts(new.layers));
        let is_same = self.layers == layers && self.space == new.space;
        let is_beyond_layers = new.group.is_some() || !new.exceptions.is_empty() || of_kinds.is_some();
        if is_same && !is_beyond_layers && self.beyond_layers.is_none() {
            return false;
        }
        let has_of_kinds = self.beyond_layers.as_ref().is_some_and(|beyond| beyond.of_entity.is_some());
        let unchanged = is_same
            && has_of_kinds == of_kinds.is_some()
            && self.layers_of_entity() == new.layers
            && self.group() == new.group
            && self.exceptions() == &*new.exceptions;
        if !unchanged {
            (self.layers, self.space) = (layers, new.space);
            if is_beyond_layers {
                let beyond_layers = self.beyond_layers.get_or_insert_default();
                beyond_layers.of_entity = of_kinds.map(|_| new.layers);
                beyond_layers.group = new.group;
                beyond_layers.exceptions.clear();
                beyond_layers.exceptions.extend_from_slice(&new.exceptions);
            } else {
                self.beyond_layers = None;
            }
        }
        !unchanged
    }

    /// Adds the filter to a hash. `name` returns a number of an entity that other peers know, too: its key, or its id.
    pub(super) fn add_to(&self, hash: &mut ContentHash, name: impl Fn(Entity) -> u64) {
        let CollisionLayers { memberships, filters } = self.layers;
        hash.add(u64::from(memberships.0) << 32 | u64::from(filters.0));
        if self.space != CollisionSpace::DEFAULT {
            hash.add(self.space.0.into());
        }
        if let Some(beyond_layers) = &self.beyond_layers {
            let all = beyond_layers.group.iter().chain(&beyond_layers.exceptions);
            all.for_each(|&entity| hash.add(name(entity)));
            hash.add(beyond_layers.group.is_some().into());
            hash.add_shown(&beyond_layers.of_entity);
        }
    }

    /// Returns the layers of parts that have none of their own.
    #[inline]
    pub(crate) fn layers_of_entity(&self) -> CollisionLayers {
        self.beyond_layers.as_ref().and_then(|beyond| beyond.of_entity).unwrap_or(self.layers)
    }

    /// Returns a copy of the layers and of the space.
    pub(crate) fn only_layers(&self) -> Self {
        let of_entity = self.beyond_layers.as_ref().and_then(|beyond| beyond.of_entity);
        let boxed = |of_entity| Box::new(BeyondLayers { of_entity, ..BeyondLayers::default() });
        let beyond_layers = of_entity.map(|layers| boxed(Some(layers)));
        Self { layers: self.layers, space: self.space, beyond_layers }
    }

    pub(crate) fn group(&self) -> Option<Entity> {
        self.beyond_layers.as_ref().and_then(|beyond| beyond.group)
    }

    pub(crate) fn exceptions(&self) -> &[Entity] {
        self.beyond_layers.as_ref().map_or(&[], |beyond| &beyond.exceptions)
    }

    /// Returns whether its pairs are filtered by layers only, the same for all parts: it has no exceptions and no
    /// self-collision group.
    #[inline]
    pub(crate) fn has_only_layers(&self) -> bool {
        self.beyond_layers.is_none()
    }

    /// Returns why two colliders should not collide, or `None` if they should, by the filters of both.
    #[inline]
    pub(crate) fn filter_reason(&self, other: &Self, entities: [Entity; 2]) -> Option<FilterReason> {
        if self.space != other.space {
            return Some(FilterReason::Spaces);
        }
        if !self.layers.interacts_with(other.layers) {
            return Some(FilterReason::Layers);
        }
        if self.has_only_layers() && other.has_only_layers() {
            return None;
        }
        self.reason_beyond_layers(other, entities)
    }

    /// Returns why two colliders whose layers agree should not collide, or `None` if they should.
    fn reason_beyond_layers(&self, other: &Self, [one, two]: [Entity; 2]) -> Option<FilterReason> {
        if self.exceptions().contains(&two) {
            Some(FilterReason::ListedByFirst)
        } else if other.exceptions().contains(&one) {
            Some(FilterReason::ListedBySecond)
        } else {
            self.group().filter(|_| self.group() == other.group()).map(FilterReason::Group)
        }
    }
}
