//! A cache of the convex hulls and the contours of opaque pixels, for sprites with the same image and for animations
//! that repeat.

use core::fmt::Display;
use core::ops::Range;

use bevy_asset::AssetId;
use bevy_color::Alpha;
use bevy_image::{Image, TextureFormatPixelInfo};
use bevy_math::{Rect, Vec2};
use bevy_platform::collections::{HashMap, HashSet};

use super::contours::OpaquePixels;
use crate::assets::source::SourceError;

/// An image, and the bits of the corners of its rectangle, of the alpha threshold, and of the tolerance; 0 for hulls.
type Key = (AssetId<Image>, [u32; 6]);

/// The corners of a hull in pixels.
type Hull = Result<Vec<Vec2>, SourceError>;

/// The corners of contours in pixels.
type Contours = Result<Vec<Vec<Vec2>>, SourceError>;

/// The hulls and contours of rectangles of images, kept until the image changes.
#[derive(Debug, Default)]
pub(super) struct OutlineCache {
    hulls: HashMap<Key, Hull>,
    contours: HashMap<Key, Contours>,
}

impl OutlineCache {
    /// Removes the outlines of images that changed.
    pub(super) fn invalidate(&mut self, changed: &HashSet<AssetId<Image>>) {
        if !changed.is_empty() {
            self.hulls.retain(|(id, _), _| !changed.contains(id));
            self.contours.retain(|(id, _), _| !changed.contains(id));
        }
    }

    /// Returns the hull of the pixels with at least this alpha in a rectangle of an image.
    pub(super) fn hull(
        &mut self,
        (id, image): (AssetId<Image>, &Image),
        rect: Rect,
        alpha: f32,
    ) -> Result<&[Vec2], SourceError> {
        let hull =
            self.hulls.entry((id, bits(rect, [alpha, 0.0]))).or_insert_with(|| hull(image, rect, alpha));
        hull.as_deref().map_err(Clone::clone)
    }

    /// Returns the contours of the pixels with at least this alpha in a rectangle of an image, with corners left out
    /// within the tolerance in pixels.
    pub(super) fn contours(
        &mut self,
        (id, image): (AssetId<Image>, &Image),
        rect: Rect,
        [alpha, tolerance]: [f32; 2],
    ) -> Result<&[Vec<Vec2>], SourceError> {
        let key = (id, bits(rect, [alpha, tolerance]));
        let contours = self.contours.entry(key).or_insert_with(|| contours(image, rect, [alpha, tolerance]));
        contours.as_deref().map_err(Clone::clone)
    }
}

fn bits(Rect { min, max }: Rect, [alpha, tolerance]: [f32; 2]) -> [u32; 6] {
    [min.x, min.y, max.x, max.y, alpha, tolerance].map(f32::to_bits)
}

/// Returns the rectangle within the image, and the ranges of the columns and rows of its pixels.
fn visible(image: &Image, rect: Rect) -> (Rect, Range<u32>, Range<u32>) {
    let rect = rect.intersect(Rect { min: Vec2::ZERO, max: image.size_f32() });
    let (first, end) = (rect.min.floor().as_uvec2(), rect.max.ceil().as_uvec2());
    (rect, first.x..end.x, first.y..end.y)
}

/// Computes the corners of the hull of the opaque pixels, each of them a square, in a rectangle of an image.
fn hull(image: &Image, rect: Rect, alpha: f32) -> Hull {
    let pixels = Pixels::of(image)?;
    let (rect, columns, rows) = visible(image, rect);
    let mut corners = Vec::new();
    for y in rows {
        // Only the first and the last opaque pixel of a row can contribute corners to the hull.
        let Some(left) = find_opaque(pixels, y, columns.clone(), alpha)? else { continue };
        let right = find_opaque(pixels, y, columns.clone().rev(), alpha)?.unwrap_or(left);
        let sides = [left, right + 1].map(|x| Vec2::new(x as f32, y as f32));
        // The rectangle may begin and end within a pixel.
        let square = sides.into_iter().flat_map(|pixel| [pixel, pixel + Vec2::Y]);
        corners.extend(square.map(|corner| corner.clamp(rect.min, rect.max)));
    }
    if corners.is_empty() {
        return Err(SourceError::Transparent);
    }
    match gjk::ConvexPolygon::hull(corners.iter().copied()) {
        Ok(hull) => Ok(hull.corners().collect()),
        Err(error) => Err(SourceError::Invalid(error.into())),
    }
}

/// Computes the contours of the opaque pixels, each of them a square, in a rectangle of an image.
fn contours(image: &Image, rect: Rect, [alpha, tolerance]: [f32; 2]) -> Contours {
    let pixels = Pixels::of(image)?;
    let (rect, columns, rows) = visible(image, rect);
    let first = Vec2::new(columns.start as f32, rows.start as f32);
    let mut opaque = Vec::with_capacity(columns.len() * rows.len());
    for y in rows.clone() {
        for x in columns.clone() {
            opaque.push(pixels.is_opaque([x, y], alpha)?);
        }
    }
    let opaque = OpaquePixels::new([columns.len(), rows.len()], opaque);
    let in_image = |corner: Vec2| (first + corner).clamp(rect.min, rect.max);
    let contours = opaque.contours(tolerance).into_iter();
    let contours: Vec<_> = contours.map(|contour| contour.into_iter().map(in_image).collect()).collect();
    if contours.is_empty() { Err(SourceError::Transparent) } else { Ok(contours) }
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
    pixels: Pixels,
    y: u32,
    columns: impl Iterator<Item = u32>,
    alpha: f32,
) -> Result<Option<u32>, SourceError> {
    for x in columns {
        if pixels.is_opaque([x, y], alpha)? {
            return Ok(Some(x));
        }
    }
    Ok(None)
}

/// The pixels of an image that was checked.
#[derive(Clone, Copy)]
struct Pixels<'i> {
    image: &'i Image,
    /// The bytes, if each pixel is four of them and the last is the alpha: these are read directly, many times as fast.
    bytes: Option<&'i [u8]>,
}

impl<'i> Pixels<'i> {
    fn of(image: &'i Image) -> Result<Self, SourceError> {
        check(image)?;
        // The format of most files: 8 bits each of red, green, blue and alpha.
        let is_usual = image.texture_descriptor.format == Image::default().texture_descriptor.format;
        Ok(Self { image, bytes: image.data.as_deref().filter(|_| is_usual) })
    }

    /// Returns whether a pixel has at least this alpha, and more than 0.
    #[inline]
    fn is_opaque(self, [x, y]: [u32; 2], alpha: f32) -> Result<bool, SourceError> {
        let place = 4 * (y as usize * self.image.width() as usize + x as usize) + 3;
        let found = match self.bytes.and_then(|bytes| bytes.get(place)) {
            Some(&byte) => f32::from(byte) / 255.0,
            None => match self.image.get_color_at(x, y) {
                Ok(color) => color.alpha(),
                Err(error) => return Err(SourceError::Unreadable(error.to_string())),
            },
        };
        Ok(found >= alpha && found > 0.0)
    }
}
