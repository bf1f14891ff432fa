//! What surrounds a shape where it is placed.

use gjk::{Aabb, Placed, Support, TransformCache, Vector, Zonotope};

/// A box and a ball around a shape where it is placed.
#[derive(Clone, Copy, Debug)]
pub struct BoundingVolumes<V: Vector> {
    /// What the map makes of the shape's size, if it is a single convex one.
    pub transform_cache: Option<TransformCache<V>>,
    /// The middle of the ball.
    pub center: V,
    /// The radius of the ball; not a number where none is known.
    pub radius: f32,
    /// The tight box around it, up to the rounding of its corners.
    pub bounds: Aabb<V>,
}

impl<V: Vector<Scalar = f32>> BoundingVolumes<V> {
    /// A box, and no ball.
    pub(crate) fn of_box(bounds: Aabb<V>) -> Self {
        Self { bounds, center: V::ZERO, radius: f32::NAN, transform_cache: None }
    }

    /// That of a shape which a map places.
    #[inline]
    pub fn of(shape: &(impl Support<V> + ?Sized), affine: &V::Affine) -> Self {
        let transform_cache = TransformCache::new(shape, affine);
        let placed = Placed::with_cache(shape, *affine, &transform_cache);
        let gjk::Core { origin: center, convex_radius: radius, .. } = placed.core();
        let bounding_radius = Some(placed.size().bounding_radius).filter(|radius| radius.is_finite());
        let Some(Zonotope { edges, count }) = Zonotope::of(&placed) else {
            let radius = bounding_radius.unwrap_or(f32::NAN);
            return Self { bounds: placed.aabb(), center, radius, transform_cache: Some(transform_cache) };
        };
        let mut reach = V::splat(radius);
        for edge in edges.into_iter().take(count) {
            reach = reach + edge.max(-edge);
        }
        let bounds = Aabb { min: center - reach, max: center + reach };
        // Where all directions are alike, what is known of the shape is as tight.
        let alike = transform_cache.inverse_square() > 0.0;
        let known = bounding_radius.filter(|_| alike);
        let radius = known.unwrap_or_else(|| radius + farthest(edges, count));
        Self { bounds, center, radius, transform_cache: Some(transform_cache) }
    }
}

/// How far the corners of a sum of segments are from its middle.
#[inline]
fn farthest<V: Vector<Scalar = f32>>([a, b, c]: [V; 3], count: usize) -> f32 {
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
