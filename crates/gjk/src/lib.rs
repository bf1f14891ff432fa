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
//! | question | answer |
//! |---|---|
//! | [`intersects`] | whether two shapes meet |
//! | [`closest_points`] | how far apart they are, and where |
//! | [`contact`] | how deep they overlap, and the shortest way out |
//! | [`manifold`] | the few points where faces or edges touch |
//! | [`cast`] | when two moving shapes first touch |
//! | [`ray_cast`] | where a ray enters a shape |
//! | [`contains_point`], [`nearest_point`] | what a shape is to a point |
//! | [`Support::aabb`] | the box around a shape |
//!
//! They take any two shapes; [`batch`] takes many pairs at once. [`Query`] asks the same with a [`SimplexCache`] that is carried from frame to frame, or
//! with an [`Observer`] that sees every step; a [`Trace`] prints them. Concave things are asked through their
//! [`Composite`].
//!
//! Sets are closed: touching counts as vertex, to within half a millionth of the size of the two. All
//! questions agree on it. Normals are of unit length and point from the first shape to the second.
//!
//! # Shapes
//! A shape is whatever has a [`Support`] function; one method makes one. [`Ball`], [`Capsule`],
//! [`Orthotope`], [`Ellipsoid`], [`HalfSpace`] and [`Corners`] are written once for the plane and space and
//! have the usual names there: [`Circle`] and [`Sphere`], [`Rectangle`] and [`Cuboid`], [`Segment`],
//! [`Triangle`]. In the plane there are [`ConvexPolygon`], [`Rhombus`], [`CircularSector`] and
//! [`CircularSegment`], in space [`Cylinder`], [`Cone`], [`ConicalFrustum`] and the [`Extrusion`] of any
//! shape of the plane, and in both the [`Hull`] of any points.
//!
//! [`Support::placed`] puts a shape anywhere by any affine map: rotated, stretched, mirrored, sheared, even
//! flattened; [`Support::placed_rigidly`] is quicker for maps that are known to be rigid. [`Support::rounded`] adds a
//! radius, [`Support::swept`] all that the shape covers on its way, [`Support::summed`] and
//! [`Support::joined`] make the Minkowski sum and the hull of two.
//!
//! # Precision
//! Support points are as precise as the shapes' own numbers, and the rest is done in `f64`: verdicts,
//! distances, witness points and depths are right to about a millionth of the pair's size, at any place in
//! the world. Nothing depends on absolute epsilons; shapes a millimetre or ten kilometres large are alike.
//! Every answer carries a [`Status`] that says how it ended. The bounds that prove it are explained in the
//! modules [`support`], `gjk` and `epa` of the source.
//!
//! # Speed
//! Points, segments and boxes, and whatever is made of them by rounding and placing, are answered in closed
//! form, and small polygons are compared all edges at once; the module `closed` of the source tells how. All
//! else is searched by GJK and EPA. Hulls look at four points at a time, and of many points only at those
//! that can be the farthest. A [`SimplexCache`] helps where pairs move little from frame to frame. An observer is
//! always shown GJK; its answers agree with those of the closed form to within the precision, not to the bit.
//!
//! # Features
//! - `std` (default): square roots and trigonometry from the platform.
//! - `libm`: trigonometry from [libm](https://docs.rs/libm), for `no_std` or for the same bits everywhere.
//! - `alloc` (part of `std`): [`Hull`], [`ConvexPolygon`] and [`Trace`]. All else is of fixed size, and no
//!   question allocates.
//! - `serde`: shapes, caches and answers can be stored.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod fast;
mod math;
mod query;
mod reference;
mod shape;
pub mod support;

pub use glam::{Affine2, Affine3A, DAffine2, DAffine3, DVec2, DVec3, Mat2, Mat3, Quat, Vec2, Vec3};
pub use math::{Aabb, Affine, Plane, Scalar, Vector, Wide};
pub use query::{
    Cast, ClosestPoints, Composite, Contact, Feature, Manifold, ManifoldPoint, NearestPoint, Query, RayHit,
    SLOP, Space, batch, cast, closest_points, contact, contains_point, intersects, manifold, nearest_point,
    ray_cast, triangles,
};
#[cfg(feature = "alloc")]
pub use reference::{Algorithm, Trace, TraceEntry};
pub use reference::{DifferencePoint, Observer, Polytope, SimplexCache, Status, Step, Stop, Unobserved};
pub use shape::*;
pub use support::{
    Core, HullOfTwo, MinkowskiSum, Placed, Rounded, Size, SmallPolygon, Support, Swept, TransformCache,
    Vertex, VertexRef, VertexRefs, Zonotope,
};
