//! A cache of the convex hulls of opaque pixels, for sprites with the same image and for animations that repeat.

use core::fmt::Display;

use bevy_asset::AssetId;
use bevy_color::Alpha;
use bevy_image::{Image, TextureFormatPixelInfo};
use bevy_math::{Rect, Vec2};
use bevy_platform::collections::{HashMap, HashSet};

use crate::assets::source::SourceError;

/// An image, and the bits of the corners of its part and of the alpha threshold.
type Key = (AssetId<Image>, [u32; 5]);

/// The corners of a hull in pixels.
type Outline = Result<Vec<Vec2>, SourceError>;

/// The hulls of parts of images, kept until the image changes.
#[derive(Debug, Default)]
pub(super) struct Outlines(HashMap<Key, Outline>);

impl Outlines {
    /// Removes the hulls of images that changed.
    pub(super) fn invalidate(&mut self, changed: &HashSet<AssetId<Image>>) {
        if !changed.is_empty() {
            self.0.retain(|(id, _), _| !changed.contains(id));
        }
    }

    /// Returns the hull of the pixels with at least this alpha in a part of an image.
    pub(super) fn find(
        &mut self,
        (id, image): (AssetId<Image>, &Image),
        part: Rect,
        alpha: f32,
    ) -> Result<&[Vec2], SourceError> {
        let bits = [part.min.x, part.min.y, part.max.x, part.max.y, alpha].map(f32::to_bits);
        let outline = self.0.entry((id, bits)).or_insert_with(|| trace(image, part, alpha));
        outline.as_deref().map_err(Clone::clone)
    }
}

/// Computes the corners of the hull of the opaque pixels, each of them a square, in a part of an image.
fn trace(image: &Image, part: Rect, alpha: f32) -> Outline {
    check(image)?;
    let part = part.intersect(Rect { min: Vec2::ZERO, max: image.size_f32() });
    let (first, end) = (part.min.floor().as_uvec2(), part.max.ceil().as_uvec2());
    let mut corners = Vec::new();
    for y in first.y..end.y {
        // Only the first and the last opaque pixel of a row can contribute corners to the hull.
        let Some(left) = find_opaque(image, y, first.x..end.x, alpha)? else { continue };
        let right = find_opaque(image, y, (first.x..end.x).rev(), alpha)?.unwrap_or(left);
        let pixels = [left, right + 1].map(|x| Vec2::new(x as f32, y as f32));
        // The part may begin and end within a pixel.
        let square = pixels.into_iter().flat_map(|pixel| [pixel, pixel + Vec2::Y]);
        corners.extend(square.map(|corner| corner.clamp(part.min, part.max)));
    }
    if corners.is_empty() {
        return Err(SourceError::Transparent);
    }
    match gjk::ConvexPolygon::hull(corners.iter().copied()) {
        Ok(hull) => Ok(hull.corners().collect()),
        Err(error) => Err(SourceError::Invalid(error.into())),
    }
}

/// Returns an error unless all pixels can be read.
fn check(image: &Image) -> Result<(), SourceError> {
    let data = image.data.as_ref().ok_or(SourceError::InRenderWorld)?;
    let unreadable = |error: &dyn Display| SourceError::Unreadable(error.to_string());
    let pixel = image.texture_descriptor.format.pixel_size().map_err(|error| unreadable(&error))?;
    // Bevy would panic if data were missing.
    let needed = image.width() as usize * image.height() as usize * pixel;
    if data.len() < needed {
        return Err(unreadable(&format_args!("{} bytes, where its size takes {needed}", data.len())));
    }
    Ok(())
}

/// Returns the x coordinate of the first opaque pixel of a row, in the order of `columns`.
fn find_opaque(
    image: &Image,
    y: u32,
    mut columns: impl Iterator<Item = u32>,
    alpha: f32,
) -> Result<Option<u32>, SourceError> {
    let mut error = None;
    let found = columns.find(|&x| match image.get_color_at(x, y) {
        Ok(color) => color.alpha() >= alpha && color.alpha() > 0.0,
        Err(other) => {
            error = Some(SourceError::Unreadable(other.to_string()));
            true
        }
    });
    error.map_or(Ok(found), Err)
}
