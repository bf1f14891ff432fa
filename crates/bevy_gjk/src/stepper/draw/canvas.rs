//! Marks of one size on every screen.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3, ops};

use crate::stepper::CollisionStepperGizmos;
use crate::stepper::labels;
use crate::stepper::labels::Labels;
use crate::stepper::view::View;
use crate::stepper::words::ShortName;

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
    /// How far what comes next is lifted to the viewer, over what was drawn before.
    pub(super) lift: f32,
}

/// By how much each thing is lifted over the one before, and how far all of them at most.
const LIFT_STEP: f32 = 3e-4;
const LIFT_MOST: f32 = 0.2;

impl Canvas<'_, '_, '_, '_> {
    /// The length of some pixels in the world.
    fn length(&self, pixels: f32) -> f32 {
        pixels * self.view.pixel * self.colors.mark_size
    }

    /// All lines are drawn by this, each on top of those before.
    pub(super) fn chain(&mut self, points: impl IntoIterator<Item = Vec3>, color: Color) {
        self.lift = (self.lift + LIFT_STEP).min(LIFT_MOST);
        let (view, lift) = (self.view, self.lift);
        self.gizmos.linestrip(points.into_iter().map(|point| view.lifted(point, lift).0), color);
    }

    fn segment(&mut self, from: Vec3, to: Vec3, color: Color) {
        self.chain([from, to], color);
    }

    /// From the view to the viewer.
    fn forward(&self) -> Vec3 {
        self.view.right.cross(self.view.up)
    }

    /// A line three times as thick.
    pub(super) fn bold(&mut self, from: Vec3, to: Vec3, color: Color) {
        let aside = self.forward().cross(to - from).normalize_or_zero() * self.length(1.2);
        for off in [aside, Vec3::ZERO, -aside] {
            self.segment(from + off, to + off, color);
        }
    }

    pub(super) fn dashed(&mut self, from: Vec3, to: Vec3, color: Color) {
        let count = (from.distance(to) / (2.0 * self.length(DASH))).clamp(1.0, MOST_DASHES) as usize;
        let part = (to - from) / (2 * count) as f32;
        for index in 0..count {
            let start = from + part * (2 * index) as f32;
            self.segment(start, start + part, color);
        }
    }

    /// A full circle.
    pub(super) fn dot(&mut self, point: Vec3, color: Color) {
        for size in [0.25, 0.5, 0.75, 1.0] {
            self.ring(point, self.length(DOT * size), color, 10);
        }
        if let Some(pixel) = self.view.pixel_of(point) {
            let size = Vec2::splat(DOT * self.colors.mark_size);
            self.labels.take(Rect::from_center_half_size(pixel, size));
        }
    }

    /// A circle that faces the viewer.
    pub(super) fn ring(&mut self, middle: Vec3, radius: f32, color: Color, sides: u32) {
        let (right, up) = (self.view.right * radius, self.view.up * radius);
        let points = (0..=sides).map(|side| {
            let (sin, cos) = ops::sin_cos(side as f32 / sides as f32 * core::f32::consts::TAU);
            middle + right * cos + up * sin
        });
        self.chain(points, color);
    }

    /// A circle around a mark.
    pub(super) fn halo(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(2.0 * DOT), color, 20);
    }

    /// A square on its corner, around a mark.
    pub(super) fn diamond(&mut self, point: Vec3, color: Color) {
        self.ring(point, self.length(DOT * 2.0), color, 4);
    }

    pub(super) fn cross(&mut self, point: Vec3, color: Color) {
        let size = self.length(CROSS);
        let (right, up) = (self.view.right * size, self.view.up * size);
        for arm in [right + up, right - up] {
            self.segment(point - arm, point + arm, color);
        }
    }

    /// An upright cross of a larger size.
    pub(super) fn axes(&mut self, point: Vec3, color: Color) {
        let size = self.length(2.0 * CROSS);
        for arm in [self.view.right * size, self.view.up * size] {
            self.bold(point - arm, point + arm, color);
        }
        if let Some(pixel) = self.view.pixel_of(point) {
            let half_size = Vec2::splat(1.5 * CROSS * self.colors.mark_size);
            self.labels.take(Rect::from_center_half_size(pixel, half_size));
        }
    }

    /// An arrow of a fixed length along a direction; where it ends.
    pub(super) fn pointer(&mut self, from: Vec3, direction: Vec3, color: Color) -> Vec3 {
        let to = from + direction.normalize_or_zero() * self.length(ARROW);
        self.arrow(from, to, color);
        for part in [0.35, 0.7, 1.0] {
            if let Some(pixel) = self.view.pixel_of(from.lerp(to, part)) {
                let half_size = Vec2::splat(0.5 * TIP * self.colors.mark_size);
                self.labels.take(Rect::from_center_half_size(pixel, half_size));
            }
        }
        to
    }

    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, color: Color) {
        if from != to {
            let tip = self.length(TIP).min(0.5 * from.distance(to));
            self.bold(from, to, color);
            let back = (from - to).normalize_or_zero() * tip;
            let aside = self.forward().cross(back).normalize_or_zero() * (0.5 * tip);
            self.chain([to + back + aside, to, to + back - aside], color);
        }
    }

    /// The corner of a right angle between two directions.
    pub(super) fn right_angle(&mut self, point: Vec3, one: Vec3, two: Vec3, color: Color) {
        let size = self.length(10.0);
        let (one, two) = (one.normalize_or_zero() * size, two.normalize_or_zero() * size);
        self.chain([point + one, point + one + two, point + two], color);
    }

    /// A line across a direction, through a point, as far as it lies within a part of the view.
    pub(super) fn level(&mut self, point: Vec3, across: Vec3, part: Rect, color: Color) {
        let Some(pixel) = self.view.pixel_of(point).filter(|&pixel| part.contains(pixel)) else { return };
        // In pixels, y is down.
        let across = Vec2::new(across.dot(self.view.right), -across.dot(self.view.up));
        for along in [across.perp(), -across.perp()].map(Vec2::normalize_or_zero) {
            let wall = Vec2::select(along.cmpgt(Vec2::ZERO), part.max, part.min);
            // `min` passes over the NaN of a direction without length.
            let way = ((wall - pixel) / along).to_array().into_iter().fold(f32::MAX, f32::min);
            let end = pixel + along * way.clamp(0.0, 2.0 * ARROW * self.colors.mark_size);
            self.dashed(point, self.view.point_at(end), color);
        }
    }

    pub(super) fn rect(&mut self, rect: Rect, color: Color) {
        let Rect { min, max } = rect;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y), min];
        let view = self.view;
        self.chain(corners.map(|corner| view.point_at(corner)), color);
    }

    /// A name beside a point, on the side away from another.
    pub(super) fn name(&mut self, point: Vec3, from: Vec3, text: impl Into<ShortName>, color: Color) {
        self.labels.name(self.view, point, from, text.into(), color);
    }

    /// Writes the names.
    pub(super) fn write_names(&mut self) {
        self.labels.write(self.gizmos, self.view);
    }

    /// A line of words, from its upper left corner.
    pub(super) fn line(&mut self, corner: Vec2, text: &str, color: Color) {
        labels::line(self.gizmos, self.view, corner, text, color);
    }
}
