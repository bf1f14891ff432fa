//! Parts of a disc: `bevy_math`'s `CircularSector` and `CircularSegment`.

use gjk::{ShapeError, Support, Vec2};

/// The hull of an arc around the origin, symmetric about +y, and perhaps of the origin itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularHull {
    radius: f32,
    sin: f32,
    cos: f32,
    with_centre: bool,
}

impl CircularHull {
    /// The slice of a disc with this angle to either side of +y; convex up to a quarter turn.
    ///
    /// # Errors
    /// For sizes that are negative or not finite, and for a slice of more than half the disc.
    pub fn sector(radius: f32, half_angle: f32) -> Result<Self, ShapeError> {
        let hull = Self::new(radius, half_angle, true)?;
        // Where the two straight sides meet, a larger slice has its inward corner.
        if half_angle > core::f32::consts::FRAC_PI_2 { Err(ShapeError::ConcaveCorner(0)) } else { Ok(hull) }
    }

    /// What a chord cuts off a disc: its arc spans this angle to either side of +y.
    ///
    /// # Errors
    /// For sizes that are negative or not finite.
    pub fn segment(radius: f32, half_angle: f32) -> Result<Self, ShapeError> {
        Self::new(radius, half_angle, false)
    }

    fn new(radius: f32, half_angle: f32, with_centre: bool) -> Result<Self, ShapeError> {
        gjk::Circle::new(radius).validate()?;
        gjk::Circle::new(half_angle).validate()?;
        let (sin, cos) = bevy_math::ops::sin_cos(half_angle.min(core::f32::consts::PI));
        Ok(Self { radius, sin, cos, with_centre })
    }

    /// The end of the arc on the side of positive x.
    pub(crate) fn end(&self) -> Vec2 {
        Vec2::new(self.sin, self.cos) * self.radius
    }

    /// The radius, the angle to either side of +y, and whether the origin is a corner.
    #[cfg(feature = "overlay")]
    pub(crate) fn parts(&self) -> (f32, f32, bool) {
        (self.radius, bevy_math::ops::atan2(self.sin, self.cos).abs(), self.with_centre)
    }
}

impl Support<Vec2> for CircularHull {
    fn support(&self, direction: Vec2) -> Vec2 {
        // The arc is what lies within the angle of +y; beyond it, one of its ends is farthest.
        let on_arc = gjk::Circle::new(self.radius).support(direction);
        if on_arc.y >= self.cos * self.radius {
            return on_arc;
        }
        let end = Vec2::new(self.end().x.copysign(direction.x), self.end().y);
        if self.with_centre && end.dot(direction) < 0.0 { Vec2::ZERO } else { end }
    }
}
