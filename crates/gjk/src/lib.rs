//! Collision tests for convex shapes in 2D and 3D: whether they touch, how far apart they are, how deep they overlap,
//! and which way leads out.
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
//! | [`face_normal`] | which way the face at a point faces |
//! | [`contains_point`], [`nearest_point`] | whether a shape contains a point, and its nearest point |
//! | [`Support::aabb`] | the box around a shape |
//!
//! They take any two convex shapes. For a concave shape, ask about its convex parts. [`Query`] asks the same questions
//! with a [`SimplexCache`] that you keep from frame to frame, or with an observer that sees every step. A
//! [`Trace`](trace::Trace) prints these steps.
//!
//! Sets are closed: touching counts as intersecting, to within 4.8e-7 (for `f64`, 2e-12) of the sum of their half
//! extents. For two placed shapes all questions agree on whether they touch, in either order, with any cache and with
//! an observer. Normals are of unit length and point from the first shape to the second.
//!
//! # How it works
//! **Support function.** A convex shape is described completely by the function that returns its farthest point in a
//! direction: [`Support::support`]. It is all that the algorithms ask of a shape.
//!
//! ```text
//!        ______ s(d)
//!       /      \        d
//!      |        |  ----->
//!       \______/
//! ```
//!
//! **Minkowski difference.** `A − B = {a − b}` contains the origin exactly if the shapes intersect, and its distance
//! from the origin is theirs. Its support is `sA(d) − sB(−d)`, so it need never be built.
//!
//! ```text
//!      A      B                A − B
//!     [ ]    ( )      ⇒       (     )      · origin
//! ```
//!
//! **Simplex.** A point, a segment, a triangle or a tetrahedron of points of the difference; its point nearest to the
//! origin is computed directly.
//!
//! **GJK** improves the simplex: ask for the support towards the origin from the nearest point `v`, add it, drop the
//! vertices that no longer matter. `|v|` bounds the distance from above, the support plane from below; when the bounds
//! meet, the answer is proved.
//!
//! ```text
//!       w ·-------· a
//!          \     /
//!           \ v /          each step, v comes nearer to the origin
//!             ·  ·······> · origin
//! ```
//!
//! **EPA** finds the depth of an overlap: it starts from GJK's simplex around the origin, and expands the face nearest
//! to the origin by the support along its normal, until the support lies no farther out than the face.
//!
//! ```text
//!        ·-----·               ·--·--·
//!       /  o  /        ⇒      /  o   /
//!      ·-----·                ·-----·
//! ```
//!
//! In the source, read `minkowski`, `simplex`, `gjk` and `epa` in this order; they are what is described here. `search`
//! answers the basic questions with them for any pair of shapes. `fast` has the accelerations for some kinds of shapes,
//! each of which answers or returns `None`. `query` has the questions.
//!
//! # Shapes
//! To make a shape, implement [`Support`], which requires one method. The [`guide`] shows how, and which further
//! methods make it faster. [`Ball`], [`Capsule`], [`Orthotope`], [`Ellipsoid`], [`HalfSpace`] and [`Corners`] are
//! written once for 2D and 3D and have the usual names there: [`Circle`] and [`Sphere`], [`Rectangle`] and [`Cuboid`],
//! [`Segment`], [`Triangle`]. 2D also has [`ConvexPolygon`], [`Rhombus`], [`CircularSector`] and [`CircularSegment`];
//! 3D has [`Cylinder`], [`Cone`], [`ConicalFrustum`] and the [`Extrusion`] of any 2D shape; both have the [`Hull`] of
//! any points.
//!
//! [`Support::placed`] places a shape by any affine map: rotated, scaled, mirrored, sheared, even flattened;
//! [`Support::placed_rigidly`] is quicker for maps that are known to be rigid. [`Support::rounded`] adds a radius,
//! [`Support::swept`] covers the path of a translation, [`Support::minkowski_sum`] and [`Support::hull_with`] combine
//! two shapes.
//!
//! # Precision
//! Support points are as precise as the shapes' own numbers, and the rest is computed in `f64`, at any place in the
//! world. Relative to the pair's size:
//!
//! - The answer whether two shapes touch is right wherever they are apart or overlap by more than 4e-6.
//! - Distances, depths and witness points are right to 2e-5, and depths of curved shapes to 1e-4.
//!
//! An independent reference implementation in `f64` tests these bounds on random pairs. There are no absolute epsilons,
//! so shapes a millimeter or ten kilometers large are alike. Every answer carries a [`Status`] that says how it ended.
//!
//! # Determinism
//! The same question gets the same answer, to the bit, with each build. With the feature `libm` it is the same on
//! every platform, too: `.ci/platforms` in the repository compares x86-64 (with and without fused multiply-add),
//! aarch64 and wasm32 (with and without SIMD). This rests on:
//! - IEEE 754, by which sums, products, quotients and square roots are correctly rounded on all of them;
//! - Rust, which never contracts a product and a sum into a fused multiply-add, never reorders, and has no
//!   `-ffast-math`; the crate calls no `mul_add`;
//! - one order of summation: lanes of SIMD hold separate sums, and no result depends on how wide they are;
//! - trigonometry from `libm` instead of the platform.
//!
//! What your game computes *before* it asks is not covered. Some SIMD code of glam rounds differently on each kind of
//! processor:
//! - `Vec3A::cross`, the inverse and the determinant of `Mat3A`, `Quat::slerp` and `lerp_monotonic` fuse products and
//!   sums on aarch64, and on x86-64 where that is enabled;
//! - `Vec3A::normalize` divides on some and multiplies by the reciprocal on others;
//! - dot products, lengths and normalizing of `Quat` and `Vec4` sum in different orders, and so does a product of two
//!   `Quat` without SIMD.
//!
//! `Vec2`, `Vec3`, `Mat3` and all types of `f64` have none of this; nor has the rest of glam with its feature
//! `scalar-math`.
//!
//! # Speed
//! Points, segments and boxes, rounded and placed in any way, are answered in closed form, and small polygons by a
//! separating axis test of all edges at once. All other pairs are searched by GJK and EPA. Hulls compare four points at
//! a time, and of many points only those in clusters that can hold the farthest. A [`SimplexCache`] helps where pairs
//! move little from frame to frame. An observer is always shown GJK; its verdicts are those of the
//! closed forms, and its numbers agree with theirs to within the precision, not to the bit.
//!
//! # Features
//! - `std` (default): square roots and trigonometry from the platform.
//! - `libm`: trigonometry from [libm](https://docs.rs/libm), for `no_std` or for the same bits everywhere.
//! - `alloc` (part of `std`): [`Hull`], [`ConvexPolygon`] and [`trace::Trace`]. All else is of fixed size, and no
//!   question allocates.
//! - `serde`: shapes, caches and answers can be stored.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod epa;
mod fast;
mod gjk;
pub mod guide;
mod math;
mod minkowski;
mod query;
mod search;
mod separation;
mod shape;
mod simplex;
pub mod support;
pub mod trace;

pub use gjk::SimplexCache;
pub use glam::{Affine2, Affine3A, DAffine2, DAffine3, DVec2, DVec3, Mat2, Mat3, Quat, Vec2, Vec3};
pub use math::{Aabb, Affine, Scalar, Vector, Wide};
pub use query::{
    Approach, Cast, ClosestPoints, Contact, Feature, Manifold, ManifoldPoint, NearestPoint, Query, RayHit,
    SignedDistance, Space, WideSpace, cast, closest_points, contact, contains_point, face_normal, intersects,
    manifold, nearest_point, ray_cast, time_of_impact,
};
pub use shape::*;
pub use support::{Placed, Support};
pub use trace::Status;

/// Compiles the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
