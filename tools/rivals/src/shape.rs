//! The shapes of the scenes.

use bevy::math::Vec3;
use oracle::case::Form;

/// A convex shape around the origin. In the plane z means nothing.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A circle or sphere.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A rectangle or cuboid.
    Box {
        /// Half its sides.
        half: Vec3,
    },
    /// All points near a segment along y.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// How near.
        radius: f32,
    },
    /// A cylinder along y; in space only.
    Cylinder {
        /// Half its height.
        half_height: f32,
        /// Its radius.
        radius: f32,
    },
    /// The hull of points: a polygon in the plane.
    Hull(Vec<Vec3>),
}

impl Shape {
    /// How far the shape reaches from the origin.
    pub fn reach(&self) -> f32 {
        match self {
            Self::Ball { radius } => *radius,
            Self::Box { half } => half.length(),
            Self::Capsule { half_length, radius } => half_length + radius,
            Self::Cylinder { half_height, radius } => half_height.hypot(*radius),
            Self::Hull(points) => points.iter().map(|point| point.length()).fold(0.0, f32::max),
        }
    }

    /// The shape as the oracle knows it.
    pub fn form(&self) -> Form {
        match self {
            Self::Ball { radius } => Form::Ball(*radius),
            Self::Box { half } => Form::Box(*half),
            &Self::Capsule { half_length, radius } => Form::Capsule { half_length, radius },
            &Self::Cylinder { half_height, radius } => Form::Cylinder { radius, half_height },
            Self::Hull(points) => Form::Points(points.clone()),
        }
    }
}
