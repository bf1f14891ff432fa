//! Queries about two given colliders.

use core::ops::ControlFlow;

use gjk::{Cast, ClosestPoints, Contact, Manifold, Vector};

use crate::collider::Dimension;
use crate::detection::narrow_phase::{
    Best, CompositePair, ShapePair, deciding_parts, manifold, normal_of_hit,
};
use crate::detection::proxies::PlacedCollider;
use crate::query::per_collider;

/// Queries about two colliders, from [`CollisionQuery::pair`](crate::CollisionQuery::pair) or
/// [`PlacedShape::pair`](crate::queries::PlacedShape::pair). The two may be at any distance, and filters do not apply.
///
/// For composite colliders, the result is that of the two parts that are nearest or overlap deepest. Of an area or a
/// closed mesh, whichever of the two it is, it is that of the whole solid: what is inside touches, and its contact is
/// the way out.
#[derive(Clone, Copy, Debug)]
pub struct PairQuery<'q, D: Dimension> {
    a: &'q PlacedCollider<D>,
    b: &'q PlacedCollider<D>,
}

impl<'q, D: Dimension> PairQuery<'q, D> {
    /// Creates the queries about two colliders.
    pub(crate) fn new(a: &'q PlacedCollider<D>, b: &'q PlacedCollider<D>) -> Self {
        Self { a, b }
    }
}

impl<D: Dimension> PairQuery<'_, D> {
    /// Returns whether the two touch.
    pub fn intersects(&self) -> bool {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::intersects(&a, &b),
            _ => CompositePair([self.a, self.b]).intersects(),
        }
    }

    /// Returns the distance of the two; 0 if they touch.
    pub fn distance(&self) -> f32 {
        self.closest_points().map_or(0.0, |closest| closest.distance)
    }

    /// Returns the closest points of the two and their distance, or `None` if they touch.
    pub fn closest_points(&self) -> Option<ClosestPoints<D::Vector>> {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::closest_points(&a, &b),
            _ if self.intersects() => None,
            _ => CompositePair([self.a, self.b]).closest_points(f32::INFINITY),
        }
    }

    /// Returns the contact of the two, or `None` if they are apart.
    pub fn contact(&self) -> Option<Contact<D::Vector>> {
        match (self.a.placed(), self.b.placed()) {
            (Some(a), Some(b)) => gjk::contact(&a, &b),
            _ => CompositePair([self.a, self.b]).contact(),
        }
    }

    /// Returns the contact manifold of the two, or `None` if they are apart. Of shapes with parts, areas and closed
    /// meshes among them, it is that of two parts, and ends where these end.
    pub fn manifold(&self) -> Option<Manifold<D::Vector>> {
        manifold([self.a, self.b])
    }

    /// Returns the convex parts, one of each collider, that overlap deepest or, if none overlap, are nearest; 0 for a
    /// single convex shape. [`PlacedCollider::with_part`] gives the part.
    pub fn deciding_parts(&self) -> Option<[u32; 2]> {
        deciding_parts([self.a, self.b])
    }

    /// Returns the first touch of the two within `max_time` if each of them moves at its velocity.
    pub fn cast(
        &self,
        velocity_a: impl Into<D::Vector>,
        velocity_b: impl Into<D::Vector>,
        max_time: f32,
    ) -> Option<Cast<D::Vector>> {
        let (velocity_a, velocity_b) = (velocity_a.into(), velocity_b.into());
        let is_valid = velocity_a.is_finite() && velocity_b.is_finite() && max_time >= 0.0;
        if !is_valid {
            return None;
        }
        let has_solids = self.a.has_boundary() || self.b.has_boundary();
        if has_solids
            && self.intersects()
            && let Some(contact) = self.contact()
        {
            return Some(Cast { time: 0.0, contact });
        }
        // Casts each part of one against the other, with the earliest hit so far as the limit.
        let mut first: Best<_, Cast<D::Vector>> = Best::NONE;
        let velocities = [velocity_a, velocity_b];
        let _ = self.a.each_part(|of_a, part| {
            let limit = first.0.map_or(max_time, |(_, first)| first.time);
            if let Some((of_b, hit)) = per_collider::cast_shape(&self.b.into(), part, velocities, limit) {
                first.improve([of_a, of_b], hit);
            }
            ControlFlow::Continue(())
        });
        let ([of_a, of_b], mut hit) = first.0?;
        if has_solids && !self.b.is_part_of_solid(of_b) {
            hit.contact.normal = normal_of_hit(Some((self.a, of_a)), (self.b, of_b), velocities, &hit);
        }
        Some(hit)
    }
}
