//! Two colliders.

use gjk::{Cast, ClosestPoints, Contact, Manifold, Vector};

use crate::collider::PlacedCollider;
use crate::dimension::Dimension;

/// Two colliders to ask about, from [`CollisionQuery::pair`](crate::CollisionQuery::pair). They need be
/// nowhere near each other, nor allowed to meet.
#[derive(Clone, Copy, Debug)]
pub struct PairQuery<'q, D: Dimension> {
    pub(super) a: &'q PlacedCollider<D>,
    pub(super) b: &'q PlacedCollider<D>,
}

impl<D: Dimension> PairQuery<'_, D> {
    /// Whether they meet.
    pub fn intersects(&self) -> bool {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::intersects(&a, &b),
            _ => false,
        }
    }

    /// How far apart they are; 0 where they meet.
    pub fn distance(&self) -> f32 {
        self.closest_points().map_or(0.0, |closest| closest.distance)
    }

    /// Where they are nearest, and how far apart; nothing where they meet.
    pub fn closest_points(&self) -> Option<ClosestPoints<D::Vector>> {
        gjk::closest_points(&self.a.placed()?, &self.b.placed()?)
    }

    /// How they meet; nothing where they are apart.
    pub fn contact(&self) -> Option<Contact<D::Vector>> {
        gjk::contact(&self.a.placed()?, &self.b.placed()?)
    }

    /// The few points where they touch; nothing where they are apart.
    pub fn manifold(&self) -> Option<Manifold<D::Vector>> {
        gjk::manifold(&self.a.placed()?, &self.b.placed()?)
    }

    /// When they first touch if each moves at its own velocity, within a time of `max_time`.
    pub fn cast(
        &self,
        velocity_a: D::Vector,
        velocity_b: D::Vector,
        max_time: f32,
    ) -> Option<Cast<D::Vector>> {
        let fine = velocity_a.is_finite() && velocity_b.is_finite() && max_time >= 0.0;
        if !fine {
            return None;
        }
        let max_time = max_time.min(f32::MAX);
        gjk::cast(&self.a.placed()?, velocity_a, &self.b.placed()?, velocity_b, max_time)
    }
}
