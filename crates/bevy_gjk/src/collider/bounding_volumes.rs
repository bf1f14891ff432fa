//! The bounding volumes of a placed shape: its AABB and its bounding sphere.
//!
//! Shapes that are a zonotope (a Minkowski sum of up to three segments, such as a box or a capsule's core) get both
//! from the segments, without a call of their support function.

use gjk::support::TransformCache;
use gjk::support::hints::Zonotope;
use gjk::{Aabb, Placed, Support, Vector};

/// The AABB and the bounding sphere of a placed shape.
#[derive(Clone, Copy, Debug)]
pub struct BoundingVolumes<V: Vector> {
    /// The transform's scale bounds for this shape, if it is a single convex one.
    pub transform_cache: Option<TransformCache<V>>,
    /// The center of the bounding sphere.
    pub center: V,
    /// The radius of the bounding sphere; NaN if none is known.
    pub radius: f32,
    /// The tight AABB, up to the rounding of its corners.
    pub bounds: Aabb<V>,
}

impl<V: Vector<Scalar = f32>> BoundingVolumes<V> {
    /// Returns bounding volumes that consist of an AABB only.
    pub(crate) fn from_aabb(bounds: Aabb<V>) -> Self {
        Self { bounds, center: V::ZERO, radius: f32::NAN, transform_cache: None }
    }

    /// Computes the bounding volumes of a shape placed by an affine map.
    #[inline]
    pub fn of(shape: &(impl Support<V> + ?Sized), affine: &V::Affine) -> Self {
        let transform_cache = TransformCache::new(shape, affine);
        let placed = Placed::with_cache(shape, *affine, &transform_cache);
        let gjk::support::hints::Core { origin: center, convex_radius: radius, .. } = placed.core();
        let bounding_radius = Some(placed.size().bounding_radius).filter(|radius| radius.is_finite());
        let Some(Zonotope { edges, count }) = Zonotope::of(&placed) else {
            let radius = bounding_radius.unwrap_or(f32::NAN);
            return Self { bounds: placed.aabb(), center, radius, transform_cache: Some(transform_cache) };
        };
        let mut half_extents = V::splat(radius);
        for edge in edges.into_iter().take(count) {
            half_extents = half_extents + edge.max(-edge);
        }
        let bounds = Aabb { min: center - half_extents, max: center + half_extents };
        // Under a uniform scale the shape's own bounding radius is as tight, and cheaper.
        let is_uniform = transform_cache.inverse_square() > 0.0;
        let known = bounding_radius.filter(|_| is_uniform);
        let radius = known.unwrap_or_else(|| radius + zonotope_radius(edges, count));
        Self { bounds, center, radius, transform_cache: Some(transform_cache) }
    }
}

/// Returns the distance from the center of a zonotope to its farthest corner; the edges are its half segments.
#[inline]
fn zonotope_radius<V: Vector<Scalar = f32>>([a, b, c]: [V; 3], count: usize) -> f32 {
    let length = |vector: V| vector.dot(vector).sqrt();
    match count {
        0 => 0.0,
        1 => length(a),
        2 => length(a + b).max(length(a - b)),
        _ => {
            let (sum, difference) = (a + b, a - b);
            length(sum + c).max(length(sum - c)).max(length(difference + c)).max(length(difference - c))
        }
    }
}
