//! Converts the 2D primitives of `bevy_shape` into colliders.
//!
//! All convex primitives convert, except the unbounded `Line2d`, and so do polygons, polylines and bounding volumes.
//! `Annulus`, `Arc2d` and `Ring` are not unions of a few convex shapes: make a mesh of them, and a collider from the
//! mesh by `ColliderFromMesh::Triangles`.

use bevy_shape::{
    Aabb2d, BoundingCircle, Capsule2d, Circle, CircularSector, CircularSegment, ConvexPolygon, Ellipse,
    Plane2d, Polygon, Polyline2d, Rectangle, RegularPolygon, Rhombus, Segment2d, Triangle2d,
};
use gjk::Vec2;

use crate::collider::dim2::Collider;
use crate::collider::shared_constructors::from_primitives;

from_primitives! {
    Circle(it) => Self::Circle { radius: it.radius };
    Ellipse(it) => Self::Ellipse { half_size: it.half_size };
    Rectangle(it) => Self::Rectangle { half_size: it.half_size };
    Segment2d(it) => Self::segment(it.vertices[0], it.vertices[1]);
    Capsule2d(it) => Self::Capsule { half_length: it.half_length, radius: it.radius };
    Triangle2d(it) => Self::Triangle { corners: it.vertices };
    RegularPolygon(it) => Self::regular_polygon(it.circumcircle.radius, it.sides);
    ConvexPolygon(it) => Self::polygon(it.vertices().iter().copied());
    // The normal points out of the solid side.
    Plane2d(it) => Self::half_space(*it.normal, 0.0);
    Polyline2d(it) => Self::Polyline { vertices: it.vertices, closed: false };
    // A convex polygon is one shape; any other is cut, and need not be simple.
    Polygon(it) => {
        if gjk::ConvexPolygon::new(it.vertices.iter().copied()).is_ok() {
            Self::Polygon { corners: it.vertices }
        } else {
            Self::Outline { contours: vec![it.vertices] }
        }
    };
    // A hull, since a rhombus may have no area.
    Rhombus(it) => {
        let Vec2 { x, y } = it.half_diagonals;
        Self::hull([Vec2::new(x, 0.0), Vec2::new(0.0, y), Vec2::new(-x, 0.0), Vec2::new(0.0, -y)])
    };
    // Rectangles are centered at the origin.
    Aabb2d(it) => {
        let Aabb2d { min, max } = it;
        if min == -max {
            Self::Rectangle { half_size: max }
        } else {
            Self::hull([min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])
        }
    };
    BoundingCircle(it) => {
        let BoundingCircle { center, circle } = it;
        if center == Vec2::ZERO { circle.into() } else { Self::rounded(Self::segment(center, center), circle.radius) }
    };
    // A sector of more than half a disc is invalid, and the systems warn.
    CircularSector(it) => Self::CircularSector { radius: it.arc.radius, half_angle: it.arc.half_angle };
    CircularSegment(it) => Self::CircularSegment { radius: it.arc.radius, half_angle: it.arc.half_angle };
}

#[cfg(test)]
mod tests {
    use gjk::Support;

    use super::*;
    use crate::collider::{Dim2, Shape};

    fn support(collider: impl Into<Collider>, x: f32, y: f32) -> Vec2 {
        Shape::<Dim2>::prepare(&collider.into()).unwrap().convex().unwrap().support(Vec2::new(x, y))
    }

    #[test]
    fn sectors_and_segments_of_a_disc_have_their_corners() {
        let near = |one: Vec2, x: f32, y: f32| assert!(one.distance(Vec2::new(x, y)) < 1e-6, "{one} {x} {y}");
        let sector = CircularSector::new(2.0, core::f32::consts::FRAC_PI_4);
        let end = 2f32.sqrt();
        near(support(sector, 0.0, 1.0), 0.0, 2.0);
        near(support(sector, 1.0, 0.0), end, end);
        near(support(sector, -1.0, 0.0), -end, end);
        near(support(sector, 0.0, -1.0), 0.0, 0.0);
        let segment = CircularSegment::new(2.0, core::f32::consts::FRAC_PI_4);
        near(support(segment, 0.1, -1.0), end, end);
        near(support(Rhombus::new(2.0, 4.0), 1.0, 0.1), 1.0, 0.0);
    }

    #[test]
    fn bounding_volumes_convert_at_their_positions() {
        assert_eq!(
            Collider::from(Aabb2d::new(Vec2::ZERO, Vec2::new(2.0, 1.0))),
            Rectangle::new(4.0, 2.0).into()
        );
        let aside = Aabb2d { min: Vec2::new(1.0, -2.0), max: Vec2::new(4.0, -1.0) };
        assert_eq!(support(aside, 1.0, 1.0), aside.max);
        assert_eq!(support(aside, -1.0, -1.0), aside.min);
        assert_eq!(support(aside, 1.0, -1.0), Vec2::new(4.0, -2.0));
        // With an extent of zero along one axis.
        let flat = Aabb2d { min: Vec2::ZERO, max: Vec2::X };
        assert_eq!(support(flat, 1.0, 1.0), Vec2::X);
        assert_eq!(Collider::from(BoundingCircle::new(Vec2::ZERO, 2.0)), Circle::new(2.0).into());
        let aside = BoundingCircle::new(Vec2::new(3.0, 1.0), 2.0);
        assert!(support(aside, 1.0, 0.0).distance(Vec2::new(5.0, 1.0)) < 1e-6);
        assert!(support(aside, 0.0, -1.0).distance(Vec2::new(3.0, -1.0)) < 1e-6);
    }

    #[test]
    fn a_plane_converts_to_a_half_space_and_a_polyline_stays_open() {
        let ground: Collider = Plane2d::default().into();
        assert_eq!(ground, Collider::HalfSpace { normal: Vec2::Y, offset: 0.0 });
        let line: Collider = Polyline2d::new([Vec2::ZERO, Vec2::X, Vec2::ONE]).into();
        assert_eq!(Shape::<Dim2>::prepare(&line).unwrap().len(), 2);
    }
}
