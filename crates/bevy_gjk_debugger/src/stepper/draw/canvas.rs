//! Marks and text with a fixed size on the screen.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3, ops};

use crate::stepper::CollisionStepperGizmos;
use crate::stepper::labels::{self, LINE, Labels, wrap};
use crate::stepper::view::View;

// Lengths in logical pixels, at a mark size of 1. Tuning constants.
const DOT: f32 = 4.0;
const CROSS: f32 = 6.0;
const ARROW: f32 = 48.0;
const TIP: f32 = 8.0;
const DASH: f32 = 7.0;
const RIGHT_ANGLE: f32 = 10.0;
/// The largest number of dashes of a line; longer lines get longer dashes. Tuning constant.
const MAX_DASHES: f32 = 100.0;
/// The lift of each line over the one before, and the largest lift, as fractions of the distance to the camera. Tuning
/// constants.
const LIFT_STEP: f32 = 3e-4;
const MAX_LIFT: f32 = 0.2;
/// The upper left corner of a text, as an anchor.
const UPPER_LEFT: Vec2 = Vec2::new(-0.5, 0.5);

/// The gizmos of a frame with the view, and the names to write after all marks.
pub(super) struct Canvas<'c, 'w, 's> {
    gizmos: &'c mut Gizmos<'w, 's, CollisionStepperGizmos>,
    pub(super) view: View<'c>,
    pub(super) labels: Labels,
    pub(super) colors: CollisionStepperGizmos,
    /// The fraction of the distance to the camera by which the last line was moved toward it.
    lift: f32,
}

impl<'c, 'w, 's> Canvas<'c, 'w, 's> {
    pub(super) fn new(gizmos: &'c mut Gizmos<'w, 's, CollisionStepperGizmos>, view: View<'c>) -> Self {
        let colors = gizmos.config_ext.clone();
        Self { gizmos, view, labels: Labels::default(), colors, lift: 0.0 }
    }

    /// Returns the length of pixels in world units.
    fn length(&self, pixels: f32) -> f32 {
        pixels * self.view.pixel * self.colors.mark_size
    }

    /// Returns the height of a line of text in pixels.
    pub(super) fn line_height(&self) -> f32 {
        LINE * self.colors.text_size
    }

    /// Keeps names away from a square around a point.
    fn reserve(&mut self, point: Vec3, half_size: f32) {
        if let Some(pixel) = self.view.pixel_of(point) {
            let half_size = Vec2::splat(half_size * self.colors.mark_size);
            self.labels.reserve(Rect::from_center_half_size(pixel, half_size));
        }
    }

    /// Draws a polyline in front of all previous ones. All other lines are drawn by this function.
    pub(super) fn line_strip(&mut self, points: impl IntoIterator<Item = Vec3>, color: Color) {
        self.lift = (self.lift + LIFT_STEP).min(MAX_LIFT);
        let (view, lift) = (&self.view, self.lift);
        self.gizmos.linestrip(points.into_iter().map(|point| view.lifted(point, lift).0), color);
    }

    /// Draws a line of triple thickness.
    pub(super) fn bold(&mut self, from: Vec3, to: Vec3, color: Color) {
        let offset = self.view.toward().cross(to - from).normalize_or_zero() * self.length(1.2);
        for offset in [offset, Vec3::ZERO, -offset] {
            self.line_strip([from + offset, to + offset], color);
        }
    }

    /// Draws a dashed line.
    pub(super) fn dashed(&mut self, from: Vec3, to: Vec3, color: Color) {
        let count = (from.distance(to) / (2.0 * self.length(DASH))).clamp(1.0, MAX_DASHES) as usize;
        let part = (to - from) / (2 * count) as f32;
        for index in 0..count {
            let start = from + part * (2 * index) as f32;
            self.line_strip([start, start + part], color);
        }
    }

    /// Draws a filled circle.
    pub(super) fn dot(&mut self, point: Vec3, color: Color) {
        for size in [0.25, 0.5, 0.75, 1.0] {
            self.ring(point, self.length(DOT * size), color, 10);
        }
        self.reserve(point, DOT);
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

    /// Draws a polygon around a mark: a circle, or a diamond with four sides.
    pub(super) fn halo(&mut self, point: Vec3, color: Color, sides: u32) {
        self.ring(point, self.length(2.0 * DOT), color, sides);
    }

    /// Draws a diagonal cross.
    pub(super) fn cross(&mut self, point: Vec3, color: Color) {
        let size = self.length(CROSS);
        let (right, up) = (self.view.right * size, self.view.up * size);
        for arm in [right + up, right - up] {
            self.line_strip([point - arm, point + arm], color);
        }
    }

    /// Draws a larger, upright cross.
    pub(super) fn axes(&mut self, point: Vec3, color: Color) {
        let size = self.length(2.0 * CROSS);
        for arm in [self.view.right * size, self.view.up * size] {
            self.bold(point - arm, point + arm, color);
        }
        self.reserve(point, 1.5 * CROSS);
    }

    /// Draws an arrow of a fixed length along a direction, and returns its tip.
    pub(super) fn pointer(&mut self, from: Vec3, direction: Vec3, color: Color) -> Vec3 {
        let to = from + direction.normalize_or_zero() * self.length(ARROW);
        self.arrow(from, to, color);
        for part in [0.35, 0.7, 1.0] {
            self.reserve(from.lerp(to, part), 0.5 * TIP);
        }
        to
    }

    /// Draws an arrow between two points.
    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, color: Color) {
        if from != to {
            let tip = self.length(TIP).min(0.5 * from.distance(to));
            self.bold(from, to, color);
            let back = (from - to).normalize_or_zero() * tip;
            let side = self.view.toward().cross(back).normalize_or_zero() * (0.5 * tip);
            self.line_strip([to + back + side, to, to + back - side], color);
        }
    }

    /// Draws the symbol of a right angle between two directions.
    pub(super) fn right_angle(&mut self, point: Vec3, one: Vec3, two: Vec3, color: Color) {
        let [one, two] = [one, two].map(|side| side.normalize_or_zero() * self.length(RIGHT_ANGLE));
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
    pub(super) fn rect(&mut self, Rect { min, max }: Rect, color: Color) {
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y), min];
        self.line_strip(corners.map(|corner| self.view.point_at(corner)), color);
    }

    /// Adds a name beside a point, on the side away from another point.
    pub(super) fn name(&mut self, point: Vec3, from: Vec3, text: impl Into<String>, color: Color) {
        self.labels.name(&self.view, point, from, text.into(), color);
    }

    /// Writes the names.
    pub(super) fn write_names(&mut self) {
        self.labels.write(self.gizmos, &self.view);
    }

    /// Writes a text with its upper left corner at a pixel.
    pub(super) fn write(&mut self, corner: Vec2, text: &str, color: Color) {
        labels::write(self.gizmos, &self.view, corner, text, UPPER_LEFT, color);
    }

    /// Writes lines of text into a frame from the top, and wraps those that are too long.
    pub(super) fn write_lines(&mut self, frame: Rect, lines: &[(String, Color)]) {
        let line = self.line_height();
        let mut corner = frame.min + Vec2::splat(0.4 * line);
        for (text, color) in lines {
            for part in wrap(text, self.colors.text_size, frame.width() - 0.8 * line) {
                self.write(corner, part, *color);
                corner.y += line;
            }
        }
    }
}
