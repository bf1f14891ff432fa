//! The position and the scale of the picture of the Minkowski difference.

use bevy_math::{Rect, Vec2, Vec3};

use crate::stepper::StepperPlace;
use crate::stepper::view::View;

// Lengths in logical pixels. Tuning constants.

/// The distance of the picture from the border of the view.
const MARGIN: f32 = 14.0;
/// The distance of the picture from the shapes, for the names of their vertices.
const CLEARANCE: f32 = 34.0;
/// The largest size of the picture.
const LARGEST: Vec2 = Vec2::new(520.0, 520.0);
/// The smallest size of the picture.
const SMALLEST: Vec2 = Vec2::new(300.0, 260.0);

/// The frame of the picture in pixels, and the map from the space of the difference to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// The whole picture, with the text above and the legend below the difference.
    pub(super) frame: Rect,
    /// The part of the frame in which the difference is drawn.
    pub(super) canvas: Rect,
    /// The point of the difference that is drawn at `position`.
    pub(super) center: Vec3,
    /// The point of the world at which `center` is drawn.
    pub(super) position: Vec3,
    /// The length of a unit of the difference in world units.
    pub(super) scale: f32,
    /// The axes of the plane into which the difference is projected, so that it looks the same at any position in
    /// the view; `None` if it has a position in the world.
    plane: Option<[Vec3; 2]>,
}

/// The content that has to fit into the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// The center of the difference, and its half size on the screen.
    pub(super) center: Vec3,
    pub(super) half_size: Vec2,
    /// The heights of the text above and below, in pixels.
    pub(super) above: f32,
    pub(super) below: f32,
}

/// The side of the pair on which the picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Side {
    #[default]
    Right,
    Left,
    Below,
    Above,
}

impl Layout {
    /// Computes the layout in the view, or in the world if the stepper is placed there.
    pub(super) fn new(
        place: StepperPlace,
        view: &View,
        pair: Rect,
        content: &Content,
        side: &mut Side,
    ) -> Self {
        if let StepperPlace::World { origin, scale } = place {
            return Self::in_world(origin, scale, view, content);
        }
        let frame = frame(place, view, pair, side);
        let mut canvas = frame;
        canvas.min.y += content.above;
        canvas.max.y = (canvas.max.y - content.below).max(canvas.min.y + 1.0);
        let room = (canvas.half_size() - CLEARANCE).max(Vec2::ONE);
        let fit = room / content.half_size.max(Vec2::splat(f32::MIN_POSITIVE));
        let scale = fit.min_element() * view.pixel;
        let (position, plane) = (view.point_at(canvas.center()), Some([view.right, view.up]));
        Self { frame, canvas, center: content.center, position, scale, plane }
    }

    /// Computes the layout of a picture with a fixed position and scale in the world.
    fn in_world(origin: Vec3, scale: f32, view: &View, content: &Content) -> Self {
        let position = origin + content.center * scale;
        let pixel = view.pixel_of(position).unwrap_or_else(|| view.rect.center());
        let half_size = (content.half_size * (scale / view.pixel).abs() + CLEARANCE).max(SMALLEST * 0.5);
        let canvas = Rect::from_center_half_size(pixel, half_size);
        let frame = Rect {
            min: canvas.min - Vec2::new(0.0, content.above),
            max: canvas.max + Vec2::new(0.0, content.below),
        };
        Self { frame, canvas, center: content.center, position, scale, plane: None }
    }

    /// Returns the position in the world at which a point of the difference is drawn.
    pub(super) fn world_point(&self, point: Vec3) -> Vec3 {
        self.position + self.direction(point - self.center) * self.scale
    }

    /// Returns the direction in the world in which a direction of the difference is drawn.
    pub(super) fn direction(&self, direction: Vec3) -> Vec3 {
        match self.plane {
            None => direction,
            Some([right, up]) => right * direction.dot(right) + up * direction.dot(up),
        }
    }
}

/// Returns the frame for some lines of text beside what a move covers, or in the given part of the view.
pub(super) fn text_frame(
    place: StepperPlace,
    view: &View,
    covered: Rect,
    height: f32,
    side: &mut Side,
) -> Rect {
    let frame = frame(place, view, covered, side);
    Rect { min: frame.min, max: Vec2::new(frame.max.x, frame.max.y.min(frame.min.y + height)) }
}

/// Returns the given part of the view, or the part beside what is covered.
fn frame(place: StepperPlace, view: &View, covered: Rect, side: &mut Side) -> Rect {
    match place {
        StepperPlace::View(part) => {
            let [one, two] = [part.min, part.max].map(|corner| view.rect.min + corner * view.rect.size());
            Rect::from_corners(one, two)
        }
        StepperPlace::Beside | StepperPlace::World { .. } => beside(view.rect, covered, side),
    }
}

/// Returns the part of the view beside the pair that has the most space. The side changes only for a much better one.
fn beside(view: Rect, pair: Rect, side: &mut Side) -> Rect {
    let view = view.inflate(-MARGIN);
    let pair = pair.inflate(CLEARANCE);
    let space = |side| {
        let mut space = view;
        match side {
            Side::Right => space.min.x = pair.max.x.clamp(view.min.x, view.max.x),
            Side::Left => space.max.x = pair.min.x.clamp(view.min.x, view.max.x),
            Side::Below => space.min.y = pair.max.y.clamp(view.min.y, view.max.y),
            Side::Above => space.max.y = pair.min.y.clamp(view.min.y, view.max.y),
        }
        space
    };
    let score = |side| (space(side).size() / LARGEST).min(Vec2::ONE).element_product();
    let mut best = *side;
    for other in [Side::Right, Side::Left, Side::Below, Side::Above] {
        if score(other) > score(best) * if best == *side { 1.25 } else { 1.0 } {
            best = other;
        }
    }
    *side = best;
    let free = space(best);
    // If the pair fills the view, the picture has to cover a part of it.
    let size = free.size().min(LARGEST).max(SMALLEST).min(view.size());
    let center = pair.center().clamp(free.min, free.max);
    let min = (center - size * 0.5).clamp(free.min.min(free.max - size), free.min.max(free.max - size));
    let min = min.clamp(view.min, (view.max - size).max(view.min));
    Rect { min, max: min + size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

    fn beside_rect(min: [f32; 2], max: [f32; 2], side: &mut Side) -> Rect {
        beside(VIEW, Rect { min: min.into(), max: max.into() }, side)
    }

    #[test]
    fn the_picture_is_beside_the_pair_and_within_the_view() {
        let places = [
            ([100.0, 300.0], [300.0, 500.0], Side::Right),
            ([900.0, 300.0], [1200.0, 500.0], Side::Left),
            ([50.0, 0.0], [1250.0, 200.0], Side::Below),
            ([50.0, 600.0], [1250.0, 720.0], Side::Above),
            ([-900.0, -500.0], [-500.0, -300.0], Side::Right),
        ];
        for (min, max, expected) in places {
            let mut side = Side::default();
            let frame = beside_rect(min, max, &mut side);
            assert_eq!(side, expected, "{min:?}");
            assert!(frame.intersect(Rect { min: min.into(), max: max.into() }).is_empty(), "{frame:?}");
            assert!(VIEW.contains(frame.min) && VIEW.contains(frame.max), "{frame:?}");
            assert!(frame.size().cmpge(SMALLEST).all(), "{frame:?}");
        }
    }

    #[test]
    fn the_picture_keeps_its_side_and_stays_in_the_view_without_free_space() {
        let mut side = Side::Left;
        beside_rect([630.0, 200.0], [700.0, 400.0], &mut side);
        assert_eq!(side, Side::Left, "about as good");
        let frame = beside_rect([0.0, 0.0], [1280.0, 720.0], &mut side);
        assert!(VIEW.contains(frame.min) && VIEW.contains(frame.max));
        assert!(frame.size().cmpge(SMALLEST).all(), "{frame:?}");
    }
}
