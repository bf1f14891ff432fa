//! Accelerations of the questions about two bounded shapes.
//!
//! Each acceleration answers, or **declines** by returning `None` where it does not know the kind of shape or where
//! its answer would be in doubt. If all decline, the functions here call `fallback`, which asks
//! the [`search`](crate::search). The verdicts are those of the search, because pairs in the band around touching
//! are left to its definition near touching; the numbers agree to within the tolerances. So this module can be
//! removed without changing what is right; only the time changes.
//!
//! The [`Answer`] is computed here, while the separation is in registers: to return the separation through memory
//! takes as long as the whole test of two circles.
//!
//! The accelerations, from cheap to expensive: [`bounding_spheres`] find pairs that are far apart,
//! [`temporal_coherence`] tests the axis or feature that the cache holds from the previous frame, and [`sat`] solves
//! pairs of points, segments, boxes and small polygons.
//!
//! The head of each module ends with its measured gain: how many times as long a row of `tools/peers`, or a question
//! like it, takes without the module.
//!
//! Measured gain: the rows of `tools/peers` take 2.4 times as long without all of it, in the geometric mean.

mod bounding_spheres;
mod sat;
mod temporal_coherence;

use crate::gjk::SimplexCache;
use crate::math::Vector;
use crate::separation::Answer;
use crate::support::Support;
use crate::support::hints::SmallPolygon;
pub use sat::{PointPair, Sat, Zonotopes};

/// Returns whether two shapes intersect.
#[inline(always)]
pub fn intersects<V: Vector<Wide: Sat>, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    fallback: impl FnOnce(Option<&mut SimplexCache<V>>) -> bool,
) -> bool {
    if let Some(cache) = cache.as_deref()
        && temporal_coherence::were_apart(a, b, cache)
        && temporal_coherence::are_still_apart(a, b, cache)
    {
        return false;
    }
    // A simplex in the cache comes from a GJK search, so the bounding spheres overlapped in the previous
    // frame.
    if !cache.as_deref().is_some_and(SimplexCache::has_simplex) && bounding_spheres::are_apart(a, b) {
        return false;
    }
    match sat::intersects(a, b) {
        Some(intersects) => intersects,
        None => fallback(cache),
    }
}

/// Returns the closest points of two shapes, or `None` if they intersect.
#[inline(always)]
pub fn closest_points<V: Vector<Wide: Sat>, A: Support<V> + ?Sized, B: Support<V> + ?Sized, T: Answer<V>>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    fallback: impl FnOnce(Option<&mut SimplexCache<V>>) -> Option<T>,
) -> Option<T> {
    let zonotopes = Zonotopes::of(a, b);
    if zonotopes.as_ref().is_some_and(Zonotopes::are_points) {
        return PointPair::new(a, b).closest_points(cache);
    }
    if let Some(zonotopes) = zonotopes
        && let Some(separation) = sat::zonotope_distance(a, b, &zonotopes)
    {
        let separation = separation?;
        if let Some(cache) = cache {
            cache.axis = V::narrow(separation.normal);
        }
        return T::checked(&separation, separation.is_in_range(a, b));
    }
    let mut cache = cache;
    if let Some(cache) = cache.as_deref_mut()
        && cache.has_ids()
        && let Some(separation) = temporal_coherence::closest_features(a, b, cache)
    {
        return T::checked(&separation, separation.has_points_in_range());
    }
    let hint = cache.as_deref().map(|cache| cache.axis).filter(|&axis| axis != V::ZERO);
    let Some((separation, feature)) = sat::polygon_distance(a, b, hint) else {
        return fallback(cache);
    };
    if !separation.is_apart() {
        return None;
    }
    if let Some(cache) = cache {
        cache.store_feature(V::narrow(separation.normal), feature.ids, feature.count);
    }
    T::checked(&separation, separation.is_in_range(a, b))
}

/// Returns the deepest points of two shapes, or `None` if they are apart.
///
/// Fills `polygons` if both shapes have small polygons, so that the manifold can use them.
#[inline(always)]
pub fn deepest_points<V: Vector<Wide: Sat>, A: Support<V> + ?Sized, B: Support<V> + ?Sized, T: Answer<V>>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    polygons: &mut [SmallPolygon; 2],
    fallback: impl FnOnce(Option<&mut SimplexCache<V>>) -> Option<T>,
) -> Option<T> {
    if bounding_spheres::are_apart(a, b) {
        return None;
    }
    let found = match Zonotopes::of(a, b) {
        Some(zonotopes) if zonotopes.are_points() => return PointPair::new(a, b).deepest_points(),
        Some(zonotopes) => sat::zonotope_penetration(a, b, &zonotopes),
        None => sat::polygon_penetration(a, b, polygons),
    };
    if let Some(found) = found {
        let separation = found?;
        return T::checked(&separation, separation.is_in_range(a, b));
    }
    if let Some(cache) = cache.as_deref()
        && temporal_coherence::were_apart(a, b, cache)
        && temporal_coherence::are_still_apart(a, b, cache)
    {
        return None;
    }
    fallback(cache)
}
