//! The boundary of a half-space.

use crate::math::Vector;

/// A line in 2D, a plane in 3D: the boundary of a half-space, in world space and in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    /// A point of the plane.
    pub point: V::Wide,
    /// The unit normal, which points out of the half-space.
    pub normal: V::Wide,
}
