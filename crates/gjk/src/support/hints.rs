//! The hints of a shape about its core and its sizes.

use crate::math::Vector;

/// The origin of a shape's core, and the convex radius around the core.
///
/// The core is the shape without its convex radius: the center of a sphere, the segment of a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Core<V: Vector> {
    /// The point to which the vertices of the core are relative.
    ///
    /// The queries subtract the origins of two shapes first, so the answers about shapes near each other do not
    /// lose precision with their distance from the world's origin.
    pub origin: V,
    /// The radius by which the shape exceeds its core on all sides, as in Jolt.
    pub convex_radius: V::Scalar,
}

/// The sizes of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size<V: Vector> {
    /// Half the sides of the shape's axis-aligned bounding box; may be up to twice too large. The tolerances of
    /// the queries are proportional to it.
    pub half_extents: V,
    /// The radius of a bounding sphere around the [origin](Core::origin); may be too large, and is infinite if none
    /// is known.
    pub bounding_radius: V::Scalar,
    /// The radius of an inscribed sphere around the [origin](Core::origin); may be too small, and is 0 if none is
    /// known. Then the origin may lie outside the shape.
    pub inscribed_radius: V::Scalar,
}
