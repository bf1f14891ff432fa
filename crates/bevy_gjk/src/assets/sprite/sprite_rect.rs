//! The rectangle on which a sprite is drawn, in the local space of its entity, and the part of the image on it.
//!
//! The numbers are those of Bevy's sprite material (`bevy_sprite_render::SpriteMeshMaterial`) and its shader.

use bevy_math::{BVec2, Rect, Vec2};
use bevy_sprite::{Anchor, Sprite, SpriteScalingMode};

use crate::collider::dim2;

/// A part of an image and the rectangle on which it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpriteRect {
    /// The part of the image in pixels, y down: `min` is drawn at the upper left corner, if nothing is flipped.
    part: Rect,
    /// The lower left corner of the rectangle. With a negative size it is another one.
    min: Vec2,
    size: Vec2,
    flip: BVec2,
}

impl SpriteRect {
    /// Computes the rectangle of a sprite that shows this part of its image. A fit mode shrinks the rectangle to the
    /// aspect ratio of the image, and shifts it to a side of the whole rectangle; a fill mode crops the image to the
    /// aspect ratio of the rectangle, and flips what is left.
    pub(super) fn new(sprite: &Sprite, Anchor(anchor): Anchor, part: Rect) -> Self {
        let (mut part, mut size, mut shift) = (part, part.size(), Vec2::ZERO);
        if let Some(custom) = sprite.custom_size {
            let (fit, fill) = scaled_sizes(size, custom);
            size = custom;
            // The start is the left and the upper side.
            let to_start = (custom - fit) * Vec2::new(-0.5, 0.5);
            match sprite.image_mode.scale() {
                None => {}
                Some(SpriteScalingMode::FitCenter) => size = fit,
                Some(SpriteScalingMode::FitStart) => (size, shift) = (fit, to_start),
                Some(SpriteScalingMode::FitEnd) => (size, shift) = (fit, -to_start),
                Some(SpriteScalingMode::FillCenter) => part = cropped(part, custom / fill, 0.5),
                Some(SpriteScalingMode::FillStart) => part = cropped(part, custom / fill, 0.0),
                Some(SpriteScalingMode::FillEnd) => part = cropped(part, custom / fill, 1.0),
            }
        }
        // The anchor is that of the rectangle that is drawn, not of the whole one.
        let min = shift + size * (-anchor - 0.5);
        Self { part, min, size, flip: BVec2::new(sprite.flip_x, sprite.flip_y) }
    }

    /// Returns the visible part of the image in pixels.
    pub(super) fn part(&self) -> Rect {
        Rect::from_corners(self.part.min, self.part.max)
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

/// Returns the largest size of an image within a rectangle of a custom size, and the smallest one around it.
fn scaled_sizes(image: Vec2, custom: Vec2) -> (Vec2, Vec2) {
    let ratio = image.x / image.y;
    let [by_width, by_height] =
        [Vec2::new(custom.x, custom.x / ratio), Vec2::new(custom.y * ratio, custom.y)];
    if ratio > custom.x / custom.y { (by_width, by_height) } else { (by_height, by_width) }
}

/// Returns a part of a rectangle of a size relative to the whole. `at` is the fraction of the removed size that
/// lies before the part, from 0 to 1.
fn cropped(part: Rect, size: Vec2, at: f32) -> Rect {
    let min = part.min + part.size() * (1.0 - size) * at;
    Rect { min, max: min + part.size() * size }
}
