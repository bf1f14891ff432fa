//! The shapes of the comparison, in numbers that every peer understands, and as the oracle knows them.

use std::f64::consts::{PI, TAU};

use glam::{DMat3, DVec3, Vec3};
use judge::case::Dimension;
use judge::oracle::Set;

use crate::dice::Dice;

/// A shape, centred on its origin. What has an axis stands along y. In the plane every z is zero.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A circle or sphere of this radius.
    Ball(f32),
    /// A rectangle or cuboid of these half sides.
    Box(Vec3),
    /// All points near to a segment.
    Capsule {
        /// Half the segment.
        half_length: f32,
        /// How near.
        radius: f32,
    },
    /// A cylinder.
    Cylinder {
        /// Half the way from end to end.
        half_height: f32,
        /// The radius of both ends.
        radius: f32,
    },
    /// A cone whose apex is above its base.
    Cone {
        /// Half the way from base to apex.
        half_height: f32,
        /// The radius of the base.
        radius: f32,
    },
    /// The hull of these points, each of which is a vertex; in the plane in their order around it.
    Hull(Vec<Vec3>),
}

impl Shape {
    /// A convex polygon with its corners on an ellipse of these half axes, at uneven steps.
    pub fn polygon(dice: &mut Dice, corners: usize, x: f64, y: f64) -> Self {
        let step = TAU / corners as f64;
        let corner = |index: usize| {
            let (sine, cosine) = (step * (index as f64 + dice.between(-0.3, 0.3))).sin_cos();
            DVec3::new(x * cosine, y * sine, 0.0).as_vec3()
        };
        Self::Hull((0..corners).map(corner).collect())
    }

    /// A polyhedron with its vertices on an ellipsoid of these half axes.
    ///
    /// They follow a spiral by the golden angle, which spreads them evenly, but shaken and shuffled: no
    /// peer may profit from their order.
    pub fn polyhedron(dice: &mut Dice, vertices: usize, half_size: DVec3) -> Self {
        let golden = PI * (3.0 - 5f64.sqrt());
        let vertex = |index: usize| {
            let height = (index as f64 + 0.5 + dice.between(-0.25, 0.25)) / vertices as f64;
            let z = 1.0 - 2.0 * height;
            let (sine, cosine) = (golden * index as f64 + dice.between(-0.1, 0.1)).sin_cos();
            let ring = (1.0 - z * z).sqrt();
            (DVec3::new(ring * cosine, ring * sine, z) * half_size).as_vec3()
        };
        let mut points: Vec<Vec3> = (0..vertices).map(vertex).collect();
        dice.shuffle(&mut points);
        Self::Hull(points)
    }

    /// The shape as the oracle knows it, turned by a rotation.
    pub fn set(&self, dimension: Dimension, turn: DMat3) -> Set {
        let solid = if dimension == Dimension::Space { 1.0 } else { 0.0 };
        let half = |axis: DVec3| Set::segment(turn * axis);
        let up = |length: f32| DVec3::Y * f64::from(length);
        let ball = |radius: f32| {
            let radius = f64::from(radius);
            Set::Ellipsoid(DMat3::from_diagonal(DVec3::new(radius, radius, radius * solid)))
        };
        let disc = |radius: f32| {
            let radius = f64::from(radius);
            Set::Ellipsoid(turn * DMat3::from_diagonal(DVec3::new(radius, 0.0, radius)))
        };
        match self {
            Self::Ball(radius) => ball(*radius),
            Self::Box(half_size) => {
                let half_size = half_size.as_dvec3();
                let axes = [DVec3::X * half_size.x, DVec3::Y * half_size.y, DVec3::Z * half_size.z];
                Set::Sum(axes.into_iter().filter(|&axis| axis != DVec3::ZERO).map(half).collect())
            }
            Self::Capsule { half_length, radius } => Set::Sum(vec![half(up(*half_length)), ball(*radius)]),
            Self::Cylinder { half_height, radius } => Set::Sum(vec![half(up(*half_height)), disc(*radius)]),
            Self::Cone { half_height, radius } => {
                let apex = turn * up(*half_height);
                Set::Hull(vec![Set::Point(apex), disc(*radius).translated(-apex)])
            }
            Self::Hull(points) => {
                Set::Hull(points.iter().map(|point| Set::Point(turn * point.as_dvec3())).collect())
            }
        }
    }
}
