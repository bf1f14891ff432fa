//! The wireframe of a convex set that is known only by its support function, as a Minkowski difference is: a polygon in
//! 2D, the edges of a hull in 3D. It is exact for sets with few corners; curved ones are approximated by many.

use bevy_gjk::geometry::Geometry;
use bevy_gjk::shape::Pen;
use bevy_gjk::{Dim2, Dim3, Dimension};
use bevy_math::{Vec2, Vec3};
use gjk::Support;

/// A dimension whose Minkowski differences can be drawn.
pub trait DrawBySupport: Dimension {
    /// Draws the wireframe of the convex set of a support function.
    fn draw_by_support(support: &dyn Fn(Self::Vector) -> Self::Vector, pen: &mut Pen<Self::Vector>);
}

/// The distance of the set from a chord in 2D, from a face in 3D, up to which the chord or the face is kept, as a
/// fraction of the size of the set. Tuning constants.
const FLATNESS_2D: f32 = 1e-4;
const FLATNESS_3D: f32 = 5e-3;
/// The number of sides of circles. A tuning constant.
pub(super) const SIDES: u32 = 64;

/// The convex set of a support function.
struct BySupport<'s, V>(&'s dyn Fn(V) -> V);

impl Support<Vec2> for BySupport<'_, Vec2> {
    fn support(&self, direction: Vec2) -> Vec2 {
        (self.0)(direction)
    }
}

impl Support<Vec3> for BySupport<'_, Vec3> {
    fn support(&self, direction: Vec3) -> Vec3 {
        (self.0)(direction)
    }
}

impl DrawBySupport for Dim2 {
    fn draw_by_support(support: &dyn Fn(Vec2) -> Vec2, pen: &mut Pen<Vec2>) {
        let set = BySupport(support);
        let mut geometry = Geometry::<Self>::default();
        let size = 2.0 * set.size().half_extents.max_element();
        // Without a size it is a point, or not finite.
        let drawn = geometry.fill(&set, FLATNESS_2D * size);
        for outline in geometry.outlines() {
            pen(&mut outline.iter().chain(outline.first()).copied());
        }
        geometry.lines().for_each(|line| pen(&mut line.iter().copied()));
        if drawn.is_err() {
            pen(&mut core::iter::once(support(Vec2::X)));
        }
    }
}

impl DrawBySupport for Dim3 {
    fn draw_by_support(support: &dyn Fn(Vec3) -> Vec3, pen: &mut Pen<Vec3>) {
        let set = BySupport(support);
        let mut geometry = Geometry::<Self>::default();
        let size = 2.0 * set.size().half_extents.max_element();
        let _ = geometry.fill(&set, FLATNESS_3D * size);
        geometry.edges().into_iter().for_each(|edge| pen(&mut edge.into_iter()));
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
    fn a_flat_set_is_drawn_in_its_plane() {
        let flat = draw::<Dim3>(&Triangle::new([Vec3::X, Vec3::Y, Vec3::ZERO]));
        assert!(flat.iter().flatten().any(|&point| point == Vec3::X));
        assert!(flat.iter().flatten().all(|point| point.z == 0.0));
    }
}
