//! The wireframe of a 2D convex set that is known only by its support function: a polygon, by adaptive refinement.

use gjk::Vec2;

use crate::collider::Pen;

/// The distance of the set from a chord up to which the chord is kept, as a fraction of the size of the set. A tuning
/// constant.
const FLATNESS: f32 = 1e-4;
/// The maximum depth of the refinement: each quarter of the polygon has up to two to this power of edges. A tuning
/// constant.
const MAX_DEPTH: u32 = 6;

/// Draws the polygon: exactly, if the set has few corners.
///
/// Between two points it inserts the support point beyond the line that joins them, until there is none.
pub(crate) fn draw(support: &dyn Fn(Vec2) -> Vec2, pen: &mut Pen<Vec2>) {
    let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(support);
    let size = (corners[0].x - corners[2].x).max(corners[1].y - corners[3].y);
    let mut points = Vec::new();
    for (index, &from) in corners.iter().enumerate() {
        points.push(from);
        refine(support, [from, corners[(index + 1) % 4]], FLATNESS * size, MAX_DEPTH, &mut points);
    }
    points.push(corners[0]);
    points.dedup();
    pen(&mut points.into_iter());
}

/// Adds the corners between two others, counter-clockwise.
fn refine(
    support: &dyn Fn(Vec2) -> Vec2,
    [from, to]: [Vec2; 2],
    tolerance: f32,
    depth: u32,
    points: &mut Vec<Vec2>,
) {
    let Some(outward) = (-(to - from).perp()).try_normalize() else { return };
    let beyond = support(outward);
    if depth == 0 || !(outward.dot(beyond - from) > tolerance) {
        return;
    }
    refine(support, [from, beyond], tolerance, depth - 1, points);
    points.push(beyond);
    refine(support, [beyond, to], tolerance, depth - 1, points);
}

#[cfg(test)]
mod tests {
    use gjk::{Circle, ConvexPolygon, Rectangle, Segment, Support};

    use super::*;

    fn polygon(shape: &impl Support<Vec2>) -> Vec<Vec2> {
        let mut corners = Vec::new();
        draw(&|direction| shape.support(direction), &mut |points| corners.extend(points));
        corners
    }

    #[test]
    fn the_wireframe_of_a_polygon_has_its_corners_and_that_of_a_circle_has_many() {
        assert_eq!(polygon(&Rectangle::new(2.0, 1.0)).len(), 5);
        let regular = polygon(&ConvexPolygon::regular(3.0, 17).unwrap());
        assert_eq!((regular.len(), regular[0]), (18, regular[17]));
        let circle = polygon(&Circle::new(2.0));
        assert!(circle.len() > 64 && circle.iter().all(|point| (point.length() - 2.0).abs() < 1e-5));
        let line = polygon(&Segment::new([Vec2::ZERO, Vec2::ONE]));
        assert!(line.len() >= 2 && line.contains(&Vec2::ZERO) && line.contains(&Vec2::ONE), "{line:?}");
        assert_eq!(polygon(&Circle::new(0.0)), [Vec2::ZERO]);
    }
}
