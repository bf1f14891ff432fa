//! On what terms a collider takes part: everything about it but its shape and place.

use bevy_ecs::prelude::Entity;

use crate::collider::SweptCollider;
use crate::layers::CollisionLayers;

/// What the components beside the collider say, checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderSettings<'a> {
    /// Who meets whom.
    pub layers: CollisionLayers,
    /// Up to which distance it takes notice of others: finite and not negative.
    pub margin: f32,
    /// Whether to touch or not is all that is asked.
    pub touch_only: bool,
    /// Whether its way is swept.
    pub swept: Option<SweptCollider>,
    /// Whom it never meets.
    pub exceptions: &'a [Entity],
    /// Colliders with the same entity here do not meet.
    pub group: Option<Entity>,
}

impl Default for ColliderSettings<'_> {
    fn default() -> Self {
        Self {
            layers: CollisionLayers::default(),
            margin: 0.0,
            touch_only: false,
            swept: None,
            exceptions: &[],
            group: None,
        }
    }
}

/// Who meets whom, as the table keeps it.
#[derive(Debug, Default)]
pub(crate) struct InteractionFilter {
    pub(crate) layers: CollisionLayers,
    /// Most colliders have none.
    exclusions: Option<Box<Exclusions>>,
}

/// Whom a collider does not meet for a reason of its own.
#[derive(Debug, Default)]
struct Exclusions {
    exceptions: Vec<Entity>,
    group: Option<Entity>,
}

impl InteractionFilter {
    /// Takes over new terms, and tells whether they differ from the old ones.
    #[inline]
    pub(crate) fn update(&mut self, new: &ColliderSettings) -> bool {
        let alike = self.layers == new.layers;
        let bound = new.group.is_some() || !new.exceptions.is_empty();
        if alike && !bound && self.exclusions.is_none() {
            return false;
        }
        let same = alike && self.group() == new.group && self.exceptions() == new.exceptions;
        if !same {
            self.layers = new.layers;
            if bound {
                let exclusions = self.exclusions.get_or_insert_default();
                exclusions.group = new.group;
                exclusions.exceptions.clear();
                exclusions.exceptions.extend_from_slice(new.exceptions);
            } else {
                self.exclusions = None;
            }
        }
        !same
    }

    fn group(&self) -> Option<Entity> {
        self.exclusions.as_ref().and_then(|exclusions| exclusions.group)
    }

    fn exceptions(&self) -> &[Entity] {
        self.exclusions.as_ref().map_or(&[], |exclusions| &exclusions.exceptions)
    }

    /// Whether layers are all that keeps it from others.
    #[inline]
    pub(crate) fn is_unrestricted(&self) -> bool {
        self.exclusions.is_none()
    }

    /// Whether the terms of both of a pair let them meet.
    #[inline]
    pub(crate) fn allow(&self, other: &Self, entities: [Entity; 2]) -> bool {
        self.layers.interacts_with(other.layers)
            && (self.is_unrestricted() && other.is_unrestricted() || self.exclusions_allow(other, entities))
    }

    fn exclusions_allow(&self, other: &Self, [one, two]: [Entity; 2]) -> bool {
        (self.group().is_none() || self.group() != other.group())
            && !self.exceptions().contains(&two)
            && !other.exceptions().contains(&one)
    }
}
