//! Two colliders.

use gjk::{Cast, ClosestPoints, Contact, Manifold, Vector};

use crate::collider::Dimension;
use crate::narrow_phase::{CompositePair, PairTests, manifold};
use crate::proxies::PlacedCollider;
use crate::query::ask;

/// Two colliders to ask about, from [`CollisionQuery::pair`](crate::CollisionQuery::pair) or [`PlacedShape::pair`](crate::PlacedShape::pair). They need be
/// nowhere near each other, nor allowed to meet.
///
/// Of those with several parts, the pair of parts answers that is nearest, or overlaps deepest.
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
            _ => CompositePair([self.a, self.b]).intersects(),
        }
    }

    /// How far apart they are; 0 where they meet.
    pub fn distance(&self) -> f32 {
        self.closest_points().map_or(0.0, |closest| closest.distance)
    }

    /// Where they are nearest, and how far apart; nothing where they meet.
    pub fn closest_points(&self) -> Option<ClosestPoints<D::Vector>> {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::closest_points(&a, &b),
            _ if self.intersects() => None,
            _ => CompositePair([self.a, self.b]).closest_points(f32::INFINITY),
        }
    }

    /// How they meet; nothing where they are apart.
    pub fn contact(&self) -> Option<Contact<D::Vector>> {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::contact(&a, &b),
            _ => CompositePair([self.a, self.b]).contact(),
        }
    }

    /// The few points where they touch; nothing where they are apart.
    pub fn manifold(&self) -> Option<Manifold<D::Vector>> {
        manifold([self.a, self.b])
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
        // The parts of one as a shape that moves, part for part.
        let mut first: Option<Cast<D::Vector>> = None;
        let _ = self.a.parts_in_order(
            |_| Some(0.0),
            |_, part| {
                let limit = first.map_or(max_time, |first| first.time);
                if let Some((_, hit)) = ask::cast(self.b, part, [velocity_a, velocity_b], limit)
                    && first.is_none_or(|first| ask::comes_before(&hit, &first))
                {
                    first = Some(hit);
                }
                core::ops::ControlFlow::Continue(())
            },
        );
        first
    }
}
