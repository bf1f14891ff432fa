//! The rectangle on which a sprite is drawn, in the local space of its entity.

use bevy_math::{BVec2, Rect, Vec2};
use bevy_sprite::{Anchor, Sprite, SpriteScalingMode};

use crate::dim2;

/// A part of an image and the rectangle on which it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpriteRect {
    /// The part of the image in pixels, y down.
    part: Rect,
    /// The lower left corner of the rectangle.
    min: Vec2,
    size: Vec2,
    flip: BVec2,
}

impl SpriteRect {
    /// Computes the rectangle of a sprite that shows this part of its image, as Bevy's sprite renderer does: a fit
    /// mode shrinks the rectangle to the aspect ratio of the image, a fill mode crops the image to that of the
    /// rectangle.
    pub(super) fn new(sprite: &Sprite, Anchor(anchor): Anchor, part: Rect) -> Self {
        let full = sprite.custom_size.unwrap_or_else(|| part.size());
        let flip = BVec2::new(sprite.flip_x, sprite.flip_y);
        let (mut part, mut size, mut shift) = (part, full, Vec2::ZERO);
        // Above 1 if the rectangle is wider than the image, relative to their heights.
        let ratio = (full.x * part.height()) / (full.y * part.width());
        if let Some(mode) = sprite.image_mode.scale().filter(|_| ratio.is_finite() && ratio > 0.0) {
            let shrink = if ratio > 1.0 { Vec2::new(1.0 / ratio, 1.0) } else { Vec2::new(1.0, ratio) };
            let cut = if ratio > 1.0 { Vec2::new(1.0, 1.0 / ratio) } else { Vec2::new(ratio, 1.0) };
            // The start of an image is its upper left corner.
            let start = |rest: Vec2| Vec2::new(rest.x, -rest.y);
            match mode {
                SpriteScalingMode::FitCenter => size = full * shrink,
                SpriteScalingMode::FitStart => (size, shift) = (full * shrink, start(full - full * shrink)),
                SpriteScalingMode::FitEnd => (size, shift) = (full * shrink, -start(full - full * shrink)),
                SpriteScalingMode::FillCenter => part = cropped(part, cut, Vec2::splat(0.5)),
                SpriteScalingMode::FillStart => {
                    part = cropped(part, cut, Vec2::select(flip, Vec2::ONE, Vec2::ZERO));
                }
                SpriteScalingMode::FillEnd => {
                    part = cropped(part, cut, Vec2::select(flip, Vec2::ZERO, Vec2::ONE));
                }
            }
        }
        Self { part, min: (size + shift) * (-anchor - 0.5), size, flip }
    }

    /// Returns the visible part of the image in pixels.
    pub(super) fn part(&self) -> Rect {
        self.part
    }

    /// Creates the collider of the whole rectangle.
    pub(super) fn rectangle(&self) -> dim2::Collider {
        let [min, max] = [self.min, self.min + self.size];
        if min == -max {
            return dim2::Collider::Rectangle { half_size: max.abs() };
        }
        dim2::Collider::hull([min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])
    }

    /// Returns the local position at which a pixel position of the image is drawn.
    pub(super) fn local_point(&self, pixel: Vec2) -> Vec2 {
        let Rect { min, max } = self.part;
        // The y axis of images points down.
        let from_left = if self.flip.x { max.x - pixel.x } else { pixel.x - min.x };
        let from_below = if self.flip.y { pixel.y - min.y } else { max.y - pixel.y };
        self.min + Vec2::new(from_left, from_below) * self.size / (max - min)
    }
}

/// Returns a part of a rectangle of a size relative to the whole. `at` is the fraction of the removed size that
/// lies before the part, from 0 to 1.
fn cropped(part: Rect, size: Vec2, at: Vec2) -> Rect {
    let min = part.min + part.size() * (1.0 - size) * at;
    Rect { min, max: min + part.size() * size }
}
