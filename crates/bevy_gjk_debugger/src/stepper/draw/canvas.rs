//! Drawing primitives with a fixed size on the screen.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3, ops};

use crate::stepper::labels::Labels;
use crate::stepper::step_text::ShortName;
use crate::stepper::view::View;
use crate::stepper::{CollisionStepperGizmos, labels};

// Lengths in logical pixels, at a mark size of 1. Tuning constants.
const DOT: f32 = 4.0;
const CROSS: f32 = 6.0;
const ARROW: f32 = 48.0;
const TIP: f32 = 8.0;
const DASH: f32 = 7.0;
/// The largest number of dashes of a line; longer lines get longer dashes. Tuning constant.
const MAX_DASHES: f32 = 100.0;

/// The gizmos of a frame with the view, and the names to write after all marks.
pub(super) struct Canvas<'c, 'g, 'w, 's> {
    pub(super) gizmos: &'c mut Gizmos<'w, 's, CollisionStepperGizmos>,
    pub(super) view: &'c View<'g>,
    pub(super) labels: &'c mut Labels,
    pub(super) colors: &'c CollisionStepperGizmos,
    /// The fraction of the distance to the camera by which the last line was moved toward it.
    pub(super) lift: f32,
}

/// The lift of each line over the one before, and the largest lift, as fractions of the distance to the camera. Tuning
/// constants.
const LIFT_STEP: f32 = 3e-4;
const MAX_LIFT: f32 = 0.2;

impl Canvas<'_, '_, '_, '_> {
    /// Returns the length of pixels in world units.
    fn length(&self, pixels: f32) -> f32 {
        pixels * self.view.pixel * self.colors.mark_size
    }

    /// Draws a line strip in front of all previous ones. All other lines are drawn by this function.
    pub(super) fn line_strip(&mut self, points: impl IntoIterator<Item = Vec3>, color: Color) {
        self.lift = (self.lift + LIFT_STEP).min(MAX_LIFT);
        let (view, lift) = (self.view, self.lift);
        self.gizmos.linestrip(points.into_iter().map(|point| view.lifted(point, lift).0), color);
    }

    fn segment(&mut self, from: Vec3, to: Vec3, color: Color) {
        self.line_strip([from, to], color);
    }

    /// Returns the unit vector to the camera.
    fn forward(&self) -> Vec3 {
        self.view.right.cross(self.view.up)
    }

    /// Draws a line of triple thickness.
    pub(super) fn bold(&mut self, from: Vec3, to: Vec3, color: Color) {
        let offset = self.forward().cross(to - from).normalize_or_zero() * self.length(1.2);
        for offset in [offset, Vec3::ZERO, -offset] {
            self.segment(from + offset, to + offset, color);
        }
    }

    /// Draws a dashed line.
    pub(super) fn dashed(&mut self, from: Vec3, to: Vec3, color: Color) {
        let count = (from.distance(to) / (2.0 * self.length(DASH))).clamp(1.0, MAX_DASHES) as usize;
        let part = (to - from) / (2 * count) as f32;
        for index in 0..count {
            let start = from + part * (2 * index) as f32;
            self.segment(start, start + part, color);
        }
    }

    /// Draws a filled circle.
    pub(super) fn dot(&mut self, point: Vec3, color: Color) {
        for size in [0.25, 0.5, 0.75, 1.0] {
            self.ring(point, self.length(DOT * size), color, 10);
        }
        if let Some(pixel) = self.view.pixel_of(point) {
            let size = Vec2::splat(DOT * self.colors.mark_size);
            self.labels.reserve(Rect::from_center_half_size(pixel, size));
        }
    }

    /// Draws a circle that faces the camera.
    pub(super) fn ring(&mut self, center: Vec3, radius: f32, color: Color, sides: u32) {
        let (right, up) = (self.view.right * radius, self.view.up * radius);
        let points = (0..=sides).map(|side| {
            let (sin, cos) = ops::sin_cos(side as f32 / sides as f32 * core::f32::consts::TAU);
            center + right * cos + up * sin
        });
        self.line_strip(points, color);
    }

    /// Draws a circle around a mark.
    pub(super) fn halo(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(2.0 * DOT), color, 20);
    }

    /// Draws a diamond around a mark.
    pub(super) fn diamond(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(DOT * 2.0), color, 4);
    }

    /// Draws a diagonal cross.
    pub(super) fn cross(&mut self, point: Vec3, color: Color) {
        let size = self.length(CROSS);
        let (right, up) = (self.view.right * size, self.view.up * size);
        for arm in [right + up, right - up] {
            self.segment(point - arm, point + arm, color);
        }
    }

    /// Draws a larger, upright cross.
    pub(super) fn axes(&mut self, point: Vec3, color: Color) {
        let size = self.length(2.0 * CROSS);
        for arm in [self.view.right * size, self.view.up * size] {
            self.bold(point - arm, point + arm, color);
        }
        if let Some(pixel) = self.view.pixel_of(point) {
            let half_size = Vec2::splat(1.5 * CROSS * self.colors.mark_size);
            self.labels.reserve(Rect::from_center_half_size(pixel, half_size));
        }
    }

    /// Draws an arrow of a fixed length along a direction, and returns its tip.
    pub(super) fn pointer(&mut self, from: Vec3, direction: Vec3, color: Color) -> Vec3 {
        let to = from + direction.normalize_or_zero() * self.length(ARROW);
        self.arrow(from, to, color);
        for part in [0.35, 0.7, 1.0] {
            if let Some(pixel) = self.view.pixel_of(from.lerp(to, part)) {
                let half_size = Vec2::splat(0.5 * TIP * self.colors.mark_size);
                self.labels.reserve(Rect::from_center_half_size(pixel, half_size));
            }
        }
        to
    }

    /// Draws an arrow between two points.
    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, color: Color) {
        if from != to {
            let tip = self.length(TIP).min(0.5 * from.distance(to));
            self.bold(from, to, color);
            let back = (from - to).normalize_or_zero() * tip;
            let side = self.forward().cross(back).normalize_or_zero() * (0.5 * tip);
            self.line_strip([to + back + side, to, to + back - side], color);
        }
    }

    /// Draws the symbol of a right angle between two directions.
    pub(super) fn right_angle(&mut self, point: Vec3, one: Vec3, two: Vec3, color: Color) {
        let size = self.length(10.0);
        let (one, two) = (one.normalize_or_zero() * size, two.normalize_or_zero() * size);
        self.line_strip([point + one, point + one + two, point + two], color);
    }

    /// Draws the line through a point perpendicular to a direction, clipped to a part of the view.
    pub(super) fn perpendicular(&mut self, point: Vec3, direction: Vec3, part: Rect, color: Color) {
        let Some(pixel) = self.view.pixel_of(point).filter(|&pixel| part.contains(pixel)) else { return };
        // The y axis of pixels points down.
        let direction = Vec2::new(direction.dot(self.view.right), -direction.dot(self.view.up));
        for along in [direction.perp(), -direction.perp()].map(Vec2::normalize_or_zero) {
            let border = Vec2::select(along.cmpgt(Vec2::ZERO), part.max, part.min);
            // `min` ignores the NaN of a component of zero.
            let length = ((border - pixel) / along).to_array().into_iter().fold(f32::MAX, f32::min);
            let end = pixel + along * length.clamp(0.0, 2.0 * ARROW * self.colors.mark_size);
            self.dashed(point, self.view.point_at(end), color);
        }
    }

    /// Draws a rectangle of the view.
    pub(super) fn rect(&mut self, rect: Rect, color: Color) {
        let Rect { min, max } = rect;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y), min];
        let view = self.view;
        self.line_strip(corners.map(|corner| view.point_at(corner)), color);
    }

    /// Adds a name beside a point, on the side away from another point.
    pub(super) fn name(&mut self, point: Vec3, from: Vec3, text: impl Into<ShortName>, color: Color) {
        self.labels.name(self.view, point, from, text.into(), color);
    }

    /// Writes the names.
    pub(super) fn write_names(&mut self) {
        self.labels.write(self.gizmos, self.view);
    }

    /// Writes a line of text with its upper left corner at a pixel.
    pub(super) fn line(&mut self, corner: Vec2, text: &str, color: Color) {
        labels::line(self.gizmos, self.view, corner, text, color);
    }
}
