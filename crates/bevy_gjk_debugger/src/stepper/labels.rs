//! Text on the screen. Names of points are written last, where they overlap neither marks nor each other.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Rect, Vec2, Vec3};

use crate::stepper::CollisionStepperGizmos;
use crate::stepper::view::View;

/// The mean width of a letter, relative to the height of a capital, in the stroke font of Bevy.
const WIDTH: f32 = 0.86;
/// The fraction of the distance to the camera by which text is moved toward it, over all lines. Tuning constant.
const TEXT_LIFT: f32 = 0.5;
/// The height of a line, relative to the height of a capital. Tuning constant.
pub(crate) const LINE: f32 = 1.75;

/// The names to write after all marks are drawn, and the occupied rectangles in pixels.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pending: Vec<Name>,
    occupied: Vec<Rect>,
}

/// A name beside a point.
#[derive(Debug)]
struct Name {
    text: String,
    color: Color,
    pixel: Vec2,
    /// The preferred direction from the point to the name.
    side: Vec2,
}

impl Labels {
    /// Occupies a rectangle, so that no name is written there.
    pub(super) fn reserve(&mut self, rect: Rect) {
        self.occupied.push(rect);
    }

    /// Adds a name beside a point of the world, on the side away from another point.
    pub(super) fn name(&mut self, view: &View, point: Vec3, from: Vec3, text: String, color: Color) {
        if let (false, Some(pixel), Some(from)) = (text.is_empty(), view.pixel_of(point), view.pixel_of(from))
        {
            let side = (pixel - from).normalize_or(Vec2::new(1.0, -1.0));
            self.pending.push(Name { text, color, pixel, side });
        }
    }

    /// Writes the names for which there is a free rectangle.
    pub(super) fn write(&mut self, gizmos: &mut Gizmos<CollisionStepperGizmos>, view: &View) {
        let height = gizmos.config_ext.text_size;
        for name in core::mem::take(&mut self.pending) {
            let size = Vec2::new(width(&name.text, height), height * 1.3);
            let Some(rect) = self.find_free(name.pixel, size, name.side) else { continue };
            self.reserve(rect);
            write(gizmos, view, rect.center(), &name.text, Vec2::ZERO, name.color);
        }
    }

    /// Returns a free rectangle near a pixel, as near as possible to the preferred direction.
    fn find_free(&self, pixel: Vec2, size: Vec2, side: Vec2) -> Option<Rect> {
        // Angles around the point in full turns, alternating between both senses of rotation.
        const TURNS: [f32; 8] = [0.0, 0.125, -0.125, 0.25, -0.25, 0.375, -0.375, 0.5];
        let mut candidates = [11.0, 20.0].into_iter().flat_map(|gap| {
            TURNS.map(|turn| {
                let side = Vec2::from_angle(turn * core::f32::consts::TAU).rotate(side);
                // The distance at which the rectangle keeps the gap to the point.
                let distance = (size * 0.5 / side.abs().max(Vec2::splat(1e-3))).min_element() + gap;
                Rect::from_center_size(pixel + side * distance, size)
            })
        });
        candidates.find(|rect| !self.occupied.iter().any(|occupied| overlap(rect, occupied)))
    }
}

/// Returns whether two rectangles overlap.
fn overlap(one: &Rect, two: &Rect) -> bool {
    one.min.cmplt(two.max).all() && two.min.cmplt(one.max).all()
}

/// Estimates the width of a text.
pub(super) fn width(text: &str, height: f32) -> f32 {
    text.len() as f32 * WIDTH * height
}

/// Writes text in front of all lines. `anchor` is the place in the text that is at the pixel: see [`Gizmos::text`].
pub(crate) fn write(
    gizmos: &mut Gizmos<CollisionStepperGizmos>,
    view: &View,
    pixel: Vec2,
    text: &str,
    anchor: Vec2,
    color: Color,
) {
    let (point, scale) = view.lifted(view.point_at(pixel), TEXT_LIFT);
    let size = gizmos.config_ext.text_size * view.pixel * scale;
    gizmos.text(Isometry3d::new(point, view.rotation), text, size, anchor, color);
}

/// Splits a text into lines of a width, between words.
pub(super) fn wrap(text: &str, height: f32, max_width: f32) -> impl Iterator<Item = &str> {
    let letters = ((max_width / (WIDTH * height)) as usize).max(8);
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // The text is ASCII, so that letters are bytes.
        let end = if rest.len() <= letters {
            rest.len()
        } else {
            let last_space = rest.get(..=letters).and_then(|start| start.rfind(' '));
            last_space.or_else(|| rest.find(' ')).unwrap_or(rest.len())
        };
        let (line, more) = rest.split_at(end);
        rest = more.trim_start();
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_splits_lines_between_words() {
        let lines =
            |width| wrap("nearest to the origin: 0.5; drops 1 vertex", 10.0, width).collect::<Vec<_>>();
        assert_eq!(lines(1000.0), ["nearest to the origin: 0.5; drops 1 vertex"]);
        assert_eq!(lines(200.0), ["nearest to the origin:", "0.5; drops 1 vertex"]);
        let narrow = lines(0.0);
        assert!(narrow.len() > 4 && narrow.iter().all(|line| line.len() <= 8), "{narrow:?}");
        assert_eq!(narrow.join(" "), lines(1000.0)[0]);
    }

    #[test]
    fn names_do_not_overlap() {
        let mut labels = Labels::default();
        let mut rects: Vec<Rect> = Vec::new();
        while let Some(rect) = labels.find_free(Vec2::splat(100.0), Vec2::new(30.0, 13.0), Vec2::Y) {
            assert!(!rects.iter().any(|other| overlap(other, &rect)));
            rects.push(rect);
            labels.reserve(rect);
        }
        assert!(rects.len() >= 4, "{}", rects.len());
    }
}
