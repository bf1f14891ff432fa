//! Accelerations of the questions about two bounded shapes.
//!
//! Each function either answers or declines by returning `None`. Its answers agree with the
//! [`reference`](crate::reference) to within the tolerances, so this module can be removed without changing
//! what is right; only the time changes.
//!
//! The accelerations, from cheap to expensive: [`bounding_spheres`] find pairs that are far apart,
//! [`warm_start`] tests the axis or feature that the cache holds from the previous frame, [`sat`] solves pairs
//! of points, segments, boxes and small polygons, and [`batch`] tests eight pairs at a time in SIMD lanes.
//!
//! The head of each module ends with what it buys: how many times as long a row of `compare`, or a question
//! like it, takes without the module.
//!
//! Buys: the rows of `compare` take 2.4 times as long without all of it, in the geometric mean.

pub mod batch;
pub mod bounding_spheres;
mod sat;
mod warm_start;

use crate::math::Vector;
use crate::reference::{Separation, SimplexCache, Solve};
use crate::support::Support;
use crate::support::hints::SmallPolygon;
pub use sat::Sat;

/// Returns whether two shapes intersect, or `None` if no acceleration decides it.
#[inline(always)]
pub fn intersects<V, A, B>(a: &A, b: &B, cache: Option<&mut SimplexCache<V>>) -> Option<bool>
where
    V: Vector<Wide: Solve + Sat>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let cache = cache.as_deref();
    if let Some(cache) = cache
        && warm_start::were_apart(a, b, cache)
        && warm_start::are_still_apart(a, b, cache)
    {
        return Some(false);
    }
    // A simplex in the cache comes from a GJK search, so the bounding spheres overlapped in the previous
    // frame.
    if !cache.is_some_and(SimplexCache::has_simplex) && bounding_spheres::are_apart(a, b) {
        return Some(false);
    }
    sat::intersects(a, b)
}

/// Returns the closest points of two shapes, `Some(None)` if they intersect, or `None` if no acceleration
/// decides it.
#[inline(always)]
pub fn closest_points<V, A, B>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
) -> Option<Option<Separation<V>>>
where
    V: Vector<Wide: Solve + Sat>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    if let Some(separation) = sat::zonotope_distance(a, b) {
        let found = separation.if_apart();
        if let (Some(cache), Some(found)) = (cache, &found) {
            cache.axis = V::narrow(found.normal);
        }
        return Some(found);
    }
    let mut cache = cache;
    if let Some(cache) = cache.as_deref_mut()
        && cache.has_ids()
        && let Some(found) = warm_start::closest_features(a, b, cache)
    {
        return Some(Some(found));
    }
    let hint = cache.as_deref().map(|cache| cache.axis).filter(|&axis| axis != V::ZERO);
    let (separation, feature) = sat::polygon_distance(a, b, hint)?;
    let found = separation.if_apart();
    if let (Some(cache), Some(found)) = (cache, &found) {
        cache.store_feature(V::narrow(found.normal), feature.ids, feature.count);
    }
    Some(found)
}

/// Returns the deepest points of two shapes, `Some(None)` if they are apart, or `None` if no acceleration
/// decides it.
///
/// Fills `polygons` if both shapes have small polygons, so that the manifold can use them.
#[inline(always)]
pub fn deepest_points<V, A, B>(
    a: &A,
    b: &B,
    cache: Option<&mut SimplexCache<V>>,
    polygons: &mut [SmallPolygon; 2],
) -> Option<Option<Separation<V>>>
where
    V: Vector<Wide: Solve + Sat>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    if bounding_spheres::are_apart(a, b) {
        return Some(None);
    }
    if let Some(found) = sat::deepest_points(a, b, polygons) {
        return Some(found);
    }
    let apart = cache
        .is_some_and(|cache| warm_start::were_apart(a, b, cache) && warm_start::are_still_apart(a, b, cache));
    apart.then_some(None)
}
