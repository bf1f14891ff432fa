//! A case: two shapes and where they are, in plain `f32` numbers.

mod form;

pub use form::Form;

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::oracle::{Body, Set};

/// The plane or space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// 2D: every z is zero.
    Plane,
    /// 3D.
    Space,
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

impl Case {
    /// The same pair the other way around.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { dimension: self.dimension, a: self.b.clone(), b: self.a.clone() }
    }
}

impl Shape {
    /// The shape as the oracle knows it. Every `f32` is taken as exact.
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

    /// The shape as a part of another that a map places.
    fn set(&self, matrix: DMat3, dimension: Dimension) -> Set {
        let own = wide(self.matrix);
        let own = if dimension == Dimension::Plane { flat(own) } else { own };
        self.form.set(matrix * own, dimension).placed_rigidly(matrix * self.translation.as_dvec3())
    }
}

/// A map of the plane: nothing comes from z, and nothing goes there.
fn flat(m: DMat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.with_z(0.0), m.y_axis.with_z(0.0), DVec3::ZERO)
}

fn wide(m: Mat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.as_dvec3(), m.y_axis.as_dvec3(), m.z_axis.as_dvec3())
}
