//! Marks of one size on every screen.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3, ops};

use super::super::CollisionStepperGizmos;
use super::super::labels::{self, Labels};
use super::super::view::View;

/// In pixels.
const DOT: f32 = 4.0;
const CROSS: f32 = 6.0;
const ARROW: f32 = 48.0;
const TIP: f32 = 8.0;
const DASH: f32 = 7.0;
/// A line has no more dashes: of a longer one they are longer.
const MOST_DASHES: f32 = 100.0;

pub(super) struct Canvas<'c, 'g, 'w, 's> {
    pub(super) gizmos: &'c mut Gizmos<'w, 's, CollisionStepperGizmos>,
    pub(super) view: &'c View<'g>,
    pub(super) labels: &'c mut Labels,
    pub(super) colors: &'c CollisionStepperGizmos,
}

impl Canvas<'_, '_, '_, '_> {
    /// The length of some pixels in the world.
    fn length(&self, pixels: f32) -> f32 {
        pixels * self.view.pixel * self.colors.mark_size
    }

    pub(super) fn chain(&mut self, points: impl Iterator<Item = Vec3>, color: Color) {
        self.gizmos.linestrip(points, color);
    }

    /// A line three times as thick.
    pub(super) fn bold(&mut self, from: Vec3, to: Vec3, color: Color) {
        let forward = self.view.right.cross(self.view.up);
        let aside = forward.cross(to - from).normalize_or_zero() * self.length(1.2);
        for off in [aside, Vec3::ZERO, -aside] {
            self.gizmos.line(from + off, to + off, color);
        }
    }

    pub(super) fn dashed(&mut self, from: Vec3, to: Vec3, color: Color) {
        let count = (from.distance(to) / (2.0 * self.length(DASH))).clamp(1.0, MOST_DASHES) as usize;
        let part = (to - from) / (2 * count) as f32;
        for index in 0..count {
            let start = from + part * (2 * index) as f32;
            self.gizmos.line(start, start + part, color);
        }
    }

    /// A full circle.
    pub(super) fn dot(&mut self, point: Vec3, color: Color) {
        for size in [0.25, 0.5, 0.75, 1.0] {
            self.ring(point, self.length(DOT * size), color, 10);
        }
    }

    /// A circle that faces the viewer.
    pub(super) fn ring(&mut self, middle: Vec3, radius: f32, color: Color, sides: u32) {
        let (right, up) = (self.view.right * radius, self.view.up * radius);
        let points = (0..=sides).map(|side| {
            let (sin, cos) = ops::sin_cos(side as f32 / sides as f32 * core::f32::consts::TAU);
            middle + right * cos + up * sin
        });
        self.gizmos.linestrip(points, color);
    }

    /// A circle around a mark.
    pub(super) fn halo(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(2.0 * DOT), color, 20);
    }

    /// A small square on its corner.
    pub(super) fn diamond(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(DOT * 1.3), color, 4);
    }

    pub(super) fn cross(&mut self, point: Vec3, color: Color) {
        let size = self.length(CROSS);
        let (right, up) = (self.view.right * size, self.view.up * size);
        for arm in [right + up, right - up] {
            self.gizmos.line(point - arm, point + arm, color);
        }
    }

    /// An upright cross of a larger size.
    pub(super) fn axes(&mut self, point: Vec3, color: Color) {
        let size = self.length(2.0 * CROSS);
        for arm in [self.view.right * size, self.view.up * size] {
            self.bold(point - arm, point + arm, color);
        }
    }

    /// An arrow of a fixed length along a direction; where it ends.
    pub(super) fn pointer(&mut self, from: Vec3, direction: Vec3, color: Color) -> Vec3 {
        let to = from + direction.normalize_or_zero() * self.length(ARROW);
        self.arrow(from, to, color);
        to
    }

    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, color: Color) {
        if from != to {
            let tip = self.length(TIP).min(0.5 * from.distance(to));
            self.bold(from, to, color);
            self.gizmos.arrow(from, to, color).with_tip_length(tip);
        }
    }

    /// The corner of a right angle between two directions.
    pub(super) fn right_angle(&mut self, point: Vec3, one: Vec3, two: Vec3, color: Color) {
        let size = self.length(10.0);
        let (one, two) = (one.normalize_or_zero() * size, two.normalize_or_zero() * size);
        self.gizmos.linestrip([point + one, point + one + two, point + two], color);
    }

    /// A line across a direction, through a point.
    pub(super) fn level(&mut self, point: Vec3, across: Vec3, color: Color) {
        let forward = self.view.right.cross(self.view.up);
        let along = forward.cross(across).normalize_or_zero() * self.length(2.0 * ARROW);
        self.dashed(point, point + along, color);
        self.dashed(point, point - along, color);
    }

    pub(super) fn rect(&mut self, rect: Rect, color: Color) {
        let Rect { min, max } = rect;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        self.gizmos.lineloop(corners.map(|corner| self.view.point_at(corner)), color);
    }

    /// A name beside a point.
    pub(super) fn name(&mut self, point: Vec3, text: &str, color: Color) {
        self.labels.name(self.gizmos, self.view, point, text, color);
    }

    /// A line of words, from its upper left corner.
    pub(super) fn line(&mut self, corner: Vec2, text: &str, color: Color) {
        labels::line(self.gizmos, self.view, corner, text, color);
    }
}
