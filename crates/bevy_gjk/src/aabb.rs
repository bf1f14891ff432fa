//! Boxes around shapes, and what they are larger by. All coordinates are computed at once.

use bevy_math::Vec4;
use gjk::{Aabb, Vector};

/// A point's coordinates all at once; of those that there are not, zeros.
#[inline(always)]
pub(super) fn lanes<V: Vector<Scalar = f32>>(point: V) -> Vec4 {
    let z = if V::DIMENSION == 3 { point.element(2) } else { 0.0 };
    Vec4::new(point.element(0), point.element(1), z, 0.0)
}

/// The point with these coordinates.
#[inline(always)]
pub(super) fn from_lanes<V: Vector<Scalar = f32>>(lanes: Vec4) -> V {
    V::from_fn(|axis| lanes[axis])
}

/// A tight box around a shape, larger by what rounding and the tolerance of touching may amount to.
#[inline]
pub(crate) fn padded<V: Vector<Scalar = f32>>(Aabb { min, max }: Aabb<V>) -> Aabb<V> {
    let [low, high] = padded_lanes::<V>([lanes(min), lanes(max)]);
    Aabb { min: from_lanes(low), max: from_lanes(high) }
}

/// Does the same with both corners.
#[inline(always)]
pub(super) fn padded_lanes<V: Vector>([low, high]: [Vec4; 2]) -> [Vec4; 2] {
    let size = (high - low).max_element();
    let reach = high.max(-low).max_element();
    let axes = if V::DIMENSION == 3 { Vec4::new(1.0, 1.0, 1.0, 0.0) } else { Vec4::new(1.0, 1.0, 0.0, 0.0) };
    let margin = axes * (1e-6 * size + 4.0 * f32::EPSILON * reach);
    [low - margin, high + margin]
}

/// A box with a margin around, which is finite.
pub(crate) fn loosened<V: Vector<Scalar = f32>>(bounds: Aabb<V>, margin: f32) -> Aabb<V> {
    if !(margin > 0.0) {
        return bounds;
    }
    // Larger by what the rounding of the sum may amount to. It may reach beyond the range of `f32`, but the
    // margin itself must not: an infinity times the zeros of an axis is no number.
    let Aabb { min, max } = bounds;
    let reach = max.max(-min).max_element().max(0.0);
    let margin = V::splat((margin + f32::EPSILON * (margin + reach)).min(f32::MAX));
    Aabb { min: min - margin, max: max + margin }
}

#[cfg(test)]
mod tests {
    use gjk::{Affine2, Circle, Support, Vec2};

    use crate::aabb::padded;

    #[test]
    fn the_box_is_tight() {
        let turned = Affine2::from_angle(0.7) * Affine2::from_scale(Vec2::new(3.0, -1.0));
        let bounds = padded(Circle::new(1.0).placed(turned).aabb());
        let (sin, cos) = 0.7f32.sin_cos();
        let exact =
            (Vec2::new(3.0 * cos, 3.0 * sin).powf(2.0) + Vec2::new(sin, cos).powf(2.0)).map(f32::sqrt);
        assert!((bounds.max - exact).abs().max_element() < 1e-5, "{bounds:?} {exact}");
        assert!(bounds.max.cmpge(exact).all());
    }
}
