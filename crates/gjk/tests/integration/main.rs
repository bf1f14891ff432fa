//! The answers of `gjk`, against closed forms, bounds, brute force and each other.

mod cast;
#[path = "../common/mod.rs"]
mod common;
mod degenerate;
mod extreme_values;
mod face_normal;
mod finite_answers;
mod half_space;
mod hints;
mod manifold;
mod one_verdict;
mod pitfalls;
mod properties;
mod ray;
#[cfg(all(feature = "serde", feature = "alloc"))]
mod serde;
mod signed_distance;
mod straight_corners;
mod support_functions;
mod trace;
mod wrong_supports;
