//! On what terms a collider takes part: everything about it but its shape and place.

use bevy_ecs::prelude::Entity;

use crate::collider::SweptCollider;
use crate::layers::CollisionLayers;

/// What the components beside the collider say, checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderTerms<'a> {
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
    pub family: Option<Entity>,
}

impl Default for ColliderTerms<'_> {
    fn default() -> Self {
        Self {
            layers: CollisionLayers::default(),
            margin: 0.0,
            touch_only: false,
            swept: None,
            exceptions: &[],
            family: None,
        }
    }
}

/// Who meets whom, as the table keeps it.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub(crate) layers: CollisionLayers,
    /// Most colliders have none.
    bonds: Option<Box<Bonds>>,
}

/// Whom a collider does not meet for a reason of its own.
#[derive(Debug, Default)]
struct Bonds {
    exceptions: Vec<Entity>,
    family: Option<Entity>,
}

impl Terms {
    /// Takes over new terms, and tells whether they differ from the old ones.
    #[inline]
    pub(crate) fn update(&mut self, new: &ColliderTerms) -> bool {
        let alike = self.layers == new.layers;
        let bound = new.family.is_some() || !new.exceptions.is_empty();
        if alike && !bound && self.bonds.is_none() {
            return false;
        }
        let same = alike && self.family() == new.family && self.exceptions() == new.exceptions;
        if !same {
            self.layers = new.layers;
            if bound {
                let bonds = self.bonds.get_or_insert_default();
                bonds.family = new.family;
                bonds.exceptions.clear();
                bonds.exceptions.extend_from_slice(new.exceptions);
            } else {
                self.bonds = None;
            }
        }
        !same
    }

    fn family(&self) -> Option<Entity> {
        self.bonds.as_ref().and_then(|bonds| bonds.family)
    }

    fn exceptions(&self) -> &[Entity] {
        self.bonds.as_ref().map_or(&[], |bonds| &bonds.exceptions)
    }

    /// Whether layers are all that keeps it from others.
    #[inline]
    pub(crate) fn are_free(&self) -> bool {
        self.bonds.is_none()
    }

    /// Whether the terms of both of a pair let them meet.
    #[inline]
    pub(crate) fn allow(&self, other: &Self, entities: [Entity; 2]) -> bool {
        self.layers.interacts_with(other.layers)
            && (self.are_free() && other.are_free() || self.bonds_allow(other, entities))
    }

    fn bonds_allow(&self, other: &Self, [one, two]: [Entity; 2]) -> bool {
        (self.family().is_none() || self.family() != other.family())
            && !self.exceptions().contains(&two)
            && !other.exceptions().contains(&one)
    }
}
