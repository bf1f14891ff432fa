//! A case: two shapes and where they are, in plain `f32` numbers.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::oracle::{Body, Part};

/// The plane or space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// 2D: every z is zero.
    Plane,
    /// 3D.
    Space,
}

/// A shape before it is placed. In the plane, z is zero and means nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A circle or sphere of a radius.
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
    /// A cylinder along y; in space only.
    Cylinder {
        /// The radius.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// A cone along y, its tip up, its origin halfway; in space only.
    Cone {
        /// The radius of the base.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// The hull of points, in any number and position.
    Points(Vec<Vec3>),
    /// The convex polygon around points; in the plane only.
    Polygon(Vec<Vec3>),
}

/// A shape as an affine map `x ↦ M·x + t` places it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The shape.
    pub form: Form,
    /// The linear part `M` of the map.
    pub matrix: Mat3,
    /// Where the map takes the origin.
    pub translation: Vec3,
}

/// Two shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Where they live.
    pub dimension: Dimension,
    /// The first shape, from which normals point away.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
}

impl Form {
    /// The form at the origin.
    pub fn here(self) -> Shape {
        self.at(Vec3::ZERO)
    }

    /// The form moved.
    pub fn at(self, translation: Vec3) -> Shape {
        self.placed(Mat3::IDENTITY, translation)
    }

    /// The form placed by an affine map.
    pub fn placed(self, matrix: Mat3, translation: Vec3) -> Shape {
        Shape { form: self, matrix, translation }
    }
}

impl Shape {
    /// The shape as the oracle knows it. Every `f32` is taken as exact.
    pub fn body(&self, dimension: Dimension) -> Body {
        let mut matrix = wide(self.matrix);
        if dimension == Dimension::Plane {
            matrix = DMat3::from_cols(flat(matrix.x_axis), flat(matrix.y_axis), DVec3::ZERO);
        }
        let round = |sizes: DVec3| matrix * DMat3::from_diagonal(sizes);
        let point = |x: f64, y: f64, z: f64| matrix * DVec3::new(x, y, z);
        let parts = match &self.form {
            &Form::Ball(radius) => vec![Part::round(DVec3::ZERO, round(DVec3::splat(radius.into())))],
            Form::Ellipsoid(half_size) => vec![Part::round(DVec3::ZERO, round(half_size.as_dvec3()))],
            Form::Box(half_size) => {
                let h = half_size.as_dvec3();
                let corner = |i: u8| {
                    let side = |axis: u8| if i >> axis & 1 == 0 { 1.0 } else { -1.0 };
                    Part::point(matrix * (h * DVec3::new(side(0), side(1), side(2))))
                };
                let corners = if dimension == Dimension::Plane { 4 } else { 8 };
                (0..corners).map(corner).collect()
            }
            &Form::Capsule { half_length, radius } => {
                let (y, image) = (f64::from(half_length), round(DVec3::splat(radius.into())));
                vec![Part::round(point(0.0, -y, 0.0), image), Part::round(point(0.0, y, 0.0), image)]
            }
            &Form::Cylinder { radius, half_height } => {
                let (y, image) = (f64::from(half_height), round(disc(radius)));
                vec![Part::round(point(0.0, -y, 0.0), image), Part::round(point(0.0, y, 0.0), image)]
            }
            &Form::Cone { radius, half_height } => {
                let y = f64::from(half_height);
                vec![Part::round(point(0.0, -y, 0.0), round(disc(radius))), Part::point(point(0.0, y, 0.0))]
            }
            Form::Points(points) | Form::Polygon(points) => {
                points.iter().map(|p| Part::point(matrix * p.as_dvec3())).collect()
            }
        };
        let position = self.translation.as_dvec3();
        Body { parts, position: if dimension == Dimension::Plane { flat(position) } else { position } }
    }
}

fn disc(radius: f32) -> DVec3 {
    DVec3::new(radius.into(), 0.0, radius.into())
}

fn flat(v: DVec3) -> DVec3 {
    v.with_z(0.0)
}

fn wide(m: Mat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.as_dvec3(), m.y_axis.as_dvec3(), m.z_axis.as_dvec3())
}
