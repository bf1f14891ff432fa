//! Collision tests for convex shapes, in 2D and in 3D: do they touch, how far apart are they and where, how
//! deep do they overlap and which way out.
//!
//! ```
//! use gjk::{Affine2, Capsule2, ConvexPolygon, Support, Vec2};
//!
//! let hexagon = ConvexPolygon::regular(1.0, 6)?;
//! let turned = Affine2::from_angle_translation(0.5, Vec2::new(2.5, 0.0));
//! let capsule = Capsule2::new(0.5, 0.25).placed(turned);
//!
//! assert!(!gjk::intersects(&hexagon, &capsule));
//! let closest = gjk::closest_points(&hexagon, &capsule).unwrap();
//! assert!((closest.on_a + closest.normal * closest.distance).distance(closest.on_b) < 1e-6);
//! # Ok::<(), gjk::ShapeError>(())
//! ```
//!
//! # Questions
//! [`intersects`], [`closest_points`] and [`contact`] take any two shapes. [`Query`] asks the same with a
//! [`Cache`] that is carried from frame to frame, or with an [`Observer`] that sees every step.
//!
//! Sets are closed: touching counts as meeting, to within half a millionth of the size of the two. All three
//! questions agree on it. Normals are of unit length and point from the first shape to the second.
//!
//! # Shapes
//! A shape is whatever has a [`Support`] function; one method makes one. [`Ball`], [`Capsule`],
//! [`Orthotope`], [`Ellipsoid`] and [`Corners`] are written once for the plane and space and have the usual
//! names there: [`Circle`] and [`Sphere`], [`Rectangle`] and [`Cuboid`], [`Segment`], [`Triangle`]. Beside
//! them stand [`ConvexPolygon`], [`Cylinder`], [`Cone`] and the [`Hull`] of any points.
//!
//! [`Support::placed`] puts a shape anywhere by any affine map: rotated, stretched, mirrored, sheared, even
//! flattened. [`Support::rounded`] adds a radius.
//!
//! # Precision
//! Support points are as precise as the shapes' own numbers, and the rest is done in `f64`: verdicts,
//! distances, witness points and depths are right to about a millionth of the pair's size, at any place in
//! the world. Nothing depends on absolute epsilons; shapes a millimetre or ten kilometres large are alike.
//! Every answer carries a [`Status`] that says how it ended. The bounds that prove it are explained in the
//! modules [`support`], `gjk` and `epa` of the source.
//!
//! # Features
//! - `std` (default): square roots and trigonometry from the platform.
//! - `libm`: trigonometry from [libm](https://docs.rs/libm), for `no_std` or for the same bits everywhere.
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
