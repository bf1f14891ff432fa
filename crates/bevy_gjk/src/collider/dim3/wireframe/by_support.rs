//! The wireframe of a 3D convex set that is known only by its support function: edges, by refinement of the convex hull of
//! some of its points.

use gjk::Vec3;
use quickhull::{ConvexHull3d, ConvexHull3dSettings};

use crate::collider::Pen;
use crate::collider::dim3::edges;
use crate::collider::dim3::wireframe::silhouettes;

/// The number of sides of the circles that are drawn around a flat set. A tuning constant.
const SIDES: u32 = 64;

/// The distance of the set from a face up to which the face is kept, as a fraction of the size of the set. A tuning
/// constant.
const FLATNESS: f32 = 1e-3;
/// The maximum number of refinements. A tuning constant.
const MAX_ROUNDS: usize = 6;
/// The number of points at which the refinement stops. A tuning constant.
const MAX_POINTS: usize = 160;

/// Draws the edges of the hull of points of the set: exactly, if the set has few corners.
///
/// For each face of the hull it adds the support point beyond the face, until there is none.
pub(crate) fn draw(support: &dyn Fn(Vec3) -> Vec3, pen: &mut Pen<Vec3>) {
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
        refine(support, FLATNESS * size, &mut points);
        if points.len() == before || points.len() > MAX_POINTS {
            break;
        }
    }
    match edges::find(points.iter().copied()) {
        Some(edges) => edges.into_iter().for_each(|edge| pen(&mut edge.into_iter())),
        // A flat set has no volume.
        None => silhouettes(support, SIDES, pen),
    }
}

/// Adds the support points that lie beyond the faces of the hull of `points`.
fn refine(support: &dyn Fn(Vec3) -> Vec3, tolerance: f32, points: &mut Vec<Vec3>) {
    // Through arrays, since `quickhull` depends on another version of glam.
    let known_points: Vec<_> = points.iter().map(|&point| point.to_array().into()).collect();
    let Ok(hull) = ConvexHull3d::try_from_points(&known_points, ConvexHull3dSettings::default()) else {
        return;
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
}

/// Adds a point that is finite and new.
fn add(point: Vec3, points: &mut Vec<Vec3>) {
    if point.is_finite() && !points.contains(&point) {
        points.push(point);
    }
}

#[cfg(test)]
mod tests {
    use gjk::support::MinkowskiSum;
    use gjk::{Affine3A, Cuboid, Quat, Sphere, Support, Triangle};

    use super::*;

    fn edges(shape: &impl Support<Vec3>) -> Vec<Vec<Vec3>> {
        let mut edges = Vec::new();
        draw(&|direction| shape.support(direction), &mut |points| edges.push(points.collect()));
        edges
    }

    #[test]
    fn the_edges_of_solids_are_found() {
        let rotated = Affine3A::from_quat(Quat::from_scaled_axis(Vec3::new(0.7, 0.5, 0.3)));
        let one = Cuboid::new(2.0, 1.0, 1.0).placed(rotated);
        assert_eq!(edges(&one).len(), 12);
        // The zonotope of six segments: each two of them span a face and the opposite one.
        assert_eq!(edges(&MinkowskiSum::new(one, Cuboid::new(1.0, 1.0, 3.0))).len(), 60);
        let ball = edges(&Sphere::new(2.0));
        assert!(ball.len() > 100);
        assert!(ball.iter().flatten().all(|point| (point.length() - 2.0).abs() < 1e-5));
    }

    #[test]
    fn a_flat_set_is_drawn_by_silhouettes() {
        let flat = edges(&Triangle::new([Vec3::X, Vec3::Y, Vec3::ZERO]));
        assert!(flat.iter().flatten().any(|&point| point == Vec3::X));
        assert!(flat.iter().flatten().all(|point| point.z == 0.0));
    }
}
