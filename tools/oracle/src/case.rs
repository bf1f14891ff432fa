//! A test case: two shapes with their affine maps, as `f32` numbers.

mod form;

pub use form::Form;

use std::fmt;
use std::str::FromStr;

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::distance::{Body, Set};

/// The number of dimensions of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// 2D: every z is zero.
    Plane,
    /// 3D.
    Space,
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::Plane { "2D" } else { "3D" })
    }
}

impl FromStr for Dimension {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim_end_matches('D') {
            "2" => Ok(Self::Plane),
            "3" => Ok(Self::Space),
            _ => Err(format!("the dimension must be 2D or 3D, not {text}")),
        }
    }
}

/// A form under an affine map `x ↦ M·x + t`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The form before the map.
    pub form: Form,
    /// The linear part `M` of the map.
    pub matrix: Mat3,
    /// The translation `t` of the map.
    pub translation: Vec3,
}

/// A pair of shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The dimension of both shapes.
    pub dimension: Dimension,
    /// The first shape. Normals point from it to the second.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
}

impl Case {
    /// Returns the case with both shapes exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { dimension: self.dimension, a: self.b.clone(), b: self.a.clone() }
    }
}

impl Shape {
    /// Converts the shape to the oracle's representation. Every `f32` is taken as exact.
    pub fn body(&self, dimension: Dimension) -> Body {
        let position = self.translation.as_dvec3();
        match dimension {
            Dimension::Plane => {
                let set = self.form.set(flat(wide(self.matrix)), dimension);
                Body { set, position: position.with_z(0.0) }
            }
            Dimension::Space => Body { set: self.form.set(wide(self.matrix), dimension), position },
        }
    }

    /// Converts the shape to a part of a composed shape that is under the map `matrix`.
    fn set(&self, matrix: DMat3, dimension: Dimension) -> Set {
        let own = wide(self.matrix);
        let own = if dimension == Dimension::Plane { flat(own) } else { own };
        self.form.set(matrix * own, dimension).translated(matrix * self.translation.as_dvec3())
    }
}

/// Restricts a map to the xy plane: the z row and column become zero.
fn flat(m: DMat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.with_z(0.0), m.y_axis.with_z(0.0), DVec3::ZERO)
}

fn wide(m: Mat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.as_dvec3(), m.y_axis.as_dvec3(), m.z_axis.as_dvec3())
}
