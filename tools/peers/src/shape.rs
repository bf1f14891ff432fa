//! The shapes of the benchmark, as plain numbers for the peers and as sets for the oracle.

use std::f64::consts::{PI, TAU};

use glam::{DMat3, DVec3, Vec3};
use oracle::case::Dimension;
use oracle::distance::Set;

use crate::rng::Rng;

/// A shape, centred on its origin. The axis of a capsule, cylinder or cone is y. In 2D every z is zero.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A circle or sphere of this radius.
    Ball(f32),
    /// A rectangle or cuboid of these half sizes.
    Box(Vec3),
    /// A capsule: all points within a radius of a segment.
    Capsule {
        /// Half the length of the segment.
        half_length: f32,
        /// The radius.
        radius: f32,
    },
    /// A cylinder.
    Cylinder {
        /// Half the height.
        half_height: f32,
        /// The radius of the caps.
        radius: f32,
    },
    /// A cone whose apex is above its base.
    Cone {
        /// Half the height.
        half_height: f32,
        /// The radius of the base.
        radius: f32,
    },
    /// The convex hull of these points, each of which is a vertex; in 2D ordered around it.
    Hull(Vec<Vec3>),
}

impl Shape {
    /// Creates a convex polygon with its vertices on an ellipse of these half axes, at uneven steps.
    pub fn polygon(rng: &mut Rng, corners: usize, x: f64, y: f64) -> Self {
        let step = TAU / corners as f64;
        let corner = |index: usize| {
            let (sine, cosine) = (step * (index as f64 + rng.uniform(-0.3, 0.3))).sin_cos();
            DVec3::new(x * cosine, y * sine, 0.0).as_vec3()
        };
        Self::Hull((0..corners).map(corner).collect())
    }

    /// Creates a polyhedron with its vertices on an ellipsoid of these half axes.
    ///
    /// The vertices follow a golden-angle spiral, which spreads them evenly, with random offsets and in
    /// random order, so that no peer profits from their order.
    pub fn polyhedron(rng: &mut Rng, vertices: usize, half_size: DVec3) -> Self {
        let golden = PI * (3.0 - 5f64.sqrt());
        let vertex = |index: usize| {
            let height = (index as f64 + 0.5 + rng.uniform(-0.25, 0.25)) / vertices as f64;
            let z = 1.0 - 2.0 * height;
            let (sine, cosine) = (golden * index as f64 + rng.uniform(-0.1, 0.1)).sin_cos();
            let ring = (1.0 - z * z).sqrt();
            (DVec3::new(ring * cosine, ring * sine, z) * half_size).as_vec3()
        };
        let mut points: Vec<Vec3> = (0..vertices).map(vertex).collect();
        rng.shuffle(&mut points);
        Self::Hull(points)
    }

    /// Returns the shape as a set of the oracle, with a rotation applied.
    pub fn set(&self, dimension: Dimension, rotation: DMat3) -> Set {
        let thickness = if dimension == Dimension::Space { 1.0 } else { 0.0 };
        let half = |axis: DVec3| Set::segment(rotation * axis);
        let up = |length: f32| DVec3::Y * f64::from(length);
        let ball = |radius: f32| {
            let radius = f64::from(radius);
            Set::Ellipsoid(DMat3::from_diagonal(DVec3::new(radius, radius, radius * thickness)))
        };
        let disc = |radius: f32| {
            let radius = f64::from(radius);
            Set::Ellipsoid(rotation * DMat3::from_diagonal(DVec3::new(radius, 0.0, radius)))
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
                let apex = rotation * up(*half_height);
                Set::Hull(vec![Set::Point(apex), disc(*radius).translated(-apex)])
            }
            Self::Hull(points) => {
                Set::Hull(points.iter().map(|point| Set::Point(rotation * point.as_dvec3())).collect())
            }
        }
    }
}
