//! The surface of a convex set of space of which only the support function is known.

use gjk::Vec3;
use quickhull::{ConvexHull3d, ConvexHull3dSettings};

use crate::collider::Pen;
use crate::dim3::edges;
use crate::dim3::outline::silhouettes;

/// So many sides the circles get that are drawn around a curved set.
const SIDES: u32 = 64;

/// A face is flat if nothing lies this far beyond it, relative to the size of the set.
const FLAT: f32 = 1e-3;
/// How often to look beyond all faces.
const ROUNDS: usize = 6;
/// Curved sets are drawn with about so many corners.
const CORNERS: usize = 160;

/// Draws the edges of the hull of points of the set: all corners, if there are not too many.
///
/// Beyond each face of the hull of some points it asks for the farthest one, until there is none.
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
    for _ in 0..ROUNDS {
        let before = points.len();
        look_beyond(support, FLAT * size, &mut points);
        if points.len() == before || points.len() > CORNERS {
            break;
        }
    }
    match edges::find(points.iter().copied()) {
        Some(edges) => edges.into_iter().for_each(|edge| pen(&mut edge.into_iter())),
        // A flat set has no volume.
        None => silhouettes(support, SIDES, pen),
    }
}

/// Adds the points that lie beyond the faces of the hull of those known.
fn look_beyond(support: &dyn Fn(Vec3) -> Vec3, tolerance: f32, points: &mut Vec<Vec3>) {
    // By arrays: the crate has a glam of its own.
    let known: Vec<_> = points.iter().map(|&point| point.to_array().into()).collect();
    let Ok(hull) = ConvexHull3d::try_from_points(&known, ConvexHull3dSettings::default()) else { return };
    for plane in hull.planes() {
        let normal = Vec3::from(plane.normal().to_array());
        let beyond = support(normal);
        let on_face = known.iter().map(|point| normal.dot(point.to_array().into())).fold(f32::MIN, f32::max);
        if normal.dot(beyond) - on_face > tolerance {
            add(beyond, points);
        }
    }
}

fn add(point: Vec3, points: &mut Vec<Vec3>) {
    if point.is_finite() && !points.contains(&point) {
        points.push(point);
    }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine3A, Cuboid, MinkowskiSum, Quat, Sphere, Support, Triangle};

    use super::*;

    fn edges(shape: &impl Support<Vec3>) -> Vec<Vec<Vec3>> {
        let mut edges = Vec::new();
        draw(&|direction| shape.support(direction), &mut |points| edges.push(points.collect()));
        edges
    }

    #[test]
    fn the_edges_of_solids_are_found() {
        let turned = Affine3A::from_quat(Quat::from_scaled_axis(Vec3::new(0.7, 0.5, 0.3)));
        let one = Cuboid::new(2.0, 1.0, 1.0).placed(turned);
        assert_eq!(edges(&one).len(), 12);
        // The sum of six segments: each two of them span a face and the one opposite to it.
        assert_eq!(edges(&MinkowskiSum::new(one, Cuboid::new(1.0, 1.0, 3.0))).len(), 60);
        let ball = edges(&Sphere::new(2.0));
        assert!(ball.len() > 100);
        assert!(ball.iter().flatten().all(|point| (point.length() - 2.0).abs() < 1e-5));
    }

    #[test]
    fn a_flat_set_is_drawn_too() {
        let flat = edges(&Triangle::new([Vec3::X, Vec3::Y, Vec3::ZERO]));
        assert!(flat.iter().flatten().any(|&point| point == Vec3::X));
        assert!(flat.iter().flatten().all(|point| point.z == 0.0));
    }
}
