//! The polygon that is inscribed in a flat convex set: in 2D, or in a plane.
//!
//! Between two points of the boundary, the set reaches farthest beyond the chord at its support point along the normal
//! of the chord. As long as that is beyond the tolerance, the point divides the chord.

use gjk::Wide;

use super::{GeometryError, MAX_TRIANGLES_OF_PART};

/// The rounding of support points, relative to the size of their set: what they are nearer to a chord counts as on it.
pub(super) const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// A flat convex set, as its support function in the directions of its plane.
pub(super) struct FlatSet<'s, W> {
    pub(super) support: &'s dyn Fn(W) -> W,
    /// Returns a normal of a chord, of any length, that points to its right.
    pub(super) outward: &'s dyn Fn(W, W) -> W,
    pub(super) tolerance: f64,
}

impl<W: Wide> FlatSet<'_, W> {
    /// Replaces the points by those of the inscribed polygon, counterclockwise. The ends are two points of the set that
    /// are about as far apart as any.
    pub(super) fn inscribe(
        &self,
        [a, b]: [W; 2],
        points: &mut Vec<W>,
        chords: &mut Vec<[W; 2]>,
    ) -> Result<(), GeometryError> {
        points.clear();
        chords.clear();
        let least = self.tolerance.max(ROUNDING * (b - a).dot(b - a).sqrt());
        let mut finest = f64::INFINITY;
        chords.extend([[b, a], [a, b]]);
        while let Some([a, b]) = chords.pop() {
            let normal = (self.outward)(a, b);
            let length = normal.dot(normal).sqrt();
            let farthest = (self.support)(normal * (1.0 / length));
            let height = (farthest - a).dot(normal) / length;
            // A distance that is NaN divides nothing.
            if height > least && points.len() + chords.len() < MAX_TRIANGLES_OF_PART as usize {
                finest = finest.min(height);
                chords.extend([[farthest, b], [a, farthest]]);
            } else {
                points.push(a);
            }
        }
        // A polygon has no chord as fine as this; of what is round, four times as many halve the distance twice.
        let is_round = finest <= 4.0 * least;
        let count = points.len() as f64 * (0.25 * finest / self.tolerance).sqrt();
        if is_round && least > self.tolerance && count > MAX_TRIANGLES_OF_PART as f64
            || points.len() >= MAX_TRIANGLES_OF_PART as usize
        {
            return Err(GeometryError::TooManyTriangles(count as u64));
        }
        Ok(())
    }
}
