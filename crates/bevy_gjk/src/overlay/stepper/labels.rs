//! Words on the screen that keep out of each other's way.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Rect, Vec2, Vec3};

use super::CollisionStepperGizmos;
use super::view::View;

/// How wide a letter is on average, relative to the height of a capital; the font is a wide one.
const WIDTH: f32 = 0.86;
/// How high a line is.
pub(super) const LINE: f32 = 1.75;

/// Places that are taken, in pixels.
#[derive(Debug, Default)]
pub(super) struct Labels {
    taken: Vec<Rect>,
}

impl Labels {
    pub(super) fn clear(&mut self) {
        self.taken.clear();
    }

    /// Nothing else is to be written here.
    pub(super) fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Writes a name beside a point, where there is room; nowhere if there is none.
    pub(super) fn name(
        &mut self,
        gizmos: &mut Gizmos<CollisionStepperGizmos>,
        view: &View,
        point: Vec3,
        text: &str,
        color: Color,
    ) {
        let Some(pixel) = view.pixel_of(point) else { return };
        let height = gizmos.config_ext.text_size;
        let size = Vec2::new(width(text, height), height * 1.3);
        let Some(rect) = self.room(pixel, size) else { return };
        self.take(rect);
        let place = Isometry3d::new(view.point_at(rect.center()), view.rotation);
        gizmos.text(place, text, height * view.pixel, Vec2::ZERO, color);
    }

    /// A place near a pixel that nothing has taken.
    fn room(&self, pixel: Vec2, size: Vec2) -> Option<Rect> {
        // To the right first, as in maps.
        const SIDES: [Vec2; 8] = [
            Vec2::new(1.0, -1.0),
            Vec2::new(1.0, 1.0),
            Vec2::new(-1.0, -1.0),
            Vec2::new(-1.0, 1.0),
            Vec2::new(1.0, 0.0),
            Vec2::new(-1.0, 0.0),
            Vec2::new(0.0, -1.0),
            Vec2::new(0.0, 1.0),
        ];
        let places = [7.0, 18.0].into_iter().flat_map(|gap| {
            SIDES.map(|side| Rect::from_center_size(pixel + side * (size * 0.5 + gap), size))
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
    let height = gizmos.config_ext.text_size;
    let place = Isometry3d::new(view.point_at(corner), view.rotation);
    gizmos.text(place, text, height * view.pixel, Vec2::new(-0.5, 0.5), color);
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
        assert_eq!(lines(0.0).concat().len(), 42 - 7);
    }

    #[test]
    fn names_do_not_overlap() {
        let mut labels = Labels::default();
        let mut rects: Vec<Rect> = Vec::new();
        while let Some(rect) = labels.room(Vec2::splat(100.0), Vec2::new(30.0, 13.0)) {
            assert!(!rects.iter().any(|other| overlap(other, &rect)));
            rects.push(rect);
            labels.take(rect);
        }
        assert!(rects.len() >= 6, "{}", rects.len());
    }
}
