//! A convex body: a set and its place in the world.

use glam::DVec3;

use super::Set;

/// A convex set somewhere.
#[derive(Clone, Debug)]
pub struct Body {
    /// The set, relative to the position.
    pub set: Set,
    /// Where it is.
    pub position: DVec3,
}

impl Body {
    /// A single point of space, for the distance of a point to a body.
    pub fn point(position: DVec3) -> Self {
        Self { set: Set::Point(DVec3::ZERO), position }
    }

    /// How far the body reaches along a direction from its position.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.set.reach(direction)
    }

    /// A farthest point along a direction, relative to the position.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        self.set.support(direction)
    }

    /// Half the sides of the axis-aligned box around the body.
    pub fn half_sides(&self) -> DVec3 {
        let side = |axis: DVec3| 0.5 * (self.reach(axis) + self.reach(-axis));
        DVec3::new(side(DVec3::X), side(DVec3::Y), side(DVec3::Z))
    }

    /// Half the diagonal of the axis-aligned box around the body.
    pub fn half_diagonal(&self) -> f64 {
        self.half_sides().length()
    }

    /// The measure of all tolerances: the half diagonal.
    ///
    /// A body that is much smaller than its own coordinates (a point beside its origin) counts as a fiftieth
    /// of those, for the rounding of an `f32` product with them is all that can be asked for.
    pub fn size(&self) -> f64 {
        self.half_diagonal().max(0.02 * self.set.extent()).max(f64::MIN_POSITIVE)
    }

    /// The body without the ball around each of its points, and its radius; see [`Set::without_ball`].
    pub fn without_ball(&self, flat: bool) -> (Self, f64) {
        let (set, radius) = self.set.without_ball(flat);
        (Self { set, position: self.position }, radius)
    }
}
