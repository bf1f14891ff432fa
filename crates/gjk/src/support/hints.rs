//! What a shape tells of its core and its sizes.

use crate::math::Vector;

/// Where the core of a shape is, and how far the shape exceeds it.
///
/// The core is the shape without a radius around it: of a sphere the center, of a capsule the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Core<V: Vector> {
    /// The point that the vertices of the core are relative to.
    ///
    /// Differences of two shapes are taken between their origins first, so shapes that are near each other are
    /// compared exactly, however far from the origin of the world they are.
    pub origin: V,
    /// The radius by which the shape exceeds its core on all sides.
    pub convex_radius: V::Scalar,
}

/// The sizes of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size<V: Vector> {
    /// Half the sides of an axis-aligned box around the shape; may be up to twice too large. The tolerances scale
    /// with it.
    pub half_extents: V,
    /// The radius of a sphere around the [origin](Core::origin) that holds the shape; may be too large, and is
    /// infinite where none is known.
    pub bounding_radius: V::Scalar,
    /// The radius of a sphere around the [origin](Core::origin) that lies within the shape; may be too small, and is
    /// 0 where none is known: then the origin may be outside.
    pub inscribed_radius: V::Scalar,
}
