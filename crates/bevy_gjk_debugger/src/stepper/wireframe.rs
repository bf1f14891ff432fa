//! The wireframe of a convex set that is known only by its support function, as a Minkowski difference is: a polygon in
//! 2D, the edges of a hull in 3D. It is exact for sets with few corners; curved ones are approximated by many.

use bevy_gjk::shape::{ColliderShape, Pen, Shape};
use bevy_gjk::{Dim2, Dim3, Dimension, dim3};
use bevy_math::{Vec2, Vec3};
use quickhull::{ConvexHull3d, ConvexHull3dSettings};

/// A dimension whose Minkowski differences can be drawn.
pub trait DrawBySupport: Dimension {
    /// Draws the wireframe of the convex set of a support function.
    fn draw_by_support(support: &dyn Fn(Self::Vector) -> Self::Vector, pen: &mut Pen<Self::Vector>);
}

/// The distance of the set from a chord in 2D, from a face in 3D, up to which the chord or the face is kept, as a
/// fraction of the size of the set. Tuning constants.
const FLATNESS_2D: f32 = 1e-4;
const FLATNESS_3D: f32 = 1e-3;
/// The maximum depth of the refinement in 2D: each quarter of the polygon has up to two to this power of edges. A
/// tuning constant.
const MAX_DEPTH: u32 = 6;
/// The maximum number of refinements in 3D, and the number of points at which they stop. Tuning constants.
const MAX_ROUNDS: usize = 6;
const MAX_POINTS: usize = 160;
/// The number of sides of circles. A tuning constant.
pub(super) const SIDES: u32 = 64;

impl DrawBySupport for Dim2 {
    /// Between two points, inserts the support point beyond the line that joins them, until there is none.
    fn draw_by_support(support: &dyn Fn(Vec2) -> Vec2, pen: &mut Pen<Vec2>) {
        let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(support);
        let size = (corners[0].x - corners[2].x).max(corners[1].y - corners[3].y);
        let mut points = Vec::new();
        for (index, &from) in corners.iter().enumerate() {
            points.push(from);
            add_between(
                support,
                [from, corners[(index + 1) % 4]],
                FLATNESS_2D * size,
                MAX_DEPTH,
                &mut points,
            );
        }
        points.push(corners[0]);
        points.dedup();
        pen(&mut points.into_iter());
    }
}

/// Adds the corners between two others, counter-clockwise.
fn add_between(
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
    add_between(support, [from, beyond], tolerance, depth - 1, points);
    points.push(beyond);
    add_between(support, [beyond, to], tolerance, depth - 1, points);
}

impl DrawBySupport for Dim3 {
    /// For each face of the hull of the points found so far, adds the support point beyond the face, until there is
    /// none.
    fn draw_by_support(support: &dyn Fn(Vec3) -> Vec3, pen: &mut Pen<Vec3>) {
        let mut points = Vec::new();
        for (x, y, z) in (0..27).map(|cell| (cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - 1)) {
            let direction = Vec3::new(x as f32, y as f32, z as f32);
            if direction != Vec3::ZERO {
                add(support(direction), &mut points);
            }
        }
        let extent = |axis: Vec3| (support(axis) - support(-axis)).dot(axis);
        let size = extent(Vec3::X).max(extent(Vec3::Y)).max(extent(Vec3::Z));
        for _ in 0..MAX_ROUNDS {
            let before = points.len();
            if !add_beyond_faces(support, FLATNESS_3D * size, &mut points) {
                return draw_silhouettes(support, pen);
            }
            if points.len() == before || points.len() > MAX_POINTS {
                break;
            }
        }
        let hull = dim3::Collider::hull(points).prepare();
        if let Some(hull) = hull.as_ref().ok().and_then(ColliderShape::convex) {
            dim3::Collider::draw(hull, SIDES, pen);
        }
    }
}

/// Adds the support points that lie beyond the faces of the hull of `points`. Returns `false` if the hull is flat.
fn add_beyond_faces(support: &dyn Fn(Vec3) -> Vec3, tolerance: f32, points: &mut Vec<Vec3>) -> bool {
    // Through arrays, since `quickhull` depends on another version of glam.
    let known_points: Vec<_> = points.iter().map(|&point| point.to_array().into()).collect();
    let Ok(hull) = ConvexHull3d::try_from_points(&known_points, ConvexHull3dSettings::default()) else {
        return false;
    };
    for plane in hull.planes() {
        let normal = Vec3::from(plane.normal().to_array());
        let beyond = support(normal);
        let on_face =
            known_points.iter().map(|point| normal.dot(point.to_array().into())).fold(f32::MIN, f32::max);
        if normal.dot(beyond) - on_face > tolerance {
            add(beyond, points);
        }
    }
    true
}

/// Adds a point that is finite and new.
fn add(point: Vec3, points: &mut Vec<Vec3>) {
    if point.is_finite() && !points.contains(&point) {
        points.push(point);
    }
}

/// Draws the support points along three circles of directions.
fn draw_silhouettes(support: &dyn Fn(Vec3) -> Vec3, pen: &mut Pen<Vec3>) {
    let planes: [fn(Vec2) -> Vec3; 3] =
        [|it| it.extend(0.0), |it| Vec3::new(0.0, it.y, it.x), |it| Vec3::new(it.x, 0.0, it.y)];
    for plane in planes {
        let angles = (0..=SIDES).map(|side| side as f32 / SIDES as f32 * core::f32::consts::TAU);
        pen(&mut angles.map(|angle| support(plane(Vec2::from_angle(angle)))));
    }
}

#[cfg(test)]
mod tests {
    use gjk::support::MinkowskiSum;
    use gjk::{Affine3A, Circle, ConvexPolygon, Cuboid, Quat, Rectangle, Segment, Sphere, Support, Triangle};

    use super::*;

    /// Returns the polylines of the wireframe of a shape.
    fn draw<D: DrawBySupport>(shape: &dyn Support<D::Vector>) -> Vec<Vec<D::Vector>> {
        let mut lines = Vec::new();
        D::draw_by_support(&|direction| shape.support(direction), &mut |points| lines.push(points.collect()));
        lines
    }

    #[test]
    fn the_wireframe_of_a_polygon_has_its_corners_and_that_of_a_circle_has_many() {
        let polygon = |shape: &dyn Support<Vec2>| draw::<Dim2>(shape).concat();
        assert_eq!(polygon(&Rectangle::new(2.0, 1.0)).len(), 5);
        let regular = polygon(&ConvexPolygon::regular(3.0, 17).unwrap());
        assert_eq!((regular.len(), regular[0]), (18, regular[17]));
        let circle = polygon(&Circle::new(2.0));
        assert!(circle.len() > 64 && circle.iter().all(|point| (point.length() - 2.0).abs() < 1e-5));
        let line = polygon(&Segment::new([Vec2::ZERO, Vec2::ONE]));
        assert!(line.len() >= 2 && line.contains(&Vec2::ZERO) && line.contains(&Vec2::ONE), "{line:?}");
        assert_eq!(polygon(&Circle::new(0.0)), [Vec2::ZERO]);
    }

    #[test]
    fn the_edges_of_solids_are_found() {
        let rotated = Affine3A::from_quat(Quat::from_scaled_axis(Vec3::new(0.7, 0.5, 0.3)));
        let one = Cuboid::new(2.0, 1.0, 1.0).placed(rotated);
        assert_eq!(draw::<Dim3>(&one).len(), 12);
        // The zonotope of six segments: each two of them span a face and the opposite one.
        assert_eq!(draw::<Dim3>(&MinkowskiSum::new(one, Cuboid::new(1.0, 1.0, 3.0))).len(), 60);
        let ball = draw::<Dim3>(&Sphere::new(2.0));
        assert!(ball.len() > 100);
        assert!(ball.iter().flatten().all(|point| (point.length() - 2.0).abs() < 1e-5));
    }

    #[test]
    fn a_flat_set_is_drawn_by_silhouettes() {
        let flat = draw::<Dim3>(&Triangle::new([Vec3::X, Vec3::Y, Vec3::ZERO]));
        assert!(flat.iter().flatten().any(|&point| point == Vec3::X));
        assert!(flat.iter().flatten().all(|point| point.z == 0.0));
    }
}
