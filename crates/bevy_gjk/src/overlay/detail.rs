//! Outlines of as many points as the screen can show.

use bevy_math::Vec3;

/// How far a drawn line may be from the true one, in logical pixels.
pub(super) const TOLERANCE: f32 = 0.3;

/// The points of a chain without those that lie on the way from one to the next, to within a tolerance.
///
/// A strip of twice the tolerance is laid along the way from the last point that was kept; the last point
/// within it is kept next. (Reumann and Witkam, "Optimizing Curve Segmentation in Computer Graphics", 1974.)
pub(super) struct Thinned<I> {
    points: I,
    tolerance: f32,
    /// The last point that was kept.
    kept: Option<Vec3>,
    /// The direction of the strip, and how far along it the chain has come.
    strip: Option<(Vec3, f32)>,
    /// The last point in the strip.
    last: Option<Vec3>,
}

impl<I: Iterator<Item = Vec3>> Thinned<I> {
    pub(super) fn new(points: I, tolerance: f32) -> Self {
        Self { points, tolerance, kept: None, strip: None, last: None }
    }

    /// The strip from a point to the next, once that is far enough to tell the direction.
    fn strip(&self, way: Vec3) -> Option<(Vec3, f32)> {
        let length = way.length();
        (length > self.tolerance).then(|| (way / length, length))
    }
}

impl<I: Iterator<Item = Vec3>> Iterator for Thinned<I> {
    type Item = Vec3;

    #[inline]
    fn next(&mut self) -> Option<Vec3> {
        loop {
            let Some(point) = self.points.next() else { return self.last.take() };
            let Some(kept) = self.kept else {
                self.kept = Some(point);
                return Some(point);
            };
            let way = point - kept;
            let Some((direction, reach)) = self.strip else {
                self.strip = self.strip(way);
                self.last = Some(point);
                continue;
            };
            let along = way.dot(direction);
            let aside = (way - along * direction).length_squared();
            if along >= reach && aside <= self.tolerance * self.tolerance {
                self.strip = Some((direction, along));
                self.last = Some(point);
                continue;
            }
            // A bend: the point before it is a corner.
            let corner = self.last.replace(point).unwrap_or(kept);
            self.kept = Some(corner);
            self.strip = self.strip(point - corner);
            return Some(corner);
        }
    }
}

#[cfg(test)]
mod tests {
    use core::f32::consts::TAU;

    use super::*;

    fn thinned(points: &[Vec3], tolerance: f32) -> Vec<Vec3> {
        Thinned::new(points.iter().copied(), tolerance).collect()
    }

    fn circle(radius: f32) -> Vec<Vec3> {
        (0..=64)
            .map(|step| Vec3::from((bevy_math::Vec2::from_angle(TAU * step as f32 / 64.0), 0.0)) * radius)
            .collect()
    }

    /// The distance of a point from a chain.
    fn distance(point: Vec3, chain: &[Vec3]) -> f32 {
        let to = |pair: &[Vec3]| {
            let way = pair[1] - pair[0];
            let at = ((point - pair[0]).dot(way) / way.length_squared().max(1e-20)).clamp(0.0, 1.0);
            point.distance(pair[0] + at * way)
        };
        chain.windows(2).map(to).fold(f32::MAX, f32::min)
    }

    #[test]
    fn large_circles_keep_their_points_and_small_ones_few() {
        let counts = [1000.0, 30.0, 10.0, 3.0, 1.0].map(|radius| thinned(&circle(radius), TOLERANCE).len());
        assert_eq!(counts[0], 65);
        assert!(counts.is_sorted_by(|one, two| one >= two), "{counts:?}");
        assert!(counts[2] < 30 && counts[4] < 9 && counts[4] > 3, "{counts:?}");
    }

    #[test]
    fn no_point_is_far_from_what_is_drawn() {
        for radius in [100.0, 30.0, 10.0, 3.0, 1.0, 0.1] {
            let points = circle(radius);
            let chain = thinned(&points, TOLERANCE);
            assert_eq!((chain[0], chain.last()), (points[0], points.last()));
            for &point in &points {
                assert!(distance(point, &chain) <= 2.0 * TOLERANCE, "{radius}: {point}");
            }
        }
    }

    #[test]
    fn corners_are_kept_however_sharp() {
        let corners = [Vec3::ZERO, Vec3::X * 100.0, Vec3::new(100.0, 1.0, 0.0), Vec3::Y, Vec3::ZERO];
        assert_eq!(thinned(&corners, TOLERANCE), corners);
        // There and back again.
        let flat = [Vec3::ZERO, Vec3::X * 100.0, Vec3::new(50.0, 0.1, 0.0), Vec3::ZERO];
        assert!(thinned(&flat, TOLERANCE).contains(&flat[1]));
        let straight: Vec<_> = (0..10).map(|step| Vec3::X * step as f32).collect();
        assert_eq!(thinned(&straight, TOLERANCE), [Vec3::ZERO, Vec3::X * 9.0]);
    }

    #[test]
    fn short_chains_and_nonsense_end() {
        assert!(thinned(&[], 1.0).is_empty());
        assert_eq!(thinned(&[Vec3::ONE], 1.0), [Vec3::ONE]);
        assert_eq!(thinned(&[Vec3::ONE, Vec3::ONE], 1.0).len(), 2);
        assert!(thinned(&[Vec3::NAN, Vec3::ONE, Vec3::NAN], 1.0).len() <= 3);
        assert_eq!(thinned(&circle(5.0), 0.0).len(), 65);
    }
}
