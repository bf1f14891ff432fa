//! One collider as the systems hold it: its checked shape, where it stands, and on what terms it takes part.

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Bounds, Placed, Vector};

use super::terms::Terms;
use crate::dimension::{Dimension, Shape};
use crate::validate::ColliderError;

/// Whether a collider takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its box is still to be computed.
    New,
    /// It does.
    Active,
    /// The shape or the transform is invalid.
    Resting(ColliderError),
    /// Its entity is not there any more; its pairs are still to be removed.
    Leaving,
    /// It belongs to no entity and to no pair.
    Free,
}

impl State {
    /// Whether it belongs to an entity.
    pub(crate) fn is_taken(self) -> bool {
        matches!(self, Self::New | Self::Active | Self::Resting(_))
    }
}

/// The type of a shape as the systems test it.
pub(crate) type Prepared<D> = <<D as Dimension>::Collider as Shape<D>>::Prepared;

/// One collider, as it was when the bounds were last computed.
#[derive(Debug)]
pub struct PlacedCollider<D: Dimension> {
    pub(crate) entity: Entity,
    pub(crate) slot: u32,
    pub(crate) state: State,
    /// The run of the systems in which the entity was last looked at.
    pub(crate) seen: u32,
    /// Moved, reshaped or put on other terms since the pairs were last found.
    pub(crate) moved: bool,
    /// Its box is to be computed.
    pub(super) unplaced: bool,
    pub(crate) terms: Terms,
    pub(crate) affine: <D::Vector as Vector>::Affine,
    pub(crate) bounds: Bounds<D::Vector>,
    pub(crate) shape: Result<Prepared<D>, ColliderError>,
}

impl<D: Dimension> PlacedCollider<D> {
    pub(super) fn new(entity: Entity, slot: u32) -> Self {
        Self {
            entity,
            slot,
            state: State::New,
            seen: 0,
            moved: false,
            unplaced: false,
            terms: Terms::default(),
            affine: Affine::IDENTITY,
            bounds: Bounds::default(),
            shape: Err(ColliderError::NoCustomShape),
        }
    }

    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.state == State::Active
    }

    /// Whose collider it is.
    #[inline]
    pub fn entity(&self) -> Entity {
        self.entity
    }

    /// The box around the shape where it stands, larger by the tolerance of touching and the
    /// [`CollisionMargin`](crate::CollisionMargin): what does not meet it cannot touch, nor be near.
    #[inline]
    pub fn bounds(&self) -> &Bounds<D::Vector> {
        &self.bounds
    }

    /// Whether it moved, changed its shape or its terms since the pairs were last found.
    #[inline]
    pub fn has_moved(&self) -> bool {
        self.moved
    }

    /// Up to which distance it takes notice of others; 0 without a
    /// [`CollisionMargin`](crate::CollisionMargin).
    #[inline]
    pub fn margin(&self) -> f32 {
        self.terms.margin
    }

    /// Whether it is [`TouchOnly`](crate::TouchOnly).
    #[inline]
    pub fn is_touch_only(&self) -> bool {
        self.terms.touch_only
    }

    /// Whether layers, exceptions and [`NoSelfCollision`](crate::NoSelfCollision) let the two meet.
    #[inline]
    pub fn may_meet(&self, other: &Self) -> bool {
        self.entity != other.entity && self.terms.allow(&other.terms, [self.entity, other.entity])
    }

    /// The shape where it stands in the world; nothing while it rests.
    #[inline]
    pub fn placed(&self) -> Option<Placed<&Prepared<D>, D::Vector>> {
        match (&self.shape, self.state) {
            (Ok(shape), State::Active) => Some(Placed::new(shape, self.affine)),
            _ => None,
        }
    }
}
