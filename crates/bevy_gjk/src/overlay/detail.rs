//! How finely circles are drawn.

/// How far about a side may be from the circle, in logical pixels.
const TOLERANCE: f32 = 0.25;
const LEAST: f32 = 8.0;
const MOST: f32 = 128.0;

/// How many sides a circle gets that is so large on the screen, in logical pixels: a multiple of four, so that
/// it is as large as it should be along the axes.
pub(super) fn sides(size: f32) -> u32 {
    // A side of n is r (1 - cos(pi / n)) from the circle in its middle, that is about r (pi / n)^2 / 2.
    let sides = core::f32::consts::PI * (0.5 * size / (2.0 * TOLERANCE)).sqrt();
    // NaN, and what has no end, gets the most.
    let sides = if sides < MOST { sides.max(LEAST) } else { MOST };
    4 * (0.25 * sides) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_side_is_seen_to_be_straight() {
        for size in [1.0, 3.0, 17.0, 100.0, 640.0, 1500.0] {
            let sides = sides(size);
            assert_eq!(sides % 4, 0);
            let off = 0.5 * size * (1.0 - (core::f32::consts::PI / sides as f32).cos());
            assert!(off < 0.5, "{size}: {sides} sides are {off} off");
        }
    }

    #[test]
    fn small_ones_have_few_and_none_has_too_many() {
        assert_eq!([0.0, 2.0, 12.0, 100.0].map(sides), [8, 8, 8, 28]);
        assert_eq!([1e6, f32::INFINITY, f32::NAN].map(sides), [128; 3]);
    }
}
