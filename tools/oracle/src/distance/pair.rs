//! The Minkowski difference of two bodies.

use glam::DVec3;

use super::Body;
use crate::case::{Case, Dimension};

/// Two bodies and their Minkowski difference, the set `D` of all differences `a - b`.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first body.
    pub a: Body,
    /// The second body.
    pub b: Body,
    offset: DVec3,
}

impl Pair {
    /// Creates the pair of a case.
    pub fn new(case: &Case) -> Self {
        Self::of(case.a.body(case.dimension), case.b.body(case.dimension))
    }

    /// Creates a pair of bodies. Only the difference of their positions matters, and that is exact.
    pub fn of(a: Body, b: Body) -> Self {
        let offset = a.position - b.position;
        Self { a, b, offset }
    }

    /// Returns the pair with the second body translated.
    #[must_use]
    pub fn shifted(&self, by: DVec3) -> Self {
        Self { offset: self.offset - by, ..self.clone() }
    }

    /// Returns the support value of the Minkowski difference along a direction.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.a.reach(direction) + self.b.reach(-direction) + self.offset.dot(direction)
    }

    /// Returns a support point of the Minkowski difference along a direction.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        self.a.support(direction) - self.b.support(-direction) + self.offset
    }

    /// Returns the position of the first body minus that of the second.
    pub fn offset(&self) -> DVec3 {
        self.offset
    }

    /// Returns an upper bound of the distance of any point of the Minkowski difference from [`Pair::offset`].
    pub fn extent(&self) -> f64 {
        self.a.set.extent() + self.b.set.extent()
    }

    /// Returns the larger of both sizes, which all tolerances are relative to; see [`Body::size`].
    pub fn size(&self) -> f64 {
        self.a.size().max(self.b.size())
    }

    /// Returns whether the Minkowski difference is more than a polytope rounded by a ball.
    pub fn is_curved(&self, dimension: Dimension) -> bool {
        let (core, _) = self.without_balls(dimension);
        core.a.set.is_curved() || core.b.set.is_curved()
    }

    /// Splits the pair into the pair of the cores and the sum of the radii; see [`Body::without_ball`].
    pub fn without_balls(&self, dimension: Dimension) -> (Self, f64) {
        let flat = dimension == Dimension::Plane;
        let (a, radius_a) = self.a.without_ball(flat);
        let (b, radius_b) = self.b.without_ball(flat);
        (Self { a, b, offset: self.offset }, radius_a + radius_b)
    }
}
