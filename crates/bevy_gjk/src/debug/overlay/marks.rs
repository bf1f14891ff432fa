//! Marks and texts of a fixed size on the screen: crosses, arrows, numbers and words. A grid of occupied cells keeps
//! texts from overlapping.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{IVec2, Isometry3d, Vec2, Vec3};
use bevy_platform::collections::HashSet;
use core::fmt::{Arguments, Display, Write};

use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::view::{Aabb, ActiveViews, View};

/// The height of numbers in logical pixels, at a mark size of 1. Tuning constant.
const TEXT_HEIGHT: f32 = 13.0;
/// The size of a number with five digits and some space around it, in multiples of its height.
const LABEL_SIZE: Vec2 = Vec2::new(4.0, 1.4);
/// The mean width of a letter, in multiples of its height, in the stroke font of Bevy.
const LETTER_WIDTH: f32 = 0.86;

/// Draws marks near a point, as one view sees them. Their sizes are in logical pixels, at a mark size of 1.
pub(super) struct Pen<'p, 'w, 's> {
    pub(super) gizmos: &'p mut Gizmos<'w, 's, CollisionGizmos>,
    pub(super) view: &'p View,
    /// The size of a logical pixel at the point, in world units.
    pub(super) pixel: f32,
}

impl<'p, 'w, 's> Pen<'p, 'w, 's> {
    /// Returns the pen of the first view that sees an AABB, with the size of a pixel at a point; `None` if no view sees
    /// it, or the point is behind its camera.
    pub(super) fn at(
        gizmos: &'p mut Gizmos<'w, 's, CollisionGizmos>,
        views: ActiveViews<'p>,
        aabb: &Aabb,
        point: Vec3,
    ) -> Option<Self> {
        let view = views.first_seeing(aabb)?;
        Some(Self { gizmos, view, pixel: view.pixel_at(point)? })
    }

    /// Returns the size of a pixel in world units, at the size of marks.
    pub(super) fn mark(&self) -> f32 {
        self.pixel * self.gizmos.config_ext.mark_size
    }

    /// Returns the direction on the screen of a direction in the world.
    pub(super) fn on_screen(&self, direction: Vec3) -> Vec2 {
        (self.view.rotation.inverse() * direction).truncate().normalize_or_zero()
    }

    /// Draws a small cross that faces the camera.
    pub(super) fn cross(&mut self, point: Vec3, size: f32, color: Color) {
        let size = size * self.mark();
        for arm in [Vec2::new(size, size), Vec2::new(size, -size)] {
            let arm = self.view.rotation * arm.extend(0.0);
            self.gizmos.line(point - arm, point + arm, color);
        }
    }

    /// Draws an arrow whose head faces the camera.
    pub(super) fn arrow(&mut self, [from, to]: [Vec3; 2], head: f32, color: Color) {
        self.gizmos.line(from, to, color);
        let (head, facing) = (head * self.mark(), self.view.rotation);
        let back = (from - to).normalize_or_zero() * head;
        let aside = (facing * Vec3::Z).cross(back).normalize_or(facing * Vec3::X) * (0.6 * head);
        self.gizmos.linestrip([to + back + aside, to, to + back - aside], color);
    }
}

/// Writes numbers and words, and skips those that would overlap others.
#[derive(Default)]
pub(super) struct Labels {
    text: String,
    /// The occupied cells of the screen.
    occupied: HashSet<IVec2>,
}

/// Where a text is written, and in which color.
pub(super) struct Place {
    /// The point that it belongs to.
    pub(super) point: Vec3,
    /// On which side of the point it is, on the screen.
    pub(super) outward: Vec2,
    pub(super) color: Color,
}

impl Labels {
    /// Frees the whole screen, at the start of a frame.
    pub(super) fn clear(&mut self) {
        self.occupied.clear();
    }

    /// Writes a number.
    pub(super) fn write_number(&mut self, pen: &mut Pen, place: Place, number: f32) {
        self.write(pen, place, format_args!("{number:.*}", decimals(number)), |_| LABEL_SIZE.x);
    }

    /// Writes a text.
    pub(super) fn write_text(&mut self, pen: &mut Pen, place: Place, text: impl Display) {
        let width = |text: &str| (LETTER_WIDTH * text.len() as f32).max(LABEL_SIZE.x);
        self.write(pen, place, format_args!("{text}"), width);
    }

    /// Writes a text, inside the viewport, unless it would overlap others. Its width is in multiples of its height.
    fn write(&mut self, pen: &mut Pen, place: Place, text: Arguments, width: impl Fn(&str) -> f32) {
        self.text.clear();
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
        let size = Vec2::new(width(&self.text), LABEL_SIZE.y);
        let Place { point, outward, color } = place;
        let anchor = Vec2::new(-0.6, -0.9) * outward;
        let height = TEXT_HEIGHT * pen.gizmos.config_ext.mark_size;
        let position = pen.view.project(point);
        let center = position - anchor * size * height;
        let shift = pen.view.shift_inside(position, center, size * height);
        if self.reserve(center + shift, size * height, LABEL_SIZE * height) {
            let rotation = pen.view.rotation;
            let isometry = Isometry3d::new(point + rotation * (shift * pen.pixel).extend(0.0), rotation);
            pen.gizmos.text(isometry, &self.text, height * pen.pixel, anchor, color);
        }
    }

    /// Occupies a rectangle of the screen and returns `true`, if it is free. `number` is the size of a number.
    fn reserve(&mut self, center: Vec2, size: Vec2, number: Vec2) -> bool {
        // The cells have half the size of a number, which covers up to nine of them.
        let cell = 0.5 * number;
        let [from, to] = [-0.49, 0.49].map(|offset| ((center + offset * size) / cell).floor().as_ivec2());
        let cells = || (from.x..=to.x).flat_map(move |x| (from.y..=to.y).map(move |y| IVec2::new(x, y)));
        let free = cells().all(|cell| !self.occupied.contains(&cell));
        if free {
            self.occupied.extend(cells());
        }
        free
    }
}

/// Returns the number of decimals that leaves three significant digits.
fn decimals(number: f32) -> usize {
    match number {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap_and_fill_the_screen() {
        let mut labels = Labels::default();
        let size = LABEL_SIZE * TEXT_HEIGHT;
        assert!(labels.reserve(Vec2::ZERO, size, size));
        assert!(!labels.reserve(Vec2::new(5.0, 3.0), size, size));
        assert!(labels.reserve(Vec2::new(2.0 * size.x, 0.0), size, size));
        assert!(labels.reserve(Vec2::new(0.0, -2.0 * size.y), size, size));
        let long = size * Vec2::new(6.0, 1.0);
        assert!(!labels.reserve(Vec2::new(4.0 * size.x, 0.0), long, size), "it reaches the second number");
        assert!(labels.reserve(Vec2::new(6.0 * size.x, 0.0), long, size));
        labels.clear();
        let dense = (0..10_000).filter(|&index| {
            labels.reserve(Vec2::new((index % 100) as f32, (index / 100) as f32) * 4.0, size, size)
        });
        // 400 by 400 pixels.
        let max = 400.0 * 400.0 / (size.x * size.y);
        let count = dense.count() as f32;
        assert!(count < 1.2 * max && count > 0.3 * max, "{count} of {max}");
    }
}
