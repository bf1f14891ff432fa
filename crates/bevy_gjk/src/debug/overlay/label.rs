//! Numbers and words on the screen. A grid of occupied cells keeps them from overlapping.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{IVec2, Isometry3d, Vec2, Vec3};
use bevy_platform::collections::HashSet;
use core::fmt::{Display, Write};

use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::view::View;

/// The height of numbers in logical pixels, at a mark size of 1. Tuning constant.
const TEXT_HEIGHT: f32 = 13.0;
/// The size of a number with five digits and some space around it, in multiples of its height.
const LABEL_SIZE: Vec2 = Vec2::new(4.0, 1.4);

/// The mean width of a letter, in multiples of its height, in the stroke font of Bevy.
const LETTER_WIDTH: f32 = 0.86;

/// Where a label is written, and in which color.
pub(super) struct Place {
    /// The point that it belongs to.
    pub(super) point: Vec3,
    /// The size of a pixel there, in world units.
    pub(super) pixel: f32,
    /// On which side of the point it is, on the screen.
    pub(super) outward: Vec2,
    pub(super) color: Color,
}

/// Writes numbers and words, and skips those that would overlap others.
#[derive(Default)]
pub(super) struct Labels {
    text: String,
    /// The occupied cells of the screen.
    occupied: HashSet<IVec2>,
}

impl Labels {
    /// Frees the whole screen, at the start of a frame.
    pub(super) fn clear(&mut self) {
        self.occupied.clear();
    }

    /// Writes a number.
    pub(super) fn write(
        &mut self,
        gizmos: &mut Gizmos<CollisionGizmos>,
        view: &View,
        place: Place,
        number: f32,
    ) {
        self.text.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{number:.*}", decimals(number));
        self.draw(gizmos, view, place, LABEL_SIZE);
    }

    /// Writes a text.
    pub(super) fn write_text(
        &mut self,
        gizmos: &mut Gizmos<CollisionGizmos>,
        view: &View,
        place: Place,
        text: &impl Display,
    ) {
        self.text.clear();
        let _ = write!(self.text, "{text}");
        let size = Vec2::new((LETTER_WIDTH * self.text.len() as f32).max(LABEL_SIZE.x), LABEL_SIZE.y);
        self.draw(gizmos, view, place, size);
    }

    /// Draws the text, inside the viewport, unless it would overlap others. The size is in multiples of its height.
    fn draw(&mut self, gizmos: &mut Gizmos<CollisionGizmos>, view: &View, place: Place, size: Vec2) {
        let Place { point, pixel, outward, color } = place;
        let anchor = Vec2::new(-0.6, -0.9) * outward;
        let height = TEXT_HEIGHT * gizmos.config_ext.mark_size;
        let position = view.project(point);
        let center = position - anchor * size * height;
        let shift = view.shift_inside(position, center, size * height);
        if self.reserve(center + shift, size * height, LABEL_SIZE * height) {
            let isometry =
                Isometry3d::new(point + view.rotation * (shift * pixel).extend(0.0), view.rotation);
            gizmos.text(isometry, &self.text, height * pixel, anchor, color);
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
