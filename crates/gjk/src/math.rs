//! Vectors, affine maps, AABBs, SIMD lanes and tolerances: the linear algebra below shapes and algorithms.
//!
//! The algorithms are written once, over [`Vector`], for 2D and 3D and for `f32` and `f64`. [`Wide`] is the
//! `f64` vector in which the solvers work, and [`ops`] has the few functions that `no_std` lacks.
//! [`tolerance`] collects every tolerance of the crate.

mod aabb;
mod affine;
mod manifold_points;
pub(crate) mod ops;
mod plane;
mod scalar;
pub(crate) mod simd;
pub(crate) mod tolerance;
mod unit;
mod vector;

pub use aabb::Aabb;
pub use affine::Affine;
pub use manifold_points::ManifoldPoints;
pub use plane::Plane;
pub use scalar::Scalar;
pub(crate) use tolerance::{precision, touching_band, touching_distance};
pub(crate) use unit::unit;
pub use vector::{Vector, Wide};
