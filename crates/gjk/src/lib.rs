//! Collision tests for convex shapes, in 2D and in 3D.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod cache;
mod contact;
mod epa;
mod gjk;
mod minkowski;
mod ops;
mod shape;
mod simplex;
pub mod support;
mod trace;
mod vector;

pub use cache::Cache;
pub use contact::{ClosestPoints, Contact, Query, Space, closest_points, contact, intersects};
pub use glam::{Affine2, Affine3A, DAffine2, DAffine3, DVec2, DVec3, Mat2, Mat3, Quat, Vec2, Vec3};
pub use minkowski::DifferencePoint;
pub use shape::*;
pub use support::{Affine, Placed, Rounded, Support, Vertex};
pub use trace::{Observer, Status, Step, Stop, Unobserved};
pub use vector::{Scalar, Vector, Wide};
