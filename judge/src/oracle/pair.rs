//! Two bodies, seen as the set of their differences.

use glam::DVec3;

use super::Body;
use crate::case::{Case, Dimension};

/// Two bodies and the set `D` of all differences `a - b`.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first body.
    pub a: Body,
    /// The second body.
    pub b: Body,
    offset: DVec3,
}

impl Pair {
    /// The two shapes of a case.
    pub fn new(case: &Case) -> Self {
        Self::of(case.a.body(case.dimension), case.b.body(case.dimension))
    }

    /// Two bodies. Only the difference of their positions matters, and that is exact.
    pub fn of(a: Body, b: Body) -> Self {
        let offset = a.position - b.position;
        Self { a, b, offset }
    }

    /// The pair after the second body has moved.
    #[must_use]
    pub fn shifted(&self, by: DVec3) -> Self {
        Self { offset: self.offset - by, ..self.clone() }
    }

    /// How far the differences reach along a direction.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.a.reach(direction) + self.b.reach(-direction) + self.offset.dot(direction)
    }

    /// A difference that lies farthest along a direction.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        self.a.support(direction) - self.b.support(-direction) + self.offset
    }

    /// From the position of the second to that of the first.
    pub fn offset(&self) -> DVec3 {
        self.offset
    }

    /// No less than how far any difference is from that of the positions.
    pub fn extent(&self) -> f64 {
        self.a.set.extent() + self.b.set.extent()
    }

    /// The larger of both sizes, the measure of all tolerances; see [`Body::size`].
    pub fn size(&self) -> f64 {
        self.a.size().max(self.b.size())
    }

    /// Whether the differences have a curved boundary beyond a ball around a polytope.
    pub fn is_curved(&self, dimension: Dimension) -> bool {
        let (core, _) = self.without_balls(dimension);
        core.a.set.is_curved() || core.b.set.is_curved()
    }

    /// Splits the differences into those of the cores and a ball around each; see [`Body::without_ball`].
    pub fn without_balls(&self, dimension: Dimension) -> (Self, f64) {
        let flat = dimension == Dimension::Plane;
        let (a, radius_a) = self.a.without_ball(flat);
        let (b, radius_b) = self.b.without_ball(flat);
        (Self { a, b, offset: self.offset }, radius_a + radius_b)
    }
}
