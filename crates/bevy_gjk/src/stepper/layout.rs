//! Where the picture of the difference goes, and how large it is.

use bevy_math::{Rect, Vec2, Vec3};

use crate::stepper::StepperPlace;
use crate::stepper::view::View;

/// In pixels: how near to the border of the view.
const MARGIN: f32 = 14.0;
/// How near to the shapes, whose vertices have names.
const CLEARANCE: f32 = 34.0;
/// The largest that the picture needs to be.
const LARGEST: Vec2 = Vec2::new(520.0, 520.0);
/// The smallest that shows anything.
const SMALLEST: Vec2 = Vec2::new(300.0, 260.0);

/// The frame of the picture in pixels, and how the space of the difference lies within it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// With the words above and the legend below.
    pub(super) frame: Rect,
    /// The part of it where the difference is drawn.
    pub(super) canvas: Rect,
    /// The point of the difference that is drawn in `place`.
    pub(super) middle: Vec3,
    pub(super) place: Vec3,
    /// How long a unit of the difference is in the world.
    pub(super) scale: f32,
    /// The axes of the plane into which the difference is projected, unless it has a place in the world: so it
    /// looks the same wherever in the view it is.
    plane: Option<[Vec3; 2]>,
}

/// What has to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// The middle of the difference, and how far it extends from there to the right and up.
    pub(super) middle: Vec3,
    pub(super) half_size: Vec2,
    /// The heights of what is written above and below, in pixels.
    pub(super) above: f32,
    pub(super) below: f32,
}

/// On which side of the pair the picture was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Side {
    #[default]
    Right,
    Left,
    Below,
    Above,
}

impl Layout {
    pub(super) fn new(
        place: StepperPlace,
        view: &View,
        pair: Rect,
        content: &Content,
        side: &mut Side,
    ) -> Self {
        let frame = match place {
            StepperPlace::Beside => beside(view.rect, pair, side),
            StepperPlace::View(part) => {
                let size = view.rect.size();
                let [one, two] = [part.min, part.max].map(|corner| view.rect.min + corner * size);
                Rect::from_corners(one, two)
            }
            StepperPlace::World { origin, scale } => return Self::in_world(origin, scale, view, content),
        };
        let mut canvas = frame;
        canvas.min.y += content.above;
        canvas.max.y = (canvas.max.y - content.below).max(canvas.min.y + 1.0);
        let room = (canvas.half_size() - CLEARANCE).max(Vec2::ONE);
        let fit = room / content.half_size.max(Vec2::splat(f32::MIN_POSITIVE));
        let scale = fit.min_element() * view.pixel;
        let (place, plane) = (view.point_at(canvas.center()), Some([view.right, view.up]));
        Self { frame, canvas, middle: content.middle, place, scale, plane }
    }

    /// The frame follows from the place and the scale.
    fn in_world(origin: Vec3, scale: f32, view: &View, content: &Content) -> Self {
        let place = origin + content.middle * scale;
        let pixel = view.pixel_of(place).unwrap_or_else(|| view.rect.center());
        let half_size = (content.half_size * (scale / view.pixel).abs() + CLEARANCE).max(SMALLEST * 0.5);
        let canvas = Rect::from_center_half_size(pixel, half_size);
        let frame = Rect {
            min: canvas.min - Vec2::new(0.0, content.above),
            max: canvas.max + Vec2::new(0.0, content.below),
        };
        Self { frame, canvas, middle: content.middle, place, scale, plane: None }
    }

    /// Where a point of the difference is drawn.
    pub(super) fn at(&self, point: Vec3) -> Vec3 {
        self.place + self.direction(point - self.middle) * self.scale
    }

    /// How a direction of the difference is drawn.
    pub(super) fn direction(&self, direction: Vec3) -> Vec3 {
        match self.plane {
            None => direction,
            Some([right, up]) => right * direction.dot(right) + up * direction.dot(up),
        }
    }
}

/// The part of the view beside the pair that has the most room; the side changes only for a much better one.
fn beside(view: Rect, pair: Rect, side: &mut Side) -> Rect {
    let view = view.inflate(-MARGIN);
    let pair = pair.inflate(CLEARANCE);
    let room = |side| {
        let mut room = view;
        match side {
            Side::Right => room.min.x = pair.max.x.clamp(view.min.x, view.max.x),
            Side::Left => room.max.x = pair.min.x.clamp(view.min.x, view.max.x),
            Side::Below => room.min.y = pair.max.y.clamp(view.min.y, view.max.y),
            Side::Above => room.max.y = pair.min.y.clamp(view.min.y, view.max.y),
        }
        room
    };
    let worth = |side| (room(side).size() / LARGEST).min(Vec2::ONE).element_product();
    let mut best = *side;
    for other in [Side::Right, Side::Left, Side::Below, Side::Above] {
        if worth(other) > worth(best) * if best == *side { 1.25 } else { 1.0 } {
            best = other;
        }
    }
    *side = best;
    let free = room(best);
    // Where the pair fills the view, the picture has to cover some of it.
    let size = free.size().min(LARGEST).max(SMALLEST).min(view.size());
    let near = pair.center().clamp(free.min, free.max);
    let min = (near - size * 0.5).clamp(free.min.min(free.max - size), free.min.max(free.max - size));
    let min = min.clamp(view.min, (view.max - size).max(view.min));
    Rect { min, max: min + size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

    fn frame(min: [f32; 2], max: [f32; 2], side: &mut Side) -> Rect {
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
            let frame = frame(min, max, &mut side);
            assert_eq!(side, expected, "{min:?}");
            assert!(frame.intersect(Rect { min: min.into(), max: max.into() }).is_empty(), "{frame:?}");
            assert!(VIEW.contains(frame.min) && VIEW.contains(frame.max), "{frame:?}");
            assert!(frame.size().cmpge(SMALLEST).all(), "{frame:?}");
        }
    }

    #[test]
    fn it_stays_on_its_side_and_is_there_even_where_is_no_room() {
        let mut side = Side::Left;
        frame([630.0, 200.0], [700.0, 400.0], &mut side);
        assert_eq!(side, Side::Left, "about as good");
        let frame = frame([0.0, 0.0], [1280.0, 720.0], &mut side);
        assert!(VIEW.contains(frame.min) && VIEW.contains(frame.max));
        assert!(frame.size().cmpge(SMALLEST).all(), "{frame:?}");
    }
}
