//! What the answers have in common: each is about one collider, and some are better than others.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::contacts::entity_order;
use crate::proxies::PlacedCollider;

/// One of the answers to a query.
pub(super) trait Answer: Copy {
    fn entity(&self) -> Entity;
    /// How far away, or how late: the least is the best.
    fn measure(&self) -> f32;

    /// The better one first; of equals that with the lower rank.
    fn order(&self, other: &Self) -> Ordering {
        let by_measure = self.measure().total_cmp(&other.measure());
        by_measure.then_with(|| entity_order(self.entity()).cmp(&entity_order(other.entity())))
    }
}

/// A question to a collider, with the limit beyond which no answer is of interest.
pub(super) trait Ask<D: Dimension, T>: Fn(&PlacedCollider<D>, f32) -> Option<T> {}

impl<D: Dimension, T, F: Fn(&PlacedCollider<D>, f32) -> Option<T>> Ask<D, T> for F {}

/// What a visitor gives back: nothing to go on, or a [`ControlFlow`] that says when it has seen enough.
pub trait VisitFlow {
    /// Whether there is to be another answer.
    fn goes_on(&self) -> bool;
}

impl VisitFlow for () {
    #[inline]
    fn goes_on(&self) -> bool {
        true
    }
}

impl VisitFlow for ControlFlow<()> {
    #[inline]
    fn goes_on(&self) -> bool {
        self.is_continue()
    }
}
