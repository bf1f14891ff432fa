//! The contours of the opaque pixels of an image: walked along the edges of pixels, then simplified.

use bevy_math::Vec2;

/// Which pixels of a part of an image are opaque, with a transparent frame around them.
#[derive(Debug)]
pub(super) struct OpaquePixels {
    opaque: Vec<bool>,
    /// The number of pixels in a row, with the frame.
    width: usize,
}

/// The directions of a walk, each to the right of the one before, seen on the image. y points down.
const DIRECTIONS: [[isize; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
/// The most corners of a contour that are simplified as one piece, whose ends are kept: it bounds the time. Tuning
/// constant.
const MAX_PIECE: usize = 1024;

impl OpaquePixels {
    /// Creates the pixels of an image of this size from whether each is opaque, row by row.
    pub(super) fn new([width, height]: [usize; 2], pixels: impl IntoIterator<Item = bool>) -> Self {
        let framed = width + 2;
        let mut opaque = vec![false; framed * (height + 2)];
        for (index, pixel) in pixels.into_iter().enumerate() {
            opaque[(index / width + 1) * framed + index % width + 1] = pixel;
        }
        Self { opaque, width: framed }
    }

    /// Returns the contours, each with the opaque pixels on its right: outer ones and holes. Pixels that touch at a
    /// corner only are apart; transparent ones there are joined.
    pub(super) fn contours(&self, tolerance: f32) -> Vec<Vec<Vec2>> {
        let mut visited = vec![false; self.opaque.len()];
        let mut contours = Vec::new();
        for pixel in self.width..self.opaque.len() {
            // Each contour has an upper edge of a pixel.
            if self.opaque[pixel] && !self.opaque[pixel - self.width] && !visited[pixel] {
                contours.push(self.walk(pixel, &mut visited));
            }
        }
        let simple: Vec<_> = contours.iter().map(|contour| simplified(contour, tolerance)).collect();
        // Specks vanish, unless there is nothing else.
        if simple.iter().any(|contour| contour.len() > 2) { simple } else { contours }
    }

    /// Walks around the area of a pixel, beginning with its upper edge. Marks the pixels whose upper edge is on the
    /// way.
    fn walk(&self, start: usize, visited: &mut [bool]) -> Vec<Vec2> {
        let mut corners = Vec::new();
        // The corner of pixels is named by the pixel to its lower right.
        let (mut at, mut direction) = (start, 0);
        let step = |at: usize, [x, y]: [isize; 2]| at.wrapping_add_signed(x + y * self.width as isize);
        let begin = (start, direction);
        loop {
            if direction == 0 {
                visited[at] = true;
            }
            at = step(at, DIRECTIONS[direction]);
            // The pixels around a corner, clockwise from the lower right one; ahead on the right is that of the
            // direction.
            let around = [[0, 0], [-1, 0], [-1, -1], [0, -1]];
            let is_opaque = |side: usize| self.opaque[step(at, around[side % 4])];
            let turn = match (is_opaque(direction), is_opaque(direction + 3)) {
                (false, _) => 1,
                (true, false) => 0,
                (true, true) => 3,
            };
            if turn != 0 {
                corners.push(self.position(at));
            }
            direction = (direction + turn) % 4;
            if (at, direction) == begin {
                return corners;
            }
        }
    }

    /// Returns where the upper left corner of a pixel is in the image, without the frame.
    fn position(&self, pixel: usize) -> Vec2 {
        Vec2::new((pixel % self.width) as f32 - 1.0, (pixel / self.width) as f32 - 1.0)
    }
}

/// Leaves out the corners of a closed contour that are near the line between others (Ramer, 1972; Douglas, Peucker,
/// 1973).
fn simplified(contour: &[Vec2], tolerance: f32) -> Vec<Vec2> {
    let (count, tolerance) = (contour.len(), tolerance.max(0.0));
    let Some(&first) = contour.first() else { return Vec::new() };
    let from_first = |index: &usize| contour[*index].distance_squared(first);
    let farthest = (0..count).max_by(|one, other| from_first(one).total_cmp(&from_first(other))).unwrap_or(0);
    let mut kept = vec![false; count];
    kept[0] = true;
    let mut pieces = Vec::new();
    for [start, end] in [[0, farthest], [farthest, count]] {
        for piece in (start..end).step_by(MAX_PIECE) {
            kept[piece] = true;
            pieces.push([piece, end.min(piece + MAX_PIECE)]);
        }
    }
    while let Some([start, end]) = pieces.pop() {
        let (from, to) = (contour[start], contour[end % count]);
        let to_piece = |index: usize| {
            let (side, corner) = (to - from, contour[index] - from);
            let along = if side == Vec2::ZERO { 0.0 } else { corner.dot(side) / side.length_squared() };
            corner.distance(side * along.clamp(0.0, 1.0))
        };
        let mut farthest = (tolerance, None);
        for index in start + 1..end {
            let distance = to_piece(index);
            if distance > farthest.0 {
                farthest = (distance, Some(index));
            }
        }
        if let (_, Some(index)) = farthest {
            kept[index] = true;
            pieces.extend([[start, index], [index, end]]);
        }
    }
    contour.iter().zip(kept).filter(|(_, kept)| *kept).map(|(&corner, _)| corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(rows: &[&str]) -> OpaquePixels {
        let opaque = rows.iter().flat_map(|row| row.chars()).map(|letter| letter == '#');
        OpaquePixels::new([rows[0].len(), rows.len()], opaque)
    }

    /// Returns twice the signed area.
    fn area(contour: &[Vec2]) -> f32 {
        (0..contour.len()).map(|index| contour[index].perp_dot(contour[(index + 1) % contour.len()])).sum()
    }

    #[test]
    fn contours_go_around_areas_and_holes() {
        let ring = pixels(&["###.", "#.#.", "####"]).contours(0.0);
        assert_eq!(ring.len(), 2);
        assert_eq!(ring.iter().map(|contour| area(contour)).sum::<f32>(), 2.0 * 9.0);
        assert_eq!(ring[1].len(), 4);
        // Pixels that touch at a corner are apart, transparent ones there are not.
        let apart = pixels(&["#.", ".#"]).contours(0.0);
        assert_eq!(apart.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        let joined = pixels(&["####", "#.##", "##.#", "####"]).contours(0.0);
        assert_eq!(joined.len(), 2);
        assert!(pixels(&["..", ".."]).contours(0.0).is_empty());
    }

    #[test]
    fn corners_are_left_out_within_the_tolerance() {
        let rows: Vec<String> = (1..=40).map(|width| "#".repeat(width) + &".".repeat(40 - width)).collect();
        let steps = pixels(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(steps.contours(0.0)[0].len() > 80);
        let simple = &steps.contours(1.0)[0];
        assert!(simple.len() < 8, "{simple:?}");
        assert!((area(simple) * 0.5 - 820.0).abs() < 40.0);
        // A speck vanishes, unless it is all there is.
        let speck = pixels(&["#....", "..###", "..###", "..###"]);
        assert_eq!(speck.contours(1.0).iter().filter(|contour| contour.len() > 2).count(), 1);
        assert_eq!(pixels(&["#"]).contours(1.0)[0].len(), 4);
        assert_eq!(pixels(&["#"]).contours(f32::NAN)[0].len(), 4);
    }
}
