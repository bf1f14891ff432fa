//! Two parallelograms, all four edges at once in `f32`: as a rule, that is clear enough for a verdict.

use glam::{DVec2, Vec4, Vec4Swizzles};

use crate::fast::sat::Pair;

/// In parts of the sizes: what counts as touching, 5e-7; and the rounding of the products and sums below, some six
/// times `2⁻²⁴`, with as much again to be sure.
const DOUBT: f32 = 1.5e-6;
/// Far above what products lose that are too small for `f32`.
const TINY: f32 = 1e-36;

/// Whether two parallelograms with this radius around them touch, if that is clear.
#[inline(always)]
pub(super) fn touch(pair: &Pair<DVec2>, radius: f64) -> Option<bool> {
    let [a, b] = [pair.a, pair.b].map(|edges| [edges[0].as_vec2(), edges[1].as_vec2()]);
    let offset = pair.offset.as_vec2();
    let x = Vec4::new(a[0].x, a[1].x, b[0].x, b[1].x);
    let y = Vec4::new(a[0].y, a[1].y, b[0].y, b[1].y);
    // The products of each edge with the way between the centers, the edge after it, and that after next.
    let center = (x * offset.y - y * offset.x).abs();
    let next = (x * y.yzwx() - y * x.yzwx()).abs();
    let opposite = (x * y.zwxy() - y * x.zwxy()).abs();
    let beyond = center - (next + next.wxyz() + opposite);
    let sizes = x.abs() + y.abs();
    let radius = radius as f32;
    let doubt = DOUBT * (sizes.element_sum() + offset.abs().element_sum() + radius);
    // No edge is longer than the sum of its coordinates.
    if beyond.cmpgt(sizes * (doubt + radius) + TINY).any() {
        return Some(false);
    }
    beyond.cmplt(sizes * -doubt - TINY).all().then_some(true)
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2};

    use crate::fast::sat::parallelograms::{Pair, touch};
    use crate::fast::sat::zonotopes_2d::Polygon;
    use crate::math::Vector;

    #[test]
    fn what_is_clear_is_right() {
        let mut seed = 1_u32;
        let mut random = |from: f64, to: f64| {
            seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let bits = (seed >> ((seed >> 28) + 4)) ^ seed;
            from + (to - from) * f64::from(bits.wrapping_mul(277_803_737) >> 8) / f64::from(1 << 24)
        };
        let (mut clear, total) = ([0; 2], 200_000);
        for _ in 0..total {
            // Of all sizes, also such as are lost in products of `f32`, and of all ratios.
            let size = 10_f64.powf(random(-24.0, 18.0));
            let mut edge = |thin: f64| {
                let length = size * 10_f64.powf(random(-thin, 0.0));
                (DVec2::new(random(-1.0, 1.0), random(-1.0, 1.0)) * length).as_vec2().as_dvec2()
            };
            let (a, b) = ([edge(0.0), edge(4.0), DVec2::ZERO], [edge(0.0), edge(4.0), DVec2::ZERO]);
            let offset = edge(1.0) * 4.0;
            let radius = size * random(-1.0, 0.1).max(0.0);
            let pair = Pair { offset, a, b, counts: [2, 2] };
            let Some(verdict) = touch(&pair, radius) else { continue };
            clear[usize::from(verdict)] += 1;
            let exact = Polygon { center: offset, half_edges: [a[0], a[1], b[0], b[1]] };
            let size: f64 = a.iter().chain(&b).map(|edge| edge.abs().max_element()).sum();
            let reach = radius + crate::math::touch::<Vec2>(radius + size);
            assert_eq!(verdict, exact.within(reach), "{pair:?} {radius}");
        }
        assert!(clear[0] > total / 10 && clear[1] > total / 10, "{clear:?}");
    }
}
