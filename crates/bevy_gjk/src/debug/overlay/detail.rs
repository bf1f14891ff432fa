//! The level of detail of circles.

/// The largest distance of a side from the circle, in logical pixels. Tuning constant.
const TOLERANCE: f32 = 0.25;
/// The least and the largest number of sides. Tuning constants.
const MIN_SIDES: f32 = 8.0;
const MAX_SIDES: f32 = 128.0;

/// Returns the number of sides of a circle with this diameter on the screen, in logical pixels. It is a multiple of
/// four, so that the polygon is as large as the circle along the axes.
pub(super) fn circle_sides(size: f32) -> u32 {
    // The middle of one of n sides is r (1 - cos(pi / n)) from the circle, which is about r (pi / n)^2 / 2.
    let sides = core::f32::consts::PI * (0.5 * size / (2.0 * TOLERANCE)).sqrt();
    // A NaN or an infinite size gets the maximum.
    let sides = if sides < MAX_SIDES { sides.max(MIN_SIDES) } else { MAX_SIDES };
    4 * (0.25 * sides) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stay_within_half_a_pixel_of_the_circle() {
        for size in [1.0, 3.0, 17.0, 100.0, 640.0, 1500.0] {
            let sides = circle_sides(size);
            assert_eq!(sides % 4, 0);
            let error = 0.5 * size * (1.0 - (core::f32::consts::PI / sides as f32).cos());
            assert!(error < 0.5, "{size}: {sides} sides are {error} off");
        }
    }

    #[test]
    fn the_number_of_sides_is_bounded() {
        assert_eq!([0.0, 2.0, 12.0, 100.0].map(circle_sides), [8, 8, 8, 28]);
        assert_eq!([1e6, f32::INFINITY, f32::NAN].map(circle_sides), [128; 3]);
    }
}
