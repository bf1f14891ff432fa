//! The shape of a kind from polygons that were drawn by hand, such as the collision objects of a tile in a map editor.

use gjk::{ConvexPolygon, DVec2, ShapeError, Vec2};

use super::CellKind;
use crate::collider::{ColliderError, Dim2, dim2};

/// The area by which the convex hull may exceed the polygons, as a part of the cell: a pixel of a tile of 16 by 16
/// pixels. What is drawn by hand is not more exact.
const CONVEX: f64 = 1.0 / 256.0;
/// The area, as a part of the cell, of what counts as a line or a point: also the strip by which the shape of the cell
/// beside reaches over.
const NO_AREA: f64 = 1e-4;

impl CellKind<Dim2> {
    /// Creates a kind from the polygons that were drawn for a tile, with corners in the unit cell, from -0.5 to 0.5
    /// along each axis. The corners are in order, in either orientation, and the last may repeat the first.
    ///
    /// The shape is what all polygons together cover of the cell: what is beyond its rim is cut off, and polygons may
    /// overlap, or be equal. A polygon without area says nothing; if no polygon has one, the kind has no shape.
    ///
    /// # Errors
    /// [`ColliderError::ConcaveCell`] if this is not convex up to a 256th of the cell, [`ColliderError::OutsideOfCell`]
    /// if no polygon reaches into the cell, [`ColliderError::NoArea`] if there are only lines, and
    /// [`ColliderError::Shape`] for a corner that is NaN or infinite.
    ///
    /// ```
    /// use bevy_gjk::dim2::{CellKind, Collider};
    /// use bevy_gjk::gjk::Vec2;
    ///
    /// let polygon = |corners: &[[f32; 2]]| corners.iter().copied().map(Vec2::from).collect::<Vec<_>>();
    /// // A slope that was drawn a little too large, and a step below it.
    /// let slope = polygon(&[[-0.52, -0.5], [0.51, -0.5], [0.51, 0.53]]);
    /// let step = polygon(&[[0.0, -0.6], [0.5, -0.6], [0.5, -0.25], [0.0, -0.25]]);
    /// let kind = CellKind::from_polygons([slope, step])?;
    /// let Some(Collider::Polygon { corners }) = kind.shape else { unreachable!() };
    /// assert!(corners.contains(&Vec2::new(0.5, -0.5)));
    /// # Ok::<_, bevy_gjk::ColliderError>(())
    /// ```
    #[doc(alias("tiled", "tileset", "clip", "collision object"))]
    pub fn from_polygons(
        polygons: impl IntoIterator<Item = impl IntoIterator<Item = Vec2>>,
    ) -> Result<Self, ColliderError> {
        let mut pieces = Vec::new();
        let mut without = None;
        let mut gap = 0.0_f64;
        for polygon in polygons {
            let corners: Vec<Vec2> = polygon.into_iter().collect();
            if let Some(corner) = corners.iter().position(|corner| !corner.is_finite()) {
                return Err(ShapeError::CornerNotFinite(corner).into());
            }
            let clipped = in_cell(corners.iter().map(|corner| corner.as_dvec2()).collect());
            let hull = hull(&clipped);
            if area(&hull) > NO_AREA {
                gap = gap.max((area(&hull) - area(&clipped).abs()).abs());
                pieces.push(hull);
            } else if corners.iter().any(|&corner| corner != corners[0]) {
                let all: Vec<DVec2> = corners.iter().map(|corner| corner.as_dvec2()).collect();
                let is_line = area(&self::hull(&all)) <= NO_AREA;
                without = Some(if is_line { ColliderError::NoArea } else { ColliderError::OutsideOfCell });
            }
        }
        if pieces.is_empty() {
            return without.map_or(Ok(Self::default()), Err);
        }
        let whole = hull(&pieces.concat());
        let uncovered = pieces.iter().fold(vec![whole.clone()], |rest, piece| {
            rest.iter().flat_map(|fragment| without_piece(fragment, piece)).collect()
        });
        gap = gap.max(uncovered.iter().map(|fragment| area(fragment)).sum());
        if gap > CONVEX {
            return Err(ColliderError::ConcaveCell);
        }
        Ok(Self::new(dim2::Collider::polygon(whole.into_iter().map(DVec2::as_vec2))))
    }
}

/// Returns the part of a polygon in the unit cell.
fn in_cell(polygon: Vec<DVec2>) -> Vec<DVec2> {
    [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]
        .into_iter()
        .fold(polygon, |polygon, side| clipped(&polygon, |corner| 0.5 - corner.dot(side)))
}

/// Returns the parts of a convex polygon that another one does not cover, but for slivers; both are counterclockwise.
fn without_piece(polygon: &[DVec2], piece: &[DVec2]) -> Vec<Vec<DVec2>> {
    let mut outside = Vec::new();
    let mut rest = polygon.to_vec();
    for (index, &to) in piece.iter().enumerate() {
        let from = piece[if index == 0 { piece.len() - 1 } else { index - 1 }];
        let depth = |corner: DVec2| (to - from).perp_dot(corner - from);
        outside.push(clipped(&rest, |corner| -depth(corner)));
        rest = clipped(&rest, depth);
    }
    outside.retain(|part| area(part) > f64::EPSILON);
    outside
}

/// Returns the part of a polygon where a linear function is not negative (Sutherland, Hodgman, *Reentrant polygon
/// clipping*, 1974). Of a concave polygon, pieces may be joined by edges along the cut, which enclose no area.
fn clipped(polygon: &[DVec2], depth: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &to) in polygon.iter().enumerate() {
        let from = polygon[if index == 0 { polygon.len() - 1 } else { index - 1 }];
        let [before, after] = [depth(from), depth(to)];
        if (before < 0.0) != (after < 0.0) {
            kept.push(from + (to - from) * (before / (before - after)));
        }
        if after >= 0.0 {
            kept.push(to);
        }
    }
    kept
}

/// Returns the corners of the convex hull, counterclockwise; none if it is a line or a point.
fn hull(points: &[DVec2]) -> Vec<DVec2> {
    let hull = ConvexPolygon::hull(points.iter().map(|point| point.as_vec2()));
    hull.map_or_else(|_| Vec::new(), |hull| hull.corners().map(Vec2::as_dvec2).collect())
}

/// Computes the area of a polygon, which is negative if it is clockwise.
fn area(polygon: &[DVec2]) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    0.5 * polygon.windows(2).map(|edge| (edge[0] - first).perp_dot(edge[1] - first)).sum::<f64>()
}
