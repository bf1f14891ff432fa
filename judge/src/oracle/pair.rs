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

    /// How far the differences reach along a direction.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.a.reach(direction) + self.b.reach(-direction) + self.offset.dot(direction)
    }

    /// A difference that lies farthest along a direction.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        self.a.support(direction) - self.b.support(-direction) + self.offset
    }

    /// The larger of the half diagonals, the measure of all tolerances.
    ///
    /// A body that is much smaller than its own coordinates (a point beside its origin) counts as a fiftieth
    /// of those, for the rounding of an `f32` product with them is all that can be asked for.
    pub fn size(&self) -> f64 {
        let size = |body: &Body| body.half_diagonal().max(0.02 * body.extent());
        size(&self.a).max(size(&self.b)).max(f64::MIN_POSITIVE)
    }

    /// Whether the differences have a curved boundary beyond a ball around a polytope.
    pub fn is_curved(&self, dimension: Dimension) -> bool {
        let (core, _) = self.without_balls(dimension);
        core.a.is_curved() || core.b.is_curved()
    }

    /// Splits the differences into those of the cores and a ball around each; see [`Body::without_ball`].
    pub fn without_balls(&self, dimension: Dimension) -> (Self, f64) {
        let flat = dimension == Dimension::Plane;
        let (a, radius_a) = self.a.without_ball(flat);
        let (b, radius_b) = self.b.without_ball(flat);
        (Self::of(a, b), radius_a + radius_b)
    }
}
