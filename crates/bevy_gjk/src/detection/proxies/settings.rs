//! The settings of a collider: everything about it but its shape and its transform.

use bevy_ecs::prelude::Entity;

use crate::collider::{CollisionLayers, CollisionOrder, ContentHash, SweptCollider};

/// The values of the components beside the collider, checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderSettings<'a> {
    /// The layers it is on and those it collides with.
    pub layers: CollisionLayers,
    /// The distance up to which others count as near, in units of length: finite and not negative.
    pub margin: f32,
    /// Set if its motion between two runs is swept.
    pub swept: Option<SweptCollider>,
    /// The entities it never collides with.
    pub exceptions: &'a [Entity],
    /// The self-collision group: two colliders with the same entity here do not collide.
    pub group: Option<Entity>,
    /// The key that replaces the index of the entity wherever an order shows.
    pub order: Option<CollisionOrder>,
}

impl Default for ColliderSettings<'_> {
    fn default() -> Self {
        Self {
            layers: CollisionLayers::default(),
            margin: 0.0,
            swept: None,
            exceptions: &[],
            group: None,
            order: None,
        }
    }
}

/// The part of the settings that decides which pairs may touch, as the table stores it.
#[derive(Debug, Default)]
pub(crate) struct InteractionFilter {
    pub(crate) layers: CollisionLayers,
    /// Boxed, because most colliders have none.
    exceptions: Option<Box<Exceptions>>,
}

/// Why a pair should not collide, whatever its shapes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilterReason {
    /// A collider does not touch itself.
    SameEntity,
    /// The layers do not agree.
    Layers,
    /// The first entity lists the second one among its exceptions.
    ListedByFirst,
    /// The second entity lists the first one among its exceptions.
    ListedBySecond,
    /// Both belong to this self-collision group.
    Group(Entity),
}

/// The exceptions of one collider: with which others it does not collide although the layers agree.
#[derive(Debug, Default)]
struct Exceptions {
    /// The entities that it lists.
    listed: Vec<Entity>,
    /// Its self-collision group.
    group: Option<Entity>,
}

impl InteractionFilter {
    /// Replaces the filter by new settings, and returns whether it changed.
    #[inline]
    pub(crate) fn update(&mut self, new: &ColliderSettings) -> bool {
        let same_layers = self.layers == new.layers;
        let has_exceptions = new.group.is_some() || !new.exceptions.is_empty();
        if same_layers && !has_exceptions && self.exceptions.is_none() {
            return false;
        }
        let unchanged = same_layers && self.group() == new.group && self.listed() == new.exceptions;
        if !unchanged {
            self.layers = new.layers;
            if has_exceptions {
                let exceptions = self.exceptions.get_or_insert_default();
                exceptions.group = new.group;
                exceptions.listed.clear();
                exceptions.listed.extend_from_slice(new.exceptions);
            } else {
                self.exceptions = None;
            }
        }
        !unchanged
    }

    /// Adds the filter to a hash. `name` returns what an entity is called.
    pub(super) fn add_to(&self, hash: &mut ContentHash, name: impl Fn(Entity) -> u64) {
        let CollisionLayers { memberships, filters } = self.layers;
        hash.add(u64::from(memberships.0) << 32 | u64::from(filters.0));
        if let Some(exceptions) = &self.exceptions {
            let all = exceptions.group.iter().chain(&exceptions.listed);
            all.for_each(|&entity| hash.add(name(entity)));
            hash.add(exceptions.group.is_some().into());
        }
    }

    pub(crate) fn group(&self) -> Option<Entity> {
        self.exceptions.as_ref().and_then(|exceptions| exceptions.group)
    }

    pub(crate) fn listed(&self) -> &[Entity] {
        self.exceptions.as_ref().map_or(&[], |exceptions| &exceptions.listed)
    }

    /// Returns whether its pairs are filtered by layers only: it has no exceptions and no self-collision group.
    #[inline]
    pub(crate) fn has_only_layers(&self) -> bool {
        self.exceptions.is_none()
    }

    /// Returns why two colliders should not collide, or `None` if they should, by the filters of both.
    #[inline]
    pub(crate) fn filter_reason(&self, other: &Self, entities: [Entity; 2]) -> Option<FilterReason> {
        if !self.layers.interacts_with(other.layers) {
            return Some(FilterReason::Layers);
        }
        if self.has_only_layers() && other.has_only_layers() {
            return None;
        }
        self.exception(other, entities)
    }

    /// Returns the exception to which the pair belongs, or `None` if it belongs to none.
    fn exception(&self, other: &Self, [one, two]: [Entity; 2]) -> Option<FilterReason> {
        if self.listed().contains(&two) {
            Some(FilterReason::ListedByFirst)
        } else if other.listed().contains(&one) {
            Some(FilterReason::ListedBySecond)
        } else {
            self.group().filter(|_| self.group() == other.group()).map(FilterReason::Group)
        }
    }
}
