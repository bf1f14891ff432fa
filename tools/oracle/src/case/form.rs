//! Shapes in their local frame.

use glam::{DMat3, DVec2, DVec3, Mat3, Vec3};

use super::{Dimension, Shape};
use crate::distance::Set;

/// A shape in its local frame. In 2D, every z is zero and ignored.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A circle or sphere of this radius.
    Ball(f32),
    /// An ellipse or ellipsoid of these half axes.
    Ellipsoid(Vec3),
    /// A rectangle or cuboid of these half sides.
    Box(Vec3),
    /// A segment along y with a radius.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// The radius.
        radius: f32,
    },
    /// A cylinder along y; 3D only.
    Cylinder {
        /// The radius.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A cone along y with its apex at the top and its origin at half the height; 3D only.
    Cone {
        /// The radius of the base.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A conical frustum along y with its origin at half the height; 3D only.
    Frustum {
        /// The radius at the top.
        radius_top: f32,
        /// The radius at the bottom.
        radius_bottom: f32,
        /// Half the height.
        half_height: f32,
    },
    /// The convex hull of points, in any number and position.
    Points(Vec<Vec3>),
    /// The convex polygon around points; 2D only.
    Polygon(Vec<Vec3>),
    /// A rhombus of these half diagonals; 2D only.
    Rhombus(Vec3),
    /// A circular sector, symmetric about +y; 2D only.
    Sector {
        /// The radius of the disc.
        radius: f32,
        /// Half the opening angle, in radians, at most π/2.
        half_angle: f32,
    },
    /// A circular segment, symmetric about +y; 2D only.
    Segment {
        /// The radius of the disc.
        radius: f32,
        /// Half the angle of the arc, in radians, at most π.
        half_angle: f32,
    },
    /// A 2D shape extruded along z; 3D only.
    Extrusion {
        /// The 2D shape.
        base: Box<Self>,
        /// Half the depth.
        half_depth: f32,
    },
    /// The Minkowski sum of a shape and a ball of this radius.
    Rounded(Box<Self>, f32),
    /// The volume that a shape sweeps along a translation.
    Swept(Box<Self>, Vec3),
    /// The convex hull of two shapes.
    HullOfTwo(Box<Shape>, Box<Shape>),
    /// The Minkowski sum of two shapes.
    MinkowskiSum(Box<Shape>, Box<Shape>),
}

impl Form {
    /// Returns a shape of this form at the origin.
    pub fn here(self) -> Shape {
        self.at(Vec3::ZERO)
    }

    /// Returns a shape of this form under a translation.
    pub fn at(self, translation: Vec3) -> Shape {
        self.placed(Mat3::IDENTITY, translation)
    }

    /// Returns a shape of this form under an affine map.
    pub fn placed(self, matrix: Mat3, translation: Vec3) -> Shape {
        Shape { form: self, matrix, translation }
    }

    /// Returns the image of the form under a linear map. In 2D, the map takes z to zero.
    pub fn set(&self, matrix: DMat3, dimension: Dimension) -> Set {
        let round = |sizes: DVec3| Set::Ellipsoid(matrix * DMat3::from_diagonal(sizes));
        let ball = |radius: f32| round(DVec3::splat(radius.into()));
        let disc = |radius: f32| round(DVec3::new(radius.into(), 0.0, radius.into()));
        let upright = |half: f32| Set::segment(matrix * DVec3::new(0.0, half.into(), 0.0));
        let point = |point: DVec3| Set::Point(matrix * point);
        match self {
            &Self::Ball(radius) => ball(radius),
            Self::Ellipsoid(half_size) => round(half_size.as_dvec3()),
            Self::Box(half_size) => {
                let corner = |i: u8| {
                    let side = |axis: u8| if i >> axis & 1 == 0 { 1.0 } else { -1.0 };
                    point(half_size.as_dvec3() * DVec3::new(side(0), side(1), side(2)))
                };
                Set::Hull((0..if dimension == Dimension::Plane { 4 } else { 8 }).map(corner).collect())
            }
            &Self::Capsule { half_length, radius } => Set::Sum(vec![upright(half_length), ball(radius)]),
            &Self::Cylinder { radius, half_height } => Set::Sum(vec![upright(half_height), disc(radius)]),
            &Self::Cone { radius, half_height } => {
                Self::Frustum { radius_top: 0.0, radius_bottom: radius, half_height }.set(matrix, dimension)
            }
            &Self::Frustum { radius_top, radius_bottom, half_height } => {
                let y = matrix * DVec3::new(0.0, half_height.into(), 0.0);
                Set::Hull(vec![disc(radius_bottom).translated(-y), disc(radius_top).translated(y)])
            }
            Self::Points(points) | Self::Polygon(points) => {
                Set::Hull(points.iter().map(|p| point(p.as_dvec3())).collect())
            }
            Self::Rhombus(half_diagonals) => {
                let (x, y) = (f64::from(half_diagonals.x) * DVec3::X, f64::from(half_diagonals.y) * DVec3::Y);
                Set::Hull([x, y, -x, -y].map(point).to_vec())
            }
            &Self::Sector { radius, half_angle } => {
                Set::Hull(vec![Set::Point(DVec3::ZERO), arc(matrix, radius, half_angle)])
            }
            &Self::Segment { radius, half_angle } => arc(matrix, radius, half_angle),
            Self::Extrusion { base, half_depth } => {
                let flat = DMat3::from_cols(matrix.x_axis, matrix.y_axis, DVec3::ZERO);
                let depth = Set::segment(matrix.z_axis * f64::from(*half_depth));
                Set::Sum(vec![base.set(flat, Dimension::Plane), depth])
            }
            Self::Rounded(form, radius) => Set::Sum(vec![form.set(matrix, dimension), ball(*radius)]),
            Self::Swept(form, way) => {
                let way = Set::Hull(vec![Set::Point(DVec3::ZERO), point(way.as_dvec3())]);
                Set::Sum(vec![form.set(matrix, dimension), way])
            }
            Self::HullOfTwo(one, other) => {
                Set::Hull(vec![one.set(matrix, dimension), other.set(matrix, dimension)])
            }
            Self::MinkowskiSum(one, other) => {
                Set::Sum(vec![one.set(matrix, dimension), other.set(matrix, dimension)])
            }
        }
    }
}

fn arc(matrix: DMat3, radius: f32, half_angle: f32) -> Set {
    let (sin, cos) = f64::from(half_angle).min(std::f64::consts::PI).sin_cos();
    Set::Arc { image: matrix * f64::from(radius), end: DVec2::new(sin, cos) }
}
