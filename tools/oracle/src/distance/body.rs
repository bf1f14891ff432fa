//! A convex body: a set and its position.

use glam::DVec3;

use super::Set;

/// A convex set at a position.
#[derive(Clone, Debug)]
pub struct Body {
    /// The set, relative to the position.
    pub set: Set,
    /// The position of the set's origin in the world.
    pub position: DVec3,
}

impl Body {
    /// Creates a body of a single point, for the distance of a point to a body.
    pub fn point(position: DVec3) -> Self {
        Self { set: Set::Point(DVec3::ZERO), position }
    }

    /// Returns the support value along a direction, relative to the position.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.set.reach(direction)
    }

    /// Returns a support point along a direction, relative to the position.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        self.set.support(direction)
    }

    /// Returns the half extents of the body's AABB.
    pub fn half_sides(&self) -> DVec3 {
        let side = |axis: DVec3| 0.5 * (self.reach(axis) + self.reach(-axis));
        DVec3::new(side(DVec3::X), side(DVec3::Y), side(DVec3::Z))
    }

    /// Returns half the diagonal of the body's AABB.
    pub fn half_diagonal(&self) -> f64 {
        self.half_sides().length()
    }

    /// Returns the length that all tolerances are relative to: the half diagonal of the AABB, at least a fiftieth of
    /// the local coordinates.
    ///
    /// The minimum is for bodies that are much smaller than their local coordinates (a point beside its origin):
    /// the rounding of an `f32` product with these coordinates limits every answer.
    pub fn size(&self) -> f64 {
        self.half_diagonal().max(0.02 * self.set.extent()).max(f64::MIN_POSITIVE)
    }

    /// Splits the body into a core and the radius of a ball; see [`Set::without_ball`].
    pub fn without_ball(&self, flat: bool) -> (Self, f64) {
        let (set, radius) = self.set.without_ball(flat);
        (Self { set, position: self.position }, radius)
    }
}
