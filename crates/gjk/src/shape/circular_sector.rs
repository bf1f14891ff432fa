//! Circular sector: the part of a disc between two radii.

use core::f32::consts::FRAC_PI_2;

use crate::math::{Scalar, unit};
#[cfg(feature = "serde")]
use crate::shape::stored_arc::Slice;
use crate::shape::{ShapeError, validate_size, visit_farthest};
use crate::support::Support;
use crate::support::hints::{Vertex, VertexRefs};
use glam::{DVec2, Vec2};

/// By how many radians a right angle may be too large: the rounding of a thousand angles that were added up.
const RIGHT_ANGLE_ROUNDING: f32 = 1e-4;

/// A circular sector of the disc around the origin, symmetric about +y, up to half a disc.
///
/// ```
/// use gjk::{CircularSector, Support, Vec2};
///
/// let quarter = CircularSector::new(2.0, core::f32::consts::FRAC_PI_4)?;
/// assert_eq!(quarter.support(Vec2::Y), Vec2::new(0.0, 2.0));
/// assert_eq!(quarter.support(Vec2::NEG_Y), Vec2::ZERO);
/// # Ok::<(), gjk::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Slice", into = "Slice"))]
pub struct CircularSector {
    radius: f32,
    half_angle: f32,
    /// The sine and the cosine of the half angle.
    sin_cos: Vec2,
}

impl CircularSector {
    /// Makes a sector of `half_angle` radians to either side of +y. Up to 1e-4 more than a quarter turn is taken for
    /// one.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] and [`ShapeError::Negative`] for such sizes; [`ShapeError::SectorTooWide`]
    /// for more than half a disc, a half angle of more than a quarter turn.
    pub fn new(radius: f32, half_angle: f32) -> Result<Self, ShapeError> {
        validate_size(radius)?;
        validate_size(half_angle)?;
        if half_angle > FRAC_PI_2 + RIGHT_ANGLE_ROUNDING {
            return Err(ShapeError::SectorTooWide);
        }
        let half_angle = half_angle.min(FRAC_PI_2);
        let (sin, cos) = Scalar::sin_cos(f64::from(half_angle));
        // The `f32` nearest to a quarter turn is off by 4e-8, which `f64` would show in the cosine.
        let cos = if half_angle == FRAC_PI_2 { 0.0 } else { cos };
        Ok(Self { radius, half_angle, sin_cos: DVec2::new(sin, cos).as_vec2() })
    }

    /// Returns the radius of the disc.
    pub const fn disc_radius(&self) -> f32 {
        self.radius
    }

    /// Returns the angle between +y and either radius, in radians.
    pub const fn half_angle(&self) -> f32 {
        self.half_angle
    }

    /// Returns the center of the disc and the ends of the arc, right and left.
    #[inline]
    pub fn corners(&self) -> [Vec2; 3] {
        let end = self.sin_cos * self.radius;
        [Vec2::ZERO, end, Vec2::new(-end.x, end.y)]
    }
}

impl Support<Vec2> for CircularSector {
    #[inline]
    fn support(&self, direction: Vec2) -> Vec2 {
        self.core_support(direction).point
    }
    #[inline]
    fn core_support(&self, direction: Vec2) -> Vertex<Vec2> {
        let Vec2 { x: sin, y: cos } = self.sin_cos;
        let across = direction.x.abs();
        if across * cos < direction.y * sin {
            return Vertex::without_id(unit(direction) * self.radius);
        }
        let corners = self.corners();
        let id = match across * sin + direction.y * cos < 0.0 {
            true => 0,
            false if direction.x < 0.0 => 2,
            false => 1,
        };
        Vertex { point: corners[id], id: id as u32 }
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<Vec2>) -> [Vertex<Vec2>; 4] {
        refs.resolve(self, |id| self.corners().get(id as usize).copied())
    }
    fn support_feature(&self, direction: Vec2, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec2>)) {
        let most = self.core_support(direction);
        if most.id == Vertex::<Vec2>::NO_ID {
            visit(most);
        } else {
            visit_farthest(self.corners().into_iter(), direction, tolerance, visit);
        }
    }
}
