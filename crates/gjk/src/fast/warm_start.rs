//! Warm start: what separated two shapes in the last frame, or was closest then, often still does and is.
//!
//! [`are_still_apart`] tries the last axis: one support point. [`closest_features`] does what the loop of GJK would do
//! in its first iteration, without a simplex to keep.

use crate::math::{Scalar, Vector, Wide, ops};
use crate::reference::gjk::SupportPlane;
use crate::reference::simplex::Nearest;
use crate::reference::{Cores, MinkowskiDifference, Separation, SimplexCache, Solve, Stop, Unobserved};
use crate::support::Support;

/// An axis separates shapes clearly from this many times the touching distance on.
///
/// The closed forms take the size of a zonotope from its half edges one by one, which may be as many times its half
/// extent as there are dimensions: with this margin, all questions agree.
const CLEAR: f64 = 4.0;

/// Returns whether the cache is of shapes that were apart.
#[inline(always)]
pub(super) fn were_apart<V: Vector, A, B>(a: &A, b: &B, cache: &SimplexCache<V>) -> bool
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    // The axis is as long as the cores were apart. A NaN proves nothing.
    let (axis, radius) =
        (cache.axis.widen(), a.core().convex_radius.widen() + b.core().convex_radius.widen());
    axis.dot(axis) > radius * radius
}

/// Returns whether the axis that separated two shapes in the last frame clearly still does.
#[inline]
pub(super) fn are_still_apart<V: Vector, A, B>(a: &A, b: &B, cache: &SimplexCache<V>) -> bool
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let difference = MinkowskiDifference::new(a, b);
    let distance = difference.radius + CLEAR * difference.touch;
    // A NaN proves nothing.
    distance.is_finite()
        && SupportPlane::towards_origin(-cache.axis.widen(), &difference, &mut Unobserved).separates(distance)
}

/// Returns the closest points of two shapes if all vertices of the cached simplex have ids and still contribute to
/// them, which one support point proves.
#[inline(never)]
pub(super) fn closest_features<V, A, B>(a: &A, b: &B, cache: &mut SimplexCache<V>) -> Option<Separation<V>>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let difference = MinkowskiDifference::new(a, b);
    let (on_a, on_b, way) = match cache.count {
        1 => of_vertices::<1, V, A, B>(&difference, cache),
        2 => of_vertices::<2, V, A, B>(&difference, cache),
        3 if V::DIMENSION == 3 => of_vertices::<3, V, A, B>(&difference, cache),
        _ => None,
    }?;
    cache.axis = V::narrow(-way);
    let distance = ops::f64::sqrt(way.dot(way));
    let cores = Cores { on_a, on_b, normal: -way * (1.0 / distance), distance };
    Some(difference.separation(&cores, Stop::Converged))
}

/// Returns the closest points of the cores, and the vector from the second to the first.
#[inline(always)]
fn of_vertices<const N: usize, V, A, B>(
    difference: &MinkowskiDifference<V, A, B>,
    cache: &SimplexCache<V>,
) -> Option<(V::Wide, V::Wide, V::Wide)>
where
    V: Vector<Wide: Solve>,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let (mut on_a, mut on_b) = ([V::Wide::ZERO; N], [V::Wide::ZERO; N]);
    let mut points = [V::Wide::ZERO; N];
    for index in 0..N {
        let [a, b] = difference.vertices(cache.vertices[index])?;
        (on_a[index], on_b[index]) = (a.widen(), b.widen());
        points[index] = difference.offset + (on_a[index] - on_b[index]);
    }
    let Nearest { point: way, weights, .. } = V::Wide::nearest(&points, false);
    if !weights.iter().take(N).all(|&weight| weight > 0.0) {
        return None;
    }
    let (squared, contact_distance) = (way.dot(way), difference.contact_distance());
    if !(squared > contact_distance * contact_distance) {
        return None;
    }
    let plane = SupportPlane::towards_origin(way, difference, &mut Unobserved);
    // A NaN proves nothing.
    let is_apart = plane.separates(contact_distance) && plane.is_finite();
    let gap = squared - way.dot(plane.vertex.point);
    let is_nearest = !(gap > 0.0) || gap * gap <= difference.precision * difference.precision * squared;
    let mean = |points: [V::Wide; N]| {
        points.into_iter().zip(weights).fold(V::Wide::ZERO, |sum, (point, weight)| sum + point * weight)
    };
    (is_apart && is_nearest).then(|| (mean(on_a), mean(on_b), way))
}

#[cfg(test)]
mod tests {
    use glam::{Affine2, Affine3A, Quat, Vec2};

    use crate::math::{Scalar, Wide};
    use crate::query::Space;
    use crate::query::{Query, closest_points};
    use crate::reference::SimplexCache;
    use crate::support::Support;
    use crate::{ConvexPolygon, Cuboid, Hull, Rectangle};

    /// Asks about a pair that moves, as long as it is apart. Returns how often that was, and how often the features of
    /// the frame before were still the closest.
    fn count_hits<V: Space>(
        a: &impl Support<V>,
        b: &impl Support<V>,
        frames: impl Iterator<Item = V::Affine>,
    ) -> (usize, usize) {
        let (mut cache, mut count, mut known) = (SimplexCache::default(), 0, 0);
        for affine in frames {
            let b = b.placed(affine);
            let Some(cold) = closest_points(a, &b) else { continue };
            if let Some(found) = super::closest_features(a, &b, &mut cache) {
                known += 1;
                assert!((found.distance - cold.distance.widen()).abs() < 4e-7, "{found:?} {cold:?}");
                assert!(found.normal.dot(cold.normal.widen()) > 1.0 - 1e-6, "{found:?} {cold:?}");
            }
            Query::new(a, &b).cache(&mut cache).closest_points();
            count += 1;
        }
        (count, known)
    }

    #[test]
    fn features_of_slow_pairs_stay_the_closest() {
        let polygon = |corners| ConvexPolygon::regular(1.0, corners).unwrap();
        let circling = |frame: i32| {
            let turn = frame as f32 * 0.01;
            Affine2::from_angle_translation(1.7 * turn, Vec2::from_angle(turn) * (3.5 - 0.05 * turn))
        };
        let (count, known) = count_hits(&polygon(5), &polygon(8), (0..2000).map(circling));
        assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        let (count, known) = count_hits(&polygon(5), &Rectangle::new(1.0, 0.7), (0..2000).map(circling));
        assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        let tumbling = |frame: i32| {
            let turn = frame as f32 * 0.01;
            let at = (Vec2::from_angle(turn) * (3.5 - 0.05 * turn)).extend(turn.sin());
            Affine3A::from_rotation_translation(Quat::from_rotation_x(turn) * Quat::from_rotation_y(turn), at)
        };
        let points = (0..20).map(|index| {
            let flat = Vec2::from_angle(index as f32 * 2.4);
            let height = (index as f32 - 9.5) / 10.0;
            (flat * (1.0 - height * height).sqrt()).extend(height)
        });
        let hull = Hull::new(points).unwrap();
        for (count, known) in [
            count_hits(&Cuboid::new(1.0, 1.5, 2.0), &Cuboid::new(1.0, 1.0, 0.5), (0..2000).map(tumbling)),
            count_hits(&Cuboid::new(1.0, 1.5, 2.0), &hull, (0..2000).map(tumbling)),
        ] {
            assert!(count > 1500 && 10 * known > 9 * count, "{known} of {count}");
        }
    }
}
