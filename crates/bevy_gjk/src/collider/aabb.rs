//! Padding of axis-aligned bounding boxes (AABBs): for rounding errors, and by a margin.
//!
//! The hot functions compute with all coordinates of a point at once, in the lanes of a SIMD vector.

use bevy_math::Vec4;
use gjk::{Aabb, Vector};

/// The padding for the tolerance of touching, relative to the largest extent of a shape: four times its share of the
/// distance at which two shapes count as touching.
const TOUCH_PADDING: f32 = 1e-6;
/// The padding for rounding, relative to the largest coordinate: the sums that place a corner.
const ROUNDING_PADDING: f32 = 4.0 * f32::EPSILON;

/// Returns the margin of an AABB for rounding and for the tolerance of touching, from its largest extent and from the
/// largest coordinate, or the sum of the magnitudes that a coordinate is the sum of.
#[inline(always)]
pub(crate) fn padding(extent: f32, magnitude: f32) -> f32 {
    TOUCH_PADDING * extent + ROUNDING_PADDING * magnitude
}

/// Returns the coordinates of a point as SIMD lanes; the unused lanes are 0.
#[inline(always)]
pub(crate) fn to_vec4<V: Vector<Scalar = f32>>(point: V) -> Vec4 {
    let z = if V::DIMENSION == 3 { point.element(2) } else { 0.0 };
    Vec4::new(point.element(0), point.element(1), z, 0.0)
}

/// Returns the point with these coordinates.
#[inline(always)]
pub(crate) fn from_vec4<V: Vector<Scalar = f32>>(coordinates: Vec4) -> V {
    V::from_fn(|axis| coordinates[axis])
}

/// Enlarges the tight AABB of a shape by the rounding errors and the tolerance of touching.
#[inline]
pub(crate) fn padded<V: Vector<Scalar = f32>>(Aabb { min, max }: Aabb<V>) -> Aabb<V> {
    let [low, high] = padded_vec4::<V>([to_vec4(min), to_vec4(max)]);
    Aabb { min: from_vec4(low), max: from_vec4(high) }
}

/// Does the same as [`padded`] with the two corners as SIMD lanes.
#[inline(always)]
pub(crate) fn padded_vec4<V: Vector>([low, high]: [Vec4; 2]) -> [Vec4; 2] {
    let size = (high - low).max_element();
    let magnitude = high.max(-low).max_element();
    let axes = if V::DIMENSION == 3 { Vec4::new(1.0, 1.0, 1.0, 0.0) } else { Vec4::new(1.0, 1.0, 0.0, 0.0) };
    let margin = axes * padding(size, magnitude);
    [low - margin, high + margin]
}

/// Enlarges an AABB by a finite margin in world units. A margin that is not positive leaves it unchanged.
pub(crate) fn enlarged<V: Vector<Scalar = f32>>(bounds: Aabb<V>, margin: f32) -> Aabb<V> {
    if !(margin > 0.0) {
        return bounds;
    }
    // The margin includes the rounding error of the sum. The AABB may exceed the range of `f32`, but the margin itself
    // must be finite: an infinity times the zeros of an axis is NaN.
    let Aabb { min, max } = bounds;
    let magnitude = max.max(-min).max_element().max(0.0);
    let margin = V::splat((margin + f32::EPSILON * (margin + magnitude)).min(f32::MAX));
    Aabb { min: min - margin, max: max + margin }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Circle, Support, Vec2};

    use crate::collider::aabb::padded;

    #[test]
    fn a_padded_aabb_is_tight() {
        let rotated = Affine2::from_angle(0.7) * Affine2::from_scale(Vec2::new(3.0, -1.0));
        let bounds = padded(Circle::new(1.0).placed(rotated).aabb());
        let (sin, cos) = 0.7f32.sin_cos();
        let exact =
            (Vec2::new(3.0 * cos, 3.0 * sin).powf(2.0) + Vec2::new(sin, cos).powf(2.0)).map(f32::sqrt);
        assert!((bounds.max - exact).abs().max_element() < 1e-5, "{bounds:?} {exact}");
        assert!(bounds.max.cmpge(exact).all());
    }
}
