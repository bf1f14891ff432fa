//! The hints: what a shape may tell beyond its support function.
//!
//! They are eight methods of [`Support`] with defaults, left out of its page because no shape needs them. Each makes
//! some answers quicker or more exact, and none may contradict the support function. The [guide](crate::guide)
//! introduces the first six by an example and measures what they buy.
//!
//! **The core and its sizes**
//! - `fn core(&self) -> Core<V>`: the origin of the [core](Core), and the convex radius around it. A sphere is a point
//!   with a radius, a capsule a segment with a radius: so the round part is exact, and takes no iterations. A shape that
//!   has a radius has to implement `core_support` as well. The default is the whole shape around zero, without a radius.
//! - `fn size(&self) -> Size<V>`: the [sizes](Size). The tolerances are proportional to the half extents, and the
//!   bounding sphere finds pairs that are far apart. The default computes the half extents from six support points in
//!   3D and knows no spheres.
//! - `fn support_interval(&self, direction: V) -> [V::Scalar; 2]`: the interval that the shape's projection onto
//!   `direction` covers: the least and the largest dot product of `direction` with a point of the shape. AABBs are made
//!   of it. The default asks for two support points.
//!
//! **Vertices**
//! - `fn core_support(&self, direction: V) -> Vertex<V>`: the [vertex](Vertex) of the core that lies farthest along
//!   `direction`, relative to the origin of the core, with its id. It has to satisfy
//!   `support(d) = origin + core_support(d) + convex_radius · d/|d|`. The default is the support relative to the origin,
//!   without an id.
//! - `fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4]`: four vertices of the core by
//!   their [ids](VertexRefs), for the warm start of the next frame; [`VertexRefs::resolve`] reduces it to one vertex by
//!   its id. The default has no ids.
//! - `fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>))`: visits the
//!   vertices of the core whose dot product with `direction` is at most `tolerance` less than the largest, in any order.
//!   Contact manifolds are made of them. A curved edge is visited as a few of its points. The default visits the
//!   farthest alone.
//!
//! **Closed forms**
//! - `fn closed_form(&self, map: Option<&V::Affine>, polygon: Option<&mut SmallPolygon>) -> Option<Zonotope<V>>`: the
//!   core as a [zonotope](Zonotope), the Minkowski sum of segments, if it is a point, a segment, a box or one of these
//!   under a map; pairs of them are answered by the separating axis test, without iterations. The result is under the
//!   linear part of `map`, if there is one. [`Core::may_be_zonotope`] has to be `true` for it. Polygons of this crate
//!   fill in `polygon` instead. The default is `None`.
//! - `fn half_space(&self) -> Option<Plane<V>>`: the boundary of a half-space, which has no farthest points: the queries
//!   then ask for the support of the other shape towards it. The default is `None`.
//!
//! A wrapper of other shapes passes all of them on by [`forward_support!`](crate::forward_support).

use crate::math::{Affine, Scalar, Vector};
use crate::support::Support;

pub use crate::math::Plane;
pub use crate::support::small_polygon::SmallPolygon;
pub use crate::support::vertex::{Vertex, VertexRef, VertexRefs};

/// The feature tolerance, as a part of the largest half extent of a shape: a vertex belongs to the supporting
/// feature if it lies within this distance of the farthest along the normal.
pub const FEATURE_TOLERANCE: f64 = 0.005;

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
    /// Whether the core may be a [zonotope](Zonotope), which [`closed_form`](Support::closed_form) then returns;
    /// `false` only if it is none.
    ///
    /// The queries ask both shapes first and branch once, because the branch predictor guesses pairs better than
    /// single shapes.
    pub may_be_zonotope: bool,
}

impl<V: Vector> Core<V> {
    /// Makes a core that is no zonotope.
    #[inline(always)]
    pub const fn new(origin: V, convex_radius: V::Scalar) -> Self {
        Self { origin, convex_radius, may_be_zonotope: false }
    }
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

impl<V: Vector> Size<V> {
    /// Computes the half extents of a shape from the supports along the axes, without a bounding or inscribed sphere.
    pub fn without_spheres(shape: &(impl Support<V> + ?Sized)) -> Self {
        let mut half_extents = V::ZERO;
        for index in 0..V::DIMENSION {
            let axis = V::axis(index);
            let side = (shape.support(axis) - shape.support(-axis)).dot(axis);
            // If the support function is wrong, the side may be negative.
            half_extents = half_extents + axis * (side * V::Scalar::HALF).abs();
        }
        Self { half_extents, bounding_radius: V::Scalar::INFINITY, inscribed_radius: V::Scalar::ZERO }
    }
}

/// A zonotope: a core that is the Minkowski sum of segments centered on its origin. Each point of it is a sum of
/// the half edges with factors from -1 to 1.
///
/// The id of a vertex has a bit for each half edge, the lowest for the first, set where its factor is -1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zonotope<V> {
    /// The half edges, each from the origin to an end of its segment; only the first `count` are valid.
    pub edges: [V; 3],
    /// The number of half edges, at most the dimension: 0 for a point, 1 for a segment, 2 for a rectangle or
    /// parallelogram, 3 for a box or parallelepiped.
    pub count: usize,
}

impl<V: Vector> Zonotope<V> {
    /// Returns the core of a shape, if it is a zonotope.
    #[inline(always)]
    pub fn of(shape: &(impl Support<V> + ?Sized)) -> Option<Self> {
        shape.closed_form(None, None)
    }

    /// Returns the image under the linear part of a map.
    #[inline(always)]
    pub(crate) fn mapped(self, map: &V::Affine) -> Self {
        let Self { mut edges, count } = self;
        for edge in edges.iter_mut().take(count) {
            *edge = map.linear(*edge);
        }
        Self { edges, count }
    }
}
