//! The settings of a collider: everything about it but its shape and its transform.

use bevy_ecs::prelude::Entity;

use crate::collider::SweptCollider;
use crate::layers::CollisionLayers;

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
}

impl Default for ColliderSettings<'_> {
    fn default() -> Self {
        Self { layers: CollisionLayers::default(), margin: 0.0, swept: None, exceptions: &[], group: None }
    }
}

/// The part of the settings that decides which pairs may touch, as the table stores it.
#[derive(Debug, Default)]
pub(crate) struct InteractionFilter {
    pub(crate) layers: CollisionLayers,
    /// Boxed, because most colliders have none.
    exclusions: Option<Box<Exclusions>>,
}

/// The rule that refuses a pair, whatever its shapes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
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

/// The pairs of one collider that are excluded apart from layers.
#[derive(Debug, Default)]
struct Exclusions {
    exceptions: Vec<Entity>,
    group: Option<Entity>,
}

impl InteractionFilter {
    /// Replaces the filter by new settings, and returns whether it changed.
    #[inline]
    pub(crate) fn update(&mut self, new: &ColliderSettings) -> bool {
        let same_layers = self.layers == new.layers;
        let excludes = new.group.is_some() || !new.exceptions.is_empty();
        if same_layers && !excludes && self.exclusions.is_none() {
            return false;
        }
        let unchanged = same_layers && self.group() == new.group && self.exceptions() == new.exceptions;
        if !unchanged {
            self.layers = new.layers;
            if excludes {
                let exclusions = self.exclusions.get_or_insert_default();
                exclusions.group = new.group;
                exclusions.exceptions.clear();
                exclusions.exceptions.extend_from_slice(new.exceptions);
            } else {
                self.exclusions = None;
            }
        }
        !unchanged
    }

    fn group(&self) -> Option<Entity> {
        self.exclusions.as_ref().and_then(|exclusions| exclusions.group)
    }

    fn exceptions(&self) -> &[Entity] {
        self.exclusions.as_ref().map_or(&[], |exclusions| &exclusions.exceptions)
    }

    /// Returns whether nothing but layers filters its pairs.
    #[inline]
    pub(crate) fn is_unrestricted(&self) -> bool {
        self.exclusions.is_none()
    }

    /// Returns the rule by which the filters of both colliders refuse the pair, or `None` if they allow it.
    #[inline]
    pub(crate) fn refusal(&self, other: &Self, entities: [Entity; 2]) -> Option<Refusal> {
        if !self.layers.interacts_with(other.layers) {
            return Some(Refusal::Layers);
        }
        if self.is_unrestricted() && other.is_unrestricted() {
            return None;
        }
        self.exclusion(other, entities)
    }

    /// Returns the exception or the group that excludes the pair.
    fn exclusion(&self, other: &Self, [one, two]: [Entity; 2]) -> Option<Refusal> {
        if self.exceptions().contains(&two) {
            Some(Refusal::ListedByFirst)
        } else if other.exceptions().contains(&one) {
            Some(Refusal::ListedBySecond)
        } else {
            self.group().filter(|_| self.group() == other.group()).map(Refusal::Group)
        }
    }
}
