//! Words on the screen that keep out of each other's way.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Rect, Vec2, Vec3};

use crate::stepper::CollisionStepperGizmos;
use crate::stepper::view::View;
use crate::stepper::words::ShortName;

/// How wide a letter is on average, relative to the height of a capital; the font is a wide one.
const WIDTH: f32 = 0.86;
/// How far words are lifted to the viewer.
const OVER_ALL: f32 = 0.5;
/// How high a line is.
pub(super) const LINE: f32 = 1.75;

/// Names that wait for all marks to be drawn, and the places that are taken, in pixels.
#[derive(Debug, Default)]
pub(super) struct Labels {
    waiting: Vec<Name>,
    taken: Vec<Rect>,
}

/// A name beside a point.
#[derive(Clone, Copy, Debug)]
struct Name {
    text: ShortName,
    color: Color,
    pixel: Vec2,
    /// On which side of the point it would best be.
    side: Vec2,
}

impl Labels {
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.taken.clear();
    }

    /// Nothing else is to be written here.
    pub(super) fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// A name beside a point of the world, on the side away from another point.
    pub(super) fn name(&mut self, view: &View, point: Vec3, from: Vec3, text: ShortName, color: Color) {
        if text.is_empty() {
            return;
        }
        let (Some(pixel), Some(from)) = (view.pixel_of(point), view.pixel_of(from)) else { return };
        self.waiting.push(Name {
            text,
            color,
            pixel,
            side: (pixel - from).normalize_or(Vec2::new(1.0, -1.0)),
        });
    }

    /// Writes the names, where there is room.
    pub(super) fn write(&mut self, gizmos: &mut Gizmos<CollisionStepperGizmos>, view: &View) {
        let height = gizmos.config_ext.text_size;
        for index in 0..self.waiting.len() {
            let name = self.waiting[index];
            let size = Vec2::new(width(&name.text, height), height * 1.3);
            let Some(rect) = self.room(name.pixel, size, name.side) else { continue };
            self.take(rect);
            write(gizmos, view, rect.center(), &name.text, Vec2::ZERO, name.color);
        }
    }

    /// A place near a pixel that nothing has taken; best on a side of it.
    fn room(&self, pixel: Vec2, size: Vec2, side: Vec2) -> Option<Rect> {
        // The steps around the point, alternately one way and the other.
        const TURNS: [f32; 8] = [0.0, 0.125, -0.125, 0.25, -0.25, 0.375, -0.375, 0.5];
        let places = [11.0, 20.0].into_iter().flat_map(|gap| {
            TURNS.map(|turn| {
                let side = Vec2::from_angle(turn * core::f32::consts::TAU).rotate(side);
                // So far that a corner or a side of the words comes near to the point.
                let reach = (size * 0.5 / side.abs().max(Vec2::splat(1e-3))).min_element() + gap;
                Rect::from_center_size(pixel + side * reach, size)
            })
        });
        places.into_iter().find(|place| !self.taken.iter().any(|taken| overlap(place, taken)))
    }
}

fn overlap(one: &Rect, two: &Rect) -> bool {
    one.min.cmplt(two.max).all() && two.min.cmplt(one.max).all()
}

/// How wide some words are, about.
pub(super) fn width(text: &str, height: f32) -> f32 {
    text.len() as f32 * WIDTH * height
}

/// Writes a line to the right of a pixel and below it.
pub(super) fn line(
    gizmos: &mut Gizmos<CollisionStepperGizmos>,
    view: &View,
    corner: Vec2,
    text: &str,
    color: Color,
) {
    write(gizmos, view, corner, text, Vec2::new(-0.5, 0.5), color);
}

/// Writes words on top of all lines.
fn write(
    gizmos: &mut Gizmos<CollisionStepperGizmos>,
    view: &View,
    pixel: Vec2,
    text: &str,
    anchor: Vec2,
    color: Color,
) {
    let (point, smaller) = view.lifted(view.point_at(pixel), OVER_ALL);
    let size = gizmos.config_ext.text_size * view.pixel * smaller;
    gizmos.text(Isometry3d::new(point, view.rotation), text, size, anchor, color);
}

/// Cuts words into lines of a width.
pub(super) fn wrap(text: &str, height: f32, room: f32) -> impl Iterator<Item = &str> {
    let letters = ((room / (WIDTH * height)) as usize).max(8);
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // What the steps say is ASCII.
        let end = if rest.len() <= letters {
            rest.len()
        } else {
            let fitting = rest.get(..=letters).and_then(|start| start.rfind(' '));
            fitting.or_else(|| rest.find(' ')).unwrap_or(rest.len())
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
    fn lines_are_cut_between_words() {
        let lines = |room| wrap("nearest to the origin: 0.5; drops 1 vertex", 10.0, room).collect::<Vec<_>>();
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
        while let Some(rect) = labels.room(Vec2::splat(100.0), Vec2::new(30.0, 13.0), Vec2::Y) {
            assert!(!rects.iter().any(|other| overlap(other, &rect)));
            rects.push(rect);
            labels.take(rect);
        }
        assert!(rects.len() >= 4, "{}", rects.len());
    }
}
