//! Vectors, affine maps, boxes and SIMD lanes: what the algorithms need of a space, and nothing of shapes.

mod aabb;
mod affine;
mod manifold_points;
pub(crate) mod ops;
mod plane;
pub(crate) mod simd;
mod unit;
mod vector;

pub use aabb::Aabb;
pub use affine::Affine;
pub use manifold_points::ManifoldPoints;
pub use plane::Plane;
pub(crate) use unit::unit;
pub use vector::{Scalar, Vector, Wide};
