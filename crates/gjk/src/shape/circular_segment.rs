//! Circular segment: the part of a disc on one side of a chord.

use core::f32::consts::PI;

use crate::math::{Scalar, unit};
#[cfg(feature = "serde")]
use crate::shape::stored_arc::Slice;
use crate::shape::{ShapeError, validate_size, visit_farthest};
use crate::support::Support;
use crate::support::hints::{Core, Vertex, VertexRefs};
use glam::{DVec2, Vec2};

/// A circular segment of the disc around the origin: the part above a horizontal chord, less or more than half the
/// disc.
///
/// ```
/// use gjk::{CircularSegment, Support, Vec2};
///
/// let cap = CircularSegment::new(2.0, core::f32::consts::FRAC_PI_3)?;
/// assert_eq!(cap.support(Vec2::Y), Vec2::new(0.0, 2.0));
/// assert!((cap.support(Vec2::NEG_Y).y - 1.0).abs() < 1e-6);
/// # Ok::<(), gjk::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Slice", into = "Slice"))]
pub struct CircularSegment {
    radius: f32,
    half_angle: f32,
    /// The sine and the cosine of the half angle.
    sin_cos: Vec2,
    /// The right end of the arc, relative to its top, so that a flat segment of a large disc keeps its precision.
    end: Vec2,
}

impl CircularSegment {
    /// Makes a segment with an arc of `half_angle` radians to either side of +y; the whole disc at half a turn or
    /// more.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] and [`ShapeError::Negative`] for such sizes.
    pub fn new(radius: f32, half_angle: f32) -> Result<Self, ShapeError> {
        validate_size(radius)?;
        validate_size(half_angle)?;
        let half_angle = half_angle.min(PI);
        let (sin, cos) = Scalar::sin_cos(f64::from(half_angle));
        let (half_sin, _) = Scalar::sin_cos(0.5 * f64::from(half_angle));
        // 1 − cos α = 2 sin²(α/2)
        let end = DVec2::new(sin, -2.0 * half_sin * half_sin) * f64::from(radius);
        // At least a tiny sine, so that the direction +y always belongs to the arc.
        let sin_cos = DVec2::new(sin.max(f32::MIN_POSITIVE.into()), cos).as_vec2();
        Ok(Self { radius, half_angle, sin_cos, end: end.as_vec2() })
    }

    /// Returns the radius of the disc.
    pub const fn disc_radius(&self) -> f32 {
        self.radius
    }

    /// Returns the angle between +y and either end of the arc, in radians.
    pub const fn half_angle(&self) -> f32 {
        self.half_angle
    }

    /// Returns the ends of the arc, right and left, relative to its top.
    #[inline]
    fn ends(&self) -> [Vec2; 2] {
        [self.end, Vec2::new(-self.end.x, self.end.y)]
    }
}

impl Support<Vec2> for CircularSegment {
    #[inline]
    fn support(&self, direction: Vec2) -> Vec2 {
        self.core().origin + self.core_support(direction).point
    }
    /// Returns the top of the arc as the origin.
    #[inline(always)]
    fn core(&self) -> Core<Vec2> {
        Core::new(Vec2::new(0.0, self.radius), 0.0)
    }
    #[inline]
    fn core_support(&self, direction: Vec2) -> Vertex<Vec2> {
        let Vec2 { x: sin, y: cos } = self.sin_cos;
        if direction.x.abs() * cos < direction.y * sin {
            let Vec2 { x, y } = unit(direction);
            // y − 1 without cancellation: −x² / (1 + y).
            let down = if y > 0.0 { -x * x / (1.0 + y) } else { y - 1.0 };
            return Vertex::without_id(Vec2::new(x, down) * self.radius);
        }
        let left = direction.x < 0.0;
        Vertex { point: self.ends()[usize::from(left)], id: u32::from(left) }
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<Vec2>) -> [Vertex<Vec2>; 4] {
        refs.resolve(self, |id| self.ends().get(id as usize).copied())
    }
    fn support_feature(&self, direction: Vec2, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec2>)) {
        let most = self.core_support(direction);
        if most.id == Vertex::<Vec2>::NO_ID {
            visit(most);
        } else {
            visit_farthest(self.ends().into_iter(), direction, tolerance, visit);
        }
    }
}
