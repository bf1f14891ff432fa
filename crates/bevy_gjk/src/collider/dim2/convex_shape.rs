//! Checked 2D convex shapes, as the narrow phase tests them.

use gjk::Vec2;

use crate::collider::dim2::Collider;
use crate::collider::{BoundingVolumes, ColliderError, Custom, Dim2, RoundedShape, checked, convex_shapes};

convex_shapes! {
    ($) Vec2; // `=> 0` is the field that has the support function.
    /// A checked convex shape, made from a [`Collider`].
    #[derive(Clone, Debug, PartialEq)]
    pub enum ConvexShape {
        /// A disc.
        Circle(gjk::Circle),
        /// An ellipse.
        Ellipse(gjk::Ellipse),
        /// A rectangle.
        Rectangle(gjk::Rectangle),
        /// A line segment.
        Segment(gjk::Segment<Vec2>),
        /// A capsule.
        Capsule(gjk::Capsule2),
        /// A triangle.
        Triangle(gjk::Triangle<Vec2>),
        /// A polygon. It is boxed, like hulls, to keep the enum small.
        Polygon(Box<gjk::ConvexPolygon>),
        /// A degenerate hull without area.
        Hull(Box<gjk::Hull<Vec2>>),
        /// A circular sector.
        CircularSector(gjk::CircularSector),
        /// A circular segment.
        CircularSegment(gjk::CircularSegment),
        /// A half-space: all points on one side of a line.
        HalfSpace(gjk::HalfSpace<Vec2>),
        /// All points within a radius of another convex shape.
        Rounded(RoundedShape<Dim2>),
        /// A user-defined shape.
        Custom(Custom<Vec2>) => 0,
    }
}

impl ConvexShape {
    /// Checks the description of a convex shape and makes the shape.
    pub(crate) fn new(collider: &Collider) -> Result<Self, ColliderError> {
        Ok(match *collider {
            Collider::Circle { radius } => Self::Circle(checked!(gjk::Circle::new(radius))),
            Collider::Ellipse { half_size } => {
                Self::Ellipse(checked!(gjk::Ellipse::from_half_size(half_size)))
            }
            Collider::Rectangle { half_size } => {
                Self::Rectangle(checked!(gjk::Rectangle::from_half_size(half_size)))
            }
            Collider::Segment { a, b } => Self::Segment(checked!(gjk::Segment::new([a, b]))),
            Collider::Capsule { half_length, radius } => {
                Self::Capsule(checked!(gjk::Capsule2::new(half_length, radius)))
            }
            Collider::Triangle { corners } => Self::Triangle(checked!(gjk::Triangle::new(corners))),
            Collider::RegularPolygon { circumradius, sides } => {
                Self::Polygon(gjk::ConvexPolygon::regular(circumradius, sides as usize)?.into())
            }
            Collider::Polygon { ref corners } => {
                Self::Polygon(gjk::ConvexPolygon::new(corners.iter().copied())?.into())
            }
            Collider::Hull { ref points } => {
                // A hull with fewer than three corners has no area.
                match gjk::ConvexPolygon::hull(points.iter().copied()) {
                    Ok(polygon) => Self::Polygon(polygon.into()),
                    Err(_) => Self::Hull(gjk::Hull::new(points.iter().copied())?.into()),
                }
            }
            Collider::CircularSector { radius, half_angle } => {
                Self::CircularSector(gjk::CircularSector::new(radius, half_angle)?)
            }
            Collider::CircularSegment { radius, half_angle } => {
                Self::CircularSegment(gjk::CircularSegment::new(radius, half_angle)?)
            }
            Collider::HalfSpace { normal: Vec2::ZERO, .. } => return Err(ColliderError::NoNormal),
            Collider::HalfSpace { normal, offset } => {
                Self::HalfSpace(checked!(gjk::HalfSpace::new(normal, offset)))
            }
            // These are composite.
            Collider::Compound { .. }
            | Collider::Rounded { .. }
            | Collider::Grid(_)
            | Collider::TriMesh { .. }
            | Collider::Outline { .. }
            | Collider::Polyline { .. } => return Err(ColliderError::NotConvex),
            Collider::Custom(ref shape) => Self::Custom(shape.prepare()?),
        })
    }
}
