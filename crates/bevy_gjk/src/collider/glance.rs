//! What is asked of a collider most often, in half a line of the processor's cache.

use gjk::{HalfEdges, Placed, Support, Vector};

use super::form::Convex;
use super::placed::PlacedCollider;
use crate::dimension::Dimension;
use crate::layers::CollisionLayers;

/// What is nearer than this to being decided, in parts of the radii, is left to those who look closer: they
/// have tolerances of their own, which this covers as it does the rounding.
const DOUBT: f32 = 3e-5;
/// Squares below this have lost digits.
const TINY: f32 = 1e-30;

/// A collider at a glance: the ball around it, and whom it meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    centre: [f32; 3],
    /// Not a number where no ball is known.
    radius: f32,
    layers: CollisionLayers,
    /// The entity's, by which pairs are ordered.
    pub(crate) index: u32,
    /// Layers are all that keeps it from others.
    pub(crate) free: bool,
    /// The shape is the ball.
    ball: bool,
    pub(crate) touch_only: bool,
    /// Others are near before they touch.
    margin: bool,
}

/// What the balls of two colliders tell of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Balls {
    /// They are apart.
    Apart,
    /// They touch.
    Touching,
    /// Somebody has to look closer.
    Unclear,
}

impl Default for Glance {
    fn default() -> Self {
        Self {
            centre: [0.0; 3],
            radius: f32::NAN,
            layers: CollisionLayers::default(),
            index: u32::MAX,
            free: false,
            ball: false,
            touch_only: false,
            margin: false,
        }
    }
}

impl Glance {
    /// A glance at a collider of one convex shape, where it is placed.
    #[inline]
    pub(crate) fn of_convex<D: Dimension>(
        collider: &PlacedCollider<D>,
        shape: &Placed<&Convex<D>, D::Vector>,
    ) -> Self {
        Self {
            centre: D::coordinates(shape.origin()),
            radius: radius(shape).unwrap_or(f32::NAN),
            ball: shape.half_edges().is_some_and(|edges| edges.count == 0),
            ..Self::of_terms(collider)
        }
    }

    /// A glance at a collider of which no ball is known.
    #[inline]
    pub(crate) fn of_terms<D: Dimension>(collider: &PlacedCollider<D>) -> Self {
        let terms = &collider.terms;
        Self {
            layers: terms.layers,
            index: collider.entity.index_u32(),
            free: terms.are_free(),
            touch_only: terms.touch_only,
            margin: terms.margin > 0.0,
            ..Self::default()
        }
    }

    /// Whether the layers of both let them meet.
    #[inline]
    pub(crate) fn layers_agree(&self, other: &Self) -> bool {
        self.layers.interacts_with(other.layers)
    }

    /// Compares the balls.
    #[inline]
    pub(crate) fn balls(&self, other: &Self) -> Balls {
        let mut square = 0.0;
        for axis in 0..3 {
            let between = self.centre[axis] - other.centre[axis];
            square += between * between;
        }
        let reach = self.radius + other.radius;
        let (inner, outer) = (reach * (1.0 - DOUBT), reach * (1.0 + DOUBT));
        if square > outer * outer && square > TINY && square < f32::INFINITY && !(self.margin | other.margin) {
            Balls::Apart
        } else if square < inner * inner && inner * inner > TINY && self.ball & other.ball {
            Balls::Touching
        } else {
            Balls::Unclear
        }
    }
}

/// The radius of a ball around a shape's origin that holds it, if one is known at little cost.
#[inline]
fn radius<V: Vector<Scalar = f32>>(shape: &impl Support<V>) -> Option<f32> {
    let Some(HalfEdges { edges, count }) = shape.half_edges() else { return shape.bounding_radius() };
    let length = |vector: V| vector.dot(vector).sqrt();
    let [a, b, c] = edges;
    let core = match count {
        0 => 0.0,
        1 => length(a),
        2 => length(a + b).max(length(a - b)),
        _ => {
            let (sum, difference) = (a + b, a - b);
            [sum + c, sum - c, difference + c, difference - c].map(length).into_iter().fold(0.0, f32::max)
        }
    };
    Some(core + shape.radius())
}
