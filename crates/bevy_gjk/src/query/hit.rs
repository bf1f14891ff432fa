//! What all hits of queries have in common: each belongs to one collider, and hits are sorted by distance or time,
//! then by entity, so that the result does not depend on the order of the traversal.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::detection::proxies::Colliders;
use crate::query::filter::Admitted;

/// A hit of a query on one collider.
pub(super) trait QueryHit: Copy {
    fn entity(&self) -> Entity;
    /// Returns the distance or the time by which hits are sorted, in ascending order.
    fn key(&self) -> f32;

    /// Compares two hits by their keys, then by their entities.
    fn order<D: Dimension>(&self, other: &Self, colliders: &Colliders<D>) -> Ordering {
        let by_key = self.key().total_cmp(&other.key());
        by_key.then_with(|| colliders.order_of(self.entity()).cmp(&colliders.order_of(other.entity())))
    }
}

/// The exact test of one collider. Its second argument is the limit of the distance or time of the hit.
pub(super) trait QueryFn<D: Dimension, T>: Fn(&Admitted<D>, f32) -> Option<T> {}

impl<D: Dimension, T, F: Fn(&Admitted<D>, f32) -> Option<T>> QueryFn<D, T> for F {}

/// The return type of a visitor: `()` to see all hits, or a [`ControlFlow`] to stop early.
pub trait VisitFlow {
    /// Returns whether the visitor wants another hit.
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
